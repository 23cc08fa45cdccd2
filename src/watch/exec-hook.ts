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
/** Of a sentence about many boards. */
const MAX_TEXT_LENGTH = 1000;
/** Of the last line that the command writes to stderr, and of what is kept of all lines. */
const MAX_ERROR_LENGTH = 200;
const MAX_KEPT_LENGTH = 2000;
/** What it wrote just before it ended is waited for so long: something else may keep its stderr open. */
const LAST_OUTPUT_MS = 50;

/** Events of one timeframe for a run of the command, in their order. */
export interface HookRun {
  readonly timeframe: Timeframe;
  /** That of the newest snapshot. */
  readonly asOf: string;
  readonly isSimulated: Simulated;
  readonly events: ReadonlyArray<ChangeEvent>;
}

export interface HookOptions {
  readonly command: string;
  /** A sentence for people. */
  readonly textOf: (run: HookRun) => string;
  /** Called with a one-line reason when a run fails. */
  readonly onFailure: (reason: string) => void;
}

/** Runs the command of `--exec`, one run at a time, each limited to 10 s. What it writes to stdout is discarded. */
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
    // Windows gives the process id of a process that has ended to another one.
    if (isWindows && (child.exitCode !== null || child.signalCode !== null)) return;
    host.killGroup(child.pid);
  };

  async function runQueue(): Promise<void> {
    for (const [timeframe, run] of queue) {
      queue.delete(timeframe);
      const failure = await runOnce(run);
      if (failure !== null && !isClosed) onFailure(`hook ${failure}`);
    }
    running = null;
  }

  /** Resolves to null on success, or to the reason of the failure. */
  async function runOnce(run: HookRun): Promise<string | null> {
    const { spawn } = await import('node:child_process');
    if (isClosed) return null;
    try {
      child = spawn(command, spawnOptions(environmentOf(run, textOf(run), env), isWindows));
    } catch (error) {
      // Some errors of the system, such as E2BIG, are thrown.
      return `failed to start: ${error instanceof Error ? error.message : String(error)}`;
    }
    const errors = readErrors(child);
    const isOver = new AbortController();
    const timeout = clock
      .sleep(HOOK_TIMEOUT_SECONDS * SECOND_MS, isOver.signal)
      .then(() => `timed out after ${HOOK_TIMEOUT_SECONDS} s`);
    const failure = await Promise.race([runToExit(child, renderEvents(run.events)), timeout]);
    // On Unix, this also ends what it left in the background.
    kill();
    child = null;
    await Promise.race([errors.closed, clock.sleep(LAST_OUTPUT_MS, isOver.signal).catch(() => undefined)]);
    isOver.abort();
    const reason = errors.end();
    return failure === null || reason === '' ? failure : `${failure}: ${reason}`;
  }

  return {
    /** Runs the command now, or after the run in progress: what comes of a timeframe meanwhile is one run. */
    enqueue(run: HookRun) {
      const queued = queue.get(run.timeframe);
      queue.set(run.timeframe, { ...run, events: [...(queued?.events ?? []), ...run.events] });
      running ??= runQueue();
    },
    /** Resolves when no run is in progress and the queue is empty. */
    whenIdle: async () => {
      while (running !== null) await running;
    },
    /** Kills the run in progress, including its child processes, and clears the queue. */
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
    // Its own process group, so that its child processes can be killed with it. On Windows, each would open a window.
    detached: !isWindows,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env,
  };
}

/** The variables of the program without the key, and those that describe the run. */
function environmentOf(run: HookRun, text: string, env: Context['env']): Context['env'] {
  return {
    ...withoutKey(env),
    // A shell may read it: keep only the characters of a timestamp.
    BOARDS_ASOF: run.asOf.replace(/[^\w:.+-]/g, ''),
    BOARDS_TIMEFRAME: run.timeframe,
    BOARDS_EVENTS: String(run.events.length),
    BOARDS_TEXT: text.slice(0, MAX_TEXT_LENGTH),
  };
}

/** Reads the stderr of a command. `end` stops reading, and returns the last line. */
function readErrors({ stderr }: ChildProcess) {
  let said = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-MAX_KEPT_LENGTH);
  });
  return {
    closed: new Promise((resolve) => stderr?.on('close', resolve)),
    end() {
      stderr?.destroy();
      return cleanText(said.trim().split('\n').at(-1) ?? '').slice(0, MAX_ERROR_LENGTH);
    },
  };
}

/** Returns one line of JSON per change. */
export function renderEvents(events: ReadonlyArray<ChangeEvent>): string {
  return events.map((event) => renderJson(event, false)).join('');
}

/** Writes the input and waits for the exit. Resolves to null on success, or to the reason of the failure. */
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
