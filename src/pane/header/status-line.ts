import { labelWords, SHORT_UNKNOWN_ORIGIN } from '../../fields/data-origin.ts';
import { SESSION_SIGNS, sessionText } from '../../fields/market-session.ts';
import { MINUTE_MS, type Reading, zoneName } from '../../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../../market/catalogue.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import {
  formatDuration,
  formatMinute,
  formatShortDuration,
  formatTime,
  UNKNOWN_TIME,
} from '../../text/format.ts';
import type { Piece, Segment } from '../../text/lines.ts';
import { fitLine, withPriority } from '../../text/parts.ts';
import { clip, displayWidth, fitCell } from '../../text/safe-text.ts';
import type { Style } from '../../text/style.ts';
import { type Paint, unpainted } from '../../text/theme.ts';
import { watchedTimeframes } from '../state.ts';
import type { PastPosition, ViewInput } from '../view.ts';

/** The parts with the lowest number are dropped first. */
const SHOWN_TAB = { digit: 18, name: 20 };
const TABS = { air: 3, names: 10, tabs: 12 };
const STATE = { position: 1, word: 2, zone: 11, seconds: 13, session: 14, age: 16, date: 19, time: 21 };
const MARKS = 15;
const BLANK: Piece = [' ', unpainted, 17];
/** A narrower pane has no room for `ORIGIN UNKNOWN` beside the time. */
const MIN_WIDTH_OF_ORIGIN = 36;

/**
 * Draws a line of exactly `width` cells, now or in the past:
 * ` 1 scalp   2 DAY   3 swing •4       ● open  live 12:34:00 EST   SANDBOX`
 * ` 1 scalp   2 DAY   3 swing •4       ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301   SANDBOX`
 */
export function renderStatusLine(input: ViewInput): string {
  const { newest, style } = input;
  const { position, marks } = input.status;
  const { width, theme } = style;
  const isShort = newest.isSimulated === 'unknown' && width < MIN_WIDTH_OF_ORIGIN;
  const words = (isShort ? [SHORT_UNKNOWN_ORIGIN] : labelWords(newest)).map((word) => ` ${word} `);
  const label = clip(words.join(''), width);
  const room = width - displayWidth(label);
  const markParts = marks.map(
    (mark): Segment => [
      ['  ', unpainted],
      [mark, mark.startsWith('!') ? theme.banner : theme.muted],
    ],
  );
  const end = [
    ...(position === null ? [BLANK, ...liveParts(input)] : pastParts(position, input)),
    ...markParts.flatMap((parts, index) => withPriority(parts, MARKS + index / 10)),
    ...(label === '' ? [] : [BLANK]),
  ];
  return fitCell(fitLine(tabParts(input), room, end, 0), room) + theme.badge(label);
}

const MAX_NEWS = 9;

/** Draws ` 1 scalp   2 DAY   3 swing •4  ` in the same width for any counts of news. */
function tabParts({ pane, timeframes, style: { theme } }: ViewInput): Segment {
  const tabs = timeframes.available;
  const polled = watchedTimeframes(pane);
  const shownAt = tabs.indexOf(pane.timeframe);
  const hasNews = polled.filter((timeframe) => tabs.includes(timeframe)).length > 1;
  const cells = hasNews ? theme.glyphs(' •4').length : 1;
  return tabs.flatMap((timeframe, index): Segment => {
    const digit = TIMEFRAMES.indexOf(timeframe) + 1;
    const isPolled = polled.includes(timeframe);
    const paint = isPolled ? unpainted : theme.muted;
    const count = isPolled && index !== shownAt ? timeframes.get(timeframe).news.size : 0;
    const news = count === 0 ? '' : theme.glyphs(count > MAX_NEWS ? `•${MAX_NEWS}+` : ` •${count}`);
    // If two tabs are equally far away, the right one is dropped first.
    const distance = Math.abs(index - shownAt + 0.1);
    const name: Segment =
      index === shownAt
        ? [shownTab(digit, timeframe, theme.selected)]
        : [
            [` ${digit}`, paint, TABS.tabs],
            [` ${timeframe}`, paint, TABS.names - distance],
          ];
    return [
      ...name,
      [news, theme.accent, TABS.tabs],
      [' '.repeat(cells - (index === shownAt ? 1 : news.length)), unpainted, TABS.tabs],
      [' ', unpainted, TABS.air],
    ];
  });
}

function shownTab(digit: number, timeframe: Timeframe, paint: Paint): Piece {
  const name = timeframe.toUpperCase();
  const short: Piece = [` ${name} `, paint, SHOWN_TAB.name, [` ${digit} `, paint]];
  return [` ${digit} ${name} `, paint, SHOWN_TAB.digit, short];
}

/** Describes the newest data in one word, even if an older snapshot is shown. */
export function dataStateOf({ newest, pane, status }: ViewInput) {
  if (newest.failure?.code === 'auth') return 'refused';
  if (newest.snapshot === null) return 'waiting';
  if (pane.paused) return 'paused';
  if (status.staleness !== null) return '! stale';
  return newest.completed?.session === 'closed' ? 'closed' : 'live';
}

/** Draws `● open  live 12:34:00 EST`, `● open  ! stale 12:31:00 EST, 4 min old` or `waiting`. */
function liveParts(input: ViewInput): Segment {
  const { snapshot, style } = input;
  const { theme, now } = style;
  const state = dataStateOf(input);
  const isFault = state === '! stale' || state === 'refused';
  const word: Piece = [state, isFault ? theme.banner : theme.muted];
  if (snapshot === null) return [word];
  const { time } = snapshot;
  const start = [sessionPart(snapshot, state, style), word];
  if (formatTime(time, style) === UNKNOWN_TIME)
    return [...start, [', time unknown', theme.muted, STATE.zone]];
  const age = now - (time ?? NaN);
  const isOld = (isFault || state === 'paused') && age >= MINUTE_MS;
  return [
    ...start,
    clockPart(time, style, theme.strong, STATE.time),
    zonePart(time, style, theme.muted),
    [isOld ? `, ${formatDuration(age)} old` : '', theme.muted, STATE.age],
  ];
}

function sessionPart({ session }: Snapshot, state: string, { theme }: Style): Piece {
  const sign = theme.glyphs(`${session === null ? '?' : SESSION_SIGNS[session]} `);
  // The session may have changed since old data was received.
  const paint = session === 'open' && state === 'live' ? theme.strong : theme.muted;
  const short: Piece = [sign, paint, STATE.session];
  if (session === 'closed' && state === session) return short;
  return [`${theme.glyphs(sessionText(session))}  `, paint, STATE.word, short];
}

/** Draws ` ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301`, with `!` while live data is stale. */
function pastParts(past: PastPosition, input: ViewInput): Segment {
  const { theme, now, timeZone } = input.style;
  const { time, position, count, isRecorded, status, today = now } = past;
  const isStale = dataStateOf(input) === '! stale';
  const sign = isStale ? '!' : status === 'playing' ? '▶' : '◀';
  const paint = theme.badge;
  const paddedPosition = String(position).padStart(String(count).length);
  return [
    [` ${sign}`, isStale ? theme.banner : paint],
    [isRecorded ? ' RECORDED' : ' PAST', paint],
    clockPart(time, { now: today, timeZone }, paint),
    zonePart(time, input.style, paint),
    status === undefined
      ? [`, ${formatShortDuration(now - time)} ago`, paint, TABS.names]
      : [`, ${status}`, paint, STATE.word],
    [' ', paint],
    [`  ${paddedPosition} of ${count}`, theme.muted, STATE.position],
  ];
}

/** Shortens ` 12:34:00` to ` 12:34`, on another day first to ` 11-19 12:34`. */
function clockPart(time: number | null, reading: Reading, paint: Paint, priority?: number): Piece {
  const minute = ` ${formatMinute(time, reading).replace(/^\d+-(?=\d+-)/, '')}`;
  const shortest: Piece = [minute.replace(/^ \S+(?= )/, ''), paint, priority];
  return [` ${formatTime(time, reading)}`, paint, STATE.seconds, [minute, paint, STATE.date, shortest]];
}

function zonePart(time: number | null, style: Style, paint: Paint): Piece {
  const isKnown = time !== null && formatTime(time, style) !== UNKNOWN_TIME;
  return [isKnown ? ` ${zoneName(time, style.timeZone)}` : '', paint, STATE.zone];
}
