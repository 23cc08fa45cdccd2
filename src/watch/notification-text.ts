import type { Simulated } from '../api/snapshot.ts';
import type { ChangeEvent } from '../model/changes.ts';
import { BIASES, BOARD_CATALOGUE, MARKET_SESSIONS, type Timeframe } from '../vocabulary.ts';
import { clipboardText } from './clipboard-text.ts';

/** So many changes are described; the others are counted. */
const MAX_DESCRIBED = 3;

/**
 * The text of a notification about the changes of one snapshot, such as `boards day: EMLO entered movers 3, left search`. Of the
 * service it has tickers and numbers only: other text, such as the name of a board that is not in the catalogue, is replaced.
 */
export function notificationText(
  events: ReadonlyArray<ChangeEvent>,
  { timeframe, isSimulated }: { readonly timeframe: Timeframe; readonly isSimulated: Simulated },
): string {
  const bySymbol = new Map<string | null, Array<string>>();
  for (const event of events) {
    const subject = subjectOf(event);
    bySymbol.set(subject, [...(bySymbol.get(subject) ?? []), describe(event)]);
  }
  const phrases = [...bySymbol].map(([subject, changes]) =>
    subject === null ? changes.join(', ') : `${subject} ${changes.join(', ')}`,
  );
  const others = phrases.length - MAX_DESCRIBED;
  const shown = phrases.slice(0, MAX_DESCRIBED).join('; ');
  const label = isSimulated === true ? 'boards SANDBOX' : 'boards';
  return `${label} ${timeframe}: ${shown}${others > 0 ? `; and ${others} more` : ''}`;
}

/** Null for what is not about a symbol. */
function subjectOf({ type, symbol }: ChangeEvent): string | null {
  if (type === 'session' || symbol === null) return null;
  return clipboardText(symbol) ?? 'a symbol';
}

function describe({ type, board, symbol, from, to }: ChangeEvent): string {
  switch (type) {
    case 'entered':
      return `entered ${boardName(board)}${rank(to, ' ')}`;
    case 'left':
      return `left ${boardName(board)}${rank(from, ' (was ', ')')}`;
    case 'moved':
      return `${boardName(board)}${rank(to, ' ')}${rank(from, ' (was ', ')')}`;
    case 'topPlay':
      return symbol === null ? 'no top play' : 'is the top play';
    case 'bias':
      return `${word(to, BIASES) ?? 'changed its bias'}${was(word(from, BIASES))}`;
    case 'session':
      return `the market session is ${word(to, MARKET_SESSIONS) ?? 'unknown'}${was(word(from, MARKET_SESSIONS))}`;
    case 'confluence':
      return `on ${to === 1 ? '1 board' : `${count(to)} boards`}${was(typeof from === 'number' ? count(from) : null)}`;
    case 'dayPct':
      return `${decimals(to)}%${was(typeof from === 'number' ? `${decimals(from)}%` : null)}`;
    case 'breadth':
      return `breadth ${decimals(to)}${was(typeof from === 'number' ? decimals(from) : null)}`;
    case 'listed':
      return `is on ${boardName(board)}${rank(to, ' ')}`;
  }
}

function boardName(board: string | null): string {
  return BOARD_CATALOGUE.find(({ key }) => key === board)?.key ?? 'a board';
}

function rank(value: ChangeEvent['to'], before: string, after = ''): string {
  return typeof value === 'number' ? `${before}${count(value)}${after}` : '';
}

function count(value: ChangeEvent['to']): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(Math.trunc(value)) : '?';
}

function decimals(value: ChangeEvent['to']): string {
  return typeof value === 'number' && Number.isFinite(value) ? value.toFixed(2) : '?';
}

/** A text of the service if it is one of ours. */
function word(value: ChangeEvent['to'], known: ReadonlyArray<string>): string | null {
  return known.find((each) => each === value) ?? null;
}

function was(value: string | null): string {
  return value === null ? '' : ` (was ${value})`;
}
