import type { Row } from '../fields/field.ts';
import { boardsNow, fieldNamed, formatConfluence, paintedParts, paintOfSign } from '../fields/fields.ts';
import { sharedSnapshot, topPlayRow } from '../fields/row.ts';
import type { SymbolOutcomes } from '../market/symbol-outcomes.ts';
import type { AsOf } from '../market/timeline/as-of.ts';
import type { Breadth, Simulated, Snapshot, TopPlay } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import {
  ABSENT,
  formatAge,
  formatDuration,
  formatPercent,
  formatPrice,
  formatTime,
  SESSION_SIGNS,
  timeTexts,
  UNKNOWN_TIME,
} from '../text/format.ts';
import { badgeBeside, badgeLines } from '../text/label.ts';
import {
  drawBox,
  fitPieces,
  fitText,
  flow,
  flowTexts,
  HEAVY,
  joinPieces,
  type Line,
  type Lines,
  type Piece,
  type Segment,
  widthOf,
} from '../text/lines.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { MINUTE_MS, zoneName } from '../time.ts';
import type { Timeframe } from '../vocabulary.ts';
import { figurePieces, pieceOf, titleLine } from './pieces.ts';

const MAX_BAR_WIDTH = 40;

export interface HeaderOptions extends Ctx {
  /** Whether the data is simulated; simulated data is always labelled. */
  readonly isSimulated: Simulated;
  /** Whether the data is recorded; then RECORDED with its time replaces `as of`. By default false. */
  readonly isRecorded?: boolean | undefined;
  /** For older data: what became of its symbols by the newest snapshot. */
  readonly outcomes?: SymbolOutcomes | null | undefined;
}

/** Of outputs that have a line or a column for each timeframe. */
export interface TimeframesOptions extends HeaderOptions {
  readonly outcomesIn?: ReadonlyMap<Timeframe, SymbolOutcomes> | undefined;
}

/**
 * Timeframe, session and `asOf` on one line (two or three in a narrow pane), then breadth, and what data is compared with. Of
 * several snapshots the oldest of their times, so that no data looks fresher than it is.
 */
export function renderHeader(snapshots: ReadonlyArray<Snapshot>, options: HeaderOptions): Lines {
  const { width, theme, outcomes } = options;
  const shared = sharedSnapshot(snapshots);
  if (shared === null) return [];
  return [
    ...renderStatus(shared, options),
    ...(shared.breadth === null ? [] : [renderBreadth(shared.breadth, width, theme)]),
    ...(outcomes == null ? [] : [renderNewestTime(outcomes.newestAt, options)]),
  ];
}

function renderStatus(snapshot: Snapshot, options: HeaderOptions): Lines {
  const { width, theme, nowMilliseconds, isSimulated, isRecorded = false } = options;
  const { session, asOfMilliseconds: asOf } = snapshot;
  const timeframe = clip(cleanText(snapshot.timeframe ?? 'unknown').toUpperCase(), 12);
  const sessionText = session === null ? 'session unknown' : `${SESSION_SIGNS[session]} ${session}`;
  const gap = ['  ', unpainted] as const;
  const name: Piece = [timeframe, theme.title];
  const status: Piece = [sessionText, session === 'open' ? theme.strong : theme.muted];
  const start = [name, gap, status];
  const origin = { isSimulated, isRecorded };
  const labelTime = { ...options, asOf };
  // That of recorded data has the time.
  const badge = badgeBeside(origin, labelTime, width - widthOf(start) - 1);
  if (badge === null)
    return [
      ...badgeLines(origin, labelTime, width).map((text) => theme.badge(clip(text, width))),
      ...flow([[name], [status]], width).map(({ painted }) => painted),
    ];
  if (isRecorded) return [withBadge(start, badge, options)];
  const time = formatTime(asOf, options);
  const zone = time === UNKNOWN_TIME ? '' : ` ${zoneName(asOf ?? Number.NaN, options.timeZone)}`;
  const age = formatAge(asOf, nowMilliseconds);
  const ago = age === '' ? '' : `, ${age}`;
  const asOfWith = (end: string): Segment => [
    ['as of ', theme.muted],
    [time, theme.strong],
    [end, theme.muted],
  ];
  // A badge begins with a blank of its own.
  const room = width - displayWidth(badge);
  const whole = [zone + ago, ago, zone, ''].map((end) => [...start, gap, ...asOfWith(end)]);
  const fitting = whole.find((line) => widthOf(line) <= room);
  if (fitting !== undefined) return [withBadge(fitting, badge, options)];
  const below = flow([[status], asOfWith(zone)], width);
  return [withBadge([name], badge, options), ...below.map(({ painted }) => painted)];
}

function withBadge(pieces: Segment, badge: string, { width, theme }: HeaderOptions): string {
  const line = joinPieces(pieces, width - displayWidth(badge));
  if (badge === '') return line.painted;
  return `${line.painted}${' '.repeat(width - displayWidth(line.plain) - displayWidth(badge))}${theme.badge(badge)}`;
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
  ).painted;
}

/** `now, gain: 14:29:00 UTC, the newest snapshot`: what older data is compared with. */
function renderNewestTime(newestAt: number, ctx: Ctx): string {
  const times = timeTexts(newestAt, ctx);
  const texts = [`${times[0]}, the newest snapshot`, ...times].map((text) => `now, gain: ${text}`);
  return joinPieces([[fitText(ctx.width, ...texts), ctx.theme.muted]], ctx.width).painted;
}

const NO_TOP_PLAY = 'No symbol qualifies right now.';

const GAP = '  ';
const MAX_REASON_LINES = 2;

/** More reasons are not shown, however much room there is: the service may send any number. */
export const MAX_REASONS = 24;

/** The top play in a heavy frame as wide as the line. */
export function renderTopPlay(topPlay: TopPlay | null, options: HeaderOptions): Lines {
  const { width, theme, outcomes } = options;
  const inner = width - 4;
  const lines =
    topPlay === null
      ? [joinPieces([[NO_TOP_PLAY, unpainted]], inner)]
      : describe(topPlayRow(topPlay, {}, outcomes), topPlay.reasons, { ...options, width: inner });
  return drawBox(lines, width, ['TOP PLAY', theme.accent], [HEAVY, theme.accent]);
}

function describe(row: Row, reasons: TopPlay['reasons'], ctx: Ctx): ReadonlyArray<Line> {
  const { width, theme } = ctx;
  const { name, boards } = row;
  const symbol = clip(pieceOf('symbol', row, ctx)[0], 12);
  const [price, change, volume] = figurePieces(row, ctx);
  const gap: Piece = [GAP, unpainted];
  const count: Piece = [`${formatConfluence(boards)} ${boards === 1 ? 'board' : 'boards'}`, theme.accent];
  return [
    titleLine([symbol, theme.strong], name, pieceOf('bias', row, ctx), width),
    fitPieces(
      width,
      [price, gap, change, gap, count, gap, volume],
      [price, gap, change, gap, count],
      [price, gap, change],
    ),
    ...(row.outcome == null ? [] : [outcomeLine(row, ctx)]),
    ...wrapReasons(reasons, width, theme),
  ];
}

/** `now ◆5 boards  gain +1.20%`, or shorter; `left 14:24  gain -0.30%`. */
function outcomeLine(row: Row, ctx: Ctx): Line {
  const { width, theme } = ctx;
  const boards = boardsNow(row);
  const now = pieceOf('now', row, ctx);
  const [label, noun] = boards === null ? ['', ''] : ['now ', boards === 1 ? ' board' : ' boards'];
  const start: Segment = [[label, theme.muted], now];
  const gain: Segment = [[`${GAP}gain `, theme.muted], pieceOf('gain', row, ctx)];
  return fitPieces(width, [...start, [noun, now[1]], ...gain], [...start, ...gain]);
}

/** Reasons joined by `·` on at most two lines; `…` marks omitted reasons. */
function wrapReasons(reasons: ReadonlyArray<string>, width: number, theme: Theme): ReadonlyArray<Line> {
  const texts = reasons.slice(0, MAX_REASONS).map((reason) => clip(cleanText(reason), width));
  const lines = flowTexts(texts, width, ' · ');
  const shown = lines.slice(0, MAX_REASON_LINES).map((line, index) => {
    const isCut = index === MAX_REASON_LINES - 1 && lines.length > MAX_REASON_LINES;
    return isCut ? `${clip(line, width - 2).replace(/…$/, '')} …` : line;
  });
  return shown.map((text) => joinPieces([[text, theme.muted]], width));
}

/** `TOP  TLLT $91.53 -1.39% ◆5-`. Boards and bias give way first. */
export function renderTopLine(topPlay: TopPlay | null, width: number, theme: Theme): Line {
  const title: Piece = [width < 40 ? 'TOP ' : 'TOP  ', theme.accent];
  if (topPlay === null) return joinPieces([title, [NO_TOP_PLAY, theme.muted]], width);
  const { symbol, price, dayPct } = topPlay;
  const start: Segment = [
    title,
    [symbol === null ? ABSENT : clip(cleanText(symbol), 12), theme.strong],
    [price === null ? '' : ` $${formatPrice(price)}`, unpainted],
    [` ${formatPercent(dayPct)}`, paintOfSign(theme, dayPct)],
  ];
  const standing = paintedParts(fieldNamed('standing'), topPlayRow(topPlay), theme);
  return fitPieces(width, [...start, [' ', unpainted], ...standing], start);
}

/** How long there has been the same top play: `for 3 min`, `new`; `for 29 min or more` where memory does not reach back further, or there is a hole. */
export function topPlayDuration(
  asOf: number,
  { formerTopPlay, partStartsAt }: Pick<AsOf, 'formerTopPlay' | 'partStartsAt'>,
): string {
  const milliseconds = asOf - (formerTopPlay?.sinceMilliseconds ?? partStartsAt ?? asOf);
  if (!(milliseconds >= MINUTE_MS)) return formerTopPlay === null ? '' : 'new';
  return `for ${formatDuration(milliseconds)}${formerTopPlay === null ? ' or more' : ''}`;
}
