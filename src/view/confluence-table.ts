import { isHighConfluence } from '../fields/fields.ts';
import type { ConfluenceTrend } from '../model/confluence-trend.ts';
import type { Age } from '../model/stints.ts';
import type { Bias } from '../vocabulary.ts';
import { formatAgeText } from './age.ts';
import { joinPieces, type Line } from './box.ts';
import { confluenceTitle, placeText } from './confluence-places.ts';
import { flowTexts } from './flow.ts';
import { formatPercent, formatPrice } from './format.ts';
import { symbolPieces } from './pinned.ts';
import { cleanText, fitCell } from './safe-text.ts';
import { renderSparkline } from './sparkline.ts';
import { renderStanding, STANDING_WIDTH } from './standing.ts';
import { LIST_GAP, LIST_INDENT } from './table.ts';
import { type Paint, paintOfSign, paintOfTrend, type Theme, unpainted } from './theme.ts';

/** A symbol and the boards that it is on. */
export interface ConfluenceRow {
  readonly symbol: string;
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly boards: number;
  readonly bias: Bias | null;
  readonly isPinned: boolean;
  /** Since when it is on this number of boards; null if memory has nothing. */
  readonly age: Age | null;
  readonly trend: ConfluenceTrend | null;
  readonly places: ReadonlyArray<{ readonly board: string; readonly rank: number | null }>;
}

export interface ConfluenceTableOptions {
  readonly width: number;
  readonly theme: Theme;
}

/** From this width, the boards stand on the line of their symbol. They are the answer here, so they are never cut. */
const MIN_WIDTH_OF_ONE_LINE = 100;
/** From these widths, a line has room for the column. */
const MIN_WIDTHS = { standing: 23, age: 30, trend: 36, price: 50, spark: 62 } as const;
/** A timeframe has more than 100 symbols. */
const NUMBER_WIDTH = 3;
/** More boards than symbols are usually on: the tall end of the sparkline. */
const HIGHEST_COUNT = 8;

/** The title and the column headers. */
export function renderConfluenceTitle(
  count: number,
  { width, theme }: ConfluenceTableOptions,
): ReadonlyArray<Line> {
  const symbols = count === 1 ? '1 symbol' : `${count} symbols`;
  const labels = columnsOf(width).map(({ label, cells, isRight }) =>
    fitCell(label, cells, isRight ? 'right' : 'left'),
  );
  const on = width >= MIN_WIDTH_OF_ONE_LINE ? '  On' : '';
  const text = `${fitCell('#', NUMBER_WIDTH, 'right')} ${labels.join(' ')}${on}`;
  return [confluenceTitle(symbols, width, theme), joinPieces([[text.trimEnd(), theme.muted]], width)];
}

/** A symbol, then its boards: on the same line, or on lines of their own in a narrow terminal. */
export function renderConfluenceRow(
  row: ConfluenceRow,
  { index, isSelected }: { readonly index: number; readonly isSelected: boolean },
  { width, theme }: ConfluenceTableOptions,
): ReadonlyArray<Line> {
  const pieces: Array<readonly [string, Paint]> = [
    [fitCell(String(index + 1), NUMBER_WIDTH, 'right'), theme.muted],
    [isSelected ? '▸' : ' ', theme.accent],
  ];
  let cells = NUMBER_WIDTH + 1;
  for (const [position, column] of columnsOf(width).entries()) {
    const [text, paint] = column.cell(row, theme);
    const { isPinned } = row;
    if (position === 0)
      pieces.push(
        ...symbolPieces(text, column.cells, { isPinned, paint: isSelected ? theme.selected : paint, theme }),
      );
    else {
      // The gap behind the symbol belongs to it.
      pieces.push([position === 1 ? '' : ' ', unpainted]);
      pieces.push([fitCell(text, column.cells, column.isRight ? 'right' : 'left'), paint]);
    }
    cells += column.cells + (position > 0 ? 1 : 0);
  }
  const isOneLine = width >= MIN_WIDTH_OF_ONE_LINE;
  const places = placeLines(row, isOneLine ? width - cells - 2 : width - LIST_INDENT);
  const first = joinPieces([...pieces, [isOneLine ? `  ${places[0] ?? ''}` : '', unpainted]], width);
  const indent = ' '.repeat(isOneLine ? cells + 2 : LIST_INDENT);
  const others = (isOneLine ? places.slice(1) : places).map((text) =>
    joinPieces([[indent + text, unpainted]], width),
  );
  return [first, ...others];
}

interface TableColumn {
  readonly label: string;
  readonly cells: number;
  readonly isRight: boolean;
  /** The narrowest terminal that shows it. */
  readonly minWidth: number;
  cell(row: ConfluenceRow, theme: Theme): readonly [text: string, paint: Paint];
}

/** The symbol comes first. */
const COLUMNS: ReadonlyArray<TableColumn> = [
  {
    label: 'Symbol',
    cells: 6,
    isRight: false,
    minWidth: 0,
    cell: ({ symbol, boards, isPinned }, theme) => [
      cleanText(symbol),
      isPinned ? theme.pinned : isHighConfluence(boards) ? theme.strong : unpainted,
    ],
  },
  {
    label: 'Price',
    cells: 8,
    isRight: true,
    minWidth: MIN_WIDTHS.price,
    cell: ({ price }) => [formatPrice(price), unpainted],
  },
  {
    label: 'Chg',
    cells: 8,
    isRight: true,
    minWidth: 0,
    cell: ({ dayPct }, theme) => [formatPercent(dayPct), paintOfSign(theme, dayPct)],
  },
  {
    label: 'Bds',
    cells: STANDING_WIDTH,
    isRight: false,
    minWidth: MIN_WIDTHS.standing,
    cell(row, theme) {
      const { plain, painted } = renderStanding(row, theme);
      // Where there is no room for all of it, what is left has no colours.
      return [plain, (text) => (text === plain ? painted : text)];
    },
  },
  {
    label: 'Age',
    cells: 5,
    isRight: true,
    minWidth: MIN_WIDTHS.age,
    cell: ({ age }, theme) => [age === null ? '' : formatAgeText(age), theme.muted],
  },
  {
    label: '30 min',
    cells: 8,
    isRight: false,
    minWidth: MIN_WIDTHS.spark,
    cell: ({ trend }, theme) => [
      trend === null ? '' : renderSparkline(trend.counts, 1, HIGHEST_COUNT),
      paintOfTrend(theme, trend),
    ],
  },
  {
    label: 'Trend',
    cells: 5,
    isRight: false,
    minWidth: MIN_WIDTHS.trend,
    cell: ({ trend }, theme) => [trend?.word ?? '', paintOfTrend(theme, trend)],
  },
];

function columnsOf(width: number): ReadonlyArray<TableColumn> {
  return COLUMNS.filter(({ minWidth }) => width >= minWidth);
}

function placeLines({ places }: ConfluenceRow, width: number): ReadonlyArray<string> {
  const texts = places.map(({ board, rank }) => placeText(board, rank));
  return flowTexts(texts, width, LIST_GAP);
}
