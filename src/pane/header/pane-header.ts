import type { AsOf } from '../../market/timeline/as-of.ts';
import { MAX_REASONS, renderTopLine, topPlayDuration } from '../../output/top-play.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { joinPieces, type Lines } from '../../text/box.ts';
import { fitText } from '../../text/fit.ts';
import { flowTexts } from '../../text/flow.ts';
import { cleanText, clip, displayWidth } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { TIMEFRAMES } from '../../vocabulary.ts';
import { baselineText, namedBaseline } from '../baseline-text.ts';
import { renderBanner } from '../pane-layout.ts';
import { frontOf, timeframesToPoll } from '../state.ts';
import type { FrameInput } from '../view.ts';
import { renderShortBreadth } from './breadth.ts';
import { leastStripWidth, renderStrip } from './changes-strip.ts';
import { renderPinsLine } from './pins-line.ts';
import { renderStatusLine, type StatusLineInput } from './status-line.ts';

/** Panes of fewer rows show fewer lines of the header: first the pins give way, then the changes, then the top play. */
const MIN_ROWS_FOR_PINS = 12;
const MIN_ROWS_FOR_CHANGES = 9;
const MIN_ROWS_FOR_TOP_PLAY = 7;

/** Timeframes and time, top play, changes and breadth: always three lines, so that nothing below them moves; then pins. */
export function renderPaneHeader(input: FrameInput): Lines {
  const { known, pane, banner, style, ctx } = input;
  const { rows } = style.size;
  const status = renderStatusLine(statusOf(input), ctx);
  if (frontOf(pane).view.hasShortHeader === true) return [status];
  const topPlay = topPlayLine(input);
  const changes = banner === null ? changesLine(input) : renderBanner(banner, ctx.width, ctx.theme);
  if (rows >= MIN_ROWS_FOR_PINS && pane.pins.length > 0 && known.snapshot !== null)
    return [status, topPlay, changes, renderPinsLine(known.snapshot, input)];
  if (rows >= MIN_ROWS_FOR_CHANGES) return [status, topPlay, changes];
  // A banner takes the place of the top play, so that the boards stay in place, where that has one.
  if (banner !== null || known.snapshot === null) return [status, changes];
  return rows >= MIN_ROWS_FOR_TOP_PLAY ? [status, topPlay] : [status];
}

function statusOf({ known, pane, position, staleness, marks, timeframes }: FrameInput): StatusLineInput {
  const polled = timeframesToPoll(pane);
  // A replay has tabs of what is recorded only.
  const existing = pane.recorded ?? TIMEFRAMES;
  const tabs = TIMEFRAMES.map((timeframe, index) => {
    const isPolled = polled.includes(timeframe);
    const news = isPolled ? timeframes.get(timeframe).news.size : 0;
    return { timeframe, digit: index + 1, isShown: timeframe === pane.timeframe, isPolled, news };
  }).filter(({ timeframe }) => existing.includes(timeframe));
  const isStale = staleness !== null && !pane.paused && pane.recorded === null;
  const nextMilliseconds = pane.paused ? null : known.nextExpectedAt;
  return { tabs, ...known, past: position, nextMilliseconds, isStale, marks };
}

/**
 * `TOP  TLLT $91.53 -1.39% ◆5-  Repeated alerts · Trending in search      for 3 min, was AME`. What it was before gives way
 * first, then reasons, then how long it has been the top play. Of one that is newer than the baseline, the third reason goes
 * before that.
 */
function topPlayLine({ known: { snapshot }, remembered, compared, ctx }: FrameInput): string {
  if (snapshot === null) return '';
  const { topPlay } = snapshot;
  const { width, theme } = ctx;
  const start = renderTopLine(topPlay, width, theme);
  const used = displayWidth(start.plain);
  const reasons = (topPlay?.reasons ?? []).slice(0, MAX_REASONS).map(cleanText);
  const { duration, former } = formerTexts(snapshot, remembered);
  const isNew = (remembered.formerTopPlay?.sinceMilliseconds ?? 0) > (compared.comparison?.asOf ?? Infinity);
  const all = width - used - 2;
  const fitsBeside = (text: string, end: string) =>
    displayWidth([text, end].filter((each) => each !== '').join('  ')) <= all;
  const kept = (isNew ? reasons.slice(0, 2) : reasons).join(' · ');
  const least = fitsBeside(kept, duration + former) ? duration + former : fitText(all, duration, '');
  const [found = ''] = flowTexts(reasons, least === '' ? all : all - displayWidth(least) - 2, ' · ');
  const shown = fitsBeside(found, least) ? found : '';
  // There may be room for it once reasons have given way.
  const end = fitsBeside(shown, duration + former) ? duration + former : least;
  const middle = shown === '' ? '' : `  ${shown}`;
  const blanks = end === '' ? 0 : width - used - displayWidth(middle) - displayWidth(end);
  const rest = joinPieces(
    [
      [middle, theme.muted],
      [' '.repeat(blanks), unpainted],
      [end, theme.muted],
    ],
    width - used,
  );
  return start.painted + rest.painted;
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

/** The strip of changes at the left, breadth at the right edge. Breadth gives way to the least of the strip. */
function changesLine(input: FrameInput): string {
  const { boards, compared, ctx } = input;
  const { snapshot } = input.known;
  const { width, theme } = ctx;
  if (snapshot === null) return theme.muted(clip(waitingText(input), width));
  // One snapshot is compared with nothing.
  const baseline = compared.comparison === null ? null : baselineText(namedBaseline(input), ctx);
  const changes = { ...boards, baseline };
  const breadth =
    snapshot.breadth === null ? null : renderShortBreadth(snapshot.breadth, width >= MIN_WIDTH_OF_BAR, theme);
  const room = width - displayWidth(breadth?.plain ?? '');
  if (breadth === null || leastStripWidth(changes, width, ctx) > room - 2)
    return renderStrip(changes, width, ctx).painted;
  const strip = renderStrip(changes, room - 2, ctx);
  return strip.painted + ' '.repeat(Math.max(0, room - displayWidth(strip.plain))) + breadth.painted;
}

function waitingText({ past, pane: { recorded, timeframe } }: FrameInput): string {
  if (past !== null) return 'this snapshot is too large to be kept in memory';
  return recorded === null
    ? `waiting for the first snapshot of ${timeframe}`
    : `reading the recording of ${timeframe}`;
}

/** In a narrower pane the share alone is shown, so that it has no bar whatever the strip says. */
const MIN_WIDTH_OF_BAR = 100;
