import { formatConfluence } from '../../fields/fields.ts';
import { describeTimeAhead } from '../../fields/notes.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time.ts';
import type { AsOf } from '../../market/timeline/as-of.ts';
import { topLineParts, topPlayDuration } from '../../output/header-lines.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { formatClock, formatDuration, formatMinute, formatTime } from '../../text/format.ts';
import { fitText, type PaintedLines, type Piece, type Segment } from '../../text/lines.ts';
import { fitLine, lastFirst, shortening } from '../../text/parts.ts';
import { cleanText, clip, fitCell } from '../../text/safe-text.ts';
import type { Style } from '../../text/style.ts';
import { type Paint, unpainted } from '../../text/theme.ts';
import { openedOf } from '../state.ts';
import type { ViewInput } from '../view.ts';
import { renderStrip } from './changes-strip.ts';
import { renderPinsLine } from './pins-line.ts';
import { renderStatusLine } from './status-line.ts';

/** Terminal rows per line of the header: a low one loses first the pins, then changes, then the top play. */
const ROWS_PER_LINE = 3;

/** Draws status, top play and changes even if they are empty, so that nothing below them moves. */
export function renderPaneHeader(input: ViewInput): PaintedLines {
  const { completed, pane, style } = input;
  const status = renderStatusLine(input);
  if (openedOf(pane).view.isModal === true) return [status];
  const banner = bannerText(input);
  const pins = pane.pins.length > 0 && completed !== null ? [renderPinsLine(completed, input)] : [];
  const lines = [status, topPlayLine(input), changesLine(input), ...pins];
  const count = Math.max(1, Math.floor(input.status.rows / ROWS_PER_LINE));
  if (banner === null) return lines.slice(0, count);
  // The banner replaces the changes, so that the boards stay in place.
  const place = Math.max(1, Math.min(count - 1, 2));
  return lines
    .with(place, style.theme.banner(fitCell(` ${cleanText(banner)}`, style.width)))
    .slice(0, Math.max(2, count));
}

/** Returns null for data less than a minute old, so that one failed poll hides no changes. */
function bannerText(input: ViewInput): string | null {
  const { pane, isPast, snapshot, newest, style } = input;
  const { staleness, millisecondsToNextPoll: milliseconds } = input.status;
  // The status line reports the past, and the footer reports that polls are paused.
  if (isPast) return null;
  if (newest.failure?.code === 'auth') return refusedText(newest.failure.message, style.width);
  if (pane.paused) return null;
  if (staleness === null) return snapshot === null ? null : describeTimeAhead(pane.timeframe, snapshot);
  // The time is its own `now`, so that no date is added.
  const nextAt = style.now + (milliseconds ?? 0);
  const nextTexts = [formatTime, formatMinute].map((format) =>
    milliseconds === null ? '' : `; next try ${format(nextAt, { ...style, now: nextAt })}`,
  );
  const time = snapshot?.time ?? null;
  const age = style.now - (time ?? NaN);
  if (age >= 0 && age < MINUTE_MS) return null;
  const old = `${formatDuration(age)} old`;
  // The age is negative if the clock of this computer was set back, and NaN without a time.
  const isAgeKnown = age >= 0;
  const short = snapshot === null ? 'waiting for data' : isAgeKnown ? `stale: ${old}` : 'stale';
  const last = time === null ? short : `stale: last data ${formatTime(time, style)}`;
  const parts: Segment = [
    shortening([isAgeKnown ? `${last}, ${old}` : last, short], unpainted, 1),
    [` (${staleness})`, unpainted, 2],
    shortening([...nextTexts, ''], unpainted, 3),
  ];
  return fitLine(parts, style.width - 1);
}

function refusedText(message: string, width: number): string {
  const again = 'r tries again';
  return fitText(
    width - 1,
    `${message}: polling has ended; ${again}`,
    `${message}; ${again}`,
    `key refused; ${again}`,
  );
}

/** Draws `TOP  TLLT $91.53 -1.39% ◆4-, was ◆5 12:31  Trending in search      for 26 min, was AME`. */
function topPlayLine({ completed, memory, style, isPast }: ViewInput): string {
  if (completed === null) return '';
  const { topPlay } = completed;
  const { width, theme } = style;
  const parts = (texts: ReadonlyArray<string>, paint: Paint, priority: number) =>
    texts.map((text, index): Piece => [text, paint, lastFirst(priority, index)]);
  const reasons = (topPlay?.reasons ?? []).map(
    (reason, index) => (index === 0 ? '  ' : theme.glyphs(' · ')) + reason,
  );
  const start = [
    ...topLineParts(topPlay, { width, theme, isRecorded: isPast }),
    ...parts(formerBoards(topPlay, memory, style), unpainted, -1),
    ...parts(reasons, theme.muted, -3),
  ];
  return fitLine(start, width, parts(topPlaySince(topPlay, memory), theme.muted, -2));
}

/** Returns `, was ◆5` and ` 12:31` if the number of boards changed in the last hour. */
function formerBoards(
  topPlay: Snapshot['topPlay'],
  { time, recordOf }: AsOf,
  style: Style,
): ReadonlyArray<string> {
  const record = topPlay?.symbol == null ? null : recordOf(topPlay.symbol);
  const { previousBoards = null, boardsSince = NaN } = record ?? {};
  if (previousBoards === null || previousBoards === topPlay?.boards || time - boardsSince > HOUR_MS)
    return [];
  return [`, was ${formatConfluence(previousBoards)}`, ` ${formatClock(boardsSince, style)}`];
}

/** Returns `for 26 min` and `, was AME`. */
function topPlaySince(topPlay: Snapshot['topPlay'], { topPlay: since }: AsOf): ReadonlyArray<string> {
  if (since.isAtLeast) return topPlay === null ? [] : [topPlayDuration(since)];
  const former = since.former === null ? 'none' : clip(since.former, 12);
  return [topPlayDuration(since), `, was ${former}`];
}

function changesLine(input: ViewInput): string {
  const { snapshot, pane, style } = input;
  if (snapshot !== null) return renderStrip(input);
  const start = pane.playback === null ? 'waiting for the first snapshot' : 'reading the recording';
  return style.theme.muted(clip(`${start} of ${pane.timeframe}`, style.width));
}
