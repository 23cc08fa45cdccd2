import type { Stop } from '../context.ts';
import type { TerminalInput } from '../terminal/key-decoder.ts';
import { openLiveTerminal } from '../terminal/live-terminal.ts';
import type { Feed, FeedEvent } from './feed.ts';
import { remainingLines } from './frame.ts';
import { applyInputs } from './input.ts';
import { createNotice } from './notice.ts';
import { createPainter } from './painter.ts';
import type { Watch } from './source.ts';
import { type Effect, followed, initialViewState, type Viewport } from './state.ts';
import { createTimeframes } from './timeframes.ts';

export interface Pane {
  show(event: FeedEvent): void;
  /** Shows a short text in the footer, for a while. */
  say(text: string): void;
  ring(): void;
  /** The signal that a key asked for; null otherwise, after `q` too. */
  stop(): Stop | null;
  /** Gives the terminal back, with the last frame on its main screen. */
  close(): void;
}

/** Opens the pane on the terminal. `leave` is called when a key ends it. */
export function openPane(watch: Watch, feed: Feed, leave: () => void): Pane {
  const { clock } = watch.context;
  const timeframes = createTimeframes(watch.source.intervalSeconds, clock);
  const notice = createNotice(clock);
  const paint = createPainter(watch);
  let state = initialViewState(watch.source.timeframes);
  let viewport: Viewport = { pageLines: 1, totalLines: 0, boardKeys: [] };
  let lastLines: ReadonlyArray<string> = [];
  let stop: Stop | null = null;
  /** The frame shows something that changes with time alone. */
  let isTicking = true;

  const draw = () => {
    const wait = feed.nextPollIn(state.timeframe);
    const staleness = timeframes.staleness(state.timeframe);
    const text = notice.text();
    const frame = paint({
      known: timeframes.known(state.timeframe),
      state,
      staleness,
      nextPollSeconds: wait === null ? null : Math.ceil(wait / 1000),
      notice: text,
      nowMilliseconds: clock.now(),
    });
    viewport = frame.viewport;
    lastLines = remainingLines(frame);
    isTicking = staleness !== null || text !== '';
    terminal.paint(frame.lines);
  };
  const leaveBy = (reason: Stop | null) => {
    stop ??= reason;
    leave();
  };
  const effects: Readonly<Record<Effect, () => void>> = {
    quit: () => leaveBy(null),
    interrupt: () => leaveBy({ stop: 'SIGINT' }),
    abort: () => leaveBy({ stop: 'SIGQUIT' }),
    suspend: () => void terminal.suspend(),
    poll: () => {
      if (!feed.pollNow(state.timeframe))
        notice.set('not now: the last poll is too fresh, or the service asked to wait');
    },
    pause: () => feed.setPaused(state.paused),
    follow: () => feed.follow(followed(state)),
  };
  const onInput = (inputs: ReadonlyArray<TerminalInput>) => {
    const before = state;
    const applied = applyInputs(state, inputs, viewport);
    state = applied.state;
    for (const effect of applied.effects) effects[effect]();
    if (state !== before || applied.effects.length > 0) draw();
  };
  const terminal = openLiveTerminal(watch.context, { onInput, onRepaint: draw });
  draw();
  return {
    show(event) {
      if (event.type === 'glance') {
        if (isTicking || timeframes.staleness(state.timeframe) !== null) draw();
        return;
      }
      timeframes.update(event);
      if (event.timeframe === state.timeframe) draw();
    },
    say(text) {
      notice.set(text);
      draw();
    },
    ring: () => terminal.ring(),
    stop: () => stop,
    close: () => terminal.close(lastLines),
  };
}
