import type { Board } from '../api/snapshot.ts';
import type { BoardMovement } from '../model/movement.ts';
import { type Column, ranksOn } from '../vocabulary.ts';
import { sizeBoardColumns } from './board-columns.ts';
import type { Line } from './box.ts';
import { splitMetrics } from './metric-words.ts';
import { type PaneRow, renderPaneLabels, renderPaneRow } from './pane-row.ts';
import { cleanText, clip } from './safe-text.ts';
import type { Theme } from './theme.ts';
import { describeRow, emptyLine, type RowEmphasis, renderBoardTitle, titleOf } from './tile.ts';

const MAX_WIDTH = 140;

export interface WideBoardOptions {
  readonly width: number;
  /** The number of rows for which there is room, so that the boards below keep their places. */
  readonly rows: number;
  readonly timeframe: string | null;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column> | null;
  readonly movement: BoardMovement | undefined;
  readonly emphasis: RowEmphasis;
  /** Whether `left:` is shown here: a board with several tiers has it in one of them. */
  readonly hasLeft: boolean;
}

/** Lines of a wide board beside its rows: title, column headers, `left:`. */
export const WIDE_BOARD_EXTRA_LINES = 3;

/** One board with all columns that fit and its symbols that left: always `rows` + 3 lines. */
export function renderWideBoard(board: Board, options: WideBoardOptions): ReadonlyArray<Line> {
  const { theme, rows: count } = options;
  const width = Math.min(MAX_WIDTH, options.width);
  const metrics = splitMetrics([]);
  const rows = board.rows
    .slice(0, count)
    .map((row, index): PaneRow => ({ ...describeRow(row, index, options), metrics }));
  const columns = sizeBoardColumns(rows, width, options.columns);
  const detail = ranksOn(board.key, options.timeframe);
  const ranks = `${board.rows.length} ${board.rows.length === 1 ? 'rank' : 'ranks'}`;
  const blank: Line = { plain: '', painted: '' };
  return [
    renderBoardTitle(titleOf(board), detail, ranks, width, theme),
    rows.length === 0 ? emptyLine(theme) : renderPaneLabels(columns, theme),
    ...rows.map((row) => renderPaneRow(row, columns, theme)),
    ...Array.from({ length: count - rows.length }, () => blank),
    options.hasLeft ? leftLine(options.movement, width, theme) : blank,
  ];
}

/** `left: AMD (was 3), SOFI (was 9)`; blank if no symbol left. */
function leftLine(movement: BoardMovement | undefined, width: number, theme: Theme): Line {
  const left = movement?.left ?? [];
  if (left.length === 0) return { plain: '', painted: '' };
  const symbols = left.map(({ symbol, was }) => `${cleanText(symbol)} (was ${was})`).join(', ');
  const plain = clip(`left: ${symbols}`, width);
  return { plain, painted: theme.muted(plain) };
}
