import type { BoardRow } from '../api/snapshot.ts';
import type { RankMark } from '../model/movement.ts';
import type { Age } from '../model/stints.ts';
import type { Trend } from '../model/trend.ts';
import type { Column } from '../vocabulary.ts';
import { formatAgeStep, formatAgeText } from './age.ts';
import type { Line } from './box.ts';
import { COLUMN_SPECS, type ColumnSpec, isHighConfluence } from './columns.ts';
import type { Metrics } from './metric-words.ts';
import { type Align, fitCell } from './safe-text.ts';
import { renderSparkline } from './sparkline.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import type { Paint, Theme } from './theme.ts';

/**
 * A column of the pane. `mark` is the change of rank, `standing` boards and bias in three cells, `spark` the ranks of the
 * last 30 minutes, `trend` the same in a word.
 */
export type PaneColumn = Column | 'mark' | 'standing' | 'age' | 'spark' | 'trend';

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
/** A row of rank 10 has the lowest bar; worse ranks have it only where a board has more. */
const USUAL_LAST_RANK = 10;

/** What memory knows of a row. */
export interface RowPast {
  readonly age: Age;
  readonly trend: Trend;
}

/** Between mark and symbol: says which row is selected where colours are missing. */
const SELECTED = '▸';

export interface PaneRow {
  readonly row: BoardRow;
  readonly mark: RankMark | undefined;
  readonly metrics: Metrics;
  /** Null where memory has nothing. */
  readonly past: RowPast | null;
  /** Whether the age stands in the mark of a row that did not move, because there is no column for it. */
  readonly hasAgeInMark: boolean;
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
function markText(mark: RankMark | undefined): string {
  if (mark === undefined) return '';
  if (mark.from === null) return 'NEW';
  return mark.from > mark.to ? `▲${mark.from - mark.to}` : `▼${mark.to - mark.from}`;
}

/** The text of a cell. Only some columns have shorter texts for fewer cells; others must be cut. */
export function cellText(column: PaneColumn, paneRow: PaneRow, width = Infinity): string {
  const { row, mark, metrics, past, hasAgeInMark } = paneRow;
  switch (column) {
    case 'mark':
      return mark === undefined && hasAgeInMark && past !== null
        ? formatAgeStep(past.age.milliseconds)
        : markText(mark);
    case 'metric':
      return metrics.text(row);
    case 'standing':
      return ' '.repeat(STANDING_WIDTH);
    case 'age':
      return past === null ? '' : formatAgeText(past.age);
    case 'spark':
      return past === null ? '' : sparklineOf(past.trend);
    case 'trend':
      return past?.trend.word ?? '';
    default:
      return COLUMN_SPECS[column].text(row, Math.min(width, COLUMN_SPECS[column].maxWidth));
  }
}

const LABELS: Readonly<Partial<Record<PaneColumn, string>>> = {
  mark: '',
  standing: COLUMN_SPECS.boards.label,
  age: 'Age',
  spark: '30 min',
  trend: 'Trend',
};

export function labelOf(column: PaneColumn): string {
  return LABELS[column] ?? specOf(column)?.label ?? '';
}

/** Rank 1 is the tall end. */
function sparklineOf({ ranks }: Trend): string {
  const last = Math.max(USUAL_LAST_RANK, ...ranks.map((rank) => rank ?? 0));
  return renderSparkline(
    ranks.map((rank) => (rank === null ? null : -rank)),
    -last,
    -1,
  );
}

function renderCell(column: PaneColumn, width: number, paneRow: PaneRow, theme: Theme): Line {
  if (column === 'standing') return renderStanding(paneRow.row, theme);
  const plain = fitCell(cellText(column, paneRow, width), width, alignOf(column));
  const text = plain.trimEnd();
  if (text === '') return { plain, painted: plain };
  return { plain, painted: paintOf(column, paneRow, theme)(text) + ' '.repeat(plain.length - text.length) };
}

function alignOf(column: PaneColumn): Align {
  return column === 'age' ? 'right' : (specOf(column)?.align ?? 'left');
}

/** Undefined for the columns that only the pane has. */
function specOf(column: PaneColumn): ColumnSpec | undefined {
  return Object.entries(COLUMN_SPECS).find(([name]) => name === column)?.[1];
}

function paintOf(column: PaneColumn, paneRow: PaneRow, theme: Theme): Paint {
  const { row, mark, emphasis, past } = paneRow;
  switch (column) {
    case 'mark':
      return mark === undefined ? paintOfTrend(past, theme) : paintOfMark(mark, theme);
    case 'spark':
    case 'trend':
      return paintOfTrend(past, theme);
    case 'age':
      return theme.muted;
    case 'symbol':
      if (emphasis === 'selected') return theme.selected;
      if (emphasis === 'related') return theme.related;
      return isHighConfluence(row.boards) ? theme.strong : (text) => text;
    default:
      return specOf(column)?.paint(row, theme) ?? ((text) => text);
  }
}

function paintOfTrend(past: RowPast | null, theme: Theme): Paint {
  if (past?.trend.word === 'rise') return theme.up;
  return past?.trend.word === 'fade' ? theme.down : theme.muted;
}

function paintOfMark(mark: RankMark, theme: Theme): Paint {
  if (mark.from === null) return theme.accent;
  return mark.from > mark.to ? theme.up : theme.down;
}
