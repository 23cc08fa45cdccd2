import type { Column, PastColumn } from '../vocabulary.ts';
import { COLUMN_SPECS } from './columns.ts';
import {
  AGE_WIDTH,
  labelOf,
  MARK_WIDTH,
  PANE_COLUMNS,
  type PaneColumn,
  type PlacedColumn,
  SPARK_WIDTH,
} from './pane-columns.ts';
import { cellText, type PaneRow } from './pane-row.ts';
import { displayWidth } from './safe-text.ts';
import { STANDING_WIDTH } from './standing.ts';

/**
 * Order in which columns are added as the terminal gets wider. The metric is whole before others are added; the mark also
 * says which row is selected.
 */
const PRIORITY: ReadonlyArray<PaneColumn> = [
  'symbol',
  'mark',
  'metric',
  'dayPct',
  'standing',
  'rank',
  'trend',
  'age',
  'price',
  'volume',
  'spark',
  'name',
  'tag',
];
/** Columns that are left out where memory has nothing. */
const PAST_COLUMNS: ReadonlyArray<PaneColumn> = ['age', 'spark', 'trend'];
const MAX_WIDTHS: Partial<Record<PaneColumn, number>> = { symbol: 12, name: 26, tag: 24 };
/** Columns that are shown cut, from this number of cells, where there is no room for their widest text. */
const MIN_WIDTHS: Partial<Record<PaneColumn, number>> = { metric: 3, name: 10, tag: 10 };

/**
 * All columns of a board that fit, each as wide as the widest of these rows. A wider terminal never shows fewer. The metric
 * is cut only where it does not fit beside mark and symbol. `chosen` replaces the columns after rank and mark.
 */
export function sizeBoardColumns(
  rows: ReadonlyArray<PaneRow>,
  width: number,
  chosen: ReadonlyArray<Column | PastColumn> | null,
): ReadonlyArray<PlacedColumn> {
  const priority =
    chosen === null ? PRIORITY : ['rank' as const, 'mark' as const, ...chosen.flatMap(withSparkline)];
  const placed = new Map<PaneColumn, number>();
  let left = width + 1;
  for (const column of priority) {
    if (placed.has(column)) continue;
    const natural = naturalWidth(column, rows);
    if (natural === 0) continue;
    const cells = Math.min(natural, left - 1);
    if (cells < Math.min(natural, MIN_WIDTHS[column] ?? natural)) break;
    placed.set(column, cells);
    left -= cells + 1;
  }
  return [...(chosen === null ? PANE_COLUMNS : placed.keys())].flatMap((column) => {
    const cells = placed.get(column);
    return cells === undefined ? [] : [{ column, width: cells }];
  });
}

/** A trend is a picture and a word. */
function withSparkline(column: Column | PastColumn): ReadonlyArray<PaneColumn> {
  return column === 'trend' ? ['spark', 'trend'] : [column];
}

function naturalWidth(column: PaneColumn, rows: ReadonlyArray<PaneRow>): number {
  if (column === 'mark') return MARK_WIDTH;
  if (column === 'standing') return STANDING_WIDTH;
  const isRemembered = rows.some(({ past }) => past !== null);
  if (PAST_COLUMNS.includes(column) && !isRemembered) return 0;
  if (column === 'spark') return SPARK_WIDTH;
  if (column === 'age') return AGE_WIDTH;
  const label = displayWidth(labelOf(column));
  const widest = rows.reduce((most, row) => Math.max(most, displayWidth(cellText(column, row))), label);
  const least = column === 'rank' ? COLUMN_SPECS.rank.width : 0;
  return Math.max(least, Math.min(widest, MAX_WIDTHS[column] ?? widest));
}
