import { groupBy } from '../group-by.ts';
import type { Board, BoardRow, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Bias, Timeframe } from '../vocabulary.ts';
import { selectBoards } from './selection.ts';

/** A symbol on one board. */
export interface Placement {
  readonly board: string;
  readonly row: BoardRow;
}

/** A symbol in one timeframe. */
export interface Standing {
  readonly timeframe: Timeframe;
  readonly asOf: string | null;
  /**
   * Confluence: the score of the service, which counts the top 5 of each board and can be lower than
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

/** A snapshot with the timeframe that it was requested for. */
export type SnapshotIn = Pick<TimeframeSnapshot, 'timeframe' | 'snapshot'>;

/** Every symbol of the snapshots, in order of first appearance. `boards` restricts the search to these keys. */
export function collectStandings(
  snapshots: ReadonlyArray<SnapshotIn>,
  boards?: ReadonlyArray<string> | undefined,
): ReadonlyArray<SymbolStandings> {
  const found = snapshots.flatMap(({ timeframe, snapshot }) =>
    [...placementsByTicker(selectBoards(snapshot, { boards }))].map(([ticker, placements]) => ({
      ticker,
      standing: standingOf(timeframe, snapshot.asOf, placements),
    })),
  );
  const byTicker = groupBy(found, ({ ticker }) => ticker);
  return [...byTicker].map(([ticker, group]) =>
    summarize(
      ticker,
      group.map(({ standing }) => standing),
    ),
  );
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

function placementsByTicker(boards: ReadonlyArray<Board>): ReadonlyMap<string, ReadonlyArray<Placement>> {
  const placements = boards.flatMap(({ key, rows }) =>
    rows.flatMap((row) => (row.symbol === null ? [] : [{ board: key, row }])),
  );
  return groupBy(placements, ({ row }) => row.symbol?.toUpperCase() ?? '');
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
