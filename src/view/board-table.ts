import type { Board, BoardRow } from '../api/snapshot.ts';
import { type Column, MONEY_FLOW_TIERS, ranksOn } from '../vocabulary.ts';
import { type BoxTitle, drawBox, LIGHT, type Line, type Lines } from './box.ts';
import { type FittedColumn, fitColumns } from './columns.ts';
import { fitCell } from './safe-text.ts';
import type { Theme } from './theme.ts';
import { titleOf } from './tile.ts';

/** Cells taken by the frame and padding around a board's columns. */
const FRAME_WIDTH = 4;

export interface BoardTableOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column> | null;
  /** The timeframe of the snapshot, which decides what some boards rank on. */
  readonly timeframe: string | null;
}

/** One board (or one tier of `moneyFlow`) as a framed table of exactly `width` cells. */
export function renderBoardTable(board: Board, options: BoardTableOptions): Lines {
  const { theme, width } = options;
  const columns = fitColumns(width - FRAME_WIDTH, options.columns);
  const body =
    board.rows.length === 0
      ? [mutedLine('no symbols', theme)]
      : [headerLine(columns, theme), ...board.rows.map((row) => rowLine(row, columns, theme))];
  return drawBox(body, width, boardTitle(board, options), { pieces: LIGHT, paint: theme.muted });
}

function mutedLine(plain: string, theme: Theme): Line {
  return { plain, painted: theme.muted(plain) };
}

function boardTitle(board: Board, { theme, timeframe }: BoardTableOptions): BoxTitle {
  const hasDetail = board.tier === null || board.tier === MONEY_FLOW_TIERS[0];
  return {
    text: titleOf(board),
    paint: theme.title,
    detail: hasDetail ? ranksOn(board.key, timeframe) || undefined : undefined,
    paintDetail: theme.muted,
  };
}

function headerLine(columns: ReadonlyArray<FittedColumn>, theme: Theme): Line {
  return mutedLine(columns.map(({ label, width, align }) => fitCell(label, width, align)).join(' '), theme);
}

function rowLine(row: BoardRow, columns: ReadonlyArray<FittedColumn>, theme: Theme): Line {
  const cells = columns.map((column) => fitCell(column.text(row, column.width), column.width, column.align));
  const painted = cells.map((cell, index) => columns[index]?.paint(row, theme)(cell) ?? cell);
  return { plain: cells.join(' '), painted: painted.join(' ') };
}
