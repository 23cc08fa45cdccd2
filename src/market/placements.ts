import type { Bias, Timeframe } from '../vocabulary.ts';
import { collectStandings, type SnapshotIn, type Standing, type SymbolStandings } from './standings.ts';

/** The placements of a ticker in each snapshot, including the snapshots without it. */
export interface TickerPlacements extends SymbolStandings {
  /** Keys of the boards it is on, by descending number of timeframes, then by best rank. */
  readonly boards: ReadonlyArray<string>;
}

/** One entry per ticker, in the given order. Matching ignores case. */
export function findPlacements(
  tickers: ReadonlyArray<string>,
  snapshots: ReadonlyArray<SnapshotIn>,
  boards?: ReadonlyArray<string> | undefined,
): ReadonlyArray<TickerPlacements> {
  const known = new Map(
    collectStandings(snapshots, boards).map((entry) => [entry.symbol.toUpperCase(), entry] as const),
  );
  return tickers.map((ticker) => {
    const entry = known.get(ticker.toUpperCase()) ?? withoutStandings(ticker);
    return {
      ...entry,
      standings: snapshots.map(
        ({ timeframe, snapshot }) =>
          entry.standings.find((standing) => standing.timeframe === timeframe) ??
          emptyStanding(timeframe, snapshot.asOf),
      ),
      boards: sortBoards(entry.standings),
    };
  });
}

interface PlacementJson {
  readonly board: string;
  readonly rank: number | null;
  readonly metric: string | null;
  readonly tag: string | null;
}

interface StandingJson {
  readonly asOf: string | null;
  readonly boards: number;
  readonly bias: Bias | null;
  readonly placements: ReadonlyArray<PlacementJson>;
}

export interface TickerJson {
  readonly symbol: string;
  readonly name: string | null;
  readonly timeframes: Readonly<Record<string, StandingJson>>;
}

/** The output of `symbol --json` for one ticker. Timeframes in which it is on no board are included. */
export function placementsJson({ symbol, name, standings }: TickerPlacements): TickerJson {
  const timeframes = standings.map(
    ({ timeframe, asOf, boards, bias, placements }) =>
      [
        timeframe,
        {
          asOf,
          boards,
          bias,
          placements: placements.map(({ board, row: { rank, metric, tag } }) => ({
            board,
            rank,
            metric,
            tag,
          })),
        },
      ] as const,
  );
  return { symbol, name, timeframes: Object.fromEntries(timeframes) };
}

function withoutStandings(ticker: string): SymbolStandings {
  return { symbol: ticker, name: null, price: null, dayPct: null, window: null, volume: null, standings: [] };
}

function emptyStanding(timeframe: Timeframe, asOf: string | null): Standing {
  return { timeframe, asOf, boards: 0, bias: null, dayPct: null, placements: [] };
}

function sortBoards(standings: ReadonlyArray<Standing>): ReadonlyArray<string> {
  const found = new Map<string, { readonly timeframes: Set<Timeframe>; readonly rank: number }>();
  for (const { timeframe, placements } of standings) {
    for (const { board, row } of placements) {
      const { timeframes, rank } = found.get(board) ?? { timeframes: new Set(), rank: Infinity };
      found.set(board, {
        timeframes: timeframes.add(timeframe),
        rank: Math.min(rank, row.rank ?? Infinity),
      });
    }
  }
  // Infinity - Infinity is NaN: two unknown ranks are equal.
  return [...found]
    .sort(([, a], [, b]) => b.timeframes.size - a.timeframes.size || a.rank - b.rank || 0)
    .map(([key]) => key);
}
