import type { Stop } from '../context.ts';
import { boardTitle } from '../fields/board-title.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { ChangeEvent, Diff } from '../market/diff.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { TerminalInput } from '../terminal/keyboard.ts';
import { openLiveTerminal } from '../terminal/live-terminal.ts';
import { toAscii } from '../text/ascii.ts';
import { formatClock } from '../text/format.ts';
import type { PaintedLines } from '../text/lines.ts';
import { screenStyle } from '../text/style.ts';
import { alertPhrases, alertSentence } from '../watch/alerts.ts';
import { type FeedEvent, type KeyPress, POLLING, type SnapshotEvent } from '../watch/feed.ts';
import { createArmedAlerts } from './armed-alerts.ts';
import { type Press, visitAfter, visitOf } from './baseline.ts';
import { carryOut } from './effects.ts';
import { hasSameLayout, layOut, paint, settle, withTime } from './frame.ts';
import { reduce } from './keys.ts';
import { createNotices } from './notices.ts';
import { createPinSaver } from './pin-saver.ts';
import { lostText } from './selected-row.ts';
import { openedOf, timeframesToPoll, watchedTimeframes } from './state.ts';
import { changesWithTime, firstState, inputOf, type PaneSource, type Surroundings } from './surroundings.ts';
import { createTimeframes } from './timeframes.ts';
import { titleText } from './title.ts';
import type { Effect, Front, PaneState, View } from './view.ts';
import { TILES } from './views/tiles-view.ts';

export type Pane = ReturnType<typeof openPane>;

/** Calls `onExit` when a key quits. `base` is the view below all others. */
export function openPane(
  watch: PaneSource,
  onExit: () => void,
  base: View = TILES,
  openTerminal: typeof openLiveTerminal = openLiveTerminal,
) {
  const { source, request, context, feed, replay } = watch;
  const screen = screenStyle(request.style, context);
  // In a replay, `now` is the time that it has reached.
  const now = () => (replay === null ? source.clock.now() : (pane.pastAt ?? 0));
  const clock = { ...context.clock, now };
  const timeframes = createTimeframes(
    source.intervalSeconds,
    request.selection,
    clock,
    replay?.times ?? null,
  );
  const armedAlerts = createArmedAlerts(request.selection, timeframes, maxGapOf(source.intervalSeconds));
  const notices = createNotices(clock);
  const pinSaver = createPinSaver(request.savePin, showNotice);
  /** Undefined while nothing is recorded. */
  let lost: number | null | undefined;
  let stop: Stop | null = null;
  let pane = firstState(watch, base);
  let last: Press | null = null;
  let front: Front | null = null;
  let message = '';
  let lines: PaintedLines = [];
  let polled = timeframesToPoll(pane).join();
  const terminal = openTerminal(context, { onInput, onRepaint: draw });
  const surroundings = { watch, timeframes, screen, clock, terminal, lost: () => lost, exit, showNotice };
  draw();
  return {
    state: () => pane,
    timeframes,
    update(event: FeedEvent) {
      if (event.type !== 'tick') receive(event);
      const isNew = event.type === 'snapshot' || event.type === 'failure';
      if (isNew || message !== messageNow() || changesWithTime(front, surroundings)) draw();
    },
    /** A card shows all timeframes, so it is always redrawn. */
    redraw(timeframe: Timeframe) {
      if (timeframe === pane.timeframe || openedOf(pane).view.symbol !== undefined) draw();
    },
    setLost(milliseconds: number | null) {
      lost = milliseconds;
      draw();
    },
    alerts: { showNotice, rang, ring: terminal.ring, notify: terminal.notify },
    armedChanges: (diff: Diff | null) => armedAlerts.changes(diff, pane),
    playTo(time: number) {
      pane = { ...pane, pastAt: time };
    },
    /** A pause in this pane makes the key press of the previous pane outdated. */
    resume(press: KeyPress) {
      if (pane.visit.pause > 0) return;
      const visit = visitOf(press, { at: clock.now(), monotonic: clock.monotonic() });
      pane = { ...pane, visit };
      draw();
    },
    lastPress: () => last,
    showNotice,
    pinSaver,
    /** Returns the signal that a key stands for, such as SIGINT for Ctrl-C; null without such a key. */
    requestedStop: () => stop,
    close() {
      // The footer and the blank lines above it are left out.
      const above = lines.slice(0, -1);
      terminal.close(toScreen(above.slice(0, above.findLastIndex((line) => line.trim() !== '') + 1)));
    },
  };

  /** Draws one frame for all inputs of a read. */
  function onInput(inputs: ReadonlyArray<TerminalInput>): void {
    const before = pane;
    const { snapshot } = timeframes.get(pane.timeframe);
    const press = { at: clock.now(), monotonic: clock.monotonic(), time: snapshot?.time ?? null };
    const visit = visitAfter(pane, last ?? pane.visit, press);
    last = press;
    const start = visit === pane.visit ? pane : { ...pane, visit };
    const { seen, pane: after, effects, said } = applyInputs(start, inputs, front, surroundings);
    front = seen;
    pane = after;
    const isRedraw = effects.some(({ type }) => type === 'redraw');
    const isAlertSeen = !isRedraw && notices.endAlert();
    if (pane === before && effects.length === 0 && said === null && !isAlertSeen) return;
    // A notice is about the state before the key.
    if (pane !== before || effects.some(({ type }) => type !== 'redraw')) notices.endNotice();
    followTimeframes();
    if (pane.paused !== before.paused) feed?.setPaused(pane.paused);
    if (pane.armed !== before.armed) armedAlerts.arm(pane);
    replay?.onKeys();
    const results = effects.map((effect) => carryOut(effect, pane, surroundings));
    const text = said ?? results.findLast((result) => result !== '');
    if (text !== undefined) notices.say(text);
    pinSaver.update(before.pins, pane.pins);
    draw();
  }

  function exit(requested: Stop | null): void {
    stop ??= requested;
    onExit();
  }

  function rang({ timeframe, snapshot }: SnapshotEvent, changes: ReadonlyArray<ChangeEvent>): void {
    const texts = { board: (key: string | null) => boardTitle(key ?? ''), text: (value: string) => value };
    const phrases = alertPhrases(changes, texts);
    const time = snapshot.time ?? clock.now();
    const item = { type: 'rang', timeframe, time, board: null, from: null } as const;
    timeframes.addAlerts(phrases.map(({ symbol, words }) => ({ ...item, symbol, to: words })));
    const at = formatClock(time, { ...screen, now: clock.now() });
    const where = timeframe === pane.timeframe ? at : `${at} ${timeframe}`;
    notices.alert(`rang ${where}: ${alertSentence(phrases)}`);
    draw();
  }

  function receive(event: Exclude<FeedEvent, { readonly type: 'tick' }>): void {
    const { type, timeframe } = event;
    const isRequested = timeframe === pane.timeframe && notices.isSaying(POLLING);
    if (isRequested) notices.say(type === 'unchanged' ? 'nothing new yet' : '');
    // A failure is reported once for a card, not after each try.
    const isForCard = !watchedTimeframes(pane).includes(timeframe);
    const isFirstForCard = isForCard && timeframes.get(timeframe).failure === null;
    if (type === 'failure' && (isRequested || isFirstForCard))
      notices.say(`${timeframe} not polled: ${event.error.reason}`);
    timeframes.update(event);
  }

  /** A view can close without a key, so each frame calls this as well. */
  function followTimeframes(): void {
    const before = polled;
    polled = timeframesToPoll(pane).join();
    if (polled !== before) feed?.setTimeframes(timeframesToPoll(pane));
  }

  function showNotice(text: string): void {
    notices.say(text);
    draw();
  }

  function draw(): void {
    if (pane.pastAt === null || replay !== null) timeframes.markShown(pane.timeframe);
    const before = front && lostText(front);
    front = layOut(inputOf(pane, surroundings), front);
    const text = lostText(front);
    if (text !== null && text !== before) notices.say(text);
    pane = front.pane;
    followTimeframes();
    message = messageNow();
    notices.onShown(message);
    lines = paint(front, message);
    terminal.paint(toScreen(lines), toScreen([titleText(front.input)])[0]);
  }

  /** Messages wait while a prompt or a modal view is open. */
  function messageNow(): string {
    return pane.prompt !== null || openedOf(pane).view.isModal === true ? '' : notices.message();
  }

  function toScreen(painted: PaintedLines): PaintedLines {
    return screen.ascii ? painted.map(toAscii) : painted;
  }
}

/**
 * Each input applies to the frame that the previous one leads to. States of the same layout share it, so that
 * thousands of keys do not lay out thousands of frames. `seen` is the frame of the last input.
 */
function applyInputs(
  start: PaneState,
  inputs: ReadonlyArray<TerminalInput>,
  front: Front | null,
  surroundings: Surroundings,
) {
  const layouts = front?.pane === start ? [withTime(front, surroundings.clock.now())] : [];
  const lookAt = (state: PaneState, before: Front | null): Front => {
    const found = layouts.find((each) => hasSameLayout(each.pane, state));
    if (found !== undefined) return settle(found, state, before);
    const laidOut = layOut(inputOf(state, surroundings), before);
    layouts.push(laidOut);
    return laidOut;
  };
  let seen = lookAt(start, front);
  let pane = seen.pane;
  /** Keeps the last effect of each type. */
  let effects: ReadonlyArray<Effect> = [];
  let said: string | null = null;
  for (const input of inputs) {
    if (pane !== seen.pane) seen = lookAt(pane, seen);
    const { pane: after = seen.pane, effect, message: text = null } = reduce(seen, input);
    // A message about an earlier input is outdated after a change.
    said = text ?? (after === seen.pane && effect === undefined ? said : null);
    pane = after;
    if (effect === undefined) continue;
    effects = [...effects.filter(({ type }) => type !== effect.type), effect];
    // The pane is closed or suspended, so the remaining input is dropped.
    if (effect.type === 'quit' || effect.type === 'suspend') break;
  }
  return { seen, pane, effects, said };
}
