import { EMPTY_ROW, type Field, type Row } from '../fields/field.ts';
import { fieldNamed, paintOf, shownColumns } from '../fields/fields.ts';
import { originOf, topPlayRow } from '../fields/row.ts';
import { BIASES, type Timeframe } from '../market/catalogue.ts';
import type { TimeframeSnapshot } from '../service/snapshot.ts';
import { ABSENT } from '../text/format.ts';
import { type PaintedLines, wrapWords } from '../text/lines.ts';
import { fitTexts } from '../text/parts.ts';
import { clip } from '../text/safe-text.ts';
import { renderHeader, type TimeframesOptions } from './header-lines.ts';
import { timeframeNames } from './pieces.ts';
import { drawGrid, GRID_GAP } from './settings-grid.ts';
import { fixed, layOut, measure, renderPlainTable, type TableColumn } from './table.ts';

const COLUMNS = ['timeframe', 'symbol', 'now', 'gain', 'price', 'dayPct', 'boards', 'reasons'];
/** Columns are added in this order, as there is room. */
const ORDER = ['timeframe', 'symbol', 'now', 'gain', 'dayPct', 'boards', 'price', 'reasons'];
const MIN_CELLS: Readonly<Record<string, number>> = { timeframe: 'swing'.length, reasons: 12 };

const missingReason = (topPlay: null | undefined) =>
  topPlay === null ? 'no symbol qualifies' : 'not in this snapshot';

const PLAIN_COLUMNS = 'timeframe symbol name price dayPct volume boards bias asOf reasons'.split(' ');

export function renderTopPlays(
  tops: ReadonlyArray<TimeframeSnapshot>,
  options: TimeframesOptions,
): PaintedLines {
  const { width, theme, mode, outcomes } = options;
  const rows = tops.map((top): Row => {
    const { timeframe, snapshot } = top;
    const { topPlay } = snapshot;
    const shown = topPlay ?? { ...EMPTY_ROW, reasons: mode === 'plain' ? [] : [missingReason(topPlay)] };
    return { ...topPlayRow(shown, originOf(top, options), outcomes?.in(timeframe)), timeframe };
  });
  const timeframes = tops.map(({ timeframe }) => timeframe);
  const header = renderHeader(
    tops.map(({ snapshot }) => snapshot),
    options,
  );
  if (mode === 'plain') {
    const fields = shownColumns('topPlay', PLAIN_COLUMNS, outcomes != null);
    return [...header, '', ...renderPlainTable(fields, rows, options)];
  }
  const summary = wrapWords(summarize(rows), width).filter((line) => line !== '');
  return [...header, ...renderTable(rows, timeframes, options), ...summary.map((line) => theme.strong(line))];
}

function renderTable(
  rows: ReadonlyArray<Row>,
  timeframes: ReadonlyArray<Timeframe>,
  style: TimeframesOptions,
): PaintedLines {
  const { width, theme, mode, outcomes } = style;
  const fields: Readonly<Record<string, Field>> = {
    timeframe: {
      ...fieldNamed('timeframe'),
      text: (row, _, cells) => timeframeNames(timeframes, cells)[rows.indexOf(row)] ?? '',
    },
    boards: fieldNamed('score'),
    reasons: {
      ...fieldNamed('reasons'),
      text: ({ reasons = [] }, _, cells) => fitTexts(reasons, cells) || ABSENT,
    },
  };
  const ids = COLUMNS.filter((id) => outcomes != null || fieldNamed(id).isOfOlder !== true);
  const columns = ids.map((id): TableColumn => {
    const field = fields[id] ?? fieldNamed(id);
    const { most } = measure(field, rows, style);
    return { field, order: ORDER.indexOf(id), size: fixed(Math.min(most, MIN_CELLS[id] ?? most), most) };
  });
  const table = layOut(columns, [], width, null, GRID_GAP);
  return drawGrid(
    [
      table.columns.map(({ field }) => theme.muted(field.label)),
      ...rows.map((row) =>
        table.columns.map(({ field, width: cells }) =>
          paintOf(field, row, theme, mode)(clip(theme.glyphs(field.text(row, style, cells)), cells)),
        ),
      ),
    ],
    table.columns.map(({ field }) => field.align ?? 'left'),
  );
}

/** `Top plays: 1 bullish, 1 bearish, 3 neutral.` */
function summarize(rows: ReadonlyArray<Row>): string {
  const counts = BIASES.flatMap((each) => {
    const count = rows.filter(({ symbol, bias }) => symbol !== null && bias === each).length;
    return count === 0 ? [] : `${count} ${each}`;
  });
  return counts.length === 0 ? '' : `Top plays: ${counts.join(', ')}.`;
}
