import type { FoundRow } from '../model/selection.ts';
import { COLUMNS } from '../vocabulary.ts';

const HEADER = ['asOf', 'timeframe', 'board', ...COLUMNS];
const END_OF_LINE = '\r\n';
// Controls, format characters, fillers, line separators, halves of characters: a terminal might obey them, a file hide them.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
// What makes a spreadsheet take a text for a formula, full-width forms included.
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/;

/** RFC 4180 with a header row: full numbers, nothing for null, text that no spreadsheet runs as a formula. */
export function renderCsv(records: ReadonlyArray<FoundRow>): string {
  const lines = records.map(({ asOf, timeframe, board, row }) =>
    [asOf, timeframe, board, ...COLUMNS.map((column) => row[column])].map(toField).join(','),
  );
  return [HEADER.join(','), ...lines].map((line) => line + END_OF_LINE).join('');
}

function toField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = (FORMULA_START.test(value) ? "'" : '') + value.replace(INVISIBLE, '?');
  return /[",]|^ | $/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
