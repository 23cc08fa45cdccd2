import type { Lines } from '../text/box.ts';
import { describePosition, footerKeys, isPaused } from './footer.ts';
import { renderPaneHeader } from './header/pane-header.ts';
import { keysOf } from './keys.ts';
import { composePane, pageLines, renderFooter, renderPrompt } from './pane-layout.ts';
import { PROMPTS } from './prompts.ts';
import { clampScroll } from './scroll.ts';
import { frontOf } from './state.ts';
import type { FrameInput, Front, Shown } from './view.ts';

export interface Frame extends Front {
  readonly lines: Lines;
}

/** Renders the whole pane. */
export function renderFrame(input: FrameInput): Frame {
  const { pane, ctx } = input;
  const { size } = input.style;
  const { theme } = ctx;
  const header = renderPaneHeader(input);
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
