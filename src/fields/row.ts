import { type Reading, SECOND_MS } from '../lib/time.ts';
import type { Bias } from '../market/catalogue.ts';
import type { SymbolStandings } from '../market/standings.ts';
import { onSharedBoards, rankByConfluence, type SymbolConfluence } from '../market/symbol-confluence.ts';
import type { OutcomesAcross, SymbolOutcomes } from '../market/symbol-outcomes.ts';
import { tickerKey } from '../market/ticker.ts';
import type { Board, Snapshot, TimeframeSnapshot, TopPlay } from '../service/snapshot.ts';
import { type DataOrigin, labelTexts } from './data-origin.ts';
import type { Field, Origin, Row, Value } from './field.ts';

export function originOf(
  { snapshot, ...origin }: DataOrigin & { readonly snapshot: SharedSnapshot },
  reading: Reading,
): Origin {
  const { timeframe, asOf, time, session } = snapshot;
  const [source = ''] = labelTexts(origin, time, reading);
  // A snapshot may be dated a few seconds in the future.
  const dataAge = time === null ? null : Math.max(0, Math.floor((reading.now - time) / SECOND_MS));
  return { timeframe, asOf, time, session, dataAge, source };
}

/** `timeframe` can be `5 timeframes`. */
export type SharedSnapshot = Omit<Snapshot, 'timeframe'> & { readonly timeframe: string };

/** Takes the time and the data of the oldest snapshot. */
export function sharedSnapshot(snapshots: ReadonlyArray<Snapshot>): SharedSnapshot | null {
  const [oldest] = [...snapshots].sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  if (oldest === undefined) return null;
  return {
    ...oldest,
    timeframe: snapshots.length === 1 ? oldest.timeframe : `${snapshots.length} timeframes`,
  };
}

export function sharedOrigin(snapshots: ReadonlyArray<TimeframeSnapshot>, reading: Reading): Origin {
  const shared = sharedSnapshot(snapshots.map(({ snapshot }) => snapshot));
  if (shared === null) return {};
  const isSimulated = snapshots.some((each) => each.isSimulated);
  const isRecorded = snapshots.some((each) => each.isRecorded);
  return originOf({ snapshot: shared, isSimulated, isRecorded }, reading);
}

export function rowsOf(
  { key: board, rows }: Pick<Board, 'key' | 'rows'>,
  origin: Origin,
  outcomes?: SymbolOutcomes | null,
): ReadonlyArray<Row> {
  return rows.map((row) => ({ board, outcome: outcomes?.find(row.symbol), ...origin, ...row }));
}

export function valuesOf(row: Row, fields: ReadonlyArray<Field>): Readonly<Record<string, Value>> {
  return Object.fromEntries(fields.map(({ id, raw }) => [id, raw(row)]));
}

const NO_PLACE = { rank: null, metric: null, tag: null } as const;

export function topPlayRow(topPlay: TopPlay, origin: Origin = {}, outcomes?: SymbolOutcomes | null): Row {
  return { ...NO_PLACE, ...topPlay, ...origin, outcome: outcomes?.find(topPlay.symbol) };
}

/** `rank` is the place in the list, and `boards` the sum over all timeframes. */
export function confluenceRow(entry: SymbolConfluence, origin: Origin = {}, outcome?: Row['outcome']): Row {
  // A spread of the entry would be much slower.
  const { place, symbol, name, price, dayPct, volume, total, standings, isTopPlay } = entry;
  const bias = sharedBias(standings);
  const figures = { rank: place, symbol, name, price, dayPct, volume, boards: total, bias };
  return { ...figures, metric: null, tag: null, standings, isTopPlay, outcome, ...origin };
}

/** Returns the top play, then the symbols on two boards or more by confluence. */
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

/** A timeframe in which the symbol is on no board has one row, without board and rank. */
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

/** Ignores unknown biases; returns null if the others differ. */
function sharedBias(biases: ReadonlyArray<{ readonly bias: Bias | null }>): Bias | null {
  const first = biases.find(({ bias }) => bias !== null)?.bias ?? null;
  return biases.every(({ bias }) => bias === null || bias === first) ? first : null;
}
