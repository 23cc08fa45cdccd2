import { EMPTY_ROW, type Row } from '../fields/field.ts';
import { fieldNamed, formatStanding } from '../fields/fields.ts';
import { topPlayRow } from '../fields/row.ts';
import { groupBy } from '../group-by.ts';
import type { TimeframeSnapshot } from '../service/snapshot.ts';
import { type Lines, paintedLines, wrapWords } from '../text/lines.ts';
import { cleanText, clip } from '../text/safe-text.ts';
import { BIASES, type Timeframe } from '../vocabulary.ts';
import { renderHeader, type TimeframesOptions } from './header.ts';
import { timeframeNames } from './pieces.ts';
import { draw, layOut, measure, type TableField } from './table.ts';

const COLUMNS = ['timeframe', 'symbol', 'now', 'gain', 'price', 'dayPct', 'boards', 'reasons'];
/** The columns come as there is room; then the names of timeframes become longer, and the reasons take what is left. */
const ORDER = ['timeframe', 'symbol', 'now', 'gain', 'dayPct', 'boards', 'price', 'reasons'];

/** From this width, columns have two cells between them where as many fit so. */
const MIN_WIDTH_OF_WIDE_GAPS = 40;
const REASONS_SIZE = { least: 12, most: Number.POSITIVE_INFINITY };
const MAX_SYMBOL_WIDTH = 12;

/** In place of the reasons. */
const NO_TOP_PLAY = ['no symbol qualifies'];

type TopPlayRow = Row & { readonly timeframe: Timeframe };

/** The top plays of several timeframes, one row each, and what they have in common. */
export function renderTopPlays(tops: ReadonlyArray<TimeframeSnapshot>, options: TimeframesOptions): Lines {
  const { width, theme, outcomesIn } = options;
  const rows = tops.map(({ timeframe, snapshot: { topPlay } }): TopPlayRow => {
    const absent = { ...EMPTY_ROW, reasons: NO_TOP_PLAY };
    return {
      ...(topPlay === null ? absent : topPlayRow(topPlay, {}, outcomesIn?.get(timeframe))),
      timeframe,
    };
  });
  const snapshots = tops.map(({ snapshot }) => snapshot);
  return [
    ...renderHeader(snapshots, options),
    ...renderTable(rows, options),
    ...wrapWords(summarize(rows), width).map((line) => theme.strong(line)),
  ];
}

function renderTable(rows: ReadonlyArray<TopPlayRow>, ctx: TimeframesOptions): Lines {
  const { width, outcomes } = ctx;
  const timeframes = rows.map(({ timeframe }) => timeframe);
  const special: Readonly<Record<string, TableField<TopPlayRow>>> = {
    timeframe: {
      ...fieldNamed('timeframe'),
      cells: { min: 'swing'.length, max: 'investing'.length },
      text: ({ timeframe }, _, cells) =>
        timeframeNames(timeframes, cells)[timeframes.indexOf(timeframe)] ?? timeframe,
    },
    boards: { ...fieldNamed('boards'), text: formatStanding, align: 'left' },
  };
  const columns = COLUMNS.filter((id) => outcomes != null || fieldNamed(id).isOfOlder !== true).map((id) => {
    const field = special[id] ?? fieldNamed(id);
    const size = id === 'reasons' ? REASONS_SIZE : measure(field, rows, ctx);
    return { field, size, order: ORDER.indexOf(id) };
  });
  const [wide, narrow] = [layOut(columns, rows, width, null, 2), layOut(columns, rows, width)];
  const isWide = width >= MIN_WIDTH_OF_WIDE_GAPS && wide.columns.length === narrow.columns.length;
  return paintedLines(draw(isWide ? wide : narrow, rows, ctx).flat());
}

/** `PETY leads 2 of 5 timeframes; bullish in 3.` */
function summarize(rows: ReadonlyArray<TopPlayRow>): string {
  const absent = rows.filter(({ reasons }) => reasons === NO_TOP_PLAY).map(({ timeframe }) => timeframe);
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
  const symbols = rows.flatMap(({ symbol }) => symbol ?? []);
  if (rows.length < 2 || symbols.length === 0) return '';
  const [leaders, most] = mostFrequent(symbols);
  if (most === 1) return symbols.length > 1 ? 'a different symbol leads each timeframe' : '';
  const names = leaders.map((leader) => clip(cleanText(leader), MAX_SYMBOL_WIDTH));
  if (most === rows.length) return `${names[0]} leads all ${most} timeframes`;
  const where = `${most} of ${rows.length} timeframes`;
  return names.length === 1 ? `${names[0]} leads ${where}` : `${names.join(' and ')} lead ${where} each`;
}

/** The most frequent bias, or several that are equally frequent: `bullish in 3`, `bullish in 2, bearish in 2`. */
function describeBiases(rows: ReadonlyArray<TopPlayRow>): string {
  const [biases, most] = mostFrequent(rows.flatMap(({ bias }) => bias ?? []));
  return BIASES.filter((bias) => biases.includes(bias))
    .map((bias) => `${bias} in ${most}`)
    .join(', ');
}

function mostFrequent<T>(values: ReadonlyArray<T>): readonly [some: ReadonlyArray<T>, count: number] {
  const groups = [...groupBy(values, (value) => value)];
  const most = Math.max(0, ...groups.map(([, same]) => same.length));
  return [groups.flatMap(([value, same]) => (same.length === most ? [value] : [])), most];
}
