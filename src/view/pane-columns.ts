/**
 * A column of the pane. `mark` is the change of rank, `standing` boards and bias in three cells, `spark` the ranks of the
 * last 30 minutes, `trend` the same in a word. `now` and `since` are what became of a symbol of older data.
 */
export type PaneColumn = string;

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
