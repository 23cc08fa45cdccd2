import { HIGH_CONFLUENCE } from './columns.ts';
import { ABSENT } from './format.ts';

/** The words and signs of a change, the same in the log and in the line that says what met `--until`. */
export const CHANGE_SIGNS = { entered: '+', left: '-', topPlay: '★', bias: '·' } as const;
export const SYMBOL_WIDTH = 6;

/** `◆4`, or `2` where the confluence is not high. */
export function confluenceSign(boards: number | null): string {
  return (boards ?? 0) >= HIGH_CONFLUENCE ? `◆${boards}` : `${boards ?? ABSENT}`;
}

/** `on 4 boards` */
export function onBoards(boards: number | null): string {
  return `on ${boards === 1 ? '1 board' : `${boards ?? ABSENT} boards`}`;
}

/** `symbol` is the new top play; null if there is none. */
export function topPlayWords(symbol: string | null): string {
  return symbol === null ? 'no top play' : 'top play';
}
