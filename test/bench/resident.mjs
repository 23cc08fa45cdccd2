/**
 * `node --expose-gc resident.mjs <minutes> <keys> [still]` runs the live pane on all timeframes in simulated
 * time. Each timeframe gets a snapshot a minute, or a single one with `still`. The keys are spread evenly
 * from the second minute on. Prints the resident memory and the number of formatters created, after the first
 * minute and at the end, as one line of JSON.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { run } from '../../.bench/src/run.js';
import { createFakeClock } from '../../.bench/test/support/fake-clock.js';

const [minutes, keys] = process.argv.slice(2, 4).map(Number);
const isStill = process.argv[4] === 'still';
const MINUTE_MS = 60_000;
const HOUR = new URL('../fixtures/hour/boards.example_443/2026-06-03/day.ndjson.gz', import.meta.url);
const SNAPSHOT_LINES = gunzipSync(readFileSync(HOUR)).toString().trimEnd().split('\n');
/** No key quits the pane, because Esc only goes back from a view. */
const KEYS = 'j [ \t [ ] z \x1b s l [ e [ \x1b /A\r \x1b c \t \x1b \r \x1b'.split(' ');

let formatters = 0;
Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
  construct(target, args) {
    formatters++;
    return new target(...args);
  },
});

const clock = createFakeClock();
const start = clock.now();
const stop = new AbortController();

async function transport({ url }) {
  const minute = isStill ? 0 : Math.floor(clock.monotonic() / MINUTE_MS);
  const asOf = new Date(start + minute * MINUTE_MS).toISOString();
  const body = SNAPSHOT_LINES[minute % SNAPSHOT_LINES.length]
    .replace(/"asOf":"[^"]*"/, `"asOf":"${asOf}"`)
    .replace(/"timeframe":"[^"]*"/, `"timeframe":"${url.searchParams.get('timeframe')}"`);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
}

const stdin = Object.assign(new Readable({ read() {} }), { isTTY: true, setRawMode() {} });
const stdout = { isTTY: true, columns: 120, rows: 40, write: () => true, on() {}, off() {} };

/** V8 returns unused memory to the system only after several collections. */
async function residentBytes() {
  for (let count = 0; count < 3; count++) {
    globalThis.gc();
    await delay(100);
  }
  return process.memoryUsage.rss();
}

async function measure() {
  const bytes = residentBytes();
  clock.hold(bytes);
  return { bytes: await bytes, formatters };
}

async function pressKeys() {
  await clock.sleep(MINUTE_MS);
  const early = await measure();
  for (let index = 0; index < keys; index++) {
    stdin.emit('data', KEYS[index % KEYS.length]);
    await clock.sleep(((minutes - 1) * MINUTE_MS) / keys);
  }
  await clock.sleep(start + minutes * MINUTE_MS - clock.now());
  process.stdout.write(`${JSON.stringify([early, await measure()])}\n`);
  stop.abort({ stop: 'SIGINT' });
}

void pressKeys();
await run(['watch', '-t', 'all', '-n', '60'], {
  stdout,
  stderr: { write: (text) => process.stderr.write(text) },
  stdin,
  env: { BOARDS_BASE_URL: 'http://127.0.0.1:1', BOARDS_API_KEY: 'rb_live_0123456789abcdef0123456789abcdef' },
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
