import type { TimeframeSnapshot } from '../api/snapshot.ts';
import { EMPTY_ROW, type SinceOf } from '../fields/field.ts';
import { originOf, topPlayRow } from '../fields/row.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Lines } from './box.ts';
import { plainColumnsOf } from './plain-columns.ts';
import { type PlainOptions, readingOf, renderPlainHeader } from './plain-header.ts';
import { renderPlainTable } from './plain-table.ts';
import { sharedSnapshot } from './shared-snapshot.ts';

export interface PlainTopPlaysOptions extends PlainOptions {
  /** For older data: what became of the symbol of a timeframe. */
  readonly sinceIn?: ReadonlyMap<Timeframe, SinceOf> | undefined;
}

const COLUMNS = [
  'timeframe',
  ...['symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias'],
  'asOf',
  'reasons',
];
/** The top plays of several timeframes: a row for each, with dashes where no symbol qualifies. */
export function renderPlainTopPlays(
  tops: ReadonlyArray<TimeframeSnapshot>,
  options: PlainTopPlaysOptions,
): Lines {
  const { theme, sinceIn } = options;
  const reading = readingOf(options);
  const shared = sharedSnapshot(tops.map(({ snapshot }) => snapshot));
  const rows = tops.map((top) => ({
    ...topPlayRow(
      top.snapshot.topPlay ?? { ...EMPTY_ROW, reasons: [] },
      originOf(top, reading),
      sinceIn?.get(top.timeframe) ?? (() => null),
    ),
    timeframe: top.timeframe,
  }));
  const hasSince = sinceIn !== undefined && sinceIn.size > 0;
  return [
    ...(shared === null ? [] : renderPlainHeader(shared, options)),
    '',
    ...renderPlainTable(plainColumnsOf(COLUMNS, reading, hasSince), rows, theme),
  ];
}
