import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

const MEGABYTE = 1024 * 1024;
const POLLS = 12;
/** Processing one such response at a time takes about 200 MB. */
const MAX_RESIDENT_BYTES = 300 * MEGABYTE;

/** A service whose every response is a new snapshot of about 4 MB. */
async function serveLargeSnapshots() {
  let polls = 0;
  const movers = Array.from({ length: 20_000 }, (_, index) =>
    rowOf({ rank: index + 1, symbol: 'AAA', name: `Name ${index} ${'x'.repeat(60)}` }),
  );
  const { asOf: _, boards, ...rest } = bodyOf({ boards: { movers } });
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

describe('with a pipe that is not read', { timeout: 60_000 }, () => {
  test('watch --json continues to poll, uses bounded memory, and notes what it did not write', async ({
    skip,
  }) => {
    skip(!existsSync('/proc/self/status'), 'needs /proc to measure memory');
    const service = await serveLargeSnapshots();
    const resident: Array<number> = [];
    const { exitCode, stdout, stderr } = await runProgram(['watch', '-n', '1', '--json', '-q'], {
      env: service.env,
      onStart: (child) => {
        let lines = 0;
        child.stdout?.pause();
        child.stdout?.on('data', (text) => {
          lines += String(text).split('\n').length - 1;
        });
        void (async () => {
          while (service.polls() < POLLS) {
            await delay(50);
            if (service.polls() > POLLS / 2) resident.push(residentBytes(child.pid ?? 0));
          }
          // The reader continues and receives everything that was queued.
          child.stdout?.resume();
          await until(() => lines >= 3, { seconds: 30 });
          child.kill('SIGTERM');
        })();
      },
    });
    expect(exitCode).toBe(143);
    expect(service.polls()).toBeGreaterThanOrEqual(POLLS);
    const lines = stdout.split('\n').filter((line) => line.endsWith('}'));
    const times = lines.map((line) => Date.parse(JSON.parse(line).asOf) / 1000);
    // The first snapshot, the queued one, and those received after the reader continued.
    expect(lines.length).toBeLessThanOrEqual(6);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(POLLS / 2);
    expect(stderr).toMatch(/^note: stdout is blocked;.*\nnote: \d+ snapshots were not written\n/);
    expect(Math.max(...resident)).toBeLessThan(MAX_RESIDENT_BYTES);
  });
});
