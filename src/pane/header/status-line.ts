import { labelWords } from '../../fields/data-origin.ts';
import { SESSION_SIGNS, sessionText } from '../../fields/market-session.ts';
import { MINUTE_MS, type Reading, zoneName } from '../../lib/time.ts';
import { TIMEFRAMES } from '../../market/catalogue.ts';
import {
  formatDuration,
  formatMinute,
  formatShortDuration,
  formatTime,
  UNKNOWN_TIME,
} from '../../text/format.ts';
import { joinPieces, type Segment, widthOf } from '../../text/lines.ts';
import { clip, displayWidth } from '../../text/safe-text.ts';
import type { Style } from '../../text/style.ts';
import { unpainted } from '../../text/theme.ts';
import { watchedTimeframes } from '../state.ts';
import type { PastPosition, ViewInput } from '../view.ts';
import { dataStateOf } from './data-state.ts';

/** Returns true if a part of the line has room. */
type Has = (part: string) => boolean;

/** The parts that give way, the first one first. */
function partsOf({ timeframes, status: { marks } }: ViewInput): ReadonlyArray<string> {
  return [
    // `17 of 301`; the word of the session, or the age of the past; blanks between tabs.
    ...['place', 'word', 'air'],
    // By the distance from the shown tab.
    ...Array.from(timeframes.available.keys(), (index) => `name ${index}`).reverse(),
    ...['zone', 'tabs', 'seconds', 'session', ...marks, 'age', 'blanks'],
    // The shown tab becomes `DAY`, then `2`.
    ...['digit', 'date', 'name', 'time'],
  ];
}

/**
 * ` 1 scalp   2 DAY   3 swing •4       ● open  live 12:34:00 EST   SANDBOX`, and in the past
 * ` 1 scalp   2 DAY   3 swing •4       ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301   SANDBOX`, in exactly `width` cells.
 */
export function renderStatusLine(input: ViewInput): string {
  const { newest, style } = input;
  const { position } = input.status;
  const { width, theme } = style;
  const words = labelWords(newest).map((word) => ` ${word} `);
  const label = clip(words.join(''), width);
  const gone = new Set<string>();
  const has = (part: string) => !gone.has(part);
  const room = () => width - displayWidth(label) - (label !== '' && has('blanks') ? 1 : 0);
  const spare = () => room() - widthOf([...tabPieces(input, has), ...statePieces(input, has)]);
  // The label of the past begins with a blank of its own.
  const gap = () => (position === null && has('blanks') ? 1 : 0);
  for (const part of partsOf(input)) {
    if (spare() >= gap()) break;
    gone.add(part);
  }
  const blanks = ' '.repeat(Math.max(0, spare()));
  const line = joinPieces(
    [...tabPieces(input, has), [blanks, unpainted], ...statePieces(input, has)],
    room(),
  );
  return line + ' '.repeat(Math.max(0, width - displayWidth(line + label))) + theme.badge(label);
}

/** More news are shown as `•9+`. */
const MAX_NEWS = 9;

/** ` 1 scalp   2 DAY   3 swing •4  `: always as wide, whatever the news are. */
function tabPieces({ pane, timeframes, style: { theme, ascii } }: ViewInput, has: Has): Segment {
  const tabs = timeframes.available;
  const polled = watchedTimeframes(pane);
  const shownAt = tabs.indexOf(pane.timeframe);
  const nearest = [...tabs.keys()].sort((a, b) => Math.abs(a - shownAt) - Math.abs(b - shownAt));
  const hasNews = polled.filter((timeframe) => tabs.includes(timeframe)).length > 1;
  // Behind each tab, so that labels stay where they are: ` •4` and `•9+`, in ASCII ` (4)` and `(9+)`.
  const cells = (hasNews ? (ascii ? 4 : 3) : 1) + (has('air') ? 1 : 0);
  return tabs.flatMap((timeframe, index): Segment => {
    const digit = TIMEFRAMES.indexOf(timeframe) + 1;
    if (index === shownAt) {
      const name = timeframe.toUpperCase();
      const text = has('digit') ? `${digit} ${name}` : has('name') ? name : digit;
      return [
        [` ${text} `, theme.selected],
        [has('tabs') ? ' '.repeat(cells - 1) : '', unpainted],
      ];
    }
    if (!has('tabs')) return [];
    const isPolled = polled.includes(timeframe);
    const count = isPolled ? timeframes.get(timeframe).news.size : 0;
    const news = count === 0 ? '' : count > MAX_NEWS ? `•${MAX_NEWS}+` : ` •${count}`;
    const name = has(`name ${nearest.indexOf(index)}`) ? ` ${timeframe}` : '';
    return [
      [` ${digit}${name}`, isPolled ? unpainted : theme.muted],
      [news, theme.accent],
      [' '.repeat(cells - news.length), unpainted],
    ];
  });
}

function statePieces(input: ViewInput, has: Has): Segment {
  const { position, marks } = input.status;
  return [
    ...(position === null ? livePieces(input, has) : pastPieces(position, input, has)),
    ...marks.filter(has).flatMap(
      (mark): Segment => [
        ['  ', unpainted],
        [mark, mark.startsWith('!') ? input.style.theme.banner : input.style.theme.muted],
      ],
    ),
  ];
}

/** `● open  live 12:34:00 EST`, `○ closed 16:00:00 EST`, `● open  ! stale 12:31:00 EST, 4 min old`, `waiting`. */
function livePieces(input: ViewInput, has: Has): Segment {
  const { snapshot, style } = input;
  const { theme, now } = style;
  const state = dataStateOf(input);
  const isFault = state === '! stale' || state === 'refused';
  const word: Segment = [[state, isFault ? theme.banner : theme.muted]];
  if (snapshot === null) return word;
  const { time, session } = snapshot;
  const about = has('session') ? sessionPart(input, has) : '';
  const age = now - (time ?? NaN);
  const isOld = (isFault || state === 'paused') && age >= MINUTE_MS;
  const clock = timeText(time, has, style);
  const start: Segment = [
    // The session of old data may have changed.
    [about, session === 'open' && state === 'live' ? theme.strong : theme.muted],
    [about.length > 1 ? '  ' : about === '' ? '' : ' ', unpainted],
    ...word,
  ];
  if (clock === UNKNOWN_TIME) return [...start, [has('zone') ? ', time unknown' : '', theme.muted]];
  return [
    ...start,
    [has('time') ? ` ${clock}` : '', theme.strong],
    [zoneText(time, has, style), theme.muted],
    [isOld && has('age') ? `, ${formatDuration(age)} old` : '', theme.muted],
  ];
}

/** `● open`, or the sign alone, which ASCII lacks. A closed market has its sign only: the state of the data says `closed`. */
function sessionPart(input: ViewInput, has: Has): string {
  const session = input.snapshot?.session ?? null;
  const { ascii } = input.style;
  const isSaid = session === 'closed' && dataStateOf(input) === session;
  if (has('word') && !isSaid) return sessionText(session, ascii);
  if (session === null) return '?';
  return ascii ? '' : SESSION_SIGNS[session];
}

/** ` ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301`; `!` while live data is stale, RECORDED for what comes from a file. */
function pastPieces(past: PastPosition, input: ViewInput, has: Has): Segment {
  const { theme, now, timeZone } = input.style;
  const { time, position, count, isRecorded, status, today = now } = past;
  const clock = timeText(time, has, { now: today, timeZone });
  const zone = clock === UNKNOWN_TIME ? '' : zoneText(time, has, input.style);
  const state = has('word') ? `, ${status ?? `${formatShortDuration(now - time)} ago`}` : '';
  // As wide for the first one as for the last.
  const place = String(position).padStart(String(count).length);
  return [
    dataStateOf(input) === '! stale'
      ? [' !', theme.banner]
      : [status === 'playing' ? ' ▶' : ' ◀', theme.badge],
    [` ${isRecorded ? 'RECORDED' : 'PAST'} ${clock}${zone}${state} `, theme.badge],
    [has('place') ? `  ${place} of ${count}` : '', theme.muted],
  ];
}

/** `12:34:00`; without seconds `12:34`, with `11-19` before it on another day. */
function timeText(time: number | null, has: Has, reading: Reading): string {
  if (has('seconds')) return formatTime(time, reading);
  const minute = formatMinute(time, reading).replace(/^\d+-(?=\d+-)/, '');
  return has('date') ? minute : minute.replace(/^\S+ /, '');
}

function zoneText(time: number | null, has: Has, { timeZone }: Style): string {
  return has('zone') && time !== null ? ` ${zoneName(time, timeZone)}` : '';
}
