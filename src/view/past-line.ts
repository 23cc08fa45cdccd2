import { formatSpan } from './age.ts';
import { joinPieces } from './box.ts';
import { formatMinute, formatTime, formatZone } from './format.ts';
import { SANDBOX_BADGE } from './label.ts';
import { clip, displayWidth } from './safe-text.ts';
import type { PaneTab } from './status-line.ts';
import type { Theme } from './theme.ts';

/** Where a remembered snapshot is among those in memory. Times are in milliseconds since 1970. */
export interface PastPosition {
  readonly asOf: number;
  /** From 1, the oldest. */
  readonly position: number;
  readonly count: number;
  readonly newestAt: number;
  /** What a replay does, for its newest snapshot. */
  readonly status?: 'playing' | 'stopped' | 'end' | null;
  /** The present time, which decides whether a date is shown; by default that of the pane. */
  readonly today?: number;
}

interface PastLineInput {
  readonly tabs: ReadonlyArray<PaneTab>;
  readonly isSimulated: boolean;
  readonly nowMilliseconds: number;
}

/**
 * `2 DAY  ◀ RECORDED 10:15:02 EST   17 of 301, 4h17 ago     SANDBOX`: exactly `width` cells. RECORDED, the time and SANDBOX give
 * way last, so that old data never looks live. "Ago" counts to the newest snapshot.
 */
export function renderPastLine(
  past: PastPosition,
  { tabs, isSimulated, nowMilliseconds }: PastLineInput,
  width: number,
  theme: Theme,
): string {
  const badge = isSimulated ? SANDBOX_BADGE : '';
  const room = Math.max(0, width - badge.length);
  const shown = tabs.find(({ isShown }) => isShown);
  const tab = shown === undefined ? '' : `${shown.digit} ${shown.timeframe.toUpperCase()}  `;
  const digit = shown === undefined ? '' : `${shown.digit} `;
  const today = past.today ?? nowMilliseconds;
  const second = formatTime(past.asOf, today);
  const minute = formatMinute(past.asOf, today);
  const ago = past.status ?? `${formatSpan(past.newestAt - past.asOf) || '0m'} ago`;
  const place = `   ${past.position} of ${past.count}`;
  const layouts = [
    [tab, `${second} ${formatZone(past.asOf)}`, `${place}, ${ago}`],
    [tab, `${second} ${formatZone(past.asOf)}`, place],
    [tab, second, `${place}, ${ago}`],
    [tab, second, past.status == null ? '' : `   ${past.status}`],
    [tab, second, ''],
    [digit, second, ''],
    [digit, minute, ''],
    ['', second, ''],
    ['', minute, ''],
  ] as const;
  const last = ['', minute.slice(-'10:15'.length), ''] as const;
  const [before, time, after] =
    layouts.find(([start, label, end]) => displayWidth(start + labelOf(label, past) + end) <= room) ?? last;
  const label = clip(labelOf(time, past), Math.max(0, room - before.length));
  const line = joinPieces(
    [
      [before, theme.title],
      [label, theme.badge],
      [after, theme.muted],
    ],
    room,
  );
  const blanks = ' '.repeat(Math.max(0, room - displayWidth(line.plain)));
  return line.painted + blanks + (badge === '' ? '' : theme.badge(clip(badge, width)));
}

function labelOf(time: string, { status }: PastPosition): string {
  return ` ${status === 'playing' ? '▶' : '◀'} RECORDED ${time} `;
}
