import type { Board, BoardRow, TimeframeSnapshot } from '../api/snapshot.ts';
import type { Bias, Timeframe } from '../vocabulary.ts';
import { selectBoards } from './selection.ts';

/** A symbol on one board. */
interface Placement {
  readonly board: string;
  readonly row: BoardRow;
}

/** A symbol in one timeframe. */
export interface Standing {
  readonly timeframe: Timeframe;
  readonly asOf: string | null;
  /**
   * Confluence: the score of the service, which counts the top 5 of each board (api.md section 2.6) and can be lower than
   * the number of placements. The number of boards if the service returned no score.
   */
  readonly boards: number;
  readonly bias: Bias | null;
  /** Percent over the window of the timeframe. */
  readonly dayPct: number | null;
  readonly placements: ReadonlyArray<Placement>;
}

/** A symbol with one standing for each timeframe in which it is on a board. */
export interface SymbolStandings {
  readonly symbol: string;
  readonly name: string | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  /** The timeframe whose window `dayPct` covers. */
  readonly window: Timeframe | null;
  readonly volume: number | null;
  readonly standings: ReadonlyArray<Standing>;
}

/** Every symbol of the snapshots, in order of first appearance. `boards` restricts the search to these keys. */
export function collectStandings(
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  boards?: ReadonlyArray<string> | undefined,
): ReadonlyArray<SymbolStandings> {
  const bySymbol = new Map<string, Array<Standing>>();
  for (const { timeframe, snapshot } of snapshots) {
    for (const [ticker, placements] of groupByTicker(selectBoards(snapshot, { boards }))) {
      const standing = standingOf(timeframe, snapshot.asOf, placements);
      const others = bySymbol.get(ticker);
      if (others === undefined) bySymbol.set(ticker, [standing]);
      else others.push(standing);
    }
  }
  return [...bySymbol].map(([ticker, standings]) => summarize(ticker, standings));
}

/** Keys of the boards of a standing, without duplicates. */
export function boardKeys({ placements }: Pick<Standing, 'placements'>): ReadonlyArray<string> {
  return [...new Set(placements.map(({ board }) => board))];
}

/** The best rank over all boards and timeframes; null if no rank is known. */
export function bestRank(standings: ReadonlyArray<Standing>): number | null {
  const ranks = standings.flatMap(({ placements }) => placements.map(({ row }) => row.rank ?? Infinity));
  const best = ranks.reduce((lowest, rank) => Math.min(lowest, rank), Infinity);
  return best === Infinity ? null : best;
}

function groupByTicker(boards: ReadonlyArray<Board>): ReadonlyMap<string, ReadonlyArray<Placement>> {
  const groups = new Map<string, Array<Placement>>();
  for (const { key, rows } of boards) {
    for (const row of rows) {
      if (row.symbol === null) continue;
      const ticker = row.symbol.toUpperCase();
      const placement = { board: key, row };
      const others = groups.get(ticker);
      if (others === undefined) groups.set(ticker, [placement]);
      else others.push(placement);
    }
  }
  return groups;
}

function standingOf(
  timeframe: Timeframe,
  asOf: string | null,
  placements: ReadonlyArray<Placement>,
): Standing {
  return {
    timeframe,
    asOf,
    boards: firstKnown(placements, 'boards') ?? boardKeys({ placements }).length,
    bias: firstKnown(placements, 'bias'),
    dayPct: firstKnown(placements, 'dayPct'),
    placements,
  };
}

function summarize(ticker: string, standings: ReadonlyArray<Standing>): SymbolStandings {
  // The window of scalp is only minutes long, so another timeframe is preferred for the headline figures.
  const headline = standings.find(({ timeframe }) => timeframe !== 'scalp') ?? standings[0];
  const placements = [headline, ...standings].flatMap((standing) => standing?.placements ?? []);
  return {
    symbol: firstKnown(placements, 'symbol') ?? ticker,
    name: firstKnown(placements, 'name'),
    price: firstKnown(placements, 'price'),
    dayPct: headline?.dayPct ?? null,
    window: headline?.timeframe ?? null,
    volume: firstKnown(placements, 'volume'),
    standings,
  };
}

function firstKnown<Field extends keyof BoardRow>(
  placements: ReadonlyArray<Placement>,
  field: Field,
): BoardRow[Field] | null {
  return placements.find(({ row }) => row[field] !== null)?.row[field] ?? null;
}
