/** Measures frames of the live pane: time to render, bytes to write, time from a key to the written frame. */
import { openScreen } from '../../.bench/src/terminal/screen.js';
import { createLoosePane } from '../../.bench/test/support/loose-pane.js';
import { START, snapshotAt } from './past.mjs';
import { median, quantile, renderTable } from './statistics.mjs';

const SIZES = [
  { width: 80, rows: 24 },
  { width: 120, rows: 40 },
  { width: 200, rows: 50 },
];
const MINUTE = 60_000;
const FRAMES = 100;
const WARM_UP_FRAMES = 200;

/** Uses the timeframe `position`, which has the most tiles. */
export function benchFrames() {
  const rows = SIZES.map((size) => {
    const { render, bytes, keys } = measureFrames(size);
    return [
      `${size.width} × ${size.rows}`,
      milliseconds(median(render)),
      `${median(bytes)}, ${quantile(bytes, 0.95)}`,
      milliseconds(median(keys)),
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

function measureFrames(size) {
  const terminal = createTerminal(size);
  const screen = openScreen(terminal);
  let now = START;
  const pane = createLoosePane({ timeframes: ['position'], size, now: () => now });
  const [render, bytes, keys] = [[], [], []];
  for (let index = 0; index < WARM_UP_FRAMES + FRAMES; index++) {
    now = START + index * MINUTE;
    pane.receive(snapshotAt('position', now), 'position', true);
    const start = performance.now();
    const lines = pane.render();
    const end = performance.now();
    terminal.bytes = 0;
    screen.paint(lines);
    if (index < WARM_UP_FRAMES) continue;
    render.push(end - start);
    bytes.push(terminal.bytes);
  }
  for (let index = 0; index < WARM_UP_FRAMES + FRAMES; index++) {
    const start = performance.now();
    screen.paint(pane.press(index % 4 === 3 ? 'right' : 'down'));
    if (index >= WARM_UP_FRAMES) keys.push(performance.now() - start);
  }
  return { render, bytes, keys };
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
