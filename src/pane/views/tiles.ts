import { splitMetrics } from '../../fields/metric-words.ts';
import { partsOf } from '../../output/board.ts';
import type { BoardPart } from '../../service/snapshot.ts';
import { joinBlocks } from '../../text/box.ts';
import { linesText } from '../footer.ts';
import { roomOf } from '../shown-boards.ts';
import { SIGNS } from '../signs.ts';
import type { Body, Opened, Page, Shown, Tile, View } from '../view.ts';
import { boardKnowledge, columnStyleOf, emptyBody, startsOf, symbolsOf } from './board-body.ts';
import { renderTile, tileStyle } from './tile.ts';
import { layOutTiles, rowHeights, TILE_GAP } from './tile-layout.ts';

/** The boards side by side, as many as fit. */
export const TILES: View = {
  name: 'tiles',
  keys: [],
  help: {
    sample: [
      '2 ▲1  SONA    +9.69% ◆3+ 9.7%',
      'rank, moved since the baseline, symbol, change, boards and bias, metric',
    ],
    signs: [
      ...[SIGNS.moved, SIGNS.boards, SIGNS.bias, SIGNS.pinned, SIGNS.selected],
      ...[SIGNS.climbs, SIGNS.breadth, SIGNS.news, SIGNS.session, SIGNS.now, SIGNS.cut],
    ],
  },
  draw,
};

function draw(shown: Shown, opened: Opened): Body {
  const {
    style,
    ctx: { width },
    lines: room,
  } = shown;
  const { all, shown: boards, isNarrowed } = shown.boards;
  if (boards.length === 0) return emptyBody(shown);
  const { limit } = style;
  // The layout never depends on rows or filters.
  const layout = layOutTiles(
    all.map((board) => roomOf(board, limit)),
    { width, lines: room },
  );
  const rowsOf = (board: BoardPart) =>
    Math.min(layout.rows, isNarrowed ? board.rows.length : roomOf(board, limit));
  const heights = rowHeights(
    boards.map((board) => 1 + rowsOf(board)),
    layout.columns,
  );
  const blockStarts = startsOf(heights);
  const tiles = boards.map((board, index): Tile => {
    const line = blockStarts[Math.floor(index / layout.columns)] ?? 0;
    const place = { column: index % layout.columns, line, firstRowLine: line + 1 };
    return { ...place, board: board.key, ...symbolsOf(board, rowsOf(board)) };
  });
  const shared = tileStyle(layout, boards, columnStyleOf(shown));
  const knowledge = boardKnowledge(shown, opened, tiles);
  const blocks = boards.map((board, index) => {
    // Of all its rows: the words that they share do not depend on a filter.
    const parts = shown.known.snapshot?.boards.filter(({ key }) => key === board.key).flatMap(partsOf);
    const { rows } = parts?.find(({ group }) => group === board.group) ?? board;
    return renderTile(board, shared, splitMetrics(rows), knowledge(board, index));
  });
  const widths = new Array<number>(layout.columns).fill(layout.width);
  const cutTo = boards.some(({ rows }) => rows.length > layout.rows) ? layout.rows : null;
  return {
    // All but the last of a row are padded.
    lines: heights.flatMap((height, row) => {
      const first = row * layout.columns;
      return joinBlocks(blocks.slice(first, first + layout.columns), { widths, gap: TILE_GAP }, height);
    }),
    blockStarts,
    tiles,
    position: (page) => boardsText(tiles, cutTo, page),
  };
}

/** `15 boards, 6 rows`, `boards 1-6/15`. `cutTo` is the number of rows to which tiles are cut, if they are. */
export function boardsText(tiles: ReadonlyArray<Tile>, cutTo: number | null, page: Page): string {
  const { scroll, pageLines, totalLines } = page;
  if (totalLines <= pageLines) {
    const count = tiles.length === 1 ? '1 board' : `${tiles.length} boards`;
    return cutTo === null ? count : `${count}, ${cutTo} rows`;
  }
  const isVisible = ({ line, firstRowLine, symbols }: Tile) =>
    line >= scroll && firstRowLine + symbols.length <= scroll + pageLines;
  const first = tiles.findIndex(isVisible);
  const last = tiles.findLastIndex(isVisible);
  if (first < 0) return linesText(page);
  return `${first === last ? `board ${first + 1}` : `boards ${first + 1}-${last + 1}`}/${tiles.length}`;
}
