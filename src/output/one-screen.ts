import { labelLines } from '../fields/data-origin.ts';
import { CONFLUENCE_RANKS, MAX_LIMIT } from '../market/catalogue.ts';
import type { Board, TimeframeSnapshot } from '../service/snapshot.ts';
import { formatAgo, timeTexts } from '../text/format.ts';
import { flowTexts, joinTexts, MIN_GAP, type PaintedLines, wrapWords } from '../text/lines.ts';
import { fitLine } from '../text/parts.ts';
import { displayWidth } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { unpainted } from '../text/theme.ts';
import { type HeaderOptions, topLineParts } from './header-lines.ts';
import { LEAST_HOT_ROWS, MOST_HOT_ROWS, renderHotLine, SHORT_LEGEND } from './hot-list.ts';
import { type SnapshotViewOptions, viewOf } from './snapshot-lines.ts';

export interface ShownSnapshot {
  readonly loaded: TimeframeSnapshot;
  readonly boards: ReadonlyArray<Board>;
  readonly options: SnapshotViewOptions;
}

export interface Terminal {
  /** The height; 0 if it is unknown. */
  readonly rows: number;
  /** True if the user set a limit. Then no rank is left out to fit the terminal. */
  readonly isLimited: boolean;
  /** True if no board or filter excludes a hot symbol, so that the last lines can name them. */
  readonly hasHot: boolean;
  readonly notice: string;
  readonly steps: ReadonlyArray<string>;
}

type Amount = readonly [ranks: number, hotRows: number];

const LEAST_RANKS = 3;

/** Drops lower ranks first, then rows of the hot list, and last the ranks that confluence counts. */
const AMOUNTS: ReadonlyArray<Amount> = [
  ...downFrom(MAX_LIMIT, CONFLUENCE_RANKS + 1).map((ranks): Amount => [ranks, MOST_HOT_ROWS]),
  ...downFrom(CONFLUENCE_RANKS, LEAST_RANKS).flatMap((ranks) => withRanks(ranks)),
];

const AMOUNT_IF_NONE_FITS: Amount = [CONFLUENCE_RANKS, MOST_HOT_ROWS];

function downFrom(most: number, least: number): ReadonlyArray<number> {
  return Array.from({ length: most - least + 1 }, (_, index) => most - index);
}

function withRanks(ranks: number): ReadonlyArray<Amount> {
  return downFrom(MOST_HOT_ROWS, LEAST_HOT_ROWS).map((hotRows) => [ranks, hotRows]);
}

/** Draws as many ranks as fit above the prompt. An output that does not fit ends with the hot symbols. */
export function renderOnTerminal(
  shown: ReadonlyArray<ShownSnapshot>,
  terminal: Terminal,
  style: Style,
): PaintedLines {
  const { rows, isLimited, notice, steps, hasHot } = terminal;
  const views = shown.map(({ loaded, boards, options }) => viewOf(loaded.snapshot, boards, options));
  const linesWith = ([ranks, hotRows]: Amount) =>
    views.flatMap((view, index) => [...(index > 0 ? [''] : []), ...view.lines(ranks, hotRows)]);
  const amounts = isLimited ? withRanks(Infinity) : AMOUNTS;
  const footer = renderFooter(notice, steps, {
    ...style,
    width: Math.max(...views.map(({ width }) => width)),
  });
  const fits = (amount: Amount) => rows === 0 || linesWith(amount).length + footer.length < rows;
  const fitting = amounts.slice(-1).some(fits) ? amounts.find(fits) : undefined;
  if (fitting !== undefined) return [...linesWith(fitting), ...footer];
  return [
    ...linesWith(isLimited ? [Infinity, MOST_HOT_ROWS] : AMOUNT_IF_NONE_FITS),
    ...renderFooter(notice, hasHot ? [SHORT_LEGEND] : [], style),
    ...shown.flatMap(({ loaded, options }) => lastLines(loaded, hasHot, options)),
    ...renderSteps(steps, style),
  ];
}

/** Adds the top plays and the next steps to an output that does not fit the terminal. */
export function withLastLines(
  lines: PaintedLines,
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  { rows, steps }: Pick<Terminal, 'rows' | 'steps'>,
  options: HeaderOptions,
): PaintedLines {
  if (rows === 0 || lines.length < rows) return lines;
  const last = snapshots.flatMap((loaded) => lastLines(loaded, false, options));
  return [...lines, ...last, ...renderSteps(steps, options)];
}

function renderSteps(steps: ReadonlyArray<string>, { width, theme }: Style): PaintedLines {
  return flowTexts(steps, width, theme.glyphs(STEP_GAP)).flatMap((line) => wrapWords(line, width));
}

const STEP_GAP = ' · ';

/**
 * Drops the first steps until the others fit beside the notice. If none fits, the last one goes on a line
 * below.
 */
function renderFooter(notice: string, steps: ReadonlyArray<string>, style: Style): PaintedLines {
  const { width, theme } = style;
  const texts = steps.map((_, index) => steps.slice(index).join(theme.glyphs(STEP_GAP)));
  const beside = texts.find((text) => displayWidth(notice) + MIN_GAP + displayWidth(text) <= width);
  if (beside !== undefined) return [fitLine([[notice, theme.muted]], width, [[beside, unpainted]])];
  return [
    ...wrapWords(notice, width).map((line) => theme.muted(line)),
    ...renderSteps(steps.slice(-1), style),
  ];
}

/** `TOP  EMLO $28.50 +9.37% ◆3+ · day, 14:32:00 EST, 12 s ago`, then the other hot symbols. */
function lastLines(loaded: TimeframeSnapshot, hasHot: boolean, options: HeaderOptions): PaintedLines {
  const { snapshot, isRecorded } = loaded;
  const { topPlay, timeframe, time } = snapshot;
  const { width, theme } = options;
  // The label of recorded data contains the time.
  const times = isRecorded ? [''] : timeTexts(time, options);
  const age = isRecorded ? '' : formatAgo(time, options.now);
  const asOf = times.map((text) => joinTexts(', ', timeframe, text, age));
  const labels = labelLines(loaded, time, options).map((text) => theme.badge(text));
  const gap = theme.glyphs(STEP_GAP);
  const separator = theme.muted(gap);
  const whole = asOf
    .map((text) => [text, ...labels].join(separator))
    .find((text) => displayWidth(text) <= width);
  const top = fitLine(topLineParts(topPlay, { width, theme, isRecorded }), width);
  const parts = [
    top,
    ...(whole === undefined ? [...wrapWords(asOf[0] ?? timeframe, width), ...labels] : [whole]),
  ];
  const hot = hasHot ? renderHotLine(snapshot, options) : '';
  return [...flowTexts(parts, width, gap, theme.muted), ...(hot === '' ? [] : [hot])];
}
