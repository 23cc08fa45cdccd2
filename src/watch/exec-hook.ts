import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Clock } from '../context.ts';

const HOOK_TIMEOUT_SECONDS = 10;
const MAX_AS_OF_LENGTH = 40;

export interface HookRun {
  /** A queued run is replaced by a newer one of the same timeframe. */
  readonly timeframe: string;
  readonly asOf: string;
  /** Number of lines in `input`. */
  readonly eventCount: number;
  /** NDJSON for stdin. */
  readonly input: string;
}

export interface HookRunner {
  /** Runs the command now, or after the run in progress. Only the latest run of each timeframe is kept in the queue. */
  enqueue(run: HookRun): void;
  /** Resolves when no run is in progress and the queue is empty. */
  whenIdle(): Promise<void>;
  /** Kills the run in progress, including its child processes, and clears the queue. */
  close(): void;
}

export interface HookOptions {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly spawn: (command: string, options: SpawnOptions) => ChildProcess;
  readonly killGroup: (processId: number) => void;
  readonly clock: Clock;
  /** Called with a one-line reason when a run fails. */
  readonly onFailure: (reason: string) => void;
}

/** Runs the command of `--exec`, one run at a time, each limited to 10 s. Its output is discarded. */
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
      queue.set(run.timeframe, run);
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
      const failure = await withTimeout(runToExit(child, run.input), kill, options.clock);
      // What it left in the background ends with it.
      kill();
      child = null;
      return failure;
    },
  };
}

/** Throws system errors that `spawn` reports synchronously, such as E2BIG. */
function start({ asOf, timeframe, eventCount }: HookRun, { command, env, spawn }: HookOptions): ChildProcess {
  return spawn(command, {
    shell: true,
    // Its own process group, so that its child processes can be killed with it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {
      ...env,
      // Untrusted text from the service: keep only the characters of a timestamp.
      BOARDS_ASOF: asOf.replace(/[^\w:.+-]/g, '').slice(0, MAX_AS_OF_LENGTH),
      BOARDS_TIMEFRAME: timeframe,
      BOARDS_EVENTS: String(eventCount),
    },
  });
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
