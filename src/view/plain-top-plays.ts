import type { BoardRow, TimeframeSnapshot } from '../api/snapshot.ts';
import type { Column, Timeframe } from '../vocabulary.ts';
import type { Lines } from './box.ts';
import { plainColumnsOf, withSince, words } from './plain-columns.ts';
import { type PlainOptions, plainTime, reasonsText, renderPlainHeader } from './plain-header.ts';
import { type PlainColumn, renderPlainTable } from './plain-table.ts';
import { sharedSnapshot } from './shared-snapshot.ts';
import type { SinceOf } from './since-columns.ts';

export interface PlainTopPlaysOptions extends PlainOptions {
  /** For older data: what became of the symbol of a timeframe. */
  readonly sinceIn?: ReadonlyMap<Timeframe, SinceOf> | undefined;
}

const FIGURES: ReadonlyArray<Column> = ['symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias'];
const NO_FIGURES: BoardRow = {
  rank: null,
  symbol: null,
  name: null,
  price: null,
  dayPct: null,
  volume: null,
  boards: null,
  bias: null,
  metric: null,
  tag: null,
};

/** The top plays of several timeframes: a row for each, with dashes where no symbol qualifies. */
export function renderPlainTopPlays(
  tops: ReadonlyArray<TimeframeSnapshot>,
  options: PlainTopPlaysOptions,
): Lines {
  const { theme, nowMilliseconds, sinceIn } = options;
  const shared = sharedSnapshot(tops.map(({ snapshot }) => snapshot));
  const columns: ReadonlyArray<PlainColumn<TimeframeSnapshot>> = [
    words('timeframe', ({ timeframe }) => timeframe),
    ...figuresWithSince(sinceIn),
    words('asOf', ({ snapshot }) => plainTime(snapshot.asOfMilliseconds, nowMilliseconds, theme.timeZone)),
    words('reasons', ({ snapshot }) => reasonsText(snapshot.topPlay?.reasons ?? [])),
  ];
  return [
    ...(shared === null ? [] : renderPlainHeader(shared, options)),
    '',
    ...renderPlainTable(columns, tops, theme),
  ];
}

function figuresWithSince(
  sinceIn: PlainTopPlaysOptions['sinceIn'],
): ReadonlyArray<PlainColumn<TimeframeSnapshot>> {
  const figures = plainColumnsOf(FIGURES, ({ snapshot }: TimeframeSnapshot) =>
    snapshot.topPlay === null ? NO_FIGURES : { ...NO_FIGURES, ...snapshot.topPlay },
  );
  if (sinceIn === undefined || sinceIn.size === 0) return figures;
  return withSince(
    figures,
    ({ timeframe, snapshot }) => sinceIn.get(timeframe)?.(snapshot.topPlay?.symbol ?? null) ?? null,
  );
}
