import type { Breadth, Simulated, Snapshot, TopPlay } from '../api/snapshot.ts';
import type { BoardMovement } from '../model/movement.ts';
import { joinPieces, type Lines } from './box.ts';
import { renderShortBreadth } from './breadth.ts';
import { leastStripWidth, renderStrip } from './changes-strip.ts';
import { fitText } from './fit.ts';
import { flowTexts } from './flow.ts';
import { formatMinute, UNKNOWN_TIME } from './format.ts';
import { renderBanner } from './pane-layout.ts';
import { type PastPosition, renderPastLine } from './past-line.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import { renderStatusLine } from './status-line.ts';
import type { PaneTab } from './tab-line.ts';
import { type Theme, unpainted } from './theme.ts';
import { renderTopLine } from './top-line.ts';
import { MAX_REASONS } from './top-play.ts';

/** The symbol that was the top play before the present one. */
export interface FormerTopPlay {
  readonly symbol: string | null;
  /** When the snapshot came in which it was replaced; milliseconds since 1970. */
  readonly untilMilliseconds: number | null;
}

export interface PaneHeaderInput {
  readonly tabs: ReadonlyArray<PaneTab>;
  readonly snapshot: Snapshot | null;
  readonly isSimulated: Simulated;
  readonly formerTopPlay: FormerTopPlay | null;
  /** Changes of the boards that are shown, by board key. */
  readonly movement: ReadonlyMap<string, BoardMovement>;
  /** That of the snapshot with which `movement` compares; null if unknown. */
  readonly breadthBefore: Breadth | null;
  /** Where an older snapshot is in memory; null for the newest one. */
  readonly past: PastPosition | null;
  /** When the next snapshot is expected; null if unknown. */
  readonly nextMilliseconds: number | null;
  /** Replaces the third line. */
  readonly banner: string | null;
  readonly nowMilliseconds: number;
}

/** Timeframes and time, top play, changes and breadth: always three lines, so that nothing below them moves. */
export function renderPaneHeader(input: PaneHeaderInput, width: number, theme: Theme): Lines {
  const { snapshot, banner } = input;
  const third = banner !== null ? renderBanner(banner, width, theme) : changesLine(input, width, theme);
  const second = snapshot === null ? '' : topPlayLine(snapshot.topPlay, input, width, theme);
  const { past } = input;
  const first =
    past === null ? renderStatusLine(input, width, theme) : renderPastLine(past, input, width, theme);
  return [first, second, third];
}

/** `TOP  TLLT $91.53 -1.39% ◆5▼  Repeated alerts · Trending in search      was AME until 12:31`. */
function topPlayLine(topPlay: TopPlay | null, input: PaneHeaderInput, width: number, theme: Theme): string {
  const start = renderTopLine(topPlay, width, theme);
  const used = displayWidth(start.plain);
  const end = fitText(width - used - 2, formerText(input, theme), '');
  const room = width - used - 2 - (end === '' ? 0 : displayWidth(end) + 2);
  const whole = (topPlay?.reasons ?? []).slice(0, MAX_REASONS).map(cleanText);
  const [reasons = ''] = flowTexts(whole, room, ' · ');
  const middle = reasons === '' || displayWidth(reasons) > room ? '' : `  ${reasons}`;
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

function formerText({ formerTopPlay, nowMilliseconds }: PaneHeaderInput, theme: Theme): string {
  if (formerTopPlay === null) return '';
  const { symbol, untilMilliseconds } = formerTopPlay;
  const name = symbol === null ? 'none' : clip(cleanText(symbol), 12);
  const time = formatMinute(untilMilliseconds, nowMilliseconds, theme.timeZone);
  return `was ${name}${time === UNKNOWN_TIME ? '' : ` until ${time}`}`;
}

/** The strip of changes at the left, breadth at the right. Breadth gives way where not even one change fits beside it. */
function changesLine(
  { snapshot, movement, breadthBefore }: PaneHeaderInput,
  width: number,
  theme: Theme,
): string {
  if (snapshot === null) return '';
  const bar = barWidth(width);
  const before = bar === 0 ? null : (breadthBefore ?? UNKNOWN_BREADTH);
  const breadth = snapshot.breadth === null ? null : renderShortBreadth(snapshot.breadth, before, bar, theme);
  const room = width - displayWidth(breadth?.plain ?? '');
  if (breadth === null || leastStripWidth(movement, theme) > room - 2)
    return renderStrip(movement, width, theme).painted;
  const strip = renderStrip(movement, room - 2, theme);
  return strip.painted + ' '.repeat(Math.max(0, room - displayWidth(strip.plain))) + breadth.painted;
}

const UNKNOWN_BREADTH: Breadth = { advancers: null, decliners: null, symbols: null };

/** Cells of the bar of breadth. They depend on the width alone, so that the bar stays in place. */
function barWidth(width: number): number {
  return width >= 150 ? 20 : width >= 110 ? 10 : 0;
}
