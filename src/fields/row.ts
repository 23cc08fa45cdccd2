import { type Reading, SECOND_MS } from '../lib/time.ts';
import type { Bias } from '../market/catalogue.ts';
import type { SymbolStandings } from '../market/standings.ts';
import { onSharedBoards, rankByConfluence, type SymbolConfluence } from '../market/symbol-confluence.ts';
import type { OutcomesAcross, SymbolOutcomes } from '../market/symbol-outcomes.ts';
import { tickerKey } from '../market/ticker.ts';
import type { Board, Snapshot, TimeframeSnapshot, TopPlay } from '../service/snapshot.ts';
import { type DataOrigin, labelTexts } from './data-origin.ts';
import type { Field, Origin, Row, Value } from './field.ts';

/** `source` is empty for live data, else what labels it: `SANDBOX`, `RECORDED 10:15:02 EST`. */
export function originOf(
  { snapshot, ...origin }: DataOrigin & { readonly snapshot: SharedSnapshot },
  reading: Reading,
): Origin {
  const { timeframe, asOf, time, session } = snapshot;
  const [source = ''] = labelTexts(origin, time, reading);
  // A snapshot may be dated some seconds ahead.
  const dataAge = time === null ? null : Math.max(0, Math.floor((reading.now - time) / SECOND_MS));
  return { timeframe, asOf, time, session, dataAge, source };
}

/** A snapshot, or several as one: `5 timeframes`. */
export type SharedSnapshot = Omit<Snapshot, 'timeframe'> & { readonly timeframe: string };

/** The oldest of several snapshots, with `5 timeframes` as its timeframe; null if there is none. */
export function sharedSnapshot(snapshots: ReadonlyArray<Snapshot>): SharedSnapshot | null {
  const [oldest] = [...snapshots].sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  if (oldest === undefined) return null;
  return {
    ...oldest,
    timeframe: snapshots.length === 1 ? oldest.timeframe : `${snapshots.length} timeframes`,
  };
}

/** Of several snapshots: the oldest of their times. */
export function sharedOrigin(snapshots: ReadonlyArray<TimeframeSnapshot>, reading: Reading): Origin {
  const shared = sharedSnapshot(snapshots.map(({ snapshot }) => snapshot));
  if (shared === null) return {};
  const isSimulated = snapshots.some((each) => each.isSimulated);
  const isRecorded = snapshots.some((each) => each.isRecorded);
  return originOf({ snapshot: shared, isSimulated, isRecorded }, reading);
}

/** The rows of a board, or of one of its groups. */
export function rowsOf(
  { key: board, rows }: Pick<Board, 'key' | 'rows'>,
  origin: Origin,
  outcomes?: SymbolOutcomes | null,
): ReadonlyArray<Row> {
  return rows.map((row) => ({ board, outcome: outcomes?.find(row.symbol), ...origin, ...row }));
}

/** The values of these fields by name, as JSON has them. */
export function valuesOf(row: Row, fields: ReadonlyArray<Field>): Readonly<Record<string, Value>> {
  return Object.fromEntries(fields.map(({ id, raw }) => [id, raw(row)]));
}

const NO_PLACE = { rank: null, metric: null, tag: null } as const;

export function topPlayRow(topPlay: TopPlay, origin: Origin = {}, outcomes?: SymbolOutcomes | null): Row {
  return { ...NO_PLACE, ...topPlay, ...origin, outcome: outcomes?.find(topPlay.symbol) };
}

/** A symbol by its confluence: its rank is its place among all, `boards` the sum of its scores. */
export function confluenceRow(entry: SymbolConfluence, origin: Origin = {}, outcome?: Row['outcome']): Row {
  // Written out, because a spread of the entry is much slower.
  const { place, symbol, name, price, dayPct, volume, total, standings, isTopPlay } = entry;
  const bias = sharedBias(standings);
  const figures = { rank: place, symbol, name, price, dayPct, volume, boards: total, bias };
  return { ...figures, metric: null, tag: null, standings, isTopPlay, outcome, ...origin };
}

/** The top play, then the symbols on two boards or more in the order of confluence. */
export function hotRows(
  snapshot: Snapshot,
  origin: Origin,
  outcomes?: SymbolOutcomes | null,
): ReadonlyArray<Row> {
  const { topPlay } = snapshot;
  const entries = rankByConfluence([{ timeframe: snapshot.timeframe, snapshot }], {});
  const top = topPlay?.symbol == null ? null : tickerKey(topPlay.symbol);
  const isTop = ({ symbol }: SymbolConfluence) => tickerKey(symbol) === top;
  const shared = onSharedBoards(entries)
    .filter((entry) => !isTop(entry))
    .map((entry) => confluenceRow(entry, origin, outcomes?.find(entry.symbol)));
  if (topPlay == null) return shared;
  const standings = entries.find(isTop)?.standings ?? [];
  return [{ ...topPlayRow(topPlay, origin, outcomes), standings, isTopPlay: true }, ...shared];
}

/** A row for each timeframe and board of a ticker; for a timeframe in which it is on none, one with neither board nor rank. `origins` are of the timeframes. */
export function tickerRows(
  { symbol, name, price, volume, standings }: SymbolStandings,
  origins: ReadonlyArray<Origin>,
  outcomes?: OutcomesAcross,
): ReadonlyArray<Row> {
  return standings.flatMap(({ timeframe, boards, bias, dayPct, placements }, index): ReadonlyArray<Row> => {
    const outcome = outcomes?.in(timeframe)?.find(symbol);
    const figures = { symbol, name, price, volume, boards, bias, dayPct };
    const shared = { ...figures, timeframe, ...origins[index], outcome };
    const places = placements.length > 0 ? placements : [{ board: null, row: NO_PLACE }];
    return places.map(({ board, row: { rank, metric, tag } }) => ({ ...shared, board, rank, metric, tag }));
  });
}

/** The common bias; null if the known ones differ or none is known. */
function sharedBias(biases: ReadonlyArray<{ readonly bias: Bias | null }>): Bias | null {
  const first = biases.find(({ bias }) => bias !== null)?.bias ?? null;
  return biases.every(({ bias }) => bias === null || bias === first) ? first : null;
}
