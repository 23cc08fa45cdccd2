import type { SymbolConfluence } from '../model/confluence.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Cell } from './box.ts';
import { formatBias, isHighConfluence } from './columns.ts';
import {
  type ConfluenceColumn,
  type ConfluenceLayout,
  placeColumn,
  totalWidth,
} from './confluence-layout.ts';
import { PLACES_INDENT, placeText, wrapPlaces } from './confluence-places.ts';
import { scoreColumns, sharedBiasCell, totalColumn } from './confluence-scores.ts';
import { ABSENT, formatCompact, formatPercent, formatPrice } from './format.ts';
import { type Align, cleanText, displayWidth } from './safe-text.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import { paintOfSign, type Theme, unpainted } from './theme.ts';

/** With fewer cells, the boards have lines of their own. */
const MIN_LIST_WIDTH = 40;
const LIST_GAP = 2;

/** In cells. */
interface WidthBounds {
  readonly minWidth?: number;
  readonly maxWidth?: number;
}

type FieldColumn = Omit<ConfluenceColumn, 'width'> & WidthBounds;

const SYMBOL = field(
  'Symbol',
  'left',
  ({ symbol, total }, theme) => ({
    text: cleanText(symbol),
    paint: isHighConfluence(total) ? theme.strong : unpainted,
  }),
  { maxWidth: 12 },
);
const NAME = field('Name', 'left', ({ name }) => ({ text: cleanText(name ?? ABSENT), paint: unpainted }), {
  maxWidth: 26,
});
const PRICE = field('Price', 'right', ({ price }) => ({ text: formatPrice(price), paint: unpainted }));
const CHANGE = field('Chg', 'right', ({ dayPct }, theme) => ({
  text: formatPercent(dayPct),
  paint: paintOfSign(theme, dayPct),
}));
const VOLUME = field('Vol', 'right', ({ volume }, theme) => ({
  text: formatCompact(volume),
  paint: theme.muted,
}));
const BOARDS = field(
  'Bds',
  'left',
  ({ total, standings }, theme) => {
    const { plain, painted } = renderStanding({ boards: total, bias: standings[0]?.bias ?? null }, theme);
    return { text: plain, paint: (text) => (text === plain ? painted : text) };
  },
  { minWidth: STANDING_WIDTH },
);

/** From this width, the bias of several timeframes is written out. */
const MIN_WIDTH_WITH_BIAS_WORD = 60;
/** The last one that has its cells before the boards of a symbol are whole. */
const BASIC = 2;
const LAST = 5;

/** A column, and when it is added as there is room. */
type OrderedColumn = readonly [column: FieldColumn | ConfluenceColumn, order: number];

/** The columns of one timeframe, from left to right. */
const COLUMNS: ReadonlyArray<OrderedColumn> = [
  [SYMBOL, 0],
  [NAME, 5],
  [PRICE, 3],
  [CHANGE, 1],
  [VOLUME, 4],
  [BOARDS, BASIC],
];

/**
 * Those of several, without the change: each symbol would show it over the window of a different timeframe. Scores are shown for
 * all timeframes or none.
 */
function columnsOfSeveral(timeframes: ReadonlyArray<Timeframe>, width: number): ReadonlyArray<OrderedColumn> {
  const biasWidth = formatBias('bullish', width >= MIN_WIDTH_WITH_BIAS_WORD ? 9 : 6).length;
  return [
    [SYMBOL, 0],
    [NAME, 5],
    [PRICE, 3],
    [VOLUME, 4],
    ...scoreColumns(timeframes, width).map((column) => [column, 1] as const),
    [totalColumn, 0],
    [field('Bias', 'left', sharedBiasCell(biasWidth)), BASIC],
  ];
}

function field(
  label: string,
  align: Align,
  cell: (entry: SymbolConfluence, theme: Theme) => Cell,
  bounds: WidthBounds = {},
): FieldColumn {
  return { label, align, cell, ...bounds };
}

/**
 * The symbols with a list of their boards, each column as wide as its widest text. The boards are the answer here: price,
 * volume and name have only the cells that they leave.
 */
export function fitSymbolColumns(
  entries: ReadonlyArray<SymbolConfluence>,
  timeframes: ReadonlyArray<Timeframe>,
  { width, theme }: { readonly width: number; readonly theme: Theme },
  afterSymbol: ReadonlyArray<ConfluenceColumn>,
): ConfluenceLayout {
  const isSingle = timeframes.length < 2;
  const { textsOf, longest } = boardsOf(entries, timeframes);
  const shownBefore = totalWidth([placeColumn, ...afterSymbol]);
  const ordered = isSingle ? COLUMNS : columnsOfSeveral(timeframes, width - shownBefore - 1);
  const sized = ordered.map(([column, order]) => ({
    order,
    column: 'width' in column ? column : sizeOf(column, entries, theme),
  }));
  const columnsUpTo = (last: number): ReadonlyArray<ConfluenceColumn> => {
    const shown = sized.filter(({ order }) => order <= last).map(({ column }) => column);
    return [placeColumn, ...shown.toSpliced(1, 0, ...afterSymbol)];
  };
  const roomBeside = (columns: ReadonlyArray<ConfluenceColumn>) => width - totalWidth(columns) - LIST_GAP;
  const isBelow = roomBeside(columnsUpTo(BASIC)) < Math.min(longest, MIN_LIST_WIDTH);
  const fits = (last: number) =>
    isBelow
      ? totalWidth(columnsUpTo(last)) <= width
      : last <= BASIC || roomBeside(columnsUpTo(last)) >= longest;
  let last = 0;
  while (last < LAST && fits(last + 1)) last++;
  const columns = columnsUpTo(last);
  const listWidth = isBelow ? width - PLACES_INDENT : roomBeside(columns);
  return { columns, list: { width: listWidth, isBelow, textsOf } };
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
