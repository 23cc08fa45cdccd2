import { describe, expect, test } from 'vitest';
import { createHost, createSteadyClock } from '../src/host.ts';

test.each([
  ['linux', -12],
  ['darwin', -12],
])('a hook is killed with all that it has started: %s', (platform, target) => {
  const killed: Array<unknown> = [];
  const kill = (id: number, signal: string) => killed.push([id, signal]);
  createHost({ platform, kill, versions: process.versions } as unknown as NodeJS.Process, '0.0.0').killGroup(
    12,
  );
  expect(killed).toEqual([[target, 'SIGKILL']]);
});

test.each([
  ['with all that it has started', 0, []],
  ['at least itself, where taskkill fails', 1, ['12 SIGKILL']],
])('on Windows, a hook is killed %s', (_, status, killed) => {
  const calls: Array<string> = [];
  const spawnSync = (program: string, args: ReadonlyArray<string>) => {
    calls.push([program, ...args].join(' '));
    return { status };
  };
  const host = {
    platform: 'win32',
    versions: process.versions,
    env: { SystemRoot: 'C:\\Windows' },
    kill: (id: number, signal: string) => calls.push(`${id} ${signal}`),
    getBuiltinModule: () => ({ spawnSync }),
  };
  createHost(host as unknown as NodeJS.Process, '0.0.0').killGroup(12);
  expect(calls).toEqual(['C:\\Windows\\System32\\taskkill.exe /pid 12 /t /f', ...killed]);
});

/** A machine whose `performance.now` stops during sleep, or with `countsSleep` continues. */
function machine({ countsSleep = false, uptimeStep = 10 } = {}) {
  let performance = 5000;
  let uptime = 86_400_000;
  const readUptime = () => (Math.floor(uptime / uptimeStep) * uptimeStep) / 1000;
  return {
    read: createSteadyClock(() => performance, readUptime),
    run(milliseconds: number) {
      performance += milliseconds;
      uptime += milliseconds;
    },
    sleep(milliseconds: number) {
      if (countsSleep) performance += milliseconds;
      uptime += milliseconds;
    },
  };
}

describe('the steady clock', () => {
  test.each([
    ['an uptime in hundredths of a second', { uptimeStep: 10 }],
    ['an uptime in seconds', { uptimeStep: 1000 }],
    ['a clock that counts sleep by itself', { countsSleep: true }],
  ])('continues while the machine sleeps, with %s', (_, options) => {
    const { read, run, sleep } = machine(options);
    const start = read();
    run(1500);
    sleep(8 * 3_600_000);
    run(700);
    expect(Math.abs(read() - start - 1500 - 8 * 3_600_000 - 700)).toBeLessThanOrEqual(1000);
    sleep(60_000);
    expect(Math.abs(read() - start - 2200 - 8 * 3_600_000 - 60_000)).toBeLessThanOrEqual(1000);
  });

  test('never goes back, and does not drift by rounding', () => {
    const { read, run } = machine({ uptimeStep: 1000 });
    const start = read();
    let last = start;
    for (let index = 1; index <= 1000; index++) {
      run(370);
      expect(read()).toBeGreaterThanOrEqual(last);
      last = read();
    }
    expect(last - start).toBe(370_000);
  });

  test.each([1, 2, 5])('does not count a stop of the process during reading %i as sleep', (stopsAt) => {
    let performance = 5000;
    let uptime = 86_400_000;
    let readings = 0;
    const read = createSteadyClock(
      () => performance,
      () => {
        readings++;
        if (readings === stopsAt) {
          performance += 60_000;
          uptime += 60_000;
        }
        return uptime / 1000;
      },
    );
    for (let index = 0; index < 10; index++) expect(read()).toBe(performance);
    // A later sleep is still counted.
    uptime += 30_000;
    expect(read()).toBe(performance + 30_000);
  });

  test('works without an uptime', () => {
    let now = 1;
    const read = createSteadyClock(
      () => now,
      () => {
        throw new Error('EPERM');
      },
    );
    now += 1000;
    expect(read()).toBe(1001);
  });
});
