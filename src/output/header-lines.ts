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
import { fitLine, fitParts, shortening, withPriority } from '../text/parts.ts';
import { clip } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
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

export interface HeaderOptions extends Style, DataOrigin {
  /** Only for older data. */
  readonly outcomes?: SymbolOutcomes | null | undefined;
}

/** For outputs with a line or a column for each timeframe. */
export interface TimeframesOptions extends HeaderOptions {
  readonly outcomes?: OutcomesAcross | undefined;
}

/** Several snapshots show their oldest time, so that no data looks fresher than it is. */
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

/** `day  open  as of 2026-11-20 14:32:00 EST  SANDBOX`, then breadth. */
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
    lines.push([[`now and gain refer to ${formatFullTime(outcomes.newestAt, options)}`, theme.muted]]);
  return lines.map(plainLine);
}

/** The bar shrinks first, then the zone is dropped, then the bar shrinks again. */
const PRIORITY = { longBar: 0, zone: 1, bar: 2, time: 3 };

/** Draws one line. If it is too narrow, breadth gets its own line, and then every other item. */
function renderStatus(snapshot: SharedSnapshot, options: HeaderOptions): PaintedLines {
  const { width, theme, isRecorded = false } = options;
  const { time, breadth } = snapshot;
  const [name, status] = namesOf(snapshot, options);
  // The label of recorded data contains the time.
  const asOf = isRecorded ? [] : asOfParts(time, options);
  const labels = labelTexts(options, time, options).map((text) => text && ` ${theme.glyphs(text)} `);
  const end = [shortening(labels, theme.badge, PRIORITY.time)];
  const start = [name, GAP, status, ...(isRecorded ? [] : [GAP, ...asOf])];
  const bar = breadth === null ? [] : breadthParts(breadth, theme);
  const whole = fitParts(breadth === null ? start : [...start, BREADTH_GAP, ...bar], width, end);
  if (widthOf(whole) <= width) return [joinPieces(whole, width)];
  const below = fitParts(bar, width);
  const alone = fitParts(start, width, end);
  if (widthOf(alone) <= width) return flow([alone, below], width);
  const label = labelLines(options, time, options).map((text): Segment => [[text, theme.badge]]);
  return flow([[name], [status], ...label, fitParts(asOf, width), below], width);
}

function namesOf(
  { timeframe, session }: SharedSnapshot,
  { theme }: Style,
): readonly [name: Piece, status: Piece] {
  return [
    [clip(timeframe.toUpperCase(), 12), theme.title],
    [theme.glyphs(sessionText(session)), session === 'open' ? theme.strong : theme.muted],
  ];
}

/** `as of 14:32:00 EST, 12 s ago`, then without the zone, then without seconds. */
function asOfParts(time: number | null, options: HeaderOptions): Segment {
  const { muted, strong } = options.theme;
  const [zoned = '', clock = '', minute = ''] = timeTexts(time, options);
  const age = formatAgo(time, options.now);
  const end = age === '' ? '' : `, ${age}`;
  return [
    ['as of ', muted],
    shortening([clock, minute], strong, PRIORITY.time),
    shortening([zoned.slice(clock.length) + end, end], muted, PRIORITY.zone),
  ];
}

const BREADTH_GAP = ['   ', unpainted] as const;
const MAX_BAR = 20;
/** The zone gives way before the bar becomes shorter than this. */
const USUAL_BAR = 10;
const MIN_BAR = 5;

/** `231 up ▓▓▓▓▓▓░░░░ 154 down` */
function breadthParts({ advancers, decliners, share }: Breadth, theme: Theme): Segment {
  return [
    [`${advancers ?? ABSENT} up`, theme.up],
    share === null ? ['', unpainted] : barPart(MAX_BAR, barPaint(share, theme)),
    [' ', unpainted],
    [`${decliners ?? ABSENT} down`, theme.down],
  ];
}

/** Shrinks cell by cell. When the zone gives way, the bar starts again at its full length. */
function barPart(cells: number, paint: Paint, hasZone = true): Piece {
  const text = ' '.repeat(1 + cells);
  if (cells > (hasZone ? USUAL_BAR : MIN_BAR))
    return [text, paint, hasZone ? PRIORITY.longBar : PRIORITY.bar, barPart(cells - 1, paint, hasZone)];
  return hasZone ? [text, paint, PRIORITY.zone, barPart(MAX_BAR, paint, false)] : [text, paint, PRIORITY.bar];
}

/** Paints all blanks but the first as a bar, with this share for advancers. */
export function barPaint(share: number, theme: Theme): Paint {
  return ({ length }) => {
    const filled = Math.round((length - 1) * share);
    return ` ${theme.up('▓'.repeat(filled))}${theme.down('░'.repeat(length - 1 - filled))}`;
  };
}

/** `now, gain: at 14:29:00 UTC (newest snapshot)` */
function renderNewestTime(newestAt: number, style: Style): string {
  const times = timeTexts(newestAt, style);
  const texts = [`${times[0]} (newest snapshot)`, ...times].map((text) => `now, gain: at ${text}`);
  return style.theme.muted(clip(fitText(style.width, ...texts), style.width));
}

export function noTopPlay(
  topPlay: null | undefined,
  { isRecorded = false }: Pick<DataOrigin, 'isRecorded'>,
): string {
  if (topPlay === undefined) return 'The top play is unknown: it is not in this snapshot.';
  return isRecorded ? 'No symbol qualified.' : 'No symbol qualifies right now.';
}

const REASON_GAP = ' · ';

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

/** `now ◆5 boards` and `gain +1.20%`; `left 14:24` and `gain -0.30%` */
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

function reasonLines(reasons: ReadonlyArray<string>, width: number, { muted, glyphs }: Theme): PaintedLines {
  const texts = reasons.map((reason) => clip(reason, width));
  return flowTexts(
    texts.filter((text) => text !== ''),
    width,
    glyphs(REASON_GAP),
  ).map((line) => muted(line));
}

/** `TOP  TLLT $91.53 -1.39% ◆5-`; `◆5-` gives way if the line is too narrow. */
export function topLineParts(
  topPlay: Snapshot['topPlay'],
  { width, theme, ...origin }: Pick<HeaderOptions, 'width' | 'theme' | 'isRecorded'>,
): Segment {
  const title: Piece = [width < 40 ? 'TOP ' : 'TOP  ', theme.accent];
  if (topPlay == null) return [title, [noTopPlay(topPlay, origin), theme.muted]];
  const { symbol, price, dayPct } = topPlay;
  const standing = fieldNamed('standing');
  const row = topPlayRow(topPlay);
  return [
    title,
    [symbol === null ? ABSENT : clip(symbol, 12), theme.strong],
    [price === null ? '' : ` $${formatPrice(price)}`, unpainted],
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
    [` ${standing.text(row, ON_SCREEN, 3).trimEnd()}`, paintOf(standing, row, theme), 0],
  ];
}

export function renderTopPlayLine(topPlay: Snapshot['topPlay'], options: HeaderOptions): string {
  const row = topPlay == null ? null : topPlayRow(topPlay, {}, options.outcomes);
  const outcome = row?.outcome == null ? [] : outcomeSegments(row, options);
  const parts = outcome.flatMap((segment, index) => withPriority([GAP, ...segment], -1 - index));
  return fitLine([...topLineParts(topPlay, options), ...parts], options.width);
}

/** `for 3 min`; `new`; `for 29 min or more` if memory does not reach back to the start. */
export function topPlayDuration({ milliseconds, isAtLeast }: Age): string {
  if (!(milliseconds >= MINUTE_MS)) return isAtLeast ? '' : 'new';
  return `for ${formatDuration(milliseconds)}${isAtLeast ? ' or more' : ''}`;
}
