import { isHighConfluence } from '../fields/fields.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Cell } from './box.ts';
import type { ConfluenceColumn } from './confluence-layout.ts';
import { scoreWidths, sharedBiasCell, totalColumn } from './confluence-scores.ts';
import { ABSENT, formatCompact, formatPercent, formatPrice } from './format.ts';
import { type Align, cleanText } from './safe-text.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import { paintOfSign, type Theme, unpainted } from './theme.ts';

/** In cells. */
interface WidthBounds {
  readonly minWidth?: number;
  readonly maxWidth?: number;
}

/** A column that is as wide as its widest text, within bounds. */
export type FieldColumn = Omit<ConfluenceColumn, 'width'> & WidthBounds;

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

/**
 * The last column above boards on lines of their own, where there is room for it. Beside boards there are always all columns up to
 * this one, so that a wider terminal never shows fewer columns.
 */
export const LAST_SHARED = 4;
const NAME_ORDER = 5;
/** `▲ bullish`, `▲ bull`. */
const BIAS_WORD_WIDTH = 9;
const SHORT_BIAS_WIDTH = 6;

/** A column, and when it is added as there is room. */
type OrderedColumn = readonly [column: FieldColumn | ConfluenceColumn, order: number];

/** The columns of one timeframe, from left to right. */
const COLUMNS: ReadonlyArray<OrderedColumn> = [
  [SYMBOL, 0],
  [NAME, NAME_ORDER],
  [PRICE, 3],
  [CHANGE, 1],
  [VOLUME, LAST_SHARED],
  [BOARDS, 2],
];

/** A set of columns, of which those up to an order are shown as there is room. */
export interface Variant {
  readonly columns: ReadonlyArray<OrderedColumn>;
  readonly last: number;
}

/** From the widest to the narrowest. */
export function variantsOf(timeframes: ReadonlyArray<Timeframe>): ReadonlyArray<Variant> {
  if (timeframes.length < 2) return [{ columns: COLUMNS, last: NAME_ORDER }];
  const { wide, medium, narrow } = scoreWidths(timeframes);
  return [
    { columns: columnsOfSeveral(wide, BIAS_WORD_WIDTH), last: NAME_ORDER },
    { columns: columnsOfSeveral(medium, BIAS_WORD_WIDTH), last: NAME_ORDER },
    { columns: columnsOfSeveral(medium, SHORT_BIAS_WIDTH), last: NAME_ORDER },
    // The bias in each timeframe says more than the name.
    { columns: columnsOfSeveral(narrow, SHORT_BIAS_WIDTH), last: LAST_SHARED },
  ];
}

/** Without the change: each symbol would show it over the window of a different timeframe. Scores are shown for all timeframes or none. */
function columnsOfSeveral(
  scores: ReadonlyArray<ConfluenceColumn>,
  biasWidth: number,
): ReadonlyArray<OrderedColumn> {
  return [
    [SYMBOL, 0],
    [NAME, NAME_ORDER],
    [PRICE, 3],
    [VOLUME, LAST_SHARED],
    ...scores.map((column) => [column, 1] as const),
    [totalColumn, 0],
    [field('Bias', 'left', sharedBiasCell(biasWidth)), 2],
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
