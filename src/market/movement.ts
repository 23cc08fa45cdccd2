import type { Snapshot } from '../service/snapshot.ts';
import { CONFLUENCE_RANKS } from '../vocabulary.ts';
import { type ChangeEvent, crossesTopRanks, type Diff, selectedChanges } from './diff.ts';
import { type Ranks, ranksByBoard } from './ranks.ts';
import type { Selection } from './selection.ts';

/** The move of a row that is marked. `from` is null if its symbol entered the board. */
export interface RankMark {
  readonly from: number | null;
  readonly to: number;
}

/** What moved on a board between two snapshots. */
export interface BoardMovement {
  /** By symbol, for the rows that entered and those that really moved. */
  readonly marks: ReadonlyMap<string, RankMark>;
  readonly left: ReadonlyArray<{ readonly symbol: string; readonly was: number }>;
  /** Symbols that were below ranks 1 to 5 and are there now, whether they moved or others left. */
  readonly risen: ReadonlyArray<Crossing>;
  /** Symbols that were on ranks 1 to 5 and are below now, whether they moved or made room. */
  readonly fallen: ReadonlyArray<Crossing>;
}

interface Crossing {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

/** A row of both snapshots. */
interface CommonRow {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  /** Its place in the order of the older snapshot. */
  readonly place: number;
}

/** Rows that are in the same order in both snapshots, by the last of them. */
interface Chain {
  readonly row: CommonRow;
  readonly previous: Chain | null;
  readonly length: number;
  /** Sum of the rank changes. */
  readonly distance: number;
  readonly climbers: number;
}

/** More common rows than a board of the service has. Finding the longest order takes quadratic time. */
const MAX_COMPARED_ROWS = 100;

/**
 * The movement on each board of either snapshot, by board key. When one row leaps over others, only that row is marked,
 * although the ranks of the others change too: the rows of a longest common order have no mark.
 */
export function movementBetween(before: Snapshot, after: Snapshot): ReadonlyMap<string, BoardMovement> {
  const none: Ranks = new Map();
  const [old, current] = [ranksByBoard(before), ranksByBoard(after)];
  const keys = new Set([...current.keys(), ...old.keys()]);
  return new Map([...keys].map((key) => [key, compare(old.get(key) ?? none, current.get(key) ?? none)]));
}

/**
 * What is told of a new snapshot in sentences: another top play or session, and the symbols that reached or left ranks 1 to 5 of
 * a board, or really moved there.
 */
export function toldChanges(diff: Diff, selection: Selection): ReadonlyArray<ChangeEvent> {
  const movement = movementBetween(diff.before, diff.after);
  return selectedChanges(diff, selection).filter((change) => {
    const { type, board, symbol, to } = change;
    if (type === 'topPlay' || type === 'session' || crossesTopRanks(change) !== null) return true;
    const isOnTop = type === 'moved' && Number(to) <= CONFLUENCE_RANKS;
    return isOnTop && movement.get(board ?? '')?.marks.has(symbol ?? '') === true;
  });
}

function compare(before: Ranks, after: Ranks): BoardMovement {
  const moved = movedSymbols(before, after);
  const marks = new Map<string, RankMark>();
  for (const [symbol, to] of after) {
    const from = before.get(symbol) ?? null;
    if (from === null || moved.has(symbol)) marks.set(symbol, { from, to });
  }
  const left = [...before].filter(([symbol]) => !after.has(symbol)).map(([symbol, was]) => ({ symbol, was }));
  const common = [...after].flatMap(([symbol, to]) => {
    const from = before.get(symbol);
    return from === undefined ? [] : [{ symbol, from, to }];
  });
  const risen = common.filter(({ from, to }) => from > CONFLUENCE_RANKS && to <= CONFLUENCE_RANKS);
  const fallen = common.filter(({ from, to }) => from <= CONFLUENCE_RANKS && to > CONFLUENCE_RANKS);
  return { marks, left, risen, fallen };
}

/** The symbols outside the longest common order whose rank changed. */
function movedSymbols(before: Ranks, after: Ranks): ReadonlySet<string> {
  const rows = commonRows(before, after).slice(0, MAX_COMPARED_ROWS);
  const kept = longestCommonOrder(rows);
  const moved = rows.filter((row) => row.from !== row.to && !kept.has(row));
  return new Set(moved.map(({ symbol }) => symbol));
}

/** In the order of the newer snapshot. */
function commonRows(before: Ranks, after: Ranks): ReadonlyArray<CommonRow> {
  const places = new Map(byRank(before).map(([symbol], place) => [symbol, place]));
  return byRank(after).flatMap(([symbol, to]) => {
    const from = before.get(symbol);
    const place = places.get(symbol);
    return from === undefined || place === undefined ? [] : [{ symbol, from, to, place }];
  });
}

/** The sort is stable: symbols of one rank stay in the order of their rows. */
function byRank(ranks: Ranks): ReadonlyArray<readonly [symbol: string, rank: number]> {
  return [...ranks].sort(([, a], [, b]) => a - b);
}

function longestCommonOrder(rows: ReadonlyArray<CommonRow>): ReadonlySet<CommonRow> {
  const chains: Array<Chain> = [];
  for (const row of rows) chains.push(extend(bestOf(chains, row.place), row));
  const kept = new Set<CommonRow>();
  for (let chain = bestOf(chains, Infinity); chain !== null; chain = chain.previous) kept.add(chain.row);
  return kept;
}

/** The best of the chains that end before `place` in the order of the older snapshot. */
function bestOf(chains: ReadonlyArray<Chain>, place: number): Chain | null {
  let best: Chain | null = null;
  for (const chain of chains) {
    if (chain.row.place < place && (best === null || isBetter(chain, best))) best = chain;
  }
  return best;
}

function extend(chain: Chain | null, row: CommonRow): Chain {
  return {
    row,
    previous: chain,
    length: (chain?.length ?? 0) + 1,
    distance: (chain?.distance ?? 0) + Math.abs(row.to - row.from),
    climbers: (chain?.climbers ?? 0) + (row.to < row.from ? 1 : 0),
  };
}

/**
 * A longer chain is better. Of equal length, the one whose rows moved less, so that the rows that moved most are marked;
 * then the one with fewer climbers, because a climb is the news when two rows change places.
 */
function isBetter(a: Chain, b: Chain): boolean {
  return (a.length - b.length || b.distance - a.distance || b.climbers - a.climbers) > 0;
}
