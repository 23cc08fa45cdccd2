import { usualColumns } from '../../src/fields/fields.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { renderSnapshot } from '../../src/output/snapshot-lines.ts';
import { type BoardPart, decodeRow, decodeSnapshot } from '../../src/service/snapshot.ts';
import type { Style } from '../../src/text/style.ts';
import { createTheme } from '../../src/text/theme.ts';
import { bodyOf, rowOf } from './snapshots.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 12);
const CLASSIC = createTheme('classic', 0);

export function styleOf(width = 80, others: Partial<Style> = {}): Style {
  const usual = { theme: CLASSIC, width, mode: 'screen' as const };
  return { ...usual, now: NOW, timeZone: undefined, ...others };
}

export function rowsBoard(rows: ReadonlyArray<JsonObject>, key = 'movers'): BoardPart {
  return { key, group: null, rows: rows.map((fields) => decodeRow(rowOf(fields))) };
}

export function boardLines(
  boards: ReadonlyArray<BoardPart>,
  style: Style,
  columns: ReadonlyArray<string> | null = null,
): ReadonlyArray<string> {
  const snapshot = decodeSnapshot(bodyOf(), 'day');
  if (snapshot === null) throw new Error('not a snapshot');
  return renderSnapshot(snapshot, boards, { ...style, columns, isSimulated: false, isWhole: false }).slice(2);
}

export const COLUMNS = usualColumns('row', false).map(({ id }) => id);
