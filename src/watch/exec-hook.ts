import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Clock } from '../context.ts';

const HOOK_LIMIT_SECONDS = 10;

export interface HookRun {
  /** What decides which waiting run a newer one replaces. */
  readonly timeframe: string;
  readonly asOf: string;
  /** Number of lines in `input`. */
  readonly events: number;
  /** NDJSON. */
  readonly input: string;
}

export interface HookRunner {
  /** Runs the command now, or after the run in progress; of those waiting only the latest of each timeframe stays. */
  offer(run: HookRun): void;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
  /** Ends the run in progress, with all that it started, and forgets the waiting ones. */
  close(): void;
}

export interface HookOptions {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly spawn: (command: string, options: SpawnOptions) => ChildProcess;
  readonly killGroup: (processId: number) => void;
  readonly clock: Clock;
  /** Told in a few words of a run that failed. */
  readonly onFailure: (reason: string) => void;
}

/** Runs a person's command, one run at a time, with a limit of 10 s; its output goes nowhere. */
export function createHookRunner(options: HookOptions): HookRunner {
  const waiting = new Map<string, HookRun>();
  let running: Promise<void> | null = null;
  let child: ChildProcess | null = null;
  let isClosed = false;
  const killChild = () => {
    if (child?.pid !== undefined) options.killGroup(child.pid);
  };

  async function runWaiting(): Promise<void> {
    for (;;) {
      const [next] = waiting.values();
      if (next === undefined) return;
      waiting.delete(next.timeframe);
      const failure = await runOnce(next);
      if (failure !== null && !isClosed) options.onFailure(`hook ${failure}`);
    }
  }

  async function runOnce(run: HookRun): Promise<string | null> {
    const over = new AbortController();
    try {
      child = start(run, options);
    } catch (error) {
      return `could not start: ${error instanceof Error ? error.message : String(error)}`;
    }
    let timedOut = false;
    const limit = options.clock.sleep(HOOK_LIMIT_SECONDS * 1000, over.signal).then(
      () => {
        timedOut = true;
        killChild();
      },
      () => undefined,
    );
    const ended = await end(child, run.input);
    child = null;
    over.abort();
    await limit;
    return timedOut ? `took longer than ${HOOK_LIMIT_SECONDS} s and was ended` : ended;
  }

  return {
    offer(run) {
      waiting.set(run.timeframe, run);
      running ??= runWaiting().finally(() => {
        running = null;
      });
    },
    idle: async () => {
      while (running !== null) await running;
    },
    close() {
      isClosed = true;
      waiting.clear();
      killChild();
    },
  };
}

/** Throws what the operating system says of a command that it does not start. */
function start({ asOf, timeframe, events }: HookRun, { command, env, spawn }: HookOptions): ChildProcess {
  return spawn(command, {
    shell: true,
    // A group of its own, so that all that it starts can be ended with it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {
      ...env,
      // The service's own words; a time needs no other characters.
      BOARDS_ASOF: asOf.replace(/[^\w:.+-]/g, '').slice(0, 40),
      BOARDS_TIMEFRAME: timeframe,
      BOARDS_EVENTS: String(events),
    },
  });
}

/** Feeds the command and waits for its end; null when it went well. */
function end(child: ChildProcess, input: string): Promise<string | null> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not start: ${error.message}`));
    child.on('exit', (code, signal) => {
      if (code === 0) resolve(null);
      else resolve(code === null ? `was ended by ${signal}` : `failed with exit code ${code}`);
    });
    // A command need not read its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
