import { type Field, ON_SCREEN, type Row, type Value } from '../fields/field.ts';
import { fieldNamed, inTimeframe, usualColumns } from '../fields/fields.ts';

const FIELDS_OF_A_TIMEFRAME = ['asOf', 'dayPct', 'boards', 'bias', 'on'];
// A spreadsheet can treat text with these first characters as a formula, also after a semicolon.
const FORMULA = /(?<=^|;)(?=[ "']*[=+\-@＝＋－＠])/g;
const FIGURE = /^[+-]?(\d+|\d{1,3}(,\d{3})+|(?=\.\d))(\.\d+)?(e[+-]?\d+)?%?$/i;

export function csvFields(
  subject: 'row' | 'symbol',
  isOlder: boolean,
  isOfSeveral = false,
): ReadonlyArray<Field> {
  const names = isOfSeveral ? ['asOf'] : ['asOf', 'timeframe', 'board'];
  const origin = names.map(fieldNamed).filter(({ of }) => of.includes(subject));
  return [...origin, ...usualColumns(subject, isOlder)];
}

export function inEachTimeframe(
  fields: ReadonlyArray<Field>,
  timeframes: ReadonlyArray<string>,
): ReadonlyArray<Field> {
  return fields.flatMap((field) => {
    if (!FIELDS_OF_A_TIMEFRAME.includes(field.id)) return [field];
    const total = field.id === 'boards' ? [{ ...field, id: 'total' }] : [];
    return [...timeframes.map((timeframe) => inTimeframe(field, timeframe)), ...total];
  });
}

export function renderCsv(rows: ReadonlyArray<Row>, fields: ReadonlyArray<Field>): string {
  const cells = rows.map((row) =>
    fields.map((field) => {
      const value = field.raw(row);
      const isList = typeof value === 'object' && value !== null;
      return isList ? field.text(row, ON_SCREEN, Infinity) : value;
    }),
  );
  return csvLines([fields.map(({ id }) => id), ...cells]);
}

/** Follows RFC 4180, but with line feeds. */
export function csvLines(rows: ReadonlyArray<ReadonlyArray<Value>>): string {
  return rows.map((row) => `${row.map(toField).join(',')}\n`).join('');
}

function toField(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FIGURE.test(value) ? value : value.replace(FORMULA, "'");
  return /[",;]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
