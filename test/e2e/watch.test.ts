import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveBoards } from '../support/loopback.ts';
import {
  openProgram,
  PANE_READY,
  RESTORED,
  runProgram,
  type SandboxServer,
  startSandbox,
  type TerminalProgram,
} from '../support/program.ts';
import { withBugOnSignal } from '../support/shell.ts';
import { ranked } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

/** The title of a tile. */
const TILES = /^Alerted ─/m;

let slow: SandboxServer;
let fast: SandboxServer;

beforeAll(async () => {
  slow = await startSandbox(['--recompute', '3600']);
  fast = await startSandbox(['--recompute', '2']);
});

afterAll(() => {
  slow.close();
  fast.close();
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function watch(server: SandboxServer, args: ReadonlyArray<string> = [], size = {}): TerminalProgram {
  return openProgram(['watch', '-n', '1', ...args], { env: server.env, ...size });
}

/** Expects the main screen with the last frame on it. */
function expectRestored({ raw, emulator }: TerminalProgram): void {
  expect(raw()).toContain(RESTORED);
  expect(raw().lastIndexOf('\x1b[?1049l')).toBeGreaterThan(raw().lastIndexOf('\x1b[?1049h'));
  expect(emulator.isAlternateScreen()).toBe(false);
  expect(emulator.lines().join('\n')).toMatch(TILES);
}

describe.concurrent('the live pane in a real terminal', { timeout: 20_000 }, () => {
  test('paints a new snapshot in one synchronized write, without clearing the screen', async () => {
    const { env } = await serveBoards({
      fields: (index) => ({
        asOf: new Date(Date.now() - 60_000 + index * 1000).toISOString(),
        boards: { movers: ranked(index % 2 === 0 ? 'AAA BBB' : 'BBB AAA') },
      }),
    });
    const pane = openProgram(['watch', '-n', '1', '--since', 'last'], { env });
    await pane.waitFor(/1 ▲1 +BBB/);
    await pane.waitFor(/1 ▲1 +AAA/);
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
    const frames = pane.raw();
    // Closing the screen ends a synchronized update once more, in case one is open.
    expect(frames.split('\x1b[?2026l').length).toBe(frames.split('\x1b[?2026h').length + 1);
    expect(frames).not.toContain('\x1b[2J');
  });

  test.each([
    ['q', (pane: TerminalProgram) => pane.type('q'), 0],
    ['Ctrl-C', (pane: TerminalProgram) => pane.type('\x03'), 130],
    ['Ctrl-\\', (pane: TerminalProgram) => pane.type('\x1c'), 131],
    ['SIGINT', (pane: TerminalProgram) => pane.kill('SIGINT'), 130],
    ['SIGTERM', (pane: TerminalProgram) => pane.kill('SIGTERM'), 143],
    ['SIGHUP', (pane: TerminalProgram) => pane.kill('SIGHUP'), 129],
    ['SIGQUIT', (pane: TerminalProgram) => pane.kill('SIGQUIT'), 131],
  ])('restores the terminal on %s and keeps the last frame on the main screen', async (_, quit, exitCode) => {
    const pane = watch(slow);
    await pane.waitFor(PANE_READY);
    quit(pane);
    expect((await pane.ended).exitCode).toBe(exitCode);
    await pane.waitFor(TILES);
    expectRestored(pane);
  });

  test.each([
    ['during a request', ['--latency', '8000'], /waiting for the first snapshot/],
    ['during backoff', ['--fault', '503:1'], /no data yet/],
  ])('restores the terminal at once on SIGTERM %s', async (_, faults, state) => {
    const server = await startSandbox(faults);
    const pane = watch(server);
    await pane.waitFor(state);
    pane.kill('SIGTERM');
    expect((await pane.ended).exitCode).toBe(143);
    expect(pane.raw()).toContain(RESTORED);
    server.close();
  });

  test.each([
    ['an uncaught exception', 'throw new Error("a bug")'],
    ['an unhandled rejection', 'Promise.reject(new Error("a bug"))'],
  ])('restores the terminal after %s and ends with exit code 1', async (_, bug) => {
    const pane = openProgram(['watch', '-n', '1'], { env: { ...slow.env, ...withBugOnSignal(bug) } });
    await pane.waitFor(TILES);
    pane.kill('SIGUSR1');
    expect((await pane.ended).exitCode).toBe(1);
    await pane.waitFor(/error: something went wrong inside boards/);
    expectRestored(pane);
    expect(pane.raw()).not.toContain('    at ');
  });

  test('returns the terminal to the shell on Ctrl-Z, and shows the pane again on fg', async () => {
    const pane = openProgram([], {
      env: slow.env,
      shell: 'set -m; $BOARDS watch -n 1; echo stopped; read go; fg',
    });
    await pane.waitFor(PANE_READY);
    pane.type('\x1a');
    await pane.waitFor(/stopped/);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    pane.type('\r');
    await pane.waitFor((screen) => pane.emulator.isAlternateScreen() && PANE_READY.test(screen));
    pane.type('q');
    await pane.ended;
    await pane.waitFor((screen) => !pane.emulator.isAlternateScreen() && TILES.test(screen));
    expectRestored(pane);
  });

  test('ends on SIGTERM even if the output of the terminal is not read', async () => {
    const pane = watch(fast);
    await pane.waitFor(PANE_READY);
    pane.freeze();
    await new Promise((resolve) => setTimeout(resolve, 6000));
    pane.kill('SIGTERM');
    await until(() => !isRunning(pane.pid));
    pane.thaw();
  });

  test('ends on SIGTERM while it is suspended, without showing the pane again', async () => {
    const pane = openProgram([], {
      env: slow.env,
      shell: 'set -m; $BOARDS watch -n 1; kill %1; sleep 1; jobs; echo done',
    });
    await pane.waitFor(PANE_READY);
    pane.type('\x1a');
    await pane.waitFor(/done/);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    expect(pane.raw().split('\x1b[?1049h')).toHaveLength(2);
    await pane.ended;
  });

  test('shows a fresh frame when the output of the terminal is read again', async () => {
    const pane = watch(fast);
    await pane.waitFor(PANE_READY);
    pane.freeze();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    pane.thaw();
    const seen = await pane.waitFor((screen) => {
      const time = /^.*? (\d\d):(\d\d):(\d\d)/.exec(screen);
      if (time === null) return false;
      const [hours = 0, minutes = 0, seconds = 0] = time.slice(1).map(Number);
      const now = new Date();
      const age =
        now.getUTCHours() * 3600 +
        now.getUTCMinutes() * 60 +
        now.getUTCSeconds() -
        (hours * 3600 + minutes * 60 + seconds);
      return age >= 0 && age < 5;
    });
    expect(seen).toMatch(TILES);
    pane.type('q');
    await pane.ended;
  });
});

describe.concurrent('watch without a terminal', { timeout: 20_000 }, () => {
  test('ends without an error when its reader closes the pipe', async () => {
    const ended = await runProgram(['watch', '-n', '1', '--no-plain'], {
      env: fast.env,
      onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
