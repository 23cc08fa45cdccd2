import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSnapshot } from '../../src/api/snapshot.ts';
import { NetworkError } from '../../src/errors.ts';
import { paneWidth } from '../../src/view/boards.ts';
import { createTheme } from '../../src/view/theme.ts';
import { COLUMNS, PALETTES, TIMEFRAMES } from '../../src/vocabulary.ts';
import { type Frame, renderFrame } from '../../src/watch/frame.ts';
import type { FrameStyle } from '../../src/watch/frame-input.ts';
import { applyInputs } from '../../src/watch/input.ts';
import { KEY_BINDINGS } from '../../src/watch/keys.ts';
import { applyPoll, type KnownTimeframe, NO_DATA, staleness } from '../../src/watch/known-timeframe.ts';
import { placeOf, settleSelectedRow } from '../../src/watch/selected-row.ts';
import { initialViewState, type ViewState } from '../../src/watch/state.ts';
import { expectHarmless } from './harmless.ts';
import { hostileBody, hostileText, toWire } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 5);

/** The known state after a response, if it is a snapshot. */
function knownAfter(known: KnownTimeframe, body: unknown, isSimulated: boolean): KnownTimeframe {
  const snapshot = decodeSnapshot(JSON.parse(toWire(body)));
  if (snapshot === null) return known;
  const { snapshot: previous } = known;
  const event = { type: 'snapshot', timeframe: 'day', snapshot, isSimulated, previous } as const;
  const now = { wall: NOW - 1000, monotonic: 0 };
  return applyPoll(known, { event, now, millisecondsToNextPoll: 60_000 }, {});
}

function frameOf(known: KnownTimeframe, state: ViewState, notice: string, drawn: FrameStyle) {
  const tabs = TIMEFRAMES.map((timeframe, index) => ({
    timeframe,
    digit: index + 1,
    isShown: timeframe === state.timeframe,
    isPolled: index % 2 === 0,
    news: known.news.size * index,
  }));
  return renderFrame(
    {
      known,
      tabs,
      state,
      staleness: staleness(known, { wall: NOW, monotonic: 1000 }, 60),
      nextPollSeconds: 12,
      notice,
      nowMilliseconds: NOW,
    },
    drawn,
  );
}

const ARROWS = ['up', 'down', 'left', 'right'];

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
  columns: fc.option(fc.array(fc.constantFrom(...COLUMNS)).map((more) => ['symbol' as const, ...more])),
  selection: fc.constantFrom({}, { boards: ['movers', 'rvol'] }, { symbols: ['AAA'] }),
  limit: fc.integer({ min: 1, max: 10 }),
});
const key = fc.oneof(
  fc.constantFrom(...KEY_BINDINGS.flatMap(({ keys }) => keys)),
  fc.constantFrom(...ARROWS, 'a', 'Z', 'enter', 'escape', 'backspace'),
);
/** A key or, now and then, a response. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ key }) },
  { weight: 1, arbitrary: fc.record({ body: hostileBody }) },
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
        fc.record({ isSimulated: fc.boolean(), wide: fc.boolean() }),
        (first, failure, steps, notice, { palette, ...chosen }, { isSimulated, wide }) => {
          const drawn = { ...chosen, theme: createTheme(palette, 1) };
          let known = knownAfter(NO_DATA, first, isSimulated);
          if (failure !== null) known = { ...known, failure: new NetworkError(failure) };
          let state = initialViewState(TIMEFRAMES, wide);
          const draw = (): Frame => {
            const frame = frameOf(known, state, notice, drawn);
            expect(frame.lines).toHaveLength(drawn.size.rows);
            expectHarmless(frame.lines, drawn.size.width);
            state = { ...state, selectedRow: settleSelectedRow(state.selectedRow, frame.viewport.tiles) };
            return frame;
          };
          const viewportOf = (shown: ViewState) => frameOf(known, shown, notice, drawn).viewport;
          draw();
          for (const taken of steps) {
            if ('body' in taken) known = knownAfter(known, taken.body, isSimulated);
            else state = applyInputs(state, [{ type: 'key', key: taken.key }], viewportOf).state;
            const frame = draw();
            if ('key' in taken && ARROWS.includes(taken.key)) expectVisible(frame, state, drawn);
          }
        },
      ),
      fuzzOptions(5),
    );
  });
});
