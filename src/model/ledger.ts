import type { MarketSession } from '../vocabulary.ts';
import { gapBetween, isBeforeOpen } from './market-day.ts';
import type { Observation } from './observation.ts';
import type { PastStint, Stint } from './past-stints.ts';
import type { BoardRanks } from './ranks.ts';
import { type Age, createStints, type StintChanges, type Stints } from './stints.ts';
import {
  createSymbolRecords,
  type SymbolChanges,
  type SymbolRecord,
  type SymbolRecords,
} from './symbol-records.ts';

/** A top play for as long as it stays the same. */
export interface TopPlayStint {
  /** Null if there is no top play. */
  readonly symbol: string | null;
  readonly since: number;
  /** True if it was so at the first snapshot of memory, or at the first one behind a hole. */
  readonly isAtLeast: boolean;
  /** Null if memory does not reach back to it. */
  readonly previous: { readonly symbol: string | null; readonly there: Age } | null;
}

/** What a snapshot changed. The first one of memory, and the first one behind a hole, are compared with nothing. */
export interface LedgerUpdate extends StintChanges, SymbolChanges {
  readonly observation: Observation;
  /** Those of the snapshot before; null for the first snapshot, and the first one behind a hole. */
  readonly ranksBefore: BoardRanks | null;
  readonly session: { readonly from: MarketSession | null; readonly to: MarketSession | null } | null;
  /** The new top play if it is another one. */
  readonly topPlay: TopPlayStint | null;
  /** True if memory has no hole since before the market opened, so that what it has not seen is new today. */
  readonly isWholeDay: boolean;
}

/** Since when each symbol of a timeframe is where it is. Times are those of snapshots, in milliseconds since 1970. */
export interface Ledger {
  /** Takes the next snapshot. Returns null and changes nothing if it is not newer than the last one. */
  follow(observation: Observation): LedgerUpdate | null;
  /** How long a symbol has been on a board at `asOf`; null if it is not on it. */
  ageOf(board: string, symbol: string, asOf: number): Age | null;
  /** Null if the symbol is not on the board. */
  stintOf(board: string, symbol: string): Stint | null;
  /** The last stint of this market day on each board that the symbol has left; the one that ended last comes first. */
  pastStintsOf(symbol: string): ReadonlyArray<PastStint>;
  /** Null if the symbol was on no board on this market day. */
  recordOf(symbol: string): SymbolRecord | null;
  /** Null before the first snapshot. */
  topPlay(): TopPlayStint | null;
  /** A ledger that follows other snapshots from here on. */
  copy(): Ledger;
}

interface State {
  readonly stints: Stints;
  readonly records: SymbolRecords;
  last: Observation | null;
  topPlay: TopPlayStint | null;
  isWholeDay: boolean;
}

export function createLedger(): Ledger {
  const [stints, records] = [createStints(), createSymbolRecords()];
  return ledgerOf({ stints, records, last: null, topPlay: null, isWholeDay: false });
}

function ledgerOf(state: State): Ledger {
  const { stints, records } = state;
  return {
    follow: (observation) => follow(state, observation),
    ageOf(board, symbol, asOf) {
      const stint = stints.find(board, symbol);
      return stint === null ? null : ageOf(stint, asOf);
    },
    stintOf: stints.find,
    pastStintsOf: stints.pastOf,
    recordOf: records.find,
    topPlay: () => state.topPlay,
    copy: () => ledgerOf({ ...state, stints: stints.copy(), records: records.copy() }),
  };
}

function follow(state: State, observation: Observation): LedgerUpdate | null {
  const { stints, records, last } = state;
  const { asOf } = observation;
  if (last !== null && asOf <= last.asOf) return null;
  const gap = last === null ? 'day' : gapBetween(last.asOf, asOf);
  const before = gap === 'none' ? last : null;
  const topPlay = followTopPlay(before === null ? null : state.topPlay, observation);
  state.last = observation;
  state.topPlay = topPlay;
  if (before === null) state.isWholeDay = isBeforeOpen(asOf);
  return {
    observation,
    ranksBefore: before?.ranks ?? null,
    ...stints.follow(observation, gap),
    ...records.follow(observation, gap),
    session: before === null ? null : sessionChange(before, observation),
    topPlay: before !== null && topPlay.since === asOf ? topPlay : null,
    isWholeDay: state.isWholeDay,
  };
}

function ageOf(
  { since, isAtLeast }: { readonly since: number; readonly isAtLeast: boolean },
  asOf: number,
): Age {
  return { milliseconds: Math.max(0, asOf - since), isAtLeast };
}

function followTopPlay(before: TopPlayStint | null, { asOf, topPlay }: Observation): TopPlayStint {
  if (before === null) return { symbol: topPlay, since: asOf, isAtLeast: true, previous: null };
  if (before.symbol === topPlay) return before;
  const previous = { symbol: before.symbol, there: ageOf(before, asOf) };
  return { symbol: topPlay, since: asOf, isAtLeast: false, previous };
}

function sessionChange(
  { session: from }: Observation,
  { session: to }: Observation,
): LedgerUpdate['session'] {
  return from === to ? null : { from, to };
}
