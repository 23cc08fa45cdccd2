import type { Board } from '../api/snapshot.ts';
import { quote } from '../quote.ts';
import { nearest } from '../suggest.ts';
import { BOARD_CATALOGUE, type Timeframe } from '../vocabulary.ts';

export interface MissingBoards {
  readonly where: string;
  readonly missing: ReadonlyArray<string>;
  readonly asked: ReadonlyArray<string>;
  readonly present: ReadonlyArray<Board>;
}

/** `not in this snapshot: mover (did you mean movers?); it has alerted, movers` */
export function describeMissingBoards({ where, missing, asked, present }: MissingBoards): string {
  const keys = [...new Set(present.map(({ key }) => key))];
  const names = missing.map((key) => {
    const meant = nearest(key, keys);
    const name = isKnown(key) ? key : quote(key, asked.join(','));
    return meant === undefined ? name : `${name} (did you mean ${meant}?)`;
  });
  return `not in ${where}: ${names.join(', ')}; it has ${keys.join(', ') || 'no boards'}`;
}

/** What the service served instead of the timeframe asked for, so that nobody reads the wrong one; null when it is the same. */
export function describeOtherTimeframe(asked: Timeframe, served: string | null): string | null {
  if (served === asked) return null;
  return `asked for ${asked}, the service served ${served ?? 'an unnamed timeframe'}`;
}

function isKnown(name: string): boolean {
  return BOARD_CATALOGUE.some(({ key }) => key.toLowerCase() === name.toLowerCase());
}
