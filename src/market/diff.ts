import { groupBy } from '../lib/group-by.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type ChangeType, HIGH_CONFLUENCE, isTopRank, MAX_BOARDS, type Timeframe } from './catalogue.ts';
import { fillAbsent } from './fill-absent.ts';
import { gapBetween } from './market-day.ts';
import { type BoardRanks, confluenceBySymbol, type Ranks, ranksByBoard, valuesBySymbol } from './ranks.ts';
import { isAll, type Selection, selectBoards } from './selection.ts';

/** A change between two snapshots of a timeframe; one line of `watch --events`. */
export interface ChangeEvent {
  /**
   * `dayPct` and `breadth` say what made a condition true where no other change did, and `listed` what is so in a first
   * snapshot (condition-tracker.ts); they are never among the changes between snapshots.
   */
  readonly type: ChangeType | 'dayPct' | 'breadth' | 'listed';
  /** `asOf` of the newer snapshot, as received. */
  readonly asOf: string | null;
  readonly timeframe: Timeframe;
  /** Null for `topPlay`, `bias`, `session` and `confluence`, and where a symbol is meant whatever its boards are. */
  readonly board: string | null;
  readonly symbol: string | null;
  /**
   * A rank for `entered`, `left`, `moved` and `listed`; a number of boards for `confluence`, 0 where the symbol is not listed;
   * percent for `dayPct`; advancers of advancers and decliners for `breadth`; otherwise a string. Null if there was no value.
   */
  readonly from: string | number | null;
  readonly to: string | number | null;
}

type FromTo = Pick<ChangeEvent, 'from' | 'to'>;

/** Orders changes of numbers of boards: the largest gain or loss first, then the one from or to the most boards, then a gain. */
export function byBoardsGainedOrLost(one: FromTo, other: FromTo): number {
  const [size, otherSize] = [sizeOf(one), sizeOf(other)];
  return otherSize.change - size.change || otherSize.most - size.most || Number(other.to) - Number(one.to);
}

/** The same order, where among changes of equal size each gain is followed by a loss while there are any: no side hides the other. */
export function alternatingByBoards<Change extends FromTo>(
  changes: ReadonlyArray<Change>,
): ReadonlyArray<Change> {
  const bySize = groupBy(changes.toSorted(byBoardsGainedOrLost), (each) => sizeOf(each).change);
  return [...bySize.values()].flatMap((own) => {
    const sides = [1, -1].map((sign) =>
      own.filter(({ from, to }) => Math.sign(Number(to) - Number(from)) === sign),
    );
    return own.flatMap((_, turn) => sides.flatMap((side) => side.slice(turn, turn + 1)));
  });
}

/** A number of boards is news where it changes from or to that of a symbol that stands out. */
export function isHighConfluenceChange({ from, to }: FromTo): boolean {
  return from !== to && Math.max(Number(from), Number(to)) >= HIGH_CONFLUENCE;
}

function sizeOf({ from, to }: FromTo) {
  const [was, is] = [Number(from), Number(to)];
  return { change: Math.abs(is - was), most: Math.max(is, was) };
}

/** The first of the events that say the same of one snapshot. */
export function uniqueEvents(events: ReadonlyArray<ChangeEvent>): ReadonlyArray<ChangeEvent> {
  const byKey = groupBy(events, ({ type, board, symbol }) => JSON.stringify([type, board, symbol]));
  return [...byKey.values()].flatMap(([first]) => first ?? []);
}

/** Whether it brings a symbol to ranks 1 to 5 of a board, or takes it from there; null for neither. */
export function crossesTopRanks({ type, from, to }: FromTo & Pick<ChangeEvent, 'type'>): 'in' | 'out' | null {
  if (type !== 'entered' && type !== 'left' && type !== 'moved') return null;
  const [was, is] = [from, to].map((rank) => rank !== null && isTopRank(Number(rank)));
  return was === is ? null : is === true ? 'in' : 'out';
}

export type Diff = Readonly<ReturnType<typeof diffOf>>;

/** A snapshot of a timeframe, compared with those before it. */
export interface ComparedSnapshot {
  /** As received. */
  readonly snapshot: Snapshot;
  /** The same with what it lacks, as it was last: until it returns, a gap comes or the market day ends. */
  readonly completed: Snapshot;
  /** The difference to the snapshot before; null for the first one. */
  readonly diff: Diff | null;
  /** The time of the newest one that has a time. */
  readonly newestTime: number | null;
}

/**
 * Compares a snapshot with the one before it, which was compared itself; null for the first one. `maxGap` is the longest time between
 * them without a gap, in milliseconds.
 */
export function compare(last: ComparedSnapshot | null, snapshot: Snapshot, maxGap: number): ComparedSnapshot {
  const { time } = snapshot;
  if (last === null) return { snapshot, completed: snapshot, diff: null, newestTime: time };
  const { completed, newestTime } = last;
  const diff = diffOf(completed, snapshot);
  const isApart = time !== null && newestTime !== null && gapBetween(newestTime, time, maxGap) !== 'none';
  // If there are too many boards, forget the absent ones.
  const isTooMuch = diff.after.boards.length > MAX_BOARDS;
  return {
    snapshot,
    completed: isApart || isTooMuch ? snapshot : diff.after,
    diff,
    newestTime: time ?? newestTime,
  };
}

/**
 * Compares two snapshots of a timeframe. What one of them lacks is unknown, so that it is taken from the other one and does not change.
 */
export function diffOf(last: Snapshot, received: Snapshot) {
  const after = fillAbsent(received, last);
  // Fill from `after`, not `received`: a symbol may be on a board that each of the two lacks.
  const before = fillAbsent(last, after);
  let changes: ReadonlyArray<ChangeEvent> | null = null;
  return {
    before,
    after,
    /** In the order of `watch --events`. Computed at the first call, because many streams need none. */
    changes(): ReadonlyArray<ChangeEvent> {
      changes ??= changesBetween(before, after);
      return changes;
    },
  };
}

/**
 * The changes that match the selection: changes of ranks, bias and confluence if the row passes the filters and is
 * within the limit in either snapshot, and all changes of the top play and the session. What entered and left is decided without the limit.
 */
export function selectedChanges(diff: Diff, selection: Selection): ReadonlyArray<ChangeEvent> {
  const changes = diff.changes();
  // The order only decides which rows are within a limit.
  if (isAll({ ...selection, sort: undefined })) return changes;
  const placesBySnapshot = [diff.before, diff.after].map((snapshot) => placesIn(snapshot, selection));
  return changes.filter(({ type, board, symbol }) => {
    if (type === 'topPlay' || type === 'session' || symbol === null) return true;
    return placesBySnapshot.some((places) => places.has(placeKey(board, symbol)));
  });
}

function changesBetween(before: Snapshot, after: Snapshot): ReadonlyArray<ChangeEvent> {
  const { asOf, timeframe } = after;
  const changeOf = ({ type, board, symbol, from, to }: Omit<ChangeEvent, 'asOf' | 'timeframe'>) =>
    from === to ? [] : [{ type, asOf, timeframe, board, symbol, from, to }];
  const pick = after.topPlay?.symbol ?? null;
  const [oldBias, oldCounts] = [valuesBySymbol(before, 'bias'), confluenceBySymbol(before)];
  const counts = confluenceBySymbol(after);
  // Events have no marks.
  const moves = [...movementBetween(ranksByBoard(before), ranksByBoard(after), false).values()].flat();
  return [
    { type: 'session' as const, symbol: null, from: before.session, to: after.session, board: null },
    { type: 'topPlay' as const, symbol: pick, from: before.topPlay?.symbol ?? null, to: pick, board: null },
    ...moves,
    // A symbol that is new to the snapshot has no earlier bias and yields no change.
    ...[...valuesBySymbol(after, 'bias')].flatMap(([symbol, to]) =>
      to === null ? [] : { type: 'bias' as const, board: null, symbol, from: oldBias.get(symbol) ?? to, to },
    ),
    ...[...new Set([...counts.keys(), ...oldCounts.keys()])].map((symbol) => {
      const [from, to] = [oldCounts.get(symbol) ?? 0, counts.get(symbol) ?? 0];
      return { type: 'confluence' as const, board: null, symbol, from, to };
    }),
  ].flatMap(changeOf);
}

/** Where the selection shows each symbol: on which boards, and on any. */
function placesIn(snapshot: Snapshot, selection: Selection): ReadonlySet<string> {
  return new Set(
    selectBoards(snapshot, selection).flatMap(({ key, rows }) =>
      rows.flatMap(({ symbol }) => [placeKey(key, symbol), placeKey(null, symbol)]),
    ),
  );
}

function placeKey(board: string | null, symbol: string | null): string {
  return JSON.stringify([board, symbol]);
}

/** A symbol that came to a board, left it, or has another rank there. */
export interface Move {
  readonly type: 'entered' | 'left' | 'moved';
  readonly board: string;
  readonly symbol: string;
  readonly from: number | null;
  readonly to: number | null;
  /** Whether it entered, or really moved: where one row leaps over others, the others only make room. */
  readonly isMarked: boolean;
}

/** The moves on each board, by its key. */
export type Movement = ReadonlyMap<string, ReadonlyArray<Move>>;

/** The move of a row that is marked. */
export type Mark = Move & { readonly to: number };

export function markOf(movement: Movement, board: string, symbol: string): Mark | undefined {
  return movement.get(board)?.find((move): move is Mark => move.isMarked && move.symbol === symbol);
}

/** Rows in the same order in both snapshots. */
interface Chain {
  readonly symbols: ReadonlyArray<string>;
  /** Of the last one, in the order of the older snapshot. */
  readonly place: number;
  /**
   * The longest chain is best; then the one whose rows moved less, so that those that moved most are marked; then the one with
   * fewer climbers, because a climb is the news when two rows change places.
   */
  readonly cost: readonly [shortness: number, distance: number, climbers: number];
}

const NO_CHAIN: Chain = { symbols: [], place: -1, cost: [0, 0, 0] };

/**
 * The movement on each board of either of two snapshots. When one row leaps over others, only that row is marked, although the
 * ranks of the others change too: the rows of a longest common order have no mark.
 */
export function movementBetween(before: BoardRanks, after: BoardRanks, hasMarks = true): Movement {
  const none: Ranks = new Map();
  const boards = new Set([...after.keys(), ...before.keys()]);
  return new Map(
    [...boards].map((board) => [
      board,
      movesOn(board, before.get(board) ?? none, after.get(board) ?? none, hasMarks),
    ]),
  );
}

function movesOn(board: string, before: Ranks, after: Ranks, hasMarks: boolean): ReadonlyArray<Move> {
  const moved: ReadonlySet<string> = hasMarks ? movedSymbols(before, after) : new Set();
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((symbol): ReadonlyArray<Move> => {
    const [from, to] = [before.get(symbol) ?? null, after.get(symbol) ?? null];
    if (from === to) return [];
    const type = from === null ? 'entered' : to === null ? 'left' : 'moved';
    return [{ type, board, symbol, from, to, isMarked: type === 'entered' || moved.has(symbol) }];
  });
}

/**
 * The changes that plain output prints: another top play or session, and the symbols that reached or left ranks 1 to 5 of a board, or
 * really moved there.
 */
export function printedChanges(diff: Diff, selection: Selection): ReadonlyArray<ChangeEvent> {
  const movement = movementBetween(ranksByBoard(diff.before), ranksByBoard(diff.after));
  return selectedChanges(diff, selection).filter((change) => {
    const { type, board, symbol, to } = change;
    if (type === 'topPlay' || type === 'session' || crossesTopRanks(change) !== null) return true;
    const isOnTop = type === 'moved' && isTopRank(Number(to));
    return isOnTop && markOf(movement, board ?? '', symbol ?? '') !== undefined;
  });
}

/** The symbols outside the longest common order whose rank changed. */
function movedSymbols(before: Ranks, after: Ranks): ReadonlySet<string> {
  const places = new Map(byRank(before).map((symbol, place) => [symbol, place]));
  const common = byRank(after).filter((symbol) => places.has(symbol));
  const chains: Array<Chain> = [];
  for (const symbol of common) {
    const place = places.get(symbol) ?? 0;
    const climb = (before.get(symbol) ?? 0) - (after.get(symbol) ?? 0);
    const { symbols, cost } = bestOf(chains.filter((chain) => chain.place < place));
    const [shortness, distance, climbers] = cost;
    chains.push({
      symbols: [...symbols, symbol],
      place,
      cost: [shortness - 1, distance + Math.abs(climb), climbers + (climb > 0 ? 1 : 0)],
    });
  }
  const kept = new Set(bestOf(chains).symbols);
  return new Set(common.filter((symbol) => !kept.has(symbol) && before.get(symbol) !== after.get(symbol)));
}

/** The sort is stable: symbols of one rank stay in the order of their rows. */
function byRank(ranks: Ranks): ReadonlyArray<string> {
  return [...ranks].sort(([, a], [, b]) => a - b).map(([symbol]) => symbol);
}

/** The first of those that cost least. */
function bestOf(chains: ReadonlyArray<Chain>): Chain {
  const isBetter = ({ cost: [a, b, c] }: Chain, { cost: [x, y, z] }: Chain) => (a - x || b - y || c - z) < 0;
  return chains.reduce((best, chain) => (isBetter(chain, best) ? chain : best), NO_CHAIN);
}
