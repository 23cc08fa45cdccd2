import { EMPTY_ROW, type Row } from '../fields/field.ts';
import { fieldNamed, formatStanding, paintOf, shownColumns } from '../fields/fields.ts';
import { originOf, topPlayRow } from '../fields/row.ts';
import type { TimeframeSnapshot } from '../service/snapshot.ts';
import { type PaintedLines, wrapWords } from '../text/lines.ts';
import { clip, displayWidth } from '../text/safe-text.ts';
import { BIASES, type Timeframe } from '../vocabulary.ts';
import { drawGrid, GRID_GAP } from './grid.ts';
import { renderHeader, type TimeframesOptions } from './header.ts';
import { timeframeNames } from './pieces.ts';
import { renderPlainTable } from './table.ts';

const COLUMNS = ['timeframe', 'symbol', 'now', 'gain', 'price', 'dayPct', 'boards', 'reasons'];
/** In too little room, columns are left out in this order. */
const LEFT_OUT_FIRST = ['reasons', 'price', 'boards', 'dayPct', 'gain', 'now'];
const MAX_SYMBOL_CELLS = 12;
/** With fewer cells, reasons are left out. */
const MIN_REASONS_CELLS = 12;
const SHORT_NAME_CELLS = 'swing'.length;

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

/** The columns that fit. The names of timeframes are short where others need the room, and reasons are cut. */
function renderTable(rows: ReadonlyArray<TopPlayRow>, ctx: TimeframesOptions): PaintedLines {
  const { width, theme, style, outcomes } = ctx;
  const timeframes = rows.map(({ timeframe }) => timeframe);
  const columnOf = (id: string, cells: number) => {
    const field = fieldNamed(id);
    const names = timeframeNames(timeframes, cells);
    const texts = rows.map((row, index) => {
      if (id === 'timeframe') return names[index] ?? '';
      const text = id === 'boards' ? formatStanding(row) : field.text(row, ctx, field.cells?.max ?? Infinity);
      return clip(text, cells);
    });
    return { id, field, texts, cells: Math.max(...[field.label, ...texts].map(displayWidth)) };
  };
  const most: Readonly<Record<string, number>> = {
    timeframe: SHORT_NAME_CELLS,
    symbol: MAX_SYMBOL_CELLS,
    reasons: MIN_REASONS_CELLS,
  };
  const known = COLUMNS.filter((id) => outcomes != null || fieldNamed(id).isOfOlder !== true);
  let columns = known.map((id) => columnOf(id, most[id] ?? Infinity));
  const room = () => columns.reduce((left, { cells }) => left - cells - GRID_GAP, width + GRID_GAP);
  for (const left of LEFT_OUT_FIRST) if (room() < 0) columns = columns.filter(({ id }) => id !== left);
  for (const wider of ['timeframe', 'reasons'])
    columns = columns.map((each) => (each.id === wider ? columnOf(wider, each.cells + room()) : each));
  return drawGrid(
    [
      columns.map(({ field }) => theme.muted(field.label)),
      ...rows.map((row, index) =>
        columns.map(({ field, texts }) => paintOf(field, row, theme, style)(texts[index] ?? '')),
      ),
    ],
    columns.map(({ id, field }) => (id === 'boards' ? 'left' : (field.align ?? 'left'))),
  );
}

/** `Top plays: 1 bullish, 1 bearish, 3 neutral.` */
function summarize(rows: ReadonlyArray<TopPlayRow>): string {
  const counts = BIASES.flatMap((each) => {
    const count = rows.filter(({ symbol, bias }) => symbol !== null && bias === each).length;
    return count === 0 ? [] : `${count} ${each}`;
  });
  return counts.length === 0 ? '' : `Top plays: ${counts.join(', ')}.`;
}
