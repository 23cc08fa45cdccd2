/**
 * `node --expose-gc memory.mjs`: what 960 snapshots of five timeframes take, and how long it takes to open the log and
 * the card of a symbol, and to step back, from the key to the lines.
 */
import { TIMEFRAMES } from '../../.bench/src/vocabulary.js';
import { createLoosePane } from '../../.bench/test/support/pane-content.js';
import { START, snapshotAt } from './past.mjs';

const SNAPSHOTS = 960;
const MINUTE = 60_000;
const PINS = ['TLLT', 'AME', 'BAW', 'EMLO', 'NOPE'];

// The market of the sandbox has caches of its own, which are full after these.
for (const timeframe of TIMEFRAMES) {
  for (let index = 0; index < SNAPSHOTS; index++) snapshotAt(timeframe, START + index * MINUTE);
}
let now = START;
const before = measure();
const pane = createLoosePane({ timeframes: TIMEFRAMES, pins: PINS, now: () => now });
for (const timeframe of TIMEFRAMES) fill(timeframe);
const after = measure();
const symbols = new Set(
  pane.timeframes.get('day').snapshot.boards.flatMap(({ rows }) => rows.map(({ symbol }) => symbol)),
);
const opened = {
  log: time([...Array(20)], openLog),
  card: time([...symbols, 'NOPE'], openCard),
  step: time([...Array(200).keys()], stepBack),
};
const report = {
  heapBytes: after.heapUsed - before.heapUsed,
  bufferBytes: after.arrayBuffers - before.arrayBuffers,
  opened,
};
process.stdout.write(`${JSON.stringify(report)}\n`);

function fill(timeframe) {
  for (let index = 0; index < SNAPSHOTS; index++) {
    now = START + index * MINUTE;
    pane.receive(snapshotAt(timeframe, now), timeframe, true);
  }
}

function measure() {
  globalThis.gc();
  return process.memoryUsage();
}

/** Milliseconds of the first call, the median and the maximum. */
function time(items, action) {
  const taken = items.map((item) => {
    const start = performance.now();
    action(item);
    return performance.now() - start;
  });
  const [first] = taken;
  const sorted = taken.toSorted((a, b) => a - b);
  return { first, median: sorted[sorted.length >> 1], maximum: sorted.at(-1) };
}

function openLog() {
  pane.press('e');
  pane.render();
  pane.press('q');
}

function openCard(symbol) {
  pane.press('/', ...symbol, 'enter');
  if (pane.state().stack.length === 1) pane.press('enter');
  pane.render();
  pane.press('q');
}

function stepBack() {
  pane.press('[');
  pane.render();
}
