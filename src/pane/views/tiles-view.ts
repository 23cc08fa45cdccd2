import { titleOf } from '../../fields/board-title.ts';
import type { Row } from '../../fields/field.ts';
import { cutMetrics, tileMetrics } from '../../fields/metric-words.ts';
import { groupRanksOf } from '../../market/catalogue.ts';
import { drawRows, partsOf, renderLabelledTitle, tileColumns } from '../../output/board-table.ts';
import { layOut, type Table } from '../../output/table.ts';
import type { BoardPart, BoardRow } from '../../service/snapshot.ts';
import type { PaintedLines } from '../../text/lines.ts';
import type { Style } from '../../text/style.ts';
import { roomOf } from '../frame-boards.ts';
import type { Body, Opened, View, ViewInput } from '../view.ts';
import {
  type Arrangement,
  absenceOf,
  BOARD_GAP,
  boardsBody,
  columnOptionsOf,
  emptyBody,
  rowHeights,
} from './board-body.ts';
import { SIGNS } from './help-view.ts';

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
      ...[SIGNS.climbs, SIGNS.lost, SIGNS.was, SIGNS.more, SIGNS.breadth, SIGNS.news, SIGNS.tabs],
      ...[SIGNS.session, SIGNS.uncounted, SIGNS.now, SIGNS.cut],
    ],
  },
  draw,
};

function draw(input: ViewInput, opened: Opened): Body {
  const { style, selection, lines } = input;
  const { all, filtered: boards } = input.boards;
  if (boards.length === 0) return emptyBody(input);
  // The layout does not depend on rows or filters, so that the tiles stay in place.
  const rooms = all.map((board) => roomOf(board, selection));
  const layout = layOutTiles(rooms, { width: style.width, lines });
  const { width } = layout;
  const tableWith = (rankWidth: number) =>
    layOut(tileColumns({ width, rankWidth }, columnOptionsOf(input)), [], width);
  const [ofOneDigit, ofTwoDigits] = [tableWith(1), tableWith(2)];
  const tableOf = ({ key, rows }: BoardPart) => {
    // A filter or `--sort` can leave rank 10 in a tile of few rows.
    const listed = rows.slice(0, layout.rows).map(({ rank }) => rank ?? 0);
    const lastRank = Math.max(layout.rows, groupRanksOf(key).length, ...listed);
    return lastRank > 9 ? ofTwoDigits : ofOneDigit;
  };
  const render = (board: BoardPart, rows: ReadonlyArray<Row>) => {
    // The words that all metrics of a board share must not depend on a filter.
    const parts = input.snapshot?.boards.filter(({ key }) => key === board.key).flatMap(partsOf);
    const whole = parts?.find(({ group }) => group === board.group) ?? board;
    const absence = absenceOf(board, input);
    return renderTile(titleOf(board), rows, whole.rows, tableOf(board), style, absence);
  };
  return boardsBody(boards, layout, render, input, opened);
}

function renderTile(
  title: string,
  rows: ReadonlyArray<Row>,
  unfilteredRows: ReadonlyArray<BoardRow>,
  table: Table,
  style: Style,
  absence: PaintedLines | null,
): PaintedLines {
  const cellsOf = (id: string) => table.columns.find(({ field }) => field.id === id)?.width;
  const { label, text } = tileMetrics(unfilteredRows, cellsOf('price') !== undefined);
  const metrics = cutMetrics(rows.map(text), cellsOf('metric') ?? 0);
  const shown = rows.map((row, index): Row => ({ shownMetric: metrics[index], ...row }));
  return [
    renderLabelledTitle(title, table, label, style.theme),
    ...(absence ?? drawRows(table, shown, style, false).flat()),
  ];
}

/** Cells of a tile with all basic columns. */
const TILE_WIDTH = 38;
const MAX_TILE_WIDTH = 116;
/** Tiles shrink to this number of rows before the pane scrolls, and to one less if all boards then fit. */
const MIN_ROWS = 5;

/** `tileRows` must not depend on the data, so that tiles stay in place from snapshot to snapshot. */
function layOutTiles(
  tileRows: ReadonlyArray<number>,
  { width, lines }: { readonly width: number; readonly lines: number },
): Arrangement {
  const all = Math.max(1, ...tileRows);
  const most = Math.max(
    1,
    Math.min(tileRows.length, Math.floor((width + BOARD_GAP) / (TILE_WIDTH + BOARD_GAP))),
  );
  const fewer = Array.from({ length: Math.max(0, all - MIN_ROWS) }, (_, index) => all - 1 - index);
  const choices = [
    ...Array.from({ length: most }, (_, index) => [index + 1, all] as const),
    ...[...fewer, MIN_ROWS - 1].map((rows) => [most, rows] as const),
  ];
  const fits = ([columns, rows]: readonly [number, number]) => {
    const heights = tileRows.map((count) => 1 + Math.min(count, rows));
    return rowHeights(heights, columns).reduce((sum, height) => sum + height, 0) <= lines;
  };
  const [columns, rows] = choices.find(fits) ?? [most, Math.min(all, MIN_ROWS)];
  const cells = Math.floor((width - BOARD_GAP * (columns - 1)) / columns);
  return { columns, rows, width: Math.min(MAX_TILE_WIDTH, cells), above: 1, below: 0 };
}
