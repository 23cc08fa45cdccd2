import type { Ctx } from '../../text/ctx.ts';
import {
  formatMinute,
  formatShortDuration,
  formatTime,
  SESSION_SIGNS,
  UNKNOWN_TIME,
} from '../../text/format.ts';
import { labelWords } from '../../text/label.ts';
import { joinPieces, type Segment, widthOf } from '../../text/lines.ts';
import { clip } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { type Reading, SECOND_MS, zoneName } from '../../time.ts';
import { TIMEFRAMES, type Timeframe } from '../../vocabulary.ts';
import { timeframesToPoll } from '../state.ts';
import type { PastPosition, Shown } from '../view.ts';

/** What the line says of time, which comes and goes. */
interface TimeState {
  readonly past: PastPosition | null;
  readonly isStale: boolean;
  /** When the next snapshot is expected; null if unknown. */
  readonly nextAt: number | null;
}

/** Whether a part of the line has room. */
type Has = (part: string) => boolean;

/** What gives way, the first one first. */
function partsOf({ marks, position }: Shown, tabs: number): ReadonlyArray<string> {
  return [
    // The next time, or which snapshot of how many it is; the word of the session, or how long ago that was.
    ...['next', 'word'],
    // Of tabs, by their distance from the shown one; then all but that.
    ...Array.from({ length: Math.max(0, tabs - 1) }, (_, index) => `name ${tabs - 1 - index}`),
    ...['zone', 'tabs', ...(position === null ? ['as of'] : []), 'digit', 'seconds', ...marks, 'date'],
    // In ASCII the word of the session in place of its letter.
    position === null ? 'session' : 'name',
  ];
}

/** A narrower line keeps tabs and time together at the left. */
const MIN_WIDTH_APART = 60;

/**
 * ` 1 scalp   2 DAY   3 swing•4       ● open  as of 12:34:00 EST · next ~12:35  SANDBOX`, and in the past
 * ` 1 scalp   2 DAY   3 swing•4       ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301  SANDBOX`, in exactly `width` cells.
 */
export function renderStatusLine(shown: Shown): string {
  const { pane, known, position: past, staleness, ctx } = shown;
  const { width, theme } = ctx;
  const tabs = pane.available;
  const badge = labelWords(known)
    .map((word) => ` ${word} `)
    .join('');
  const room = Math.max(0, width - badge.length);
  const isStale = staleness !== null && !pane.paused && !pane.isReplay;
  const nextAt = pane.paused ? null : known.nextExpectedAt;
  const timeState = { past, isStale, nextAt };
  // Measured with all that can come and go, so that tabs and time keep their style when it does, and tabs on a step back.
  const fullest: ReadonlyArray<TimeState> = [
    ...(past?.isRecorded === true
      ? []
      : [false, true].map((each) => ({ past: null, isStale: each, nextAt: nextAt ?? ctx.now }))),
    ...(past === null ? [] : [timeState]),
  ];
  const gone = new Set<string>();
  const has = (part: string) => !gone.has(part);
  // The label of the past begins with a blank of its own.
  const leastGap = (each: TimeState) => (has('tabs') || past !== null ? 1 : 2) - (each.past === null ? 0 : 1);
  const spare = () =>
    room -
    widthOf(tabPieces(shown, tabs, has)) -
    Math.max(...fullest.map((each) => leastGap(each) + widthOf(timePieces(each, shown, has))));
  for (const part of partsOf(shown, tabs.length)) if (spare() < 0) gone.add(part);
  const [left, right] = [tabPieces(shown, tabs, has), timePieces(timeState, shown, has)];
  const free = room - widthOf([...left, ...right]);
  // The blank between tabs and time outlives that before the label, which begins with one.
  const behind = badge === '' || spare() < 1 ? 0 : 1;
  const gap = width >= MIN_WIDTH_APART ? free - behind : Math.min(past === null ? 2 : 1, free);
  const pieces: Segment = [...left, [' '.repeat(Math.max(0, gap)), unpainted], ...right];
  const label = badge === '' ? '' : theme.badge(clip(badge, width));
  return joinPieces(pieces, room) + ' '.repeat(Math.max(0, room - widthOf(pieces))) + label;
}

/** More news are shown as `•9+`. */
const MAX_NEWS = 9;

/** ` 1 scalp   2 DAY   3 swing•4  `: always as wide, whatever the news are. */
function tabPieces(
  { pane, timeframes, ctx: { theme, ascii } }: Shown,
  tabs: ReadonlyArray<Timeframe>,
  has: Has,
): Segment {
  const polled = timeframesToPoll(pane);
  const shownAt = tabs.indexOf(pane.timeframe);
  const nearest = [...tabs.keys()].sort((a, b) => Math.abs(a - shownAt) - Math.abs(b - shownAt));
  // Behind each tab, so that labels stay where they are; in ASCII for ` (9+) `.
  const cells = polled.filter((timeframe) => tabs.includes(timeframe)).length < 2 ? 2 : ascii ? 5 : 3;
  return tabs.flatMap((timeframe, index): Segment => {
    const digit = TIMEFRAMES.indexOf(timeframe) + 1;
    if (index === shownAt) {
      const name = timeframe.toUpperCase();
      if (has('tabs'))
        return [
          [` ${digit} ${name} `, theme.selected],
          [' '.repeat(cells - 1), unpainted],
        ];
      return [[` ${has('digit') ? `${digit} ${name}` : has('name') ? name : digit}`, theme.title]];
    }
    if (!has('tabs')) return [];
    const isPolled = polled.includes(timeframe);
    const news = isPolled ? timeframes.get(timeframe).news.size : 0;
    const told = news === 0 ? '' : `•${news > MAX_NEWS ? `${MAX_NEWS}+` : news}`;
    const name = has(`name ${nearest.indexOf(index)}`) ? ` ${timeframe}` : '';
    return [
      [` ${digit}${name}`, isPolled ? unpainted : theme.muted],
      [told, theme.accent],
      [' '.repeat(cells - told.length), unpainted],
    ];
  });
}

function timePieces(timeState: TimeState, shown: Shown, has: Has): Segment {
  const { snapshot, marks, ctx } = shown;
  const { theme } = ctx;
  if (timeState.past === null && snapshot === null) return [];
  return [
    ...(timeState.past === null
      ? livePieces(timeState, shown, has)
      : pastPieces(timeState.past, timeState.isStale, ctx, has)),
    ...marks.filter(has).flatMap(
      (mark): Segment => [
        ['  ', unpainted],
        [mark, mark.startsWith('!') ? theme.banner : mark === 'paused' ? theme.strong : theme.muted],
      ],
    ),
  ];
}

/** Between two snapshots, for times without seconds. */
const MIN_MINUTE_MS = 45 * SECOND_MS;

/** `● open  as of 12:34:00 EST · next ~12:35`, or `! stale`; in ASCII the word alone, and its letter where time would have to be cut. */
function livePieces({ isStale, nextAt }: TimeState, { pane, snapshot, ctx }: Shown, has: Has): Segment {
  const { theme, timeZone, ascii } = ctx;
  const { session = null, time = null } = snapshot ?? {};
  const sign = session === null ? '?' : SESSION_SIGNS[session];
  const word = session ?? 'session unknown';
  const state = ascii && has('session') && session !== null ? word : has('word') ? `${sign} ${word}` : sign;
  const clock = timeText(time, has, ctx);
  const zone = has('zone') && time !== null && clock !== UNKNOWN_TIME ? ` ${zoneName(time, timeZone)}` : '';
  const hasNext = has('next') && !isStale && nextAt !== null;
  // Of a service that builds faster, the next time has seconds.
  const format = time !== null && Number(nextAt) - time < MIN_MINUTE_MS ? formatTime : formatMinute;
  return [
    isStale
      ? [has('word') ? '! stale' : '!', theme.banner]
      : // While the pane is paused, nobody knows whether it still is.
        [state, session === 'open' && !pane.paused ? theme.strong : theme.muted],
    [has('word') ? '  ' : ' ', unpainted],
    [has('as of') ? 'as of ' : '', theme.muted],
    [clock, theme.strong],
    [zone, theme.muted],
    [hasNext ? ` · next ~${format(nextAt, { timeZone, now: nextAt })}` : '', theme.muted],
  ];
}

/** ` ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301`; `!` while live data is stale, RECORDED for what comes from a file. */
function pastPieces(past: PastPosition, isStale: boolean, ctx: Ctx, has: Has): Segment {
  const { theme, now, timeZone } = ctx;
  const { time, position, count, isRecorded, status = null, today = now } = past;
  const clock = timeText(time, has, { now: today, timeZone });
  const zone = has('zone') && clock !== UNKNOWN_TIME ? ` ${zoneName(time, timeZone)}` : '';
  const state = has('word') ? `, ${status ?? `${formatShortDuration(now - time)} ago`}` : '';
  // As wide for the first one as for the last.
  const place = String(position).padStart(String(count).length);
  return [
    isStale ? [' !', theme.banner] : [status === 'playing' ? ' ▶' : ' ◀', theme.badge],
    [` ${isRecorded ? 'RECORDED' : 'PAST'} ${clock}${zone}${state} `, theme.badge],
    [has('next') ? `  ${place} of ${count}` : '', theme.muted],
  ];
}

/** `12:34:00`; without seconds `12:34`, with `11-19` before it on another day. */
function timeText(time: number | null, has: Has, reading: Reading): string {
  if (has('seconds')) return formatTime(time, reading);
  const minute = formatMinute(time, reading).replace(/^\d+-(?=\d+-)/, '');
  return has('date') ? minute : minute.replace(/^\S+ /, '');
}
