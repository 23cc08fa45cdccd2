import { ON_SCREEN, paintOf } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import { symbolRow } from '../fields/row.ts';
import type { Column, Timeframe } from '../vocabulary.ts';
import { cellsOf, type FittedColumn, fitColumns } from './columns.ts';
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
  const wider = chosen.includes('rank') ? placeColumn.width - cellsOf(fieldNamed('rank')).min : 0;
  const width = tableWidth - totalWidth(afterSymbol) - 1 - wider;
  const isSingle = timeframes.length < 2;
  const scores = isSingle || !chosen.includes('boards') ? [] : scoreColumns(timeframes, width + 1);
  const room = Math.max(6, width - totalWidth(scores) - 1);
  const columnsFor = (column: FittedColumn): ReadonlyArray<ConfluenceColumn> => {
    const { id } = column.field;
    if (id === 'rank') return [placeColumn];
    const plain = fromField(column);
    if (isSingle) return [plain];
    if (id === 'boards') return [...scores, totalColumn];
    return [id === 'bias' ? { ...plain, cell: sharedBiasCell(column.width) } : plain];
  };
  const fitted = fitColumns(room, chosen);
  // Without the symbol, they come first.
  const end = fitted.findIndex(({ field }) => field.id === 'symbol') + 1;
  const before = fitted.slice(0, end).flatMap(columnsFor);
  return { columns: [...before, ...afterSymbol, ...fitted.slice(end).flatMap(columnsFor)], list: null };
}

function fromField({ field, width }: FittedColumn): ConfluenceColumn {
  return {
    label: field.label,
    width,
    align: field.align ?? 'left',
    cell(entry, theme) {
      const row = symbolRow(entry);
      return { text: field.text(row, ON_SCREEN, width), paint: paintOf(field, row, theme, 'screen') };
    },
  };
}
