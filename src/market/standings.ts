import { groupBy } from '../lib/group-by.ts';
import type { Board, BoardRow, Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Timeframe } from './catalogue.ts';
import { isAll, type Selection, selectBoards } from './selection.ts';
import { tickerKey } from './ticker.ts';

export interface Placement {
  readonly board: string;
  readonly row: BoardRow;
}

type Placed = { readonly placements: ReadonlyArray<Placement> };

export type Standing = Readonly<ReturnType<typeof standingOf>>;
export type SymbolStandings = Readonly<ReturnType<typeof summarize>>;
/** The placements are empty if the snapshot does not list the symbol. */
export type SymbolFigures = SymbolStandings & Standing;

export type SnapshotIn = Pick<TimeframeSnapshot, 'timeframe' | 'snapshot'>;

/** With `tickers`, includes unlisted ones. `boards` and `limit` narrow placements, not figures. */
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

export function boardKeys({ placements }: Placed): ReadonlyArray<string> {
  return [...new Set(placements.map(({ board }) => board))];
}

/** If a board lists a symbol twice, its first rank counts, as in events. */
export function ranksOf({ placements }: Placed): Readonly<Record<string, number | null>> {
  const ranks = new Map<string, number | null>();
  for (const { board, row } of placements) if (!ranks.has(board)) ranks.set(board, row.rank);
  return Object.fromEntries(ranks);
}

function standingOf(timeframe: Timeframe, asOf: string | null, placements: ReadonlyArray<Placement>) {
  return {
    timeframe,
    asOf,
    /** The score counts only ranks 1 to 5, so it can be lower than the number of placements. */
    boards: firstKnown(placements, 'boards') ?? boardKeys({ placements }).length,
    bias: firstKnown(placements, 'bias'),
    /** Percent over the window of the timeframe. */
    dayPct: firstKnown(placements, 'dayPct'),
    placements,
  };
}

function summarize(ticker: string, standings: ReadonlyArray<Standing>) {
  // Prefer any other timeframe to scalp, whose window is only minutes long.
  const listed = standings.filter(({ placements }) => placements.length > 0);
  const headline = listed.find(({ timeframe }) => timeframe !== 'scalp') ?? listed[0];
  const placements = [headline, ...standings].flatMap((standing) => standing?.placements ?? []);
  return {
    symbol: firstKnown(placements, 'symbol') ?? cleanText(ticker),
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

/** Includes timeframes in which the symbol is on no board. */
export function symbolJson({ symbol, name, standings }: SymbolStandings) {
  const timeframes = standings.map(({ timeframe, asOf, boards, bias, placements }) => {
    const places = placements.map(({ board, row: { rank, metric, tag } }) => ({ board, rank, metric, tag }));
    return [timeframe, { asOf, boards, bias, placements: places }] as const;
  });
  return { symbol, name, timeframes: Object.fromEntries(timeframes) };
}
