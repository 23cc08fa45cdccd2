import type { BoardRow, TimeframeSnapshot, TopPlay } from '../api/snapshot.ts';
import { ABSENT, formatCompact, formatPercent, formatPrice, formatTime, UNKNOWN_TIME } from './format.ts';
import { badgeBeside, type LabelTime } from './label.ts';
import { cleanText } from './safe-text.ts';
import type { SinceView } from './since-columns.ts';
import type { FieldValue, ROW_FIELDS, SINCE_FIELDS, TOP_PLAY_FIELDS } from './template.ts';

/** The value of each of the fields. */
export type Values<Fields extends ReadonlyArray<string>> = Readonly<Record<Fields[number], FieldValue>>;

/** What all lines of a snapshot have in common. */
export type OriginValues = Values<readonly ['timeframe', 'asOf', 'session', 'source']>;

/** When and where the values are read. */
export type Reading = Omit<LabelTime, 'asOf'>;

/** `source` is empty for live data, else what labels it: `SANDBOX`, `RECORDED 10:15:02 EST`. */
export function originValues(
  { snapshot, isSimulated, isRecorded }: Omit<TimeframeSnapshot, 'timeframe'>,
  reading: Reading,
): OriginValues {
  const { timeframe, asOf, asOfMilliseconds, session } = snapshot;
  const time = formatTime(asOfMilliseconds, reading.nowMilliseconds, reading.timeZone);
  const badge = badgeBeside(
    { isSimulated, isRecorded },
    { asOf: asOfMilliseconds, ...reading },
    Number.POSITIVE_INFINITY,
  );
  const source = badge?.trim() ?? '';
  return {
    timeframe: words(timeframe),
    asOf: { text: time === UNKNOWN_TIME ? ABSENT : time, raw: asOf },
    session: words(session),
    source: { text: source, raw: source },
  };
}

/** A row of a board; `board` is null for a symbol that is on none. */
export function rowValues(
  board: string | null,
  row: BoardRow,
  origin: OriginValues,
  since: SinceView | null,
): Values<typeof ROW_FIELDS> {
  return {
    ...origin,
    ...sinceValues(since),
    ...figures(row),
    board: words(board),
    rank: count(row.rank),
    metric: words(row.metric),
    tag: words(row.tag),
  };
}

export function topPlayValues(
  topPlay: TopPlay,
  origin: OriginValues,
  since: SinceView | null,
): Values<typeof TOP_PLAY_FIELDS> {
  const { reasons } = topPlay;
  return {
    ...origin,
    ...sinceValues(since),
    ...figures(topPlay),
    reasons: {
      text: reasons.length === 0 ? ABSENT : reasons.map(cleanText).join(' · '),
      raw: reasons,
    },
  };
}

/** What became of a symbol: both are null for live data. */
export function sinceValues(since: SinceView | null): Values<typeof SINCE_FIELDS> {
  if (since === null) return { now: count(null), since: count(null) };
  const { now, boards, changePct } = since;
  return {
    now: { text: boards === null ? now : String(boards), raw: boards },
    since: { text: formatPercent(changePct), raw: withoutNoise(changePct) },
  };
}

/** Without the last digits of a quotient: 5 instead of 5.000000000000004. */
function withoutNoise(percent: number | null): number | null {
  return percent === null ? null : Number(percent.toFixed(6));
}

type Figures = Pick<BoardRow, 'symbol' | 'name' | 'price' | 'dayPct' | 'volume' | 'boards' | 'bias'>;

/** The fields that rows, top plays and symbols have in common. */
export function figures({ symbol, name, price, dayPct, volume, boards, bias }: Figures) {
  return {
    symbol: words(symbol),
    name: words(name),
    price: { text: formatPrice(price), raw: price },
    dayPct: { text: formatPercent(dayPct), raw: dayPct },
    volume: { text: formatCompact(volume), raw: volume },
    boards: count(boards),
    bias: words(bias),
  };
}

function words(value: string | null): FieldValue {
  return { text: value === null ? ABSENT : cleanText(value), raw: value };
}

export function count(value: number | null): FieldValue {
  return { text: value === null ? ABSENT : String(value), raw: value };
}
