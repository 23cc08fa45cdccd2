import type { UsageError } from '../errors.ts';
import { unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import type { ChangeEvent } from './changes.ts';

export const CONDITION_TYPES = ['entered', 'left', 'moved', 'topPlay', 'bias', 'session'] as const;

/** Decides whether an event counts; `boardsOf` tells the confluence of a symbol in the newer snapshot. */
export type Condition = (event: ChangeEvent, boardsOf: (symbol: string) => number) => boolean;

/** Reads `entered`, `left`, `topPlay`, `boards>=4`, `NVDA`, comma-separated: an event counts when one of them holds. Throws UsageError. */
export function parseConditions(text: string): Condition {
  const conditions = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => parseCondition(part, text));
  if (conditions.length === 0) throw unknownCondition(text, text);
  return (event, boardsOf) => conditions.some((condition) => condition(event, boardsOf));
}

function parseCondition(part: string, whole: string): Condition {
  const type = CONDITION_TYPES.find((known) => known.toLowerCase() === part.toLowerCase());
  if (type !== undefined) return (event) => event.type === type;
  const least = /^boards\s*>=\s*(\d{1,3})$/i.exec(part)?.[1];
  if (least !== undefined)
    return ({ symbol }, boardsOf) => symbol !== null && boardsOf(symbol) >= Number(least);
  // A word in capitals is a ticker; any other is more likely a mistyped type.
  if (/^[A-Z0-9][A-Z0-9.\-^=]{0,11}$/.test(part)) return (event) => event.symbol?.toUpperCase() === part;
  throw unknownCondition(part, whole);
}

function unknownCondition(part: string, whole: string): UsageError {
  const hint = `${suggestionHint(part, CONDITION_TYPES)} Or boards>=4, or a ticker in capitals.`;
  return unexpected('--on: unknown condition', part, hint, whole);
}
