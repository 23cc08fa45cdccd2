import type { TopPlay } from '../api/snapshot.ts';
import type { SinceOf } from '../fields/field.ts';
import { biasSign, formatBias, formatConfluence, isHighConfluence } from '../fields/fields.ts';
import type { Bias, Timeframe } from '../vocabulary.ts';
import type { Cell } from './box.ts';
import { ABSENT, formatPercent, formatPrice } from './format.ts';
import { type Align, cleanText, clip } from './safe-text.ts';
import { changeCell, nowCell } from './since-columns.ts';
import { paintOfBias, paintOfSign, type Theme, unpainted } from './theme.ts';
import { timeframeNames } from './timeframes.ts';
import { MAX_REASONS } from './top-play.ts';

export const MAX_SYMBOL_WIDTH = 12;
const NARROW_NAME_WIDTH = 'swing'.length;
const NONE = 'no symbol qualifies';

export interface TopPlayRow {
  readonly timeframe: Timeframe;
  readonly topPlay: TopPlay | null;
  readonly sinceOf: SinceOf | undefined;
}

export interface TableColumn {
  readonly label: string;
  readonly align: Align;
  cell(row: TopPlayRow, theme: Theme): Cell;
}

/** The parts of the table that give way in a narrow terminal, the first one first. */
export const GIVING_WAY = ['why', 'bias', 'price', 'names', 'boards', 'change', 'since'] as const;
type Part = (typeof GIVING_WAY)[number];

/** The columns of these parts, without the reasons. */
export function columnsOf(
  rows: ReadonlyArray<TopPlayRow>,
  parts: ReadonlyArray<Part>,
): ReadonlyArray<TableColumn> {
  const timeframes = rows.map(({ timeframe }) => timeframe);
  const names = parts.includes('names') ? timeframes : timeframeNames(timeframes, NARROW_NAME_WIDTH);
  const nameOf = (row: TopPlayRow) => names[rows.indexOf(row)] ?? row.timeframe;
  const has = (part: Part, column: TableColumn) => (parts.includes(part) ? [column] : []);
  return [
    { label: '', align: 'left', cell: (row) => ({ text: nameOf(row), paint: unpainted }) },
    symbol,
    ...has('since', now),
    ...has('since', since),
    ...has('price', price),
    ...has('change', change),
    ...has('boards', parts.includes('bias') ? boardsAndBias : boards),
  ];
}

/** A column of fields of the top play. */
function column(label: string, align: Align, cell: (topPlay: TopPlay, theme: Theme) => Cell): TableColumn {
  return {
    label,
    align,
    cell: ({ topPlay }, theme) =>
      topPlay === null ? { text: ABSENT, paint: theme.muted } : cell(topPlay, theme),
  };
}

const symbol = column('Symbol', 'left', (top, theme) => ({
  text: top.symbol === null ? ABSENT : clip(cleanText(top.symbol), MAX_SYMBOL_WIDTH),
  paint: theme.strong,
}));

const price = column('Price', 'right', (top) => ({ text: formatPrice(top.price), paint: unpainted }));

const change = column('Chg', 'right', (top, theme) => ({
  text: formatPercent(top.dayPct),
  paint: paintOfSign(theme, top.dayPct),
}));

const boards = column('Bds', 'left', standing(biasSign));
const boardsAndBias = column(
  'Bds',
  'left',
  standing((bias) => formatBias(bias, 9)),
);

/** `◆4 ▼ bearish`, with the bias as `biasText` writes it. */
function standing(biasText: (bias: Bias) => string): (top: TopPlay, theme: Theme) => Cell {
  return (top, theme) => {
    const count = formatConfluence(top.boards);
    const bias = top.bias === null ? '' : biasText(top.bias);
    const paintCount = isHighConfluence(top.boards) ? theme.highlight : theme.muted;
    const whole = `${count} ${bias}`.trimEnd();
    const painted = paintCount(count) + (bias === '' ? '' : ` ${paintOfBias(theme, top.bias)(bias)}`);
    // Where there is no room for all of it, what is left has no colours.
    return { text: whole, paint: (text) => (text === whole ? painted : text) };
  };
}

const now: TableColumn = {
  label: 'Now',
  align: 'left',
  cell: ({ topPlay, sinceOf }, theme) => nowCell(sinceOf?.(topPlay?.symbol ?? null) ?? null, theme),
};

const since: TableColumn = {
  label: 'Gain',
  align: 'right',
  cell: ({ topPlay, sinceOf }, theme) => changeCell(sinceOf?.(topPlay?.symbol ?? null) ?? null, theme),
};

/** Cut where there is no room for all of them. */
export const reasons: TableColumn = {
  label: 'Why',
  align: 'left',
  cell: ({ topPlay }, theme) => ({
    text: topPlay === null ? NONE : topPlay.reasons.slice(0, MAX_REASONS).map(cleanText).join(', '),
    paint: theme.muted,
  }),
};
