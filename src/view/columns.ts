import type { Field } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';

/** Order in which columns grow into the remaining width. `bias` grows only in one step, from `▲ bull` to `▲ bullish`. */
const GROWTH_ORDER = ['metric', 'bias', 'name', 'tag'];

export interface FittedColumn {
  readonly field: Field;
  /** Cells. */
  readonly width: number;
}

/** Cells of the column of a field that is not sized by its texts. */
export function cellsOf({ id, cells }: Field): { readonly min: number; readonly max: number } {
  if (cells === undefined) throw new Error(`${id} has no column`);
  return cells;
}

/**
 * The chosen columns, in their order, as many as fit into `width` cells (at least 16). Widths do not depend on the rows, so that
 * the layout is stable between snapshots.
 */
export function fitColumns(width: number, chosen: ReadonlyArray<string>): ReadonlyArray<FittedColumn> {
  const shown = new Map<string, number>();
  let left = width + 1;
  for (const id of new Set(chosen)) {
    const { min } = cellsOf(fieldNamed(id));
    if (min + 1 > left) break;
    shown.set(id, min);
    left -= min + 1;
  }
  for (const id of GROWTH_ORDER) {
    const now = shown.get(id);
    if (now === undefined) continue;
    const wanted = cellsOf(fieldNamed(id)).max - now;
    const growth = id === 'bias' && wanted > left ? 0 : Math.max(0, Math.min(left, wanted));
    shown.set(id, now + growth);
    left -= growth;
  }
  return [...shown].map(([id, cells]) => ({ field: fieldNamed(id), width: cells }));
}
