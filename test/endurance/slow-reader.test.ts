import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

const MEGABYTE = 1024 * 1024;
/** Long enough for a dozen polls. */
const WAITS = 240;
/** Processing one such response at a time takes about 200 MB. */
const MAX_RESIDENT_BYTES = 300 * MEGABYTE;

/** A service whose every response is a new snapshot of about 0.5 MB, which is more than a pipe holds. */
async function serveLargeSnapshots() {
  let polls = 0;
  const list = Array.from({ length: 100 }, (_, index) => rowOf({ rank: index + 1, name: 'x'.repeat(390) }));
  const names = Array.from({ length: 10 }, (_, index) => `board${index}`);
  const {
    asOf: _,
    boards,
    ...rest
  } = bodyOf({
    boards: Object.fromEntries(names.map((name) => [name, list])),
    boardNames: names,
  });
  const rows = JSON.stringify(boards);
  const tail = JSON.stringify(rest).slice(1);
  const server = await serveHttp((_request, response) => {
    const asOf = new Date(Date.UTC(2026, 5, 3) + 1000 * polls++).toISOString();
    response.setHeader('Content-Type', 'application/json');
    response.end(`{"asOf":"${asOf}","boards":${rows},${tail}`);
  });
  return {
    polls: () => polls,
    env: server.env,
  };
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

describe('with a pipe that is not read', () => {
  test('watch --json waits, uses bounded memory, and goes on with the newest snapshot', async ({ skip }) => {
    skip(!existsSync('/proc/self/status'), 'needs /proc to measure memory');
    const service = await serveLargeSnapshots();
    const resident: Array<number> = [];
    let pollsWhileBlocked = 0;
    const { signal, stdout } = await runProgram(['watch', '-n', '1', '--json', '-q'], {
      env: service.env,
      onStart: (child) => {
        let lines = 0;
        child.stdout?.pause();
        child.stdout?.on('data', (text) => {
          lines += String(text).split('\n').length - 1;
        });
        void (async () => {
          await until(() => service.polls() > 0);
          for (let wait = 0; wait < WAITS; wait++) {
            await delay(50);
            resident.push(residentBytes(child.pid ?? 0));
          }
          pollsWhileBlocked = service.polls();
          child.stdout?.resume();
          await until(() => lines >= 3);
          child.kill('SIGTERM');
        })();
      },
    });
    expect(signal).toBe('SIGTERM');
    expect(pollsWhileBlocked).toBe(1);
    const lines = stdout.split('\n').filter((line) => line.endsWith('}'));
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...resident)).toBeLessThan(MAX_RESIDENT_BYTES);
  });
});
