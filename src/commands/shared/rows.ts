import type { PreferenceValue } from '../../settings/preferences.ts';
import type { Settings } from '../../settings/resolve.ts';
import { ABSENT } from '../../text/format.ts';
import { cleanText, displayWidth } from '../../text/safe-text.ts';

/** A setting: its name, value and source. */
export type SettingRow = readonly [name: string, value: string, source: string];

/** Rows in aligned columns without a frame, for `grep` and `awk`; ends with a line feed. */
export function renderRows(rows: ReadonlyArray<SettingRow>): string {
  const clean = rows.map((row) => row.map(cleanText));
  const widths = [0, 1].map((column) => Math.max(...clean.map((row) => displayWidth(row[column] ?? ''))));
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell)));
  return clean.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}

export function preferenceRows({ preferences }: Settings): ReadonlyArray<SettingRow> {
  return preferences.map(([name, { value, source }]) => [name, valueText(value), source]);
}

/** The value as `config set` accepts it. */
export function valueText(value: PreferenceValue | null): string {
  if (value === null) return ABSENT;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? value.join(',') : String(value);
}
