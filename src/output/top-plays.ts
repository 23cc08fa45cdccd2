import { EMPTY_ROW, type Field, ON_SCREEN, type Row, type SinceOf } from '../fields/field.ts';
import { fieldNamed, formatStanding, paintOf } from '../fields/fields.ts';
import { topPlayRow } from '../fields/row.ts';
import type { TimeframeSnapshot } from '../service/snapshot.ts';
import type { Cell, Lines } from '../text/box.ts';
import { renderGrid } from '../text/grid.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import type { Theme } from '../text/theme.ts';
import { wrapWords } from '../text/wrap.ts';
import { BIASES, type Timeframe } from '../vocabulary.ts';
import { type HeaderOptions, renderSharedHeader } from './header.ts';
import { timeframeNames } from './timeframes.ts';

export interface TopPlaysOptions extends HeaderOptions {
  /** For older data: what became of the symbol of a timeframe. */
  readonly sinceIn?: ReadonlyMap<Timeframe, SinceOf> | undefined;
}

const COLUMNS = ['timeframe', 'symbol', 'now', 'gain', 'price', 'dayPct', 'boards', 'reasons'].map(
  fieldNamed,
);
/** What gives way in a narrow terminal, the first one first: columns, long names of timeframes. */
const GIVING_WAY = ['reasons', 'price', 'timeframe', 'boards', 'dayPct', 'gain', 'now'];

/** From this width, columns have two cells between them where all of them fit so. */
const MIN_WIDTH_OF_WIDE_GAPS = 40;
const MIN_REASONS_WIDTH = 12;
const MAX_SYMBOL_WIDTH = 12;
const SHORT_NAME_WIDTH = 'swing'.length;

/** A row has no reasons where no symbol qualifies. */
type TopPlayRow = Row & { readonly timeframe: Timeframe };

/** The top plays of several timeframes, one row each, and what they have in common. */
export function renderTopPlays(tops: ReadonlyArray<TimeframeSnapshot>, options: TopPlaysOptions): Lines {
  const { width, theme, sinceIn } = options;
  const rows = tops.map(({ timeframe, snapshot: { topPlay } }): TopPlayRow => {
    const sinceOf = sinceIn?.get(timeframe);
    return topPlay === null
      ? { ...EMPTY_ROW, timeframe, since: sinceOf && null }
      : { ...topPlayRow(topPlay, {}, sinceOf), timeframe };
  });
  const snapshots = tops.map(({ snapshot }) => snapshot);
  return [
    ...renderSharedHeader(snapshots, options),
    ...renderTable(rows, width, theme),
    ...wrapWords(summarize(rows), width).map((line) => theme.strong(line)),
  ];
}

/** As much as fits; the last column is cut, and the reasons have what is left. */
function renderTable(rows: ReadonlyArray<TopPlayRow>, width: number, theme: Theme, gone = 0): Lines {
  const absent = GIVING_WAY.slice(0, gone);
  const nameWidth = absent.includes('timeframe') ? SHORT_NAME_WIDTH : Number.POSITIVE_INFINITY;
  const unknown = rows.every(({ since }) => since === undefined) ? ['now', 'gain'] : [];
  const columns = COLUMNS.filter(({ id }) => id === 'timeframe' || ![...absent, ...unknown].includes(id));
  const timeframes = rows.map(({ timeframe }) => timeframe);
  const cells = timeframeNames(timeframes, nameWidth).map((timeframe, index) =>
    columns.map((field) => cellOf(field, { ...EMPTY_ROW, ...rows[index], timeframe }, theme)),
  );
  const lines = [columns.map(({ label }): Cell => ({ text: label, paint: theme.muted })), ...cells];
  const widths = columns.map(({ id }, column) =>
    id === 'reasons'
      ? MIN_REASONS_WIDTH
      : Math.max(...lines.map((line) => displayWidth(line[column]?.text ?? ''))),
  );
  const gaps = widths.length - 1;
  const room = width - widths.reduce((sum, cells) => sum + cells, gaps);
  if (room < 0 && gone < GIVING_WAY.length) return renderTable(rows, width, theme, gone + 1);
  const gap = width >= MIN_WIDTH_OF_WIDE_GAPS && room >= gaps ? 2 : 1;
  const last = (widths.pop() ?? 0) + (room < 0 || gone === 0 ? room - gaps * (gap - 1) : 0);
  const aligns = columns.map(({ id, align = 'left' }) => (id === 'boards' ? 'left' : align));
  return renderGrid(lines, { widths: [...widths, last], aligns, gap });
}

/** The boards have the bias behind them: `◆4-`. */
function cellOf(field: Field, row: Row, theme: Theme): Cell {
  const whole = field.text(row, ON_SCREEN, field.cells?.max ?? Number.POSITIVE_INFINITY);
  const text = field.id === 'symbol' ? clip(whole, MAX_SYMBOL_WIDTH) : whole;
  const paint = paintOf(field, row, theme, 'screen');
  if (field.id === 'timeframe') return { text, paint };
  if (field.id === 'reasons')
    return { text: row.reasons === undefined ? 'no symbol qualifies' : text, paint: theme.muted };
  if (row.reasons === undefined) return { text, paint: theme.muted };
  return { text: field.id === 'boards' ? formatStanding(row) : text, paint };
}

/** `PETY leads 2 of 5 timeframes; bullish in 3.` */
function summarize(rows: ReadonlyArray<TopPlayRow>): string {
  const absent = rows.filter(({ reasons }) => reasons === undefined).map(({ timeframe }) => timeframe);
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
  const groups = groupsOf(rows.flatMap(({ bias }) => bias ?? []));
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
