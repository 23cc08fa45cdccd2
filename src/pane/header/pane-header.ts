import type { Snapshot, TopPlay } from '../../api/snapshot.ts';
import { MAX_REASONS, renderTopLine, topPlayDuration } from '../../output/top-play.ts';
import { joinPieces, type Lines } from '../../text/box.ts';
import type { Ctx } from '../../text/ctx.ts';
import { fitText } from '../../text/fit.ts';
import { flowTexts } from '../../text/flow.ts';
import { cleanText, clip, displayWidth } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import { renderBanner } from '../pane-layout.ts';
import { renderShortBreadth } from './breadth.ts';
import { type Changes, leastStripWidth, renderStrip } from './changes-strip.ts';
import { renderStatusLine, type StatusLineInput } from './status-line.ts';

/** The symbol that was the top play before the present one. */
interface FormerTopPlay {
  readonly symbol: string | null;
  /** The time of the snapshot in which it was replaced, in milliseconds since 1970. */
  readonly sinceMilliseconds: number;
}

export interface PaneHeaderInput extends StatusLineInput {
  readonly snapshot: Snapshot | null;
  readonly formerTopPlay: FormerTopPlay | null;
  /** The time of the first snapshot in memory, in milliseconds since 1970; null if there is none. */
  readonly startsAt: number | null;
  /** Of the boards that are shown. */
  readonly changes: Changes;
  /** What is wrong: replaces the third line. */
  readonly banner: string | null;
  /** What the pane waits for, in place of the third line; null if it does not. */
  readonly waiting: string | null;
}

/** Timeframes and time, top play, changes and breadth: always three lines, so that nothing below them moves. */
export function renderPaneHeader(input: PaneHeaderInput, ctx: Ctx): Lines {
  const { snapshot, banner, waiting } = input;
  const { width, theme } = ctx;
  const third =
    banner !== null
      ? renderBanner(banner, width, theme)
      : waiting !== null
        ? theme.muted(clip(waiting, width))
        : changesLine(input, ctx);
  const second = snapshot === null ? '' : topPlayLine(snapshot.topPlay, input, ctx);
  return [renderStatusLine(input, ctx), second, third];
}

/**
 * `TOP  TLLT $91.53 -1.39% ◆5-  Repeated alerts · Trending in search      for 3 min, was AME`. What it was before gives way
 * first, then reasons, then how long it has been the top play.
 */
function topPlayLine(topPlay: TopPlay | null, input: PaneHeaderInput, ctx: Ctx): string {
  const { width, theme } = ctx;
  const start = renderTopLine(topPlay, width, theme);
  const used = displayWidth(start.plain);
  const reasons = (topPlay?.reasons ?? []).slice(0, MAX_REASONS).map(cleanText);
  const { duration, former } = formerTexts(input);
  const longest = [reasons.join(' · '), duration + former].filter((text) => text !== '').join('  ');
  const end =
    displayWidth(longest) <= width - used - 2 ? duration + former : fitText(width - used - 2, duration, '');
  const room = width - used - 2 - (end === '' ? 0 : displayWidth(end) + 2);
  const [shown = ''] = flowTexts(reasons, room, ' · ');
  const middle = shown === '' || displayWidth(shown) > room ? '' : `  ${shown}`;
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
function formerTexts({ formerTopPlay, snapshot, startsAt }: PaneHeaderInput) {
  const asOf = snapshot?.asOfMilliseconds ?? Number.NaN;
  const duration =
    snapshot?.topPlay == null && formerTopPlay === null
      ? ''
      : topPlayDuration(asOf, { formerTopPlay, startsAt });
  const name = formerTopPlay?.symbol == null ? 'none' : clip(cleanText(formerTopPlay.symbol), 12);
  return { duration, former: formerTopPlay === null ? '' : `, was ${name}` };
}

/** The strip of changes at the left, breadth at the right edge. Breadth gives way to the least of the strip. */
function changesLine({ snapshot, changes }: PaneHeaderInput, ctx: Ctx): string {
  const { width, theme } = ctx;
  if (snapshot === null) return '';
  const breadth =
    snapshot.breadth === null ? null : renderShortBreadth(snapshot.breadth, width >= MIN_WIDTH_OF_BAR, theme);
  const room = width - displayWidth(breadth?.plain ?? '');
  if (breadth === null || leastStripWidth(changes, width, ctx) > room - 2)
    return renderStrip(changes, width, ctx).painted;
  const strip = renderStrip(changes, room - 2, ctx);
  return strip.painted + ' '.repeat(Math.max(0, room - displayWidth(strip.plain))) + breadth.painted;
}

/** In a narrower pane the share alone is shown, so that it has no bar whatever the strip says. */
const MIN_WIDTH_OF_BAR = 100;
