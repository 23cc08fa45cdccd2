import type { Age, EndedRun, Run, SymbolRecord } from './runs.ts';

/** A value at a time, in milliseconds since 1970; null where it is unknown. */
export interface TimedValue {
  readonly asOf: number;
  readonly value: number | null;
}

/** A symbol in one snapshot of the market day. */
export interface PathPoint {
  /** Milliseconds since 1970. */
  readonly asOf: number;
  /** Confluence; 0 if it was on no board. */
  readonly boards: number;
  /** Null if it is unknown, or if the symbol was on no board. */
  readonly price: number | null;
}

/** A board that the symbol is on. */
export interface PathPlace extends Run {
  readonly there: Age;
  /** Its rank in each of the points of the path; null where it was not on the board. */
  readonly trail: ReadonlyArray<TimedValue>;
}

/** Where a symbol has been in one timeframe, as memory knows it. Times are those of snapshots. */
export interface SymbolPath {
  /** The time of the newest snapshot in memory that lists the symbol; null if none does. */
  readonly lastSeenAt: number | null;
  /** The boards that it is on, in the order of the snapshot. */
  readonly places: ReadonlyArray<PathPlace>;
  /** The boards that it has left on this market day; the one that it left last comes first. */
  readonly left: ReadonlyArray<EndedRun>;
  /** Null if it was on no board on this market day. */
  readonly record: SymbolRecord | null;
  /** Each snapshot of this market day in memory, the oldest first. */
  readonly points: ReadonlyArray<PathPoint>;
}
