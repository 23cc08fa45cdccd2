import type { BoardRow } from '../api/snapshot.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { Standing } from '../model/standings.ts';
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
  cell(entry: SymbolConfluence, theme: Theme): Cell;
}

/** The order in which columns are added as the width grows. */
const PRIORITY: ReadonlyArray<Column> = ['symbol', 'boards', 'dayPct', 'bias', 'price', 'name', 'volume'];
const MIN_BOARD_LIST_WIDTH = 12;
/** Cells of a score with its marks, `◆4▲`. */
const MARKED_SCORE_WIDTH = 4;
/** From widest to narrowest. `reservedWidth` is the number of cells left for symbol, price, bias and total. */
const LABEL_STYLES = [
  { labelWidth: 'investing'.length, scoreWidth: MARKED_SCORE_WIDTH, reservedWidth: 36 },
  { labelWidth: 'scalp'.length, scoreWidth: MARKED_SCORE_WIDTH, reservedWidth: 11 },
  { labelWidth: 2, scoreWidth: 2, reservedWidth: 0 },
] as const;

/**
 * Columns for a table of `tableWidth` cells. Several timeframes get one column each and a sum; a single one lists board names.
 * The columns of `afterSymbol` are kept whole.
 */
export function fitConfluenceColumns(
  tableWidth: number,
  timeframes: ReadonlyArray<Timeframe>,
  chosen: ReadonlyArray<Column> | null,
  afterSymbol: ReadonlyArray<ConfluenceColumn> = [],
): ReadonlyArray<ConfluenceColumn> {
  const width = tableWidth - totalWidth(afterSymbol);
  const isSingle = timeframes.length < 2;
  const scores = isSingle || chosen?.includes('boards') === false ? [] : scoreColumns(timeframes, width);
  const reserved = chosen === null ? boardListWidth(width, isSingle) : 0;
  const room = Math.max(6, width - totalWidth(scores) - reserved);
  const fitted = fitColumns(room, chosen ?? columnsByPriority(room, isSingle)).flatMap((column) => {
    const plain = fromBoardColumn(column);
    if (isSingle) return [plain];
    if (column.column === 'boards') return [...scores, totalColumn];
    return [column.column === 'bias' ? { ...plain, cell: sharedBiasCell(column.width) } : plain];
  });
  const left = width - totalWidth(fitted);
  const hasList = chosen === null && reserved > 0 && left >= MIN_BOARD_LIST_WIDTH;
  const after = fitted.findIndex(({ label }) => label === COLUMN_SPECS.symbol.label) + 1;
  return [
    ...fitted.toSpliced(after, 0, ...afterSymbol),
    ...(hasList ? [boardListColumn(left, isSingle)] : []),
  ];
}

/** Total width in cells, including one space after each column. */
function totalWidth(columns: ReadonlyArray<ConfluenceColumn>): number {
  return columns.reduce((sum, column) => sum + column.width + 1, 0);
}

function boardListWidth(width: number, isSingle: boolean): number {
  if (isSingle) return width >= 56 ? Math.floor(width * 0.3) : 0;
  return width >= 110 ? Math.floor(width * 0.2) : 0;
}

/** Omits the change for several timeframes: each symbol would show it over the window of a different timeframe. */
function columnsByPriority(room: number, isSingle: boolean): ReadonlyArray<Column> {
  const shown: Array<Column> = [];
  for (const column of PRIORITY) {
    if (column === 'dayPct' && !isSingle) continue;
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

/** Lists the boards: with ranks for one timeframe, with the number of timeframes for several. */
function boardListColumn(width: number, isSingle: boolean): ConfluenceColumn {
  return {
    label: 'On',
    width,
    align: 'left',
    cell: ({ standings }, theme) => {
      const placements = standings.flatMap((standing) => standing.placements);
      return { text: isSingle ? listRanks(placements) : listTimeframeCounts(standings), paint: theme.muted };
    },
  };
}

function listRanks(placements: Standing['placements']): string {
  return [...placements]
    .sort((a, b) => (a.row.rank ?? Number.MAX_VALUE) - (b.row.rank ?? Number.MAX_VALUE))
    .map(({ board, row }) => `${cleanText(board)} #${row.rank ?? ABSENT}`)
    .join(', ');
}

function listTimeframeCounts(standings: ReadonlyArray<Standing>): string {
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
    )
    .join(', ');
}
