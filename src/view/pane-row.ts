import type { BoardRow } from '../api/snapshot.ts';
import type { SinceView } from '../fields/field.ts';
import { ON_SCREEN, paintOf } from '../fields/field.ts';
import { fieldNamed, isHighConfluence } from '../fields/fields.ts';
import type { RankMark } from '../model/movement.ts';
import type { Age } from '../model/stints.ts';
import type { Trend } from '../model/trend.ts';
import { formatAgeStep, formatAgeText } from './age.ts';
import type { Line } from './box.ts';
import type { Metrics } from './metric-words.ts';
import { alignOf, fieldOf, labelOf, type PaneColumn, type PlacedColumn } from './pane-columns.ts';
import { PINNED } from './pinned.ts';
import { clip, displayWidth, fitCell } from './safe-text.ts';
import { renderSparkline } from './sparkline.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import { type Paint, paintOfTrend, type Theme, unpainted } from './theme.ts';

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
  /** What became of the symbol of older data; null if nothing is known of it, undefined if the data is not older. */
  readonly since?: SinceView | null | undefined;
  /** Whether the age stands in the mark of a row that did not move, because there is no column for it. */
  readonly hasAgeInMark: boolean;
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
  metricLabel = labelOf('metric'),
): Line {
  const plain = columns
    .map(({ column, width }) =>
      fitCell(column === 'metric' ? metricLabel : labelOf(column), width, alignOf(column)),
    )
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
  const { row, mark, metrics, past, since, hasAgeInMark } = paneRow;
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
    case 'now':
    case 'gain':
      return since === undefined ? '' : fieldNamed(column).text({ ...row, since }, ON_SCREEN, width);
    default: {
      const field = fieldNamed(column);
      return field.text(row, ON_SCREEN, Math.min(width, field.cells?.max ?? width));
    }
  }
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

function paintOfCell(column: PaneColumn, paneRow: PaneRow, theme: Theme): Paint {
  const { row, mark, emphasis, past } = paneRow;
  switch (column) {
    case 'mark':
      return mark === undefined ? paintOfTrend(theme, past?.trend ?? null) : paintOfMark(mark, theme);
    case 'spark':
    case 'trend':
      return paintOfTrend(theme, past?.trend ?? null);
    case 'age':
      return theme.muted;
    case 'symbol':
      if (emphasis === 'selected') return theme.selected;
      if (paneRow.isPinned)
        return emphasis === 'related' ? (text) => theme.related(theme.pinned(text)) : theme.pinned;
      if (emphasis === 'related') return theme.related;
      return isHighConfluence(row.boards) ? theme.strong : (text) => text;
    default: {
      const field = fieldOf(column);
      return field === undefined
        ? unpainted
        : paintOf(field, { ...row, since: paneRow.since }, theme, 'screen');
    }
  }
}

function paintOfMark(mark: RankMark, theme: Theme): Paint {
  if (mark.from === null) return theme.accent;
  return mark.from > mark.to ? theme.up : theme.down;
}
