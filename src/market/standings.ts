import { groupBy } from '../lib/group-by.ts';
import type { Board, BoardRow, Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Timeframe } from './catalogue.ts';
import { isAll, type Selection, selectBoards } from './selection.ts';
import { tickerKey } from './ticker.ts';

/** A symbol on one board. */
export interface Placement {
  readonly board: string;
  readonly row: BoardRow;
}

type Placed = { readonly placements: ReadonlyArray<Placement> };

/** A symbol in one timeframe. */
export type Standing = Readonly<ReturnType<typeof standingOf>>;
/** A symbol in some timeframes. */
export type SymbolStandings = Readonly<ReturnType<typeof summarize>>;
/** A symbol in one snapshot; without placements if the snapshot does not have it. */
export type SymbolFigures = SymbolStandings & Standing;

/** A snapshot with the timeframe that it was requested for. */
export type SnapshotIn = Pick<TimeframeSnapshot, 'timeframe' | 'snapshot'>;

/**
 * An entry for each ticker, with a standing for each snapshot; without tickers for each symbol, in order of first appearance, with a
 * standing for each snapshot that lists it. Only the placements on these boards and ranks are kept; figures and the number of boards
 * do not depend on them. Matching ignores case.
 */
export function standingsIn(
  snapshots: ReadonlyArray<SnapshotIn>,
  {
    tickers,
    ...part
  }: { readonly tickers?: ReadonlyArray<string> } & Pick<Selection, 'boards' | 'limit'> = {},
): ReadonlyArray<SymbolStandings> {
  const listed = snapshots.map(({ timeframe, snapshot }) => {
    const all = placementsByTicker(snapshot.boards);
    const kept = isAll(part) ? all : placementsByTicker(selectBoards(snapshot, part));
    return { timeframe, asOf: snapshot.asOf, all, kept };
  });
  const names = tickers ?? [...new Set(listed.flatMap(({ all }) => [...all.keys()]))];
  return names.map((ticker) => {
    const key = tickerKey(ticker);
    const meant = listed.filter(({ all }) => tickers !== undefined || all.has(key));
    const standings = meant.map(({ timeframe, asOf, all }) =>
      standingOf(timeframe, asOf, all.get(key) ?? []),
    );
    const placed = standings.map((standing, index) => ({
      ...standing,
      placements: meant[index]?.kept.get(key) ?? [],
    }));
    return { ...summarize(ticker, standings), standings: placed };
  });
}

export function figuresIn(snapshot: Snapshot, timeframe: Timeframe, symbol: string): SymbolFigures {
  const placements = placementsByTicker(snapshot.boards).get(tickerKey(symbol)) ?? [];
  const standing = standingOf(timeframe, snapshot.asOf, placements);
  return { ...summarize(symbol, [standing]), ...standing };
}

function placementsByTicker(boards: ReadonlyArray<Board>): ReadonlyMap<string, ReadonlyArray<Placement>> {
  const placements = boards.flatMap(({ key, rows }) =>
    rows.flatMap((row) => (row.symbol === null ? [] : [{ board: key, row }])),
  );
  return groupBy(placements, ({ row }) => tickerKey(row.symbol ?? ''));
}

/** Keys of the boards of a standing, without duplicates. */
export function boardKeys({ placements }: Placed): ReadonlyArray<string> {
  return [...new Set(placements.map(({ board }) => board))];
}

/** The rank on each board; where one lists a symbol twice, the first, as events have it. */
export function ranksOf({ placements }: Placed): Readonly<Record<string, number | null>> {
  const ranks = new Map<string, number | null>();
  for (const { board, row } of placements) if (!ranks.has(board)) ranks.set(board, row.rank);
  return Object.fromEntries(ranks);
}

function standingOf(timeframe: Timeframe, asOf: string | null, placements: ReadonlyArray<Placement>) {
  return {
    timeframe,
    asOf,
    /**
     * Confluence: the score of the service, which counts the top 5 of each board and can be lower than the number of placements. The
     * number of boards if the service returned no score.
     */
    boards: firstKnown(placements, 'boards') ?? boardKeys({ placements }).length,
    bias: firstKnown(placements, 'bias'),
    /** Percent over the window of the timeframe. */
    dayPct: firstKnown(placements, 'dayPct'),
    placements,
  };
}

function summarize(ticker: string, standings: ReadonlyArray<Standing>) {
  // The window of scalp is only minutes long, so another timeframe is preferred for the headline figures.
  const listed = standings.filter(({ placements }) => placements.length > 0);
  const headline = listed.find(({ timeframe }) => timeframe !== 'scalp') ?? listed[0];
  const placements = [headline, ...standings].flatMap((standing) => standing?.placements ?? []);
  return {
    symbol: firstKnown(placements, 'symbol') ?? cleanText(ticker),
    name: firstKnown(placements, 'name'),
    price: firstKnown(placements, 'price'),
    dayPct: headline?.dayPct ?? null,
    /** The timeframe whose window `dayPct` covers. */
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

/** A ticker in `symbol --json`. Timeframes in which it is on no board are included. */
export function symbolJson({ symbol, name, standings }: SymbolStandings) {
  const timeframes = standings.map(({ timeframe, asOf, boards, bias, placements }) => {
    const places = placements.map(({ board, row: { rank, metric, tag } }) => ({ board, rank, metric, tag }));
    return [timeframe, { asOf, boards, bias, placements: places }] as const;
  });
  return { symbol, name, timeframes: Object.fromEntries(timeframes) };
}
