import { boardTitle } from '../fields/board-title.ts';
import { type DataOrigin, labelWords } from '../fields/data-origin.ts';
import type { Figures } from '../market/report/figures.ts';
import type { Extremes, Report, ReportEntry, ReportGroup, WindowName } from '../market/report/report.ts';
import {
  ABSENT,
  counted,
  formatClock,
  formatFullTime,
  formatMonthDay,
  formatPercent,
  plainLine,
  plainText,
} from '../text/format.ts';
import { fitText, joinTexts, type PaintedLines, wrapWords } from '../text/lines.ts';
import { fitLine, fitTexts } from '../text/parts.ts';
import { clip, displayWidth, fitCell } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import type { Paint, Theme } from '../text/theme.ts';
import { labelPieces } from './pieces.ts';
import { drawGrid, GRID_GAP } from './settings-grid.ts';

export interface ReportOptions extends Style, DataOrigin {
  readonly only: string;
  readonly disclaimer: string;
}

const WINDOWS: ReadonlyArray<WindowName> = ['15', '30', '60', 'end'];
const TITLE = 'DID IT WORK?';
const SUBJECT =
  'Price change after a symbol first reached ranks 1 to 5 that day. Compare each row with the first one.';
const ALL_SESSIONS = 'No snapshot was taken while the market was open, so snapshots of all sessions count.';
const PRICES = 'A symbol has a price only while it is on a board; `boards watch -t all` records more prices.';
const MORE_DAYS =
  'Recordings are kept for two days by default. To keep 30 days: `boards config set record 30`.';
const MIN_WIDTH_FOR_SIDE_LABELS = 60;
const DAYS_BY_DEFAULT = 2;

export function renderReport(report: Report, options: ReportOptions): PaintedLines {
  return options.mode === 'plain' ? renderPlain(report, options) : renderScreen(report, options);
}

function renderScreen(report: Report, options: ReportOptions): PaintedLines {
  const { width, theme, isRecorded = false, disclaimer } = options;
  const label = labelWords(options).join(theme.glyphs(' · '));
  const [title = '', ...below] = wrapWords(
    joinTexts(', ', `${TITLE}  ${sampleText(report)}`, options.only),
    width - label.length - 2 * GRID_GAP,
  );
  const muted = (text: string) => wrapWords(text, width).map((line) => theme.muted(line));
  const tips = isRecorded ? [PRICES, ...(report.days.length <= DAYS_BY_DEFAULT ? [MORE_DAYS] : [])] : [];
  return [
    fitLine([[title, theme.title]], width, [[` ${label} `, theme.badge, 0]]),
    ...below.map((line) => theme.title(line)),
    ...[SUBJECT, ...(report.isOpen ? [] : [ALL_SESSIONS])].flatMap(muted),
    '',
    ...(report.groups.length === 0 ? [emptyText(report)] : drawTable(report, options)),
    ...highlights(report, options),
    ...[...tips, disclaimer].flatMap(muted),
  ];
}

/** `day, 2026-11-16 to 2026-11-24: 7 days, 2730 snapshots, 3 gaps` */
function sampleText({ timeframe, days, snapshots, gaps }: Report): string {
  const counts = [counted(snapshots, 'snapshot'), counted(gaps, 'gap')];
  const all = days.length === 1 ? counts : [counted(days.length, 'day'), ...counts];
  return `${timeframe}, ${spanOf(days)}: ${all.join(', ')}`;
}

const spanOf = (days: ReadonlyArray<string>) => [...new Set([days[0], days.at(-1)])].join(' to ');

const emptyText = ({ snapshots, isOpen }: Report) =>
  snapshots === 1
    ? `There is only one snapshot${isOpen ? ' of the open session' : ''}, and an entry needs an earlier one.`
    : 'No entries in these snapshots.';

interface Column {
  readonly label: string;
  text(figures: Figures): string;
  paint?(figures: Figures, theme: Theme): Paint;
}

const percent = (count: number, of: number) => (of === 0 ? ABSENT : `${Math.round((100 * count) / of)}%`);
const seenIn = ({ rose, fell, unchanged }: Pick<Figures, 'rose' | 'fell' | 'unchanged'>) =>
  rose + fell + unchanged;
const isEnough = ({ medianPct }: Figures) => medianPct !== null;

const COLUMNS = {
  n: { label: 'n', text: ({ n }) => String(n), paint: (_, { muted }) => muted },
  median: {
    label: 'median',
    text: ({ medianPct }) => formatPercent(medianPct),
    paint: ({ medianPct }, { up, down, muted }) => {
      const [sign = ''] = formatPercent(medianPct);
      return { '+': up, '-': down }[sign] ?? muted;
    },
  },
  rose: { label: 'rose', text: roseText },
  fell: { label: 'fell', text: (each) => (isEnough(each) ? percent(each.fell, seenIn(each)) : ABSENT) },
  same: { label: 'same', text: (each) => (isEnough(each) ? percent(each.unchanged, seenIn(each)) : ABSENT) },
  priced: { label: 'priced', text: ({ priced, n }) => percent(priced, n), paint: (_, { muted }) => muted },
} as const satisfies Record<string, Column>;
type ColumnName = keyof typeof COLUMNS;

/** `44% ±8`: the larger distance to an end of the interval, rounded up. */
function roseText(figures: Figures): string {
  const { rose, roseInterval } = figures;
  if (roseInterval === null) return ABSENT;
  const share = rose / seenIn(figures);
  const distance = Math.max(...roseInterval.map((end) => Math.abs(end - share)));
  return `${percent(share, 1)} ±${Math.ceil(100 * distance)}`;
}

const MAIN: ReadonlyArray<ColumnName> = ['n', 'median', 'rose'];
const MORE: ReadonlyArray<ColumnName> = [...MAIN, 'fell', 'same'];
const ALL: ReadonlyArray<ColumnName> = [...MORE, 'priced'];

interface Layout extends Partial<Record<WindowName, ReadonlyArray<ColumnName>>> {
  readonly hasEntries: boolean;
}

/** From the widest to the narrowest; each layout contains the next one. */
const LAYOUTS: ReadonlyArray<Layout> = [
  { hasEntries: true, 15: ALL, 30: ALL, 60: ALL, end: ALL },
  { hasEntries: true, 15: MORE, 30: MORE, 60: ALL, end: MORE },
  { hasEntries: true, 15: MAIN, 30: MAIN, 60: [...MAIN, 'priced'], end: MAIN },
  { hasEntries: true, 15: MAIN, 60: [...MAIN, 'priced'], end: MAIN },
  { hasEntries: true, 15: MAIN, 60: MAIN, end: MAIN },
  { hasEntries: true, 15: MAIN, 60: MAIN },
  { hasEntries: true, 60: MAIN },
  { hasEntries: true, 60: ['median', 'rose'] },
];
const NARROWEST: Layout = { hasEntries: false, 60: ['median', 'rose'] };

interface Block {
  readonly window: WindowName;
  readonly title: string;
  readonly columns: ReadonlyArray<{ readonly column: Column; readonly cells: number }>;
  readonly cells: number;
}

function blockOf(report: Report, window: WindowName, names: ReadonlyArray<ColumnName>): Block {
  const columns = names.map((name) => {
    const column: Column = COLUMNS[name];
    const texts = [column.label, ...report.groups.map(({ after }) => column.text(after[window]))];
    return { column, cells: Math.max(...texts.map(displayWidth)) };
  });
  const title = windowTitle(window, report);
  const cells = columns.reduce((sum, column) => sum + column.cells + 1, -1);
  return { window, title, columns, cells: Math.max(cells, title.length) };
}

const windowTitle = (window: WindowName, { isClosed }: Report) =>
  window === 'end' ? `to the ${isClosed ? 'close' : 'end'}` : `within ${window} min`;

const ENTRIES = 'entries';

function layOutFacts(report: Report, room: number) {
  const layOut = ({ hasEntries, ...names }: Layout) => {
    const blocks = WINDOWS.flatMap((window) => {
      const own = names[window];
      return own === undefined ? [] : [blockOf(report, window, own)];
    });
    const entriesCells = hasEntries ? GRID_GAP + ENTRIES.length : 0;
    const cells = blocks.reduce((sum, block) => sum + GRID_GAP + block.cells, entriesCells);
    return { hasEntries, blocks, entriesCells, cells };
  };
  return LAYOUTS.map(layOut).find(({ cells }) => cells <= room) ?? layOut(NARROWEST);
}

function drawTable(report: Report, { width, theme }: ReportOptions): PaintedLines {
  const { groups } = report;
  const widest = (texts: ReadonlyArray<string>) => Math.max(...texts.map(displayWidth));
  const shortest = widest(groups.map((group) => labelsOf(group).at(-1) ?? ''));
  const { hasEntries, blocks, entriesCells, cells } = layOutFacts(report, width - shortest);
  const labelCells = Math.min(widest(groups.flatMap(labelsOf)), Math.max(1, width - cells));
  const textCells = width - labelCells - entriesCells - GRID_GAP;
  const blocksText = (textOf: (block: Block) => string) =>
    blocks.map((block) => fitCell(textOf(block), block.cells)).join(' '.repeat(GRID_GAP));
  const row = (label: string, entries: string, facts: string) =>
    hasEntries ? [label, entries, facts] : [label, facts];
  const titles = blocksText(({ title }) => title);
  const labels = blocksText(({ columns }) =>
    columns.map(({ column, cells }) => fitCell(column.label, cells, 'right')).join(' '),
  );
  const rows = groups.map((group) => {
    const label = clip(fitText(labelCells, ...labelsOf(group)), labelCells);
    const isSmall = !WINDOWS.some((name) => isEnough(group.after[name]));
    const facts = isSmall
      ? clip(fitText(textCells, ...tooFewTexts(group)), textCells)
      : blocksText(({ window, columns }) => factsOf(group.after[window], columns, theme));
    return row(label, String(group.entries), facts);
  });
  const head = [row('', '', titles), row('', ENTRIES, labels)].map((cells) =>
    cells.map((text) => theme.muted(text)),
  );
  return drawGrid([...head, ...rows], hasEntries ? ['left', 'right'] : []);
}

const factsOf = (figures: Figures, columns: Block['columns'], theme: Theme) =>
  columns
    .map(({ column, cells }) => {
      const text = fitCell(theme.glyphs(column.text(figures)), cells, 'right');
      return column.paint?.(figures, theme)(text) ?? text;
    })
    .join(' ');

type Labelled = Pick<ReportGroup, 'kind' | 'board' | 'direction'>;

/** From the longest to the shortest. */
function labelsOf({ kind, board, direction }: Labelled): ReadonlyArray<string> {
  if (board !== null) return [`${boardTitle(board)}${direction === null ? '' : ` ${direction}`}`];
  const labels = {
    other: ['other listed symbols', 'other symbols'],
    confluence: ['three boards or more', '3+ boards'],
    topPlay: ['top play'],
    board: [''],
  };
  return labels[kind];
}

function tooFewTexts({ entries, extremes }: ReportGroup): ReadonlyArray<string> {
  const [best] = extremes?.best ?? [];
  const [worst] = extremes?.worst ?? [];
  if (extremes === null || best === undefined || worst === undefined)
    return [entries === 0 ? 'without a price' : 'no usable window, or not seen again', ABSENT];
  const [high, low] = [best, worst].map((entry) => `${changeText(entry, extremes)} ${entry.symbol}`);
  const window = windowText(extremes.window);
  const [long, short] = best === worst ? [high, high] : [`best ${high}, worst ${low}`, `${high}, ${low}`];
  return [
    `fewer than 20 symbols: ${long} (${window})`,
    `few: ${long} (${window})`,
    `few: ${short} (${window})`,
    `few: ${short}`,
    'few symbols',
  ];
}

const windowText = (window: WindowName) => (window === 'end' ? 'to the end' : `${window} min`);
const changeText = ({ after }: ReportEntry, { window }: Extremes) =>
  formatPercent(after[window]?.changePct ?? null);

/** In an odd number of symbols, the one in the middle is in both lists. */
function othersThanBest(extremes: Extremes | null): ReadonlyArray<ReportEntry> {
  return extremes?.worst.filter((entry) => !extremes.best.includes(entry)) ?? [];
}

function highlights(report: Report, options: ReportOptions): PaintedLines {
  const { width, theme, timeZone } = options;
  const { days, entries, groups, extremes } = report;
  const timeOf = ({ time }: ReportEntry) =>
    `${days.length > 1 ? `${formatMonthDay(time, timeZone)} ` : ''}${formatClock(time, options)}`;
  const isNarrow = width < MIN_WIDTH_FOR_SIDE_LABELS;
  const line = (label: string, texts: ReadonlyArray<string>) => {
    const fitted = theme.glyphs(fitTexts(texts, isNarrow ? width : width - label.length - GRID_GAP));
    if (texts.length === 0) return [];
    return isNarrow ? [theme.muted(label), fitted] : [`${theme.muted(label)}  ${fitted}`];
  };
  const changes = (all: ReadonlyArray<ReportEntry> = []) =>
    all.map((entry) => {
      const change = extremes === null ? '' : changeText(entry, extremes);
      return `${entry.symbol} ${change} ${labelsOf(entry)[0]} ${timeOf(entry)}`;
    });
  const window = extremes === null ? '' : windowText(extremes.window);
  const topPlays = entries.filter(({ kind }) => kind === 'topPlay');
  const own = groups.filter(({ kind }) => kind !== 'other');
  const sum = (numberOf: (group: ReportGroup) => number) =>
    own.reduce((total, group) => total + numberOf(group), 0);
  const [withoutPrice, notSeen] = [sum((each) => each.withoutPrice), sum(({ after }) => after[60].notSeen)];
  const apart = [
    ...(notSeen > 0 ? [`${notSeen} not seen again within 60 min`] : []),
    ...(withoutPrice > 0 ? [`${withoutPrice} without a price`] : []),
  ];
  const lines = [
    ...line(
      'Top plays',
      topPlays.map((entry) => `${entry.symbol} ${timeOf(entry)}`),
    ),
    ...line(`Best, ${window}`, changes(extremes?.best)),
    ...line(`Worst, ${window}`, changes(othersThanBest(extremes))),
    ...line('Not counted', apart),
  ];
  return lines.length === 0 ? [''] : ['', ...lines, ''];
}

function renderPlain(report: Report, options: ReportOptions): PaintedLines {
  const { theme, disclaimer, only } = options;
  const { timeframe, days, snapshots, gaps, groups, entries, extremes, isOpen } = report;
  const counts = [counted(days.length, 'day'), counted(snapshots, 'snapshot'), counted(gaps, 'gap')];
  const sample = [timeframe, spanOf(days), ...counts, isOpen ? 'session open' : 'all sessions', only];
  const named = (kind: string, all: ReadonlyArray<ReportEntry> = []) =>
    all.map((entry) => {
      const { symbol, board, direction } = entry;
      const cells = [kind, symbol, formatFullTime(entry.time, options)];
      if (kind === 'topPlay' || extremes === null) return cells.map(plainText);
      const outcome = [extremes.window, changeText(entry, extremes)];
      return [...cells, entry.kind, board, direction, ...outcome].map(plainText);
    });
  const topPlays = entries.filter(({ kind }) => kind === 'topPlay');
  const rows = groups.flatMap((group) => WINDOWS.map((window) => plainRow(group, window)));
  const lines = [
    ...named('topPlay', topPlays),
    ...named('best', extremes?.best),
    ...named('worst', othersThanBest(extremes)),
  ];
  const [first = {}] = rows;
  return [
    plainLine([
      ['did it work', theme.title],
      ...sample.filter((text) => text !== '').map((text) => [text, theme.muted] as const),
      ...labelPieces(options),
    ]),
    '',
    ...(rows.length === 0
      ? [emptyText(report)]
      : drawGrid([Object.keys(first).map((name) => theme.muted(name)), ...rows.map(Object.values)])),
    ...(lines.length === 0 ? [] : ['', ...drawGrid(lines)]),
    '',
    theme.muted(disclaimer),
  ];
}

/** Uses the field names of the JSON output. */
function plainRow({ after, extremes: _, ...group }: ReportGroup, within: WindowName) {
  const { roseInterval, ...figures } = after[within];
  const shares = roseInterval && [figures.rose / seenIn(figures), ...roseInterval];
  const [roseShare, roseLow, roseHigh] = [0, 1, 2].map((index) => percentText(shares?.[index]));
  const medianPct = formatPercent(figures.medianPct);
  const values = { ...group, within, ...figures, medianPct, roseShare, roseLow, roseHigh };
  // Counts of other symbols are sums of weights, which can be fractions.
  return Object.fromEntries(
    Object.entries(values).map(([name, value = null]) => [
      name,
      typeof value === 'number' ? String(Number(value.toFixed(1))) : plainText(value),
    ]),
  );
}

const percentText = (share = NaN) => (Number.isNaN(share) ? null : `${(100 * share).toFixed(1)}%`);
