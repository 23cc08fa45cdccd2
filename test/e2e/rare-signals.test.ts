import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { openProgram, PANE_READY, runProgram, type SandboxServer, startSandbox } from '../support/program.ts';

const SIGNALS: ReadonlyArray<NodeJS.Signals> = ['SIGALRM', 'SIGUSR2', 'SIGXCPU'];

let server: SandboxServer;

beforeAll(async () => {
  server = await startSandbox(['--recompute', '3600']);
});

afterAll(() => server.close());

test.skipIf(process.platform !== 'win32')('Ctrl-Break ends the program with 149', async () => {
  const file = join(temporaryDirectory(), 'break.cjs');
  writeFileSync(file, "setTimeout(() => process.emit('SIGBREAK'), 4000);");
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(file)}` };
  const { exitCode, stderr } = await runProgram(['watch', '--sandbox', '--events'], { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 149, stderr: 'note: SANDBOX: simulated data\n' });
});

describe.concurrent('the pane', () => {
  test.each(SIGNALS.filter((signal) => signal in constants.signals))(
    'restores the terminal on %s and ends with 128 plus its number',
    async (signal) => {
      const number = constants.signals[signal];
      const shell = "sh -c 'echo pid=$$; exec $BOARDS watch -n 1'; code=$?; stty -a; echo code=$code";
      const pane = openProgram([], { env: server.env, shell });
      await pane.waitFor(PANE_READY);
      process.kill(Number(/pid=(\d+)/.exec(pane.raw())?.[1]), signal);
      await pane.ended;
      expect(pane.raw()).toContain(`code=${128 + number}`);
      expect(pane.raw()).toMatch(/[^-]icanon/);
      expect(pane.raw()).toMatch(/ echo /);
      expect(pane.emulator.isAlternateScreen()).toBe(false);
      expect(pane.raw().lastIndexOf('\x1b[?25h')).toBeGreaterThan(pane.raw().lastIndexOf('\x1b[?25l'));
    },
  );

  test('continues on SIGUSR1 without opening a debugger', async () => {
    // Not the default port, which the debugger of another process may use.
    const port = 20_000 + (process.pid % 20_000);
    const env = { ...server.env, NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` };
    const pane = openProgram(['watch', '-n', '1'], { env, isSessionLeader: true });
    await pane.waitFor(PANE_READY);
    process.kill(pane.pid, 'SIGUSR1');
    pane.type('?');
    await pane.waitFor(/choose boards/);
    expect(await isListening(port)).toBe(false);
    expect(pane.raw()).not.toMatch(/[Dd]ebugger/);
    pane.type('\x03');
    expect((await pane.ended).signal).toBe(constants.signals.SIGINT);
  });
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
  });
}
