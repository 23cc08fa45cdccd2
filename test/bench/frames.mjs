/** What a frame of the live pane costs: time to render, bytes to write, time from a key to the written frame. */
import { createMemory } from '../../.bench/src/model/memory.js';
import { openScreen } from '../../.bench/src/terminal/screen.js';
import { renderFrame } from '../../.bench/src/watch/frame.js';
import { pressKey } from '../../.bench/src/watch/keys.js';
import { applyPoll, NO_DATA } from '../../.bench/src/watch/known-timeframe.js';
import { remember } from '../../.bench/src/watch/remembered.js';
import { initialViewState } from '../../.bench/src/watch/state.js';
import { frameInput, frameStyle } from './pane.mjs';
import { START, snapshotAt } from './past.mjs';
import { median, quantile, renderTable } from './statistics.mjs';

const SIZES = [
  { width: 80, rows: 24 },
  { width: 120, rows: 40 },
  { width: 200, rows: 50 },
];
const MINUTE = 60_000;
const FRAMES = 100;
/** Frames before the first measured one, while the engine compiles. */
const WARM_UP = 200;

/** `position` has the most tiles: 19. */
export function benchFrames() {
  const known = snapshotsOf('position', WARM_UP + FRAMES);
  const rows = SIZES.map((size) => {
    const { render, bytes } = measureFrames(known, size);
    return [
      `${size.width} × ${size.rows}`,
      milliseconds(median(render)),
      `${median(bytes)}, ${quantile(bytes, 0.95)}`,
      milliseconds(median(measureKeys(known.at(-1), size))),
    ];
  });
  return renderTable(
    [
      'pane of 19 tiles, every row changed',
      'render, ms',
      'bytes per frame: median, 95 %',
      'key to frame, ms',
    ],
    rows,
  );
}

function measureFrames(known, size) {
  const terminal = createTerminal(size);
  const screen = openScreen(terminal);
  const render = [];
  const bytes = [];
  const state = initialViewState({ timeframes: ['position'] });
  for (const [index, data] of known.entries()) {
    const start = performance.now();
    const { lines } = renderFrame(inputOf(data, state), frameStyle(size));
    const end = performance.now();
    terminal.bytes = 0;
    screen.paint(lines);
    if (index < WARM_UP) continue;
    render.push(end - start);
    bytes.push(terminal.bytes);
  }
  return { render, bytes };
}

/** Selects rows through the boards. */
function measureKeys(data, size) {
  const screen = openScreen(createTerminal(size));
  let state = initialViewState({ timeframes: ['position'] });
  let { lines, viewport } = renderFrame(inputOf(data, state), frameStyle(size));
  screen.paint(lines);
  const times = [];
  for (let index = 0; index < WARM_UP + FRAMES; index++) {
    const start = performance.now();
    state = pressKey(state, index % 4 === 3 ? 'right' : 'down', viewport).state;
    ({ lines, viewport } = renderFrame(inputOf(data, state), frameStyle(size)));
    screen.paint(lines);
    if (index >= WARM_UP) times.push(performance.now() - start);
  }
  return times;
}

/** The pane's data after each of `count` snapshots, one a minute. */
function snapshotsOf(timeframe, count) {
  const memory = createMemory({ compress: null });
  const inputs = [];
  let known = NO_DATA;
  for (let index = 0; index < count; index++) {
    const now = START + index * MINUTE;
    const snapshot = snapshotAt(timeframe, now);
    const event = { type: 'snapshot', timeframe, snapshot, isSimulated: true, previous: known.snapshot };
    const moment = { wall: now, monotonic: now };
    known = applyPoll(known, { event, now: moment, millisecondsToNextPoll: MINUTE }, {});
    memory.add(snapshot);
    inputs.push({ known, remembered: remember(memory, 'last', known.movement) });
  }
  return inputs;
}

function inputOf(data, state) {
  const tabs = [{ timeframe: 'position', digit: 4, isShown: true, isPolled: true, news: 0 }];
  return frameInput({ ...data, tabs, state, nowMilliseconds: START + WARM_UP * MINUTE });
}

function createTerminal({ width, rows }) {
  return {
    columns: width,
    rows,
    bytes: 0,
    write(text) {
      this.bytes += Buffer.byteLength(text);
      return true;
    },
  };
}

function milliseconds(value) {
  return value.toFixed(2);
}
