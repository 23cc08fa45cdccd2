import type { Board } from '../api/snapshot.ts';
import { joinPieces, type Line } from '../view/box.ts';
import { formatMinute } from '../view/format.ts';
import { type Metrics, splitMetrics } from '../view/metric-words.ts';
import { layOutRows } from '../view/pane-layout.ts';
import { cleanText, fitCell } from '../view/safe-text.ts';
import { type RowEmphasis, renderTile, titleOf } from '../view/tile.ts';
import { layOutTiles, rowHeights, TILE_GAP, type TileLayout } from '../view/tile-layout.ts';
import { renderTopPlay } from '../view/top-play.ts';
import { renderWideBoard, WIDE_BOARD_EXTRA_LINES } from '../view/wide-board.ts';
import { wrapWords } from '../view/wrap.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { confluenceBody } from './confluence-body.ts';
import { logBody } from './log-body.ts';
import { isListedBelow, placeOf } from './selected-row.ts';
import { boardsToRender, roomOf, shownMovement } from './shown-boards.ts';
import { sinceWords } from './since-text.ts';
import { hiddenBoardsOf, type ViewportTile } from './state.ts';

export function renderBody(input: BodyInput, style: BodyStyle): BoardsBody {
  const { known, state } = input;
  if (known.snapshot === null) return emptyBody([]);
  if (state.view === 'log') return logBody(input, style);
  if (state.view === 'confluence') return confluenceBody(input, style);
  if (state.topOnly) return emptyBody(topPlayLines(input, style));
  const { all, shown, isNarrowed } = boardsToRender(input, style);
  const boards = state.zoom === null ? shown : shown.filter(({ key }) => key === state.zoom);
  if (boards.length === 0) {
    const reason = reasonOfEmptyBody(isNarrowed, hiddenBoardsOf(state));
    const lines = wrapWords(reason, style.width).map((line) => style.theme.muted(line));
    return { ...emptyBody(lines), zoomableKeys: keysOf(shown) };
  }
  const body =
    state.wide || state.zoom !== null
      ? wideBody(boards, isNarrowed, input, style)
      : tileBody(boards, layoutOf(all, style), isNarrowed, input, style);
  return { ...body, zoomableKeys: keysOf(shown) };
}

function keysOf(boards: ReadonlyArray<Board>): ReadonlyArray<string> {
  return [...new Set(boards.map(({ key }) => key))];
}

function reasonOfEmptyBody(isNarrowed: boolean, hidden: ReadonlyArray<string>): string {
  if (isNarrowed) return 'No symbol matches.';
  return hidden.length > 0 ? 'All boards are hidden; press b to choose.' : 'The snapshot has no boards.';
}

/** The layout depends on the terminal, the boards that are not hidden, and the limit. Never on rows or filters. */
function layoutOf(boards: ReadonlyArray<Board>, { limit, width, lines }: BodyStyle): TileLayout {
  return layOutTiles(
    boards.map((board) => roomOf(board, limit)),
    { width, lines },
  );
}

function tileBody(
  boards: ReadonlyArray<Board>,
  layout: TileLayout,
  isNarrowed: boolean,
  input: BodyInput,
  style: BodyStyle,
): Omit<BoardsBody, 'zoomableKeys'> {
  const { theme, columns, limit } = style;
  const movement = shownMovement(input, style);
  const rowsOf = (board: Board) =>
    Math.min(layout.rows, isNarrowed ? board.rows.length : roomOf(board, limit));
  const titleLines = layout.hasHeaders ? 2 : 1;
  const heights = rowHeights(
    boards.map((board) => titleLines + rowsOf(board)),
    layout.columns,
  );
  const blockStarts = startsOf(heights);
  const tiles = boards.map((board, index): ViewportTile => {
    const line = blockStarts[Math.floor(index / layout.columns)] ?? 0;
    return {
      board: board.key,
      column: index % layout.columns,
      line,
      firstRowLine: line + titleLines,
      ...symbolsOf(board, rowsOf(board)),
    };
  });
  const emphasis = emphasisOf(input, tiles);
  const blocks = boards.map((board, index) =>
    renderTile(board, {
      layout,
      metrics: metricsOf(board, input),
      theme,
      columns,
      movement: movement.get(board.key),
      emphasis: emphasis(index),
      pastOf: (symbol) => input.remembered.pastOf(board.key, symbol),
    }),
  );
  const isCut = boards.some(({ rows }) => rows.length > layout.rows);
  const lines = layOutRows(blocks, { ...layout, gap: TILE_GAP }, heights);
  return { lines, blockStarts, tiles, cutTo: isCut ? layout.rows : null };
}

function wideBody(
  boards: ReadonlyArray<Board>,
  isNarrowed: boolean,
  input: BodyInput,
  style: BodyStyle,
): Omit<BoardsBody, 'zoomableKeys'> {
  const { theme, columns, width, limit } = style;
  const { snapshot } = input.known;
  const movement = shownMovement(input, style);
  const rowsOf = (board: Board) => (isNarrowed ? board.rows.length : roomOf(board, limit));
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
      timeframe: snapshot?.timeframe ?? null,
      theme,
      columns,
      movement: movement.get(board.key),
      emphasis: emphasis(index),
      pastOf: (symbol) => input.remembered.pastOf(board.key, symbol),
      since: sinceWords(input.state.since),
      leftAt: (symbol) => leftAtText(input, board.key, symbol),
      hasLeft: boards.findLastIndex(({ key }) => key === board.key) === index,
    }),
  );
  return { lines: blocks.flat().map(({ painted }) => painted.trimEnd()), blockStarts, tiles, cutTo: null };
}

function leftAtText({ remembered, nowMilliseconds }: BodyInput, board: string, symbol: string): string {
  const leftAt = remembered.leftAt(board, symbol);
  return leftAt === null ? '' : formatMinute(leftAt, nowMilliseconds);
}

/** Of all rows of a board: the words that they share do not depend on a filter. */
function metricsOf(board: Board, { known }: BodyInput): Metrics {
  const whole = known.snapshot?.boards.find(({ key, tier }) => key === board.key && tier === board.tier);
  return splitMetrics((whole ?? board).rows);
}

/** Which row of each board is selected, and the symbol that stands out on the others. */
function emphasisOf(
  { state }: BodyInput,
  tiles: ReadonlyArray<ViewportTile>,
): (index: number) => RowEmphasis {
  const isBelow = state.selectedRow !== null && isListedBelow(state.selectedRow, tiles);
  const place = isBelow ? null : placeOf(state.selectedRow, tiles);
  const symbol = isBelow
    ? (state.selectedRow?.symbol ?? null)
    : place === null
      ? null
      : (tiles[place.tile]?.symbols[place.row] ?? null);
  return (index) => ({ index: place?.tile === index ? place.row : null, symbol });
}

/** The top play with all that is known of it: its panel, and its rows on boards. */
function topPlayLines(
  { known: { snapshot } }: BodyInput,
  { width, theme }: BodyStyle,
): ReadonlyArray<string> {
  const topPlay = snapshot?.topPlay ?? null;
  const panel = renderTopPlay(topPlay, { width: Math.min(width, 100), theme, maxReasonLines: 8 });
  if (topPlay === null || topPlay.symbol === null) return panel;
  const places = (snapshot?.boards ?? []).flatMap(({ key, tier, rows }) =>
    rows
      .filter(({ symbol }) => symbol === topPlay.symbol)
      .map(
        (row): Line =>
          joinPieces(
            [
              [`${String(row.rank ?? '–').padStart(3)}  `, theme.muted],
              [fitCell(titleOf({ key, tier }), 18), (text) => text],
              [`  ${cleanText(row.metric ?? '')}`, theme.muted],
            ],
            width,
          ),
      ),
  );
  return [...panel, ...places.map(({ painted }) => painted)];
}

/** The symbols of the first `shown` rows, and of all. */
function symbolsOf({ rows }: Board, shown: number): Pick<ViewportTile, 'symbols' | 'listed'> {
  const symbols = rows.map(({ symbol }) => symbol);
  return { symbols: symbols.slice(0, shown), listed: new Set(symbols) };
}

function emptyBody(lines: ReadonlyArray<string>): BoardsBody {
  return { lines, blockStarts: lines.map((_, index) => index), tiles: [], cutTo: null, zoomableKeys: [] };
}

function startsOf(heights: ReadonlyArray<number>): ReadonlyArray<number> {
  const starts: Array<number> = [];
  let line = 0;
  for (const height of heights) {
    starts.push(line);
    line += height;
  }
  return starts;
}
