import type { Field, Row } from '../../fields/field.ts';
import { fieldNamed, isHighConfluence } from '../../fields/fields.ts';
import { paintOf, paintOfTrend } from '../../fields/paint.ts';
import { symbolRow } from '../../fields/row.ts';
import type { SymbolConfluence } from '../../market/standings.ts';
import type { Age } from '../../market/timeline/runs.ts';
import type { ConfluenceTrend } from '../../market/timeline/trend.ts';
import { listPlaces, PLACE } from '../../output/confluence.ts';
import { symbolPieces } from '../../output/pinned.ts';
import { draw, fixed, layOut, type TableColumn } from '../../output/table.ts';
import { formatAgeText } from '../../text/age.ts';
import { type Line, selectedLine } from '../../text/box.ts';
import type { Ctx } from '../../text/ctx.ts';
import type { Segment } from '../../text/flow.ts';
import { type Align, cleanText } from '../../text/safe-text.ts';
import { renderSparkline } from '../../text/sparkline.ts';
import { unpainted } from '../../text/theme.ts';

export interface ConfluenceTableOptions extends Ctx {
  readonly selected: string | null;
  readonly pins: ReadonlyArray<string>;
  /** Since when a symbol is on its number of boards, and the trend of that number; null if memory has nothing. */
  confluenceOf(symbol: string): { readonly age: Age | null; readonly trend: ConfluenceTrend | null };
}

/** Cells for boards beside the columns that are always shown, and beside the others. They are the answer here, so they are never cut. */
const LIST_WIDTH = { least: 36, usual: 45 };
/** What has a higher order than the boards gives way to them. */
const LIST_ORDER = 6;
const PLACE_WIDTH = 5;
/** The tall end of the sparkline, where no symbol has been on more boards. */
const HIGHEST_COUNT = 5;

/** The labels, then the lines of each symbol and its boards. */
export function renderConfluenceTable(
  entries: ReadonlyArray<SymbolConfluence>,
  options: ConfluenceTableOptions,
): { readonly labels: ReadonlyArray<Line>; readonly rows: ReadonlyArray<ReadonlyArray<Line>> } {
  const { width, theme, selected, pins, confluenceOf } = options;
  const trendOf = ({ symbol }: Row) => confluenceOf(symbol ?? '').trend;
  const paint = (row: Row) => paintOfTrend(theme, trendOf(row));
  const column = (id: string, order: number) => ({ field: fieldNamed(id), order });
  const columnsWith = (priceOrder: number): ReadonlyArray<TableColumn> => [
    { field: LEAD, order: 0, size: fixed(PLACE_WIDTH + 7), pieces: leadOf },
    { ...column('name', 9), size: { least: 10, usual: 18, most: 26 } },
    { ...column('price', priceOrder), size: fixed(8) },
    { ...column('dayPct', 1), size: fixed(8) },
    { ...column('volume', 10), size: fixed(6) },
    { ...column('standing', 2), size: fixed(3) },
    { field: fieldOf('Age', 'right', ageText), order: 3, size: fixed(5), paint: () => theme.muted },
    { field: fieldOf('30 min', 'left', sparkline), order: 8, size: fixed(8), paint },
    { field: fieldOf('Trend', 'left', (row) => trendOf(row)?.word ?? ''), order: 4, size: fixed(5), paint },
  ];
  const list = { label: 'On', order: LIST_ORDER, ...LIST_WIDTH, textsOf: listPlaces };
  const rows = entries.map((entry): Row => symbolRow(entry));
  // The price gives way where boards then have room beside the rest.
  const [whole, ...others] = [LIST_ORDER - 1, LIST_ORDER + 1].map((order) =>
    layOut(columnsWith(order), rows, width, list),
  );
  const table = [whole, ...others].find((each) => each?.list?.isBelow === false) ?? whole;
  const [labels = [], ...lines] = table === undefined ? [] : draw(table, rows, options);
  return {
    labels,
    rows: lines.map((row, index) =>
      rows[index]?.symbol === selected ? row.map((line) => selectedLine(line, width, theme)) : row,
    ),
  };

  function leadOf(row: Row): Segment {
    const { symbol, boards } = row;
    const isPinned = symbol !== null && pins.includes(symbol);
    const usual = isPinned || isHighConfluence(boards) ? theme.strong : unpainted;
    return [
      [PLACE.text(row, options, PLACE_WIDTH), paintOf(PLACE, row, theme, 'screen')],
      [symbol === selected ? '▸' : ' ', theme.accent],
      ...symbolPieces(cleanText(symbol ?? ''), 6, { isPinned, paint: usual, theme }),
    ];
  }

  function ageText({ symbol }: Row): string {
    const { age } = confluenceOf(symbol ?? '');
    return age === null ? '' : formatAgeText(age);
  }

  function sparkline(row: Row): string {
    const { counts = [] } = trendOf(row) ?? {};
    return renderSparkline(counts, 0, Math.max(HIGHEST_COUNT, ...counts.map((count) => count ?? 0)));
  }
}

/** Place, mark of the selected row, symbol and sign of a pinned one. */
const LEAD: Field = { ...fieldNamed('symbol'), label: '    # Symbol' };

function fieldOf(label: string, align: Align, text: Field['text']): Field {
  return { ...fieldNamed('symbol'), id: label, label, align, text };
}
