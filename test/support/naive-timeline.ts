import { MINUTE_MS } from '../../src/lib/time.ts';
import { type ComparedSnapshot, compare } from '../../src/market/diff.ts';
import { gapBetween, MAX_GAP_MS, marketDayOf } from '../../src/market/market-day.ts';
import { confluenceBySymbol, ranksByBoard } from '../../src/market/ranks.ts';
import type { endedStayAt, Stay } from '../../src/market/timeline/stays.ts';
import type { Trend } from '../../src/market/timeline/trend.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';

interface Observation {
  readonly time: number;
  /** Boards that the service did not send are missing. */
  readonly ranks: ReturnType<typeof ranksByBoard>;
  readonly symbols: ReadonlyMap<string, { readonly boards: number; readonly price: number | null }>;
}

type Observations = ReadonlyArray<Observation>;

/** Skips snapshots that are not newer than all before, as a timeline does. */
export function observationsOf(snapshots: ReadonlyArray<Snapshot>): Observations {
  const accepted: Array<Observation> = [];
  let compared: ComparedSnapshot | null = null;
  for (const received of snapshots) {
    const { time } = received;
    compared = compare(compared, received, MAX_GAP_MS);
    const { completed: snapshot } = compared;
    if (time === null || time <= (accepted.at(-1)?.time ?? -1)) continue;
    const rows = snapshot.boards.flatMap((board) => board.rows);
    const priceOf = (symbol: string) =>
      rows.find((row) => row.symbol === symbol && row.price !== null)?.price ?? null;
    const symbols = [...confluenceBySymbol(snapshot)].map(
      ([symbol, boards]) => [symbol, { boards, price: priceOf(symbol) }] as const,
    );
    accepted.push({ time, ranks: ranksByBoard(snapshot), symbols: new Map(symbols) });
  }
  return accepted;
}

function sinceLastGap(observations: Observations): Observations {
  const start = observations.findLastIndex((each, index) => {
    const before = observations[index - 1];
    return before === undefined || gapBetween(before.time, each.time, MAX_GAP_MS) !== 'none';
  });
  return observations.slice(Math.max(0, start));
}

/** Splits the last market day at its gaps. */
function partsOfDay(observations: Observations): ReadonlyArray<Observations> {
  let parts: Array<Array<Observation>> = [];
  let last: Observation | undefined;
  for (const each of observations) {
    const gap = last === undefined ? 'day' : gapBetween(last.time, each.time, MAX_GAP_MS);
    if (gap === 'day') parts = [];
    if (gap !== 'none') parts.push([]);
    parts.at(-1)?.push(each);
    last = each;
  }
  return parts;
}

const rankIn = ({ ranks }: Observation, board: string, symbol: string) =>
  ranks.get(board)?.get(symbol) ?? null;

type EndedOnBoard = NonNullable<ReturnType<typeof endedStayAt>> & { readonly board: string };

/** A stay continues over one snapshot without the symbol. */
function staysIn(part: Observations, board: string, symbol: string): ReadonlyArray<EndedOnBoard> {
  const present = part.flatMap((each, index) => (rankIn(each, board, symbol) === null ? [] : [index]));
  const runs: Array<Array<number>> = [];
  for (const index of present) {
    const run = runs.at(-1);
    if (run === undefined || index - (run.at(-1) ?? 0) > 2) runs.push([index]);
    else run.push(index);
  }
  return runs.map((run) => {
    const rows = run.flatMap((index) => part[index] ?? []);
    const before = part[(run[0] ?? 0) - 1];
    const isAtLeast = before === undefined || !before.ranks.has(board);
    const missing = part[(run.at(-1) ?? 0) + 1];
    return {
      board,
      since: rows[0]?.time ?? 0,
      milliseconds: (rows.at(-1)?.time ?? 0) - (rows[0]?.time ?? 0),
      isAtLeast,
      rank: rows.map((each) => rankIn(each, board, symbol)).at(-1) ?? 0,
      leftAt: missing?.time ?? part.at(-1)?.time ?? 0,
    };
  });
}

function staysOfDay(observations: Observations, board: string, symbol: string): ReadonlyArray<EndedOnBoard> {
  return partsOfDay(observations).flatMap((part) => staysIn(part, board, symbol));
}

function naiveStay(
  observations: Observations,
  board: string,
  symbol: string,
): (Stay & { readonly board: string }) | null {
  const last = observations.at(-1);
  const stay = staysOfDay(observations, board, symbol).at(-1);
  if (stay === undefined || last === undefined || rankIn(last, board, symbol) === null) return null;
  const { leftAt: _, ...current } = stay;
  return current;
}

function naivePastStays(
  observations: Observations,
  boards: ReadonlyArray<string>,
  symbol: string,
): ReadonlyArray<EndedOnBoard> {
  const past = boards.flatMap((board) =>
    naiveStay(observations, board, symbol) === null && observations.at(-1)?.ranks.has(board) === true
      ? staysOfDay(observations, board, symbol).slice(-1)
      : [],
  );
  return past.sort((a, b) => b.leftAt - a.leftAt);
}

/** Returns undefined for the snapshots before the symbol is first seen on this day. */
function scoresIn(part: Observations, symbol: string, wasSeen: boolean): ReadonlyArray<number | undefined> {
  const first = part.findIndex(({ symbols }) => symbols.has(symbol));
  return part.map(({ symbols }, index) =>
    wasSeen || (first !== -1 && index >= first) ? (symbols.get(symbol)?.boards ?? 0) : undefined,
  );
}

function naiveRecord(observations: Observations, symbol: string) {
  const parts = partsOfDay(observations);
  const firstSeen = parts.flat().find(({ symbols }) => symbols.has(symbol))?.time;
  const part = parts.at(-1);
  if (firstSeen === undefined || part === undefined) return null;
  const scores = scoresIn(part, symbol, firstSeen < (part[0]?.time ?? 0));
  const boards = scores.at(-1) ?? 0;
  const start = scores.findLastIndex((score) => score !== boards) + 1;
  const isAtLeast = start === 0;
  const previousBoards = isAtLeast ? null : (scores[start - 1] ?? 0);
  return { firstSeen, boardsSince: part[start]?.time ?? 0, isAtLeast, previousBoards };
}

export function naivePath(kept: ReadonlyArray<Observation>, boards: ReadonlyArray<string>, symbol: string) {
  const newest = kept.at(-1);
  if (newest === undefined) return null;
  const { ranks } = newest;
  const day = kept.filter(({ time }) => marketDayOf(time) === marketDayOf(newest.time));
  const places = [...ranks.keys()].flatMap((board) => {
    const stay = naiveStay(kept, board, symbol);
    if (stay === null) return [];
    const trail = day.map((each) => ({ time: each.time, value: each.ranks.get(board)?.get(symbol) ?? null }));
    return [{ ...stay, trail }];
  });
  return {
    lastSeenAt: kept.findLast(({ symbols }) => symbols.has(symbol))?.time ?? null,
    places,
    left: naivePastStays(kept, boards, symbol),
    record: naiveRecord(kept, symbol),
    points: day.map(({ time, symbols }) => {
      const { boards = 0, price = null } = symbols.get(symbol) ?? {};
      return { time, boards, price };
    }),
  };
}

/** Takes the last rank in each of eight buckets of time since the last gap. */
export function naiveTrend(followed: ReadonlyArray<Observation>, board: string, symbol: string): Trend {
  const end = followed.at(-1)?.time ?? 0;
  const known = sinceLastGap(followed).filter(({ time }) => end - time < 30 * MINUTE_MS);
  let before: number | null | undefined;
  return Array.from({ length: 8 }, (_, bucket) => {
    const [from, to] = [7 - bucket, 8 - bucket].map((each) => each * 3.75 * MINUTE_MS);
    const inside = known.filter(({ time }) => end - time >= (from ?? 0) && end - time < (to ?? 0));
    const ranks = inside.map(({ ranks }) => ranks.get(board)?.get(symbol) ?? null);
    if (ranks.length > 0) before = ranks.findLast((rank) => rank !== null) ?? null;
    return before;
  });
}
