import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pty from '@lydell/node-pty';
import { PROGRAM } from './installed.mjs';
import { cleanEnvironment, here, startService } from './processes.mjs';
import { median, quantile, renderTable } from './statistics.mjs';

const WARM_UP_MS = 3000;
const HOUR_KEYS = 1200;
/** A program that allocates as fast as simulated time passes gets, and keeps, much free memory from V8. */
const SLOW_PROGRAM = ['--max-semi-space-size=4', '--optimize-for-size'];

/** Runs the live pane with real requests in simulated time; every tenth poll returns a new snapshot. */
export async function benchPolls(polls) {
  const service = await startService(['--every', '10', '--first', '990']);
  try {
    const args = ['--expose-gc', here('soak.mjs'), `http://127.0.0.1:${service.http}`, String(polls), '990'];
    const { status, stdout } = spawnSync(process.execPath, args, {
      env: cleanEnvironment(),
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error(`the soak ended with ${status}`);
    return describePolls(JSON.parse(stdout));
  } finally {
    service.close();
  }
}

function describePolls({ checkpoints, frames, unchangedBytes, maxWrites, maxSockets }) {
  const bytes = frames.map((frame) => frame.bytes);
  const milliseconds = frames.map((frame) => frame.milliseconds);
  const memory = checkpoints.flatMap(({ polls, heapBytes, rssBytes }) => [
    [`heap after garbage collection, poll ${polls}`, `${megabytes(heapBytes)} MB`],
    [`resident memory, poll ${polls}`, `${megabytes(rssBytes)} MB`],
  ]);
  return renderTable(
    ['live pane of 120 × 40', 'figure'],
    [
      ['bytes written for an unchanged snapshot', unchangedBytes],
      ['bytes per changed frame, median and 95 %', `${median(bytes)}, ${quantile(bytes, 0.95)}`],
      ['response to written frame, median', `${median(milliseconds).toFixed(1)} ms`],
      ['writes per changed frame, maximum', maxWrites],
      ['open sockets, maximum', maxSockets],
      ...memory,
    ],
  );
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/** The memory of a pane of five timeframes in simulated time, with a key every three seconds and without keys. */
export function benchResident() {
  const rows = [HOUR_KEYS, 0].map((keys) => {
    const args = ['--expose-gc', ...SLOW_PROGRAM, here('resident.mjs'), '60', String(keys)];
    const { status, stdout } = spawnSync(process.execPath, args, { env: cleanEnvironment() });
    if (status !== 0) throw new Error(`the pane ended with ${status}`);
    const [early, late] = JSON.parse(stdout);
    return [`an hour, ${keys} keys`, megabytes(early.bytes), megabytes(late.bytes)];
  });
  return renderTable(['resident MB, five timeframes', 'after a minute', 'at the end'], rows);
}

/** The installed `boards watch` in a terminal without new snapshots, beside another version if it is given. */
export async function benchIdleWatch(seconds, other) {
  if (!existsSync('/proc/self/task')) return 'Idle watch: this system does not report processor time.';
  const programs = [['boards', PROGRAM], ...(other === undefined ? [] : [[other.name, other.program]])];
  const rows = [];
  for (const [name, program] of programs) {
    const { load, resident } = await measureIdleWatch(program, seconds);
    rows.push([name, load.toFixed(1), megabytes(resident)]);
  }
  return renderTable(['pane without new snapshots', 'processor ms per second', 'resident MB'], rows);
}

async function measureIdleWatch(program, seconds) {
  const service = await startService([]);
  const env = cleanEnvironment({
    BOARDS_BASE_URL: `http://127.0.0.1:${service.http}`,
    BOARDS_API_KEY: 'rb_live_0123456789abcdef0123456789abcdef',
  });
  const child = pty.spawn(process.execPath, [program, 'watch'], { cols: 120, rows: 40, env });
  try {
    await new Promise((resolve) => child.onData((text) => text.includes('TOP') && resolve()));
    await delay(WARM_UP_MS);
    const before = cpuMilliseconds(child.pid);
    await delay(seconds * 1000);
    const load = (cpuMilliseconds(child.pid) - before) / seconds;
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    return { load, resident: Number(kibibytes) * 1024 };
  } finally {
    child.kill('SIGTERM');
    service.close();
  }
}

/** User and system time of all threads. Only Linux reports it in nanoseconds. */
function cpuMilliseconds(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => {
    const [running] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(running);
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
