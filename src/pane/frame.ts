import type { Snapshot } from '../api/snapshot.ts';
import type { Lines } from '../text/box.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { baselineText, namedBaseline } from './baseline-text.ts';
import { describePosition, footerKeys, isPaused } from './footer.ts';
import { renderPaneHeader } from './header/pane-header.ts';
import { renderPinsLine } from './header/pins-line.ts';
import type { PaneTab } from './header/tab-line.ts';
import { keysOf } from './keys.ts';
import { composePane, pageLines, renderFooter, renderPrompt } from './pane-layout.ts';
import { PROMPTS } from './prompts.ts';
import { clampScroll } from './scroll.ts';
import { frontOf, hiddenBoardsOf, timeframesToPoll } from './state.ts';
import type { FrameInput, Front, Shown } from './view.ts';

export interface Frame extends Front {
  readonly lines: Lines;
}

/** Panes of fewer rows show fewer lines of the header: first the pins give way, then the changes, then the top play. */
const MIN_ROWS_FOR_CHANGES = 9;
const MIN_ROWS_FOR_TOP_PLAY = 7;
const MIN_ROWS_FOR_PINS = 12;

/** Renders the whole pane. */
export function renderFrame(input: FrameInput): Frame {
  const { pane, ctx } = input;
  const { size } = input.style;
  const { theme } = ctx;
  const header = headerOf(input);
  const page = pageLines(header, size);
  const shown: Shown = { ...input, lines: page };
  const opened = frontOf(pane);
  const body = opened.view.draw(shown, opened);
  const shape = { pageLines: page, totalLines: body.lines.length, blockStarts: body.blockStarts };
  const scroll = clampScroll(opened.scroll, shape);
  const front: Front = { pane, opened, shown, body, page: { ...shape, scroll } };
  const footer = footerOf(front, input.message);
  return { ...front, lines: composePane({ header, body, scroll, footer }, size) };

  function footerOf(drawn: Front, message: string): string {
    if (pane.prompt !== null) {
      const { label, hint } = PROMPTS[pane.prompt.kind];
      return renderPrompt({ label, text: pane.prompt.text, hint: hint(drawn) }, size.width, theme);
    }
    const keys = footerKeys(drawn, keysOf(opened.view));
    const ends = message === '' ? describePosition(drawn) : [message];
    const isUrgent = message !== '' || isPaused(pane);
    return renderFooter({ keys, ends, isUrgent }, size.width, theme);
  }
}

/** The lines to print on the main screen when the pane closes: the frame without its footer and trailing blank lines. */
export function remainingLines(frame: Pick<Frame, 'lines'>): Lines {
  const lines = frame.lines.slice(0, -1);
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

function headerOf(input: FrameInput): Lines {
  const { known, pane, boards, banner, ctx } = input;
  const { size } = input.style;
  const waiting =
    input.past !== null
      ? 'this snapshot is too large to be kept in memory'
      : pane.recorded !== null
        ? `reading the recording of ${pane.timeframe}`
        : `waiting for the first snapshot of ${pane.timeframe}`;
  const lines = renderPaneHeader(
    {
      tabs: describeTabs(input),
      snapshot: known.snapshot,
      isSimulated: known.isSimulated,
      formerTopPlay: input.remembered.formerTopPlay,
      startsAt: input.remembered.startsAt,
      changes: { ...boards, baseline: nameOfBaseline(input) },
      past: input.position,
      nextMilliseconds: pane.paused ? null : known.nextExpectedAt,
      isStale: input.staleness !== null && !pane.paused && pane.recorded === null,
      marks: input.marks,
      banner,
      waiting: known.snapshot === null ? waiting : null,
    },
    ctx,
  );
  const [status = '', topPlay = '', changes = ''] = lines;
  if (frontOf(pane).view.hasShortHeader === true) return [status];
  if (size.rows >= MIN_ROWS_FOR_PINS && pane.pins.length > 0 && known.snapshot !== null)
    return [...lines, pinsLine(input, known.snapshot)];
  if (size.rows >= MIN_ROWS_FOR_CHANGES) return lines;
  // A banner takes the place of the top play, so that the boards stay in place, where that has one.
  const isBanner = banner !== null || known.snapshot === null;
  if (isBanner) return [status, changes];
  return size.rows >= MIN_ROWS_FOR_TOP_PLAY ? [status, topPlay] : [status];
}

/** The pins on the boards that are shown, whatever the filter is. */
function pinsLine({ pane, compared, style, ctx }: FrameInput, snapshot: Snapshot): string {
  const { timeframe, pins } = pane;
  const only = style.selection.boards ?? null;
  const { movement } = compared;
  return renderPinsLine({ pins, snapshot, timeframe, only, hidden: hiddenBoardsOf(pane), movement }, ctx);
}

/** Null with one snapshot, which is compared with nothing. */
function nameOfBaseline(input: FrameInput): string | null {
  return input.compared.comparison === null ? null : baselineText(namedBaseline(input), input.ctx);
}

/** A replay has tabs of what is recorded only. */
function describeTabs({ pane, timeframes }: FrameInput): ReadonlyArray<PaneTab> {
  const polled = timeframesToPoll(pane);
  const existing = pane.recorded ?? TIMEFRAMES;
  return TIMEFRAMES.flatMap((timeframe, index) => {
    const isPolled = polled.includes(timeframe);
    const tab = {
      timeframe,
      digit: index + 1,
      isShown: timeframe === pane.timeframe,
      isPolled,
      news: isPolled ? timeframes.get(timeframe).news.size : 0,
    };
    return existing.includes(timeframe) ? [tab] : [];
  });
}
