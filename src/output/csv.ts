import { type Field, ON_SCREEN, type Row, type Value } from '../fields/field.ts';
import { fieldNamed, inTimeframe, usualColumns } from '../fields/fields.ts';

/** What a symbol has in each timeframe. */
const DIFFERING = ['asOf', 'dayPct', 'boards', 'bias', 'on'];
// A spreadsheet treats text with one of these first characters as a formula, including the full-width forms. It may also split a
// text at semicolons. Numbers and percentages cannot do anything.
const FORMULA = /(?<=^|;)(?=[ "']*[=+\-@＝＋－＠])/g;
const FIGURE = /^[+-]?(\d+|\d{1,3}(,\d{3})+|(?=\.\d))(\.\d+)?(e[+-]?\d+)?%?$/i;

/** The columns where none were chosen: what says where a row is from, then those of the tables. */
export function csvFields(
  subject: 'row' | 'symbol',
  isOlder: boolean,
  isOfSeveral = false,
): ReadonlyArray<Field> {
  const names = isOfSeveral ? ['asOf'] : ['asOf', 'timeframe', 'board'];
  const origin = names.map(fieldNamed).filter(({ of }) => of.includes(subject));
  return [...origin, ...usualColumns(subject, isOlder)];
}

/** Of several timeframes, what differs between them has a column for each. */
export function inEachTimeframe(
  fields: ReadonlyArray<Field>,
  timeframes: ReadonlyArray<string>,
): ReadonlyArray<Field> {
  return fields.flatMap((field) => {
    if (!DIFFERING.includes(field.id)) return [field];
    const total = field.id === 'boards' ? [{ ...field, id: 'total' }] : [];
    return [...timeframes.map((timeframe) => inTimeframe(field, timeframe)), ...total];
  });
}

/** A header and the rows with these columns; lists are those of templates. */
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

/** RFC 4180 with line feeds: unrounded numbers, empty fields for null, and text that no spreadsheet runs as a formula. */
export function csvLines(rows: ReadonlyArray<ReadonlyArray<Value>>): string {
  return rows.map((row) => `${row.map(toField).join(',')}\n`).join('');
}

function toField(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FIGURE.test(value) ? value : value.replace(FORMULA, "'");
  return /[",;]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
