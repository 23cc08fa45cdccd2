import type { BoardRow } from '../api/snapshot.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import { COLUMNS, type Column, type Timeframe } from '../vocabulary.ts';
import { sharedBias } from './agreement.ts';
import { COLUMN_SPECS, type FittedColumn, fitColumns, formatBias, formatConfluence } from './columns.ts';
import { ABSENT } from './format.ts';
import type { Cell } from './grid.ts';
import { type Align, cleanText } from './safe-text.ts';
import { paintOfBias, type Theme } from './theme.ts';
import { timeframeNames } from './timeframes.ts';

export interface ConfluenceColumn {
  readonly label: string;
  readonly width: number;
  readonly align: Align;
  /** `index` counts the symbols from 0. */
  cell(entry: SymbolConfluence, theme: Theme, index: number): Cell;
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

/** The place of a symbol among all. */
export const placeColumn: ConfluenceColumn = {
  label: '#',
  width: 3,
  align: 'right',
  cell: (_, theme, index) => ({ text: String(index + 1), paint: theme.muted }),
};

/** The order in which columns are added as the width grows. */
const PRIORITY: ReadonlyArray<Column> = ['symbol', 'boards', 'bias', 'price', 'name', 'volume'];
const MIN_BOARD_LIST_WIDTH = 12;
/** From this width, a table of several timeframes has room for the boards. */
const MIN_WIDTH_WITH_LIST = 110;
const LIST_SHARE = 0.45;
/** Cells of a score with its marks, `◆4▲`. */
const MARKED_SCORE_WIDTH = 4;
/** From widest to narrowest. `reservedWidth` is the number of cells left for symbol, price, bias and total. */
const LABEL_STYLES = [
  { labelWidth: 'investing'.length, scoreWidth: MARKED_SCORE_WIDTH, reservedWidth: 36 },
  { labelWidth: 'scalp'.length, scoreWidth: MARKED_SCORE_WIDTH, reservedWidth: 11 },
  { labelWidth: 2, scoreWidth: 2, reservedWidth: 0 },
] as const;

/**
 * Columns for a table of `tableWidth` cells, those that the user chose, or one for each of several timeframes and a sum. The
 * columns of `afterSymbol` are kept whole.
 */
export function fitConfluenceColumns(
  tableWidth: number,
  timeframes: ReadonlyArray<Timeframe>,
  chosen: ReadonlyArray<Column> | null,
  afterSymbol: ReadonlyArray<ConfluenceColumn> = [],
): ConfluenceLayout {
  const before = chosen === null ? [placeColumn] : [];
  const width = tableWidth - totalWidth([...before, ...afterSymbol]);
  const isSingle = timeframes.length < 2;
  const scores = isSingle || chosen?.includes('boards') === false ? [] : scoreColumns(timeframes, width);
  const reserved = chosen === null && width >= MIN_WIDTH_WITH_LIST ? Math.floor(width * LIST_SHARE) : 0;
  const room = Math.max(6, width - totalWidth(scores) - reserved);
  const fitted = fitColumns(room, chosen ?? columnsByPriority(room)).flatMap((column) => {
    const plain = fromBoardColumn(column);
    if (isSingle) return [plain];
    if (column.column === 'boards') return [...scores, totalColumn];
    return [column.column === 'bias' ? { ...plain, cell: sharedBiasCell(column.width) } : plain];
  });
  const left = width - totalWidth(fitted);
  const hasList = chosen === null && reserved > 0 && left >= MIN_BOARD_LIST_WIDTH;
  const after = fitted.findIndex(({ label }) => label === COLUMN_SPECS.symbol.label) + 1;
  return {
    columns: [...before, ...fitted.toSpliced(after, 0, ...afterSymbol)],
    // Two blanks stand before it.
    list: hasList ? { width: left - 1, isBelow: false, textsOf: listTimeframeCounts } : null,
  };
}

/** Total width in cells, including one space after each column. */
function totalWidth(columns: ReadonlyArray<ConfluenceColumn>): number {
  return columns.reduce((sum, column) => sum + column.width + 1, 0);
}

/** Without the change: each symbol would show it over the window of a different timeframe. */
function columnsByPriority(room: number): ReadonlyArray<Column> {
  const shown: Array<Column> = [];
  for (const column of PRIORITY) {
    if (fitColumns(room, [...shown, column]).length > shown.length) shown.push(column);
  }
  return COLUMNS.filter((column) => shown.includes(column));
}

function fromBoardColumn({ label, width, align, text, paint }: FittedColumn): ConfluenceColumn {
  return {
    label,
    width,
    align,
    cell(entry, theme) {
      const row = asBoardRow(entry);
      return { text: text(row, width), paint: paint(row, theme) };
    },
  };
}

function asBoardRow({ total, bestRank, standings, ...figures }: SymbolConfluence): BoardRow {
  return { ...figures, rank: bestRank, boards: total, bias: sharedBias(standings), metric: null, tag: null };
}

/** One column per timeframe, labelled with the longest form of its name that fits. */
function scoreColumns(timeframes: ReadonlyArray<Timeframe>, width: number): ReadonlyArray<ConfluenceColumn> {
  const styles = LABEL_STYLES.map(({ labelWidth, scoreWidth, reservedWidth }) => ({
    columns: timeframeNames(timeframes, labelWidth).map((label, index) =>
      scoreColumn(label, timeframes[index], Math.max(scoreWidth, label.length)),
    ),
    reservedWidth,
  }));
  const fitting = styles.find(({ columns, reservedWidth }) => totalWidth(columns) + reservedWidth <= width);
  return (fitting ?? styles.at(-1))?.columns ?? [];
}

function scoreColumn(label: string, timeframe: Timeframe | undefined, width: number): ConfluenceColumn {
  return {
    label,
    width,
    align: 'left',
    cell({ standings }, theme) {
      const standing = standings.find((candidate) => candidate.timeframe === timeframe);
      if (standing === undefined) return { text: ABSENT, paint: theme.muted };
      const { boards, bias } = standing;
      const score = formatConfluence(boards);
      const sign = bias === null ? '' : formatBias(bias, 9).slice(0, 1);
      const short = score.length <= width ? score : String(boards);
      return { text: width >= MARKED_SCORE_WIDTH ? score + sign : short, paint: paintOfBias(theme, bias) };
    },
  };
}

const totalColumn: ConfluenceColumn = {
  label: 'Sum',
  width: 3,
  align: 'right',
  cell: ({ total }, theme) => ({ text: String(total), paint: (text) => theme.strong(theme.accent(text)) }),
};

function sharedBiasCell(width: number): ConfluenceColumn['cell'] {
  return ({ standings }, theme) => {
    const shared = sharedBias(standings);
    const isMixed = shared === null && standings.some(({ bias }) => bias !== null);
    if (isMixed) return { text: width >= 5 ? 'mixed' : 'mix', paint: theme.muted };
    return { text: formatBias(shared, width), paint: paintOfBias(theme, shared) };
  };
}

/** The boards with the number of timeframes in which the symbol is on them, the most first: `rvol ×5`, `movers`. */
function listTimeframeCounts({ standings }: SymbolConfluence): ReadonlyArray<string> {
  const timeframeCounts = new Map<string, number>();
  for (const { placements } of standings) {
    for (const board of new Set(placements.map((placement) => placement.board))) {
      timeframeCounts.set(board, (timeframeCounts.get(board) ?? 0) + 1);
    }
  }
  return [...timeframeCounts]
    .sort(([, a], [, b]) => b - a)
    .map(([board, timeframes]) =>
      timeframes === 1 ? cleanText(board) : `${cleanText(board)} ×${timeframes}`,
    );
}
