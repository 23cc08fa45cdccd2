/** What a frame of the live pane costs: time to render, bytes to write, time from a key to the written frame. */
import { decodeSnapshot } from '../../.bench/src/api/snapshot.js';
import { createService, SANDBOX_KEY } from '../../.bench/src/sandbox/protocol/service.js';
import { openScreen } from '../../.bench/src/terminal/screen.js';
import { createTheme } from '../../.bench/src/view/theme.js';
import { renderFrame } from '../../.bench/src/watch/frame.js';
import { pressKey } from '../../.bench/src/watch/keys.js';
import { applyPoll, NO_DATA } from '../../.bench/src/watch/known-timeframe.js';
import { initialViewState } from '../../.bench/src/watch/state.js';
import { median, quantile, renderTable } from './statistics.mjs';

const SIZES = [
  { width: 80, rows: 24 },
  { width: 120, rows: 40 },
  { width: 200, rows: 50 },
];
const START = Date.UTC(2026, 5, 3, 15, 0);
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
  const state = initialViewState(['position'], false);
  for (const [index, data] of known.entries()) {
    const start = performance.now();
    const { lines } = renderFrame(inputOf(data, state), styleOf(size));
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
  let state = initialViewState(['position'], false);
  let { lines, viewport } = renderFrame(inputOf(data, state), styleOf(size));
  screen.paint(lines);
  const times = [];
  for (let index = 0; index < WARM_UP + FRAMES; index++) {
    const start = performance.now();
    state = pressKey(state, index % 4 === 3 ? 'right' : 'down', viewport).state;
    ({ lines, viewport } = renderFrame(inputOf(data, state), styleOf(size)));
    screen.paint(lines);
    if (index >= WARM_UP) times.push(performance.now() - start);
  }
  return times;
}

function snapshotsOf(timeframe, count) {
  const service = createService({ seed: 1, recomputeSeconds: 60 });
  const known = [];
  let last = NO_DATA;
  for (let index = 0; index < count; index++) {
    const now = START + index * MINUTE;
    const request = {
      method: 'GET',
      path: '/api/v1/boards',
      query: new URLSearchParams({ timeframe, limit: '10' }),
      headers: { 'x-api-key': SANDBOX_KEY },
    };
    const snapshot = decodeSnapshot(JSON.parse(service.handle(request, now).body));
    const event = { type: 'snapshot', timeframe, snapshot, isSimulated: true, previous: last.snapshot };
    const moment = { wall: now, monotonic: now };
    last = applyPoll(last, { event, now: moment, millisecondsToNextPoll: MINUTE }, {});
    known.push(last);
  }
  return known;
}

function inputOf(known, state) {
  const tabs = [{ timeframe: 'position', digit: 4, isShown: true, isPolled: true, news: 0 }];
  const now = START + WARM_UP * MINUTE;
  return { known, tabs, state, staleness: null, nextPollSeconds: 60, notice: '', nowMilliseconds: now };
}

function styleOf(size) {
  return { size, theme: createTheme('classic', 2), columns: null, selection: {}, limit: 10 };
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
