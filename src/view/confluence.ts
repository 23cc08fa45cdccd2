import type { SymbolConfluence } from '../model/confluence.ts';
import type { Column, Timeframe } from '../vocabulary.ts';
import { drawBox, joinPieces, LIGHT, type Line, type Lines } from './box.ts';
import { type ConfluenceColumn, fitConfluenceColumns } from './confluence-columns.ts';
import type { Cell } from './grid.ts';
import { fitCell } from './safe-text.ts';
import { fitSinceColumns, type SinceOf } from './since-then.ts';
import type { Theme } from './theme.ts';

export interface ConfluenceViewOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly columns: ReadonlyArray<Column> | null;
  /** Number of matching symbols; `entries` may be only the first of them. */
  readonly found: number;
  /** For older data: what became of a symbol. */
  readonly sinceOf?: SinceOf | undefined;
}

/** Cells taken by the frame and padding around the table. */
const FRAME_WIDTH = 4;
const MAX_TABLE_WIDTH = 150;

/** A framed table of symbols ranked by confluence. Several timeframes get one column each. */
export function renderConfluence(
  entries: ReadonlyArray<SymbolConfluence>,
  { width, theme, timeframes, columns, found, sinceOf }: ConfluenceViewOptions,
): Lines {
  const tableWidth = Math.min(width, MAX_TABLE_WIDTH);
  const inner = tableWidth - FRAME_WIDTH;
  const since = sinceOf === undefined ? [] : sinceColumns(entries, sinceOf, inner, theme);
  const fitted = fitConfluenceColumns(inner, timeframes, columns, since);
  const body = [
    joinCells(fitted, ({ label }) => ({ text: label, paint: theme.muted })),
    ...entries.map((entry) => joinCells(fitted, (column) => column.cell(entry, theme))),
  ];
  const title = {
    text: 'CONFLUENCE',
    paint: theme.title,
    detail: describeCount(entries.length, found),
    paintDetail: theme.muted,
  };
  const empty = joinPieces([['no symbols', theme.muted]], inner);
  return drawBox(entries.length === 0 ? [empty] : body, tableWidth, title, {
    pieces: LIGHT,
    paint: theme.muted,
  });
}

function sinceColumns(
  entries: ReadonlyArray<SymbolConfluence>,
  sinceOf: SinceOf,
  width: number,
  theme: Theme,
): ReadonlyArray<ConfluenceColumn> {
  const columns = fitSinceColumns(
    entries.map(({ symbol }) => sinceOf(symbol)),
    width,
    theme,
  );
  return columns.map((column) => ({ ...column, cell: ({ symbol }) => column.cell(sinceOf(symbol), theme) }));
}

function joinCells(
  columns: ReadonlyArray<ConfluenceColumn>,
  cellOf: (column: ConfluenceColumn) => Cell,
): Line {
  const cells = columns.map((column) => {
    const { text, paint } = cellOf(column);
    return { plain: fitCell(text, column.width, column.align), paint };
  });
  return {
    plain: cells.map(({ plain }) => plain).join(' '),
    painted: cells.map(({ plain, paint }) => paint(plain)).join(' '),
  };
}

function describeCount(shown: number, found: number): string {
  const symbols = found === 1 ? 'symbol' : 'symbols';
  return shown < found ? `${shown} of ${found} ${symbols}` : `${found} ${symbols}`;
}
