/**
 * `node --expose-gc soak.mjs <base url> <polls> <filling> [option of watch …]` runs the live pane with real
 * requests in simulated time and discards its output. It first fills the pane with `filling` polls, then
 * measures `polls` more, and prints the costs as one line of JSON.
 */
import { subscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import { getHeapSpaceStatistics } from 'node:v8';
import { run } from '../../.bench/src/run.js';
import { createTransport } from '../../.bench/src/service/transport.js';
import { createFakeClock } from '../../.bench/test/support/fake-clock.js';

const [baseUrl, counted, filling, ...options] = process.argv.slice(2);
const maxPolls = Number(counted);
const checkpointAt = [maxPolls / 10, maxPolls];

// Starts after the newest build, because builds are a minute apart and polls only a second.
const clock = createFakeClock(Date.UTC(2026, 5, 10));
const stop = new AbortController();
const listeners = { count: 0 };
const sockets = { open: 0, max: 0 };
const polls = { count: -Number(filling), unchangedBytes: 0, maxWrites: 0 };
// Typed arrays keep these figures outside the measured heap.
const changed = { count: 0, bytes: new Float64Array(maxPolls), milliseconds: new Float64Array(maxPolls) };
const checkpoints = [];
let poll = null;

subscribe('net.client.socket', ({ socket }) => {
  sockets.open++;
  sockets.max = Math.max(sockets.max, sockets.open);
  socket.once('close', () => sockets.open--);
});

const terminal = {
  isTTY: true,
  columns: 120,
  rows: 40,
  write(text) {
    if (poll === null) return true;
    poll.milliseconds = performance.now() - poll.respondedAt;
    poll.bytes += Buffer.byteLength(text);
    poll.writes++;
    return true;
  },
  on: () => listeners.count++,
  off: () => listeners.count--,
};

const keyboard = {
  isTTY: true,
  setRawMode() {},
  on() {},
  off() {},
  resume() {},
  pause() {},
};

const env = { BOARDS_BASE_URL: baseUrl, BOARDS_API_KEY: 'rb_live_0123456789abcdef0123456789abcdef' };
const send = createTransport({ clock, env: {} });
let shown = '';

async function transport(request) {
  endPoll();
  const sent = send(request);
  clock.hold(sent);
  const response = await sent;
  // The Date header has the real time, not the simulated one.
  delete response.headers.date;
  const asOf = /"asOf":"([^"]*)"/.exec(Buffer.from(response.body).toString('latin1', 0, 100))?.[1];
  poll = { isChanged: asOf !== shown, respondedAt: performance.now(), bytes: 0, writes: 0, milliseconds: 0 };
  shown = asOf;
  return response;
}

function endPoll() {
  if (poll === null) return;
  polls.count++;
  if (!poll.isChanged) polls.unchangedBytes += poll.bytes;
  else if (polls.count > 0) {
    changed.bytes[changed.count] = poll.bytes;
    changed.milliseconds[changed.count++] = poll.milliseconds;
  }
  polls.maxWrites = Math.max(polls.maxWrites, poll.writes);
  poll = null;
  if (checkpointAt.includes(polls.count)) checkpoints.push(measureMemory());
  if (polls.count === maxPolls) stop.abort({ stop: 'SIGINT' });
}

/** Leaves out machine code, whose size depends on when V8 compiles functions. */
function measureMemory() {
  globalThis.gc();
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => /^code_/.test(name));
  const codeBytes = spaces.reduce((bytes, space) => bytes + space.space_used_size, 0);
  const { heapUsed, rss } = process.memoryUsage();
  return {
    polls: polls.count,
    heapBytes: heapUsed - codeBytes,
    rssBytes: rss,
    signalListeners: getEventListeners(stop.signal, 'abort').length,
    terminalListeners: listeners.count,
  };
}

const exitCode = await run(['watch', '-n', '1', ...options], {
  stdout: terminal,
  stderr: { write: (text) => process.stderr.write(text) },
  stdin: keyboard,
  env,
  platform: process.platform,
  homeDirectory: undefined,
  clock,
  random: () => 0.5,
  transport,
  signal: stop.signal,
  host: {
    version: '0.0.0',
    suspend: async () => {},
    onSuspendRequest: () => () => {},
    onContinue: () => () => {},
    killGroup() {},
  },
});

const { unchangedBytes, maxWrites, count } = polls;
const frames = Array.from({ length: changed.count }, (_, index) => {
  return { bytes: changed.bytes[index], milliseconds: changed.milliseconds[index] };
});
const report = {
  exitCode,
  polls: count,
  checkpoints,
  frames,
  unchangedBytes,
  maxWrites,
  maxSockets: sockets.max,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
