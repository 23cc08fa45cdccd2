import { type Field, paintOf, type Row } from '../fields/field.ts';
import { fieldNamed, isHighConfluence } from '../fields/fields.ts';
import type { Reading } from '../fields/row.ts';
import type { Cell } from './box.ts';
import { NONE, type PlainColumn, plainText } from './plain-table.ts';
import { type Paint, type Theme, unpainted } from './theme.ts';

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

/** A field in words, whole. */
export function plainCell(field: Field, row: Row, theme: Theme, reading: Reading): Cell {
  const text = field.text(row, { ...reading, style: 'plain' }, Number.POSITIVE_INFINITY);
  return { text: plainText(text), paint: paintOf(field, row, theme, 'plain') };
}

/** The columns of fields by their ids. `hasSince` adds what became of each symbol, by default after the symbol, or first. */
export function plainColumnsOf(
  ids: ReadonlyArray<string>,
  reading: Reading,
  hasSince = false,
  follows = 'symbol',
): ReadonlyArray<PlainColumn<Row>> {
  const all = hasSince ? ids.toSpliced(ids.indexOf(follows) + 1, 0, 'now', 'gain') : ids;
  return all.map((id) => {
    const field = fieldNamed(id);
    return {
      name: id,
      align: field.align ?? 'left',
      cell: (row, theme) => plainCell(field, row, theme, reading),
    };
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
