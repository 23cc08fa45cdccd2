import type { AsOf } from '../../market/timeline/as-of.ts';
import { MAX_REASONS, renderTopLine, topPlayDuration } from '../../output/header.ts';
import { describeOtherTimeframe, describeTimeAhead } from '../../output/notes.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { formatDuration, formatMinute, formatTime, UNKNOWN_TIME } from '../../text/format.ts';
import { fitText, joinTexts, type Lines } from '../../text/lines.ts';
import { cleanText, clip, displayWidth, fitCell } from '../../text/safe-text.ts';
import { MINUTE_MS } from '../../time.ts';
import { frontOf } from '../state.ts';
import type { Shown } from '../view.ts';
import { baselineText, renderStrip } from './changes-strip.ts';
import { renderPinsLine } from './pins-line.ts';
import { renderStatusLine } from './status-line.ts';

/** Panes of fewer rows show fewer lines of the header: first the pins give way, then the changes, then the top play. */
const MIN_ROWS_FOR_PINS = 12;
const MIN_ROWS_FOR_CHANGES = 9;
const MIN_ROWS_FOR_TOP_PLAY = 7;

/** Timeframes and time, top play, changes and breadth: always three lines, so that nothing below them moves; then pins. */
export function renderPaneHeader(input: Shown): Lines {
  const { known, pane, rows, ctx } = input;
  const banner = bannerText(input);
  const status = renderStatusLine(input);
  if (frontOf(pane).view.isModal === true) return [status];
  const topPlay = topPlayLine(input);
  const changes =
    banner === null ? changesLine(input) : ctx.theme.banner(fitCell(` ${cleanText(banner)}`, ctx.width));
  if (rows >= MIN_ROWS_FOR_PINS && pane.pins.length > 0 && known.snapshot !== null)
    return [status, topPlay, changes, renderPinsLine(known.snapshot, input)];
  if (rows >= MIN_ROWS_FOR_CHANGES) return [status, topPlay, changes];
  // A banner takes the place of the top play, so that the boards stay in place, where that has one.
  if (banner !== null || known.snapshot === null) return [status, changes];
  return rows >= MIN_ROWS_FOR_TOP_PLAY ? [status, topPlay] : [status];
}

/**
 * What is wrong, in place of the third line: the pane is stale, or shows what is dated ahead or of another timeframe than requested;
 * null for nothing. In whole minutes, so that it does not draw the eye again and again. In a narrow pane the age of the data outlives
 * the reason, that outlives the time of the data, and that the next poll.
 */
function bannerText(shown: Shown): string | null {
  const { pane, past, staleness, nextPollAt, ctx } = shown;
  const { snapshot } = shown.known;
  // The first line says what a replay does and what is shown of the past, and the footer that it is paused.
  if (pane.recorded !== null || past !== null || pane.paused) return null;
  if (staleness === null) {
    if (snapshot === null) return null;
    const ahead = describeTimeAhead(pane.timeframe, snapshot);
    return ahead ?? describeOtherTimeframe(pane.timeframe, snapshot.timeframe);
  }
  // Behind the first blank of the line.
  const width = ctx.width - 1;
  const reason = cleanText(staleness);
  const why = ` (${reason})`;
  // As its own present time, because later ones are not known.
  const nextMinute = formatMinute(nextPollAt, { ...ctx, nowMilliseconds: nextPollAt ?? 0 });
  const next = nextPollAt === null ? '' : `; next poll ${nextMinute}`;
  const asOf = snapshot?.asOfMilliseconds ?? null;
  const time = formatTime(asOf, ctx);
  if (asOf === null || time === UNKNOWN_TIME) {
    const state = snapshot === null ? 'no data yet' : 'stale';
    return fitText(width, state + why + next, state + why, snapshot === null ? reason : state);
  }
  const age = ctx.nowMilliseconds - asOf;
  const old = `${age < MINUTE_MS ? 'under 1 min' : formatDuration(age)} old`;
  const last = `stale: last data ${time}, ${old}`;
  const short = `stale: data of ${formatMinute(asOf, ctx)}, ${old}`;
  const aged = `stale: ${old}`;
  return fitText(width, last + why + next, last + why, short + why, aged + why, short, aged);
}

/**
 * `TOP  TLLT $91.53 -1.39% ◆5-  Repeated alerts · Trending in search      for 3 min, was AME`. What it was before gives way
 * first, then reasons, then how long it has been the top play.
 */
function topPlayLine({ known: { snapshot }, remembered, ctx }: Shown): string {
  if (snapshot === null) return '';
  const { width, theme } = ctx;
  const start = renderTopLine(snapshot.topPlay, width, theme);
  const room = width - displayWidth(start.plain);
  const reasons = (snapshot.topPlay?.reasons ?? []).slice(0, MAX_REASONS).map(cleanText);
  const { duration, former } = formerTexts(snapshot, remembered);
  const beside = (count: number, end: string) => [reasons.slice(0, count).join(' · '), end] as const;
  const counts = [...reasons.keys(), reasons.length].reverse();
  const choices = [
    beside(reasons.length, duration + former),
    ...counts.map((count) => beside(count, duration)),
    ...counts.map((count) => beside(count, '')),
  ];
  const fits = (texts: readonly [string, string]) => displayWidth(joinTexts('  ', ...texts)) <= room - 2;
  const [middle, end] = choices.find(fits) ?? ['', ''];
  const lead = middle === '' ? '' : `  ${middle}`;
  const blanks = end === '' ? 0 : room - displayWidth(lead) - displayWidth(end);
  const texts = [lead, end].map((text) => (text === '' ? '' : theme.muted(text)));
  return start.painted + texts.join(' '.repeat(blanks));
}

/** `for 3 min` and `, was AME`. */
function formerTexts(
  { asOfMilliseconds, topPlay }: Snapshot,
  remembered: Pick<AsOf, 'formerTopPlay' | 'partStartsAt'>,
) {
  const { formerTopPlay } = remembered;
  const isNone = topPlay === null && formerTopPlay === null;
  const duration = isNone ? '' : topPlayDuration(asOfMilliseconds ?? Number.NaN, remembered);
  const name = formerTopPlay?.symbol == null ? 'none' : clip(cleanText(formerTopPlay.symbol), 12);
  return { duration, former: formerTopPlay === null ? '' : `, was ${name}` };
}

function changesLine(input: Shown): string {
  const { boards, compared, ctx, known } = input;
  if (known.snapshot === null) return ctx.theme.muted(clip(waitingText(input), ctx.width));
  // One snapshot is compared with nothing.
  const baseline = compared.comparison === null ? null : baselineText(input, ctx);
  return renderStrip(boards, baseline, known.snapshot.breadth, ctx);
}

function waitingText({ past, pane: { recorded, timeframe } }: Shown): string {
  if (past !== null) return 'this snapshot is too large to be kept in memory';
  return recorded === null
    ? `waiting for the first snapshot of ${timeframe}`
    : `reading the recording of ${timeframe}`;
}
