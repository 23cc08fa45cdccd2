import type { Board } from '../api/snapshot.ts';
import type { Metrics } from '../view/metric-words.ts';
import { describeOutcome } from '../view/outcome.ts';
import type { Theme } from '../view/theme.ts';
import type { RowEmphasis } from '../view/tile.ts';
import type { BoardsBody, BodyInput } from './body-input.ts';
import { isListedBelow, placeOf, selectedSymbol } from './selected-row.ts';
import type { ViewportTile } from './viewport.ts';

/** Which row of each board is selected, and the symbol that stands out on the others. */
export function emphasisOf(
  { state }: BodyInput,
  tiles: ReadonlyArray<ViewportTile>,
): (index: number) => RowEmphasis {
  const { selectedRow, pins } = state;
  const isBelow = selectedRow !== null && isListedBelow(selectedRow, tiles);
  const place = isBelow ? null : placeOf(selectedRow, tiles);
  const symbol = selectedSymbol(selectedRow, tiles);
  return (index) => ({ index: place?.tile === index ? place.row : null, symbol, pins });
}

/** In the past, what became of each row stands in place of its metric. */
export function metricsIn(
  board: Board,
  metrics: Metrics,
  { past, nowMilliseconds }: BodyInput,
  { timeZone }: Pick<Theme, 'timeZone'>,
): Metrics {
  if (past === null) return metrics;
  return {
    words: '',
    label: 'Now',
    text: (row) =>
      row.symbol === null
        ? ''
        : describeOutcome(past.outcomeOf(board.key, row.symbol), board.key, row, nowMilliseconds, timeZone),
  };
}

/** The symbols of the first `shown` rows, and of all. */
export function symbolsOf({ rows }: Board, shown: number): Pick<ViewportTile, 'symbols' | 'listed'> {
  const symbols = rows.map(({ symbol }) => symbol);
  return { symbols: symbols.slice(0, shown), listed: new Set(symbols) };
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
export function linesBody(lines: ReadonlyArray<string>): BoardsBody {
  return { lines, blockStarts: lines.map((_, index) => index), tiles: [], cutTo: null, zoomableKeys: [] };
}
