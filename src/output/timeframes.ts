import type { Timeframe } from '../vocabulary.ts';

const SHORT_NAMES = {
  scalp: 'scalp',
  day: 'day',
  swing: 'swing',
  position: 'posn',
  investing: 'inv',
} as const satisfies Record<Timeframe, string>;

const TINY_NAMES = {
  scalp: 'sc',
  day: 'dy',
  swing: 'sw',
  position: 'po',
  investing: 'in',
} as const satisfies Record<Timeframe, string>;

/** Column labels of at most `width` cells where possible: all full names, all short names, or all two-letter names. */
export function timeframeNames(timeframes: ReadonlyArray<Timeframe>, width: number): ReadonlyArray<string> {
  const styles = [timeframes, timeframes.map((name) => SHORT_NAMES[name])];
  const fitting = styles.find((names) => names.every((name) => name.length <= width));
  return fitting ?? timeframes.map((name) => TINY_NAMES[name]);
}
