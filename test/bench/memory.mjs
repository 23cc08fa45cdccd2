/**
 * `node --expose-gc memory.mjs`: what 960 snapshots of five timeframes take, and how long the log and the card of a symbol take
 * to open, from the key to the lines.
 */
import { TIMEFRAMES } from '../../.bench/src/vocabulary.js';
import { cardOf } from '../../.bench/src/watch/card-input.js';
import { renderFrame } from '../../.bench/src/watch/frame.js';
import { EMPTY_LOG } from '../../.bench/src/watch/frame-input.js';
import { initialViewState } from '../../.bench/src/watch/state.js';
import { createTimeframes } from '../../.bench/src/watch/timeframes.js';
import { frameInput, frameStyle } from './pane.mjs';
import { START, snapshotAt } from './past.mjs';

const SNAPSHOTS = 960;
const MINUTE = 60_000;
const PINS = ['TLLT', 'AME', 'BAW', 'EMLO', 'NOPE'];

// The market of the sandbox has caches of its own, which are full after these.
for (const timeframe of TIMEFRAMES) {
  for (let index = 0; index < SNAPSHOTS; index++) snapshotAt(timeframe, START + index * MINUTE);
}
let now = START;
const clock = { now: () => now, monotonic: () => now };
const before = measure();
const timeframes = createTimeframes(60, {}, clock);
for (const timeframe of TIMEFRAMES) fill(timeframe);
const after = measure();
const symbols = new Set(
  timeframes.get('day').snapshot.boards.flatMap(({ rows }) => rows.map(({ symbol }) => symbol)),
);
const opened = { log: time([...Array(20)], openLog), card: time([...symbols, 'NOPE'], openCard) };
const report = {
  heapBytes: after.heapUsed - before.heapUsed,
  bufferBytes: after.arrayBuffers - before.arrayBuffers,
  opened,
};
process.stdout.write(`${JSON.stringify(report)}\n`);

function fill(timeframe) {
  let previous = null;
  for (let index = 0; index < SNAPSHOTS; index++) {
    now = START + index * MINUTE;
    const snapshot = snapshotAt(timeframe, now);
    timeframes.update({ type: 'snapshot', timeframe, snapshot, isSimulated: true, previous }, MINUTE);
    previous = snapshot;
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
  const state = { ...initialViewState({ timeframes: TIMEFRAMES, pins: PINS }), view: 'log' };
  draw(state, { ...timeframes.log(TIMEFRAMES, PINS), visitedAt: now - 30 * MINUTE });
}

function openCard(symbol) {
  draw(
    { ...initialViewState({ timeframes: TIMEFRAMES, pins: PINS }), card: { symbol, scroll: 0 } },
    EMPTY_LOG,
  );
}

function draw(state, log) {
  const input = frameInput({
    known: timeframes.get('day'),
    remembered: timeframes.remembered('day', 'last'),
    log,
    card: cardOf(state, timeframes, { isAsked: () => false }),
    state,
    nowMilliseconds: now,
  });
  return renderFrame(input, frameStyle({ width: 120, rows: 40 }));
}
