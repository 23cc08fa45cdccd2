import type { Simulated, Snapshot } from '../api/snapshot.ts';
import { zoneName } from '../time-zone.ts';
import type { MarketSession } from '../vocabulary.ts';
import { joinPieces, type Line } from './box.ts';
import { formatMinute, formatTime, SESSION_SIGNS, UNKNOWN_TIME } from './format.ts';
import { originBadge } from './label.ts';
import { clip, displayWidth } from './safe-text.ts';
import { type PaneTab, type TabStyle, tabLine, widestTabs } from './tab-line.ts';
import { type Paint, type Theme, unpainted } from './theme.ts';

export interface StatusLineInput {
  readonly tabs: ReadonlyArray<PaneTab>;
  /** Null until there is one. */
  readonly snapshot: Pick<Snapshot, 'session' | 'asOfMilliseconds' | 'timeframe'> | null;
  readonly isSimulated: Simulated;
  /** When the next snapshot is expected; null if unknown. */
  readonly nextMilliseconds: number | null;
  readonly nowMilliseconds: number;
}

type TimeStyle = 'as-of' | 'next-seconds' | 'next' | 'zone' | 'word' | 'sign' | 'time';

/** What the line shows, from the widest terminal to the narrowest. */
const STYLES: ReadonlyArray<readonly [TabStyle, TimeStyle]> = [
  ['names', 'as-of'],
  ['names', 'next-seconds'],
  ['names', 'next'],
  ['names', 'zone'],
  ['names', 'word'],
  ['digits', 'as-of'],
  ['digits', 'next-seconds'],
  ['digits', 'next'],
  ['digits', 'zone'],
  ['digits', 'word'],
  ['shown', 'zone'],
  ['shown', 'word'],
  ['shown', 'sign'],
  ['bare', 'sign'],
];
const NARROWEST: readonly [TabStyle, TimeStyle] = ['bare', 'time'];

/** `1 scalp  [2 DAY]  3 swing •4      ● open  12:34:00 EST · next ~12:35:02  SANDBOX` in exactly `width` cells. */
export function renderStatusLine(input: StatusLineInput, width: number, theme: Theme): string {
  const badge = originBadge(input.isSimulated, width);
  const { left, right } = widestThatFits(input, width - badge.length - 2, theme);
  // In the narrowest terminals the label of simulated data stays, and the time is cut.
  const room = width - badge.length;
  const used = displayWidth(left.plain) + displayWidth(right.plain);
  if (used + 1 > room) {
    const cut = clip(`${left.plain} ${right.plain}`, Math.max(0, room));
    return cut + ' '.repeat(Math.max(0, room - displayWidth(cut))) + theme.badge(clip(badge, width));
  }
  const end = badge === '' ? '' : theme.badge(badge);
  // A narrow line keeps tabs and time together at the left.
  const gap = width < 60 ? 1 : room - used - (badge === '' ? 0 : 1);
  const rest = width < 60 ? room - used - 1 : badge === '' ? 0 : 1;
  return left.painted + ' '.repeat(gap) + right.painted + ' '.repeat(Math.max(0, rest)) + end;
}

const NOTHING: Line = { plain: '', painted: '' };

/** Tabs and time in at most `room` cells, or in the narrowest style. */
function widestThatFits(input: StatusLineInput, room: number, theme: Theme): { left: Line; right: Line } {
  // Measured with all that can come and go, so that tabs and time keep their style when it does.
  const fullest = { ...input, nextMilliseconds: input.nextMilliseconds ?? input.nowMilliseconds };
  const fits = ([tabs, time]: (typeof STYLES)[number]) =>
    widestTabs(input.tabs, tabs, theme) + displayWidth(timeLine(fullest, time, theme).plain) <= room;
  const [tabs, time] = STYLES.find(fits) ?? NARROWEST;
  return { left: tabLine(input.tabs, tabs, theme), right: timeLine(input, time, theme) };
}

function timeLine(input: StatusLineInput, style: TimeStyle, theme: Theme): Line {
  const { snapshot, nextMilliseconds, nowMilliseconds } = input;
  if (snapshot === null) return NOTHING;
  const { session, asOfMilliseconds } = snapshot;
  if (style === 'time') {
    const minute = formatMinute(asOfMilliseconds, nowMilliseconds, theme.timeZone);
    return joinPieces([[minute.replace(/^\d+-/, ''), theme.strong]], Number.POSITIVE_INFINITY);
  }
  const time = formatTime(asOfMilliseconds, nowMilliseconds, theme.timeZone);
  const hasZone = style !== 'word' && style !== 'sign' && asOfMilliseconds !== null && time !== UNKNOWN_TIME;
  const pieces: Array<readonly [string, Paint]> = [
    sessionPiece(session, style === 'sign', theme),
    [style === 'as-of' || style === 'next-seconds' ? '  ' : ' ', unpainted],
    [style === 'as-of' && time !== UNKNOWN_TIME ? 'as of ' : '', theme.muted],
    [time === UNKNOWN_TIME && style !== 'sign' ? 'time unknown' : time, theme.strong],
    [hasZone ? ` ${zoneName(asOfMilliseconds, theme.timeZone)}` : '', theme.muted],
  ];
  if (nextMilliseconds !== null && (style === 'as-of' || style === 'next' || style === 'next-seconds')) {
    const format = style === 'next' ? formatMinute : formatTime;
    pieces.push([` · next ~${format(nextMilliseconds, nextMilliseconds, theme.timeZone)}`, theme.muted]);
  }
  return joinPieces(pieces, Number.POSITIVE_INFINITY);
}

function sessionPiece(
  session: MarketSession | null,
  isShort: boolean,
  theme: Theme,
): readonly [string, Paint] {
  const sign = session === null ? '?' : SESSION_SIGNS[session];
  const text = isShort ? sign : `${sign} ${session ?? 'session unknown'}`;
  return [text, session === 'open' ? theme.up : theme.muted];
}
