import { gapBetween, MAX_GAP_MS } from '../../src/market/market-day.ts';
import type { Observation } from '../../src/market/ranks.ts';
import type { EndedRun, Run, SymbolRecord } from '../../src/market/timeline/runs.ts';

type Observations = ReadonlyArray<Observation>;

/** The snapshots that the ledger accepts: those newer than all before. */
export function ascending(observations: Observations): Observations {
  const accepted: Array<Observation> = [];
  for (const each of observations) if (each.asOf > (accepted.at(-1)?.asOf ?? -1)) accepted.push(each);
  return accepted;
}

/** The newest snapshots, back to a hole or the first one. */
export function sinceLastHole(observations: Observations): Observations {
  const start = observations.findLastIndex((each, index) => {
    const before = observations[index - 1];
    return before === undefined || gapBetween(before.asOf, each.asOf, MAX_GAP_MS) !== 'none';
  });
  return observations.slice(Math.max(0, start));
}

/** The snapshots of the last market day, in parts without a hole. */
function partsOfDay(observations: Observations): ReadonlyArray<Observations> {
  let parts: Array<Array<Observation>> = [];
  let last: Observation | undefined;
  for (const each of observations) {
    const gap = last === undefined ? 'day' : gapBetween(last.asOf, each.asOf, MAX_GAP_MS);
    if (gap === 'day') parts = [];
    if (gap !== 'none') parts.push([]);
    parts.at(-1)?.push(each);
    last = each;
  }
  return parts;
}

const rankIn = ({ ranks }: Observation, board: string, symbol: string) =>
  ranks.get(board)?.get(symbol) ?? null;

/** The stints of a part: runs of snapshots with the symbol, joined where it is missing from only one. */
function stintsIn(
  part: Observations,
  board: string,
  symbol: string,
  wasBefore: boolean,
): ReadonlyArray<EndedRun> {
  const present = part.flatMap((each, index) => (rankIn(each, board, symbol) === null ? [] : [index]));
  const runs: Array<Array<number>> = [];
  for (const index of present) {
    const run = runs.at(-1);
    if (run === undefined || index - (run.at(-1) ?? 0) > 2) runs.push([index]);
    else run.push(index);
  }
  return runs.map((run, number) => {
    const rows = run.flatMap((index) => part[index] ?? []);
    const ranks = rows.map((each) => rankIn(each, board, symbol) ?? Infinity);
    const best = Math.min(...ranks);
    const isAtLeast = run[0] === 0;
    const missing = part[(run.at(-1) ?? 0) + 1];
    return {
      board,
      symbol,
      since: rows[0]?.asOf ?? 0,
      isAtLeast,
      isBack: !isAtLeast && (wasBefore || number > 0),
      rank: ranks.at(-1) ?? 0,
      best,
      leftAt: missing?.asOf ?? part.at(-1)?.asOf ?? 0,
      isLeftInHole: missing === undefined,
    };
  });
}

function stintsOfDay(observations: Observations, board: string, symbol: string): ReadonlyArray<EndedRun> {
  let all: ReadonlyArray<EndedRun> = [];
  for (const part of partsOfDay(observations))
    all = [...all, ...stintsIn(part, board, symbol, all.length > 0)];
  return all;
}

export function naiveStint(observations: Observations, board: string, symbol: string): Run | null {
  const last = observations.at(-1);
  const stint = stintsOfDay(observations, board, symbol).at(-1);
  if (stint === undefined || last === undefined || rankIn(last, board, symbol) === null) return null;
  const { leftAt: _, isLeftInHole: __, ...current } = stint;
  return current;
}

export function naivePastStints(
  observations: Observations,
  boards: ReadonlyArray<string>,
  symbol: string,
): ReadonlyArray<EndedRun> {
  const past = boards.flatMap((board) =>
    naiveStint(observations, board, symbol) === null
      ? stintsOfDay(observations, board, symbol).slice(-1)
      : [],
  );
  return past.sort((a, b) => b.leftAt - a.leftAt);
}

/** The confluence at each snapshot of a part; undefined while the symbol has not been seen on this day. */
function scoresIn(part: Observations, symbol: string, wasSeen: boolean): ReadonlyArray<number | undefined> {
  const first = part.findIndex(({ symbols }) => symbols.has(symbol));
  return part.map(({ symbols }, index) =>
    wasSeen || (first !== -1 && index >= first) ? (symbols.get(symbol)?.boards ?? 0) : undefined,
  );
}

export function naiveRecord(observations: Observations, symbol: string): SymbolRecord | null {
  const parts = partsOfDay(observations);
  const firstSeen = parts.flat().find(({ symbols }) => symbols.has(symbol))?.asOf;
  const part = parts.at(-1);
  if (firstSeen === undefined || part === undefined) return null;
  const scores = scoresIn(part, symbol, firstSeen < (part[0]?.asOf ?? 0));
  const boards = scores.at(-1) ?? 0;
  const start = scores.findLastIndex((score) => score !== boards) + 1;
  const isAtLeast = start === 0;
  const previousBoards = isAtLeast ? null : (scores[start - 1] ?? 0);
  return { firstSeen, boards, boardsSince: part[start]?.asOf ?? 0, isAtLeast, previousBoards };
}
