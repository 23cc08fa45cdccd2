import type { FoundRow } from '../model/selection.ts';
import { COLUMNS } from '../vocabulary.ts';

const HEADER = ['asOf', 'timeframe', 'board', ...COLUMNS];
const LINE_END = '\r\n';
// Control and format characters, fillers, line separators, lone surrogates: a terminal could interpret or hide them.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
// A spreadsheet treats text with one of these first characters as a formula, including the full-width forms.
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/;

/** The rows of boards, as `renderCsvTable` writes them. */
export function renderCsv(records: ReadonlyArray<FoundRow>): string {
  const rows = records.map(({ asOf, timeframe, board, row }) => [
    asOf,
    timeframe,
    board,
    ...COLUMNS.map((column) => row[column]),
  ]);
  return renderCsvTable(HEADER, rows);
}

/** RFC 4180 with a header row: unrounded numbers, empty fields for null, and text that no spreadsheet runs as a formula. */
export function renderCsvTable(
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number | null>>,
): string {
  const lines = rows.map((row) => row.map(toField).join(','));
  return [header.join(','), ...lines].map((line) => line + LINE_END).join('');
}

function toField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = (FORMULA_START.test(value) ? "'" : '') + value.replace(INVISIBLE, '?');
  return /[",]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
