/** Lines and cells for tiles, without the header and the footer of the pane. */
export interface TileArea {
  readonly width: number;
  readonly lines: number;
}

export interface TileLayout {
  /** Tiles side by side. */
  readonly columns: number;
  /** Cells of each tile. */
  readonly width: number;
  /** The largest number of rows that a tile shows. */
  readonly rows: number;
}

/** Blank cells between two tiles. */
export const TILE_GAP = 3;
/** Cells of a tile with all basic columns: rank, mark, symbol, change, boards and bias, metric. */
const TILE_WIDTH = 38;
/** Cells of a tile with a shorter metric. Used only where it shows more boards or ranks. */
const NARROW_TILE_WIDTH = 36;
/** A wider tile has all columns at their full width. */
const MAX_TILE_WIDTH = 116;
/** Tiles shrink to this number of rows before the pane scrolls. */
const MIN_ROWS = 5;
/** Used instead of `MIN_ROWS` only where all boards then fit. */
const MIN_ROWS_IF_ALL_FIT = 4;

/**
 * Arranges tiles in rows. `tileRows` is the number of rows of each tile, in order: it must not depend on the data, so that
 * tiles keep their places from snapshot to snapshot.
 */
export function layOutTiles(tileRows: ReadonlyArray<number>, area: TileArea): TileLayout {
  const regular = columnsThatFit(tileRows.length, TILE_WIDTH, area.width);
  const narrow = columnsThatFit(tileRows.length, NARROW_TILE_WIDTH, area.width);
  const allRows = Math.max(1, ...tileRows);
  const heightOf = (columns: number, rows: number) =>
    gridHeight(
      tileRows.map((count) => 1 + Math.min(count, rows)),
      columns,
    );
  const fits = (columns: number, rows: number) => heightOf(columns, rows) <= area.lines;
  const result = (columns: number, rows: number): TileLayout => ({
    columns,
    width: tileWidth(columns, area.width),
    rows,
  });

  for (let columns = 1; columns <= regular; columns++) {
    if (fits(columns, allRows)) return result(columns, allRows);
  }
  if (narrow > regular && fits(narrow, allRows)) return result(narrow, allRows);
  const regularRows = mostRowsThatFit(allRows, (rows) => fits(regular, rows));
  const narrowRows = mostRowsThatFit(allRows, (rows) => fits(narrow, rows));
  if (regularRows !== null && (regularRows >= MIN_ROWS || narrowRows === null || narrowRows < MIN_ROWS))
    return result(regular, regularRows);
  return narrowRows !== null ? result(narrow, narrowRows) : result(regular, Math.min(allRows, MIN_ROWS));
}

/** The height of each row of tiles, from the height of each tile. */
export function rowHeights(tileHeights: ReadonlyArray<number>, columns: number): ReadonlyArray<number> {
  const heights: Array<number> = [];
  for (let start = 0; start < tileHeights.length; start += columns)
    heights.push(Math.max(...tileHeights.slice(start, start + columns)));
  return heights;
}

function gridHeight(tileHeights: ReadonlyArray<number>, columns: number): number {
  return rowHeights(tileHeights, columns).reduce((sum, height) => sum + height, 0);
}

function columnsThatFit(tiles: number, tileWidth: number, width: number): number {
  return Math.max(1, Math.min(tiles, Math.floor((width + TILE_GAP) / (tileWidth + TILE_GAP))));
}

function tileWidth(columns: number, width: number): number {
  return Math.min(MAX_TILE_WIDTH, Math.floor((width - TILE_GAP * (columns - 1)) / columns));
}

function mostRowsThatFit(allRows: number, fits: (rows: number) => boolean): number | null {
  for (let rows = allRows - 1; rows >= MIN_ROWS_IF_ALL_FIT; rows--) if (fits(rows)) return rows;
  return null;
}
