import type { Stop } from '../context.ts';
import { boardTitle } from '../fields/board-title.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { MAX_LIMIT, TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import type { ChangeEvent, Diff } from '../market/diff.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { Timeline } from '../market/timeline/timeline.ts';
import type { Recording } from '../recording/read.ts';
import type { Simulated } from '../service/snapshot.ts';
import type { TerminalInput } from '../terminal/keyboard.ts';
import { openLiveTerminal } from '../terminal/live-terminal.ts';
import { toAscii } from '../text/ascii.ts';
import { paneWidth } from '../text/capabilities.ts';
import { formatClock } from '../text/format.ts';
import type { PaintedLines } from '../text/lines.ts';
import { clipboardText } from '../text/safe-text.ts';
import { screenStyle } from '../text/style.ts';
import { alertPhrases, alertSentence } from '../watch/alerts.ts';
import {
  type FeedEvent,
  type KeyPress,
  type LiveFeed,
  POLLING,
  type SnapshotEvent,
  type Watch,
} from '../watch/feed.ts';
import { createArmedAlerts, isArmed, NOTHING_ARMED } from './armed-alerts.ts';
import { baselinesOf, type Press, visitAfter, visitOf } from './baseline.ts';
import { openChart } from './chart.ts';
import { renderFooter } from './footer.ts';
import { boardsToRender } from './frame-boards.ts';
import { renderPaneHeader } from './header/pane-header.ts';
import { applyInputs, drawSettled } from './input.ts';
import { keysOf } from './keys.ts';
import { createPinSaver } from './pin-saver.ts';
import { renderPrompt } from './prompts.ts';
import { pageOf } from './scroll.ts';
import { lostText, rowOf } from './selected-row.ts';
import { openedOf, timeframesToPoll, watchedTimeframes } from './state.ts';
import { type ChosenTimeframe, createTimeframes } from './timeframes.ts';
import { titleText } from './title.ts';
import type { Effect, Front, PaneState, View, ViewInput } from './view.ts';
import { TILES } from './views/tiles-view.ts';

/** A short text in the footer. It waits while a prompt or a modal view is open. A key that does something ends it, or time. */
interface Notice {
  readonly text: string;
  /** Null until it is shown. */
  readonly until: number | null;
}

const NOTICE_MS = 4000;

export type Pane = ReturnType<typeof openPane>;

/** A recording in a pane. */
interface Replay extends Pick<Recording, 'times'> {
  /** What is shown first is of this time, or the next one of the timeframe. */
  readonly from: number;
  /** Called after keys, which may have changed the time and the timeframe that are shown. */
  onKeys(): void;
}

interface PaneSource extends Watch {
  readonly isPastRecorded: boolean;
  /** What polls; null in a replay. */
  readonly feed: LiveFeed | null;
  /** Null for live data. */
  readonly replay: Replay | null;
}

/**
 * Opens the pane on the terminal: it has the data and the state that keys change, takes keys and events, and draws. `onExit` is
 * called when the user quits by a key. `base` is the view that is always open, below the others.
 */
export function openPane(
  { source, request, context, isPastRecorded, feed, replay }: PaneSource,
  onExit: () => void,
  base: View = TILES,
  openTerminal: typeof openLiveTerminal = openLiveTerminal,
) {
  const { stdout, clock: realClock } = context;
  const screen = screenStyle(request.style, context);
  const { selection, columns } = request;
  const limit = selection.limit ?? MAX_LIMIT;
  // `-t all` opens on the timeframe that most users want.
  const timeframe = source.timeframes.length === TIMEFRAMES.length ? 'day' : (source.timeframes[0] ?? 'day');
  const start = replay && (replay.times.get(timeframe)?.find((time) => time >= replay.from) ?? replay.from);
  // In a replay, the time is the one that it has reached.
  const clock = { ...realClock, now: () => (replay === null ? source.clock.now() : (pane.pastAt ?? 0)) };
  const timeframes = createTimeframes(source.intervalSeconds, selection, clock, replay?.times ?? null);
  const armedAlerts = createArmedAlerts(selection, timeframes, maxGapOf(source.intervalSeconds));
  const isNotifying = request.notify === true || request.bell === true || request.exec !== undefined;
  /** Undefined while nothing is recorded. */
  let lost: number | null | undefined;
  let stop: Stop | null = null;
  let notice: Notice = { text: '', until: null };
  /** The last alert; null after the user has pressed a key. */
  let alert: { readonly text: string; readonly isShown: boolean } | null = null;
  const pressAt = (time: number | null): Press => ({ at: clock.now(), monotonic: clock.monotonic(), time });
  let last: Press = {
    at: start ?? source.clock.now(),
    monotonic: clock.monotonic(),
    time: null,
  };
  let hasPressed = false;
  let pane: PaneState = {
    timeframe,
    timeframes: source.timeframes,
    available: replay === null ? TIMEFRAMES : [...replay.times.keys()],
    playback: replay && 'playing',
    paused: false,
    baseline: request.baseline,
    baselines: baselinesOf(request.baseline, replay !== null),
    visit: { ...last, pause: 0 },
    pastAt: start,
    filter: '',
    pins: request.pins,
    armed: NOTHING_ARMED,
    hiddenBoards: {},
    prompt: null,
    isLeaving: false,
    stack: [{ view: base, scroll: 0, selected: null }],
  };
  const pinSaver = createPinSaver(request.savePin, showNotice);
  let frame: Frame | null = null;
  let polled = timeframesToPoll(pane).join();
  const terminal = openTerminal(context, { onInput, onRepaint: draw });
  draw();
  return {
    state: () => pane,
    update(event: FeedEvent) {
      if (event.type !== 'tick') receive(event);
      const isUnchanged = event.type === 'tick' || event.type === 'unchanged';
      if (!isUnchanged || changesWithTime()) draw();
    },
    hasData: timeframes.hasData,
    isWatched,
    /** Sets the time span not recorded so far, in milliseconds; null while recording works. */
    setLost(milliseconds: number | null) {
      const before = lost;
      lost = milliseconds;
      if (before === undefined || (before === null) !== (lost === null)) draw();
    },
    /** Finds the changes of a snapshot of which `n` notifies. */
    armedChanges: (diff: Diff | null) => armedAlerts.changes(diff, pane),
    /** Shows an alert in the footer until a key is pressed, and adds it to the log. */
    rang({ timeframe, snapshot }: SnapshotEvent, changes: ReadonlyArray<ChangeEvent>) {
      const phrases = alertPhrases(changes, {
        board: (key) => boardTitle(key ?? ''),
        text: (value) => value,
      });
      const time = snapshot.time ?? clock.now();
      timeframes.addAlerts(
        phrases.map(({ symbol, words }) => ({
          ...{ type: 'rang', timeframe, time, board: null, symbol, from: null, to: words },
        })),
      );
      const at = formatClock(time, { ...screen, now: clock.now() });
      const where = timeframe === pane.timeframe ? at : `${at} ${timeframe}`;
      alert = { text: `rang ${where}: ${alertSentence(phrases)}`, isShown: false };
      draw();
    },
    /** Puts older snapshots before those of a timeframe. */
    extend(timeframe: Timeframe, older: Timeline) {
      timeframes.extend(timeframe, older);
      if (timeframe === pane.timeframe) draw();
    },
    /** Shows what is read of a recording. */
    show(timeframe: Timeframe, timeline: Timeline, isSimulated: Simulated) {
      timeframes.show(timeframe, timeline, isSimulated);
      if (timeframe === pane.timeframe || openedOf(pane).view.symbol !== undefined) draw();
    },
    /** Goes on in a recording to a time. */
    playTo(time: number) {
      pane = { ...pane, pastAt: time };
    },
    /** Counts what is different from an older snapshot as news of the timeframes that are not shown. */
    addNewsSince(time: number) {
      for (const timeframe of timeframesToPoll(pane))
        if (timeframe !== pane.timeframe) timeframes.addNewsSince(timeframe, time, pane.pastAt ?? time);
      draw();
    },
    /** The next time of a recording; null at its end. */
    nextTime: () => nextTimeIn(pane),
    /** Takes over the last key press of the pane before, unless there was a pause in this one. */
    resume(press: KeyPress) {
      if (pane.visit.pause > 0) return;
      const visit = visitOf(press, pressAt(null));
      if (!hasPressed) last = visit;
      pane = { ...pane, visit };
      draw();
    },
    /** Null before the first one. */
    lastPress: () => (hasPressed ? last : null),
    showNotice,
    pinSaver,
    ring: terminal.ring,
    notify: terminal.notify,
    /** The signal that a key stands for, such as SIGINT for Ctrl-C; null if no such key was pressed. */
    requestedStop: () => stop,
    /** Restores the terminal and prints the last frame on its main screen. */
    close() {
      // Without the footer and blank lines above it.
      const lines = frame?.drawn.slice(0, -1) ?? [];
      terminal.close(toScreen(lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)));
    },
  };

  /** Applies the inputs of one read. */
  function onInput(inputs: ReadonlyArray<TerminalInput>): void {
    const before = pane;
    const { snapshot } = timeframes.get(pane.timeframe);
    const now = pressAt(snapshot?.time ?? null);
    const visit = visitAfter(pane, last, now);
    last = now;
    hasPressed = true;
    const visited = visit === pane.visit ? pane : { ...pane, visit };
    const { effects, message, ...applied } = applyInputs(visited, inputs, (shown) =>
      frame?.pane === shown ? frame : frameOf(shown),
    );
    pane = applied.pane;
    const isAlertSeen = alert?.isShown === true && !effects.some(({ type }) => type === 'redraw');
    if (isAlertSeen) alert = null;
    if (pane === before && effects.length === 0 && message === null && !isAlertSeen) return;
    const isRedraw = pane === before && effects.every(({ type }) => type === 'redraw');
    // What was shown is about what was before.
    if (notice.until !== null && !isRedraw) say('');
    followTimeframes();
    if (pane.paused !== before.paused) feed?.setPaused(pane.paused);
    if (pane.armed !== before.armed) armedAlerts.arm(pane);
    replay?.onKeys();
    for (const effect of effects) say(carryOut(effect));
    say(message);
    pinSaver.update(before.pins, pane.pins);
    draw();
  }

  /** Carries out what a key asks for. Returns what to say about it. */
  function carryOut(effect: Effect): string | null {
    switch (effect.type) {
      case 'copy': {
        const text = clipboardText(effect.symbol);
        const isSent = text !== null && terminal.copy(text);
        return isSent ? `${text} copied, if the terminal allows it` : 'this symbol cannot be copied';
      }
      case 'chart':
        return openChart(effect.chart, context, { copy: terminal.copy, say: showNotice });
      case 'next':
        return feed?.requestNext(pane.timeframe) ?? null;
      case 'stop':
        stop ??= { stop: effect.signal };
        onExit();
        break;
      case 'quit':
        onExit();
        break;
      case 'suspend':
        void terminal.suspend();
        break;
      case 'redraw':
        terminal.reset();
    }
    return null;
  }

  /** In any of the timeframes that are played. */
  function nextTimeIn(state: PaneState): number | null {
    const next = watchedTimeframes(state).flatMap(
      (each) => replay?.times.get(each)?.find((time) => time > (state.pastAt ?? 0)) ?? [],
    );
    return next.length === 0 ? null : Math.min(...next);
  }

  /** False for a timeframe that is polled for a card only. */
  function isWatched(timeframe: Timeframe): boolean {
    return watchedTimeframes(pane).includes(timeframe);
  }

  function receive(event: Exclude<FeedEvent, { readonly type: 'tick' }>): void {
    const { type, timeframe } = event;
    const isRequested = timeframe === pane.timeframe && notice.text === POLLING;
    if (isRequested) say(type === 'unchanged' ? 'nothing new yet' : '');
    // For a card once, not after each try.
    const isFirstForCard = !isWatched(timeframe) && timeframes.get(timeframe).failure === null;
    if (type === 'failure' && (isRequested || isFirstForCard))
      say(`${timeframe} not polled: ${event.error.reason}`);
    timeframes.update(event);
  }

  /** Polls what is shown now, also after a view has closed by itself. */
  function followTimeframes(): void {
    const before = polled;
    polled = timeframesToPoll(pane).join();
    if (polled !== before) feed?.setTimeframes(timeframesToPoll(pane));
  }

  /** Shows a text in the footer for a few seconds. */
  function showNotice(text: string): void {
    say(text);
    draw();
  }

  function say(text: string | null): void {
    if (text !== null) notice = { text, until: null };
  }

  function draw(): void {
    if (pane.pastAt === null || replay !== null) timeframes.markShown(pane.timeframe);
    const before = frame;
    frame = drawSettled(pane, before, frameOf);
    const lost = lostText(frame);
    if (lost !== null && (before === null || lostText(before) !== lost)) {
      say(lost);
      frame = frameOf(frame.pane);
    }
    pane = frame.pane;
    followTimeframes();
    if (frame.message !== '' && frame.message === notice.text)
      notice = { ...notice, until: notice.until ?? clock.monotonic() + NOTICE_MS };
    if (frame.message === alert?.text) alert = { ...alert, isShown: true };
    terminal.paint(toScreen(frame.drawn), toScreen([titleText(frame)])[0]);
  }

  function toScreen(lines: PaintedLines): PaintedLines {
    return screen.ascii ? lines.map(toAscii) : lines;
  }

  /** Returns true if a new frame would differ: a notice ends, data becomes stale or fresh, or old data is a minute older. */
  function changesWithTime(): boolean {
    if (frame === null || frame.message !== messageFor(pane)) return true;
    const staleness = timeframes.staleness(pane.timeframe);
    const time = frame.snapshot?.time ?? 0;
    const minutesAt = (now: number) => Math.floor((now - time) / MINUTE_MS);
    const isOlder = minutesAt(clock.now()) !== minutesAt(frame.style.now);
    return (
      staleness !== frame.staleness ||
      ((staleness !== null || pane.paused || pane.pastAt !== null) && isOlder)
    );
  }

  function frameOf(state: PaneState): Frame {
    const data = timeframes.choose(state);
    const notifying = isNotifying || isArmed(state) ? ['notify'] : [];
    const recording = lost === undefined ? [] : [lost === null ? 'rec' : '! not recorded'];
    return renderFrame({
      pane: state,
      boards: boardsToRender(data, state, { selection, limit }),
      timeframes,
      feed,
      style: { ...screen, width: paneWidth(stdout.columns), now: clock.now() },
      rows: stdout.rows || 24,
      columns,
      selection,
      chart: request.chart,
      limit,
      position: positionOf(state, data),
      staleness: timeframes.staleness(state.timeframe),
      marks: [...(state.paused ? [] : notifying), ...recording],
      lostMilliseconds: lost ?? 0,
      hasKeyboard: terminal.hasKeyboard(),
      message: messageFor(state),
      now: clock.now,
      lines: 0,
      ...data,
    });
  }

  function messageFor(state: PaneState): string {
    const isWaiting = state.prompt !== null || openedOf(state).view.isModal === true;
    if (isWaiting) return '';
    const isOver = notice.text === '' || clock.monotonic() >= (notice.until ?? Infinity);
    return isOver ? (alert?.text ?? '') : notice.text;
  }

  /** Where what is shown is in memory, or in the recording with what the replay does. */
  function positionOf(state: PaneState, data: ChosenTimeframe): ViewInput['position'] {
    const { newest, isPast, memory, place } = data;
    const { position, count } = place;
    if (state.playback !== null) {
      const time = isPast ? memory.time : clock.now();
      const status = nextTimeIn(state) === null ? 'end' : state.playback;
      return { time, position, count, isRecorded: true, status, today: realClock.now() };
    }
    if (!isPast) return null;
    const isBefore = newest.firstTime !== null && memory.time < newest.firstTime;
    return { time: memory.time, position, count, isRecorded: isBefore && isPastRecorded };
  }
}

interface Frame extends Front {
  readonly drawn: PaintedLines;
}

/** Draws the whole pane: exactly as many lines as the terminal has. */
function renderFrame(rest: ViewInput): Frame {
  const { pane, rows } = rest;
  const header = renderPaneHeader(rest);
  const pageLines = Math.max(1, rows - header.length - 1);
  const input: ViewInput = { ...rest, lines: pageLines };
  const opened = openedOf(pane);
  const body = opened.view.draw(input, opened);
  const page = pageOf(body.lines.length, body.starts, pageLines, opened.scroll);
  const front: Front = { opened, body, page, selectedRow: rowOf(opened.selected, body.rows), ...input };
  const visible = body.lines.slice(page.scroll, page.scroll + pageLines);
  const blank = Array.from({ length: pageLines - visible.length }, () => '');
  const footer = pane.prompt === null ? renderFooter(front, keysOf(opened.view)) : renderPrompt(front);
  const above = [...header, ...visible, ...blank].slice(0, Math.max(0, rows - 1));
  return { drawn: [...above, footer].slice(-rows), ...front };
}
