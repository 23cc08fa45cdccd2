import type { Board } from '../api/snapshot.ts';
import { boardsToShow, narrowsRows, type Selection, selectBoards } from '../model/selection.ts';
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
import { inPlace, type KnownTimeframe, type Staleness } from './known-timeframe.ts';
import { clampScroll, type Viewport, type ViewState } from './state.ts';

const CHOOSER_KEYS: ReadonlyArray<FooterKey> = [
  { label: 'j k', word: 'move' },
  { label: 'space', word: 'show or hide' },
  { label: 'a', word: 'all' },
  { label: 'Enter', word: 'close' },
];

const HELP_FOOTER: ReadonlyArray<FooterKey> = [
  { label: 'j k', word: 'scroll' },
  { label: 'any other', word: 'closes' },
];

export interface FrameInput {
  readonly known: KnownTimeframe;
  readonly state: ViewState;
  readonly staleness: Staleness | null;
  /** Seconds to the next poll; null while paused. */
  readonly nextPollSeconds: number | null;
  /** A short text in the footer; empty for none. */
  readonly notice: string;
  readonly nowMilliseconds: number;
}

export interface FrameStyle {
  readonly size: PaneSize;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column> | null;
  readonly selection: Selection;
  /** Rows per board that were asked for. */
  readonly limit: number;
}

export interface Frame {
  readonly lines: Lines;
  /** What the keys must know of it. */
  readonly viewport: Viewport;
}

/** Up to this many lines, the boards need them more than the reasons of the top play. */
const SHORT_PANE = 30;

/** Cells below which a reason says nothing. */
const LEAST_REASON = 8;

const HELP_KEYS: ReadonlyArray<FooterKey> = KEY_BINDINGS.map(({ label, does }) => ({ label, word: does }));
const FOOTER_KEYS: ReadonlyArray<FooterKey> = KEY_BINDINGS.flatMap(({ label, footer }) =>
  footer === undefined ? [] : [{ label, word: footer }],
);

/** The whole pane as lines, and what the keys must know of it; `body` is that of `frameBody`, drawn now or before. */
export function renderFrame(input: FrameInput, style: FrameStyle, body = frameBody(input, style)): Frame {
  const header = frameHeader(input, style);
  const viewport = {
    pageLines: pageLines(header, style.size),
    totalLines: body.length,
    boardKeys: choosableKeys(input.known, style.selection),
  };
  const scroll = clampScroll(input.state.scroll, viewport);
  const footer = frameFooter(input, style, viewport, scroll);
  return { lines: composePane({ header, body, scroll, footer }, style.size), viewport };
}

/** What stays on the main screen when the pane is closed: the frame without its footer and blank lines. */
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
  // In the place of breadth, which is as old as the rest: nothing below moves.
  return [
    ...(snapshot.breadth === null ? header : header.slice(0, -1)),
    renderBanner(banner, size.width, theme),
  ];
}

/** Silence means fresh; anything else is said here, in at most `width` cells. */
function bannerText(input: FrameInput, width: number): string | null {
  const { staleness, state, nextPollSeconds, known, nowMilliseconds } = input;
  const { snapshot } = known;
  if (state.paused) {
    if (snapshot === null) return 'paused; space goes on';
    return `paused, data of ${formatTime(snapshot.asOfMilliseconds, nowMilliseconds)}; space goes on`;
  }
  if (staleness === null)
    return snapshot === null ? null : describeOtherTimeframe(state.timeframe, snapshot.timeframe);
  const seconds = nextPollSeconds ?? 0;
  const { since, reason } = staleness;
  const start = since === null ? 'no data yet' : `stale since ${formatTime(since, nowMilliseconds)}`;
  const end = `, next try in ${seconds} s`;
  // The reason gives way: since when and how long count more.
  const room = width - start.length - end.length - ' ()'.length;
  if (room >= LEAST_REASON) return `${start} (${clip(cleanText(reason), room)})${end}`;
  return start.length + end.length <= width ? start + end : `${start.replace(' since', '')} · ${seconds} s`;
}

/** The part that scrolls; it depends on nothing that changes with time alone. */
export function frameBody({ known, state }: Pick<FrameInput, 'known' | 'state'>, style: FrameStyle): Lines {
  const { theme, size } = style;
  if (state.mode === 'help') return renderHelp(HELP_KEYS, size.width, theme);
  if (state.mode === 'boards') {
    const choices = choosableKeys(known, style.selection).map((key) => ({
      title: titleOf(key),
      shown: !state.hiddenBoards.includes(key),
    }));
    return renderChooser(choices, state.cursor, size.width, theme);
  }
  if (known.snapshot === null) return [];
  const reasonLines = size.rows <= SHORT_PANE && !state.topOnly ? 0 : 2;
  const top = renderTopPlay(known.snapshot.topPlay, { width: contentWidth(size.width), theme, reasonLines });
  if (state.topOnly) return top;
  const isNarrowed = state.filter !== '' || narrowsRows(style.selection);
  const boards = isNarrowed
    ? matchingBoards(known, state, style.selection)
    : boardsInPlace(known, state, style.selection);
  if (isNarrowed && boards.length === 0) return [...top, theme.muted('no symbol matches')];
  // Boards keep their height from snapshot to snapshot; a filter is for finding, and leaves no gaps.
  const live = { movement: known.movement, rows: isNarrowed ? 0 : style.limit };
  return [...top, ...renderBoards(boards, { width: size.width, theme, columns: style.columns, live })];
}

/** The keys of the boards that were asked for, or of all that were ever seen. */
function choosableKeys(
  { snapshot, boardKeys }: Pick<KnownTimeframe, 'snapshot' | 'boardKeys'>,
  selection: Selection,
) {
  const isChosen = (selection.boards ?? []).length > 0;
  if (!isChosen || snapshot === null) return boardKeys;
  return [...new Set(selectBoards(snapshot, selection).map(({ key }) => key))];
}

/** The boards that were asked for, or all that were ever seen, each in its accustomed place. */
function boardsInPlace(
  { snapshot, boardKeys }: KnownTimeframe,
  state: ViewState,
  selection: Selection,
): ReadonlyArray<Board> {
  if (snapshot === null) return [];
  const selected = selectBoards(snapshot, selection);
  const shown = choosableKeys({ snapshot, boardKeys }, selection).filter(
    (key) => !state.hiddenBoards.includes(key),
  );
  return inPlace(selected, shown);
}

/** The boards on which a symbol passes the filters of the command line and of the keys. */
function matchingBoards(
  { snapshot }: KnownTimeframe,
  state: ViewState,
  selection: Selection,
): ReadonlyArray<Board> {
  if (snapshot === null) return [];
  const has = (symbol: string | null) =>
    state.filter === '' || symbol?.toUpperCase().includes(state.filter) === true;
  return boardsToShow(snapshot, selection)
    .filter(({ key }) => !state.hiddenBoards.includes(key))
    .map((board) => ({
      ...board,
      rows: board.rows.filter(({ symbol }) => has(symbol)),
    }))
    .filter(({ rows }) => rows.length > 0);
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
