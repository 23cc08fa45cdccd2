import type { BoardPart } from '../api/snapshot.ts';
import { type Metrics, splitMetrics } from '../view/metric-words.ts';
import { layOutRows } from '../view/pane-layout.ts';
import { partsOf, renderTile } from '../view/tile.ts';
import { layOutTiles, rowHeights, TILE_GAP, type TileLayout } from '../view/tile-layout.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { emphasisOf, metricsIn, startsOf, symbolsOf } from './body-parts.ts';
import { roomOf, type ShownBoards } from './shown-boards.ts';
import type { ViewportTile } from './viewport.ts';

/** The boards side by side, as many as fit. */
export function tileBody(
  { all, shown: boards, isNarrowed, movement }: ShownBoards,
  input: BodyInput,
  style: BodyStyle,
): Omit<BoardsBody, 'zoomableKeys'> {
  const { theme, columns, limit } = style;
  const layout = layoutOf(all, style);
  const rowsOf = (board: BoardPart) =>
    Math.min(layout.rows, isNarrowed ? board.rows.length : roomOf(board, limit));
  const titleLines = layout.hasHeaders ? 2 : 1;
  const heights = rowHeights(
    boards.map((board) => titleLines + rowsOf(board)),
    layout.columns,
  );
  const blockStarts = startsOf(heights);
  const tiles = boards.map(
    (board, index): ViewportTile => ({
      ...placeIn(index, layout, { blockStarts, titleLines }),
      board: board.key,
      ...symbolsOf(board, rowsOf(board)),
    }),
  );
  const emphasis = emphasisOf(input, tiles);
  const blocks = boards.map((board, index) =>
    renderTile(board, {
      layout,
      metrics: metricsIn(board, metricsOf(board, input), input, style.theme),
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

/** Where the tile of a board is. */
function placeIn(
  index: number,
  { columns }: TileLayout,
  { blockStarts, titleLines }: { readonly blockStarts: ReadonlyArray<number>; readonly titleLines: number },
): Pick<ViewportTile, 'column' | 'line' | 'firstRowLine'> {
  const line = blockStarts[Math.floor(index / columns)] ?? 0;
  return { column: index % columns, line, firstRowLine: line + titleLines };
}

/** The layout depends on the terminal, the boards that are not hidden, and the limit. Never on rows or filters. */
function layoutOf(boards: ReadonlyArray<BoardPart>, { limit, width, lines }: BodyStyle): TileLayout {
  return layOutTiles(
    boards.map((board) => roomOf(board, limit)),
    { width, lines },
  );
}

/** Of all rows of a board: the words that they share do not depend on a filter. */
function metricsOf(board: BoardPart, { known }: BodyInput): Metrics {
  const parts = known.snapshot?.boards.filter(({ key }) => key === board.key).flatMap(partsOf);
  return splitMetrics((parts?.find(({ group }) => group === board.group) ?? board).rows);
}
