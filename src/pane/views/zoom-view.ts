import { titleOf } from '../../fields/board-title.ts';
import type { Row } from '../../fields/field.ts';
import { ranksOn } from '../../market/catalogue.ts';
import { boardColumns, drawRows, MAX_WIDE_WIDTH, renderBoardTitle } from '../../output/board-table.ts';
import { renderLogLine } from '../../output/log-line.ts';
import { layOut } from '../../output/table.ts';
import type { BoardPart } from '../../service/snapshot.ts';
import { formatMinute } from '../../text/format.ts';
import type { PaintedLines } from '../../text/lines.ts';
import { clip } from '../../text/safe-text.ts';
import { baselineText } from '../baseline.ts';
import { rowLimitOf } from '../frame-boards.ts';
import { changeOpened } from '../state.ts';
import { type Body, key, type Opened, type View, type ViewInput } from '../view.ts';
import { absenceOf, boardsBody, columnOptionsOf, emptyBody } from './board-body.ts';
import { SIGNS } from './help-view.ts';
import { linesOn } from './log-view.ts';

export function zoomView(board: string): View {
  return {
    name: 'zoom',
    board,
    keys: [OTHER_BOARD],
    help: {
      sample: [
        ' 2 ▲1  SONA    3.25 +9.69% 214.1M ◆3+  41m   ▂▃▅▅▇█ 9.7%',
        'rank, moved, symbol, price, change, volume, boards and bias, age, 30 min, metric',
      ],
      signs: [
        ...[SIGNS.moved, SIGNS.boards, SIGNS.bias, SIGNS.pinned],
        ...[SIGNS.atLeast, SIGNS.ranks, SIGNS.now],
      ],
    },
    draw: (input, opened) => draw(board, input, opened),
    isOver: ({ snapshot, boards }) => snapshot !== null && boards.all.every(({ key }) => key !== board),
  };
}

const OTHER_BOARD = key('move', 'left right', ['right', 'left', 'l', 'h'], 'other board (or h l)', {
  footer: ({ input }) => (shownBoardKeys(input).length > 1 ? 'other board' : null),
  press(front, pressed) {
    const { pane, opened } = front;
    const keys = shownBoardKeys(front.input);
    const step = pressed === 'right' || pressed === 'l' ? 1 : -1;
    const board = keys[keys.indexOf(opened.view.board ?? '') + step];
    if (board === undefined) return {};
    return { pane: changeOpened(pane, { view: zoomView(board), scroll: 0, selected: null }) };
  },
});

function shownBoardKeys({ boards }: ViewInput): ReadonlyArray<string> {
  return [...new Set(boards.filtered.map(({ key }) => key))];
}

function draw(zoomed: string, input: ViewInput, opened: Opened): Body {
  const { selection, style } = input;
  const boards = input.boards.filtered.filter(({ key }) => key === zoomed);
  if (boards.length === 0) return emptyBody(input);
  const width = Math.min(MAX_WIDE_WIDTH, style.width);
  const layout = { columns: 1, width, rows: rowLimitOf(selection), above: 2, below: 1 };
  const render = (board: BoardPart, rows: ReadonlyArray<Row>) => renderBoard(board, rows, width, input);
  const body = boardsBody(boards, layout, render, input, opened);
  // Each board ends with a blank line; the last one is replaced.
  const left = clip(leftText(zoomed, input), width);
  const lines = body.lines.with(-1, left === '' ? '' : style.theme.muted(left));
  const log = lastLogLines(zoomed, input, input.lines - lines.length - 1);
  return { ...body, lines: log.length === 0 ? lines : [...lines, '', ...log] };
}

function renderBoard(
  board: BoardPart,
  rows: ReadonlyArray<Row>,
  width: number,
  input: ViewInput,
): PaintedLines {
  const table = layOut(boardColumns(rows, columnOptionsOf(input)), rows, width);
  const lines = absenceOf(board, input) ?? drawRows(table, rows, input.style).flat();
  const detail = ranksOn(board.key, input.pane.timeframe);
  return [renderBoardTitle(titleOf(board), detail, '', width, input.style.theme), ...lines];
}

function lastLogLines(board: string, input: ViewInput, room: number): ReadonlyArray<string> {
  const { memory, pane, style } = input;
  const lines = linesOn(board, memory.log(), input);
  return lines.slice(0, Math.max(0, room)).map((line) => renderLogLine(line, style, pane));
}

/** Returns `left since 15m: AMD 14:24 (was 6), RIVN 14:29 (was 3)`; empty if no symbol left. */
function leftText(board: string, input: ViewInput): string {
  const { memory, style } = input;
  const left = input.boards.movement.get(board)?.filter(({ to }) => to === null) ?? [];
  if (left.length === 0) return '';
  const symbols = left.map(({ symbol, from }) => {
    // The rank is the last one on the board, as in the log below, not the rank at the baseline.
    const last = memory.pathOf(symbol).left.find((each) => each.board === board);
    const time = last === undefined ? '' : ` ${formatMinute(last.leftAt, style)}`;
    return `${symbol}${time} (was ${last?.rank ?? from})`;
  });
  return `left since ${baselineText(input, style)}: ${symbols.join(', ')}`;
}
