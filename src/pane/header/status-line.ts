import type { Simulated, Snapshot } from '../../service/snapshot.ts';
import { formatSpan } from '../../text/age.ts';
import { joinPieces, type Line } from '../../text/box.ts';
import type { Ctx, Reading } from '../../text/ctx.ts';
import { widthOf } from '../../text/fit.ts';
import type { Segment } from '../../text/flow.ts';
import { formatMinute, formatTime, SESSION_SIGNS, UNKNOWN_TIME } from '../../text/format.ts';
import { originBadge } from '../../text/label.ts';
import { clip, displayWidth } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { zoneName } from '../../time-zone.ts';
import { type PaneTab, type TabStyle, tabLine } from './tab-line.ts';

/** Where an older snapshot is among those in memory, or any among those of a replay. Times are in milliseconds since 1970. */
export interface PastPosition {
  readonly asOf: number;
  /** From 1, the oldest. */
  readonly position: number;
  readonly count: number;
  /** Whether it comes from a file. */
  readonly isRecorded: boolean;
  /** What a replay does, for its newest snapshot: `playing`, `stopped`, `end`, or where it goes at once: `to 14:20`. */
  readonly status?: string | null;
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
  readonly tabs: TabStyle;
  /** The next time; in the past, which snapshot of how many it is. */
  readonly hasNext?: boolean;
  /** The word of the session, or `stale`; in the past also how long ago that is, or what a replay does. */
  readonly hasWord?: boolean;
  readonly hasZone?: boolean;
  readonly hasAsOf?: boolean;
  readonly hasSeconds?: boolean;
  readonly marks?: ReadonlyArray<string>;
  /** Of another day; without its year where there are no seconds. */
  readonly hasDate?: boolean;
  /** In ASCII, where there is no room for the word beside the time. */
  readonly hasLetter?: boolean;
}

/** What gives way, the first one first. */
function stylesOf({ tabs, marks, past }: StatusLineInput): ReadonlyArray<Style> {
  const all: Style = {
    tabs: { names: tabs.length, isAlone: false },
    ...{ hasNext: true, hasWord: true, hasZone: true, hasAsOf: true, hasSeconds: true, hasDate: true },
    marks,
  };
  const named = tabs
    .map((_, index): Partial<Style> => ({ tabs: { names: index, isAlone: false } }))
    .reverse();
  const steps: ReadonlyArray<Partial<Style>> = [
    { hasNext: false },
    { hasWord: false },
    ...named.slice(0, -1),
    { hasZone: false },
    { tabs: { names: 1, isAlone: true } },
    { hasAsOf: false },
    { tabs: { names: 0, isAlone: true } },
    { hasSeconds: false },
    ...marks.map((_, index) => ({ marks: marks.slice(index + 1) })),
    { hasDate: false },
    ...(past === null ? [] : [{ tabs: { names: 0, isAlone: true, isDigit: true } }]),
  ];
  const styles = [all];
  for (const step of steps) styles.push({ ...(styles.at(-1) ?? all), ...step });
  return styles;
}

const NOTHING: Line = { plain: '', painted: '' };
/** A narrower line keeps tabs and time together at the left. */
const MIN_WIDTH_APART = 60;

/**
 * ` 1 scalp   2 DAY   3 swing •4      ● open  as of 12:34:00 EST · next ~12:35  SANDBOX`, and in the past
 * ` 1 scalp   2 DAY   3 swing •4      ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301  SANDBOX`, in exactly `width` cells.
 */
export function renderStatusLine(input: StatusLineInput, ctx: Ctx): string {
  const { width, theme } = ctx;
  const badge = originBadge(input.isSimulated, width);
  const room = Math.max(0, width - badge.length);
  const { left, right, spare } = widestThatFits(input, room, ctx);
  const lead = leadOf(input);
  const used = displayWidth(left.plain) + displayWidth(right.plain) - lead;
  // In the narrowest terminals the label of simulated data stays, and the time is cut.
  if (used + 1 > room) {
    const cut = clip(`${left.plain} ${right.plain.trimStart()}`.trimStart(), room);
    return cut + ' '.repeat(room - displayWidth(cut)) + theme.badge(clip(badge, width));
  }
  const isApart = width >= MIN_WIDTH_APART;
  // The blank between tabs and time outlives that before the label, which begins with one.
  const behind = badge === '' || spare < 2 ? 0 : 1;
  const gap = isApart ? room - used - behind : Math.min(2, room - used);
  return (
    left.painted +
    ' '.repeat(gap - lead) +
    right.painted +
    ' '.repeat(Math.max(0, room - used - gap)) +
    (badge === '' ? '' : theme.badge(badge))
  );
}

/** Cells of the gap that the label of the past has itself, so that it is in its colours. */
function leadOf({ past }: StatusLineInput): number {
  return past === null ? 0 : 1;
}

interface Parts {
  readonly left: Line;
  readonly right: Line;
  /** Cells that are left, also when all that can come has come. */
  readonly spare: number;
}

/** Tabs and time in the widest style that leaves a gap around them. */
function widestThatFits(input: StatusLineInput, room: number, ctx: Ctx): Parts {
  const { tabs, past } = input;
  // Measured with all that can come and go, so that tabs and time keep their style when it does, and tabs on a step back.
  const nextMilliseconds = input.nextMilliseconds ?? ctx.nowMilliseconds;
  const live = [false, true].map((isStale) => ({ ...input, isStale, past: null, nextMilliseconds }));
  const fullest = past === null ? live : past.isRecorded ? [input] : [...live, input];
  const cellsOf = (style: Style) =>
    displayWidth(tabLine(tabs, style.tabs, ctx).plain) +
    Math.max(...fullest.map((each) => widthOf(timePieces(each, style, ctx)) - leadOf(each)));
  const styles = stylesOf(input);
  const narrowest = styles.at(-1);
  if (narrowest === undefined) return { left: NOTHING, right: NOTHING, spare: room };
  const gapOf = ({ tabs: { isAlone } }: Style) => (isAlone && past === null ? 2 : 1);
  const style = styles.find((each) => cellsOf(each) <= room - gapOf(each)) ?? {
    ...narrowest,
    hasLetter: cellsOf(narrowest) > room,
  };
  return {
    left: tabLine(tabs, style.tabs, ctx),
    right: joinPieces(timePieces(input, style, ctx), Number.POSITIVE_INFINITY),
    spare: room - cellsOf(style),
  };
}

function timePieces(input: StatusLineInput, style: Style, ctx: Ctx): Segment {
  const { theme } = ctx;
  const pieces =
    input.past === null ? livePieces(input, style, ctx) : pastPieces(input.past, input, style, ctx);
  if (pieces.length === 0) return [];
  const marks = (style.marks ?? []).flatMap(
    (mark): Segment => [
      ['  ', unpainted],
      [mark, mark.startsWith('!') ? theme.banner : theme.muted],
    ],
  );
  return [...pieces, ...marks];
}

function livePieces(
  { snapshot, nextMilliseconds, isStale }: StatusLineInput,
  style: Style,
  ctx: Ctx,
): Segment {
  const { theme, timeZone } = ctx;
  if (snapshot === null) return [];
  const { asOfMilliseconds: asOf } = snapshot;
  const time = timeText(asOf, style, ctx);
  const isKnown = time !== UNKNOWN_TIME;
  const next = isStale || style.hasNext !== true ? null : nextMilliseconds;
  return [
    ...statePieces(snapshot.session, isStale, style, ctx),
    [style.hasWord === true ? '  ' : ' ', unpainted],
    [style.hasAsOf === true && isKnown ? 'as of ' : '', theme.muted],
    [isKnown || style.hasAsOf !== true ? time : 'time unknown', theme.strong],
    [style.hasZone === true && asOf !== null && isKnown ? ` ${zoneName(asOf, timeZone)}` : '', theme.muted],
    [next === null ? '' : ` · next ~${nextText(next, asOf, timeZone)}`, theme.muted],
  ];
}

/** ` ◀ PAST 10:15:02 EST, 2h19 ago    17 of 301`; RECORDED for what comes from a file. */
function pastPieces(past: PastPosition, { isStale }: StatusLineInput, style: Style, ctx: Ctx): Segment {
  const { theme, nowMilliseconds, timeZone } = ctx;
  const { asOf, position, count, isRecorded, status, today = nowMilliseconds } = past;
  // As wide for the first one as for the last.
  const place = String(position).padStart(String(count).length);
  const isMoving = status != null && status !== 'stopped' && status !== 'end';
  const time = timeText(asOf, style, { nowMilliseconds: today, timeZone });
  const zone = style.hasZone === true && time !== UNKNOWN_TIME ? ` ${zoneName(asOf, timeZone)}` : '';
  // `stale` outlives it.
  const hasState = isStale ? style.hasNext : style.hasWord;
  const state = hasState === true ? `, ${status ?? `${formatSpan(nowMilliseconds - asOf)} ago`}` : '';
  return [
    isStale ? [' ', unpainted] : [isMoving ? ' ▶' : ' ◀', theme.badge],
    [isStale ? (style.hasWord === true ? '! stale' : '!') : '', theme.banner],
    [isStale && style.hasWord === true ? ' ' : '', unpainted],
    [` ${isRecorded ? 'RECORDED' : 'PAST'} ${time}${zone}${state} `, theme.badge],
    [style.hasNext === true ? `  ${place} of ${count}` : '', theme.muted],
  ];
}

function timeText(asOf: number | null, style: Style, reading: Reading): string {
  return style.hasSeconds === true ? formatTime(asOf, reading) : shortTime(asOf, style, reading);
}

/** `12:35`, with seconds if that is the minute of the data. */
function nextText(next: number, asOf: number | null, timeZone: Ctx['timeZone']): string {
  const reading = { timeZone, nowMilliseconds: next };
  const [minute, before] = [formatMinute(next, reading), formatMinute(asOf, reading)];
  return minute === before ? formatTime(next, reading) : minute;
}

/** `12:34`, with `11-19` before it on another day. */
function shortTime(asOf: number | null, { hasDate }: Style, reading: Reading): string {
  const minute = formatMinute(asOf, reading).replace(/^\d+-(?=\d+-)/, '');
  return hasDate === true ? minute : minute.replace(/^\S+ /, '');
}

/** `● open`, `! stale`, or the sign alone; without signs the word alone, and its letter where time would have to be cut. */
function statePieces(
  session: Snapshot['session'],
  isStale: boolean,
  { hasWord = false, hasLetter = false }: Style,
  { theme, ascii }: Ctx,
): Segment {
  if (isStale) return [[hasWord ? '! stale' : '!', theme.banner]];
  const sign = session === null ? '?' : SESSION_SIGNS[session];
  const word = session ?? 'session unknown';
  const text = ascii && !hasLetter && session !== null ? word : hasWord ? `${sign} ${word}` : sign;
  return [[text, session === 'open' ? theme.strong : theme.muted]];
}
