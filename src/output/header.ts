import { sharedSnapshot } from '../fields/row.ts';
import type { Breadth, Simulated, Snapshot } from '../service/snapshot.ts';
import { joinPieces, type Lines } from '../text/box.ts';
import type { Ctx } from '../text/ctx.ts';
import { fitText, widthOf } from '../text/fit.ts';
import { flow, type Segment } from '../text/flow.ts';
import {
  ABSENT,
  formatAge,
  formatMinute,
  formatTime,
  formatTimeWithZone,
  SESSION_SIGNS,
  UNKNOWN_TIME,
} from '../text/format.ts';
import { badgeBeside, badgeLines, originBadge } from '../text/label.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { zoneName } from '../time-zone.ts';

const MAX_BAR_WIDTH = 40;

export interface HeaderOptions extends Ctx {
  /** Whether the data is simulated; simulated data is always labelled. */
  readonly isSimulated: Simulated;
  /** Whether the data is recorded; then RECORDED with its time replaces `as of`. By default false. */
  readonly isRecorded?: boolean | undefined;
  /** Whether to show the age of the data. A live pane does not: the age would be outdated until the next frame. */
  readonly showAge: boolean;
  /** The time of the newest snapshot, which older data is compared with; undefined if there is nothing to compare. */
  readonly newestAt?: number | undefined;
}

/** Timeframe, session and `asOf` on one line (two or three in a narrow pane), then breadth, and what data is compared with. */
export function renderHeader(snapshot: Snapshot, options: HeaderOptions): Lines {
  const lines = [...renderStatus(snapshot, options)];
  if (snapshot.breadth !== null) lines.push(renderBreadth(snapshot.breadth, options.width, options.theme));
  if (options.newestAt !== undefined) lines.push(renderNewestTime(options.newestAt, options));
  return lines;
}

/** One header for several snapshots. It shows the oldest of their times, so that no data looks fresher than it is. */
export function renderSharedHeader(snapshots: ReadonlyArray<Snapshot>, options: HeaderOptions): Lines {
  const shared = sharedSnapshot(snapshots);
  return shared === null ? [] : renderHeader(shared, options);
}

function renderStatus(snapshot: Snapshot, options: HeaderOptions): Lines {
  const { width, theme, nowMilliseconds, isSimulated, showAge } = options;
  const { session, asOfMilliseconds } = snapshot;
  const timeframe = clip(cleanText(snapshot.timeframe ?? 'unknown').toUpperCase(), 12);
  const sessionText = session === null ? 'session unknown' : `${SESSION_SIGNS[session]} ${session}`;
  const time = formatTime(asOfMilliseconds, options);
  const zone = time === UNKNOWN_TIME ? '' : ` ${zoneName(asOfMilliseconds ?? Number.NaN, options.timeZone)}`;
  const age = showAge ? formatAge(asOfMilliseconds, nowMilliseconds) : '';
  const name: Segment = [[timeframe, theme.title]];
  const status: Segment = [[sessionText, session === 'open' ? theme.strong : theme.muted]];
  const timestamp: Segment = [
    ['as of ', theme.muted],
    [time, theme.strong],
  ];
  const zoned: Segment = [...timestamp, [zone, theme.muted]];
  const gap = ['  ', unpainted] as const;
  if (options.isRecorded === true) return renderRecorded(name, status, snapshot, options);
  const badge = originBadge(isSimulated, width);
  const layouts: ReadonlyArray<ReadonlyArray<Segment>> = [
    [[...name, gap, ...status, gap, ...zoned, [age === '' ? '' : `, ${age}`, theme.muted]]],
    [[...name, gap, ...status, gap, ...timestamp, [age === '' ? '' : `, ${age}`, theme.muted]]],
    [[...name, gap, ...status, gap, ...zoned]],
    [[...name, gap, ...status, gap, ...timestamp]],
    [name, [...status, gap, ...zoned]],
    [name, [...status, gap, ...timestamp]],
    [name, status, zoned],
  ];
  // A badge begins with a blank of its own.
  const room = width - displayWidth(badge);
  const fitting = layouts.find((lines) =>
    lines.every((line, index) => widthOf(line) <= (index === 0 ? room : width)),
  );
  const [first = name, ...more] = fitting ?? [name, status, timestamp];
  return [withBadge(first, badge, options), ...more.map((line) => joinPieces(line, width).painted)];
}

/** RECORDED and its time beside timeframe and session, or above them where there is no room. */
function renderRecorded(
  name: Segment,
  status: Segment,
  { asOfMilliseconds }: Snapshot,
  options: HeaderOptions,
): Lines {
  const { width, theme, isSimulated } = options;
  const line: Segment = [...name, ['  ', unpainted], ...status];
  const origin = { isSimulated, isRecorded: true };
  const time = { ...options, asOf: asOfMilliseconds };
  const badge = badgeBeside(origin, time, width - widthOf(line) - 1);
  if (badge !== null) return [withBadge(line, badge, options)];
  return [
    ...badgeLines(origin, time, width).map((text) => theme.badge(clip(text, width))),
    ...flow([name, status], width).map(({ painted }) => painted),
  ];
}

function withBadge(pieces: Segment, badge: string, { width, theme }: HeaderOptions): string {
  const line = joinPieces(pieces, width - displayWidth(badge));
  if (badge === '') return line.painted;
  return `${line.painted}${' '.repeat(width - displayWidth(line.plain) - displayWidth(badge))}${theme.badge(badge)}`;
}

/** `▲ 231 ▓▓▓▓▓▓░░░░ 154 ▼ of 400 symbols`: advancers and decliners as numbers and as a bar. */
function renderBreadth(breadth: Breadth, width: number, theme: Theme): string {
  const { advancers, decliners, symbols } = breadth;
  const up = `▲ ${advancers ?? ABSENT}`;
  const down = `${decliners ?? ABSENT} ▼`;
  const universe = symbols === null ? '' : `  of ${symbols} symbols`;
  const barSpace = width - displayWidth(up) - displayWidth(down) - 2;
  const tail = fitText(barSpace - 10, universe, '');
  const cells = Math.min(MAX_BAR_WIDTH, Math.max(0, barSpace - tail.length));
  const total = (advancers ?? 0) + (decliners ?? 0);
  const known = advancers !== null && decliners !== null && advancers >= 0 && decliners >= 0 && total > 0;
  const filled = known ? Math.round(cells * (advancers / total)) : 0;
  return joinPieces(
    [
      [up, theme.up],
      [' ', unpainted],
      ['▓'.repeat(filled), theme.up],
      ['░'.repeat(known ? cells - filled : 0), theme.down],
      [known ? ' ' : '· ', unpainted],
      [down, theme.down],
      [tail, theme.muted],
    ],
    width,
  ).painted;
}

/** `now, gain: 14:29:00 UTC, the newest snapshot`: what older data is compared with. */
function renderNewestTime(newestAt: number, ctx: Ctx): string {
  const zoned = formatTimeWithZone(newestAt, ctx);
  const texts = [
    `${zoned}, the newest snapshot`,
    zoned,
    formatTime(newestAt, ctx),
    formatMinute(newestAt, ctx),
  ].map((text) => `now, gain: ${text}`);
  return joinPieces([[fitText(ctx.width, ...texts), ctx.theme.muted]], ctx.width).painted;
}
