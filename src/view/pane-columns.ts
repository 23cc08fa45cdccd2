import type { Field } from '../fields/field.ts';
import { FIELDS } from '../fields/fields.ts';
import type { Column } from '../vocabulary.ts';
import type { Align } from './safe-text.ts';

/**
 * A column of the pane. `mark` is the change of rank, `standing` boards and bias in three cells, `spark` the ranks of the
 * last 30 minutes, `trend` the same in a word. `now` and `since` are what became of a symbol of older data.
 */
export type PaneColumn = Column | 'mark' | 'standing' | 'age' | 'spark' | 'trend' | 'now' | 'gain';

/** The columns from left to right, where the user has not chosen others. */
export const PANE_COLUMNS: ReadonlyArray<PaneColumn> = [
  'rank',
  'mark',
  'symbol',
  'now',
  'gain',
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
  standing: 'Bds',
  age: 'Age',
  spark: '30 min',
  trend: 'Trend',
};

export function labelOf(column: PaneColumn): string {
  return LABELS[column] ?? fieldOf(column)?.label ?? '';
}

export function alignOf(column: PaneColumn): Align {
  return column === 'age' ? 'right' : (fieldOf(column)?.align ?? 'left');
}

/** Undefined for the columns that only the pane has. */
export function fieldOf(column: PaneColumn): Field | undefined {
  return FIELDS.find(({ id }) => id === column);
}
