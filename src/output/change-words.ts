import type { ChangeEvent } from '../market/diff.ts';
import { ABSENT, formatPercent } from '../text/format.ts';

/** The words and signs of a change, the same in the log, in notifications and in the line that says what met `--until`. */
export const CHANGE_SIGNS = { entered: 'in', left: 'out', topPlay: '★', bias: '·' } as const;
export const SYMBOL_WIDTH = 6;

/** How an output shows what the service calls a board, or what it sends as a symbol, a bias or a session. */
export interface ServiceTexts {
  board(key: string | null): string;
  text(value: string, type: ChangeEvent['type']): string;
}

/** What happened, without the symbol it happened to: `Movers 2 (was 5)`, `on 4 boards (was 3)`. */
export function changeWords(event: ChangeEvent, texts: ServiceTexts): string {
  const { type, symbol } = event;
  const board = texts.board(event.board);
  const to = valueText(event.to, type, texts);
  const was = event.from === null ? '' : ` (was ${valueText(event.from, type, texts)})`;
  switch (type) {
    case 'entered':
    case 'listed':
      return `${board} ${to}`;
    case 'moved':
      return `${board} ${to}${event.from === event.to ? '' : was}`;
    case 'left':
      return `left ${board}${was}`;
    case 'topPlay':
      return `${topPlayWords(symbol)}${was === '' ? ' (none before)' : was}`;
    case 'session':
      return `market ${event.to === null ? 'unknown' : to}${was === '' ? ' (was unknown)' : was}`;
    case 'bias':
    case 'dayPct':
      return `${to}${was}`;
    case 'confluence':
      return `${onBoards(to)}${was}`;
    case 'breadth':
      return `breadth ${to}${was}`;
  }
}

function valueText(value: ChangeEvent['to'], type: ChangeEvent['type'], { text }: ServiceTexts): string {
  if (value === null) return ABSENT;
  if (typeof value === 'string') return text(value, type);
  if (type === 'dayPct') return formatPercent(value);
  // Advancers of advancers and decliners, as `--until breadth<=0.4` names them.
  return type === 'breadth' ? value.toFixed(2) : String(value);
}

/** `on 4 boards` */
export function onBoards(boards: number | string): string {
  return `on ${boards} ${String(boards) === '1' ? 'board' : 'boards'}`;
}

/** `symbol` is the new top play; null if there is none. */
export function topPlayWords(symbol: string | null): string {
  return symbol === null ? 'no top play' : 'top play';
}
