import { EMPTY_ROW, type Row } from '../fields/field.ts';
import { fieldNamed, formatStanding, shownColumns } from '../fields/fields.ts';
import { originOf, topPlayRow } from '../fields/row.ts';
import type { TimeframeSnapshot } from '../service/snapshot.ts';
import { type PaintedLines, wrapWords } from '../text/lines.ts';
import { BIASES, type Timeframe } from '../vocabulary.ts';
import { renderHeader, type TimeframesOptions } from './header.ts';
import { timeframeNames } from './pieces.ts';
import { draw, layOut, measure, renderPlainTable, type TableField } from './table.ts';

const COLUMNS = ['timeframe', 'symbol', 'now', 'gain', 'price', 'dayPct', 'boards', 'reasons'];
/** The columns come as there is room; then the names of timeframes become longer, and the reasons take what is left. */
const ORDER = ['timeframe', 'symbol', 'now', 'gain', 'dayPct', 'boards', 'price', 'reasons'];

const REASONS_SIZE = { least: 12, most: Infinity };

/** In place of the reasons. */
const reasonOf = (topPlay: null | undefined) =>
  topPlay === null ? 'no symbol qualifies' : 'not in this snapshot';

const PLAIN_COLUMNS = 'timeframe symbol name price dayPct volume boards bias asOf reasons'.split(' ');

type TopPlayRow = Row & { readonly timeframe: Timeframe };

/** The top plays of several timeframes, one row each, and on a screen what they have in common. Plain, all that is known of them. */
export function renderTopPlays(
  tops: ReadonlyArray<TimeframeSnapshot>,
  options: TimeframesOptions,
): PaintedLines {
  const { width, theme, style, outcomes } = options;
  const rows = tops.map((top): TopPlayRow => {
    const { timeframe, snapshot } = top;
    const { topPlay } = snapshot;
    const shown = topPlay ?? { ...EMPTY_ROW, reasons: style === 'plain' ? [] : [reasonOf(topPlay)] };
    return { ...topPlayRow(shown, originOf(top, options), outcomes?.in(timeframe)), timeframe };
  });
  const snapshots = tops.map(({ snapshot }) => snapshot);
  const header = renderHeader(snapshots, options);
  if (style === 'plain') {
    const fields = shownColumns('topPlay', PLAIN_COLUMNS, outcomes != null);
    return [...header, '', ...renderPlainTable(fields, rows, options)];
  }
  const summary = wrapWords(summarize(rows), width).filter((line) => line !== '');
  return [...header, ...renderTable(rows, options), ...summary.map((line) => theme.strong(line))];
}

function renderTable(rows: ReadonlyArray<TopPlayRow>, ctx: TimeframesOptions): PaintedLines {
  const { width, outcomes } = ctx;
  const timeframes = rows.map(({ timeframe }) => timeframe);
  const special: Readonly<Record<string, TableField<TopPlayRow>>> = {
    timeframe: {
      ...fieldNamed('timeframe'),
      cells: { min: 'swing'.length, max: 'investing'.length },
      text: ({ timeframe }, _, cells) =>
        timeframeNames(timeframes, cells)[timeframes.indexOf(timeframe)] ?? timeframe,
    },
    boards: { ...fieldNamed('boards'), text: formatStanding, align: 'left' },
  };
  const columns = COLUMNS.filter((id) => outcomes != null || fieldNamed(id).isOfOlder !== true).map((id) => {
    const field = special[id] ?? fieldNamed(id);
    const size = id === 'reasons' ? REASONS_SIZE : measure(field, rows, ctx);
    return { field, size, order: ORDER.indexOf(id) };
  });
  const wide = layOut(columns, rows, width, null, 2);
  const hasAll = wide.columns.length === columns.length;
  return draw(hasAll ? wide : layOut(columns, rows, width), rows, ctx).flat();
}

/** `Top plays: 1 bullish, 1 bearish, 3 neutral.` */
function summarize(rows: ReadonlyArray<TopPlayRow>): string {
  const counts = BIASES.flatMap((each) => {
    const count = rows.filter(({ symbol, bias }) => symbol !== null && bias === each).length;
    return count === 0 ? [] : `${count} ${each}`;
  });
  return counts.length === 0 ? '' : `Top plays: ${counts.join(', ')}.`;
}
