import type { SymbolConfluence } from '../model/confluence.ts';
import type { Timeframe } from '../vocabulary.ts';
import {
  type ConfluenceColumn,
  type ConfluenceLayout,
  placeColumn,
  totalWidth,
} from './confluence-layout.ts';
import { PLACES_INDENT, placeText, wrapPlaces } from './confluence-places.ts';
import { type FieldColumn, LAST_SHARED, variantsOf } from './confluence-variants.ts';
import { cleanText, displayWidth } from './safe-text.ts';
import type { Theme } from './theme.ts';

/** With fewer cells, the boards have lines of their own. 80 cells have room for so many beside the widest texts of the columns. */
const MIN_LIST_WIDTH = 36;
const LIST_GAP = 2;

/**
 * The symbols with a list of their boards, each column as wide as its widest text. The list stands beside the columns where all
 * but the name have room there, else on lines below; there is no name on those lines. Of several timeframes, the widest variant
 * is taken that shows no fewer columns than another.
 */
export function fitSymbolColumns(
  entries: ReadonlyArray<SymbolConfluence>,
  timeframes: ReadonlyArray<Timeframe>,
  { width, theme }: { readonly width: number; readonly theme: Theme },
  afterSymbol: ReadonlyArray<ConfluenceColumn>,
): ConfluenceLayout {
  const { textsOf, longest } = boardsOf(entries, timeframes);
  const fitted = variantsOf(timeframes).map((variant) => {
    const sized = variant.columns.map(([column, order]) => ({
      order,
      column: 'width' in column ? column : sizeOf(column, entries, theme),
    }));
    const columnsUpTo = (last: number): ReadonlyArray<ConfluenceColumn> => {
      const shown = sized.filter(({ order }) => order <= last).map(({ column }) => column);
      return [placeColumn, ...shown.toSpliced(1, 0, ...afterSymbol)];
    };
    return fitVariant(columnsUpTo, { width, longest, last: variant.last });
  });
  const { columns, listWidth, isBelow } = fitted.reduce((best, each) =>
    each.last > best.last ? each : best,
  );
  return { columns, list: { width: listWidth, isBelow, textsOf } };
}

interface Fitted {
  readonly columns: ReadonlyArray<ConfluenceColumn>;
  /** The order of the last column. */
  readonly last: number;
  readonly listWidth: number;
  readonly isBelow: boolean;
}

/** `longest` is the width of the longest list on one line. */
function fitVariant(
  columnsUpTo: (last: number) => ReadonlyArray<ConfluenceColumn>,
  { width, longest, last }: { readonly width: number; readonly longest: number; readonly last: number },
): Fitted {
  const roomBeside = (upTo: number) => width - totalWidth(columnsUpTo(upTo)) - LIST_GAP;
  if (roomBeside(LAST_SHARED) >= Math.min(longest, MIN_LIST_WIDTH)) {
    const shown = roomBeside(last) >= longest ? last : LAST_SHARED;
    return { columns: columnsUpTo(shown), last: shown, listWidth: roomBeside(shown), isBelow: false };
  }
  let shown = LAST_SHARED;
  while (shown > 0 && totalWidth(columnsUpTo(shown)) > width) shown--;
  return { columns: columnsUpTo(shown), last: shown, listWidth: width - PLACES_INDENT, isBelow: true };
}

/**
 * The columns that `columnsIn` has in so many cells, with the boards of each symbol: beside them if no column is lost by that,
 * else below.
 */
export function withBoards(
  entries: ReadonlyArray<SymbolConfluence>,
  timeframes: ReadonlyArray<Timeframe>,
  width: number,
  columnsIn: (cells: number) => ConfluenceLayout,
): ConfluenceLayout {
  const { textsOf, longest } = boardsOf(entries, timeframes);
  const room = width - LIST_GAP - Math.min(longest, MIN_LIST_WIDTH);
  const [whole, beside] = [columnsIn(width).columns, columnsIn(room).columns];
  const isBelow = beside.length < whole.length || totalWidth(beside) > room;
  if (isBelow) return { columns: whole, list: { width: width - PLACES_INDENT, isBelow, textsOf } };
  const listWidth = width - Math.max(0, totalWidth(beside)) - LIST_GAP;
  return { columns: beside, list: { width: listWidth, isBelow, textsOf } };
}

/** The boards of a symbol as texts, and the cells of the longest list. */
function boardsOf(entries: ReadonlyArray<SymbolConfluence>, timeframes: ReadonlyArray<Timeframe>) {
  const textsOf = timeframes.length < 2 ? listPlaces : listTimeframeCounts;
  const lists = entries.map((entry) => wrapPlaces(textsOf(entry), Number.POSITIVE_INFINITY)[0] ?? '');
  return { textsOf, longest: Math.max(0, ...lists.map(displayWidth)) };
}

function sizeOf(
  { minWidth = 0, maxWidth = Number.POSITIVE_INFINITY, ...column }: FieldColumn,
  entries: ReadonlyArray<SymbolConfluence>,
  theme: Theme,
): ConfluenceColumn {
  const widths = entries.map((entry) => displayWidth(column.cell(entry, theme).text));
  const widest = Math.max(displayWidth(column.label), minWidth, ...widths);
  return { ...column, width: Math.min(widest, maxWidth) };
}

/** The boards with ranks, the best rank first. */
function listPlaces({ standings }: SymbolConfluence): ReadonlyArray<string> {
  return standings
    .flatMap(({ placements }) => placements)
    .sort((a, b) => (a.row.rank ?? Number.MAX_VALUE) - (b.row.rank ?? Number.MAX_VALUE))
    .map(({ board, row }) => placeText(board, row.rank));
}

/** The boards with the number of timeframes in which the symbol is on them, the most first: `rvol ×5`, `movers`. */
function listTimeframeCounts({ standings }: SymbolConfluence): ReadonlyArray<string> {
  const timeframeCounts = new Map<string, number>();
  for (const { placements } of standings) {
    for (const board of new Set(placements.map((placement) => placement.board))) {
      timeframeCounts.set(board, (timeframeCounts.get(board) ?? 0) + 1);
    }
  }
  return [...timeframeCounts]
    .sort(([, a], [, b]) => b - a)
    .map(([board, timeframes]) =>
      timeframes === 1 ? cleanText(board) : `${cleanText(board)} ×${timeframes}`,
    );
}
