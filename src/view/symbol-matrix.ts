import type { BoardRow } from '../api/snapshot.ts';
import type { Standing } from '../model/standings.ts';
import { type Bias, BOARD_CATALOGUE, CONFLUENCE_RANKS } from '../vocabulary.ts';
import type { Line } from './box.ts';
import { formatBias, formatConfluence } from './columns.ts';
import { ABSENT, formatPercent } from './format.ts';
import { type Cell, renderGrid } from './grid.ts';
import { cleanText, displayWidth } from './safe-text.ts';
import { paintOfBias, paintOfSign, type Theme, unpainted } from './theme.ts';
import { timeframeNames } from './timeframes.ts';

export interface SymbolMatrix {
  /** Keys of the boards to show, in this order. */
  readonly boards: ReadonlyArray<string>;
  readonly standings: ReadonlyArray<Standing>;
}

const MAX_LABEL_WIDTH = 17;
const MAX_CELL_WIDTH = 18;
/** Cells of a rank with a short metric, `#3 4.2x`. In narrower cells, boards are labelled by their shorter keys. */
const MIN_METRIC_CELL_WIDTH = 7;

interface WidthLimits {
  readonly min: number;
  readonly max: number;
}

/** Boards × timeframes with rank and metric, then a rule, then confluence, bias and move. */
export function renderSymbolMatrix(
  matrix: SymbolMatrix,
  { min, max }: WidthLimits,
  theme: Theme,
): ReadonlyArray<Line> {
  const { boards, standings } = matrix;
  const { labels, labelWidth, cellWidth } = fitMatrix(matrix, max);
  const widths = [labelWidth, ...standings.map(() => cellWidth)];
  const timeframes = standings.map(({ timeframe }) => timeframe);
  const heading = ['', ...timeframeNames(timeframes, cellWidth)].map((text) => ({
    text,
    paint: theme.muted,
  }));
  const rows = boards.map((key, index) => [
    { text: labels[index] ?? '', paint: unpainted },
    ...standings.map((standing) => placementCell(standing, key, cellWidth, theme)),
  ]);
  const rule = '─'.repeat(Math.max(min, labelWidth + standings.length * (cellWidth + 1)));
  return [
    ...renderGrid([heading, ...rows], widths),
    { plain: rule, painted: theme.muted(rule) },
    ...renderGrid(summaryRows(standings, cellWidth, theme), widths),
  ];
}

function fitMatrix({ boards, standings }: SymbolMatrix, maxWidth: number) {
  const cellWidthBeside = (labels: ReadonlyArray<string>) =>
    Math.floor((maxWidth - maxLabelWidth(labels)) / standings.length) - 1;
  const titles = boards.map(
    (key) => BOARD_CATALOGUE.find((entry) => entry.key === key)?.title ?? cleanText(key),
  );
  const labels = cellWidthBeside(titles) >= MIN_METRIC_CELL_WIDTH ? titles : boards.map(cleanText);
  const metrics = standings.flatMap(({ placements }) => placements.map(({ row }) => fullText(row)));
  const wanted = Math.max('investing'.length, ...metrics.map(displayWidth));
  const cellWidth = Math.max(2, Math.min(wanted, MAX_CELL_WIDTH, cellWidthBeside(labels)));
  const left = maxWidth - standings.length * (cellWidth + 1);
  return { labels, labelWidth: Math.max(1, Math.min(left, MAX_LABEL_WIDTH)), cellWidth };
}

/** At least as wide as `confluence`. */
function maxLabelWidth(labels: ReadonlyArray<string>): number {
  return Math.min(MAX_LABEL_WIDTH, Math.max('confluence'.length, ...labels.map(displayWidth)));
}

function placementCell({ placements }: Standing, key: string, width: number, theme: Theme): Cell {
  const row = placements.find(({ board }) => board === key)?.row;
  if (row === undefined) return { text: ABSENT, paint: theme.muted };
  const texts = [fullText(row), rankText(row), String(row.rank ?? ABSENT)];
  const text = texts.find((candidate) => displayWidth(candidate) <= width) ?? texts.at(-1) ?? '';
  // In a wide cell, a clipped metric is more useful than no metric.
  const isClippable = width >= MIN_METRIC_CELL_WIDTH * 2 && displayWidth(fullText(row)) > width;
  const paint = row.rank !== null && row.rank <= CONFLUENCE_RANKS ? theme.strong : unpainted;
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
