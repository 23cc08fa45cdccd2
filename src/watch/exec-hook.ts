import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Context, Host } from '../context.ts';
import { withoutKey } from '../lib/environment.ts';
import { renderJson } from '../lib/json-text.ts';
import { SECOND_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { ChangeEvent } from '../market/diff.ts';
import type { Simulated } from '../service/snapshot.ts';
import { cleanText } from '../text/safe-text.ts';

const HOOK_TIMEOUT_SECONDS = 10;
/** Limits a sentence about many boards. */
const MAX_TEXT_LENGTH = 1000;
/** Limits the last line of stderr. More output is kept to find that line. */
const MAX_ERROR_LENGTH = 200;
const MAX_KEPT_LENGTH = 2000;
/** Limits the wait for the last output, because another process may keep stderr open. */
const LAST_OUTPUT_MS = 50;

export interface HookRun {
  readonly timeframe: Timeframe;
  /** The `asOf` of the newest snapshot. */
  readonly asOf: string;
  readonly isSimulated: Simulated;
  readonly events: ReadonlyArray<ChangeEvent>;
}

export interface HookOptions {
  readonly command: string;
  readonly textOf: (run: HookRun) => string;
  readonly onFailure: (reason: string) => void;
}

/** Runs the `--exec` command, one run at a time, each for at most 10 s. Discards its stdout. */
export function createHookRunner(
  { command, textOf, onFailure }: HookOptions,
  {
    env,
    platform,
    clock,
    host,
  }: Pick<Context, 'env' | 'platform' | 'clock'> & { readonly host: Pick<Host, 'killGroup'> },
) {
  const queue = new Map<Timeframe, HookRun>();
  let running: Promise<void> | null = null;
  let child: ChildProcess | null = null;
  let isClosed = false;
  const isWindows = platform === 'win32';
  const kill = () => {
    if (child?.pid === undefined) return;
    // Windows may have given the process id to another process.
    if (isWindows && (child.exitCode !== null || child.signalCode !== null)) return;
    host.killGroup(child.pid);
  };

  async function runQueue(): Promise<void> {
    for (const [timeframe, run] of queue) {
      queue.delete(timeframe);
      const failure = await runOnce(run);
      if (failure !== null && !isClosed) onFailure(`--exec ${failure}`);
    }
    running = null;
  }

  async function runOnce(run: HookRun): Promise<string | null> {
    const { spawn } = await import('node:child_process');
    if (isClosed) return null;
    try {
      child = spawn(command, spawnOptions(environmentOf(run, textOf(run), env), isWindows));
    } catch (error) {
      // Some system errors, such as E2BIG, are thrown.
      return `failed to start: ${error instanceof Error ? error.message : String(error)}`;
    }
    const errors = readErrors(child);
    const isOver = new AbortController();
    const timeout = clock
      .sleep(HOOK_TIMEOUT_SECONDS * SECOND_MS, isOver.signal)
      .then(() => `timed out after ${HOOK_TIMEOUT_SECONDS} s`);
    const failure = await Promise.race([runToExit(child, renderEvents(run.events)), timeout]);
    // On Unix, this also ends processes that the command left in the background.
    kill();
    child = null;
    await Promise.race([errors.closed, clock.sleep(LAST_OUTPUT_MS, isOver.signal).catch(() => undefined)]);
    isOver.abort();
    const reason = errors.end();
    return failure === null || reason === '' ? failure : `${failure}: ${reason}`;
  }

  return {
    /** Events that come during a run are joined into one run for each timeframe. */
    enqueue(run: HookRun) {
      const queued = queue.get(run.timeframe);
      queue.set(run.timeframe, { ...run, events: [...(queued?.events ?? []), ...run.events] });
      running ??= runQueue();
    },
    whenIdle: async () => {
      while (running !== null) await running;
    },
    close() {
      isClosed = true;
      queue.clear();
      kill();
    },
  };
}

function spawnOptions(env: Context['env'], isWindows: boolean): SpawnOptions {
  return {
    shell: true,
    // With a process group, child processes can be killed. On Windows, `detached` would open a window.
    detached: !isWindows,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env,
  };
}

function environmentOf(run: HookRun, text: string, env: Context['env']): Context['env'] {
  return {
    ...withoutKey(env),
    // A shell may interpret the value, so keep only the characters of a timestamp.
    BOARDS_ASOF: run.asOf.replace(/[^\w:.+-]/g, ''),
    BOARDS_TIMEFRAME: run.timeframe,
    BOARDS_EVENTS: String(run.events.length),
    BOARDS_TEXT: text.slice(0, MAX_TEXT_LENGTH),
  };
}

function readErrors({ stderr }: ChildProcess) {
  let output = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-MAX_KEPT_LENGTH);
  });
  return {
    closed: new Promise((resolve) => stderr?.on('close', resolve)),
    end() {
      stderr?.destroy();
      return cleanText(output.trim().split('\n').at(-1) ?? '').slice(0, MAX_ERROR_LENGTH);
    },
  };
}

export function renderEvents(events: ReadonlyArray<ChangeEvent>): string {
  return events.map((event) => renderJson(event, false)).join('');
}

function runToExit(child: ChildProcess, input: string): Promise<string | null> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`failed to start: ${error.message}`));
    child.on('exit', (code, signal) => {
      if (code === 0) resolve(null);
      else resolve(code === null ? `was killed by ${signal}` : `failed with exit code ${code}`);
    });
    // The command may exit without reading its input, which causes EPIPE.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
