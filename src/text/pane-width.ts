import type { Context, Output } from '../context.ts';
import { variable } from '../environment.ts';

/** Pane width in cells, from 20 to 1000. An unknown or zero width counts as 80. */
export function paneWidth(columns: number | undefined): number {
  const width = columns === undefined || !Number.isFinite(columns) || columns <= 0 ? 80 : Math.floor(columns);
  return Math.min(1000, Math.max(20, width));
}

/** Width in cells of text for people on an output: COLUMNS, or the width of the terminal, or 80. */
export function outputWidth({ columns }: Pick<Output, 'columns'>, env: Context['env']): number {
  const wanted = variable('COLUMNS', env) ?? '';
  return paneWidth(/^\d{1,5}$/.test(wanted) ? Number(wanted) : columns);
}
