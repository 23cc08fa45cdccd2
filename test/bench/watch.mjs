import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pty from '@lydell/node-pty';
import { PROGRAM } from './installed.mjs';
import { cleanEnvironment, here, startService } from './processes.mjs';
import { median, quantile, renderTable } from './statistics.mjs';

const WARM_UP_MS = 3000;

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

/** Returns the CPU milliseconds per second of an idle watch; null if the system does not report them. */
export async function benchIdleWatch(seconds) {
  const service = await startService([]);
  const env = cleanEnvironment({
    BOARDS_BASE_URL: `http://127.0.0.1:${service.http}`,
    BOARDS_API_KEY: 'rb_live_0123456789abcdef0123456789abcdef',
  });
  const program = [PROGRAM, 'watch'];
  const child = pty.spawn(process.execPath, program, { cols: 120, rows: 40, env });
  try {
    await new Promise((resolve) => child.onData((text) => text.includes('TOP') && resolve()));
    await delay(WARM_UP_MS);
    const before = cpuMilliseconds(child.pid);
    await delay(seconds * 1000);
    const after = cpuMilliseconds(child.pid);
    return before === null || after === null ? null : (after - before) / seconds;
  } finally {
    child.kill('SIGTERM');
    service.close();
  }
}

function cpuMilliseconds(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) => {
      const [running] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return Number(running);
    });
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
  } catch {
    return null;
  }
}
