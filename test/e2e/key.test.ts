import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY, leakIn } from '../support/canary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { type Ended, openProgram, type TerminalProgram } from '../support/program.ts';
import { BASH_IS_MISSING, hasBash, runShell } from '../support/shell.ts';
import { until } from '../support/wait.ts';
import { createEmptyWorld, runCli } from '../support/world.ts';
import { createKeyboard } from '../terminal/keyboard.ts';

const LOGIN = ['login', '--no-verify', '--base-url', 'https://boards.example'];

function storedIn(directory: string): unknown {
  return JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8')).apiKey;
}

/** How much a process has read from files and terminals; infinite where the system does not say. */
function bytesReadBy(pid: number): number {
  const file = `/proc/${pid}/io`;
  return existsSync(file) ? Number(/^rchar: (\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) : Infinity;
}

function expectRefused({ exitCode, stdout, stderr }: Pick<Ended, 'exitCode' | 'stdout' | 'stderr'>): void {
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^error: .*\n(?:hint: .*\n)+$/);
}

describe.concurrent('a key on stdin', () => {
  test.for<[string, string]>([
    ['a closed stdin', '<&-'],
    ['a directory', '< /'],
    ['endless input', '< /dev/zero'],
  ])('%s is refused immediately', async ([, redirection], { skip }) => {
    skip(!hasBash, BASH_IS_MISSING);
    const directory = temporaryDirectory();
    const ended = await runShell(`$BOARDS ${LOGIN.join(' ')} ${redirection}`, {
      env: { BOARDS_CONFIG_DIR: directory },
    });
    expectRefused(ended);
    expect(leakIn(ended.stderr)).toBeNull();
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['white space', ' \t \n'],
    ['two lines', `${KEY}\n${KEY}\n`],
    ['a control character', `${KEY.slice(0, 9)}\x01\n`],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('%s is refused, and nothing is stored', async (_, stdin) => {
    const world = createEmptyWorld({ stdin });
    expectRefused(await runCli(LOGIN, world));
    expect(existsSync(world.configDirectory)).toBe(false);
  });
});

describe.concurrent('a key typed at the prompt', () => {
  /** Runs `login` in a shell in a terminal; the shell then prints the modes of the terminal. */
  async function atPrompt(directory: string): Promise<{ pane: TerminalProgram; pid: number }> {
    const pane = openProgram([], {
      env: { BOARDS_CONFIG_DIR: directory, LOGIN: LOGIN.join(' ') },
      // The shell goes on after a Ctrl-C, which is for its group.
      shell: `trap : INT; sh -c 'echo "pid $$;"; exec $BOARDS $LOGIN'; echo "exit code $?;"; stty -a; echo done; read forever`,
    });
    const screen = await pane.waitFor(/API key for \S+ \(not shown\):/);
    return { pane, pid: Number(/pid (\d+);/.exec(screen)?.[1]) };
  }

  async function expectEnd(pane: TerminalProgram, exitCode: number): Promise<void> {
    const screen = await pane.waitFor(/^done$/m);
    expect(screen).toContain(`exit code ${exitCode};`);
    // The modes of a new terminal; raw mode clears all four.
    for (const flag of ['echo', 'icanon', 'isig', 'opost'])
      expect(screen).toMatch(new RegExp(`\\s${flag}\\s`));
    expect(leakIn(pane.raw())).toBeNull();
    pane.kill('SIGKILL');
  }

  // read-line.test.ts has all keys; these are what a terminal makes of them.
  test.each([
    ['typed, with a mistake', [...KEY.slice(0, -1), 'x', '\x7f', KEY.slice(-1), '\r']],
    ['pasted', [`\x1b[200~${KEY}\n\x1b[201~`, '\r']],
  ])('%s is stored and not shown', async (_, keys) => {
    const directory = temporaryDirectory();
    const { pane } = await atPrompt(directory);
    for (const key of keys) pane.type(key);
    await expectEnd(pane, 0);
    expect(storedIn(directory)).toBe(KEY);
  });

  test.each([
    ['Ctrl-C', `${KEY}\x03`, 130],
    ['Ctrl-\\', `${KEY}\x1c`, 131],
  ])('%s stores nothing', async (_, keys, exitCode) => {
    const directory = temporaryDirectory();
    const { pane } = await atPrompt(directory);
    pane.type(keys);
    await expectEnd(pane, exitCode);
    expect(existsSync(join(directory, 'config.json'))).toBe(false);
  });

  // login.test.ts has Ctrl-D, and Enter without a key.
  test.each([
    ['an inner space', `${KEY} ${KEY}\r`],
    ['two pasted lines', `\x1b[200~${KEY}\n${KEY}\x1b[201~\r`],
  ])('with %s is refused, and nothing is stored', async (_, keys) => {
    const keyboard = createKeyboard();
    keyboard.press(keys);
    const world = createEmptyWorld({ stdin: keyboard.input });
    expect(await runCli(LOGIN, world)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(keyboard.state().raw).toBe(false);
    expect(existsSync(world.configFile)).toBe(false);
  });

  test('follows the base URL, which is shown', async () => {
    const directory = temporaryDirectory();
    const env = { BOARDS_CONFIG_DIR: directory };
    const pane = openProgram([], { env, shell: `$BOARDS login --no-verify; echo "exit code $?;"` });
    await pane.waitFor(/^Base URL of the service: /);
    pane.type('https://boards.exampel\x7f\x7fle\r');
    await pane.waitFor(/^Base URL of the service: https:\/\/boards\.example\nAPI key for boards\.example/);
    pane.type(`${KEY}\r`);
    await pane.waitFor(/exit code 0;/);
    expect(leakIn(pane.raw())).toBeNull();
    expect(storedIn(directory)).toBe(KEY);
  });

  test('Ctrl-C instead of the base URL stores nothing', async () => {
    const directory = temporaryDirectory();
    const env = { BOARDS_CONFIG_DIR: directory };
    const pane = openProgram([], { env, shell: `trap : INT; $BOARDS login; echo "exit code $?;"` });
    await pane.waitFor(/^Base URL of the service: /);
    pane.type('\x03');
    await pane.waitFor(/^exit code 130;/m);
    expect(existsSync(join(directory, 'config.json'))).toBe(false);
  });

  test('Ctrl-D instead of the base URL stores nothing', async () => {
    // With Ctrl-D, a terminal in line mode ends the input.
    const world = createEmptyWorld({ stdin: Object.assign(Readable.from([]), { isTTY: true }) });
    expect(await runCli('login', world)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(existsSync(world.configFile)).toBe(false);
  });

  // All end the prompt in one way, but SIGQUIT the process in another.
  test.each([
    ['SIGTERM', 143],
    ['SIGQUIT', 131],
  ])('%s restores the echo of the terminal', async (signal, exitCode) => {
    const directory = temporaryDirectory();
    const { pane, pid } = await atPrompt(directory);
    // Keys that arrive after the prompt has ended would be echoed by the shell.
    const before = bytesReadBy(pid);
    pane.type(KEY.slice(0, 20));
    await until(() => bytesReadBy(pid) >= before + 20);
    process.kill(pid, signal);
    await expectEnd(pane, exitCode);
    expect(existsSync(join(directory, 'config.json'))).toBe(false);
  });
});
