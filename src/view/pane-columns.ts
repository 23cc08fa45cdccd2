import type { Column } from '../vocabulary.ts';
import { COLUMN_SPECS, type ColumnSpec } from './columns.ts';
import type { Align } from './safe-text.ts';

/**
 * A column of the pane. `mark` is the change of rank, `standing` boards and bias in three cells, `spark` the ranks of the
 * last 30 minutes, `trend` the same in a word. `now` and `since` are what became of a symbol of older data.
 */
export type PaneColumn = Column | 'mark' | 'standing' | 'age' | 'spark' | 'trend' | 'now' | 'since';

/** The columns from left to right, where the user has not chosen others. */
export const PANE_COLUMNS: ReadonlyArray<PaneColumn> = [
  'rank',
  'mark',
  'symbol',
  'now',
  'since',
  'name',
  'price',
  'dayPct',
  'volume',
  'standing',
  'age',
  'spark',
  'trend',
  'metric',
  'tag',
];

export interface PlacedColumn {
  readonly column: PaneColumn;
  /** Cells. */
  readonly width: number;
}

/** Cells of `▲12` or `NEW`. */
export const MARK_WIDTH = 3;

/** Cells of `≥2h05`: always the same, so that the columns beside it do not move every minute. */
export const AGE_WIDTH = 5;
/** Cells of `Trend`, the label. */
export const TREND_WIDTH = 5;
/** Cells of the ranks of 30 minutes. */
export const SPARK_WIDTH = 8;

const LABELS: Readonly<Partial<Record<PaneColumn, string>>> = {
  mark: '',
  standing: COLUMN_SPECS.boards.label,
  age: 'Age',
  spark: '30 min',
  trend: 'Trend',
  now: 'Now',
  since: 'Since',
};

export function labelOf(column: PaneColumn): string {
  return LABELS[column] ?? specOf(column)?.label ?? '';
}

export function alignOf(column: PaneColumn): Align {
  return column === 'age' || column === 'since' ? 'right' : (specOf(column)?.align ?? 'left');
}

const SPECS: ReadonlyMap<string, ColumnSpec> = new Map(Object.entries(COLUMN_SPECS));

/** Undefined for the columns that only the pane has. */
export function specOf(column: PaneColumn): ColumnSpec | undefined {
  return SPECS.get(column);
}
