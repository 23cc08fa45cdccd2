import type { Body } from './naive-observation.ts';
import { rowsOf } from './naive-observation.ts';

interface Change {
  readonly type: string;
  readonly asOf: string;
  readonly timeframe: string;
  readonly board: string | null;
  readonly symbol: string | null;
  readonly from: string | number | null;
  readonly to: string | number | null;
}

/** The changes between two snapshots, by comparing all that they say. In any order. */
export function naiveChanges(before: Body, after: Body): ReadonlyArray<Change> {
  const { asOf, timeframe } = after;
  const changes: Array<Change> = [];
  const add = (
    type: string,
    [board, symbol]: readonly [board: string | null, symbol: string | null],
    [from, to]: readonly [from: Change['from'], to: Change['to']],
  ) => changes.push({ type, asOf, timeframe, board, symbol, from, to });
  if (before.session !== after.session) add('session', [null, null], [before.session, after.session]);
  const [wasTop, isTop] = [before.topPlay?.symbol ?? null, after.topPlay?.symbol ?? null];
  if (wasTop !== isTop) add('topPlay', [null, isTop], [wasTop, isTop]);
  const [old, current] = [rowsOf(before), rowsOf(after)];
  for (const { board, symbol, rank } of current) {
    const was = old.find((row) => row.board === board && row.symbol === symbol);
    if (was === undefined) add('entered', [board, symbol], [null, rank]);
    else if (was.rank !== rank) add('moved', [board, symbol], [was.rank, rank]);
  }
  for (const { board, symbol, rank } of old) {
    const is = current.find((row) => row.board === board && row.symbol === symbol);
    if (is === undefined) add('left', [board, symbol], [rank, null]);
  }
  for (const symbol of new Set([...old, ...current].map((row) => row.symbol))) {
    const was = old.find((row) => row.symbol === symbol);
    const is = current.find((row) => row.symbol === symbol);
    const [from, to] = [was?.boards ?? 0, is?.boards ?? 0];
    if (from !== to) add('confluence', [null, symbol], [from, to]);
    if (was !== undefined && is !== undefined && was.bias !== is.bias)
      add('bias', [null, symbol], [was.bias, is.bias]);
  }
  return changes;
}
