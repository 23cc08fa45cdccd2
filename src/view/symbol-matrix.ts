import type { BoardRow } from '../api/snapshot.ts';
import type { Standing } from '../model/standings.ts';
import { type Bias, BOARD_CATALOGUE, CONFLUENCE_RANKS } from '../vocabulary.ts';
import type { Line } from './box.ts';
import { formatBias, formatConfluence } from './columns.ts';
import { ABSENT, formatPercent } from './format.ts';
import { type Cell, renderGrid } from './grid.ts';
import { cleanText, displayWidth } from './safe-text.ts';
import { type Paint, paintOfBias, paintOfSign, type Theme } from './theme.ts';
import { timeframeNames } from './timeframes.ts';

export interface SymbolMatrix {
  /** Keys of the boards to show, in this order. */
  readonly boards: ReadonlyArray<string>;
  readonly standings: ReadonlyArray<Standing>;
}

const WIDEST_LABEL = 17;
const WIDEST_CELL = 18;
/** Cells of a rank with a short metric, `#3 4.2x`: below that, boards go by their keys to leave more to the ranks. */
const ROOMY_CELL = 7;

const none: Paint = (text) => text;

interface MatrixWidth {
  readonly least: number;
  readonly most: number;
}

/** Boards × timeframes with rank and metric, then, under a rule, confluence, bias and move. */
export function renderSymbolMatrix(
  matrix: SymbolMatrix,
  { least, most }: MatrixWidth,
  theme: Theme,
): ReadonlyArray<Line> {
  const { boards, standings } = matrix;
  const { labels, labelWidth, cellWidth } = fitMatrix(matrix, most);
  const widths = [labelWidth, ...standings.map(() => cellWidth)];
  const timeframes = standings.map(({ timeframe }) => timeframe);
  const heading = ['', ...timeframeNames(timeframes, cellWidth)].map((text) => ({
    text,
    paint: theme.muted,
  }));
  const rows = boards.map((key, index) => [
    { text: labels[index] ?? '', paint: none },
    ...standings.map((standing) => placementCell(standing, key, cellWidth, theme)),
  ]);
  const rule = '─'.repeat(Math.max(least, labelWidth + standings.length * (cellWidth + 1)));
  return [
    ...renderGrid([heading, ...rows], widths),
    { plain: rule, painted: theme.muted(rule) },
    ...renderGrid(summaryRows(standings, cellWidth, theme), widths),
  ];
}

function fitMatrix({ boards, standings }: SymbolMatrix, mostWidth: number) {
  const roomBeside = (labels: ReadonlyArray<string>) =>
    Math.floor((mostWidth - widthOfLabels(labels)) / standings.length) - 1;
  const titles = boards.map(
    (key) => BOARD_CATALOGUE.find((entry) => entry.key === key)?.title ?? cleanText(key),
  );
  const labels = roomBeside(titles) >= ROOMY_CELL ? titles : boards.map(cleanText);
  const metrics = standings.flatMap(({ placements }) => placements.map(({ row }) => fullText(row)));
  const wanted = Math.max('investing'.length, ...metrics.map(displayWidth));
  const cellWidth = Math.max(2, Math.min(wanted, WIDEST_CELL, roomBeside(labels)));
  const left = mostWidth - standings.length * (cellWidth + 1);
  return { labels, labelWidth: Math.max(1, Math.min(left, WIDEST_LABEL)), cellWidth };
}

/** At least as wide as `confluence`. */
function widthOfLabels(labels: ReadonlyArray<string>): number {
  return Math.min(WIDEST_LABEL, Math.max('confluence'.length, ...labels.map(displayWidth)));
}

function placementCell({ placements }: Standing, key: string, width: number, theme: Theme): Cell {
  const row = placements.find(({ board }) => board === key)?.row;
  if (row === undefined) return { text: ABSENT, paint: theme.muted };
  const texts = [fullText(row), rankText(row), String(row.rank ?? ABSENT)];
  const text = texts.find((candidate) => displayWidth(candidate) <= width) ?? texts.at(-1) ?? '';
  // A metric that was clipped says more than none, where a good part of it is left.
  const isClippable = width >= ROOMY_CELL * 2 && displayWidth(fullText(row)) > width;
  const paint = row.rank !== null && row.rank <= CONFLUENCE_RANKS ? theme.strong : none;
  return { text: isClippable ? fullText(row) : text, paint };
}

function fullText(row: BoardRow): string {
  return row.metric === null ? rankText(row) : `${rankText(row)} ${cleanText(row.metric)}`;
}

function rankText({ rank }: BoardRow): string {
  return rank === null ? ABSENT : `#${rank}`;
}

function summaryRows(
  standings: ReadonlyArray<Standing>,
  width: number,
  theme: Theme,
): ReadonlyArray<ReadonlyArray<Cell>> {
  const label = (text: string): Cell => ({ text, paint: theme.muted });
  const rows = [
    [
      label('confluence'),
      ...standings.map((standing) =>
        isAbsent(standing)
          ? { text: ABSENT, paint: theme.muted }
          : { text: formatConfluence(standing.boards), paint: theme.accent },
      ),
    ],
    [
      label('bias'),
      ...standings.map(({ bias }) => ({ text: biasText(bias, width), paint: paintOfBias(theme, bias) })),
    ],
  ];
  if (width < '+12.34%'.length) return rows;
  const moves = standings.map(({ dayPct }) => ({
    text: formatPercent(dayPct),
    paint: paintOfSign(theme, dayPct),
  }));
  return [...rows, [label('move'), ...moves]];
}

function biasText(bias: Bias | null, width: number): string {
  if (bias === null) return ABSENT;
  if (width >= 9) return formatBias(bias, width);
  const sign = formatBias(bias, 9).slice(0, 1);
  return width >= 6 ? formatBias(bias, width) : sign;
}

function isAbsent({ placements }: Standing): boolean {
  return placements.length === 0;
}
