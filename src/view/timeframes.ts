import type { Snapshot } from '../api/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Lines } from './box.ts';
import { type HeaderOptions, renderHeader } from './header.ts';
import { sharedSnapshot } from './shared-snapshot.ts';

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

/** One header for several snapshots. It shows the oldest of their times, so that no data looks fresher than it is. */
export function renderSharedHeader(snapshots: ReadonlyArray<Snapshot>, options: HeaderOptions): Lines {
  const shared = sharedSnapshot(snapshots);
  return shared === null ? [] : renderHeader(shared, options);
}
