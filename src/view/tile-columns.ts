import { fieldNamed } from '../fields/fields.ts';
import type { Column, PastColumn } from '../vocabulary.ts';
import { cellsOf } from './columns.ts';
import { PRICE_WIDTH } from './format.ts';
import { PANE_COLUMNS, type PaneColumn, type PlacedColumn } from './pane-columns.ts';

/** Width in cells of each column in a tile, where it does not grow. */
const WIDTHS = {
  rank: 2,
  mark: 3,
  symbol: 6,
  dayPct: 8,
  standing: 3,
} as const;

/** Cells of the basic columns without the metric, and of those without the rank, each followed by a space. */
const CELLS_BEFORE_METRIC = 27;
const CELLS_BEFORE_METRIC_WITHOUT_RANK = 24;
const MIN_METRIC_WIDTH = 6;
/** A narrower metric says nothing. */
const MIN_LAST_METRIC_WIDTH = 3;
/** Cells of most metrics. The metric gets them before any other column is added. */
const USUAL_METRIC_WIDTH = 15;
const MAX_METRIC_WIDTH = 24;

/** What further cells are used for, in this order. */
const GROWTH: ReadonlyArray<{ readonly column: Column; readonly from: number; readonly to: number }> = [
  { column: 'metric', from: 0, to: USUAL_METRIC_WIDTH },
  { column: 'price', from: 8, to: 8 },
  { column: 'volume', from: 6, to: 6 },
  { column: 'metric', from: 0, to: MAX_METRIC_WIDTH },
  { column: 'price', from: 8, to: PRICE_WIDTH },
  { column: 'name', from: 10, to: 26 },
  { column: 'tag', from: 10, to: 18 },
];

/**
 * The columns of a tile of `width` cells. They depend on nothing else, so that eyes find them at the same place in every
 * tile. `chosen` replaces those after rank and mark.
 */
export function placeTileColumns(
  width: number,
  chosen: ReadonlyArray<Column | PastColumn> | null,
): ReadonlyArray<PlacedColumn> {
  if (chosen !== null) return placeChosen(width, chosen);
  const widths = basicWidths(width);
  let left = width - totalWidth(widths);
  for (const { column, from, to } of widths.has('rank') ? GROWTH : []) {
    const now = widths.get(column);
    const needed = now === undefined ? from + 1 : 0;
    if (needed > left) break;
    const start = now ?? from;
    const grown = Math.max(start, Math.min(to, start + left - needed));
    widths.set(column, grown);
    left -= needed + grown - start;
  }
  return PANE_COLUMNS.flatMap((column) => {
    const cells = widths.get(column);
    return cells === undefined ? [] : [{ column, width: cells }];
  });
}

/** Basic columns give way in this order: cells of the metric, the rank, the metric, boards and bias, the mark. */
function basicWidths(width: number): Map<PaneColumn, number> {
  const widths = new Map<PaneColumn, number>();
  const metric = width - CELLS_BEFORE_METRIC;
  if (metric >= MIN_METRIC_WIDTH) widths.set('rank', WIDTHS.rank);
  if (width >= 19) widths.set('mark', WIDTHS.mark);
  widths.set('symbol', WIDTHS.symbol);
  widths.set('dayPct', WIDTHS.dayPct);
  if (width >= CELLS_BEFORE_METRIC_WITHOUT_RANK - 1) widths.set('standing', WIDTHS.standing);
  const room = widths.has('rank') ? metric : width - CELLS_BEFORE_METRIC_WITHOUT_RANK;
  if (room >= MIN_LAST_METRIC_WIDTH) widths.set('metric', Math.min(room, 11));
  return widths;
}

/** Columns are added at their smallest width, in the chosen order. The metric is the first to grow. */
function placeChosen(width: number, chosen: ReadonlyArray<Column | PastColumn>): ReadonlyArray<PlacedColumn> {
  const columns = [...new Set(chosen)].filter((column) => column !== 'rank');
  const placed = new Map<PaneColumn, number>();
  let left = width - WIDTHS.rank - WIDTHS.mark - 1;
  for (const column of columns) {
    const { narrowest } = rangeOf(column);
    if (narrowest + 1 > left) break;
    placed.set(column, narrowest);
    left -= narrowest + 1;
  }
  for (const column of ['metric' as const, ...columns]) {
    const cells = placed.get(column);
    if (cells === undefined) continue;
    const grown = Math.min(rangeOf(column).widest, cells + left);
    placed.set(column, grown);
    left -= grown - cells;
  }
  return [
    { column: 'rank', width: WIDTHS.rank },
    { column: 'mark', width: WIDTHS.mark },
    ...[...placed].map(([column, cells]) => ({ column, width: cells })),
  ];
}

function rangeOf(column: Column | PastColumn): { readonly narrowest: number; readonly widest: number } {
  const { min, max } = cellsOf(fieldNamed(column));
  return { narrowest: min, widest: column === 'metric' ? MAX_METRIC_WIDTH : max };
}

function totalWidth(widths: ReadonlyMap<PaneColumn, number>): number {
  return [...widths.values()].reduce((sum, cells) => sum + cells + 1, -1);
}
