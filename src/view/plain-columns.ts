import type { BoardRow } from '../api/snapshot.ts';
import type { Column } from '../vocabulary.ts';
import type { Cell } from './box.ts';
import { isHighConfluence } from './columns.ts';
import { formatCompact, formatPercent, formatPrice } from './format.ts';
import { NONE, type PlainColumn, plainText } from './plain-table.ts';
import type { SinceView } from './since-columns.ts';
import { type Paint, paintOfBias, paintOfSign, type Theme, unpainted } from './theme.ts';

/** How plain output writes each field of a row: as the tables, but without signs. */
export const PLAIN_COLUMNS: Readonly<Record<Column, PlainColumn<BoardRow>>> = {
  rank: numbers('rank', ({ rank }) => countText(rank)),
  symbol: words(
    'symbol',
    ({ symbol }) => symbol,
    (_, theme) => theme.strong,
  ),
  name: words('name', ({ name }) => name),
  price: numbers('price', ({ price }) => formatPrice(price, Number.POSITIVE_INFINITY)),
  dayPct: numbers(
    'dayPct',
    ({ dayPct }) => formatPercent(dayPct),
    ({ dayPct }, theme) => paintOfSign(theme, dayPct),
  ),
  volume: numbers('volume', ({ volume }) => formatCompact(volume)),
  boards: numbers(
    'boards',
    ({ boards }) => countText(boards),
    ({ boards }, theme) => paintOfBoards(boards, theme),
  ),
  bias: words(
    'bias',
    ({ bias }) => bias,
    ({ bias }, theme) => paintOfBias(theme, bias),
  ),
  metric: words('metric', ({ metric }) => metric),
  tag: words('tag', ({ tag }) => tag),
};

type PaintOf<Row> = (row: Row, theme: Theme) => Paint;

/** A column of text of the service. */
export function words<Row>(
  name: string,
  read: (row: Row) => string | null,
  paint: PaintOf<Row> = () => unpainted,
): PlainColumn<Row> {
  return column(name, 'left', read, paint);
}

/** A column of formatted numbers. */
export function numbers<Row>(
  name: string,
  read: (row: Row) => string | null,
  paint: PaintOf<Row> = () => unpainted,
): PlainColumn<Row> {
  return column(name, 'right', read, paint);
}

function column<Row>(
  name: string,
  align: PlainColumn<Row>['align'],
  read: (row: Row) => string | null,
  paint: PaintOf<Row>,
): PlainColumn<Row> {
  return { name, align, cell: (row, theme) => ({ text: plainText(read(row)), paint: paint(row, theme) }) };
}

/** The columns of other rows that have the fields of a board row. */
export function plainColumnsOf<Row>(
  names: ReadonlyArray<Column>,
  asBoardRow: (row: Row) => BoardRow,
): ReadonlyArray<PlainColumn<Row>> {
  return names.map((name) => {
    const { align, cell } = PLAIN_COLUMNS[name];
    return { name, align, cell: (row, theme) => cell(asBoardRow(row), theme) };
  });
}

export function countText(count: number | null): string {
  return count === null ? NONE : String(count);
}

/** As on boards: many stand out, and 0 is dim. */
export function paintOfBoards(boards: number | null, theme: Theme): Paint {
  if (isHighConfluence(boards)) return theme.highlight;
  return boards === 0 ? theme.muted : unpainted;
}

/** Columns with `now` and `since` after the symbol (or another one), or first where that is not shown. */
export function withSince<Row>(
  columns: ReadonlyArray<PlainColumn<Row>>,
  viewOf: (row: Row) => SinceView | null,
  follows = 'symbol',
): ReadonlyArray<PlainColumn<Row>> {
  const after = columns.findIndex(({ name }) => name === follows) + 1;
  return columns.toSpliced(
    after,
    0,
    { name: 'now', align: 'left', cell: (row, theme) => plainNow(viewOf(row), theme) },
    { name: 'since', align: 'right', cell: (row, theme) => plainChange(viewOf(row), theme) },
  );
}

/** `5`: boards now; `left 14:24`, or `left after 14:24` in a hole of the data. */
export function plainNow(since: SinceView | null, theme: Theme): Cell {
  const boards = since?.boards ?? null;
  if (boards !== null) return { text: String(boards), paint: paintOfBoards(boards, theme) };
  return { text: plainText(since?.now.replace('>', 'after ') ?? null), paint: theme.muted };
}

/** The change of the price since then. */
export function plainChange(since: SinceView | null, theme: Theme): Cell {
  const changePct = since?.changePct ?? null;
  return { text: plainText(formatPercent(changePct)), paint: paintOfSign(theme, changePct) };
}
