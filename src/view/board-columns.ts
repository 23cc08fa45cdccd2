import { fieldNamed } from '../fields/fields.ts';
import type { Column, PastColumn } from '../vocabulary.ts';
import { cellsOf } from './columns.ts';
import { PANE_COLUMNS, type PaneColumn, type PlacedColumn } from './pane-columns.ts';
import { cellText, isSinceColumn, type PaneRow } from './pane-row.ts';
import { displayWidth } from './safe-text.ts';

/**
 * Order in which columns are added as the terminal gets wider. The metric is whole before others are added; the mark also
 * says which row is selected.
 */
const PRIORITY: ReadonlyArray<PaneColumn> = [
  'symbol',
  'now',
  'gain',
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
/** Columns that are as wide in every table. */
const FIXED_COLUMNS: ReadonlyArray<PaneColumn> = ['mark', 'standing', 'spark', 'age'];
const PAST_COLUMNS: ReadonlyArray<PaneColumn> = ['age', 'spark', 'trend'];
/** Columns of older data alone: what became of the symbol. */
export const SINCE_COLUMNS = ['now', 'gain'] as const;
const MAX_WIDTHS: Partial<Record<PaneColumn, number>> = { symbol: 12, name: 26, tag: 24 };
/** Columns that are shown cut, from this number of cells, where there is no room for their widest text. */
const MIN_WIDTHS: Partial<Record<PaneColumn, number>> = { metric: 3, name: 10, tag: 10 };

/** How the columns of the pane and of one-shot output differ. */
export interface ColumnRules {
  /** The change of rank: one snapshot has none. */
  readonly hasMark: boolean;
  /** Whether the labels of the columns count as texts. */
  readonly hasLabels: boolean;
  /** Cells from which the metric is wrapped, and those that it has before other columns; null where it is cut instead. */
  readonly metric: { readonly least: number; readonly usual: number } | null;
}

const PANE_RULES: ColumnRules = { hasMark: true, hasLabels: true, metric: null };

/**
 * All columns of a board that fit, each as wide as the widest of these rows. A wider terminal never shows fewer. The metric
 * is cut, or wrapped, only where it does not fit beside mark and symbol. `chosen` replaces the columns after rank and mark.
 */
export function sizeBoardColumns(
  rows: ReadonlyArray<PaneRow>,
  width: number,
  chosen: ReadonlyArray<Column | PastColumn> | null,
  rules: ColumnRules = PANE_RULES,
): ReadonlyArray<PlacedColumn> {
  const placed = new Map<PaneColumn, number>();
  let left = width + 1;
  for (const column of chosen === null ? PRIORITY : priorityOf(chosen)) {
    if (placed.has(column)) continue;
    const widest = naturalWidth(column, rows, rules);
    if (widest === 0) continue;
    const isMetric = column === 'metric';
    const natural = isMetric ? Math.min(widest, rules.metric?.usual ?? widest) : widest;
    const least = (isMetric ? rules.metric?.least : undefined) ?? MIN_WIDTHS[column] ?? natural;
    const cells = Math.min(natural, left - 1);
    if (cells < Math.min(natural, least)) break;
    placed.set(column, cells);
    left -= cells + 1;
  }
  const metric = placed.get('metric');
  if (metric !== undefined && left > 0)
    placed.set('metric', Math.max(metric, Math.min(naturalWidth('metric', rows, rules), metric + left)));
  return (chosen === null ? PANE_COLUMNS : orderOf(chosen)).flatMap((column) => {
    const cells = placed.get(column);
    return cells === undefined ? [] : [{ column, width: cells }];
  });
}

/** Columns from left to right where the user has chosen them: what became of a symbol follows it. */
export function orderOf(chosen: ReadonlyArray<Column | PastColumn>): ReadonlyArray<PaneColumn> {
  const columns = [...new Set(chosen)].filter((column) => column !== 'rank').flatMap(withSparkline);
  const after = columns.indexOf('symbol') + 1;
  return ['rank', 'mark', ...columns.toSpliced(after, 0, ...SINCE_COLUMNS)];
}

/** The metric is what a board ranks on: it has its cells before the others. */
function priorityOf(chosen: ReadonlyArray<Column | PastColumn>): ReadonlyArray<PaneColumn> {
  const first = ['rank', 'mark', 'symbol', ...SINCE_COLUMNS, 'metric'];
  const columns = orderOf(chosen);
  return [...columns.filter((column) => first.includes(column)), ...columns];
}

/** A trend is a picture and a word. */
function withSparkline(column: Column | PastColumn): ReadonlyArray<PaneColumn> {
  return column === 'trend' ? ['spark', 'trend'] : [column];
}

/** Cells of the widest text of a column; 0 for one that these rows do not have. */
export function naturalWidth(
  column: PaneColumn,
  rows: ReadonlyArray<PaneRow>,
  { hasMark, hasLabels }: ColumnRules = PANE_RULES,
): number {
  if (column === 'mark' && !hasMark) return 0;
  if (PAST_COLUMNS.includes(column) && !rows.some(({ row }) => row.past != null)) return 0;
  if (isSinceColumn(column) && !rows.some(({ row }) => row.since !== undefined)) return 0;
  const { label: header, cells } = fieldNamed(column);
  if (FIXED_COLUMNS.includes(column)) return cells?.max ?? 0;
  const label = hasLabels ? displayWidth(header) : 0;
  const widest = rows.reduce((most, row) => Math.max(most, displayWidth(cellText(column, row))), label);
  const least = column === 'rank' ? cellsOf(fieldNamed('rank')).min : 0;
  return Math.max(least, Math.min(widest, MAX_WIDTHS[column] ?? widest));
}
