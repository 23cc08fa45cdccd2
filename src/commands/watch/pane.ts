import type { Stop } from '../../context.ts';
import type { TerminalInput } from '../../terminal/key-decoder.ts';
import { type LiveTerminal, openLiveTerminal } from '../../terminal/live-terminal.ts';
import { paneWidth } from '../../view/boards.ts';
import type { Lines } from '../../view/box.ts';
import type { Timeframe } from '../../vocabulary.ts';
import type { Feed, FeedEvent } from '../../watch/feed.ts';
import {
  type Effect,
  followed,
  initialViewState,
  type ViewFacts,
  type ViewState,
} from '../../watch/view-state.ts';
import { screenStyle } from '../screen-style.ts';
import { type FrameStyle, frameBody, keepsake, renderFrame } from './frame.ts';
import { applyInputs } from './input.ts';
import { type Memory, NO_MEMORY, remember, staleness } from './memory.ts';
import type { Watch } from './session.ts';

const NOTICE_MS = 4000;

export interface Pane {
  show(event: FeedEvent): void;
  /** A passing word in the footer. */
  say(text: string): void;
  ring(): void;
  /** Gives the terminal back, with the last frame on its main screen. */
  close(): void;
}

/** Opens the pane on the terminal. `end` is called with a reason, or without one for `q`. */
export function openPane(watch: Watch, feed: Feed, end: (reason?: Stop) => void): Pane {
  const { context, session, intervalSeconds } = watch;
  const { clock } = context;
  const memories = new Map<Timeframe, Memory>();
  const style = createFrameStyle(watch);
  const body = createBody(style);
  let state = initialViewState(session.settings.timeframes.value);
  let facts: ViewFacts = { pageLines: 1, totalLines: 0, boardKeys: [] };
  /** `until` is on the clock that nobody can set. */
  let notice = { text: '', until: Number.NEGATIVE_INFINITY };
  /** The frame says something that changes with time alone. */
  let ticking = true;
  let last: ReadonlyArray<string> = [];

  const now = () => ({ wall: clock.now(), steady: clock.monotonic() });
  const draw = () => {
    const memory = memories.get(state.timeframe) ?? NO_MEMORY;
    const nowMilliseconds = clock.now();
    const wait = feed.nextPollIn(state.timeframe);
    const stale = staleness(memory, now(), intervalSeconds);
    const saying = clock.monotonic() < notice.until;
    const frame = renderFrame(
      {
        memory,
        state,
        staleness: stale,
        nextPollSeconds: wait === null ? null : Math.ceil(wait / 1000),
        notice: saying ? notice.text : '',
        nowMilliseconds,
      },
      style(),
      body(memory, state),
    );
    facts = frame.facts;
    last = keepsake(frame);
    ticking = stale !== null || saying;
    terminal.paint(frame.lines);
  };
  const setNotice = (text: string) => {
    notice = { text, until: clock.monotonic() + NOTICE_MS };
  };
  const say = (text: string) => {
    setNotice(text);
    draw();
  };
  const effects: Readonly<Record<Effect, () => void>> = {
    quit: () => end(),
    interrupt: () => end({ stop: 'SIGINT' }),
    abort: () => end({ stop: 'SIGQUIT' }),
    suspend: () => void terminal.suspend(),
    poll: () => {
      if (!feed.pollNow(state.timeframe))
        setNotice('not now: the last poll is too fresh, or the service asked to wait');
    },
    pause: () => feed.setPaused(state.paused),
    follow: () => feed.follow(followed(state)),
  };
  const onInput = (inputs: ReadonlyArray<TerminalInput>) => {
    const before = state;
    const applied = applyInputs(state, inputs, facts);
    state = applied.state;
    for (const effect of applied.effects) effects[effect]();
    if (state !== before || applied.effects.length > 0) draw();
  };
  const terminal: LiveTerminal = openLiveTerminal(context, { onInput, onRepaint: draw });
  draw();
  return {
    show(event) {
      if (event.type === 'glance') {
        const memory = memories.get(state.timeframe) ?? NO_MEMORY;
        if (ticking || staleness(memory, now(), intervalSeconds) !== null) draw();
        return;
      }
      if (event.type === 'snapshot') watch.noteFirst(event, say);
      memories.set(event.timeframe, remember(memories.get(event.timeframe) ?? NO_MEMORY, event, now()));
      if (event.timeframe === state.timeframe) draw();
    },
    say,
    ring: () => terminal.ring(),
    close: () => terminal.close(last),
  };
}

/** Draws the boards only when something about them is new: a countdown in the banner leaves them alone. */
function createBody(style: () => FrameStyle): (memory: Memory, state: ViewState) => Lines {
  let drawn: { memory: Memory; state: ViewState; width: number; lines: Lines } | null = null;
  return (memory, state) => {
    const { width } = style().size;
    if (drawn === null || drawn.memory !== memory || drawn.state !== state || drawn.width !== width) {
      drawn = { memory, state, width, lines: frameBody({ memory, state }, style()) };
    }
    return drawn.lines;
  };
}

/** The size is asked for at each frame; all else stays. */
function createFrameStyle(watch: Watch): () => FrameStyle {
  const { context, session, options, selection } = watch;
  const { stdout } = context;
  const fixed = {
    theme: screenStyle(options, session.settings.palette.value, context).theme,
    columns: session.settings.columns?.value ?? null,
    selection,
    limit: session.limit,
  };
  return () => ({
    ...fixed,
    sandbox: session.sandbox,
    size: { width: paneWidth(stdout.columns), rows: stdout.rows || 24 },
  });
}
