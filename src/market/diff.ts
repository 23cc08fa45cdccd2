import { groupBy } from '../lib/group-by.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type ChangeType, HIGH_CONFLUENCE, isTopRank, MAX_BOARDS, type Timeframe } from './catalogue.ts';
import { fillAbsent } from './fill-absent.ts';
import { gapBetween } from './market-day.ts';
import { type BoardRanks, confluenceBySymbol, type Ranks, ranksByBoard, valuesBySymbol } from './ranks.ts';
import { isAll, type Selection, selectBoards } from './selection.ts';

/** `watch --events` prints one line for each change. */
export interface ChangeEvent {
  /** Only conditions produce `dayPct`, `breadth` and `listed`: see condition-tracker.ts. */
  readonly type: ChangeType | 'dayPct' | 'breadth' | 'listed';
  readonly asOf: string | null;
  readonly timeframe: Timeframe;
  /** Null for `topPlay`, `bias`, `session`, `confluence` and conditions that name no board. */
  readonly board: string | null;
  readonly symbol: string | null;
  /**
   * A rank, confluence, percent (`dayPct`), a share of advancers (`breadth`), or a text. Null if there was no
   * value; an unlisted symbol has a confluence of 0.
   */
  readonly from: string | number | null;
  readonly to: string | number | null;
}

type FromTo = Pick<ChangeEvent, 'from' | 'to'>;

/** Sorts by size of the gain or loss, then by the most boards on either side, then gains first. */
export function byBoardsGainedOrLost(one: FromTo, other: FromTo): number {
  const [size, otherSize] = [sizeOf(one), sizeOf(other)];
  return otherSize.change - size.change || otherSize.most - size.most || Number(other.to) - Number(one.to);
}

/** Alternates gains and losses of equal size, so that neither side hides the other. */
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

export function isHighConfluenceChange({ from, to }: FromTo): boolean {
  return from !== to && Math.max(Number(from), Number(to)) >= HIGH_CONFLUENCE;
}

function sizeOf({ from, to }: FromTo) {
  const [was, is] = [Number(from), Number(to)];
  return { change: Math.abs(is - was), most: Math.max(is, was) };
}

export function uniqueEvents(events: ReadonlyArray<ChangeEvent>): ReadonlyArray<ChangeEvent> {
  const byKey = groupBy(events, ({ type, board, symbol }) => JSON.stringify([type, board, symbol]));
  return [...byKey.values()].flatMap(([first]) => first ?? []);
}

/** Returns `in` if the symbol reaches ranks 1 to 5 of a board, and `out` if it leaves them. */
export function crossesTopRanks({ type, from, to }: FromTo & Pick<ChangeEvent, 'type'>): 'in' | 'out' | null {
  if (type !== 'entered' && type !== 'left' && type !== 'moved') return null;
  const [was, is] = [from, to].map((rank) => rank !== null && isTopRank(Number(rank)));
  return was === is ? null : is === true ? 'in' : 'out';
}

export type Diff = Readonly<ReturnType<typeof diffOf>>;

export interface ComparedSnapshot {
  readonly snapshot: Snapshot;
  /** Fills in missing data from earlier snapshots, but neither across a gap nor from another market day. */
  readonly completed: Snapshot;
  readonly diff: Diff | null;
  /** The time of this snapshot, or of the last one that had a time. */
  readonly newestTime: number | null;
}

/** `last` is null for the first snapshot; `maxGap` is in milliseconds. */
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

/** Takes a value that one snapshot lacks from the other snapshot, because missing data is not a change. */
export function diffOf(last: Snapshot, received: Snapshot) {
  const after = fillAbsent(received, last);
  // If each snapshot lacks another board of a symbol, filling from `received` would change its count.
  const before = fillAbsent(last, after);
  let changes: ReadonlyArray<ChangeEvent> | null = null;
  return {
    before,
    after,
    changes(): ReadonlyArray<ChangeEvent> {
      changes ??= changesBetween(before, after);
      return changes;
    },
  };
}

/**
 * Keeps a change if the selection shows its row in either snapshot. A row that only crosses the limit does
 * not enter or leave its board.
 */
export function selectedChanges(diff: Diff, selection: Selection): ReadonlyArray<ChangeEvent> {
  const changes = diff.changes();
  // A sort order matters only together with a limit.
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
  // Events ignore marks, so do not compute them.
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

/** Contains two keys for each shown row: with its board, and without. */
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

export interface Move {
  readonly type: 'entered' | 'left' | 'moved';
  readonly board: string;
  readonly symbol: string;
  readonly from: number | null;
  readonly to: number | null;
  /** True if the symbol entered, or moved by itself instead of making room for another one. */
  readonly isMarked: boolean;
}

/** Keyed by board. */
export type Movement = ReadonlyMap<string, ReadonlyArray<Move>>;

export type Mark = Move & { readonly to: number };

export function markOf(movement: Movement, board: string, symbol: string): Mark | undefined {
  return movement.get(board)?.find((move): move is Mark => move.isMarked && move.symbol === symbol);
}

/** Symbols that are in the same order in both snapshots. */
interface Chain {
  readonly symbols: ReadonlyArray<string>;
  /** The position of the last symbol in the older snapshot. */
  readonly place: number;
  /**
   * The longest chain wins, then the one whose rows moved less, so that rows that moved more are marked. When
   * two rows swap, the climber is marked.
   */
  readonly cost: readonly [shortness: number, distance: number, climbers: number];
}

const NO_CHAIN: Chain = { symbols: [], place: -1, cost: [0, 0, 0] };

/** If one row overtakes others, only that row is marked, although all their ranks change. */
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

/** Returns changes of the top play, the session and ranks 1 to 5, without rows that only make room. */
export function printedChanges(diff: Diff, selection: Selection): ReadonlyArray<ChangeEvent> {
  const movement = movementBetween(ranksByBoard(diff.before), ranksByBoard(diff.after));
  return selectedChanges(diff, selection).filter((change) => {
    const { type, board, symbol, to } = change;
    if (type === 'topPlay' || type === 'session' || crossesTopRanks(change) !== null) return true;
    const isOnTop = type === 'moved' && isTopRank(Number(to));
    return isOnTop && markOf(movement, board ?? '', symbol ?? '') !== undefined;
  });
}

function movedSymbols(before: Ranks, after: Ranks): ReadonlySet<string> {
  const places = new Map(byRank(before).map((symbol, place) => [symbol, place]));
  const common = byRank(after).filter((symbol) => places.has(symbol));
  const chains: Array<Chain> = [];
  for (const symbol of common) {
    const place = places.get(symbol) ?? 0;
    const climb = (before.get(symbol) ?? 0) - (after.get(symbol) ?? 0);
    const { symbols, cost } = firstCheapest(chains.filter((chain) => chain.place < place));
    const [shortness, distance, climbers] = cost;
    chains.push({
      symbols: [...symbols, symbol],
      place,
      cost: [shortness - 1, distance + Math.abs(climb), climbers + (climb > 0 ? 1 : 0)],
    });
  }
  const kept = new Set(firstCheapest(chains).symbols);
  return new Set(common.filter((symbol) => !kept.has(symbol) && before.get(symbol) !== after.get(symbol)));
}

function byRank(ranks: Ranks): ReadonlyArray<string> {
  return [...ranks].sort(([, a], [, b]) => a - b).map(([symbol]) => symbol);
}

function firstCheapest(chains: ReadonlyArray<Chain>): Chain {
  const isBetter = ({ cost: [a, b, c] }: Chain, { cost: [x, y, z] }: Chain) => (a - x || b - y || c - z) < 0;
  return chains.reduce((best, chain) => (isBetter(chain, best) ? chain : best), NO_CHAIN);
}
