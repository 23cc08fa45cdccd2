import type { TimeframeSnapshot } from '../api/snapshot.ts';
import type { Bias, Timeframe } from '../vocabulary.ts';
import { collectStandings, type Standing, type SymbolStandings } from './standings.ts';

/** Where a ticker stands in each of the snapshots, those that lack it included. */
export interface TickerPlacements extends SymbolStandings {
  /** The boards it is on: those of most timeframes first, then by best rank. */
  readonly boards: ReadonlyArray<string>;
}

/** One entry per ticker, in the order given. Matching ignores case. */
export function findPlacements(
  tickers: ReadonlyArray<string>,
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  boards?: ReadonlyArray<string> | undefined,
): ReadonlyArray<TickerPlacements> {
  const known = new Map(
    collectStandings(snapshots, boards).map((entry) => [entry.symbol.toUpperCase(), entry] as const),
  );
  return tickers.map((ticker) => {
    const entry = known.get(ticker.toUpperCase()) ?? nowhere(ticker);
    return {
      ...entry,
      standings: snapshots.map(
        ({ timeframe, snapshot }) =>
          entry.standings.find((standing) => standing.timeframe === timeframe) ??
          absentFrom(timeframe, snapshot.asOf),
      ),
      boards: byStrength(entry.standings),
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

/** A ticker as `symbol --json` gives it; each timeframe is there, also one in which the ticker is on no board. */
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

function nowhere(ticker: string): SymbolStandings {
  return { symbol: ticker, name: null, price: null, dayPct: null, window: null, volume: null, standings: [] };
}

function absentFrom(timeframe: Timeframe, asOf: string | null): Standing {
  return { timeframe, asOf, boards: 0, bias: null, dayPct: null, placements: [] };
}

function byStrength(standings: ReadonlyArray<Standing>): ReadonlyArray<string> {
  const strengths = new Map<string, { readonly timeframes: Set<Timeframe>; readonly rank: number }>();
  for (const { timeframe, placements } of standings) {
    for (const { board, row } of placements) {
      const { timeframes, rank } = strengths.get(board) ?? { timeframes: new Set(), rank: Infinity };
      strengths.set(board, {
        timeframes: timeframes.add(timeframe),
        rank: Math.min(rank, row.rank ?? Infinity),
      });
    }
  }
  // Two unknown ranks differ by NaN, which counts as equal.
  return [...strengths]
    .sort(([, a], [, b]) => b.timeframes.size - a.timeframes.size || a.rank - b.rank || 0)
    .map(([key]) => key);
}
