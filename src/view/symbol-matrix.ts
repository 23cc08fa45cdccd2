import type { BoardRow } from '../api/snapshot.ts';
import type { Standing } from '../model/standings.ts';
import { BOARD_CATALOGUE, CONFLUENCE_RANKS } from '../vocabulary.ts';
import type { Cell, Lines } from './box.ts';
import { ABSENT } from './format.ts';
import { type GridColumns, renderGrid } from './grid.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import { type SummaryLayout, type SymbolSummary, summaryRows } from './symbol-summary.ts';
import { type Theme, unpainted } from './theme.ts';
import { timeframeNames } from './timeframes.ts';

export interface SymbolMatrix extends SymbolSummary {
  /** Keys of the boards to show, in this order. */
  readonly boards: ReadonlyArray<string>;
}

interface Layout extends SummaryLayout {
  /** What all cells show: rank and whole metric (`#3 4.2x`), rank (`#3`), or only its number. */
  readonly detail: 'metric' | 'rank' | 'number';
  /** Whether boards have their titles, or their shorter keys. */
  readonly hasTitles: boolean;
  /** The most cells of the name of a timeframe. */
  readonly nameWidth: number;
}

const MAX_LABEL_WIDTH = 17;
/** What remains of the name of a board where the ranks need the room. */
const MIN_LABEL_WIDTH = 5;
/** Cells of the shortest rank and of the shortest name of a timeframe. */
const MIN_CELL_WIDTH = 2;

const ROOMY = { hasTitles: true, nameWidth: 9, biasWidth: 9, hasMove: true, gap: 2 } as const;
const SHORT = { hasTitles: true, nameWidth: 5, biasWidth: 6, hasMove: true, gap: 2 } as const;
const SHORTER = { ...SHORT, hasTitles: false } as const;
const TINY = { ...SHORTER, nameWidth: 2, gap: 1 } as const;
const MOVELESS = { ...SHORT, biasWidth: 1, hasMove: false } as const;
const TIGHTEST = { ...TINY, biasWidth: 1, hasMove: false } as const;

/**
 * From the widest to the narrowest. Names are shortened before metrics are left out, and metrics are left out before the
 * moves, so that a wider terminal never shows less.
 */
const LAYOUTS: ReadonlyArray<Layout> = [
  { detail: 'metric', ...ROOMY },
  { detail: 'metric', ...SHORT },
  { detail: 'metric', ...SHORTER },
  { detail: 'metric', ...TINY },
  { detail: 'rank', ...ROOMY },
  { detail: 'rank', ...SHORT },
  { detail: 'rank', ...SHORTER },
  { detail: 'rank', ...TINY },
  { detail: 'rank', ...MOVELESS },
  { detail: 'rank', ...MOVELESS, hasTitles: false },
  { detail: 'rank', ...TIGHTEST },
];
const NARROWEST: Layout = { detail: 'number', ...TIGHTEST };

/** The matrix and its width in cells, to which its rules are drawn. */
export interface RenderedMatrix {
  readonly lines: Lines;
  readonly width: number;
}

/**
 * Boards × timeframes with ranks and, if all of them fit whole, metrics; then a rule, then confluence, bias and move. As
 * wide as its cells, within the limits.
 */
export function renderSymbolMatrix(
  matrix: SymbolMatrix,
  { min, max }: { readonly min: number; readonly max: number },
  theme: Theme,
): RenderedMatrix {
  const { layout, widths } = fitMatrix(matrix, max, theme);
  const columns = { widths, gap: layout.gap };
  const width = Math.max(min, totalWidth(widths, layout.gap));
  const names = timeframeNames(timeframesOf(matrix), layout.nameWidth);
  return {
    lines: [
      theme.muted(headingOf(names, columns, width)),
      ...renderGrid(boardRows(matrix, layout, theme), columns),
      theme.muted('─'.repeat(width)),
      ...renderGrid(summaryRows(matrix, layout, theme), columns),
    ],
    width,
  };
}

/** The first layout in which nothing is cut. Numbers too long for any are cut in the narrowest. */
function fitMatrix(matrix: SymbolMatrix, maxWidth: number, theme: Theme) {
  for (const layout of LAYOUTS) {
    const widths = naturalWidths(matrix, layout, theme);
    if (totalWidth(widths, layout.gap) <= maxWidth) return { layout, widths };
  }
  const [label = 0, ...cells] = naturalWidths(matrix, NARROWEST, theme);
  const room = Math.floor((maxWidth - MIN_LABEL_WIDTH) / cells.length) - NARROWEST.gap;
  const cut = cells.map((width) => Math.min(width, Math.max(MIN_CELL_WIDTH, room)));
  const left = maxWidth - totalWidth([0, ...cut], NARROWEST.gap);
  return { layout: NARROWEST, widths: [Math.min(label, left), ...cut] };
}

/** The width of each column, from its own cells. */
function naturalWidths(matrix: SymbolMatrix, layout: Layout, theme: Theme): ReadonlyArray<number> {
  const names = timeframeNames(timeframesOf(matrix), layout.nameWidth);
  const rows = [...boardRows(matrix, layout, theme), ...summaryRows(matrix, layout, theme)];
  return ['', ...names].map((name, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column]?.text ?? '')), displayWidth(name)),
  );
}

function totalWidth(widths: ReadonlyArray<number>, gap: number): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** The names of the timeframes, each with a rule to the next. */
function headingOf(names: ReadonlyArray<string>, { widths, gap }: GridColumns, width: number): string {
  let start = 0;
  let heading = '─'.repeat(width);
  for (const [index, name] of names.entries()) {
    start += (widths[index] ?? 0) + gap;
    heading = `${heading.slice(0, start - 1)} ${name} ${heading.slice(start + name.length + 1)}`;
  }
  return heading.slice(0, width).trimEnd();
}

function timeframesOf({ standings }: SymbolMatrix) {
  return standings.map(({ timeframe }) => timeframe);
}

function boardRows(
  { boards, standings }: SymbolMatrix,
  { hasTitles, detail }: Layout,
  theme: Theme,
): ReadonlyArray<ReadonlyArray<Cell>> {
  return boards.map((key) => {
    const title = hasTitles ? BOARD_CATALOGUE.find((entry) => entry.key === key)?.title : undefined;
    const label = { text: clip(title ?? cleanText(key), MAX_LABEL_WIDTH), paint: unpainted };
    return [label, ...standings.map((standing) => placementCell(standing, key, detail, theme))];
  });
}

function placementCell({ placements }: Standing, key: string, detail: Layout['detail'], theme: Theme): Cell {
  const row = placements.find(({ board }) => board === key)?.row;
  if (row === undefined) return { text: ABSENT, paint: theme.muted };
  const paint = row.rank !== null && row.rank <= CONFLUENCE_RANKS ? theme.strong : unpainted;
  return { text: placementText(row, detail), paint };
}

function placementText({ rank, metric }: BoardRow, detail: Layout['detail']): string {
  const number = rank === null ? ABSENT : String(rank);
  if (detail === 'number') return number;
  // Unlike `–`, `#–` is on the board.
  return detail === 'rank' || metric === null ? `#${number}` : `#${number} ${cleanText(metric)}`;
}
