import type { Timeframe } from '../vocabulary.ts';

/** What the pane can do with a recording beyond what it does with live data. */
export interface Replay {
  /** What is recorded, in the usual order. */
  readonly recorded: ReadonlyArray<Timeframe>;
  /** The time of the newest snapshot that has been played; before the first one, where playing starts. */
  now(): number;
  /** Plays the next snapshot of a timeframe; returns false if there is none. */
  playOne(timeframe: Timeframe): boolean;
  /** Plays all snapshots up to a time at once. */
  playTo(time: number): void;
  /** The place of a snapshot in the recording, from 1; 0 before the first one. */
  placeOf(timeframe: Timeframe, asOf: number): { readonly position: number; readonly count: number };
  /** The time of the last snapshot of a timeframe; null if it is not recorded. */
  endOf(timeframe: Timeframe): number | null;
  /** The time to which it plays at once; null while it plays one snapshot a second, or none. */
  goingTo(): number | null;
  /** True after the last snapshot of the timeframes that are played. */
  isAtEnd(): boolean;
}
