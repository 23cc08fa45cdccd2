import type { Snapshot } from '../api/snapshot.ts';
import type { Stop } from '../context.ts';
import type { TerminalInput } from '../terminal/key-decoder.ts';
import { openLiveTerminal } from '../terminal/live-terminal.ts';
import { paneWidth } from '../view/pane-width.ts';
import { cleanText, clip } from '../view/safe-text.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { clipboardText } from './clipboard-text.ts';
import type { Feed } from './feed.ts';
import type { FeedEvent } from './feed-event.ts';
import { type Frame, remainingLines } from './frame.ts';
import { frameInputOf } from './frame-source.ts';
import { applyInputs } from './input.ts';
import { createNotice } from './notice.ts';
import { createPainter } from './painter.ts';
import { describeRefusal } from './poll-refusal.ts';
import { settleSelectedRow } from './selected-row.ts';
import { describeSince } from './since-text.ts';
import type { Watch } from './source.ts';
import { type Effect, initialViewState, timeframesToPoll, type ViewState } from './state.ts';
import { createTimeframes } from './timeframes.ts';
import { createVisits } from './visits.ts';

export interface Pane {
  update(event: FeedEvent): void;
  /** Adds snapshots from before the first one to memory, which are shown when all are there: see `showPast`. */
  addPast(timeframe: Timeframe, snapshots: ReadonlyArray<Snapshot>): void;
  showPast(timeframe: Timeframe): void;
  /** Shows a short text in the footer for a few seconds. */
  showNotice(text: string): void;
  ring(): void;
  /** Shows a notification on the desktop, and rings the bell. */
  notify(text: string): void;
  /** The signal that a key stands for, such as SIGINT for Ctrl-C; null if no such key was pressed. */
  requestedStop(): Stop | null;
  /** Restores the terminal and prints the last frame on its main screen. */
  close(): void;
}

/** From this width, the footer has room for what `s` compares with. */
const MIN_WIDTH_OF_SINCE = 110;

const EMPTY_FRAME: Frame = {
  lines: [],
  viewport: {
    pageLines: 1,
    totalLines: 0,
    blockStarts: [],
    tiles: [],
    boardKeys: [],
    zoomableKeys: [],
    boardOf: new Map(),
    namedSymbol: null,
    defaultSymbol: null,
    timesBeside: { back: null, forward: null },
    typedTime: () => ({ problem: 'no snapshot yet' }),
  },
};

/** Opens the pane on the terminal. `onExit` is called when the user quits by a key. */
export function openPane(watch: Watch, feed: Feed, onExit: () => void): Pane {
  const { replay } = feed;
  const live = watch.context.clock;
  // In a replay, it is as late as in its newest snapshot.
  const clock = replay === null ? live : { ...live, now: replay.now };
  const timeframes = createTimeframes(watch.source.intervalSeconds, watch.request.selection, clock);
  const notice = createNotice(clock);
  const paint = createPainter(watch);
  const visits = createVisits(clock);
  let state = initialViewState({
    ...watch.request,
    timeframes: watch.source.timeframes,
    recorded: replay?.recorded ?? null,
  });
  let frame = EMPTY_FRAME;
  let stop: Stop | null = null;
  /** When the reader was here before this visit of the log. */
  let visitedAt = visits.earlier();
  /** True if the frame shows a countdown or a notice, so that each tick must redraw it. */
  let isTimeDependent = true;

  const { timeZone } = watch.request.style;
  const source = { timeframes, feed, notice, clock, today: () => live.now(), timeZone };
  const inputOf = (shown: ViewState) => frameInputOf(shown, visitedAt, source);
  const draw = () => {
    if (state.past === null) timeframes.markShown(state.timeframe);
    const input = inputOf(state);
    frame = paint(input);
    isTimeDependent = input.staleness !== null || input.notice !== '';
    state = withSettledRow(state, frame);
    terminal.paint(frame.lines);
  };
  const exit = (reason: Stop | null) => {
    stop ??= reason;
    onExit();
  };
  const effects: Readonly<Record<Effect, (symbol: string) => void>> = {
    quit: () => exit(null),
    interrupt: () => exit({ stop: 'SIGINT' }),
    abort: () => exit({ stop: 'SIGQUIT' }),
    suspend: () => void terminal.suspend(),
    poll: () => {
      const refusal = feed.pollNow(state.timeframe);
      if (refusal !== null) notice.set(describeRefusal(refusal));
    },
    pause: () => feed.setPaused(state.paused),
    since: () => {
      // Wider footers have the span beside the key.
      if (paneWidth(watch.context.stdout.columns) < MIN_WIDTH_OF_SINCE)
        notice.set(describeSince(state.since));
    },
    'not-listed': (where) => notice.set(`on no board of ${where}`),
    'no-symbol': () => notice.set('no symbol here'),
    ask: () => notice.set(askOthers(state, feed)),
    copy(symbol) {
      const text = clipboardText(symbol);
      const isSent = text !== null && terminal.copy(text);
      notice.set(isSent ? `${text} sent to the terminal` : 'this symbol cannot be copied');
    },
    pinned: (symbol) => notice.set(`${shortName(symbol)} pinned for this run`),
    unpinned: (symbol) => notice.set(`${shortName(symbol)} unpinned`),
    oldest: () => notice.set('no older snapshot in memory'),
    'no-such-time': (problem) => notice.set(problem),
    timeframe: () => feed.setTimeframes(timeframesToPoll(state)),
    'not-recorded': (timeframe) => notice.set(`${timeframe} is not recorded`),
    'play-one'() {
      feed.setPaused(true);
      if (replay?.playOne(state.timeframe) === false) notice.set('the end of the recording');
    },
    'play-to': (time) => replay?.playTo(Number(time)),
    'play-to-end': () => replay?.playTo(Number.POSITIVE_INFINITY),
  };
  const onInput = (inputs: ReadonlyArray<TerminalInput>) => {
    const before = state;
    visits.notice();
    if (before.view !== 'log') visitedAt = visits.earlier();
    const viewportOf = (shown: ViewState) => (shown === before ? frame : paint(inputOf(shown))).viewport;
    const applied = applyInputs(before, inputs, viewportOf);
    state = applied.state;
    for (const effect of applied.effects) effects[effect](applied.symbols.get(effect) ?? '');
    if (state !== before || applied.effects.length > 0) draw();
  };
  const terminal = openLiveTerminal(watch.context, { onInput, onRepaint: draw });
  draw();
  return {
    update(event) {
      if (event.type === 'tick') {
        if (isTimeDependent || timeframes.staleness(state.timeframe) !== null) draw();
        return;
      }
      timeframes.update(event, feed.millisecondsToNextPoll(event.timeframe));
      if (event.type === 'snapshot' && event.isFollowed === true) return;
      // Another timeframe than the one shown changes its tab at most.
      if (event.timeframe === state.timeframe || event.type === 'snapshot' || state.card !== null) draw();
    },
    addPast: timeframes.addPast,
    showPast(timeframe) {
      timeframes.finishPast(timeframe);
      if (timeframe === state.timeframe) draw();
    },
    showNotice(text) {
      notice.set(text);
      draw();
    },
    ring: () => terminal.ring(),
    notify: (text) => terminal.notify(text),
    requestedStop: () => stop,
    close: () => terminal.close(remainingLines(frame)),
  };
}

/** After new data, the selected row is one that is shown. The help and the list of boards have no rows. */
function withSettledRow(state: ViewState, { viewport }: Frame): ViewState {
  const selectedRow = settleSelectedRow(state.selectedRow, viewport.tiles);
  return selectedRow === state.selectedRow ? state : { ...state, selectedRow };
}

/** So that a long symbol leaves room for what happened to it. */
function shortName(symbol: string): string {
  return clip(cleanText(symbol), 16);
}

/** Asks for the timeframes that are not polled. Returns what to say about it; empty if the card says it. */
function askOthers(state: ViewState, feed: Feed): string {
  if (state.recorded !== null) return describeRefusal({ type: 'replay' });
  const polled = timeframesToPoll(state);
  const others = TIMEFRAMES.filter((timeframe) => !polled.includes(timeframe));
  if (others.length === 0) return 'all timeframes are polled';
  const refusal = feed.ask(others);
  return refusal === null ? '' : describeRefusal(refusal);
}
