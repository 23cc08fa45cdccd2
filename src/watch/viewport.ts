import type { TimesBeside, TypedTime } from './past.ts';

/** A board on the screen, or above or below it. */
export interface ViewportTile {
  readonly board: string;
  /** Its place in a row of tiles. */
  readonly column: number;
  /** Index of its title line. */
  readonly line: number;
  /** Index of the line of its first row. */
  readonly firstRowLine: number;
  /** The line of each row, where rows take more than one line. */
  readonly rowLines?: ReadonlyArray<number>;
  /** The symbols of its rows, as far as they are shown. */
  readonly symbols: ReadonlyArray<string | null>;
  /** All symbols of the board, also those for which there is no room. */
  readonly listed: ReadonlySet<string | null>;
}

/** The properties of the last frame that key handlers need. */
export interface Viewport {
  /** Visible lines of the body. */
  readonly pageLines: number;
  /** All lines of the body. */
  readonly totalLines: number;
  /** The first line of each block; a page begins with one. */
  readonly blockStarts: ReadonlyArray<number>;
  /** The boards in order; none in the help and other views without rows. */
  readonly tiles: ReadonlyArray<ViewportTile>;
  /** The boards of the timeframe, hidden ones included. */
  readonly boardKeys: ReadonlyArray<string>;
  /** Those that are not hidden and have a symbol that passes the filters, if there are any: the zoom moves between them. */
  readonly zoomableKeys: ReadonlyArray<string>;
  /** The first board on which each symbol is shown. */
  readonly boardOf: ReadonlyMap<string, string>;
  /** Where `[` and `]` lead. */
  readonly timesBeside: TimesBeside;
  /** Where a time that was typed leads. */
  typedTime(text: string): TypedTime;
  /** The symbol whose card Enter opens in the filter prompt; null if the filter names none. */
  readonly namedSymbol: string | null;
  /** The symbol that keys are about where no row is selected; null if there is none. */
  readonly defaultSymbol: string | null;
}
