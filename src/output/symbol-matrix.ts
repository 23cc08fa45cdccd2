import { EMPTY_ROW, ON_SCREEN, type SinceView } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import { paintOf } from '../fields/paint.ts';
import type { Standing } from '../market/standings.ts';
import type { Cell, Lines } from '../text/box.ts';
import { ABSENT } from '../text/format.ts';
import { renderGrid } from '../text/grid.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { BOARD_CATALOGUE, CONFLUENCE_RANKS, type Timeframe } from '../vocabulary.ts';
import { timeframeNames } from './timeframes.ts';

export interface SymbolMatrix {
  /** Keys of the boards to show, in this order. */
  readonly boards: ReadonlyArray<string>;
  readonly standings: ReadonlyArray<Standing>;
  /** For older data: what became of the symbol, by timeframe. */
  readonly since?: ReadonlyMap<Timeframe, SinceView | null> | undefined;
}

const MAX_LABEL_WIDTH = 17;
/** What remains of the name of a board where the ranks need the room. */
const MIN_LABEL_WIDTH = 5;
/** Cells of the shortest rank and of the shortest name of a timeframe. */
const MIN_CELL_WIDTH = 2;

interface Layout {
  /** Of the name of a timeframe. */
  readonly cells: number;
  /** Whether boards have their titles, or their shorter keys. */
  readonly hasTitles?: boolean;
  /** Whether places have their whole metric (`#3 4.2x`), or only the rank (`#3`). */
  readonly hasMetrics?: boolean;
  /** Whether the bias has words, and the move a row. */
  readonly hasMoves?: boolean;
}

/** With fewer cells columns are close together, and the time of leaving gives way. */
const ROOMY = 5;

/**
 * From the widest to the narrowest, in which a rank is only a number. Names are shortened before metrics are left out, and
 * metrics before the moves, so that a wider terminal never shows less.
 */
const LAYOUTS: ReadonlyArray<Layout> = [
  ...[true, false].flatMap(
    (hasMetrics): ReadonlyArray<Layout> => [
      { cells: 9, hasTitles: true, hasMetrics, hasMoves: true },
      { cells: ROOMY, hasTitles: true, hasMetrics, hasMoves: true },
      { cells: ROOMY, hasMetrics, hasMoves: true },
      { cells: 2, hasMetrics, hasMoves: true },
    ],
  ),
  { cells: ROOMY, hasTitles: true },
  { cells: ROOMY },
  { cells: 2 },
  { cells: 1 },
];

/**
 * Boards × timeframes with ranks and, if all of them fit whole, metrics; then a rule, then confluence, bias and move. As
 * wide as its cells, within the limits.
 */
export function renderSymbolMatrix(
  matrix: SymbolMatrix,
  { min, max }: { readonly min: number; readonly max: number },
  theme: Theme,
): { readonly lines: Lines; readonly width: number } {
  const tables = LAYOUTS.map((layout) => tableOf(matrix, layout, theme));
  const table = tables.find(({ widths, gap }) => totalWidth(widths, gap) <= max) ?? tables.at(-1);
  const { rows, gap, widths: wanted } = table ?? { rows: [], gap: 0, widths: [] };
  const widths = cutWidths(wanted, gap, max);
  const width = Math.max(min, totalWidth(widths, gap));
  const [names = '', ...lines] = renderGrid(rows, { widths, gap });
  // Each blank that has another one on both sides is a part of the rule.
  const heading = names.padEnd(width).replace(/(?<=^| ) (?= |$)/g, '─');
  const [places, summary] = [lines.slice(0, matrix.boards.length), lines.slice(matrix.boards.length)];
  return {
    lines: [theme.muted(heading.trimEnd()), ...places, theme.muted('─'.repeat(width)), ...summary],
    width,
  };
}

/** The names of the timeframes, then a row for each board, then the summary: in each a label and a cell for each timeframe. */
function tableOf({ boards, standings, since }: SymbolMatrix, layout: Layout, theme: Theme) {
  const { cells, hasTitles = false } = layout;
  const timeframes = standings.map(({ timeframe }) => timeframe);
  const summary: ReadonlyArray<readonly [label: string, id: string, isShown: boolean]> = [
    ['confluence', 'boards', true],
    ['now', 'now', since !== undefined],
    ['bias', 'bias', true],
    ['move', 'dayPct', layout.hasMoves === true],
  ];
  const rows: ReadonlyArray<ReadonlyArray<Cell>> = [
    ['', ...timeframeNames(timeframes, cells)].map((text) => ({ text, paint: unpainted })),
    ...boards.map((key) => [
      { text: boardName(key, hasTitles), paint: unpainted },
      ...standings.map((standing) => placeCell(standing, key, layout, theme)),
    ]),
    ...summary
      .filter(([, , isShown]) => isShown)
      .map(([label, id]) => [
        { text: label, paint: theme.muted },
        ...standings.map((standing) => summaryCell(id, standing, since, layout, theme)),
      ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column]?.text ?? '')), 0),
  );
  return { rows, widths: widths ?? [], gap: cells < ROOMY ? 1 : 2 };
}

function totalWidth(widths: ReadonlyArray<number>, gap: number): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** Numbers too long for any layout are cut, and then the labels. */
function cutWidths(widths: ReadonlyArray<number>, gap: number, max: number): ReadonlyArray<number> {
  if (totalWidth(widths, gap) <= max) return widths;
  const [label = 0, ...cells] = widths;
  const room = Math.floor((max - MIN_LABEL_WIDTH) / cells.length) - gap;
  const cut = cells.map((width) => Math.min(width, Math.max(MIN_CELL_WIDTH, room)));
  return [Math.min(label, max - totalWidth([0, ...cut], gap)), ...cut];
}

function boardName(key: string, hasTitles: boolean): string {
  const title = hasTitles ? BOARD_CATALOGUE.find((entry) => entry.key === key)?.title : undefined;
  return clip(title ?? cleanText(key), MAX_LABEL_WIDTH);
}

function placeCell(
  { placements }: Standing,
  key: string,
  { cells, hasMetrics = false, hasMoves = false }: Layout,
  theme: Theme,
): Cell {
  const row = placements.find(({ board }) => board === key)?.row;
  if (row === undefined) return { text: ABSENT, paint: theme.muted };
  const { rank, group, metric } = row;
  const paint = rank !== null && rank <= CONFLUENCE_RANKS ? theme.strong : unpainted;
  // Unlike `–`, `#–` is on the board.
  const sign = cells === 1 ? '' : group === undefined || !hasMoves ? '#' : `${group.name} #`;
  const place = `${sign}${group?.rank ?? rank ?? ABSENT}`;
  return { text: hasMetrics && metric !== null ? `${place} ${cleanText(metric)}` : place, paint };
}

function summaryCell(
  id: string,
  { timeframe, placements, boards: all, bias, dayPct }: Standing,
  since: SymbolMatrix['since'],
  { cells, hasMoves = false }: Layout,
  theme: Theme,
): Cell {
  const field = fieldNamed(id);
  const boards = placements.length === 0 ? null : all;
  const row = { ...EMPTY_ROW, boards, bias, dayPct, since: since?.get(timeframe) ?? null };
  const text = field.text(row, ON_SCREEN, hasMoves ? Math.max(ROOMY, cells) : 1);
  return {
    text: id === 'now' && cells < ROOMY ? text.replace(/ .*/, '') : text,
    paint: id === 'boards' && boards !== null ? theme.accent : paintOf(field, row, theme, 'screen'),
  };
}
