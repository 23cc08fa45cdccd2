import type { SymbolConfluence } from '../model/confluence.ts';
import type { Cell } from './box.ts';
import type { Align } from './safe-text.ts';
import type { Theme } from './theme.ts';

export interface ConfluenceColumn {
  readonly label: string;
  readonly width: number;
  readonly align: Align;
  cell(entry: SymbolConfluence, theme: Theme): Cell;
}

/** The boards of each symbol, which are not cut. */
interface BoardList {
  /** Cells of each line. */
  readonly width: number;
  /** Whether it has lines of its own below the symbol, because there is no room beside the other columns. */
  readonly isBelow: boolean;
  textsOf(entry: SymbolConfluence): ReadonlyArray<string>;
}

export interface ConfluenceLayout {
  readonly columns: ReadonlyArray<ConfluenceColumn>;
  /** Null if the boards are not shown. */
  readonly list: BoardList | null;
}

/** The place of a symbol among all, from 1. */
export const placeColumn: ConfluenceColumn = {
  label: '#',
  width: 3,
  align: 'right',
  cell: ({ place }, theme) => ({ text: String(place), paint: theme.muted }),
};

/** Cells of these columns, with a space between two of them. */
export function totalWidth(columns: ReadonlyArray<ConfluenceColumn>): number {
  return columns.reduce((sum, { width }) => sum + width + 1, -1);
}
