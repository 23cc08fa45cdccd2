import type { Simulated, Snapshot } from '../../service/snapshot.ts';
import type { Ctx, Reading } from '../../text/ctx.ts';
import { formatMinute, formatSpan, formatTime, SESSION_SIGNS, UNKNOWN_TIME } from '../../text/format.ts';
import { originBadge } from '../../text/label.ts';
import { joinPieces, type Piece, type Segment, widthOf } from '../../text/lines.ts';
import { clip, displayWidth } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { zoneName } from '../../time.ts';
import type { Timeframe } from '../../vocabulary.ts';

/** A timeframe in the first line of the pane. */
export interface PaneTab {
  readonly timeframe: Timeframe;
  /** The digit key that shows it. */
  readonly digit: number;
  readonly isShown: boolean;
  readonly isPolled: boolean;
  /** Symbols that reached ranks 1 to 5 of its boards since it was last shown. */
  readonly news: number;
}

/** Where an older snapshot is among those in memory, or any among those of a replay. Times are in milliseconds since 1970. */
export interface PastPosition {
  readonly asOf: number;
  /** From 1, the oldest. */
  readonly position: number;
  readonly count: number;
  /** Whether it comes from a file. */
  readonly isRecorded: boolean;
  /** What a replay does, for its newest snapshot: `playing`, `stopped`, `end`. */
  readonly status?: 'playing' | 'stopped' | 'end' | null;
  /** The present time, which decides whether a date is shown; by default that of the pane. */
  readonly today?: number;
}

export interface StatusLineInput {
  readonly tabs: ReadonlyArray<PaneTab>;
  /** Null until there is one. */
  readonly snapshot: Pick<Snapshot, 'session' | 'asOfMilliseconds' | 'timeframe'> | null;
  readonly isSimulated: Simulated;
  /** Null for the newest live data. */
  readonly past: PastPosition | null;
  /** When the next snapshot is expected; null if unknown. */
  readonly nextMilliseconds: number | null;
  readonly isStale: boolean;
  /** What is on: `notify`, `rec`, `! not recorded`. */
  readonly marks: ReadonlyArray<string>;
}

/** What the line shows beside sign, hours and minutes. */
interface Style {
  /** How many tabs have a name beside their digit: the shown one first, then those nearest to it. */
  readonly names: number;
  /** Whether the shown tab stands alone: with its digit and name, its name, or its digit. */
  readonly alone: 'whole' | 'name' | 'digit' | null;
  /** The next time; in the past, which snapshot of how many it is. */
  readonly hasNext: boolean;
  /** The word of the session, or `stale`; in the past also how long ago that is, or what a replay does. */
  readonly hasWord: boolean;
  readonly hasZone: boolean;
  readonly hasAsOf: boolean;
  readonly hasSeconds: boolean;
  /** Of another day; without its year where there are no seconds. */
  readonly hasDate: boolean;
  readonly marks: ReadonlyArray<string>;
  /** In ASCII, the letter of the session in place of its word. */
  readonly hasLetter: boolean;
  /** Least cells between tabs and time. */
  readonly gap: number;
}

/** What gives way, the first one first. */
function stepsOf({ tabs, marks, past }: StatusLineInput): ReadonlyArray<Partial<Style>> {
  return [
    { hasNext: false },
    { hasWord: false },
    ...tabs.slice(1).map((_, index) => ({ names: tabs.length - 1 - index })),
    { hasZone: false },
    { alone: 'whole', gap: past === null ? 2 : 1 },
    { hasAsOf: false },
    { alone: 'name' },
    { hasSeconds: false },
    ...marks.map((_, index) => ({ marks: marks.slice(index + 1) })),
    { hasDate: false },
    ...(past === null ? [{ gap: 0 }, { hasLetter: true }] : [{ alone: 'digit' } as const]),
  ];
}

/** A narrower line keeps tabs and time together at the left. */
const MIN_WIDTH_APART = 60;

/**
 * ` 1 scalp   2 DAY   3 swing •4      ● open  as of 12:34:00 EST · next ~12:35  SANDBOX`, and in the past
 * ` 1 scalp   2 DAY   3 swing •4      ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301  SANDBOX`, in exactly `width` cells.
 */
export function renderStatusLine(input: StatusLineInput, ctx: Ctx): string {
  const { width, theme } = ctx;
  const badge = originBadge(input.isSimulated);
  const room = Math.max(0, width - badge.length);
  const { left, right, spare } = widestThatFits(input, room, ctx);
  const label = badge === '' ? '' : theme.badge(clip(badge, width));
  const lead = leadOf(input);
  const used = widthOf([...left, ...right]) - lead;
  if (used + 1 > room) {
    // In the narrowest terminals the label of simulated data stays, and the time is cut.
    const [tabs, time] = [left, right].map((pieces) => pieces.map(([text]) => text).join(''));
    const cut = clip(`${tabs} ${time?.trimStart()}`.trimStart(), room);
    return cut + ' '.repeat(room - displayWidth(cut)) + label;
  }
  // The blank between tabs and time outlives that before the label, which begins with one.
  const behind = badge === '' || spare < 2 ? 0 : 1;
  const gap = width >= MIN_WIDTH_APART ? room - used - behind : Math.min(2, room - used);
  const line = joinPieces([...left, [' '.repeat(gap - lead), unpainted], ...right], room);
  return line.painted + ' '.repeat(Math.max(0, room - used - gap)) + label;
}

/** Cells of the gap that the label of the past has itself, so that it is in its colours. */
function leadOf({ past }: StatusLineInput): number {
  return past === null ? 0 : 1;
}

/** Tabs and time in the widest style that leaves a gap around them, and the cells that are left when all that can come has come. */
function widestThatFits(input: StatusLineInput, room: number, ctx: Ctx) {
  const { tabs, past } = input;
  // Measured with all that can come and go, so that tabs and time keep their style when it does, and tabs on a step back.
  const nextMilliseconds = input.nextMilliseconds ?? ctx.nowMilliseconds;
  const live = [false, true].map((isStale) => ({ ...input, isStale, past: null, nextMilliseconds }));
  const fullest = past === null ? live : past.isRecorded ? [input] : [...live, input];
  const cellsOf = (tried: Style) =>
    widthOf(tabPieces(tabs, tried, ctx)) +
    Math.max(...fullest.map((each) => widthOf(timePieces(each, tried, ctx)) - leadOf(each)));
  const has = { hasNext: true, hasWord: true, hasZone: true, hasAsOf: true, hasSeconds: true, hasDate: true };
  let style: Style = {
    names: tabs.length,
    alone: null,
    gap: 1,
    marks: input.marks,
    hasLetter: false,
    ...has,
  };
  for (const step of stepsOf(input)) {
    if (cellsOf(style) <= room - style.gap) break;
    style = { ...style, ...step };
  }
  return {
    left: tabPieces(tabs, style, ctx),
    right: timePieces(input, style, ctx),
    spare: room - cellsOf(style),
  };
}

/** More news are shown as `•9+`. */
const MAX_NEWS = 9;

/** ` 1 scalp   2 DAY   3 swing •4 `: always as wide, whatever the news are. */
function tabPieces(
  tabs: ReadonlyArray<PaneTab>,
  { names, alone }: Style,
  { theme, ascii }: Pick<Ctx, 'theme' | 'ascii'>,
): Segment {
  const shownAt = tabs.findIndex(({ isShown }) => isShown);
  const nearest = [...tabs.keys()].sort((a, b) => Math.abs(a - shownAt) - Math.abs(b - shownAt));
  const hasNews = tabs.filter(({ isPolled }) => isPolled).length > 1;
  // Behind each tab, so that labels stay where they are; in ASCII for ` (9+) `.
  const cells = !hasNews ? 2 : ascii ? 5 : 3;
  return tabs.flatMap(({ digit, timeframe, isShown, isPolled, news }, index): Segment => {
    if (isShown) {
      const name = timeframe.toUpperCase();
      if (alone !== null) return [[` ${{ whole: `${digit} ${name}`, name, digit }[alone]}`, theme.title]];
      const painted = (text: string) => theme.selectedTab(text.slice(1, -1));
      return [
        [` ${digit} ${name} `, painted],
        [' '.repeat(cells - 1), unpainted],
      ];
    }
    if (alone !== null) return [];
    const isNamed = nearest.indexOf(index) < names;
    const told = isPolled && news > 0 ? `•${news > MAX_NEWS ? `${MAX_NEWS}+` : news}` : '';
    // Without a blank before it where there is none to spare.
    const shown = told === '' || told.length >= cells ? told : ` ${told}`;
    return [
      [` ${digit}${isNamed ? ` ${timeframe}` : ''}`, isPolled ? unpainted : theme.muted],
      [shown, theme.accent],
      [' '.repeat(cells - shown.length), unpainted],
    ];
  });
}

function timePieces(input: StatusLineInput, style: Style, ctx: Ctx): Segment {
  const { snapshot, past } = input;
  const { theme } = ctx;
  if (past === null && snapshot === null) return [];
  const marks = style.marks.flatMap(
    (mark): Segment => [
      ['  ', unpainted],
      [mark, mark.startsWith('!') ? theme.banner : theme.muted],
    ],
  );
  const pieces = past === null ? livePieces(input, style, ctx) : pastPieces(past, input, style, ctx);
  return [...pieces, ...marks];
}

function livePieces(input: StatusLineInput, style: Style, ctx: Ctx): Segment {
  const { snapshot, nextMilliseconds, isStale } = input;
  const { theme, timeZone } = ctx;
  const asOf = snapshot?.asOfMilliseconds ?? null;
  const time = timeText(asOf, style, ctx);
  const isKnown = time !== UNKNOWN_TIME;
  const next = isStale || !style.hasNext ? null : nextMilliseconds;
  return [
    statePiece(snapshot?.session ?? null, isStale, style, ctx),
    [style.hasWord ? '  ' : ' ', unpainted],
    [style.hasAsOf && isKnown ? 'as of ' : '', theme.muted],
    [isKnown || !style.hasAsOf ? time : 'time unknown', theme.strong],
    [style.hasZone && asOf !== null && isKnown ? ` ${zoneName(asOf, timeZone)}` : '', theme.muted],
    [next === null ? '' : ` · next ~${nextText(next, asOf, timeZone)}`, theme.muted],
  ];
}

/** ` ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301`; RECORDED for what comes from a file. */
function pastPieces(past: PastPosition, { isStale }: StatusLineInput, style: Style, ctx: Ctx): Segment {
  const { theme, nowMilliseconds, timeZone } = ctx;
  const { asOf, position, count, isRecorded, status = null, today = nowMilliseconds } = past;
  const time = timeText(asOf, style, { nowMilliseconds: today, timeZone });
  const zone = style.hasZone && time !== UNKNOWN_TIME ? ` ${zoneName(asOf, timeZone)}` : '';
  // `stale` outlives it.
  const hasState = isStale ? style.hasNext : style.hasWord;
  const state = hasState ? `, ${status ?? `${formatSpan(nowMilliseconds - asOf)} ago`}` : '';
  const sign: Segment = [[status === 'playing' ? ' ▶' : ' ◀', theme.badge]];
  const stale: Segment = [
    [' ', unpainted],
    [style.hasWord ? '! stale' : '!', theme.banner],
    [style.hasWord ? ' ' : '', unpainted],
  ];
  // As wide for the first one as for the last.
  const place = String(position).padStart(String(count).length);
  return [
    ...(isStale ? stale : sign),
    [` ${isRecorded ? 'RECORDED' : 'PAST'} ${time}${zone}${state} `, theme.badge],
    [style.hasNext ? `  ${place} of ${count}` : '', theme.muted],
  ];
}

/** `12:34:00`; without seconds `12:34`, with `11-19` before it on another day. */
function timeText(asOf: number | null, { hasSeconds, hasDate }: Style, reading: Reading): string {
  if (hasSeconds) return formatTime(asOf, reading);
  const minute = formatMinute(asOf, reading).replace(/^\d+-(?=\d+-)/, '');
  return hasDate ? minute : minute.replace(/^\S+ /, '');
}

/** `12:35`, with seconds if that is the minute of the data. */
function nextText(next: number, asOf: number | null, timeZone: Ctx['timeZone']): string {
  const reading = { timeZone, nowMilliseconds: next };
  const [minute, before] = [formatMinute(next, reading), formatMinute(asOf, reading)];
  return minute === before ? formatTime(next, reading) : minute;
}

/** `● open`, `! stale`, or the sign alone; in ASCII the word alone, and its letter where time would have to be cut. */
function statePiece(
  session: Snapshot['session'],
  isStale: boolean,
  { hasWord, hasLetter }: Style,
  { theme, ascii }: Ctx,
): Piece {
  if (isStale) return [hasWord ? '! stale' : '!', theme.banner];
  const sign = session === null ? '?' : SESSION_SIGNS[session];
  const word = session ?? 'session unknown';
  const text = ascii && !hasLetter && session !== null ? word : hasWord ? `${sign} ${word}` : sign;
  return [text, session === 'open' ? theme.strong : theme.muted];
}
