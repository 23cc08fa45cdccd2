import type { Row } from '../../fields/field.ts';
import { type ColumnStyle, emptyLine } from '../../output/board.ts';
import { draw, type Table } from '../../output/table.ts';
import type { Board, BoardPart } from '../../service/snapshot.ts';
import type { Ctx } from '../../text/ctx.ts';
import { BLANK, type Line, selectedLine, wrapWords } from '../../text/lines.ts';
import { cleanText } from '../../text/safe-text.ts';
import { placeOf } from '../selected-row.ts';
import { tickersOf } from '../shown-boards.ts';
import { hiddenBoardsOf } from '../state.ts';
import type { Body, Opened, Shown, Tile } from '../view.ts';

/** In the past, what became of a row stands in place of its metric. */
export function columnStyleOf({ past, ctx, columns }: Shown): ColumnStyle {
  return { ctx, chosen: columns, metric: past === null ? 'metric' : 'rankNow' };
}

/** The first `count` rows of a board, with all that the pane knows of them. `tile` is its place among the tiles. */
export function rowsIn(
  { pane: { pins }, past, remembered, boards: { movement } }: Shown,
  { selected }: Opened,
  tiles: ReadonlyArray<Tile>,
): (board: BoardPart, tile: number, count: number) => ReadonlyArray<Row> {
  const place = placeOf(selected, tiles);
  return ({ key, rows }, tile, count) =>
    rows.slice(0, count).map((row, index): Row => {
      const { symbol } = row;
      const isSelected = place?.tile === tile && place.row === index;
      const emphasis = isSelected
        ? 'selected'
        : symbol !== null && symbol === place?.symbol
          ? 'related'
          : null;
      if (symbol === null) return { ...row, board: key, emphasis };
      return {
        ...row,
        board: key,
        emphasis,
        isPinned: pins.includes(symbol),
        mark: movement.get(key)?.marks.get(symbol),
        ...remembered.memoryOf(key, symbol),
        became: past?.outcomeOf(key, symbol) ?? null,
      };
    });
}

/** The line of labels, then those of each row. */
export function drawRows(
  table: Table,
  rows: ReadonlyArray<Row>,
  ctx: Ctx,
): readonly [labels: Line, ...lines: ReadonlyArray<Line>] {
  const [[labels = BLANK] = [], ...lines] = draw(table, rows, ctx);
  const drawn = lines.flatMap((row, index) =>
    rows[index]?.emphasis === 'selected'
      ? row.map((line) => selectedLine(line, table.width, ctx.theme))
      : row,
  );
  return [labels, ...(rows.length === 0 ? [emptyLine(ctx.theme)] : drawn)];
}

/** A board of which the first `shown` rows are shown, the first of them on line `firstRow`. */
export function boardTile(
  { key, rows }: Board,
  shown: number,
  column: number,
  line: number,
  firstRow: number,
): Tile {
  const symbols = rows.slice(0, shown).map(({ symbol }) => symbol);
  const rowLines = symbols.map((_, row) => firstRow + row);
  return { board: key, column, line, rowLines, symbols };
}

/** A list that is no board, with the line of each row. */
export function listTile(symbols: ReadonlyArray<string | null>, rowLines: ReadonlyArray<number>): Tile {
  return { board: null, column: 0, line: 0, rowLines, symbols };
}

/** The first line of each block, from their heights. */
export function startsOf(heights: ReadonlyArray<number>): ReadonlyArray<number> {
  const starts: Array<number> = [];
  let line = 0;
  for (const height of heights) {
    starts.push(line);
    line += height;
  }
  return starts;
}

/** A body without rows to select, which scrolls by lines. */
export function linesBody(lines: ReadonlyArray<string>): Body {
  return { lines, blockStarts: lines.map((_, index) => index), tiles: [] };
}

/** A sentence in place of rows, below a title. */
export function noteBody(
  text: string,
  { ctx: { theme, width } }: Shown,
  title: ReadonlyArray<Line> = [],
): Body {
  const lines = wrapWords(text, width).map((line) => theme.muted(line));
  return { ...linesBody([...title.map(({ painted }) => painted), ...lines]), position: () => '' };
}

/** Says why there is nothing to show, below a title. */
export function emptyBody(shown: Shown, title: ReadonlyArray<Line> = []): Body {
  const {
    pane,
    known: { snapshot },
    boards,
    selection,
  } = shown;
  if (snapshot === null) return linesBody([]);
  return noteBody(reason(), shown, title);

  function reason(): string {
    if (boards.isNarrowed && tickersOf(pane.filter).length === 1)
      return `No symbol matches. Press Enter for what is known of ${pane.filter.trim()}.`;
    if (boards.isNarrowed) return 'No symbol matches.';
    if (boards.shown.length > 0) return 'No symbol is on a board.';
    if (hiddenBoardsOf(pane).length > 0) return 'All boards are hidden; press b to choose.';
    const present = (snapshot?.boards ?? []).map(({ key }) => cleanText(key));
    if (present.length === 0) return 'The snapshot has no boards.';
    // The boards asked for are not named: the list may be a key that contains commas.
    const asked = selection.boards?.length === 1 ? 'The board' : 'None of the boards';
    const not = selection.boards?.length === 1 ? 'is not' : 'is';
    return `${asked} of -b or the preference boards ${not} in this snapshot; it has ${present.join(', ')}.`;
  }
}
