import { ON_SCREEN, type Row } from '../fields/field.ts';
import { boardsNow, fieldNamed, formatConfluence, paintOf, paintOfSign } from '../fields/fields.ts';
import { sharedSnapshot, topPlayRow } from '../fields/row.ts';
import type { OutcomesAcross, SymbolOutcomes } from '../market/symbol-outcomes.ts';
import type { Age } from '../market/timeline/runs.ts';
import type { Breadth, Snapshot, TopPlay } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import {
  ABSENT,
  formatAgo,
  formatDuration,
  formatFullTime,
  formatPercent,
  formatPrice,
  NONE,
  SESSION_SIGNS,
  timeTexts,
} from '../text/format.ts';
import { type DataOrigin, labelLines, labelTexts } from '../text/label.ts';
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
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { MINUTE_MS } from '../time.ts';
import {
  figurePieces,
  inBoards,
  labelPieces,
  namedPiece,
  pieceOf,
  plainLine,
  titleLine,
  topPlayPieces,
} from './pieces.ts';

const MAX_BAR_WIDTH = 40;
const GAP = ['  ', unpainted] as const;

/** The label of recorded data has its time, in place of `as of`. */
export interface HeaderOptions extends Ctx, DataOrigin {
  /** For older data: what became of its symbols by the newest snapshot. */
  readonly outcomes?: SymbolOutcomes | null | undefined;
}

/** Of outputs that have a line or a column for each timeframe. */
export interface TimeframesOptions extends HeaderOptions {
  readonly outcomes?: OutcomesAcross | undefined;
}

/**
 * Timeframe, session and `asOf` on one line (two or three in a narrow pane), then breadth, and what data is compared with. Of
 * several snapshots the oldest of their times, so that no data looks fresher than it is.
 */
export function renderHeader(snapshots: ReadonlyArray<Snapshot>, options: HeaderOptions): PaintedLines {
  const { width, theme, outcomes } = options;
  const shared = sharedSnapshot(snapshots);
  if (shared === null) return [];
  if (options.style === 'plain') return renderPlainHeader(shared, options);
  return [
    ...renderStatus(shared, options),
    ...(shared.breadth === null ? [] : [renderBreadth(shared.breadth, width, theme)]),
    ...(outcomes == null ? [] : [renderNewestTime(outcomes.newestAt, options)]),
  ];
}

/** `day  open  as of 2026-11-20 14:32:00 EST  SANDBOX`, then breadth, and what older data is compared with. Of several, the oldest. */
function renderPlainHeader(shared: Snapshot, options: HeaderOptions): PaintedLines {
  const { timeframe, session, breadth, time } = shared;
  const { theme, outcomes } = options;
  const lines: Array<Segment> = [
    [
      [timeframe ?? 'unknown', theme.title],
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

/** On one line with the label of what is not live, or on as many as are needed. The age and the zone give way first. */
function renderStatus(snapshot: Snapshot, options: HeaderOptions): PaintedLines {
  const { width, theme, now, isRecorded = false } = options;
  const { session, time } = snapshot;
  const name: Piece = [clip(cleanText(snapshot.timeframe ?? 'unknown').toUpperCase(), 12), theme.title];
  const status: Piece = [
    session === null ? 'session unknown' : `${SESSION_SIGNS[session]} ${session}`,
    session === 'open' ? theme.strong : theme.muted,
  ];
  const age = formatAgo(time, now);
  const [zoned = '', clock = ''] = timeTexts(time, options);
  const asOfWith = (text: string, end = ''): Segment => [
    ['as of ', theme.muted],
    [clock, theme.strong],
    [text.slice(clock.length) + end, theme.muted],
  ];
  // The label of recorded data has the time.
  const times = isRecorded
    ? [[]]
    : [asOfWith(zoned, age === '' ? '' : `, ${age}`), asOfWith(zoned), asOfWith(clock)];
  const labels = labelTexts(options, time, options).map(
    (text): Segment => [[text && ` ${text} `, theme.badge]],
  );
  const least = Math.min(...labels.map(widthOf));
  const line = times
    .map((each): Segment => [name, GAP, status, ...(each.length > 0 ? [GAP, ...each] : [])])
    .find((each) => widthOf(each) + (least === 0 ? 0 : least + GAP[0].length) <= width);
  if (line !== undefined) return [ends(width, line, ...labels)];
  const below = labelLines(options, time, options).map((text): Segment => [[text, theme.badge]]);
  return flow([[name], [status], ...below, ...(isRecorded ? [] : [asOfWith(zoned)])], width);
}

/** `231 up ▓▓▓▓▓▓░░░░ 154 down of 400 symbols`: advancers and decliners as numbers and as a bar. */
function renderBreadth(breadth: Breadth, width: number, theme: Theme): string {
  const { advancers, decliners, symbols, share } = breadth;
  const up = `${advancers ?? ABSENT} up`;
  const down = `${decliners ?? ABSENT} down`;
  const universe = symbols === null ? '' : `  of ${symbols} symbols`;
  const barSpace = width - displayWidth(up) - displayWidth(down) - 2;
  const tail = fitText(barSpace - 10, universe, '');
  const cells = Math.min(MAX_BAR_WIDTH, Math.max(0, barSpace - tail.length));
  const filled = Math.round(cells * (share ?? 0));
  return joinPieces(
    [
      [up, theme.up],
      [' ', unpainted],
      ['▓'.repeat(filled), theme.up],
      ['░'.repeat(share === null ? 0 : cells - filled), theme.down],
      [share === null ? '· ' : ' ', unpainted],
      [down, theme.down],
      [tail, theme.muted],
    ],
    width,
  );
}

/** `now, gain: 14:29:00 UTC, the newest snapshot`: what older data is compared with. */
function renderNewestTime(newestAt: number, ctx: Ctx): string {
  const times = timeTexts(newestAt, ctx);
  const texts = [`${times[0]}, the newest snapshot`, ...times].map((text) => `now, gain: ${text}`);
  return ctx.theme.muted(clip(fitText(ctx.width, ...texts), ctx.width));
}

/** Says why a snapshot has no top play. Of data of the past, nothing is said about now. */
function noTopPlay(
  topPlay: null | undefined,
  { isRecorded = false }: Pick<DataOrigin, 'isRecorded'>,
): string {
  if (topPlay === undefined) return 'Not in this snapshot.';
  return isRecorded ? 'No symbol qualified.' : 'No symbol qualifies right now.';
}

const REASON_GAP = ' · ';

/** More reasons are not shown, however much room there is: the service may send any number. */
export const MAX_REASONS = 24;

/** The top play in a heavy frame as wide as the line. */
export function renderTopPlay(topPlay: Snapshot['topPlay'], options: HeaderOptions): PaintedLines {
  if (options.style === 'plain') return renderPlainTopPlay(topPlay, options);
  const { width, theme, outcomes } = options;
  const inner = width - 4;
  const lines =
    topPlay == null
      ? [clip(noTopPlay(topPlay, options), inner)]
      : describe(topPlayRow(topPlay, {}, outcomes), topPlay.reasons, { ...options, width: inner });
  return drawBox(lines, width, ['TOP PLAY', theme.accent], [HEAVY, theme.accent]);
}

/** The top play on one line, and its reasons on another; for older data also what became of it. */
function renderPlainTopPlay(topPlay: Snapshot['topPlay'], ctx: HeaderOptions): PaintedLines {
  const label: Piece = ['top play', ctx.theme.accent];
  if (topPlay == null) return [plainLine([label, [noTopPlay(topPlay, ctx), unpainted]])];
  const row = topPlayRow(topPlay, {}, ctx.outcomes);
  const figures = topPlayPieces(row, ['symbol', 'name', 'price', 'dayPct'], ctx);
  const became = row.outcome === undefined ? [] : [nowPiece(row, ctx), namedPiece('gain', row, ctx)];
  const [reasons] = pieceOf('reasons', row, ctx);
  return [
    plainLine([label, ...figures.toSpliced(1, 0, ...became)]),
    ...(reasons === NONE ? [] : [`  ${ctx.theme.muted(reasons)}`]),
  ];
}

/** `now 5 boards`, or `left 14:24`. */
function nowPiece(row: Row, ctx: Ctx): Piece {
  const boards = boardsNow(row);
  const now = pieceOf('now', row, ctx);
  if (row.outcome != null && boards === null) return now;
  const [text, paint] = inBoards(now, boards);
  return [`now ${text}`, paint];
}

function describe(row: Row, reasons: TopPlay['reasons'], ctx: Ctx): PaintedLines {
  const { width, theme } = ctx;
  const { name, boards } = row;
  const symbol = clip(pieceOf('symbol', row, ctx)[0], 12);
  const [price, change, volume] = figurePieces(row, ctx);
  const count: Piece = [`${formatConfluence(boards)} ${boards === 1 ? 'board' : 'boards'}`, theme.accent];
  return [
    titleLine([symbol, theme.strong], name, pieceOf('bias', row, ctx), width),
    ...flow([[price], [change], [count], [volume]], width),
    ...(row.outcome == null ? [] : flow(outcomeSegments(row, ctx), width)),
    ...reasonLines(reasons, width, theme),
  ];
}

/** `now ◆5 boards` and `gain +1.20%`; `left 14:24` and `gain -0.30%`. */
function outcomeSegments(row: Row, ctx: Ctx): ReadonlyArray<Segment> {
  const { muted } = ctx.theme;
  const boards = boardsNow(row);
  const now = pieceOf('now', row, ctx);
  const [label, noun] = boards === null ? ['', ''] : ['now ', boards === 1 ? ' board' : ' boards'];
  return [
    [[label, muted], now, [noun, now[1]]],
    [['gain ', muted], pieceOf('gain', row, ctx)],
  ];
}

/** Reasons joined by `·` on at most two lines, of which the second may be cut. */
function reasonLines(reasons: ReadonlyArray<string>, width: number, { muted }: Theme): PaintedLines {
  const texts = reasons.slice(0, MAX_REASONS).map((reason) => clip(cleanText(reason), width));
  const [first = '', ...others] = flowTexts(texts, width, REASON_GAP);
  const lines = [first, others.join(REASON_GAP)].filter((line) => line !== '');
  return lines.map((line) => muted(clip(line, width)));
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
    [symbol === null ? ABSENT : clip(cleanText(symbol), 12), theme.strong],
    [price === null ? '' : ` $${formatPrice(price)}`, unpainted],
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
  ];
  const standing = fieldNamed('standing');
  const row = topPlayRow(topPlay);
  const text = standing.text(row, ON_SCREEN, 3);
  return fitPieces(width, [...start, [` ${text}`, paintOf(standing, row, theme)]], start);
}

/** How long there has been the same top play: `for 3 min`, `new`; `for 29 min or more` where memory does not reach back further, or there is a hole. */
export function topPlayDuration({ milliseconds, isAtLeast }: Age): string {
  if (!(milliseconds >= MINUTE_MS)) return isAtLeast ? '' : 'new';
  return `for ${formatDuration(milliseconds)}${isAtLeast ? ' or more' : ''}`;
}
