import type { BoardPart } from '../api/snapshot.ts';
import type { RowPast } from '../fields/field.ts';
import type { BoardMovement } from '../model/movement.ts';
import { type Column, type PastColumn, ranksOn } from '../vocabulary.ts';
import { sizeBoardColumns } from './board-columns.ts';
import type { Line } from './box.ts';
import type { Metrics } from './metric-words.ts';
import { renderPaneLabels, renderPaneRow } from './pane-row.ts';
import { cleanText, clip } from './safe-text.ts';
import type { Theme } from './theme.ts';
import { describeRow, emptyLine, type RowEmphasis, renderBoardTitle, titleOf } from './tile.ts';

/** A wider terminal has no use for more. */
export const MAX_WIDE_WIDTH = 140;

export interface WideBoardOptions {
  readonly width: number;
  /** The number of rows for which there is room, so that the boards below keep their places. */
  readonly rows: number;
  readonly timeframe: string | null;
  /** Whole, or in the past what became of each row. */
  readonly metrics: Metrics;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column | PastColumn> | null;
  readonly movement: BoardMovement | undefined;
  readonly emphasis: RowEmphasis;
  /** What memory knows of a symbol on this board. */
  readonly pastOf: (symbol: string) => RowPast | null;
  /** What the changes are compared with: `in 15m`, `since the start`; empty for the previous snapshot. */
  readonly since: string;
  /** When a symbol that is gone left this board: `14:24`; empty if that is unknown. */
  readonly leftAt: (symbol: string) => string;
  /** Whether `left:` is shown here: a board with several groups has it in one of them. */
  readonly hasLeft: boolean;
}

/** Lines of a wide board beside its rows: title, column headers, `left:`. */
export const WIDE_BOARD_EXTRA_LINES = 3;

/** One board with all columns that fit and its symbols that left: always `rows` + 3 lines. */
export function renderWideBoard(board: BoardPart, options: WideBoardOptions): ReadonlyArray<Line> {
  const { theme, rows: count, metrics } = options;
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  const rows = board.rows.slice(0, count).map((row, index) => describeRow(row, index, options, false));
  const columns = sizeBoardColumns(rows, width, options.columns);
  const hasAgeInMark = !columns.some(({ column }) => column === 'age');
  const detail = ranksOn(board.key, options.timeframe);
  const ranks = `${board.rows.length} ${board.rows.length === 1 ? 'rank' : 'ranks'}`;
  const blank: Line = { plain: '', painted: '' };
  return [
    renderBoardTitle(titleOf(board), detail, ranks, width, theme),
    rows.length === 0 ? emptyLine(theme) : renderPaneLabels(columns, theme, metrics.label),
    ...rows.map((shown) => renderPaneRow({ ...shown, row: { ...shown.row, hasAgeInMark } }, columns, theme)),
    ...Array.from({ length: count - rows.length }, () => blank),
    options.hasLeft ? leftLine(options, width) : blank,
  ];
}

/** `left in 15m: AMD 14:24 (was 6), RIVN 14:29 (was 3)`; blank if no symbol left. */
function leftLine({ movement, since, leftAt, theme }: WideBoardOptions, width: number): Line {
  const left = movement?.left ?? [];
  if (left.length === 0) return { plain: '', painted: '' };
  const symbols = left.map(({ symbol, was }) => {
    const time = since === '' ? '' : leftAt(symbol);
    return `${cleanText(symbol)}${time === '' ? '' : ` ${time}`} (was ${was})`;
  });
  const plain = clip(`left${since === '' ? '' : ` ${since}`}: ${symbols.join(', ')}`, width);
  return { plain, painted: theme.muted(plain) };
}
