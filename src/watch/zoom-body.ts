import type { BoardPart } from '../api/snapshot.ts';
import { formatMinute } from '../view/format.ts';
import { splitMetrics } from '../view/metric-words.ts';
import type { Theme } from '../view/theme.ts';
import { renderWideBoard, WIDE_BOARD_EXTRA_LINES } from '../view/wide-board.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { emphasisOf, metricsIn, startsOf, symbolsOf } from './body-parts.ts';
import { roomOf, type ShownBoards } from './shown-boards.ts';
import { sinceWords } from './since-text.ts';
import type { ViewportTile } from './viewport.ts';

/** A zoomed board, with all columns that fit; its groups one below the other. */
export function zoomBody(
  { shown: boards, isNarrowed, movement }: ShownBoards,
  input: BodyInput,
  style: BodyStyle,
): Omit<BoardsBody, 'zoomableKeys'> {
  const { theme, columns, width, limit } = style;
  const { snapshot } = input.known;
  const rowsOf = (board: BoardPart) => (isNarrowed ? board.rows.length : roomOf(board, limit));
  const heights = boards.map((board) => rowsOf(board) + WIDE_BOARD_EXTRA_LINES);
  const blockStarts = startsOf(heights);
  const tiles = boards.map(
    (board, index): ViewportTile => ({
      board: board.key,
      column: 0,
      line: blockStarts[index] ?? 0,
      firstRowLine: (blockStarts[index] ?? 0) + 2,
      ...symbolsOf(board, rowsOf(board)),
    }),
  );
  const emphasis = emphasisOf(input, tiles);
  const blocks = boards.map((board, index) =>
    renderWideBoard(board, {
      width,
      rows: rowsOf(board),
      metrics: metricsIn(board, splitMetrics([]), input, theme),
      timeframe: snapshot?.timeframe ?? null,
      theme,
      columns,
      movement: movement.get(board.key),
      emphasis: emphasis(index),
      pastOf: (symbol) => input.remembered.pastOf(board.key, symbol),
      since: sinceWords(input.state.since),
      leftAt: (symbol) => leftAtText(input, theme, board.key, symbol),
      hasLeft: boards.findLastIndex(({ key }) => key === board.key) === index,
    }),
  );
  return { lines: blocks.flat().map(({ painted }) => painted.trimEnd()), blockStarts, tiles, cutTo: null };
}

function leftAtText(
  { remembered, nowMilliseconds }: BodyInput,
  { timeZone }: Theme,
  board: string,
  symbol: string,
): string {
  const leftAt = remembered.leftAt(board, symbol);
  return leftAt === null ? '' : formatMinute(leftAt, nowMilliseconds, timeZone);
}
