import type { TimeframeSnapshot } from '../api/snapshot.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { TickerPlacements } from '../model/placements.ts';
import type { Timeframe } from '../vocabulary.ts';
import { sharedBias } from './agreement.ts';
import { ABSENT } from './format.ts';
import { cleanText } from './safe-text.ts';
import { sharedSnapshot } from './shared-snapshot.ts';
import type { SinceView } from './since-columns.ts';
import type { CONFLUENCE_FIELDS, FieldValue, ROW_FIELDS } from './template.ts';
import {
  count,
  figures,
  type OriginValues,
  originValues,
  type Reading,
  rowValues,
  sinceValues,
  type Values,
} from './template-values.ts';

const NOTHING: FieldValue = { text: ABSENT, raw: null };

/** Of several snapshots: the oldest of their times. */
export function sharedOrigin(snapshots: ReadonlyArray<TimeframeSnapshot>, reading: Reading): OriginValues {
  const shared = sharedSnapshot(snapshots.map(({ snapshot }) => snapshot));
  if (shared === null) return { timeframe: NOTHING, asOf: NOTHING, session: NOTHING, source: NOTHING };
  return originValues(
    {
      snapshot: shared,
      isSimulated: snapshots.some(({ isSimulated }) => isSimulated),
      isRecorded: snapshots.some(({ isRecorded }) => isRecorded),
    },
    reading,
  );
}

/** A row for each timeframe and board of a ticker; for a timeframe in which it is on none, one with neither board nor rank. */
export function tickerValues(
  { symbol, name, price, volume, standings }: TickerPlacements,
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  reading: Reading,
  sinceOf: (timeframe: Timeframe) => SinceView | null,
): ReadonlyArray<Values<typeof ROW_FIELDS>> {
  return standings.flatMap(({ boards, bias, dayPct, placements }, index) => {
    const loaded = snapshots[index];
    if (loaded === undefined) return [];
    const origin = originValues(loaded, reading);
    const since = sinceOf(loaded.timeframe);
    const shared = { symbol, name, price, volume, boards, bias, dayPct };
    if (placements.length === 0)
      return [rowValues(null, { ...shared, rank: null, metric: null, tag: null }, origin, since)];
    return placements.map(({ board, row: { rank, metric, tag } }) =>
      rowValues(board, { ...shared, rank, metric, tag }, origin, since),
    );
  });
}

/** `boards` is the sum of all timeframes; `timeframes` and `on` have the parts, in JSON as `confluence --json` has them. */
export function confluenceValues(
  entry: SymbolConfluence,
  json: { readonly timeframes: object; readonly boards: object },
  origin: OriginValues,
  since: SinceView | null,
): Values<typeof CONFLUENCE_FIELDS> {
  const { total, place, standings } = entry;
  const bias = sharedBias(standings);
  const isMixed = bias === null && standings.some((standing) => standing.bias !== null);
  const places = standings.flatMap(({ timeframe, placements }) =>
    placements.map(({ board, row }) => {
      const place = `${cleanText(board)} ${row.rank ?? ABSENT}`;
      return standings.length > 1 ? `${timeframe} ${place}` : place;
    }),
  );
  return {
    ...origin,
    ...sinceValues(since),
    ...figures({ ...entry, boards: total, bias }),
    ...(isMixed ? { bias: { text: 'mixed', raw: null } } : {}),
    rank: count(place),
    timeframes: {
      text: standings.map(({ timeframe, boards }) => `${timeframe} ${boards}`).join(', '),
      raw: json.timeframes,
    },
    on: { text: places.join(', '), raw: json.boards },
  };
}
