import type { SymbolConfluence } from '../model/confluence.ts';
import { HIGH_CONFLUENCE } from './columns.ts';
import { type ConfluenceColumn, type ConfluenceLayout, placeColumn } from './confluence-columns.ts';
import { PLACES_INDENT, placeText, wrapPlaces } from './confluence-places.ts';
import { ABSENT, formatCompact, formatPercent, formatPrice } from './format.ts';
import type { Cell } from './grid.ts';
import { type Align, cleanText, displayWidth } from './safe-text.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import { paintOfSign, type Theme, unpainted } from './theme.ts';

/** With fewer cells, the boards have lines of their own. */
const MIN_LIST_WIDTH = 40;
const LIST_GAP = 2;
const MAX_WIDTHS: Readonly<Record<string, number>> = { Symbol: 12, Name: 26 };

type FieldColumn = Omit<ConfluenceColumn, 'width'>;

const SYMBOL = field('Symbol', 'left', ({ symbol, total }, theme) => ({
  text: cleanText(symbol),
  paint: total >= HIGH_CONFLUENCE ? theme.strong : unpainted,
}));
const NAME = field('Name', 'left', ({ name }) => ({ text: cleanText(name ?? ABSENT), paint: unpainted }));
const PRICE = field('Price', 'right', ({ price }) => ({ text: formatPrice(price), paint: unpainted }));
const CHANGE = field('Chg', 'right', ({ dayPct }, theme) => ({
  text: formatPercent(dayPct),
  paint: paintOfSign(theme, dayPct),
}));
const VOLUME = field('Vol', 'right', ({ volume }, theme) => ({
  text: formatCompact(volume),
  paint: theme.muted,
}));
const BOARDS = field('Bds', 'left', ({ total, standings }, theme) => {
  const { plain, painted } = renderStanding({ boards: total, bias: standings[0]?.bias ?? null }, theme);
  return { text: plain, paint: (text) => (text === plain ? painted : text) };
});

/** The last one that has its cells before the boards of a symbol are whole. */
const BASIC = 2;

/** The columns from left to right, and the order in which they are added as there is room. */
const COLUMNS: ReadonlyArray<readonly [column: FieldColumn, order: number]> = [
  [SYMBOL, 0],
  [NAME, 5],
  [PRICE, 3],
  [CHANGE, 1],
  [VOLUME, 4],
  [BOARDS, BASIC],
];

function field(
  label: string,
  align: Align,
  cell: (entry: SymbolConfluence, theme: Theme) => Cell,
): FieldColumn {
  return { label, align, cell };
}

/**
 * The symbols of one timeframe, each column as wide as its widest text. Their boards are the answer here: price, volume and
 * name have only the cells that the boards leave.
 */
export function fitSymbolColumns(
  entries: ReadonlyArray<SymbolConfluence>,
  width: number,
  theme: Theme,
  afterSymbol: ReadonlyArray<ConfluenceColumn>,
): ConfluenceLayout {
  const texts = entries.map(listPlaces);
  const longest = Math.max(
    0,
    ...texts.map((places) => displayWidth(wrapPlaces(places, Number.POSITIVE_INFINITY)[0] ?? '')),
  );
  const sized = COLUMNS.map(([column, order]) => ({ order, column: sizeOf(column, entries, theme) }));
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
  while (last < COLUMNS.length - 1 && fits(last + 1)) last++;
  const columns = columnsUpTo(last);
  const listWidth = isBelow ? width - PLACES_INDENT : roomBeside(columns);
  return { columns, list: { width: listWidth, isBelow, textsOf: listPlaces } };
}

function totalWidth(columns: ReadonlyArray<ConfluenceColumn>): number {
  return columns.reduce((sum, { width }) => sum + width + 1, -1);
}

function sizeOf(
  column: FieldColumn,
  entries: ReadonlyArray<SymbolConfluence>,
  theme: Theme,
): ConfluenceColumn {
  const widths = entries.map((entry, index) => displayWidth(column.cell(entry, theme, index).text));
  const widest = Math.max(displayWidth(column.label), column === BOARDS ? STANDING_WIDTH : 0, ...widths);
  return { ...column, width: Math.min(widest, MAX_WIDTHS[column.label] ?? widest) };
}

/** The boards with ranks, the best rank first. */
function listPlaces({ standings }: SymbolConfluence): ReadonlyArray<string> {
  return standings
    .flatMap(({ placements }) => placements)
    .sort((a, b) => (a.row.rank ?? Number.MAX_VALUE) - (b.row.rank ?? Number.MAX_VALUE))
    .map(({ board, row }) => placeText(board, row.rank));
}
