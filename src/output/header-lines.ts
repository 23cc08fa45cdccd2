import { type DataOrigin, labelLines, labelTexts } from '../fields/data-origin.ts';
import { ON_SCREEN, type Row } from '../fields/field.ts';
import { boardsNow, fieldNamed, formatConfluence, paintOf, paintOfSign } from '../fields/fields.ts';
import { sessionText } from '../fields/market-session.ts';
import { type SharedSnapshot, sharedSnapshot, topPlayRow } from '../fields/row.ts';
import { type Age, MINUTE_MS } from '../lib/time.ts';
import type { OutcomesAcross, SymbolOutcomes } from '../market/symbol-outcomes.ts';
import type { Breadth, Snapshot, TopPlay } from '../service/snapshot.ts';
import {
  ABSENT,
  formatAgo,
  formatDuration,
  formatFullTime,
  formatPercent,
  formatPrice,
  NONE,
  plainLine,
  timeTexts,
} from '../text/format.ts';
import {
  drawBox,
  ends,
  fitPieces,
  fitText,
  flow,
  flowTexts,
  HEAVY,
  joinPieces,
  type PaintedLines,
  type Piece,
  type Segment,
  widthOf,
} from '../text/lines.ts';
import { clip } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import {
  figurePieces,
  inBoards,
  labelPieces,
  namedPiece,
  pieceOf,
  titleLine,
  topPlayPieces,
} from './pieces.ts';

const GAP = ['  ', unpainted] as const;

/** The label of recorded data has its time, in place of `as of`. */
export interface HeaderOptions extends Style, DataOrigin {
  /** For older data: the outcomes of its symbols. */
  readonly outcomes?: SymbolOutcomes | null | undefined;
}

/** Of outputs that have a line or a column for each timeframe. */
export interface TimeframesOptions extends HeaderOptions {
  readonly outcomes?: OutcomesAcross | undefined;
}

/**
 * Timeframe, session, `asOf` with its age, and breadth on one line (on more in a narrow terminal), then the time that older data is
 * compared with. Of several snapshots the oldest of their times, so that no data looks fresher than it is.
 */
export function renderHeader(snapshots: ReadonlyArray<Snapshot>, options: HeaderOptions): PaintedLines {
  const { outcomes } = options;
  const shared = sharedSnapshot(snapshots);
  if (shared === null) return [];
  if (options.mode === 'plain') return renderPlainHeader(shared, options);
  return [
    ...renderStatus(shared, options),
    ...(outcomes == null ? [] : [renderNewestTime(outcomes.newestAt, options)]),
  ];
}

/** `day  open  as of 2026-11-20 14:32:00 EST  SANDBOX`, then breadth, and what older data is compared with. Of several, the oldest. */
function renderPlainHeader(shared: SharedSnapshot, options: HeaderOptions): PaintedLines {
  const { timeframe, session, breadth, time } = shared;
  const { theme, outcomes } = options;
  const lines: Array<Segment> = [
    [
      [timeframe, theme.title],
      [session ?? 'session unknown', session === 'open' ? theme.strong : theme.muted],
      [`as of ${formatFullTime(time, options)}`, unpainted],
      ...labelPieces(options),
    ],
  ];
  if (breadth !== null)
    lines.push([
      [`advancers ${breadth.advancers ?? NONE}`, theme.up],
      [`decliners ${breadth.decliners ?? NONE}`, theme.down],
      [`symbols ${breadth.symbols ?? NONE}`, unpainted],
    ]);
  if (outcomes != null)
    lines.push([[`now and gain are of ${formatFullTime(outcomes.newestAt, options)}`, theme.muted]]);
  return lines.map(plainLine);
}

/**
 * On one line with the label of data that is not live. The length of the bar gives way first, then the zone, the bar, and the seconds.
 * If that is not enough, breadth has a line of its own, and so has each other part that needs one.
 */
function renderStatus(snapshot: SharedSnapshot, options: HeaderOptions): PaintedLines {
  const { width, theme, isRecorded = false } = options;
  const { time, breadth } = snapshot;
  const [name, status] = namesOf(snapshot, options);
  // The label of recorded data has the time.
  const times = isRecorded ? [] : asOfTexts(time, options);
  const labels = labelTexts(options, time, options).map(
    (text): Segment => [[text && ` ${text} `, theme.badge]],
  );
  const lineWith = (index: number): Segment => {
    const asOf = times[index];
    return [name, GAP, status, ...(asOf === undefined ? [] : [GAP, ...asOf])];
  };
  /** With the time of that index, and at least that much of the bar; null if there is no room for it. */
  const fullLine = ([index, leastBar]: readonly [number, number]): string | null => {
    const line = lineWith(index);
    const label = labels[isRecorded ? index : 0] ?? [];
    const room = width - widthOf(line) - (widthOf(label) === 0 ? 0 : widthOf(label) + GAP[0].length);
    if (breadth === null) return room < 0 ? null : ends(width, line, label);
    const bar = breadthPieces(breadth, room - BREADTH_GAP[0].length, leastBar, theme);
    return bar && ends(width, [...line, BREADTH_GAP, ...bar], label);
  };
  const whole = (isRecorded ? RECORDED_LINES : LINES).map(fullLine).find((line) => line !== null);
  if (whole !== undefined) return [whole];
  const below = breadth === null ? null : breadthPieces(breadth, width, 0, theme);
  const least = Math.min(...labels.map(widthOf));
  const room = width - (least === 0 ? 0 : least + GAP[0].length);
  const alone = [0, 1, 2].map(lineWith).find((line) => widthOf(line) <= room);
  if (alone !== undefined)
    return [ends(width, alone, ...labels), ...(below === null ? [] : [joinPieces(below, width)])];
  const labelsBelow = labelLines(options, time, options).map((text): Segment => [[text, theme.badge]]);
  const parts = [[name], [status], ...labelsBelow, ...times.slice(0, 1)];
  return flow([...parts, ...(below === null ? [] : [below])], width);
}

/** `DAY`, `● open`. */
function namesOf(
  { timeframe, session }: SharedSnapshot,
  { theme, ascii }: Style,
): readonly [name: Piece, status: Piece] {
  return [
    [clip(timeframe.toUpperCase(), 12), theme.title],
    [sessionText(session, ascii), session === 'open' ? theme.strong : theme.muted],
  ];
}

/** `as of 14:32:00 EST, 12 s ago`, and without the zone, and without seconds. */
function asOfTexts(time: number | null, options: HeaderOptions): ReadonlyArray<Segment> {
  const { muted, strong } = options.theme;
  const [zoned = '', clock = '', minute = ''] = timeTexts(time, options);
  const age = formatAgo(time, options.now);
  const end = age === '' ? '' : `, ${age}`;
  return [
    [clock, zoned.slice(clock.length) + end] as const,
    [clock, end] as const,
    [minute, end] as const,
  ].map(([start, rest]) => [
    ['as of ', muted],
    [start, strong],
    [rest, muted],
  ]);
}

const BREADTH_GAP = ['   ', unpainted] as const;
const MAX_BAR = 20;
/** The zone gives way before the bar becomes shorter. */
const USUAL_BAR = 10;
const MIN_BAR = 5;

/** What a line has, from the longest: an index of the texts of its time, and the least length of the bar. */
const LINES = [
  [0, USUAL_BAR],
  [1, MIN_BAR],
  [1, 0],
  [2, 0],
] as const;
/** Recorded data has its time in the label. */
const RECORDED_LINES = [
  [0, MIN_BAR],
  [0, 0],
  [1, 0],
  [2, 0],
] as const;

/** `231 up ▓▓▓▓▓▓░░░░ 154 down`, with a bar as long as there is room for; null if there is less room than for the shortest one. */
function breadthPieces(
  { advancers, decliners, share }: Breadth,
  room: number,
  leastBar: number,
  theme: Theme,
): Segment | null {
  const up: Piece = [`${advancers ?? ABSENT} up`, theme.up];
  const down: Piece = [`${decliners ?? ABSENT} down`, theme.down];
  const blank: Piece = [' ', unpainted];
  const spare = room - widthOf([up, blank, down]);
  if (spare < 0) return null;
  if (share === null) return [up, blank, down];
  const cells = Math.min(MAX_BAR, spare - 1);
  if (cells < leastBar) return null;
  if (cells < MIN_BAR) return [up, blank, down];
  const filled = Math.round(cells * share);
  const bar: Segment = [
    ['▓'.repeat(filled), theme.up],
    ['░'.repeat(cells - filled), theme.down],
  ];
  return [up, blank, ...bar, blank, down];
}

/** `now, gain: 14:29:00 UTC, the newest snapshot`: what older data is compared with. */
function renderNewestTime(newestAt: number, style: Style): string {
  const times = timeTexts(newestAt, style);
  const texts = [`${times[0]}, the newest snapshot`, ...times].map((text) => `now, gain: ${text}`);
  return style.theme.muted(clip(fitText(style.width, ...texts), style.width));
}

/** Says why a snapshot has no top play. Of data of the past, nothing is said about now. */
export function noTopPlay(
  topPlay: null | undefined,
  { isRecorded = false }: Pick<DataOrigin, 'isRecorded'>,
): string {
  if (topPlay === undefined) return 'The top play is not in this snapshot.';
  return isRecorded ? 'No symbol qualified.' : 'No symbol qualifies right now.';
}

const REASON_GAP = ' · ';

/** The top play in a heavy frame as wide as the line. */
export function renderTopPlay(topPlay: Snapshot['topPlay'], options: HeaderOptions): PaintedLines {
  if (options.mode === 'plain') return renderPlainTopPlay(topPlay, options);
  const { width, theme, outcomes } = options;
  const inner = width - 4;
  const lines =
    topPlay == null
      ? [clip(noTopPlay(topPlay, options), inner)]
      : describe(topPlayRow(topPlay, {}, outcomes), topPlay.reasons, { ...options, width: inner });
  return drawBox(lines, width, ['TOP PLAY', theme.accent], [HEAVY, theme.accent]);
}

/** The top play on one line, and its reasons on another; for older data also its outcome. */
function renderPlainTopPlay(topPlay: Snapshot['topPlay'], style: HeaderOptions): PaintedLines {
  const label: Piece = ['top play', style.theme.accent];
  if (topPlay == null) return [plainLine([label, [noTopPlay(topPlay, style), unpainted]])];
  const row = topPlayRow(topPlay, {}, style.outcomes);
  const figures = topPlayPieces(row, ['symbol', 'name', 'price', 'dayPct'], style);
  const outcome = row.outcome === undefined ? [] : [nowPiece(row, style), namedPiece('gain', row, style)];
  const [reasons] = pieceOf('reasons', row, style);
  return [
    plainLine([label, ...figures.toSpliced(1, 0, ...outcome)]),
    ...(reasons === NONE ? [] : [`  ${style.theme.muted(reasons)}`]),
  ];
}

/** `now 5 boards`, or `left 14:24`. */
function nowPiece(row: Row, style: Style): Piece {
  const boards = boardsNow(row);
  const now = pieceOf('now', row, style);
  if (row.outcome != null && boards === null) return now;
  const [text, paint] = inBoards(now, boards);
  return [`now ${text}`, paint];
}

function describe(row: Row, reasons: TopPlay['reasons'], style: Style): PaintedLines {
  const { width, theme } = style;
  const { name, boards } = row;
  const symbol = clip(pieceOf('symbol', row, style)[0], 12);
  const [price, change, volume] = figurePieces(row, style);
  const count: Piece = [`${formatConfluence(boards)} ${boards === 1 ? 'board' : 'boards'}`, theme.accent];
  return [
    titleLine([symbol, theme.strong], name, pieceOf('bias', row, style), width),
    ...flow([[price], [change], [count], [volume]], width),
    ...(row.outcome == null ? [] : flow(outcomeSegments(row, style), width)),
    ...reasonLines(reasons, width, theme),
  ];
}

/** `now ◆5 boards` and `gain +1.20%`; `left 14:24` and `gain -0.30%`. */
function outcomeSegments(row: Row, style: Style): ReadonlyArray<Segment> {
  const { muted } = style.theme;
  const boards = boardsNow(row);
  const now = pieceOf('now', row, style);
  const [label, noun] = boards === null ? ['', ''] : ['now ', boards === 1 ? ' board' : ' boards'];
  return [
    [[label, muted], now, [noun, now[1]]],
    [['gain ', muted], pieceOf('gain', row, style)],
  ];
}

/** Reasons joined by `·`, on as many lines as they need. One that is longer than a line is cut. */
function reasonLines(reasons: ReadonlyArray<string>, width: number, { muted }: Theme): PaintedLines {
  const texts = reasons.map((reason) => clip(reason, width));
  return flowTexts(
    texts.filter((text) => text !== ''),
    width,
    REASON_GAP,
  ).map((line) => muted(line));
}

/** `TOP  TLLT $91.53 -1.39% ◆5-`. Boards and bias give way first. */
export function renderTopLine(
  topPlay: Snapshot['topPlay'],
  { width, theme, ...origin }: Pick<HeaderOptions, 'width' | 'theme' | 'isRecorded'>,
): string {
  const title: Piece = [width < 40 ? 'TOP ' : 'TOP  ', theme.accent];
  if (topPlay == null) return joinPieces([title, [noTopPlay(topPlay, origin), theme.muted]], width);
  const { symbol, price, dayPct } = topPlay;
  const start: Segment = [
    title,
    [symbol === null ? ABSENT : clip(symbol, 12), theme.strong],
    [price === null ? '' : ` $${formatPrice(price)}`, unpainted],
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
  ];
  const standing = fieldNamed('standing');
  const row = topPlayRow(topPlay);
  const text = standing.text(row, ON_SCREEN, 3).trimEnd();
  return fitPieces(width, [...start, [` ${text}`, paintOf(standing, row, theme)]], start);
}

/** As `renderTopLine`; for older data with the outcome of the top play, where it fits. */
export function renderTopPlayLine(topPlay: Snapshot['topPlay'], options: HeaderOptions): string {
  const line = renderTopLine(topPlay, options);
  const row = topPlay == null ? null : topPlayRow(topPlay, {}, options.outcomes);
  if (row?.outcome == null) return line;
  const outcome = outcomeSegments(row, options).map((segment) => joinPieces(segment, options.width));
  return flowTexts([line, ...outcome], options.width, GAP[0])[0] ?? line;
}

/** How long there has been the same top play: `for 3 min`, `new`; `for 29 min or more` where memory does not reach back further, or there is a gap. */
export function topPlayDuration({ milliseconds, isAtLeast }: Age): string {
  if (!(milliseconds >= MINUTE_MS)) return isAtLeast ? '' : 'new';
  return `for ${formatDuration(milliseconds)}${isAtLeast ? ' or more' : ''}`;
}
