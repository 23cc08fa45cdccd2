import type { Snapshot, TimeframeSnapshot, TopPlay } from '../api/snapshot.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { TickerPlacements } from '../model/placements.ts';
import { listRows, type Selection } from '../model/selection.ts';
import { sharedBias } from '../view/agreement.ts';
import { badgeBeside, type LabelTime } from '../view/label.ts';
import { sharedSnapshot } from '../view/shared-snapshot.ts';
import type { Row, SinceOf } from './field.ts';

/** When and where values are read. */
export type Reading = Omit<LabelTime, 'asOf'>;

/** What all lines of a snapshot have in common. */
type Origin = Pick<Row, 'timeframe' | 'asOf' | 'asOfMilliseconds' | 'session' | 'source'>;

export type SinceIn = ReadonlyMap<string, SinceOf>;

/** `source` is empty for live data, else what labels it: `SANDBOX`, `RECORDED 10:15:02 EST`. */
export function originOf(
  { snapshot, isSimulated, isRecorded }: Omit<TimeframeSnapshot, 'timeframe'>,
  reading: Reading,
): Origin {
  const { timeframe, asOf, asOfMilliseconds, session } = snapshot;
  const time = { asOf: asOfMilliseconds, ...reading };
  const badge = badgeBeside({ isSimulated, isRecorded }, time, Number.POSITIVE_INFINITY);
  return { timeframe, asOf, asOfMilliseconds, session, source: badge?.trim() ?? '' };
}

/** Of several snapshots: the oldest of their times. */
export function sharedOrigin(snapshots: ReadonlyArray<TimeframeSnapshot>, reading: Reading): Origin {
  const shared = sharedSnapshot(snapshots.map(({ snapshot }) => snapshot));
  if (shared === null) return {};
  const isSimulated = snapshots.some((each) => each.isSimulated);
  const isRecorded = snapshots.some((each) => each.isRecorded);
  return originOf({ snapshot: shared, isSimulated, isRecorded }, reading);
}

/** The selected rows of all boards of a snapshot. */
export function boardRows(
  snapshot: Snapshot,
  selection: Selection,
  origin: Origin = { timeframe: snapshot.timeframe, asOf: snapshot.asOf },
  sinceOf?: SinceOf,
): ReadonlyArray<Row> {
  return listRows(snapshot, selection).map(({ board, row }) => ({
    ...row,
    ...origin,
    board,
    since: sinceOf?.(row.symbol) ?? null,
  }));
}

const NO_PLACE = { rank: null, metric: null, tag: null } as const;

export function topPlayRow(topPlay: TopPlay, origin: Origin = {}, sinceOf?: SinceOf): Row {
  return { ...NO_PLACE, ...topPlay, ...origin, since: sinceOf?.(topPlay.symbol) };
}

/** A symbol by its confluence: its rank is its place among all, `boards` the sum of its scores. */
export function symbolRow(entry: SymbolConfluence, origin: Origin = {}, since?: Row['since']): Row {
  // Written out: with a spread of the entry it takes ten times as long.
  const { place, symbol, name, price, dayPct, volume, total, standings } = entry;
  const bias = sharedBias(standings);
  const figures = { rank: place, symbol, name, price, dayPct, volume, boards: total, bias };
  return { ...figures, metric: null, tag: null, standings, since, ...origin };
}

/** A row for each timeframe and board of a ticker; for a timeframe in which it is on none, one with neither board nor rank. */
export function tickerRows(
  { symbol, name, price, volume, standings }: TickerPlacements,
  originIn: (index: number) => Origin,
  sinceIn: SinceIn,
): ReadonlyArray<Row> {
  return standings.flatMap(({ timeframe, boards, bias, dayPct, placements }, index): ReadonlyArray<Row> => {
    const since = sinceIn.get(timeframe)?.(symbol) ?? null;
    const shared = { symbol, name, price, volume, boards, bias, dayPct, ...originIn(index), since };
    if (placements.length === 0) return [{ ...NO_PLACE, ...shared, board: null }];
    return placements.map(({ board, row: { rank, metric, tag } }) => ({
      rank,
      metric,
      tag,
      ...shared,
      board,
    }));
  });
}
