import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { sessionAt } from '../../src/sandbox/market/calendar.ts';
import { createEmulator, type Emulator } from './emulator.ts';

/** The built program, as a user starts it. */
export const PROGRAM = fileURLToPath(new URL('../../bin/boards.cjs', import.meta.url));

/** The simulated market rests for five minutes a day, and nothing moves: a reason to skip what needs movement. */
export const isMarketResting = [0, 30_000].some((later) => sessionAt(Date.now() + later) === 'closed');

/** What the pane writes last: the terminal as a shell wants it, on its main screen. */
export const RESTORED = '\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A quiet environment with an empty config directory: nothing of this machine's settings reaches the program. */
export function cleanEnvironment(extra: Environment = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const configDirectory = mkdtempSync(join(tmpdir(), 'boards-e2e-'));
  return { PATH, HOME, TZ: 'UTC', TERM: 'xterm-256color', BOARDS_CONFIG_DIR: configDirectory, ...extra };
}

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Environment;
  /** A command that starts the program, with its own arguments; it must replace itself with the program. */
  readonly starter?: ReadonlyArray<string>;
  /** On stdin, then its end; null: stdin stays open. */
  readonly input?: string | null;
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs the built program in a process of its own, without a terminal, to its end. */
export function runProgram(
  args: ReadonlyArray<string>,
  { env, input, onStart, starter = [] }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const [command = process.execPath, ...words] = [...starter, process.execPath, PROGRAM, ...args];
    const child = spawn(command, words, { env: cleanEnvironment(env) });
    const chunks = { stdout: [] as Array<string>, stderr: [] as Array<string> };
    child.stdout.setEncoding('utf8').on('data', (text: string) => chunks.stdout.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => chunks.stderr.push(text));
    child.on('error', reject);
    child.on('close', (exitCode, signal) =>
      resolve({ exitCode, signal, stdout: chunks.stdout.join(''), stderr: chunks.stderr.join('') }),
    );
    child.stdin.on('error', () => undefined);
    if (input !== null) child.stdin.end(input ?? '');
    onStart?.(child);
  });
}

export interface SandboxServer {
  readonly env: Environment;
  readonly url: string;
  close(): void;
}

/** `boards sandbox` in a process of its own on a free port, and the environment that points a client at it. */
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

export interface TerminalProgram {
  readonly emulator: Emulator;
  readonly pid: number;
  /** All that was written so far. */
  raw(): string;
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  kill(signal: NodeJS.Signals): void;
  /** Stops reading what the program writes, as a frozen pane does; `thaw` reads on. */
  freeze(): void;
  thaw(): void;
  /** Resolves when the screen shows it; throws with the screen's text when that takes longer. */
  waitFor(shown: RegExp | ((screen: string) => boolean), seconds?: number): Promise<string>;
  readonly ended: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>;
}

export interface TerminalOptions {
  readonly env?: Environment;
  readonly columns?: number;
  readonly rows?: number;
  /** Instead of the program: a command line for a shell, in which `$BOARDS` starts the program. */
  readonly shell?: string;
  /** The terminal starts the program itself, without a shell: nobody can continue it once it is stopped. */
  readonly isSessionLeader?: boolean;
}

/** A terminal whose last program ends at once can lose what was written last; this one waits, and passes the code on. */
const KEEP_OPEN = 'trap : INT TERM HUP QUIT; "$@"; code=$?; sleep 0.5; exit $code';

/** Starts the built program in a real pseudo-terminal, with an emulator that shows what a person sees. */
export function openProgram(args: ReadonlyArray<string>, options: TerminalOptions = {}): TerminalProgram {
  const { columns = 100, rows = 30 } = options;
  const emulator = createEmulator({ columns, rows });
  const env = { ...cleanEnvironment(options.env), BOARDS: `${process.execPath} ${PROGRAM}` };
  const program = [process.execPath, PROGRAM, ...args];
  const inShell = options.shell === undefined ? ['-c', KEEP_OPEN, 'sh', ...program] : ['-c', options.shell];
  const [file = '', ...words] = options.isSessionLeader === true ? program : ['/bin/sh', ...inShell];
  const child = pty.spawn(file, words, { cols: columns, rows, env });
  let raw = '';
  let drawing = Promise.resolve();
  child.onData((data) => {
    raw += data;
    drawing = drawing.then(() => emulator.write(data));
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
    kill: (signal) => process.kill(-child.pid, signal),
    freeze: () => child.pause(),
    thaw: () => child.resume(),
    async waitFor(shown, seconds = 10) {
      const holds = typeof shown === 'function' ? shown : (text: string) => shown.test(text);
      const deadline = Date.now() + seconds * 1000;
      while (Date.now() < deadline) {
        await drawing;
        if (holds(screen())) return screen();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`never seen: ${shown}\n${screen()}`);
    },
    ended: new Promise((resolve) => child.onExit(resolve)),
  };
}
