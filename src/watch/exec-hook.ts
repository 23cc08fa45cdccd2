import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Clock } from '../context.ts';
import type { ChangeEvent } from '../market/diff.ts';
import type { Simulated } from '../service/snapshot.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Timeframe } from '../vocabulary.ts';
import { renderEvents } from './event-lines.ts';

const HOOK_TIMEOUT_SECONDS = 10;
const MAX_AS_OF_LENGTH = 40;
/** Of a sentence about many boards. */
const MAX_TEXT_LENGTH = 1000;
/** Of the last line that the command writes to stderr. */
const MAX_ERROR_LENGTH = 200;
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

export interface HookRunner {
  /** Runs the command now, or after the run in progress: what comes of a timeframe meanwhile is one run. */
  enqueue(run: HookRun): void;
  /** Resolves when no run is in progress and the queue is empty. */
  whenIdle(): Promise<void>;
  /** Kills the run in progress, including its child processes, and clears the queue. */
  close(): void;
}

export interface HookOptions {
  readonly command: string;
  /** A sentence for people. */
  readonly textOf: (run: HookRun) => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly spawn: (command: string, options: SpawnOptions) => ChildProcess;
  readonly killGroup: (processId: number) => void;
  readonly clock: Clock;
  /** Called with a one-line reason when a run fails. */
  readonly onFailure: (reason: string) => void;
  /** Called with each line that the command writes to stderr. */
  readonly debug?: ((line: string) => void) | undefined;
}

/** Runs the command of `--exec`, one run at a time, each limited to 10 s. What it writes to stdout is discarded. */
export function createHookRunner(options: HookOptions): HookRunner {
  const queue = new Map<string, HookRun>();
  const hook = createHook(options);
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function runQueue(): Promise<void> {
    for (;;) {
      const [next] = queue.values();
      if (next === undefined) return;
      queue.delete(next.timeframe);
      const failure = await hook.run(next);
      if (failure !== null && !isClosed) options.onFailure(`hook ${failure}`);
    }
  }

  return {
    enqueue(run) {
      const queued = queue.get(run.timeframe);
      queue.set(run.timeframe, { ...run, events: [...(queued?.events ?? []), ...run.events] });
      running ??= runQueue().finally(() => {
        running = null;
      });
    },
    whenIdle: async () => {
      while (running !== null) await running;
    },
    close() {
      isClosed = true;
      queue.clear();
      hook.kill();
    },
  };
}

/** The command, which runs at most once at a time. `run` resolves to null on success, or to the reason of the failure. */
function createHook(options: HookOptions) {
  let child: ChildProcess | null = null;
  const kill = () => {
    if (child?.pid !== undefined) options.killGroup(child.pid);
  };
  return {
    kill,
    async run(run: HookRun): Promise<string | null> {
      try {
        child = start(run, options);
      } catch (error) {
        return `failed to start: ${error instanceof Error ? error.message : String(error)}`;
      }
      const lastError = lastLineOf(child, options.debug);
      const failure = await withTimeout(runToExit(child, renderEvents(run.events)), kill, options.clock);
      // What it left in the background ends with it.
      kill();
      const said = await lastError(options.clock);
      child = null;
      return failure === null || said === '' ? failure : `${failure}: ${said}`;
    },
  };
}

/** Throws system errors that `spawn` reports synchronously, such as E2BIG. */
function start(run: HookRun, { command, env, spawn, textOf }: HookOptions): ChildProcess {
  const { asOf, timeframe, events } = run;
  return spawn(command, {
    shell: true,
    // Its own process group, so that its child processes can be killed with it.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {
      ...env,
      // Untrusted text from the service: keep only the characters of a timestamp.
      BOARDS_ASOF: asOf.replace(/[^\w:.+-]/g, '').slice(0, MAX_AS_OF_LENGTH),
      BOARDS_TIMEFRAME: timeframe,
      BOARDS_EVENTS: String(events.length),
      BOARDS_TEXT: textOf(run).slice(0, MAX_TEXT_LENGTH),
    },
  });
}

/** Reads stderr, and returns a function that resolves to the last line of it that is not blank. */
function lastLineOf(
  { stderr }: ChildProcess,
  debug?: (line: string) => void,
): (clock: Clock) => Promise<string> {
  let last = '';
  let rest = '';
  const take = (line: string) => {
    const text = cleanText(line.trim()).slice(0, MAX_ERROR_LENGTH);
    if (text === '') return;
    last = text;
    debug?.(`hook: ${text}`);
  };
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_ERROR_LENGTH);
    lines.forEach(take);
  });
  const closed = new Promise((resolve) => stderr?.on('close', resolve));
  return async (clock) => {
    const isOver = new AbortController();
    const waited = clock.sleep(LAST_OUTPUT_MS, isOver.signal).catch(() => undefined);
    await Promise.race([closed, waited]);
    isOver.abort();
    stderr?.destroy();
    take(rest);
    return last;
  };
}

/** Kills a run that takes too long; its failure is then that it timed out. */
async function withTimeout(
  run: Promise<string | null>,
  kill: () => void,
  clock: Clock,
): Promise<string | null> {
  const finished = new AbortController();
  let timedOut = false;
  const timeout = clock.sleep(HOOK_TIMEOUT_SECONDS * 1000, finished.signal).then(
    () => {
      timedOut = true;
      kill();
    },
    () => undefined,
  );
  const failure = await run;
  finished.abort();
  await timeout;
  return timedOut ? `timed out after ${HOOK_TIMEOUT_SECONDS} s` : failure;
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
