import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { CANARY_KEY, leakIn } from './canary.ts';
import { temporaryDirectory } from './directories.ts';
import { createEmulator, type Emulator } from './emulator.ts';
import { until } from './wait.ts';

export const PROGRAM = fileURLToPath(new URL('../../bin/boards.cjs', import.meta.url));

/** The pane ends with this output, which restores the title, modes and main screen of the terminal. */
export const RESTORED = '\x1b]2;\x07\x1b[23;2t\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Leaves out the settings of this machine, except PATH and HOME. All tests share a cache directory. */
export function cleanEnvironment(extra: Environment = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const BOARDS_CONFIG_DIR = temporaryDirectory();
  const BOARDS_DATA_DIR = join(BOARDS_CONFIG_DIR, 'data');
  const XDG_CACHE_HOME = tmpdir();
  const places = { HOME, BOARDS_CONFIG_DIR, BOARDS_DATA_DIR, XDG_CACHE_HOME };
  return { PATH, ...places, TZ: 'UTC', TERM: 'xterm-256color', ...extra };
}

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Environment;
  /** A command line that must replace itself with the program (exec). */
  readonly starter?: ReadonlyArray<string>;
  /** Written to stdin, which then ends; null keeps stdin open. */
  readonly input?: string | null;
  readonly onStart?: (child: ChildProcess) => void;
}

export function runProgram(
  args: ReadonlyArray<string>,
  { env, input, onStart, starter = [] }: RunOptions = {},
): Promise<Ended> {
  const [command = process.execPath, ...words] = [...starter, process.execPath, PROGRAM, ...args];
  const child = spawn(command, words, { env: cleanEnvironment(env) });
  const ended = endOf(child);
  child.stdin.on('error', () => undefined);
  if (input !== null) child.stdin.end(input ?? '');
  onStart?.(child);
  return ended;
}

export function endOf(child: ChildProcess): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, ...written }));
  });
}

/** Uses the canary key, and fails if the output shows a part of it. */
export async function runAgainst(
  baseUrl: string,
  args: ReadonlyArray<string>,
  { env, ...options }: RunOptions = {},
): Promise<Ended> {
  const service = { BOARDS_BASE_URL: baseUrl, BOARDS_API_KEY: CANARY_KEY };
  const ended = await runProgram(args, { ...options, env: { ...service, ...env } });
  assert.equal(leakIn(ended.stdout + ended.stderr), null);
  return ended;
}

/** Returns false for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export interface SandboxServer {
  readonly env: Environment;
  readonly url: string;
  close(): void;
}

/** Starts `boards sandbox` on a free port; the returned `env` makes a client use it. */
export function startSandbox(args: ReadonlyArray<string> = []): Promise<SandboxServer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, 'sandbox', '--port', '0', ...args], {
      env: cleanEnvironment(),
    });
    let text = '';
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`the sandbox ended: ${text}`)));
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      const key = /Key +(rb_live_\w+)/.exec(text)?.[1];
      if (url === undefined || key === undefined) return;
      const env = { BOARDS_BASE_URL: url, BOARDS_API_KEY: key };
      resolve({ env, url, close: () => child.kill('SIGKILL') });
    });
  });
}

/** Matches the first line of a pane that has data: session (or stale) and time. */
export const PANE_READY = /^.*[●◐◑○?!] [\w ]*\d\d:\d\d:\d\d/;

export interface TerminalProgram {
  readonly emulator: Emulator;
  readonly pid: number;
  raw(): string;
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Does nothing if the terminal has closed. */
  kill(signal: NodeJS.Signals): void;
  hangUp(): void;
  /** Stops reading the output, as a suspended terminal does; `thaw` resumes. */
  freeze(): void;
  thaw(): void;
  /** Resolves with the screen once it matches; throws after `patience` milliseconds. */
  waitFor(shown: RegExp | ((screen: string) => boolean), patience?: number): Promise<string>;
  /** Resolves once the terminal has closed and all output is on the screen. */
  readonly ended: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>;
}

export interface TerminalOptions {
  readonly env?: Environment;
  readonly columns?: number;
  readonly rows?: number;
  /** The shell runs this line instead of the program; `$BOARDS` in it starts the program. */
  readonly shell?: string;
  /** Starts the program without a shell, so that no process can continue it once it is stopped. */
  readonly isSessionLeader?: boolean;
}

/** Large frames fill the buffers of the terminal quickly, and no shell reads them; see `fillTerminal`. */
export const UNREAD = { columns: 300, rows: 100, isSessionLeader: true };

const CTRL_L = '\f';

/** Stops reading the output of a pane and fills the buffers between it and the terminal. */
export async function fillTerminal(pane: TerminalProgram): Promise<void> {
  pane.freeze();
  for (let frame = 0; frame < 100; frame++) {
    pane.type(CTRL_L);
    await delay(5);
  }
}

/** Terminals ignore this escape sequence. */
const LAST_OUTPUT = '\x1b]777;end\x07';

/** The shell waits for a line, because output can be lost when the last process of a terminal ends. */
const KEEP_OPEN = "code=$?; printf '\\033]777;end\\007'; read -r line; exit $code";

export function openProgram(args: ReadonlyArray<string>, options: TerminalOptions = {}): TerminalProgram {
  const { columns = 100, rows = 30 } = options;
  const emulator = createEmulator({ columns, rows });
  const env = { ...cleanEnvironment(options.env), BOARDS: `${process.execPath} ${PROGRAM}` };
  const program = [process.execPath, PROGRAM, ...args];
  const line = options.shell ?? 'trap : INT TERM HUP QUIT USR1; "$@"';
  const inShell = ['-c', `${line}; ${KEEP_OPEN}`, 'sh', ...program];
  const [file = '', ...words] = options.isSessionLeader === true ? program : ['/bin/sh', ...inShell];
  const child = pty.spawn(file, words, { cols: columns, rows, env });
  let raw = '';
  let drawing = Promise.resolve();
  let isOver = false;
  child.onData((data) => {
    // Ignores the echo of the line that ends the shell.
    if (isOver) return;
    raw += data;
    drawing = drawing.then(() => emulator.write(data));
    if (!raw.includes(LAST_OUTPUT)) return;
    isOver = true;
    raw = raw.slice(0, raw.indexOf(LAST_OUTPUT));
    child.write('\n');
  });
  const screen = () => emulator.lines().join('\n');
  return {
    emulator,
    pid: child.pid,
    raw: () => raw,
    type: (keys) => child.write(keys),
    resize(width, height) {
      emulator.resize(width, height);
      child.resize(width, height);
    },
    kill(signal) {
      if (isAlive(child.pid)) process.kill(-child.pid, signal);
    },
    // The types of node-pty lack `destroy`.
    hangUp: () => Reflect.get(child, 'destroy').call(child),
    freeze: () => child.pause(),
    thaw: () => child.resume(),
    async waitFor(shown, patience) {
      const holds = typeof shown === 'function' ? shown : (text: string) => shown.test(text);
      const isShown = async () => {
        await drawing;
        return holds(screen());
      };
      await until(isShown, () => `never shown: ${shown}\n${screen()}`, patience);
      return screen();
    },
    ended: new Promise<{ exitCode: number; signal?: number }>((resolve) => child.onExit(resolve)).then(
      async (end) => {
        await drawing;
        return end;
      },
    ),
  };
}
