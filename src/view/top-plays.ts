import type { TimeframeSnapshot } from '../api/snapshot.ts';
import type { SinceOf } from '../fields/field.ts';
import { BIASES, type Timeframe } from '../vocabulary.ts';
import { type Cell, joinPieces, type Line, type Lines } from './box.ts';
import type { HeaderOptions } from './header.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import { type Theme, unpainted } from './theme.ts';
import { renderSharedHeader } from './timeframes.ts';
import {
  columnsOf,
  GIVING_WAY,
  MAX_SYMBOL_WIDTH,
  reasons,
  type TableColumn,
  type TopPlayRow,
} from './top-play-columns.ts';
import { wrapWords } from './wrap.ts';

export interface TopPlaysOptions extends HeaderOptions {
  /** For older data: what became of the symbol of a timeframe. */
  readonly sinceIn?: ReadonlyMap<Timeframe, SinceOf> | undefined;
}

/** From this width, columns have two cells between them. */
const MIN_WIDTH_OF_WIDE_GAPS = 40;
const MIN_REASONS_WIDTH = 12;

/** The top plays of several timeframes, one row each, and what they have in common. */
export function renderTopPlays(tops: ReadonlyArray<TimeframeSnapshot>, options: TopPlaysOptions): Lines {
  const { width, theme, sinceIn } = options;
  const rows = tops.map(
    ({ timeframe, snapshot: { topPlay } }): TopPlayRow => ({
      timeframe,
      topPlay,
      sinceOf: sinceIn?.get(timeframe),
    }),
  );
  const columns = fitColumns(rows, width, theme);
  const labels = columns.map(({ label }) => ({ text: label, paint: theme.muted }));
  const snapshots = tops.map(({ snapshot }) => snapshot);
  return [
    ...renderSharedHeader(snapshots, options),
    renderRow(columns, labels, width).painted.trimEnd(),
    ...rows.map((row) =>
      renderRow(
        columns,
        columns.map(({ cell }) => cell(row, theme)),
        width,
      ).painted.trimEnd(),
    ),
    ...wrapWords(summarize(rows), width).map((line) => theme.strong(line)),
  ];
}

type FittedColumn = TableColumn & { readonly width: number };

/** All parts that fit; the reasons have what is left. */
function fitColumns(
  rows: ReadonlyArray<TopPlayRow>,
  width: number,
  theme: Theme,
): ReadonlyArray<FittedColumn> {
  const hasSince = rows.some(({ sinceOf }) => sinceOf !== undefined);
  let fitted: ReadonlyArray<FittedColumn> = [];
  for (let gone = 0; gone <= GIVING_WAY.length; gone++) {
    const parts = GIVING_WAY.slice(gone).filter((part) => part !== 'since' || hasSince);
    fitted = columnsOf(rows, parts).map((column) => ({ ...column, width: widthOf(column, rows, theme) }));
    const gap = gapOf(width);
    const room = width - totalWidth(fitted, gap);
    if (parts.includes('why') ? room >= MIN_REASONS_WIDTH + gap : room >= 0)
      return parts.includes('why') ? [...fitted, { ...reasons, width: room - gap }] : fitted;
  }
  return fitted;
}

function widthOf({ label, cell }: TableColumn, rows: ReadonlyArray<TopPlayRow>, theme: Theme): number {
  return Math.max(...[label, ...rows.map((row) => cell(row, theme).text)].map(displayWidth));
}

function gapOf(width: number): number {
  return width < MIN_WIDTH_OF_WIDE_GAPS ? 1 : 2;
}

function totalWidth(columns: ReadonlyArray<FittedColumn>, gap: number): number {
  return columns.reduce((sum, { width }) => sum + width + gap, -gap);
}

/** The blanks are not painted. */
function renderRow(columns: ReadonlyArray<FittedColumn>, cells: ReadonlyArray<Cell>, width: number): Line {
  const pieces = columns.flatMap((column, index) => {
    const { text = '', paint = unpainted } = cells[index] ?? {};
    const shown = clip(text, column.width);
    const blanks = ' '.repeat(Math.max(0, column.width - displayWidth(shown)));
    const gap = index === 0 ? '' : ' '.repeat(gapOf(width));
    const before = column.align === 'right' ? gap + blanks : gap;
    return [
      [before, unpainted] as const,
      [shown, paint] as const,
      [column.align === 'left' ? blanks : '', unpainted] as const,
    ];
  });
  return joinPieces(pieces, width);
}

/** `PETY leads 2 of 5 timeframes; bullish in 3.` */
function summarize(rows: ReadonlyArray<TopPlayRow>): string {
  const absent = rows.filter(({ topPlay }) => topPlay === null).map(({ timeframe }) => timeframe);
  const parts = [
    describeLeaders(rows),
    describeBiases(rows),
    absent.length === 0 ? '' : `no top play in ${absent.join(', ')}`,
  ];
  const text = parts.filter((part) => part !== '').join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** Empty if there is only one timeframe, or no top play. */
function describeLeaders(rows: ReadonlyArray<TopPlayRow>): string {
  const symbols = rows.flatMap(({ topPlay }) => topPlay?.symbol ?? []);
  if (rows.length < 2 || symbols.length === 0) return '';
  const groups = groupsOf(symbols);
  const most = groups[0]?.count ?? 0;
  const leaders = groups
    .filter(({ count }) => count === most)
    .map(({ value }) => clip(cleanText(value), MAX_SYMBOL_WIDTH));
  const where = `${most} of ${rows.length} timeframes`;
  if (most === 1) return symbols.length > 1 ? 'a different symbol leads each timeframe' : '';
  return leaders.length === 1
    ? `${leaders[0]} leads ${most === rows.length ? `all ${most} timeframes` : where}`
    : `${leaders.join(' and ')} lead ${where} each`;
}

/** The most frequent bias, or several that are equally frequent: `bullish in 3`, `bullish in 2, bearish in 2`. */
function describeBiases(rows: ReadonlyArray<TopPlayRow>): string {
  const groups = groupsOf(rows.flatMap(({ topPlay }) => topPlay?.bias ?? []));
  const most = groups[0]?.count ?? 0;
  return BIASES.filter((bias) => groups.some(({ value, count }) => value === bias && count === most))
    .map((bias) => `${bias} in ${most}`)
    .join(', ');
}

/** The most frequent one first. */
function groupsOf<T>(values: ReadonlyArray<T>): ReadonlyArray<{ readonly value: T; readonly count: number }> {
  return [...new Set(values)]
    .map((value) => ({ value, count: values.filter((each) => each === value).length }))
    .sort((a, b) => b.count - a.count);
}
