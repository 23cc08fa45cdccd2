import type { BoardRow } from '../api/snapshot.ts';
import { type Bias, type Column, HIGH_CONFLUENCE } from '../vocabulary.ts';
import { ABSENT, formatCompact, formatPercent, formatPrice, PRICE_WIDTH } from './format.ts';
import { type Align, cleanText } from './safe-text.ts';
import { type Paint, paintOfBias, paintOfSign, type Theme } from './theme.ts';

export interface ColumnSpec {
  readonly label: string;
  readonly align: Align;
  /** Minimum width in cells. */
  readonly width: number;
  /** Maximum width in cells. */
  readonly maxWidth: number;
  text(row: BoardRow, width: number): string;
  paint(row: BoardRow, theme: Theme): Paint;
}

const plain = (): Paint => (text) => text;
const muted = (_: BoardRow, theme: Theme): Paint => theme.muted;
const words = (value: string | null): string => (value === null ? ABSENT : cleanText(value));
const count = (value: number | null): string => (value === null ? ABSENT : String(value));

/** How each column is labelled, aligned and painted. */
export const COLUMN_SPECS: Readonly<Record<Column, ColumnSpec>> = {
  rank: { label: '#', align: 'right', width: 2, maxWidth: 2, text: (row) => count(row.rank), paint: muted },
  symbol: {
    label: 'Symbol',
    align: 'left',
    width: 6,
    maxWidth: 6,
    text: (row) => words(row.symbol),
    paint: (_, theme) => theme.strong,
  },
  name: {
    label: 'Name',
    align: 'left',
    width: 10,
    maxWidth: 26,
    text: (row) => words(row.name),
    paint: plain,
  },
  price: {
    label: 'Price',
    align: 'right',
    width: PRICE_WIDTH,
    maxWidth: PRICE_WIDTH,
    text: (row, width) => formatPrice(row.price, width),
    paint: plain,
  },
  dayPct: {
    label: 'Chg',
    align: 'right',
    width: 8,
    maxWidth: 8,
    text: (row) => formatPercent(row.dayPct),
    paint: (row, theme) => paintOfSign(theme, row.dayPct),
  },
  volume: {
    label: 'Vol',
    align: 'right',
    width: 6,
    maxWidth: 6,
    text: (row) => formatCompact(row.volume),
    paint: muted,
  },
  boards: {
    label: 'Bds',
    align: 'right',
    width: 3,
    maxWidth: 3,
    text: (row) => formatConfluence(row.boards),
    paint: (row, theme) => (isHighConfluence(row.boards) ? theme.highlight : theme.muted),
  },
  bias: {
    label: 'Bias',
    align: 'left',
    width: 6,
    maxWidth: 9,
    text: (row, width) => formatBias(row.bias, width),
    paint: (row, theme) => paintOfBias(theme, row.bias),
  },
  metric: {
    label: 'Metric',
    align: 'left',
    width: 10,
    maxWidth: 14,
    text: (row) => words(row.metric),
    paint: plain,
  },
  tag: { label: 'Tag', align: 'left', width: 14, maxWidth: 18, text: (row) => words(row.tag), paint: muted },
};

/** Order in which columns grow into the remaining width. `bias` grows only in one step, from `▲ bull` to `▲ bullish`. */
const GROWTH_ORDER: ReadonlyArray<Column> = ['metric', 'bias', 'name', 'tag'];

export interface FittedColumn extends Omit<ColumnSpec, 'maxWidth'> {
  readonly column: Column;
}

/**
 * The chosen columns, in their order, as many as fit into `width` cells (at least 16). Widths do not depend on the rows, so that
 * the layout is stable between snapshots.
 */
export function fitColumns(width: number, chosen: ReadonlyArray<Column>): ReadonlyArray<FittedColumn> {
  const shown = new Map<Column, number>();
  let left = width + 1;
  for (const column of new Set(chosen)) {
    const needed = COLUMN_SPECS[column].width + 1;
    if (needed > left) break;
    shown.set(column, COLUMN_SPECS[column].width);
    left -= needed;
  }
  for (const column of GROWTH_ORDER) {
    const now = shown.get(column);
    if (now === undefined) continue;
    const wanted = COLUMN_SPECS[column].maxWidth - now;
    const growth = column === 'bias' && wanted > left ? 0 : Math.max(0, Math.min(left, wanted));
    shown.set(column, now + growth);
    left -= growth;
  }
  return [...shown].map(([column, cells]) => ({ ...COLUMN_SPECS[column], column, width: cells }));
}

/** What tells a bias without colour. */
const BIAS_SIGNS: Readonly<Record<Bias, string>> = { bullish: '▲', bearish: '▼', neutral: '·' };

export function biasSign(bias: Bias): string {
  return BIAS_SIGNS[bias];
}

/** `▲ bullish`, or `▲ bull` below 9 cells: readable without colour. */
export function formatBias(bias: Bias | null, width: number): string {
  if (bias === null) return ABSENT;
  return `${biasSign(bias)} ${width >= 9 ? bias : bias.slice(0, 4)}`;
}

/** The number of boards, marked with `◆` from three. */
export function formatConfluence(boards: number | null): string {
  if (boards === null) return ABSENT;
  return isHighConfluence(boards) ? `◆${boards}` : String(boards);
}

export function isHighConfluence(boards: number | null): boolean {
  return boards !== null && boards >= HIGH_CONFLUENCE;
}
