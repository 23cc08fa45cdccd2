import type { BoardPart } from '../api/snapshot.ts';
import type { SinceOf } from '../fields/field.ts';
import type { ColumnRules } from './board-columns.ts';
import type { Line } from './box.ts';
import { type Metrics, splitMetrics } from './metric-words.ts';
import type { PlacedColumn } from './pane-columns.ts';
import { cellText, type PaneRow, renderPaneLabels, renderPaneRow } from './pane-row.ts';
import { displayWidth } from './safe-text.ts';
import type { Theme } from './theme.ts';
import { emptyLine, renderBoardTitle, titleOf } from './tile.ts';
import { breakWords } from './wrap.ts';

/** A title has room for the shared words of metrics up to this width; longer ones stay with their metrics. */
const MAX_TITLE_WIDTH = 40;
/** Cells of a rule beside a title, with the blanks around it. */
const RULE = 4;

/** A board of one snapshot, or one of its groups, ready to be measured and drawn. */
export interface BoardTable {
  readonly board: BoardPart;
  readonly rows: ReadonlyArray<PaneRow>;
  /** At the right end of the title. */
  readonly label: string;
  /** Cells of the title with its label. */
  readonly titleWidth: number;
}

/** What columns a board of one snapshot has: no marks, and a metric that is wrapped from 24 cells on. */
export function tableRules(hasLabels: boolean): ColumnRules {
  return { hasMark: false, hasLabels, metric: { least: 8, usual: 24 } };
}

/** For a tile: the words that all metrics share are in the title, where it has room for them in `width` cells. */
export function prepareTile(board: BoardPart, width: number, sinceOf: SinceOf | undefined): BoardTable {
  const split = splitMetrics(board.rows);
  const title = displayWidth(titleOf(board));
  const whole = title + RULE + displayWidth(split.words);
  return whole <= Math.min(width, MAX_TITLE_WIDTH)
    ? { ...prepare(board, split, sinceOf), label: split.words, titleWidth: whole }
    : {
        ...prepare(board, splitMetrics([]), sinceOf),
        label: '',
        titleWidth: Math.min(title + RULE, MAX_TITLE_WIDTH),
      };
}

/** For a board that fills the width: the metrics are whole. */
export function prepareWide(board: BoardPart, sinceOf: SinceOf | undefined): BoardTable {
  const label = `${board.rows.length} ${board.rows.length === 1 ? 'rank' : 'ranks'}`;
  const titleWidth = displayWidth(titleOf(board)) + displayWidth(label) + RULE;
  return { ...prepare(board, splitMetrics([]), sinceOf), label, titleWidth };
}

function prepare(board: BoardPart, metrics: Metrics, sinceOf: SinceOf | undefined) {
  const rows = board.rows.map(
    (row): PaneRow => ({
      row: { ...row, since: sinceOf?.(row.symbol), shownMetric: metrics.text(row) },
      isPinned: false,
      emphasis: 'none',
    }),
  );
  return { board, rows };
}

export interface TableStyle {
  /** Cells of the title; the rows fit into them. */
  readonly width: number;
  readonly hasLabels: boolean;
  /** Beside the title; empty for none. */
  readonly detail: string;
  readonly theme: Theme;
}

/** A title, the labels of the columns if any, and the rows, without a frame. */
export function renderBoardTable(
  { board, rows, label }: BoardTable,
  columns: ReadonlyArray<PlacedColumn>,
  { width, hasLabels, detail, theme }: TableStyle,
): ReadonlyArray<Line> {
  return [
    renderBoardTitle(titleOf(board), detail, label, width, theme),
    ...(hasLabels && rows.length > 0 ? [renderPaneLabels(columns, theme)] : []),
    ...(rows.length === 0 ? [emptyLine(theme)] : []),
    ...rows.flatMap((row) => renderRow(row, columns, theme)),
  ];
}

/** A row, and further lines for a metric that is longer than its column. */
function renderRow(row: PaneRow, columns: ReadonlyArray<PlacedColumn>, theme: Theme): ReadonlyArray<Line> {
  const position = columns.findIndex(({ column }) => column === 'metric');
  const width = columns[position]?.width;
  if (width === undefined) return [renderPaneRow(row, columns, theme)];
  const [first = '', ...others] = breakWords(cellText('metric', row), width);
  const indent = columns.slice(0, position).reduce((sum, column) => sum + column.width + 1, 0);
  return [
    renderPaneRow({ ...row, row: { ...row.row, shownMetric: first } }, columns, theme),
    ...others.map((text) => ({ plain: ' '.repeat(indent) + text, painted: ' '.repeat(indent) + text })),
  ];
}
