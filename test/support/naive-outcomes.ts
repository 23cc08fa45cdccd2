import type { Observation } from '../../src/market/ranks.ts';
import type { BodyRow } from './naive-observation.ts';

/** What became of a symbol on a board by the last snapshot: `rank 3`, `left at 1780000000000`; `after` if it left in a hole. */
export function naiveOutcome(
  observations: ReadonlyArray<Observation>,
  board: string,
  symbol: string,
): string {
  const isThere = ({ ranks }: Observation) => ranks.get(board)?.has(symbol) === true;
  const last = observations.findLastIndex(isThere);
  const [seen, next] = [observations[last], observations[last + 1]];
  if (seen === undefined) return 'left';
  if (next === undefined) return `rank ${seen.ranks.get(board)?.get(symbol)}`;
  return next.asOf - seen.asOf > 5 * 60_000 ? `left after ${seen.asOf}` : `left at ${next.asOf}`;
}

/**
 * What became of each symbol of a snapshot by the last of those that follow it: its boards or when it left all of them, and
 * the change of its price in percent; null where it left. Snapshots as their rows.
 */
export function naiveSymbolOutcomes(
  snapshots: ReadonlyArray<{ readonly time: string; readonly rows: ReadonlyArray<BodyRow> }>,
  index: number,
) {
  const [shown, newest] = [snapshots[index], snapshots.at(-1)];
  if (shown === undefined || newest === undefined) return [];
  return [...new Set(shown.rows.map(({ symbol }) => symbol))].map((symbol) => {
    const listed = newest.rows.find((row) => row.symbol === symbol);
    const [then, now] = [shown, newest].map(({ rows }) =>
      rows.find((row) => row.symbol === symbol && row.price !== null),
    );
    const gain = then?.price && now?.price ? ((now.price - then.price) / then.price) * 100 : null;
    if (listed !== undefined) return { symbol, now: String(listed.boards), gain };
    const last = snapshots.findLastIndex(({ rows }) => rows.some((row) => row.symbol === symbol));
    return { symbol, now: `left ${snapshots[last + 1]?.time}`, gain: null };
  });
}
