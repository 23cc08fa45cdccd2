import type { BoardRow } from '../api/snapshot.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { Column, Timeframe } from '../vocabulary.ts';
import { sharedBias } from './agreement.ts';
import { COLUMN_SPECS, type FittedColumn, fitColumns } from './columns.ts';
import {
  type ConfluenceColumn,
  type ConfluenceLayout,
  placeColumn,
  totalWidth,
} from './confluence-layout.ts';
import { scoreColumns, sharedBiasCell, totalColumn } from './confluence-scores.ts';

/**
 * The columns that the user chose, in their order. `boards` of several timeframes is one for each of them and their sum. The
 * columns of `afterSymbol` are kept whole.
 */
export function fitChosenColumns(
  tableWidth: number,
  timeframes: ReadonlyArray<Timeframe>,
  chosen: ReadonlyArray<Column>,
  afterSymbol: ReadonlyArray<ConfluenceColumn>,
): ConfluenceLayout {
  const wider = chosen.includes('rank') ? placeColumn.width - COLUMN_SPECS.rank.width : 0;
  const width = tableWidth - totalWidth(afterSymbol) - 1 - wider;
  const isSingle = timeframes.length < 2;
  const scores = isSingle || !chosen.includes('boards') ? [] : scoreColumns(timeframes, width + 1);
  const room = Math.max(6, width - totalWidth(scores) - 1);
  const columnsFor = (column: FittedColumn): ReadonlyArray<ConfluenceColumn> => {
    if (column.column === 'rank') return [placeColumn];
    const plain = fromBoardColumn(column);
    if (isSingle) return [plain];
    if (column.column === 'boards') return [...scores, totalColumn];
    return [column.column === 'bias' ? { ...plain, cell: sharedBiasCell(column.width) } : plain];
  };
  const fitted = fitColumns(room, chosen);
  // Without the symbol, they come first.
  const end = fitted.findIndex(({ column }) => column === 'symbol') + 1;
  const before = fitted.slice(0, end).flatMap(columnsFor);
  return { columns: [...before, ...afterSymbol, ...fitted.slice(end).flatMap(columnsFor)], list: null };
}

function fromBoardColumn({ label, width, align, text, paint }: FittedColumn): ConfluenceColumn {
  return {
    label,
    width,
    align,
    cell(entry, theme) {
      const row = confluenceRow(entry);
      return { text: text(row, width), paint: paint(row, theme) };
    },
  };
}

/** A symbol as a row of a board: its rank is its place among all, `boards` the sum of its scores. */
export function confluenceRow(entry: SymbolConfluence): BoardRow {
  // Written out: with a spread it takes ten times as long, for each cell of a table.
  const { place, symbol, name, price, dayPct, volume, total, standings } = entry;
  const bias = sharedBias(standings);
  return { rank: place, symbol, name, price, dayPct, volume, boards: total, bias, metric: null, tag: null };
}
