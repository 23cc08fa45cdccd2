import type { Simulated } from '../api/snapshot.ts';
import type { TimeZone } from '../time-zone.ts';
import { formatSpan } from './age.ts';
import { joinPieces, type Line } from './box.ts';
import { fitPieces } from './fit.ts';
import type { Segment } from './flow.ts';
import { formatMinute, formatTime, formatTimeWithZone } from './format.ts';
import { originBadge } from './label.ts';
import { clip, displayWidth } from './safe-text.ts';
import { type PaneTab, type TabStyle, tabLine, widestTabs } from './tab-line.ts';
import type { Theme } from './theme.ts';

/** Where a remembered snapshot is among those in memory. Times are in milliseconds since 1970. */
export interface PastPosition {
  readonly asOf: number;
  /** From 1, the oldest. */
  readonly position: number;
  readonly count: number;
  readonly newestAt: number;
  /** What a replay does, for its newest snapshot: `playing`, `stopped`, `end`, or where it goes at once: `to 14:20`. */
  readonly status?: string | null;
  /** The present time, which decides whether a date is shown; by default that of the pane. */
  readonly today?: number;
}

interface PastLineInput {
  readonly tabs: ReadonlyArray<PaneTab>;
  readonly isSimulated: Simulated;
  readonly nowMilliseconds: number;
}

/** `alone` is the shown timeframe without what is new in others. */
type TabsStyle = TabStyle | 'alone' | 'digit' | 'none';
type TimeStyle = 'zone' | 'second' | 'minute' | 'no date';
/** Which snapshot of how many it is, and how long ago or what the replay does. */
type PlaceStyle = 'place and state' | 'place' | 'state' | 'none';
type Style = readonly [TabsStyle, TimeStyle, PlaceStyle];

/** What the line shows, from the widest terminal to the narrowest. */
const STYLES: ReadonlyArray<Style> = [
  ['names', 'zone', 'place and state'],
  ['names', 'second', 'place and state'],
  ['digits', 'zone', 'place and state'],
  ['digits', 'second', 'place and state'],
  ['shown', 'zone', 'place and state'],
  ['shown', 'zone', 'place'],
  ['shown', 'second', 'place and state'],
  ['shown', 'second', 'state'],
  ['alone', 'second', 'state'],
  ['alone', 'second', 'none'],
  ['digit', 'second', 'none'],
  ['digit', 'minute', 'none'],
  ['none', 'second', 'none'],
  ['none', 'minute', 'none'],
  ['none', 'no date', 'none'],
];

/**
 * `1 scalp  [2 DAY]  3 swing •4   ◀ RECORDED 10:15:02 EST   17 of 301, 4h17 ago     SANDBOX`: exactly `width` cells. RECORDED,
 * the time and SANDBOX give way last, so that old data never looks live. "Ago" counts to the newest snapshot.
 */
export function renderPastLine(
  past: PastPosition,
  { tabs, isSimulated, nowMilliseconds }: PastLineInput,
  width: number,
  theme: Theme,
): string {
  const badge = originBadge(isSimulated, width);
  const room = Math.max(0, width - badge.length);
  const today = past.today ?? nowMilliseconds;
  const piecesOf = ([tabsStyle, timeStyle, place]: Style): Segment => {
    const { plain, painted } = startOf(tabs, tabsStyle, theme);
    return [
      [plain, () => painted],
      [labelOf(timeText(past.asOf, timeStyle, { today, timeZone: theme.timeZone }), past), theme.badge],
      [placeText(past, place), theme.muted],
    ];
  };
  const line = fitPieces(room, ...STYLES.map(piecesOf));
  const blanks = ' '.repeat(Math.max(0, room - displayWidth(line.plain)));
  return line.painted + blanks + (badge === '' ? '' : theme.badge(clip(badge, width)));
}

/** The tabs in as many cells as they take with all news that can come, so that the time beside them stands still. */
function startOf(tabs: ReadonlyArray<PaneTab>, style: TabsStyle, theme: Theme): Line {
  if (style === 'none') return { plain: '', painted: '' };
  const alone = tabs.filter(({ isShown }) => isShown);
  if (style === 'digit')
    return joinPieces(
      alone.map(({ digit }) => [`${digit} `, theme.title]),
      2,
    );
  const shown = style === 'alone' ? alone : tabs;
  const line = tabLine(shown, style === 'alone' ? 'shown' : style, theme);
  const missing = widestTabs(shown, style === 'alone' ? 'shown' : style, theme) - displayWidth(line.plain);
  const blanks = ' '.repeat(missing + (shown.length > 0 ? 2 : 0));
  return { plain: line.plain + blanks, painted: line.painted + blanks };
}

function timeText(
  asOf: number,
  style: TimeStyle,
  { today, timeZone }: { readonly today: number; readonly timeZone: TimeZone },
): string {
  if (style === 'zone') return formatTimeWithZone(asOf, today, timeZone);
  if (style === 'second') return formatTime(asOf, today, timeZone);
  const minute = formatMinute(asOf, today, timeZone);
  return style === 'minute' ? minute : minute.slice(-'10:15'.length);
}

function placeText({ asOf, newestAt, position, count, status }: PastPosition, style: PlaceStyle): string {
  const state = status ?? `${formatSpan(newestAt - asOf)} ago`;
  const place = `   ${position} of ${count}`;
  if (style === 'place and state') return `${place}, ${state}`;
  if (style === 'place') return place;
  return style === 'state' && status != null ? `   ${status}` : '';
}

function isMoving(status: PastPosition['status']): boolean {
  return status != null && status !== 'stopped' && status !== 'end';
}

function labelOf(time: string, { status }: PastPosition): string {
  return ` ${isMoving(status) ? '▶' : '◀'} RECORDED ${time} `;
}
