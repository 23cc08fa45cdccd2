import type { Lines } from '../view/box.ts';
import { renderPaneHeader } from '../view/pane-header.ts';
import { LEGEND, renderHelp } from '../view/pane-help.ts';
import {
  type Body,
  composePane,
  pageLines,
  renderChooser,
  renderFilterPrompt,
  renderFooter,
  renderTimePrompt,
} from '../view/pane-layout.ts';
import { titleOf } from '../view/tile.ts';
import { bannerText } from './banner.ts';
import { renderBody } from './body.ts';
import type { BoardsBody } from './body-input.ts';
import { linesBody } from './body-parts.ts';
import { footerKeys, keyHelp } from './footer.ts';
import { describePosition, leftOutText } from './footer-position.ts';
import type { FrameInput, FrameStyle } from './frame-input.ts';
import { clampScroll, shownScroll } from './scroll.ts';
import { boardsToRender, type ShownBoards, selectableKeys } from './shown-boards.ts';
import { sinceText } from './since-text.ts';
import { hiddenBoardsOf } from './state.ts';
import { defaultSymbolOf, namedSymbolOf } from './symbol-at-hand.ts';
import type { Viewport } from './viewport.ts';

export interface Frame {
  readonly lines: Lines;
  readonly viewport: Viewport;
}

/** Panes of fewer rows show fewer lines of the header: first the changes give way, then the top play. */
const MIN_ROWS_FOR_CHANGES = 9;
const MIN_ROWS_FOR_TOP_PLAY = 7;

/** The steps of a frame that take the most time; the painter replaces them by functions that reuse their last result. */
export interface FrameSteps {
  readonly boardsToRender: typeof boardsToRender;
  readonly renderBody: typeof renderBody;
}

/** Renders the whole pane. */
export function renderFrame(
  input: FrameInput,
  style: FrameStyle,
  steps: FrameSteps = { boardsToRender, renderBody },
): Frame {
  const { size } = style;
  const found = steps.boardsToRender(input, style);
  const header = headerOf(input, style, found);
  const page = pageLines(header, size);
  const boards = steps.renderBody(input, { ...style, width: size.width, lines: page }, found);
  const overlay = overlayOf(input, style);
  const body = overlay ?? boards;
  const viewport: Viewport = {
    pageLines: page,
    totalLines: body.lines.length,
    blockStarts: body.blockStarts,
    tiles: overlay === null ? boards.tiles : [],
    boardKeys: selectableKeys(input.known, style.selection),
    zoomableKeys: boards.zoomableKeys,
    boardOf: firstBoards(input, found),
    timesBeside: input.timesBeside,
    typedTime: input.typedTime,
    ...symbolsOf(input, boards.tiles),
  };
  const scroll = clampScroll(shownScroll(input.state), viewport);
  const footer = footerOf(input, style, boards, viewport);
  return { lines: composePane({ header, body, scroll, footer }, size), viewport };
}

/** The symbols that keys are about where no row is selected. */
function symbolsOf(
  { known: { snapshot }, state, isFilterKnown }: FrameInput,
  tiles: Viewport['tiles'],
): Pick<Viewport, 'namedSymbol' | 'defaultSymbol'> {
  const named = namedSymbolOf(state.filter, tiles, isFilterKnown);
  const topPlay = snapshot?.topPlay?.symbol ?? null;
  return { namedSymbol: named, defaultSymbol: defaultSymbolOf(state, tiles, { named, topPlay }) };
}

/** The first board of each symbol, where `z` leads in a card, the log and the confluence view. */
function firstBoards(input: FrameInput, { shown }: ShownBoards): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  if (input.state.view === 'boards' && input.card === null) return first;
  for (const { key, rows } of shown) {
    for (const { symbol } of rows) if (symbol !== null && !first.has(symbol)) first.set(symbol, key);
  }
  return first;
}

/** The lines to print on the main screen when the pane closes: the frame without its footer and trailing blank lines. */
export function remainingLines(frame: Frame): Lines {
  const lines = frame.lines.slice(0, -1);
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

function headerOf(input: FrameInput, { size, theme }: FrameStyle, { movement }: ShownBoards): Lines {
  const { known, state, tabs, nowMilliseconds } = input;
  const waiting =
    input.past !== null
      ? 'this snapshot is too large to be kept in memory'
      : input.replay !== null
        ? `reading the recording of ${state.timeframe}`
        : `waiting for the first snapshot of ${state.timeframe}`;
  const banner = bannerText(input, size.width - 1, theme.timeZone);
  const lines = renderPaneHeader(
    {
      tabs,
      snapshot: known.snapshot,
      isSimulated: known.isSimulated,
      formerTopPlay: known.formerTopPlay,
      movement,
      breadthBefore: input.remembered.breadthBefore,
      past: input.replay ?? input.past,
      nextMilliseconds: state.paused ? null : known.nextExpectedAt,
      banner: banner ?? (known.snapshot === null ? waiting : null),
      nowMilliseconds,
    },
    size.width,
    theme,
  );
  const [status = '', topPlay = '', changes = ''] = lines;
  if (size.rows >= MIN_ROWS_FOR_CHANGES) return lines;
  // A banner takes the place of the top play, so that the boards stay in place, where that has one.
  const isBanner = banner !== null || known.snapshot === null;
  if (isBanner) return [status, changes];
  return size.rows >= MIN_ROWS_FOR_TOP_PLAY ? [status, topPlay] : [status];
}

/** The help or the list of boards, which cover the boards; null if neither is open. */
function overlayOf({ known, state }: FrameInput, { size, theme, selection }: FrameStyle): Body | null {
  if (state.mode === 'help')
    return linesBody(renderHelp([keyHelp(state.recorded !== null), LEGEND], size.width, theme));
  if (state.mode !== 'boards') return null;
  const hidden = hiddenBoardsOf(state);
  const choices = selectableKeys(known, selection).map((key) => ({
    title: titleOf({ key, group: null }),
    shown: !hidden.includes(key),
  }));
  return linesBody(renderChooser(choices, state.cursor, size.width, theme));
}

function footerOf(
  input: FrameInput,
  { size: { width }, theme, limit }: FrameStyle,
  boards: BoardsBody,
  viewport: Viewport,
): string {
  const { state, notice } = input;
  if (state.mode === 'time') return renderTimePrompt(state.timeText, width, theme);
  if (state.mode === 'filter') {
    const enter = viewport.namedSymbol === null ? 'apply' : 'card';
    return renderFilterPrompt(state.filter, enter, width, theme);
  }
  const leftOut = leftOutText(state, input.known.leftOut, limit);
  const positions = describePosition(state, boards, viewport, leftOut);
  const { known, remembered } = input;
  const since = sinceText(state.since, remembered.comparison, known.snapshot?.asOfMilliseconds ?? null);
  // There is nothing left to play or to stop.
  const without = input.replay?.status === 'end' ? 'space' : null;
  const keys = footerKeys(state, viewport, since).filter(({ label }) => label !== without);
  return renderFooter({ keys, positions, notice }, width, theme);
}
