import type { Gap } from './market-day.ts';
import type { Observation } from './observation.ts';
import { createPastStints, type PastStint, type PastStints, type Stint } from './past-stints.ts';
import type { BoardRanks } from './ranks.ts';

/** The time between two snapshots. */
export interface Age {
  readonly milliseconds: number;
  /** True if memory does not reach back to the beginning. */
  readonly isAtLeast: boolean;
}

export interface Entry {
  readonly board: string;
  readonly symbol: string;
  readonly rank: number;
  /** True if it had been on the board before, on the same market day, even if it was missing from one snapshot only. */
  readonly isReturn: boolean;
  /** Since it was first missing. Null if it is no return, or if it left before a hole. */
  readonly awayMilliseconds: number | null;
}

export interface Departure {
  readonly board: string;
  readonly symbol: string;
  readonly was: number;
  readonly there: Age;
}

/** What differs from the snapshot before. Empty for the first snapshot, and the first one behind a hole. */
export interface StintChanges {
  readonly entered: ReadonlyArray<Entry>;
  readonly left: ReadonlyArray<Departure>;
}

export interface Stints {
  /** Takes the next snapshot, and what lies before it. */
  follow(observation: Observation, gap: Gap): StintChanges;
  /** Null if the symbol is not on the board. */
  find(board: string, symbol: string): Stint | null;
  /** The last stint of this market day on each board that the symbol has left; the one that ended last comes first. */
  pastOf(symbol: string): ReadonlyArray<PastStint>;
  copy(): Stints;
}

interface OpenStint extends Stint {
  rank: number;
  best: number;
  bestAt: number;
  /** The time of the last snapshot if it is missing from that one only. */
  missingSince: number | null;
}

interface State {
  readonly open: Map<string, Map<string, OpenStint>>;
  readonly past: PastStints;
  asOf: number;
  /** The time of the first snapshot of memory, or of the first one behind the last hole. */
  startedAt: number;
}

/** A day of the service has at most some 6,000 pairs of a board and a symbol. */
const MAX_PAST_STINTS = 20_000;

export function createStints(maxPastStints = MAX_PAST_STINTS): Stints {
  return stintsOf({ open: new Map(), past: createPastStints(maxPastStints), asOf: 0, startedAt: 0 });
}

function stintsOf(state: State): Stints {
  return {
    follow({ asOf, ranks }, gap) {
      if (gap !== 'none') startAnew(state, asOf, gap);
      state.asOf = asOf;
      const entered = arriveAll(state, ranks);
      const left = missAll(state, ranks);
      return gap === 'none' ? { entered, left } : { entered: [], left: [] };
    },
    find(board, symbol) {
      const stint = state.open.get(board)?.get(symbol);
      return stint === undefined || stint.missingSince !== null ? null : asStint(stint);
    },
    pastOf(symbol) {
      const missing = [...openStints(state)].flatMap((stint) =>
        stint.symbol === symbol && stint.missingSince !== null
          ? [asPastStint(stint, stint.missingSince)]
          : [],
      );
      return [...missing, ...state.past.of(symbol)].sort((a, b) => b.leftAt - a.leftAt);
    },
    copy: () => stintsOf({ ...state, open: copyStints(state.open), past: state.past.copy() }),
  };
}

function copyStints(open: State['open']): State['open'] {
  const copies = new Map<string, Map<string, OpenStint>>();
  for (const [board, stints] of open) {
    const copied = [...stints].map(([symbol, stint]) => [symbol, { ...stint }] as const);
    copies.set(board, new Map(copied));
  }
  return copies;
}

/** Ends all stints: how they went on in the hole is unknown. On a new market day none of them matters any more. */
function startAnew(state: State, asOf: number, gap: Gap): void {
  for (const stint of openStints(state)) {
    const { missingSince } = stint;
    state.past.add(asPastStint(stint, missingSince ?? state.asOf, missingSince === null));
  }
  state.open.clear();
  if (gap === 'day') state.past.clear();
  state.startedAt = asOf;
}

function arriveAll(state: State, ranks: BoardRanks): ReadonlyArray<Entry> {
  const entered: Array<Entry> = [];
  for (const [board, ranking] of ranks) {
    const stints = state.open.get(board) ?? new Map<string, OpenStint>();
    if (ranking.size > 0) state.open.set(board, stints);
    for (const [symbol, rank] of ranking) {
      const stint = stints.get(symbol);
      const entry = stint === undefined ? enter(state, board, symbol, rank) : stay(state, stint, rank);
      if (entry !== null) entered.push(entry);
    }
  }
  return entered;
}

/** Returns an entry if the symbol was missing from the snapshot before. */
function stay({ asOf }: State, stint: OpenStint, rank: number): Entry | null {
  const { board, symbol, missingSince } = stint;
  if (rank < stint.best) {
    stint.best = rank;
    stint.bestAt = asOf;
  }
  stint.rank = rank;
  stint.missingSince = null;
  if (missingSince === null) return null;
  return { board, symbol, rank, isReturn: true, awayMilliseconds: asOf - missingSince };
}

function enter(state: State, board: string, symbol: string, rank: number): Entry {
  const { asOf, startedAt } = state;
  const before = state.past.take(board, symbol);
  const isAtLeast = asOf === startedAt;
  const isBack = before !== null && !isAtLeast;
  const stint = { board, symbol, since: asOf, isAtLeast, isBack, rank, best: rank, bestAt: asOf };
  state.open.get(board)?.set(symbol, { ...stint, missingSince: null });
  const isTimeKnown = isBack && before.leftAt >= startedAt;
  return {
    board,
    symbol,
    rank,
    isReturn: isBack,
    awayMilliseconds: isTimeKnown ? asOf - before.leftAt : null,
  };
}

/** The first snapshot without a symbol is when it left; the second one ends its stint. */
function missAll(state: State, ranks: BoardRanks): ReadonlyArray<Departure> {
  const left: Array<Departure> = [];
  for (const [board, stints] of state.open) {
    const ranking = ranks.get(board);
    for (const stint of stints.values()) {
      const { symbol, since, isAtLeast, rank, missingSince } = stint;
      if (ranking?.has(symbol)) continue;
      if (missingSince === null) {
        left.push({ board, symbol, was: rank, there: { milliseconds: state.asOf - since, isAtLeast } });
        stint.missingSince = state.asOf;
      } else {
        state.past.add(asPastStint(stint, missingSince));
        stints.delete(symbol);
      }
    }
    if (stints.size === 0) state.open.delete(board);
  }
  return left;
}

function* openStints({ open }: State): Generator<OpenStint> {
  for (const ranking of open.values()) yield* ranking.values();
}

/** A copy without the fields of this module. */
function asStint({ missingSince: _, ...stint }: OpenStint): Stint {
  return stint;
}

function asPastStint(stint: OpenStint, leftAt: number, isLeftInHole = false): PastStint {
  return { ...asStint(stint), leftAt, isLeftInHole };
}
