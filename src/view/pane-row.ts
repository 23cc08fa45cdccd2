import type { BoardRow } from '../api/snapshot.ts';
import type { RankMark } from '../model/movement.ts';
import type { Column } from '../vocabulary.ts';
import type { Line } from './box.ts';
import { COLUMN_SPECS, isHighConfluence } from './columns.ts';
import type { Metrics } from './metric-words.ts';
import { type Align, fitCell } from './safe-text.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import type { Paint, Theme } from './theme.ts';

/** A column of the pane: `mark` is the change of rank, `standing` is boards and bias in three cells. */
export type PaneColumn = Column | 'mark' | 'standing';

/** The columns from left to right, where the user has not chosen others. */
export const PANE_COLUMNS: ReadonlyArray<PaneColumn> = [
  'rank',
  'mark',
  'symbol',
  'name',
  'price',
  'dayPct',
  'volume',
  'standing',
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

/** Between mark and symbol: says which row is selected where colours are missing. */
const SELECTED = '▸';

export interface PaneRow {
  readonly row: BoardRow;
  readonly mark: RankMark | undefined;
  readonly metrics: Metrics;
  /** `related` is another row of the selected symbol. */
  readonly emphasis: 'selected' | 'related' | 'none';
}

/** The cells of a row, separated by one space. Blanks are not painted. */
export function renderPaneRow(paneRow: PaneRow, columns: ReadonlyArray<PlacedColumn>, theme: Theme): Line {
  let plain = '';
  let painted = '';
  for (const [index, { column, width }] of columns.entries()) {
    const cell = renderCell(column, width, paneRow, theme);
    const isAfterMark = columns[index - 1]?.column === 'mark';
    const gap = index === 0 ? '' : isAfterMark && paneRow.emphasis === 'selected' ? SELECTED : ' ';
    plain += gap + cell.plain;
    painted += (gap === SELECTED ? theme.accent(gap) : gap) + cell.painted;
  }
  return { plain, painted };
}

/** The labels of the columns. The mark has none. */
export function renderPaneLabels(columns: ReadonlyArray<PlacedColumn>, theme: Theme): Line {
  const plain = columns
    .map(({ column, width }) => fitCell(labelOf(column), width, alignOf(column)))
    .join(' ')
    .trimEnd();
  return { plain, painted: theme.muted(plain) };
}

/** `NEW`, `▲2`, `▼1`; empty for a row that did not move. */
export function markText(mark: RankMark | undefined): string {
  if (mark === undefined) return '';
  if (mark.from === null) return 'NEW';
  return mark.from > mark.to ? `▲${mark.from - mark.to}` : `▼${mark.to - mark.from}`;
}

/** The text of a cell. Only some columns have shorter texts for fewer cells; others must be cut. */
export function cellText(column: PaneColumn, { row, mark, metrics }: PaneRow, width = Infinity): string {
  if (column === 'mark') return markText(mark);
  if (column === 'metric') return metrics.text(row);
  if (column === 'standing') return ' '.repeat(STANDING_WIDTH);
  return COLUMN_SPECS[column].text(row, Math.min(width, COLUMN_SPECS[column].maxWidth));
}

export function labelOf(column: PaneColumn): string {
  if (column === 'mark') return '';
  return COLUMN_SPECS[column === 'standing' ? 'boards' : column].label;
}

function renderCell(column: PaneColumn, width: number, paneRow: PaneRow, theme: Theme): Line {
  if (column === 'standing') return renderStanding(paneRow.row, theme);
  const plain = fitCell(cellText(column, paneRow, width), width, alignOf(column));
  const text = plain.trimEnd();
  if (text === '') return { plain, painted: plain };
  return { plain, painted: paintOf(column, paneRow, theme)(text) + ' '.repeat(plain.length - text.length) };
}

function alignOf(column: PaneColumn): Align {
  if (column === 'mark' || column === 'standing') return 'left';
  return COLUMN_SPECS[column].align;
}

function paintOf(column: Exclude<PaneColumn, 'standing'>, paneRow: PaneRow, theme: Theme): Paint {
  const { row, mark, emphasis } = paneRow;
  switch (column) {
    case 'mark':
      return paintOfMark(mark, theme);
    case 'symbol':
      if (emphasis === 'selected') return theme.selected;
      if (emphasis === 'related') return theme.related;
      return isHighConfluence(row.boards) ? theme.strong : (text) => text;
    default:
      return COLUMN_SPECS[column].paint(row, theme);
  }
}

function paintOfMark(mark: RankMark | undefined, theme: Theme): Paint {
  if (mark === undefined) return theme.muted;
  if (mark.from === null) return theme.accent;
  return mark.from > mark.to ? theme.up : theme.down;
}
