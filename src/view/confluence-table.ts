import type { Field, Row } from '../fields/field.ts';
import { fieldNamed, isHighConfluence } from '../fields/fields.ts';
import { symbolRow } from '../fields/row.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { ConfluenceTrend } from '../model/confluence-trend.ts';
import type { Age } from '../model/stints.ts';
import { formatAgeText } from './age.ts';
import type { Line } from './box.ts';
import { confluenceTitle, placeText, standingColumn } from './confluence-places.ts';
import type { Segment } from './flow.ts';
import { symbolPieces } from './pinned.ts';
import { type Align, cleanText, fitCell } from './safe-text.ts';
import { renderSparkline } from './sparkline.ts';
import { draw, fixed, layOut, type TableColumn } from './table.ts';
import { paintOfTrend, type Theme, unpainted } from './theme.ts';

export interface ConfluenceTableOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly selected: string | null;
  readonly pins: ReadonlyArray<string>;
  readonly hidden: ReadonlyArray<string>;
  /** Since when a symbol is on its number of boards, and the trend of that number; null if memory has nothing. */
  confluenceOf(symbol: string): { readonly age: Age | null; readonly trend: ConfluenceTrend | null };
}

/** Cells for boards beside the other columns. They are the answer here, so they are never cut. */
const MIN_LIST_WIDTH = 45;
/** More boards than symbols are usually on: the tall end of the sparkline. */
const HIGHEST_COUNT = 8;

/** The title and the labels, then the lines of each symbol and its boards. */
export function renderConfluenceTable(
  entries: ReadonlyArray<SymbolConfluence>,
  { width, theme, selected, pins, hidden, confluenceOf }: ConfluenceTableOptions,
): { readonly head: ReadonlyArray<Line>; readonly rows: ReadonlyArray<ReadonlyArray<Line>> } {
  const trendOf = ({ symbol }: Row) => confluenceOf(symbol ?? '').trend;
  const paint = (row: Row) => paintOfTrend(theme, trendOf(row));
  const columns: ReadonlyArray<TableColumn> = [
    { field: LEAD, order: 0, size: fixed(10), pieces: leadOf },
    { field: fieldNamed('price'), order: 5, size: fixed(8) },
    { field: fieldNamed('dayPct'), order: 1, size: fixed(8) },
    { ...standingColumn(theme), order: 2 },
    { field: fieldOf('Age', 'right', ageText), order: 3, size: fixed(5), paint: () => theme.muted },
    { field: fieldOf('30 min', 'left', sparkline), order: 6, size: fixed(8), paint },
    { field: fieldOf('Trend', 'left', (row) => trendOf(row)?.word ?? ''), order: 4, size: fixed(5), paint },
  ];
  const rows = entries.map((entry, index): Row => ({ ...symbolRow(entry), rank: index + 1 }));
  const list = { label: 'On', order: columns.length, least: MIN_LIST_WIDTH, textsOf: placesOf };
  const [labels = [], ...lines] = draw(layOut(columns, rows, width, list), rows, theme);
  const symbols = rows.length === 1 ? '1 symbol' : `${rows.length} symbols`;
  return { head: [confluenceTitle(symbols, width, theme), ...labels], rows: lines };

  function leadOf({ rank, symbol, boards }: Row): Segment {
    const isSelected = symbol === selected;
    const isPinned = symbol !== null && pins.includes(symbol);
    const usual = isPinned ? theme.pinned : isHighConfluence(boards) ? theme.strong : unpainted;
    return [
      [fitCell(String(rank), 3, 'right'), theme.muted],
      [isSelected ? '▸' : ' ', theme.accent],
      ...symbolPieces(cleanText(symbol ?? ''), 6, {
        isPinned,
        paint: isSelected ? theme.selected : usual,
        theme,
      }),
    ];
  }

  function ageText({ symbol }: Row): string {
    const { age } = confluenceOf(symbol ?? '');
    return age === null ? '' : formatAgeText(age);
  }

  function sparkline(row: Row): string {
    const trend = trendOf(row);
    return trend === null ? '' : renderSparkline(trend.counts, 1, HIGHEST_COUNT);
  }

  function placesOf({ standings = [] }: Row): ReadonlyArray<string> {
    return standings
      .flatMap(({ placements }) => placements)
      .filter(({ board }) => !hidden.includes(board))
      .map(({ board, row }) => placeText(board, row.rank));
  }
}

/** Place, mark of the selected row, symbol and sign of a pinned one. */
const LEAD: Field = { ...fieldNamed('symbol'), label: '  # Symbol' };

function fieldOf(label: string, align: Align, text: Field['text']): Field {
  return { ...fieldNamed('symbol'), id: label, label, align, text };
}
