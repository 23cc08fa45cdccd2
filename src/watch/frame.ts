import { narrowsRows, type Selection } from '../model/selection.ts';
import { contentWidth, renderBoards } from '../view/boards.ts';
import type { Lines } from '../view/box.ts';
import { formatTime } from '../view/format.ts';
import { renderHeader } from '../view/header.ts';
import { describeOtherTimeframe } from '../view/notes.ts';
import {
  composePane,
  type FooterKey,
  type PaneSize,
  pageLines,
  renderBanner,
  renderChooser,
  renderFooter,
  renderHelp,
  renderPrompt,
} from '../view/pane-layout.ts';
import { cleanText, clip } from '../view/safe-text.ts';
import type { Theme } from '../view/theme.ts';
import { renderTopPlay } from '../view/top-play.ts';
import { BOARD_CATALOGUE, type Column } from '../vocabulary.ts';
import { KEY_BINDINGS } from './keys.ts';
import type { KnownTimeframe, Staleness } from './known-timeframe.ts';
import { allBoards, matchingBoards, selectableKeys } from './shown-boards.ts';
import { clampScroll, type Viewport, type ViewState } from './state.ts';

const CHOOSER_KEYS: ReadonlyArray<FooterKey> = [
  { label: 'j k', word: 'move' },
  { label: 'space', word: 'show or hide' },
  { label: 'a', word: 'all' },
  { label: 'Enter', word: 'close' },
];

const HELP_FOOTER: ReadonlyArray<FooterKey> = [
  { label: 'j k', word: 'scroll' },
  { label: 'any other key', word: 'close' },
];

export interface FrameInput {
  readonly known: KnownTimeframe;
  readonly state: ViewState;
  readonly staleness: Staleness | null;
  /** Seconds to the next poll; null while paused. */
  readonly nextPollSeconds: number | null;
  /** Replaces the footer; empty for none. */
  readonly notice: string;
  readonly nowMilliseconds: number;
}

export interface FrameStyle {
  readonly size: PaneSize;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column> | null;
  readonly selection: Selection;
  /** Requested rows per board. */
  readonly limit: number;
}

export interface Frame {
  readonly lines: Lines;
  readonly viewport: Viewport;
}

/** In a pane of up to this many rows, the reasons of the top play are left out to make room for boards. */
const MAX_SHORT_PANE_ROWS = 30;

/** The banner leaves out a reason that would be clipped to fewer cells. */
const MIN_REASON_WIDTH = 8;

const HELP_KEYS: ReadonlyArray<FooterKey> = KEY_BINDINGS.map(({ label, help }) => ({ label, word: help }));
const FOOTER_KEYS: ReadonlyArray<FooterKey> = KEY_BINDINGS.flatMap(({ label, footer }) =>
  footer === undefined ? [] : [{ label, word: footer }],
);

/** Renders the whole pane. `body` may be an earlier result of `frameBody` for the same input. */
export function renderFrame(input: FrameInput, style: FrameStyle, body = frameBody(input, style)): Frame {
  const header = frameHeader(input, style);
  const viewport = {
    pageLines: pageLines(header, style.size),
    totalLines: body.length,
    boardKeys: selectableKeys(input.known, style.selection),
  };
  const scroll = clampScroll(input.state.scroll, viewport);
  const footer = frameFooter(input, style, viewport, scroll);
  return { lines: composePane({ header, body, scroll, footer }, style.size), viewport };
}

/** The lines to print on the main screen when the pane closes: the frame without its footer and trailing blank lines. */
export function remainingLines(frame: Frame): Lines {
  const lines = frame.lines.slice(0, -1);
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

function frameHeader(input: FrameInput, { size, theme }: FrameStyle): Lines {
  const { known, nowMilliseconds } = input;
  const banner = bannerText(input, size.width - 1);
  const { snapshot, isSimulated } = known;
  if (snapshot === null) {
    const text = banner ?? `waiting for the first snapshot of ${input.state.timeframe}`;
    return [banner === null ? theme.muted(clip(text, size.width)) : renderBanner(text, size.width, theme)];
  }
  const header = renderHeader(snapshot, {
    width: size.width,
    theme,
    nowMilliseconds,
    sandbox: isSimulated,
    showAge: false,
  });
  if (banner === null) return header;
  // The banner replaces the breadth line, so that the lines below stay in place.
  return [
    ...(snapshot.breadth === null ? header : header.slice(0, -1)),
    renderBanner(banner, size.width, theme),
  ];
}

/** The banner of a pane that is paused, stale, or shows another timeframe than requested; null if it needs none. */
function bannerText(input: FrameInput, width: number): string | null {
  const { staleness, state, nextPollSeconds, known, nowMilliseconds } = input;
  const { snapshot } = known;
  if (state.paused) {
    if (snapshot === null) return 'paused; press space to resume';
    return `paused, data of ${formatTime(snapshot.asOfMilliseconds, nowMilliseconds)}; press space to resume`;
  }
  if (staleness === null)
    return snapshot === null ? null : describeOtherTimeframe(state.timeframe, snapshot.timeframe);
  const seconds = nextPollSeconds ?? 0;
  const { since, reason } = staleness;
  const start = since === null ? 'no data yet' : `stale since ${formatTime(since, nowMilliseconds)}`;
  const end = `, next try in ${seconds} s`;
  // In a narrow pane, the times are more useful than the reason.
  const room = width - start.length - end.length - ' ()'.length;
  if (room >= MIN_REASON_WIDTH) return `${start} (${clip(cleanText(reason), room)})${end}`;
  return start.length + end.length <= width ? start + end : `${start.replace(' since', '')} · ${seconds} s`;
}

/** The lines that scroll. They must not depend on the time, because the painter caches them. */
export function frameBody({ known, state }: Pick<FrameInput, 'known' | 'state'>, style: FrameStyle): Lines {
  const { theme, size } = style;
  if (state.mode === 'help') return renderHelp(HELP_KEYS, size.width, theme);
  if (state.mode === 'boards') {
    const choices = selectableKeys(known, style.selection).map((key) => ({
      title: titleOf(key),
      shown: !state.hiddenBoards.includes(key),
    }));
    return renderChooser(choices, state.cursor, size.width, theme);
  }
  if (known.snapshot === null) return [];
  const reasonLines = size.rows <= MAX_SHORT_PANE_ROWS && !state.topOnly ? 0 : 2;
  const top = renderTopPlay(known.snapshot.topPlay, { width: contentWidth(size.width), theme, reasonLines });
  if (state.topOnly) return top;
  const isNarrowed = state.filter !== '' || narrowsRows(style.selection);
  const boards = isNarrowed
    ? matchingBoards(known, state, style.selection)
    : allBoards(known, state, style.selection);
  if (isNarrowed && boards.length === 0) return [...top, theme.muted('no symbol matches')];
  // Without a filter, boards keep their height from snapshot to snapshot. Filtered boards are as short as possible.
  const live = { movement: known.movement, rows: isNarrowed ? 0 : style.limit };
  return [...top, ...renderBoards(boards, { width: size.width, theme, columns: style.columns, live })];
}

function frameFooter(
  { state, notice }: FrameInput,
  { size, theme }: FrameStyle,
  viewport: Viewport,
  scroll: number,
): string {
  if (state.mode === 'filter') return renderPrompt(state.filter, size.width, theme);
  if (state.mode === 'boards') return renderFooter(CHOOSER_KEYS, '', size.width, theme);
  const last = Math.min(viewport.totalLines, scroll + viewport.pageLines);
  const position =
    viewport.totalLines > viewport.pageLines ? `${scroll + 1}-${last} of ${viewport.totalLines}` : '';
  const filter = state.filter === '' ? '' : `filter ${state.filter}  `;
  if (notice !== '') return renderBanner(notice, size.width, theme);
  const keys = state.mode === 'help' ? HELP_FOOTER : FOOTER_KEYS;
  return renderFooter(keys, filter + position, size.width, theme);
}

function titleOf(key: string): string {
  return BOARD_CATALOGUE.find((entry) => entry.key === key)?.title ?? key;
}
