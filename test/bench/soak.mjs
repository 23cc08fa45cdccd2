/**
 * `node --expose-gc soak.mjs <base url> <polls> [option of watch …]` runs the live pane with real requests in
 * simulated time, and discards its output. Prints the costs as one line of JSON.
 */
import { subscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import { createTransport } from '../../.bench/src/api/transport.js';
import { run } from '../../.bench/src/cli.js';
import { createSimulatedClock } from './simulated-clock.mjs';

const [baseUrl, maxPolls, ...options] = process.argv.slice(2);
const CHECKPOINTS = [Number(maxPolls) / 10, Number(maxPolls)];

const clock = createSimulatedClock();
const stop = new AbortController();
const listeners = { count: 0 };
const sockets = { open: 0, max: 0 };
const polls = { changed: [], unchangedBytes: 0, maxWrites: 0, count: 0 };
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
const send = createTransport({ clock, env: {} }, () => undefined);
let shown = '';

async function transport(request) {
  endPoll();
  const response = await clock.during(send(request));
  const asOf = /"asOf":"([^"]*)"/.exec(Buffer.from(response.body).toString('latin1', 0, 100))?.[1];
  poll = { isChanged: asOf !== shown, respondedAt: performance.now(), bytes: 0, writes: 0, milliseconds: 0 };
  shown = asOf;
  return response;
}

function endPoll() {
  if (poll === null) return;
  polls.count++;
  if (poll.isChanged) polls.changed.push(poll);
  else polls.unchangedBytes += poll.bytes;
  polls.maxWrites = Math.max(polls.maxWrites, poll.writes);
  poll = null;
  if (CHECKPOINTS.includes(polls.count)) checkpoints.push(measureMemory());
  if (polls.count === CHECKPOINTS.at(-1)) stop.abort({ stop: 'SIGINT' });
}

function measureMemory() {
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    polls: polls.count,
    heapBytes: heapUsed,
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

const { changed, unchangedBytes, maxWrites, count } = polls;
const [, ...frames] = changed.map(({ bytes, milliseconds }) => ({ bytes, milliseconds }));
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
