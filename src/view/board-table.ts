import type { Board, BoardRow } from '../api/snapshot.ts';
import type { BoardMovement, RankMark } from '../model/movement.ts';
import { BOARD_CATALOGUE, type Column, MONEY_FLOW_TIER_ROWS, MONEY_FLOW_TIERS } from '../vocabulary.ts';
import { type BoxTitle, drawBox, LIGHT, type Line, type Lines } from './box.ts';
import { type FittedColumn, fitColumns } from './columns.ts';
import { cleanText, fitCell } from './safe-text.ts';
import type { Paint, Theme } from './theme.ts';

/** Cells taken by the frame and padding around a board's columns. */
const FRAME_WIDTH = 4;
/** Cells of `▲12` or `NEW`. */
const MARK_WIDTH = 3;
const LAST_TIER = MONEY_FLOW_TIERS.at(-1);

export interface BoardTableOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column> | null;
  /** For the live pane only. */
  readonly live?: LiveBoards | undefined;
}

interface LiveBoards {
  /** Rank changes by board key. */
  readonly movement: ReadonlyMap<string, BoardMovement>;
  /** Minimum number of rows per board, so that boards keep their position between snapshots. */
  readonly rows: number;
}

/** One board (or one tier of `moneyFlow`) as a framed table of exactly `width` cells. */
export function renderBoardTable(board: Board, options: BoardTableOptions): Lines {
  const { theme, width } = options;
  const movement = options.live?.movement.get(board.key);
  const inner = width - FRAME_WIDTH;
  const columns = fitColumns(options.live === undefined ? inner : inner - MARK_WIDTH - 1, options.columns);
  const marks = options.live === undefined ? undefined : (movement?.marks ?? new Map<string, RankMark>());
  const body =
    board.rows.length === 0
      ? [mutedLine('no symbols', theme)]
      : [headerLine(columns, marks !== undefined, theme)];
  body.push(...board.rows.map((row) => rowLine(row, columns, marks, theme)));
  if (options.live !== undefined) {
    const rows = board.tier === null ? options.live.rows : Math.min(options.live.rows, MONEY_FLOW_TIER_ROWS);
    while (body.length <= rows) body.push(mutedLine('', theme));
  }
  const style = { pieces: LIGHT, paint: theme.muted };
  return drawBox(body, width, boardTitle(board, theme), style, leftNote(board, movement));
}

/** `left: AMD (was 3), SOFI (was 9)` for the bottom border. A tiered board has it only in its last tier. */
function leftNote({ tier }: Board, movement: BoardMovement | undefined): string {
  if (movement === undefined || movement.left.length === 0 || (tier !== null && tier !== LAST_TIER))
    return '';
  const left = movement.left.map(({ symbol, was }) => `${cleanText(symbol)} (was ${was})`);
  return `left: ${left.join(', ')}`;
}

function mutedLine(plain: string, theme: Theme): Line {
  return { plain, painted: plain === '' ? '' : theme.muted(plain) };
}

function boardTitle(board: Board, theme: Theme): BoxTitle {
  const known = BOARD_CATALOGUE.find(({ key }) => key === board.key);
  const title = known?.title ?? cleanText(board.key);
  return {
    text: board.tier === null ? title : `${title} · ${board.tier}`,
    paint: theme.title,
    detail: board.tier === null || board.tier === MONEY_FLOW_TIERS[0] ? known?.ranksOn : undefined,
    paintDetail: theme.muted,
  };
}

function headerLine(columns: ReadonlyArray<FittedColumn>, marked: boolean, theme: Theme): Line {
  const labels = columns.map(({ label, width, align }) => fitCell(label, width, align));
  return mutedLine(withMark(labels, columns, marked ? fitCell('', MARK_WIDTH) : undefined).join(' '), theme);
}

function rowLine(
  row: BoardRow,
  columns: ReadonlyArray<FittedColumn>,
  marks: BoardMovement['marks'] | undefined,
  theme: Theme,
): Line {
  const cells = columns.map((column) => fitCell(column.text(row, column.width), column.width, column.align));
  const painted = cells.map((cell, index) => columns[index]?.paint(row, theme)(cell) ?? cell);
  if (marks === undefined) return { plain: cells.join(' '), painted: painted.join(' ') };
  const mark = row.symbol === null ? undefined : marks.get(row.symbol);
  const cell = fitCell(mark === undefined ? '' : markText(mark), MARK_WIDTH);
  const paintedCell = mark === undefined ? cell : paintOfMark(mark, theme)(cell);
  return {
    plain: withMark(cells, columns, cell).join(' '),
    painted: withMark(painted, columns, paintedCell).join(' '),
  };
}

/** Inserts the mark after the rank, or first if ranks are not shown. */
function withMark(
  cells: ReadonlyArray<string>,
  columns: ReadonlyArray<FittedColumn>,
  mark: string | undefined,
) {
  if (mark === undefined) return cells;
  return cells.toSpliced(columns.findIndex(({ column }) => column === 'rank') + 1, 0, mark);
}

/** `▲2`, `▼1` or `NEW`. */
function markText({ from, to }: RankMark): string {
  if (from === null) return 'NEW';
  return to < from ? `▲${from - to}` : `▼${to - from}`;
}

function paintOfMark({ from, to }: RankMark, theme: Theme): Paint {
  if (from === null) return theme.accent;
  return to < from ? theme.up : theme.down;
}
