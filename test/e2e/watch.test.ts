import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type LoopbackServer, serveBoards, serveHttp } from '../support/loopback.ts';
import {
  fillTerminal,
  isAlive,
  openProgram,
  PANE_READY,
  RESTORED,
  runProgram,
  type TerminalProgram,
  UNREAD,
} from '../support/program.ts';
import { withBugOnSignal } from '../support/shell.ts';
import { ranked } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

/** The title of a tile. */
const TILES = /^Alerted ─/m;

const server = await serveBoards({
  fields: () => ({ asOf: new Date().toISOString(), boards: { alerted: ranked('AAA BBB') } }),
});

function watch({ env }: Pick<LoopbackServer, 'env'> = server): TerminalProgram {
  return openProgram(['watch', '-n', '1'], { env });
}

/** Expects the main screen with the last frame on it. */
function expectRestored({ raw, emulator }: TerminalProgram): void {
  expect(raw()).toContain(RESTORED);
  expect(raw().lastIndexOf('\x1b[?1049l')).toBeGreaterThan(raw().lastIndexOf('\x1b[?1049h'));
  expect(emulator.isAlternateScreen()).toBe(false);
  expect(emulator.lines().join('\n')).toMatch(TILES);
}

describe.concurrent('the live pane in a real terminal', () => {
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
    ['SIGTERM', (pane: TerminalProgram) => pane.kill('SIGTERM'), 143],
    ['SIGHUP', (pane: TerminalProgram) => pane.kill('SIGHUP'), 129],
  ])('restores the terminal on %s and keeps the last frame on the main screen', async (_, quit, exitCode) => {
    const pane = watch();
    await pane.waitFor(PANE_READY);
    quit(pane);
    expect((await pane.ended).exitCode).toBe(exitCode);
    await pane.waitFor(TILES);
    expectRestored(pane);
  });

  test.each([
    ['q', 'q', 0],
    ['Ctrl-C', '\x03', 130],
  ])('has keys although stdin is no terminal: %s', async (_, keys, exitCode) => {
    const shell = "trap : INT; $BOARDS watch -n 1 </dev/null; echo code=$?; stty -a | grep -o '.icanon'";
    const pane = openProgram([], { env: server.env, shell });
    await pane.waitFor(PANE_READY);
    pane.type('?');
    await pane.waitFor(/choose boards/);
    pane.type(`q${keys}`);
    await pane.waitFor((screen) => screen.includes(`code=${exitCode}\n icanon`));
    expectRestored(pane);
    await pane.ended;
  });

  test.each<[string, RequestListener, RegExp]>([
    ['during a request', () => undefined, /waiting for the first snapshot/],
    ['during backoff', (_, response) => response.writeHead(503).end(), /waiting for data/],
  ])('restores the terminal at once on SIGTERM %s', async (_, listener, state) => {
    const pane = watch(await serveHttp(listener));
    await pane.waitFor(state);
    pane.kill('SIGTERM');
    expect((await pane.ended).exitCode).toBe(143);
    expect(pane.raw()).toContain(RESTORED);
  });

  // signals.test.ts has an unhandled rejection.
  test('restores the terminal after an uncaught exception and ends with exit code 1', async () => {
    const env = { ...server.env, ...withBugOnSignal('throw new Error("a bug")') };
    const pane = openProgram(['watch', '-n', '1'], { env });
    await pane.waitFor(TILES);
    pane.kill('SIGUSR1');
    expect((await pane.ended).exitCode).toBe(1);
    await pane.waitFor(/error: something went wrong inside boards/);
    expectRestored(pane);
    expect(pane.raw()).not.toContain('    at ');
  });

  test.each([
    ['', {}],
    [', with a note', { XDG_CONFIG_HOME: '/dev/null/none' }],
  ])('ends on SIGTERM even if the output of the terminal is not read%s', async (_, env) => {
    const pane = openProgram(['watch', '-n', '1'], { env: { ...server.env, ...env }, ...UNREAD });
    await pane.waitFor(TILES);
    // The pin cannot be saved, which the end notes.
    pane.type('j*');
    await pane.waitFor(/AAA\*/);
    await fillTerminal(pane);
    pane.kill('SIGTERM');
    await until(() => !isAlive(pane.pid));
    pane.thaw();
    await pane.ended;
    expect(pane.raw()).not.toContain(RESTORED);
  });

  test('ends on SIGTERM while it is suspended, without showing the pane again', async () => {
    const pane = openProgram([], {
      env: server.env,
      shell: 'set -m; $BOARDS watch -n 1; kill %1; fg; echo "code $?"',
    });
    await pane.waitFor(PANE_READY);
    pane.type('\x1a');
    await pane.waitFor(/code 143/);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    expect(pane.raw().split('\x1b[?1049h')).toHaveLength(2);
    await pane.ended;
  });

  test('shows a fresh frame when the output of the terminal is read again', async () => {
    const service = await serveBoards({
      fields: (index) => ({ boards: { movers: ranked(`S${Math.min(index, 3)}`) } }),
    });
    const pane = watch(service);
    await pane.waitFor(/1 +S0/);
    pane.freeze();
    await until(() => service.keys.length > 4);
    pane.thaw();
    await pane.waitFor(/1 .*S3/);
    pane.type('q');
    await pane.ended;
  });
});

describe.concurrent('watch without a terminal', () => {
  test('ends without an error when its reader closes the pipe', async () => {
    const { env } = await serveBoards();
    const ended = await runProgram(['watch', '-n', '1', '--no-plain'], {
      env,
      onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
