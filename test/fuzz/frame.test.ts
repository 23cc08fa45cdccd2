import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSnapshot, type Snapshot } from '../../src/api/snapshot.ts';
import { NetworkError } from '../../src/errors.ts';
import { DAY_MS } from '../../src/time-units.ts';
import { paneWidth } from '../../src/view/pane-width.ts';
import { createTheme } from '../../src/view/theme.ts';
import { PALETTES, TIMEFRAMES } from '../../src/vocabulary.ts';
import { cardOf } from '../../src/watch/card-input.ts';
import { type Frame, renderFrame } from '../../src/watch/frame.ts';
import type { FrameStyle } from '../../src/watch/frame-input.ts';
import { EMPTY_LOG } from '../../src/watch/frame-input.ts';
import { applyInputs } from '../../src/watch/input.ts';
import { KEY_BINDINGS } from '../../src/watch/key-bindings.ts';
import { placeOf, settleSelectedRow } from '../../src/watch/selected-row.ts';
import { shownData } from '../../src/watch/shown-data.ts';
import { initialViewState, type ViewState } from '../../src/watch/state.ts';
import { createTimeframes, type Timeframes } from '../../src/watch/timeframes.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { COLUMNS } from '../support/fields.ts';
import { expectHarmless } from './harmless.ts';
import { hostileBody, hostileText, toWire } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 5);

/** A response of the service. */
interface Response {
  readonly body: unknown;
  /** From the time of the snapshot before, so that memory gets holes and times that go backwards; null leaves the time as it is. */
  readonly after: number | null;
}

/** The pane without a terminal: what it knows and remembers of `day`. */
function createPaneState(isSimulated: boolean) {
  const clock = createFakeClock(NOW);
  const timeframes = createTimeframes(60, {}, clock);
  let previous: Snapshot | null = null;
  let time = NOW;
  return {
    timeframes,
    respond({ body, after }: Response) {
      time += after ?? 0;
      const timed = after === null ? body : withTime(body, time);
      const snapshot = decodeSnapshot(JSON.parse(toWire(timed)));
      if (snapshot === null) return;
      timeframes.update(
        { type: 'snapshot', timeframe: 'day', snapshot, isSimulated, isRecorded: false, previous },
        60_000,
      );
      previous = snapshot;
    },
    fail(message: string) {
      timeframes.update(
        { type: 'failure', timeframe: 'day', error: new NetworkError(message), delayed: [] },
        60_000,
      );
    },
  };
}

function withTime(body: unknown, time: number): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { ...body, asOf: new Date(time).toISOString() } : body;
}

function frameOf(timeframes: Timeframes, state: ViewState, notice: string, drawn: FrameStyle) {
  const known = timeframes.get(state.timeframe);
  const tabs = TIMEFRAMES.map((timeframe, index) => ({
    timeframe,
    digit: index + 1,
    isShown: timeframe === state.timeframe,
    isPolled: index % 2 === 0,
    news: known.news.size * index,
  }));
  return renderFrame(
    {
      ...shownData(state, timeframes),
      log:
        state.view === 'log'
          ? { ...timeframes.log(TIMEFRAMES, state.pins), visitedAt: NOW + 90_000 }
          : EMPTY_LOG,
      isFilterKnown: timeframes.knows(state.filter),
      timesBeside: timeframes.timesBeside(state.timeframe, state.past),
      typedTime: () => ({ past: null, time: NOW }),
      replay: null,
      card: cardOf(state, timeframes, { isAsked: (timeframe) => timeframe === 'investing' }),
      tabs,
      state,
      staleness: timeframes.staleness(state.timeframe),
      nextPollSeconds: 12,
      notice,
      nowMilliseconds: NOW,
    },
    drawn,
  );
}

const ARROWS = ['up', 'down', 'left', 'right'];

/** In the zoom, left and right show another board; if there is none, a symbol stays selected that may rank below --limit. */
function selectsRow(key: string, { zoom }: ViewState): boolean {
  return ARROWS.includes(key) && (zoom === null || key === 'up' || key === 'down');
}

/** The selected row is on the screen where there is room for it and for its sign. */
function expectVisible({ lines, viewport }: Frame, { selectedRow }: ViewState, { size }: FrameStyle): void {
  if (size.rows < 5 || size.width < 30 || placeOf(selectedRow, viewport.tiles) === null) return;
  expect(lines.filter((line) => line.includes('▸'))).toHaveLength(1);
}

const size = fc.record({
  width: fc.integer({ min: 1, max: 300 }).map(paneWidth),
  rows: fc.integer({ min: 1, max: 100 }),
});
const style = fc.record({
  size,
  palette: fc.constantFrom(...PALETTES),
  sortByPast: fc.constantFrom(null, 'age' as const, 'trend' as const),
  columns: fc.option(fc.array(fc.constantFrom(...COLUMNS)).map((more) => ['symbol' as const, ...more])),
  selection: fc.constantFrom({}, { boards: ['movers', 'rvol'] }, { symbols: ['AAA'] }),
  limit: fc.integer({ min: 1, max: 10 }),
});
const key = fc.oneof(
  fc.constantFrom(...KEY_BINDINGS.flatMap(({ keys }) => keys)),
  fc.constantFrom(...ARROWS, 'a', 'Z', 'enter', 'escape', 'backspace'),
);
const response = fc.record({
  body: hostileBody,
  after: fc.constantFrom(60_000, 60_000, 400_000, -400_000, DAY_MS, null),
});
/** A key, of which those of memory are the most frequent, or a response. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ key }) },
  { weight: 2, arbitrary: fc.record({ key: fc.constantFrom('e', 'c', 's', 'f', 'enter', 'down') }) },
  { weight: 2, arbitrary: response },
);

describe('the live pane with hostile snapshots', () => {
  const title = 'has exactly the rows of the terminal, no line wider than it, and shows the selected row';

  test(fuzzTitle(title, 5), { timeout }, () => {
    fc.assert(
      fc.property(
        hostileBody,
        fc.option(hostileText),
        fc.array(step, { maxLength: 14 }),
        hostileText,
        style,
        fc.boolean(),
        (first, failure, steps, notice, { palette, ...chosen }, isSimulated) => {
          const drawn = { ...chosen, theme: createTheme(palette, 1) };
          const pane = createPaneState(isSimulated);
          pane.respond({ body: first, after: null });
          if (failure !== null) pane.fail(failure);
          let state = initialViewState({ timeframes: TIMEFRAMES });
          const draw = (): Frame => {
            const frame = frameOf(pane.timeframes, state, notice, drawn);
            expect(frame.lines).toHaveLength(drawn.size.rows);
            expectHarmless(frame.lines, drawn.size.width);
            state = { ...state, selectedRow: settleSelectedRow(state.selectedRow, frame.viewport.tiles) };
            return frame;
          };
          const viewportOf = (shown: ViewState) => frameOf(pane.timeframes, shown, notice, drawn).viewport;
          draw();
          for (const taken of steps) {
            if ('body' in taken) pane.respond(taken);
            else state = applyInputs(state, [{ type: 'key', key: taken.key }], viewportOf).state;
            const frame = draw();
            if ('key' in taken && selectsRow(taken.key, state)) expectVisible(frame, state, drawn);
          }
        },
      ),
      fuzzOptions(5),
    );
  });
});
