import type { SinceOf } from '../fields/field.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { Column, Timeframe } from '../vocabulary.ts';
import { type Cell, joinPieces, type Lines } from './box.ts';
import { fitChosenColumns } from './confluence-columns.ts';
import type { ConfluenceColumn, ConfluenceLayout } from './confluence-layout.ts';
import { confluenceTitle, PLACES_INDENT, wrapPlaces } from './confluence-places.ts';
import { fitSymbolColumns, withBoards } from './confluence-symbols.ts';
import type { Piece } from './flow.ts';
import { displayWidth, fitCell } from './safe-text.ts';
import { fitSinceColumns } from './since-columns.ts';
import { type Theme, unpainted } from './theme.ts';

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

/** Cells between the last column and the boards. */
const LIST_GAP = 2;

/** Symbols ranked by confluence with their boards. Several timeframes get one column each. */
export function renderConfluence(
  entries: ReadonlyArray<SymbolConfluence>,
  { width, theme, timeframes, columns, found, sinceOf }: ConfluenceViewOptions,
): Lines {
  const title = confluenceTitle(describeCount(entries.length, found), width, theme).painted;
  if (entries.length === 0) return [title];
  const since = sinceOf === undefined ? [] : sinceColumns(entries, sinceOf, width, theme);
  const layout =
    columns === null
      ? fitSymbolColumns(entries, timeframes, { width, theme }, since)
      : fitChosen(entries, columns, { width, timeframes }, since);
  const labels = layout.columns.map(({ label }) => ({ text: label, paint: theme.muted }));
  const on = { text: 'On', paint: theme.muted };
  return [
    title,
    ...joinRow(layout, labels, layout.list?.isBelow === false ? [on] : [], width),
    ...entries.flatMap((entry) => {
      const cells = layout.columns.map(({ cell }) => cell(entry, theme));
      const places = layout.list === null ? [] : wrapPlaces(layout.list.textsOf(entry), layout.list.width);
      return joinRow(
        layout,
        cells,
        places.map((text) => ({ text, paint: unpainted })),
        width,
      );
    }),
  ];
}

/** The chosen columns; their boards come last, because they take several lines. */
function fitChosen(
  entries: ReadonlyArray<SymbolConfluence>,
  columns: ReadonlyArray<Column>,
  { width, timeframes }: Pick<ConfluenceViewOptions, 'width' | 'timeframes'>,
  since: ReadonlyArray<ConfluenceColumn>,
): ConfluenceLayout {
  const chosen = columns.filter((column) => column !== 'on');
  const columnsIn = (cells: number) => fitChosenColumns(cells, timeframes, chosen, since);
  return chosen.length === columns.length
    ? columnsIn(width)
    : withBoards(entries, timeframes, width, columnsIn);
}

/** The cells, and the lines of the list beside or below them. */
function joinRow(
  { columns, list }: ConfluenceLayout,
  cells: ReadonlyArray<Cell>,
  listed: ReadonlyArray<Cell>,
  width: number,
): Lines {
  const row = columns.map(({ width: cellWidth, align }, index) => {
    const { text, paint } = cells[index] ?? { text: '', paint: unpainted };
    return { plain: fitCell(text, cellWidth, align), paint };
  });
  const plain = row.map((cell) => cell.plain).join(' ');
  const pieces = row.flatMap(
    (cell, index): ReadonlyArray<Piece> => [
      [index === 0 ? '' : ' ', unpainted],
      [cell.plain, cell.paint],
    ],
  );
  const isBelow = list?.isBelow === true;
  const indent = isBelow ? PLACES_INDENT : displayWidth(plain) + LIST_GAP;
  const beside = isBelow ? undefined : listed[0];
  const others = isBelow ? listed : listed.slice(1);
  const first: ReadonlyArray<Piece> =
    beside === undefined
      ? []
      : [
          [' '.repeat(LIST_GAP), unpainted],
          [beside.text, beside.paint],
        ];
  return [
    joinPieces([...pieces, ...first], width).painted.trimEnd(),
    ...others.map((line) => joinPieces([[' '.repeat(indent) + line.text, line.paint]], width).painted),
  ];
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

function describeCount(shown: number, found: number): string {
  const symbols = found === 1 ? 'symbol' : 'symbols';
  return shown < found ? `${shown} of ${found} ${symbols}` : `${found} ${symbols}`;
}
