import { ON_SCREEN, paintOf, type Row } from '../fields/field.ts';
import { fieldNamed, isHighConfluence } from '../fields/fields.ts';
import type { Line } from './box.ts';
import type { PaneColumn, PlacedColumn } from './pane-columns.ts';
import { PINNED } from './pinned.ts';
import { clip, displayWidth, fitCell } from './safe-text.ts';
import { renderStanding } from './standing.ts';
import { type Paint, type Theme, unpainted } from './theme.ts';

/** Between mark and symbol: says which row is selected where colours are missing. */
const SELECTED = '▸';

export interface PaneRow {
  readonly row: Row;
  readonly isPinned: boolean;
  /** `related` is another row of the selected symbol. */
  readonly emphasis: 'selected' | 'related' | 'none';
}

/** The cells of a row, separated by one space. Blanks are not painted. */
export function renderPaneRow(paneRow: PaneRow, columns: ReadonlyArray<PlacedColumn>, theme: Theme): Line {
  let plain = '';
  let painted = '';
  for (const [index, { column, width }] of columns.entries()) {
    const isPinned = column === 'symbol' && paneRow.isPinned;
    // A pinned symbol takes the gap behind it. Behind the last column there is none.
    const cell = isPinned
      ? renderPinned(width, index < columns.length - 1 ? width + 1 : width, paneRow, theme)
      : renderCell(column, width, paneRow, theme);
    const before = columns[index - 1]?.column;
    const isAfterMark = before === 'mark';
    const isGapTaken = before === 'symbol' && paneRow.isPinned;
    const gap =
      index === 0 || isGapTaken ? '' : isAfterMark && paneRow.emphasis === 'selected' ? SELECTED : ' ';
    plain += gap + cell.plain;
    painted += (gap === SELECTED ? theme.accent(gap) : gap) + cell.painted;
  }
  return { plain, painted };
}

/** The labels of the columns. The mark has none. `metricLabel` is for what stands in place of metrics. */
export function renderPaneLabels(
  columns: ReadonlyArray<PlacedColumn>,
  theme: Theme,
  metricLabel = fieldNamed('metric').label,
): Line {
  const plain = columns
    .map(({ column, width }) =>
      fitCell(
        column === 'metric' ? metricLabel : fieldNamed(column).label,
        width,
        fieldNamed(column).align ?? 'left',
      ),
    )
    .join(' ')
    .trimEnd();
  return { plain, painted: theme.muted(plain) };
}

/** The text of a cell. Only some columns have shorter texts for fewer cells; others must be cut. */
export function cellText(column: PaneColumn, { row }: PaneRow, width = Infinity): string {
  const field = fieldNamed(column);
  return isSinceColumn(column) && row.since === undefined
    ? ''
    : field.text(row, ON_SCREEN, Math.min(width, field.cells?.max ?? width));
}

/** Whether it says what became of older data. */
export function isSinceColumn(column: PaneColumn): boolean {
  return column === 'now' || column === 'gain';
}

function renderCell(column: PaneColumn, width: number, paneRow: PaneRow, theme: Theme): Line {
  if (column === 'standing') return renderStanding(paneRow.row, theme);
  const plain = fitCell(cellText(column, paneRow, width), width, fieldNamed(column).align ?? 'left');
  const text = plain.trimEnd();
  if (text === '') return { plain, painted: plain };
  return {
    plain,
    painted: paintOfCell(column, paneRow, theme)(text) + ' '.repeat(plain.length - text.length),
  };
}

/** The symbol in at most `width` of `cells` cells, and its sign if there is a cell left for it. */
function renderPinned(width: number, cells: number, paneRow: PaneRow, theme: Theme): Line {
  const symbol = clip(cellText('symbol', paneRow, width), width);
  const left = cells - displayWidth(symbol);
  const sign = left > 0 ? PINNED : '';
  const blanks = ' '.repeat(Math.max(0, left - 1));
  const paint = paintOfCell('symbol', paneRow, theme);
  const painted = paint(symbol) + (sign === '' ? '' : theme.pinned(sign)) + blanks;
  return { plain: symbol + sign + blanks, painted };
}

function paintOfCell(column: PaneColumn, { row, isPinned, emphasis }: PaneRow, theme: Theme): Paint {
  if (column !== 'symbol') return paintOf(fieldNamed(column), row, theme, 'screen');
  if (emphasis === 'selected') return theme.selected;
  if (isPinned) return emphasis === 'related' ? (text) => theme.related(theme.pinned(text)) : theme.pinned;
  if (emphasis === 'related') return theme.related;
  return isHighConfluence(row.boards) ? theme.strong : unpainted;
}
