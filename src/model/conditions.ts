import type { UsageError } from '../errors.ts';
import { unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import type { ChangeEvent } from './changes.ts';

export const CONDITION_TYPES = [
  'entered',
  'left',
  'moved',
  'topPlay',
  'bias',
  'session',
  'confluence',
] as const;

/** Whether an event matches; `boardsOf` returns the confluence of a symbol in the newer snapshot. */
export type Condition = (event: ChangeEvent, boardsOf: (symbol: string) => number) => boolean;

/** Parses a comma-separated list such as `entered,boards>=4,NVDA`. An event matches if any condition does. Throws UsageError. */
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
  const minBoards = /^boards\s*>=\s*(\d{1,3})$/i.exec(part)?.[1];
  if (minBoards !== undefined)
    return ({ symbol }, boardsOf) => symbol !== null && boardsOf(symbol) >= Number(minBoards);
  // An uppercase word is a ticker; any other unknown word is probably a mistyped condition.
  if (/^[A-Z0-9][A-Z0-9.\-^=]{0,11}$/.test(part)) return (event) => event.symbol?.toUpperCase() === part;
  throw unknownCondition(part, whole);
}

function unknownCondition(part: string, whole: string): UsageError {
  const hint = `${suggestionHint(part, CONDITION_TYPES)} Or use boards>=4, or a ticker in uppercase.`;
  return unexpected('--on: unknown condition', part, hint, whole);
}
