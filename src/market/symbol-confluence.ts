import type { BoardRow } from '../service/snapshot.ts';
import { SHARED_CONFLUENCE } from './catalogue.ts';
import { compareBy, matches, type Selection } from './selection.ts';
import { boardKeys, ranksOf, type SnapshotIn, type SymbolStandings, standingsIn } from './standings.ts';

export type SymbolConfluence = Readonly<ReturnType<typeof rankByConfluence>[number]>;

/** Without `sort`, orders by total, top play, best rank and symbol. */
export function rankByConfluence(snapshots: ReadonlyArray<SnapshotIn>, selection: Selection) {
  const { minBoards = 0, sort, boards: keys, limit, ...filters } = selection;
  const ranked = standingsIn(snapshots, { boards: keys, limit })
    .filter(({ symbol, standings }) =>
      standings.some(
        ({ boards, bias, placements }) => placements.length > 0 && matches({ symbol, boards, bias }, filters),
      ),
    )
    // Keep the spread last: Node 20 is slow at adding properties after it.
    .map((entry) => ({
      /** Includes boards and ranks that are not selected. */
      total: entry.standings.reduce((sum, { boards }) => sum + boards, 0),
      bestRank: bestRank(entry),
      isTopPlay: snapshots.some(({ snapshot }) => snapshot.topPlay?.symbol === entry.symbol),
      ...entry,
    }))
    .filter(({ total }) => total >= minBoards)
    .sort(
      (a, b) =>
        b.total - a.total ||
        Number(b.isTopPlay) - Number(a.isTopPlay) ||
        compareBy(a.bestRank, b.bestRank, { isAscending: true }) ||
        compareBy(a.symbol, b.symbol, { isAscending: true }),
    );
  if (sort !== undefined)
    ranked.sort((a, b) => compareBy(sort.valueOf(rowOf(a)), sort.valueOf(rowOf(b)), sort));
  return ranked.map((entry, index) => ({
    place: index + 1,
    ...entry,
  }));
}

function bestRank({ standings }: SymbolStandings): number | null {
  const ranks = standings.flatMap(({ placements }) => placements.flatMap(({ row }) => row.rank ?? []));
  return ranks.sort((a, b) => a - b)[0] ?? null;
}

/** Omits timeframes in which the symbol is on no board. */
export function confluenceJson({ symbol, name, price, volume, total, standings }: SymbolConfluence) {
  const byTimeframe = <T>(read: (standing: (typeof standings)[number]) => T) =>
    Object.fromEntries(standings.map((standing) => [standing.timeframe, read(standing)]));
  return {
    symbol,
    name,
    price,
    volume,
    total,
    timeframes: byTimeframe(({ boards }) => boards),
    boards: byTimeframe(boardKeys),
    asOf: byTimeframe(({ asOf }) => asOf),
    dayPct: byTimeframe(({ dayPct }) => dayPct),
    bias: byTimeframe(({ bias }) => bias),
    ranks: byTimeframe(ranksOf),
  };
}

export function onSharedBoards(entries: ReadonlyArray<SymbolConfluence>): ReadonlyArray<SymbolConfluence> {
  return entries.filter(({ total }) => total >= SHARED_CONFLUENCE);
}

function rowOf(entry: Omit<SymbolConfluence, 'place'>): BoardRow {
  const { bestRank: rank, total: boards, standings } = entry;
  return { ...entry, rank, boards, bias: standings[0]?.bias ?? null, metric: null, tag: null };
}
