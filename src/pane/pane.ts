import type { Stop } from '../context.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { ChangeEvent, Diff } from '../market/diff.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { TerminalInput } from '../terminal/keyboard.ts';
import { openLiveTerminal } from '../terminal/live-terminal.ts';
import { screenStyle } from '../text/style.ts';
import type { FeedEvent, SnapshotEvent } from '../watch/feed.ts';
import { createArmedAlerts } from './armed-alerts.ts';
import { visitAfter } from './baseline.ts';
import { createDisplay } from './display.ts';
import { carryOut, followState, receive, showAlert } from './effects.ts';
import { createNotices } from './notices.ts';
import { createPinSaver } from './pin-saver.ts';
import { openedOf } from './state.ts';
import { firstState, type PaneSource } from './surroundings.ts';
import { createTimeframes } from './timeframes.ts';
import type { PaneState, View } from './view.ts';
import { TILES } from './views/tiles-view.ts';

export type Pane = ReturnType<typeof openPane>;

/** Calls `onExit` when a key quits. `base` is the view below all others. */
export function openPane(
  watch: PaneSource,
  onExit: () => void,
  base: View = TILES,
  openTerminal: typeof openLiveTerminal = openLiveTerminal,
) {
  const { source, request, context, replay } = watch;
  const { selection } = request;
  let pane = firstState(watch, base);
  let stop: Stop | null = null;
  // In a replay, `now` is the time that it has reached.
  const now = () => (replay === null ? source.clock.now() : (pane.pastAt ?? 0));
  const clock = { ...context.clock, now };
  const timeframes = createTimeframes(source.intervalSeconds, selection, clock, replay?.times ?? null);
  const armedAlerts = createArmedAlerts(selection, timeframes, maxGapOf(source.intervalSeconds));
  const notices = createNotices(clock, draw);
  const pinSaver = createPinSaver(request.savePin, notices.show);
  const screen = screenStyle(request.style, context);
  const terminal = openTerminal(context, { onInput, onRepaint: draw });
  const data = { watch, timeframes, clock, screen, terminal };
  const surroundings = { ...data, armedAlerts, notices, pinSaver, exit };
  const display = createDisplay(surroundings);
  draw();
  return {
    state: () => pane,
    change,
    timeframes,
    update(event: FeedEvent) {
      if (event.type !== 'tick') receive(event, pane, surroundings);
      if (event.type === 'snapshot' || event.type === 'failure' || display.isOutdated()) draw();
    },
    /** A card shows all timeframes, so it is always redrawn. */
    redraw(timeframe: Timeframe = pane.timeframe) {
      if (timeframe === pane.timeframe || openedOf(pane).view.symbol !== undefined) draw();
    },
    showNotice: notices.show,
    ring: terminal.ring,
    notify: terminal.notify,
    rang: (event: SnapshotEvent, changes: ReadonlyArray<ChangeEvent>) =>
      showAlert(event, changes, pane, surroundings),
    armedChanges: (diff: Diff | null) => armedAlerts.changes(diff, pane),
    pinSaver,
    /** Returns the signal that a key stands for, such as SIGINT for Ctrl-C; null without such a key. */
    requestedStop: () => stop,
    close: () => terminal.close(display.lastLines()),
  };

  /** Draws one frame for all inputs of a read. */
  function onInput(inputs: ReadonlyArray<TerminalInput>): void {
    const { snapshot } = timeframes.get(pane.timeframe);
    const lastPress = { at: clock.now(), monotonic: clock.monotonic(), time: snapshot?.time ?? null };
    const start = { ...pane, visit: visitAfter(pane, pane.lastPress ?? pane.visit, lastPress), lastPress };
    const { pane: after, effects, said } = display.apply(start, inputs);
    const acting = effects.filter(({ type }) => type !== 'redraw');
    if (acting.length === effects.length) notices.endAlert();
    // A notice describes the state before the key, so the key ends it.
    if (after !== start || acting.length > 0) notices.endNotice();
    if (said !== null) notices.say(said);
    change(after);
    replay?.onKeys();
    const results = effects.map((effect) => carryOut(effect, pane, surroundings));
    const result = results.findLast((text) => text !== '');
    if (said === null && result !== undefined) notices.say(result);
    draw();
  }

  /** Does not draw: the next frame shows the change. */
  function change(changed: Partial<PaneState>): void {
    const before = pane;
    pane = { ...pane, ...changed };
    followState(before, pane, surroundings);
  }

  function exit(requested: Stop | null): void {
    stop ??= requested;
    onExit();
  }

  function draw(): void {
    if (pane.pastAt === null || replay !== null) timeframes.markShown(pane.timeframe);
    change(display.draw(pane));
  }
}
