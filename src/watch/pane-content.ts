import type { TerminalInput } from '../terminal/key-decoder.ts';
import type { Lines } from '../view/box.ts';
import type { Feed } from './feed.ts';
import { type Frame, remainingLines } from './frame.ts';
import { type FrameSource, frameInputOf } from './frame-source.ts';
import { type AppliedInputs, applyInputs, arrangementOf } from './input.ts';
import { keepLogInPlace } from './log-scroll.ts';
import { createNotice, type Notice } from './notice.ts';
import { createPainter } from './painter.ts';
import { settleSelectedRow } from './selected-row.ts';
import type { Watch } from './source.ts';
import { initialViewState, type ViewState } from './state.ts';
import { createTimeframes, type Timeframes } from './timeframes.ts';
import { createVisits } from './visits.ts';

/** What the pane shows: data, the state that keys change, and the frame that both make. */
export interface PaneContent {
  readonly timeframes: Timeframes;
  readonly notice: Notice;
  state(): ViewState;
  /** Applies the inputs of one read, and returns the effects that they request; null if they change nothing. */
  apply(inputs: ReadonlyArray<TerminalInput>): Pick<AppliedInputs, 'effects' | 'details'> | null;
  /** Renders the frame of the present data and state. */
  render(): Lines;
  /** True if the frame shows a countdown or a notice, so that each tick must redraw it. */
  isTimeDependent(): boolean;
  /** What stays on the main screen when the pane closes. */
  remainingLines(): Lines;
}

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

export function createPaneContent(watch: Watch, feed: Feed): PaneContent {
  const source = frameSourceOf(watch, feed);
  const { timeframes, notice } = source;
  const paint = createPainter(watch);
  const visits = createVisits(source.clock);
  let state = initialViewState({
    ...watch.request,
    timeframes: watch.source.timeframes,
    recorded: feed.replay?.recorded ?? null,
  });
  let frame = EMPTY_FRAME;
  /** What `frame` shows. */
  let arrangement = '';
  let isTimeDependent = true;
  /** When the reader was here before this visit of the log. */
  let visitedAt = visits.earlier();
  const inputOf = (shown: ViewState) => frameInputOf(shown, visitedAt, source);
  return {
    timeframes,
    notice,
    state: () => state,
    apply(inputs) {
      const before = state;
      visits.notice();
      if (before.view !== 'log') visitedAt = visits.earlier();
      const viewportOf = (shown: ViewState) => (shown === before ? frame : paint(inputOf(shown))).viewport;
      const applied = applyInputs(before, inputs, viewportOf);
      state = applied.state;
      return state === before && applied.effects.length === 0 ? null : applied;
    },
    render() {
      if (state.past === null) timeframes.markShown(state.timeframe);
      const before = frame;
      const input = inputOf(state);
      frame = paint(input);
      const shown = arrangementOf(state);
      // In another view, the lines of the frame before are no guide.
      const kept = shown === arrangement ? keepLogInPlace(state, before.viewport, frame.viewport) : state;
      arrangement = shown;
      if (kept !== state) {
        state = kept;
        frame = paint(inputOf(state));
      }
      isTimeDependent = input.staleness !== null || input.notice !== '';
      state = withSettledRow(state, frame);
      return frame.lines;
    },
    isTimeDependent: () => isTimeDependent,
    remainingLines: () => remainingLines(frame),
  };
}

function frameSourceOf({ source, request, context }: Watch, feed: Feed): FrameSource {
  const { clock: live } = context;
  // In a replay, the time is that of its newest snapshot.
  const clock = feed.replay === null ? live : { ...live, now: feed.replay.now };
  return {
    timeframes: createTimeframes(source.intervalSeconds, request.selection, clock),
    feed,
    notice: createNotice(clock),
    clock,
    today: () => live.now(),
    timeZone: request.style.timeZone,
  };
}

/** After new data, the selected row is one that is shown. The help and the list of boards have no rows. */
function withSettledRow(state: ViewState, { viewport }: Frame): ViewState {
  const selectedRow = settleSelectedRow(state.selectedRow, viewport.tiles);
  return selectedRow === state.selectedRow ? state : { ...state, selectedRow };
}
