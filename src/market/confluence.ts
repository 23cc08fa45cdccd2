import type { BoardRow, TimeframeSnapshot } from '../service/snapshot.ts';
import { SHARED_CONFLUENCE } from '../vocabulary.ts';
import { compareBy, matches, type Selection } from './selection.ts';
import { bestRank, boardKeys, collectStandings, type SymbolStandings } from './standings.ts';

/** A symbol with its confluence. */
export interface SymbolConfluence extends SymbolStandings {
  /** Sum of the scores of all timeframes. */
  readonly total: number;
  /** The place in the order of the ranking, from 1. */
  readonly place: number;
  /** The best rank on any board. */
  readonly bestRank: number | null;
  /** Whether it is the top play of one of the timeframes. */
  readonly isTopPlay: boolean;
}

/**
 * The symbols that match the selection in at least one snapshot, sorted by total confluence, then the top play, best rank, symbol.
 * `selection.sort` takes precedence.
 */
export function rankByConfluence(
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  selection: Selection,
): ReadonlyArray<SymbolConfluence> {
  const { sort } = selection;
  const ranked = collectStandings(snapshots, selection.boards ?? undefined)
    .filter(({ symbol, standings }) =>
      standings.some(({ boards, bias }) => matches({ symbol, boards, bias }, selection)),
    )
    .map((entry) => ({
      ...entry,
      total: entry.standings.reduce((sum, { boards }) => sum + boards, 0),
      bestRank: bestRank(entry.standings),
      isTopPlay: snapshots.some(({ snapshot }) => snapshot.topPlay?.symbol === entry.symbol),
    }))
    .sort(
      (a, b) =>
        b.total - a.total ||
        Number(b.isTopPlay) - Number(a.isTopPlay) ||
        compareBy(a.bestRank, b.bestRank, { isAscending: true }) ||
        compareBy(a.symbol, b.symbol, { isAscending: true }),
    );
  if (sort != null) ranked.sort((a, b) => compareBy(sort.valueOf(rowOf(a)), sort.valueOf(rowOf(b)), sort));
  return ranked.map((entry, index) => ({ ...entry, place: index + 1 }));
}

/** The output of `confluence --json` for one symbol. Timeframes in which it is on no board are omitted. */
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
    ranks: byTimeframe((standing) =>
      Object.fromEntries(
        // Where a board lists a symbol twice, its first rank, as events have it.
        boardKeys(standing).map((key) => [
          key,
          standing.placements.find(({ board }) => board === key)?.row.rank ?? null,
        ]),
      ),
    ),
  };
}

/** Those on which boards agree. */
export function onSharedBoards(entries: ReadonlyArray<SymbolConfluence>): ReadonlyArray<SymbolConfluence> {
  return entries.filter(({ total }) => total >= SHARED_CONFLUENCE);
}

/** What an order compares: the best rank on any board, the total, and the bias of the first timeframe. */
function rowOf(entry: Omit<SymbolConfluence, 'place'>): BoardRow {
  const { bestRank: rank, total: boards, standings } = entry;
  return { ...entry, rank, boards, bias: standings[0]?.bias ?? null, metric: null, tag: null };
}
