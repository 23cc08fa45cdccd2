import { usualColumns } from '../../src/fields/fields.ts';
import type { JsonObject } from '../../src/json.ts';
import { type BoardPart, decodeRow } from '../../src/service/snapshot.ts';
import type { Ctx } from '../../src/text/ctx.ts';
import { createTheme } from '../../src/text/theme.ts';
import { rowOf } from './snapshots.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 12);
export const CLASSIC = createTheme('classic', 0);

/** How the tests draw, but for what they are about. */
export function ctxOf(width = 80, others: Partial<Ctx> = {}): Ctx {
  const usual = { theme: CLASSIC, width, style: 'screen' as const, ascii: false };
  return { ...usual, now: NOW, timeZone: undefined, ...others };
}

/** A board of default rows, each with the given fields replaced. */
export function rowsBoard(rows: ReadonlyArray<JsonObject>, key = 'movers'): BoardPart {
  return { key, group: null, rows: rows.map((fields) => decodeRow(rowOf(fields))) };
}

/** The columns of rows, as `--columns` and `--sort` take them. */
export const COLUMNS = usualColumns('row', false).map(({ id }) => id);
