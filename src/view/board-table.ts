import type { Board, BoardRow } from '../api/snapshot.ts';
import { type Column, MONEY_FLOW_TIERS, ranksOn } from '../vocabulary.ts';
import { type BoxTitle, drawBox, LIGHT, type Line, type Lines } from './box.ts';
import { type FittedColumn, fitColumns } from './columns.ts';
import type { Cell } from './grid.ts';
import { fitCell } from './safe-text.ts';
import { fitSinceColumns, type SinceOf, widthOfSince } from './since-then.ts';
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
  /** For older data: what became of the symbol of a row. */
  readonly sinceOf?: SinceOf | null | undefined;
}

/** A column of fields, or of what became of the symbol. */
interface TableColumn extends Pick<FittedColumn, 'label' | 'width' | 'align'> {
  cell(row: BoardRow): Cell;
}

/**
 * One board (or one tier of `moneyFlow`) as a framed table of exactly `width` cells. The columns of older data are as wide as
 * `rows` need, those of all boards, so that eyes find them at one place.
 */
export function renderBoardTable(board: Board, options: BoardTableOptions, rows = board.rows): Lines {
  const { theme, width } = options;
  const columns = tableColumns(width - FRAME_WIDTH, rows, options);
  const body =
    board.rows.length === 0
      ? [mutedLine('no symbols', theme)]
      : [headerLine(columns, theme), ...board.rows.map((row) => rowLine(row, columns))];
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

/** The columns of older data follow the symbol. */
function tableColumns(
  width: number,
  rows: ReadonlyArray<BoardRow>,
  { columns, theme, sinceOf }: BoardTableOptions,
): ReadonlyArray<TableColumn> {
  const of = sinceOf ?? (() => null);
  const since =
    sinceOf == null
      ? []
      : fitSinceColumns(
          rows.map(({ symbol }) => of(symbol)),
          width,
          theme,
        );
  const added = since.map(
    (column): TableColumn => ({ ...column, cell: ({ symbol }) => column.cell(of(symbol), theme) }),
  );
  const fitted = fitColumns(width - widthOfSince(since), columns);
  const after = fitted.findIndex(({ column }) => column === 'symbol') + 1;
  return fitted
    .map(
      ({ label, width: cells, align, text, paint }): TableColumn => ({
        label,
        width: cells,
        align,
        cell: (row) => ({ text: text(row, cells), paint: paint(row, theme) }),
      }),
    )
    .toSpliced(after, 0, ...added);
}

function headerLine(columns: ReadonlyArray<TableColumn>, theme: Theme): Line {
  return mutedLine(columns.map(({ label, width, align }) => fitCell(label, width, align)).join(' '), theme);
}

function rowLine(row: BoardRow, columns: ReadonlyArray<TableColumn>): Line {
  const cells = columns.map(({ width, align, cell }) => {
    const { text, paint } = cell(row);
    return { plain: fitCell(text, width, align), paint };
  });
  return {
    plain: cells.map(({ plain }) => plain).join(' '),
    painted: cells.map(({ plain, paint }) => paint(plain)).join(' '),
  };
}
