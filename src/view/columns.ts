import type { Field } from '../fields/field.ts';

/** Cells of the column of a field that is not sized by its texts. */
export function cellsOf({ id, cells }: Field): { readonly min: number; readonly max: number } {
  if (cells === undefined) throw new Error(`${id} has no column`);
  return cells;
}
