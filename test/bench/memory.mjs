/** `node --expose-gc memory.mjs`: what 960 snapshots of five timeframes take, and what the log of them takes to open. */
import { gzipSync } from 'node:zlib';
import { mergeLogs } from '../../.bench/src/model/log.js';
import { createMemory } from '../../.bench/src/model/memory.js';
import { createTheme } from '../../.bench/src/view/theme.js';
import { TIMEFRAMES } from '../../.bench/src/vocabulary.js';
import { renderFrame } from '../../.bench/src/watch/frame.js';
import { NO_DATA } from '../../.bench/src/watch/known-timeframe.js';
import { NOTHING_REMEMBERED } from '../../.bench/src/watch/remembered.js';
import { initialViewState } from '../../.bench/src/watch/state.js';
import { START, snapshotAt } from './past.mjs';

const SNAPSHOTS = 960;
const MINUTE = 60_000;

const memories = new Map(
  TIMEFRAMES.map((timeframe) => [timeframe, createMemory({ compress: (json) => gzipSync(json) })]),
);
// The market of the sandbox has caches of its own, which are full after these.
for (const timeframe of TIMEFRAMES) {
  for (let index = 0; index < SNAPSHOTS; index++) snapshotAt(timeframe, START + index * MINUTE);
}
const before = measure();
for (const [timeframe, memory] of memories) {
  for (let index = 0; index < SNAPSHOTS; index++) memory.add(snapshotAt(timeframe, START + index * MINUTE));
  memory.log();
}
const after = measure();
const opened = [];
for (let index = 0; index < 20; index++) {
  const start = performance.now();
  openLog();
  opened.push(performance.now() - start);
}
const [cold] = opened;
const report = {
  heapBytes: after.heapUsed - before.heapUsed,
  bufferBytes: after.arrayBuffers - before.arrayBuffers,
  coldMilliseconds: cold,
  milliseconds: opened.sort((a, b) => a - b)[opened.length >> 1],
};
process.stdout.write(`${JSON.stringify(report)}\n`);

function measure() {
  globalThis.gc();
  return process.memoryUsage();
}

/** The frame of the log, from the key to the lines. */
function openLog() {
  const logs = new Map([...memories].map(([timeframe, memory]) => [timeframe, memory.log()]));
  const now = START + SNAPSHOTS * MINUTE;
  const log = { entries: mergeLogs(logs), startsAt: START, visitedAt: now - 30 * MINUTE };
  const known = { ...NO_DATA, snapshot: snapshotAt('day', now) };
  const state = { ...initialViewState(TIMEFRAMES, false), view: 'log' };
  const input = { known, remembered: NOTHING_REMEMBERED, log, tabs: [], state, staleness: null, notice: '' };
  const size = { width: 120, rows: 40 };
  const style = { size, theme: createTheme('classic', 2), columns: null, selection: {}, limit: 10 };
  return renderFrame({ ...input, nextPollSeconds: 60, nowMilliseconds: now }, style);
}
