import type { BoardMovement } from '../../market/movement.ts';
import type { BoardPart } from '../../service/snapshot.ts';
import { formatMinute } from '../../text/format.ts';
import { cleanText } from '../../text/safe-text.ts';
import { baselineWords, namedBaseline } from '../baseline-text.ts';
import { roomOf, selectableKeys } from '../shown-boards.ts';
import { SIGNS } from '../signs.ts';
import { changeFront, hiddenBoardsOf } from '../state.ts';
import type { Body, Key, Opened, Shown, Tile, View } from '../view.ts';
import { boardKnowledge, columnStyleOf, emptyBody, startsOf, symbolsOf } from './board-body.ts';
import { linesOn } from './log.ts';
import { renderLogLine } from './log-line.ts';
import { renderZoom, ZOOM_EXTRA_LINES } from './tile.ts';
import { boardsText } from './tiles.ts';

/** One board with all columns that fit, its groups one below the other, and below them what came and went last. */
export function zoomView(board: string): View {
  return {
    name: 'zoom',
    about: board,
    board,
    keys: [OTHER_BOARD],
    help: {
      sample: [
        ' 2 ▲1  SONA    3.25 +9.69% 214.1M ◆3+  41m ··▂▃▅▅▇█ rise  9.7%',
        'rank, moved, symbol, price, change, volume, boards and bias, age, trend, metric',
      ],
      signs: [
        ...[SIGNS.moved, SIGNS.boards, SIGNS.bias, SIGNS.pinned],
        ...[SIGNS.atLeast, SIGNS.ranks, SIGNS.trend, SIGNS.words, SIGNS.now],
      ],
    },
    draw: (shown, opened) => draw(board, shown, opened),
    isOver: ({ pane, known, style }) =>
      known.snapshot !== null &&
      (hiddenBoardsOf(pane).includes(board) || !selectableKeys(known, style.selection).includes(board)),
  };
}

const OTHER_BOARD: Key = {
  keys: ['right', 'left', 'l', 'h'],
  label: 'left right',
  group: 'move',
  help: 'or h l: other board',
  footer: ({ shown }) => (keysOf(shown).length > 1 ? 'other board' : null),
  press({ pane, opened, shown }, key) {
    const keys = keysOf(shown);
    const step = key === 'right' || key === 'l' ? 1 : -1;
    const board = keys[keys.indexOf(opened.view.board ?? '') + step];
    if (board === undefined) return {};
    return { pane: changeFront(pane, { view: zoomView(board), scroll: 0, selected: null }) };
  },
};

/** The boards that are not hidden, and have a symbol that passes the filters if there are any. */
function keysOf({ boards }: Shown): ReadonlyArray<string> {
  return [...new Set(boards.shown.map(({ key }) => key))];
}

function draw(zoomed: string, shown: Shown, opened: Opened): Body {
  const { isNarrowed } = shown.boards;
  const { limit } = shown.style;
  const boards = shown.boards.shown.filter(({ key }) => key === zoomed);
  if (boards.length === 0) return emptyBody(shown);
  const timeframe = shown.known.snapshot?.timeframe ?? null;
  const rowsOf = (board: BoardPart) => (isNarrowed ? board.rows.length : roomOf(board, limit));
  const heights = boards.map((board) => rowsOf(board) + ZOOM_EXTRA_LINES);
  const blockStarts = startsOf(heights);
  const tiles = boards.map(
    (board, index): Tile => ({
      board: board.key,
      column: 0,
      line: blockStarts[index] ?? 0,
      firstRowLine: (blockStarts[index] ?? 0) + 2,
      ...symbolsOf(board, rowsOf(board)),
    }),
  );
  const style = columnStyleOf(shown);
  const knowledge = boardKnowledge(shown, opened, tiles);
  const blocks = boards.map((board, index) => {
    const known = knowledge(board, index);
    // A board with several groups has the line of those that left in the last of them.
    const left = index === boards.length - 1 ? leftText(known.movement?.left ?? [], zoomed, shown) : '';
    return renderZoom(board, { width: shown.ctx.width, rows: rowsOf(board), timeframe, left }, style, known);
  });
  const lines = blocks.flat().map(({ painted }) => painted.trimEnd());
  // Below a blank line.
  const log = logLines(zoomed, shown, shown.lines - lines.length - 1);
  return {
    lines: log.length === 0 ? lines : [...lines, '', ...log],
    blockStarts,
    tiles,
    position: (page) => boardsText(tiles, null, page),
  };
}

/** What the log has of a board, the newest first, as much as there is room for. */
function logLines(board: string, shown: Shown, room: number): ReadonlyArray<string> {
  const { remembered, pane, ctx } = shown;
  const lines = linesOn(board, remembered.log(), shown);
  return lines.slice(0, Math.max(0, room)).map((line) => renderLogLine(line, ctx, pane).painted.trimEnd());
}

/** `left in 15m: AMD 14:24 (was 6), RIVN 14:29 (was 3)`; empty if no symbol left. */
function leftText(left: BoardMovement['left'], board: string, shown: Shown): string {
  if (left.length === 0) return '';
  const { remembered, ctx } = shown;
  const words = baselineWords(namedBaseline(shown), ctx);
  const symbols = left.map(({ symbol, was }) => {
    // Its last rank, as the log below has it, not that of the baseline.
    const last = words === '' ? null : remembered.departureOf(board, symbol);
    const time = last === null ? '' : ` ${formatMinute(last.leftAt, ctx)}`;
    return `${cleanText(symbol)}${time} (was ${last?.rank ?? was})`;
  });
  return `left${words === '' ? '' : ` ${words}`}: ${symbols.join(', ')}`;
}
