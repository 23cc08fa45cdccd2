import type { Lines } from '../text/lines.ts';
import { renderFooter } from './footer.ts';
import { renderPaneHeader } from './header/pane-header.ts';
import { keysOf } from './keys.ts';
import { renderPrompt } from './prompts.ts';
import { clampScroll } from './scroll.ts';
import { frontOf } from './state.ts';
import type { Body, Front, Shown } from './view.ts';

export interface Frame extends Front {
  readonly drawn: Lines;
}

/** Draws the whole pane: exactly as many lines as the terminal has. */
export function renderFrame(input: Shown): Frame {
  const { pane, rows } = input;
  const header = renderPaneHeader(input);
  const pageLines = Math.max(1, rows - header.length - 1);
  const shown: Shown = { ...input, lines: pageLines };
  const opened = frontOf(pane);
  const body = opened.view.draw(shown, opened);
  const shape = { pageLines, totalLines: body.lines.length, blockStarts: body.blockStarts };
  const page = { ...shape, scroll: clampScroll(opened.scroll, shape) };
  const front: Front = { ...shown, opened, body, page };
  const visible = visibleLines(body, page.scroll, pageLines);
  const blank = Array.from({ length: pageLines - visible.length }, () => '');
  const footer = pane.prompt === null ? renderFooter(front, keysOf(opened.view)) : renderPrompt(front);
  const above = [...header, ...visible, ...blank].slice(0, Math.max(0, rows - 1));
  return { ...front, drawn: [...above, footer].slice(-rows) };
}

/**
 * A block that is taller than the page keeps its first line, the title, at the top while its other lines scroll. A page of
 * one line has no room for it.
 */
export function visibleLines(
  { lines, blockStarts }: Pick<Body, 'lines' | 'blockStarts'>,
  scroll: number,
  pageLines: number,
): Lines {
  const visible = lines.slice(scroll, scroll + pageLines);
  if (pageLines === 1) return visible;
  const start = blockStarts.findLast((line) => line <= scroll);
  const title = start === undefined || start === scroll ? undefined : lines[start];
  return title === undefined ? visible : [title, ...visible.slice(1)];
}
