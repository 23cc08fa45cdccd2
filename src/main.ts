import { constants, homedir, uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import { exitCodeOf, report, run } from './cli.ts';
import type { Clock, Context, Host, Stop, SuspendScope, Transport } from './context.ts';
import { ExitCode, OutputError } from './errors.ts';
import { createSteadyClock } from './steady-clock.ts';

/** One Ctrl-C may come twice: npx and `when-exit`, which comes with `conf`, send it on. A person is not that quick. */
const ECHO_MILLISECONDS = 200;
/** How long the last output may take once the program was asked to end. */
const FAREWELL_MILLISECONDS = 80;
/** A process that runs on for that long after a request to stop was not stopped. */
const UNSTOPPED_MS = 50;
/** All that end a process by default and are safe to catch: without a listener the terminal would stay raw. */
const SIGNALS: ReadonlyArray<NodeJS.Signals> = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGTERM',
  'SIGABRT',
  'SIGALRM',
  'SIGIO',
  'SIGPWR',
  'SIGSTKFLT',
  'SIGSYS',
  'SIGTRAP',
  'SIGUSR2',
  'SIGVTALRM',
  'SIGXCPU',
];

// The real world: the only file that reads `process`.
const stop = new AbortController();
const suspendListeners = new Set<() => void>();
const argv = process.argv.slice(2);
let outputFailure: NodeJS.ErrnoException | undefined;

const clock: Clock = {
  now: Date.now,
  monotonic: createSteadyClock(() => performance.now(), uptime),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    }),
};

const host: Host = {
  version: packageJson.version,
  suspend,
  onSuspendRequest(listener) {
    suspendListeners.add(listener);
    process.on('SIGTSTP', listener);
    return () => {
      suspendListeners.delete(listener);
      process.off('SIGTSTP', listener);
    };
  },
  onContinue(listener) {
    process.on('SIGCONT', listener);
    return () => process.off('SIGCONT', listener);
  },
  killGroup(processId) {
    try {
      process.kill(-processId, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  },
};

/**
 * Stops this process, or its whole group, so that a shell sees its job stop. By SIGTSTP without a listener: unlike
 * SIGSTOP, the kernel ignores it where nobody could continue the group, as when the program is all that runs in a terminal.
 */
async function suspend(scope: SuspendScope): Promise<void> {
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  process.on('SIGCONT', resume);
  for (const listener of suspendListeners) process.off('SIGTSTP', listener);
  try {
    // Here the process stops. The time counts from when it goes on, so SIGCONT is heard first.
    process.kill(scope === 'group' ? 0 : process.pid, 'SIGTSTP');
    await Promise.race([resumed, delay(UNSTOPPED_MS)]);
  } catch {
    // Windows stops nothing.
  }
  process.off('SIGCONT', resume);
  for (const listener of suspendListeners) process.on('SIGTSTP', listener);
}

// A terminal that is not read must not hold the whole program: frames are dropped instead, and signals are heard.
if (process.stdout.isTTY) Reflect.get(process.stdout, '_handle')?.setBlocking?.(false);

let transport: Promise<Transport> | undefined;

const context: Context = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  platform: process.platform,
  homeDirectory: homeDirectory(),
  clock,
  random: Math.random,
  transport: async (request) => {
    // One for all requests, those included that come while it is loaded: they share what they look up.
    transport ??= import('./api/transport.ts').then(({ createTransport }) =>
      createTransport(context, limitNameLookup),
    );
    return (await transport)(request);
  },
  signal: stop.signal,
  host,
};

function homeDirectory(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}

/** glibc reads it at its first lookup, unless a person has set it; other resolvers give up when they like. */
function limitNameLookup(resolverOptions: string): void {
  process.env.RES_OPTIONS ||= resolverOptions;
}

let isRunning = true;
let stoppedAt: number | undefined;

function onSignal(signal: NodeJS.Signals): void {
  const now = clock.monotonic();
  // A later one is a person who will not wait.
  const isImpatient = stoppedAt === undefined ? !isRunning : now - stoppedAt > ECHO_MILLISECONDS;
  if (isImpatient) {
    process.exitCode = 128 + constants.signals[signal];
    leave(signal);
  }
  stoppedAt ??= now;
  stop.abort({ stop: signal } satisfies Stop);
}

/** A bug must not leave the terminal in raw mode: the command in progress ends as if by a signal, and the error is reported. */
function onBug(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (isRunning) stop.abort(error);
  else process.exitCode = report(error, argv, context);
}

process.on('uncaughtException', onBug);
process.on('unhandledRejection', onBug);
// Node ends a program when nothing is left that could settle its promises.
process.on('exit', () => {
  if (!isRunning) return;
  process.exitCode = stop.signal.aborted
    ? exitCodeOf(stop.signal.reason, argv, context)
    : report(new Error('nothing left to wait for'), argv, context);
});

for (const signal of SIGNALS) process.on(signal, () => onSignal(signal));
// The sampling profiler of Node works by this one.
if (!/--(cpu-)?prof\b/.test(`${process.execArgv} ${process.env.NODE_OPTIONS}`)) {
  process.on('SIGPROF', () => onSignal('SIGPROF'));
}
// Node opens its debugger to every local user at this one, unless it is listened to.
process.on('SIGUSR1', () => undefined);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') outputFailure ??= error;
  stop.abort({ stop: 'closed-pipe' } satisfies Stop);
});
// Notes that nobody can read are no reason to keep the data back.
process.stderr.on('error', () => undefined);

/** A lookup cannot be cancelled. */
function isLookupPending(): boolean {
  return process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
}

/**
 * Ends the process. `process.exit` waits for the thread of a pending lookup, the default action of a signal does not: a
 * process that was told to end by a signal, or is sent one while it waits, ends by that signal then.
 */
function leave(signal?: NodeJS.Signals): never {
  if (isLookupPending()) {
    for (const each of SIGNALS) process.removeAllListeners(each);
    if (signal !== undefined) process.kill(process.pid, signal);
  }
  process.exit();
}

/** Resolves when all output has left, or soon after the program was asked to end and the reader takes nothing. */
async function flush(): Promise<void> {
  const written = Promise.all(
    [process.stdout, process.stderr].map((output) => new Promise((resolve) => output.write('', resolve))),
  );
  await (stop.signal.aborted ? Promise.race([written, delay(FAREWELL_MILLISECONDS)]) : written);
}

async function main(): Promise<void> {
  process.exitCode = await run(argv, context);
  isRunning = false;
  await flush();
  if (outputFailure !== undefined && process.exitCode === ExitCode.ok) {
    const hint = 'Check the disk or the program that reads the output.';
    const failure = new OutputError(`output could not be written (${outputFailure.code})`, { hint });
    process.exitCode = report(failure, argv, context);
  }
  // Whatever still waits, such as a read of stdin that nobody feeds, must not keep a stopped program alive.
  const { aborted, reason } = stop.signal;
  if (aborted || isLookupPending()) leave(SIGNALS.find((signal) => signal === reason?.stop));
}

void main();
