import { homedir, uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import type { Clock, Context, SignalScope, Stop, Transport } from './context.ts';
import { OutputError } from './errors.ts';
import {
  createHost,
  createProcessEnd,
  createSteadyClock,
  END_SIGNALS,
  isFilePending,
  isLookupPending,
} from './host.ts';
import { exitCodeOf, printError, printNote, run } from './run.ts';

/** npx and `when-exit` (a dependency of `conf`) forward Ctrl-C, so one press can arrive twice. */
const DUPLICATE_SIGNAL_WINDOW_MS = 200;
/** After a signal, output that is not read within this time is discarded. */
const FLUSH_TIMEOUT_MS = 80;
const LOOKUP_CHECK_MS = 50;
const FILE_CHECK_MS = 10;
const MAX_FILE_CHECKS = 50;
/** A terminal can be lost without SIGHUP, so the program checks this often that it exists. */
const TERMINAL_CHECK_MS = 400;

// Only this file reads `process`. Other code gets a `Context`, and host.ts gets the process as an argument.
const stop = new AbortController();
const argv = process.argv.slice(2);
const processEnd = createProcessEnd(process);
let outputFailure: NodeJS.ErrnoException | undefined;

const clock: Clock = {
  now: Date.now,
  monotonic: createSteadyClock(() => performance.now(), uptime),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    }),
};

// If SNAP is set, conf writes the config file in place, and `kill -9` could lose the file.
delete process.env.SNAP;

/** A write to a blocked terminal must not block the event loop, which handles signals and drops frames. */
function unblock(output: NodeJS.WriteStream): NodeJS.WriteStream {
  if (output.isTTY) Reflect.get(output, '_handle')?.setBlocking?.(false);
  return output;
}

let transport: Promise<Transport> | undefined;
let stdin: NodeJS.ReadStream | undefined;
let stderr: NodeJS.WriteStream | undefined;

const context: Context = {
  stdout: unblock(process.stdout),
  get stderr() {
    // Notes that cannot be written must not stop the output of data.
    stderr ??= unblock(process.stderr).on('error', () => undefined);
    return stderr;
  },
  get stdin() {
    stdin ??= processEnd.hasTerminal ? watchForHangUp(process.stdin) : process.stdin;
    return stdin;
  },
  env: process.env,
  platform: process.platform,
  homeDirectory: homeDirectory(),
  clock,
  random: Math.random,
  transport: async (request) => {
    // Store the promise, so that requests during the import share one transport and its DNS lookups.
    transport ??= import('./service/transport.ts').then(({ createTransport }) => createTransport(context));
    return (await transport)(request);
  },
  signal: stop.signal,
  host: {
    ...createHost(process, packageJson.version),
    openKeyboard() {
      const keyboard = processEnd.openKeyboard();
      return keyboard && watchForHangUp(keyboard);
    },
  },
};

function homeDirectory(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}

let isRunning = true;
let stoppedAt: number | undefined;

function onSignal(signal: NodeJS.Signals): void {
  const now = clock.monotonic();
  const isRepeated = stoppedAt !== undefined && now - stoppedAt > DUPLICATE_SIGNAL_WINDOW_MS;
  stop.abort({ stop: signal } satisfies Stop);
  if (isRepeated || (stoppedAt === undefined && !isRunning)) endBy({ stop: signal });
  stoppedAt ??= now;
}

/** Aborts the command in progress, so that it restores the terminal before the error is reported. */
function onUncaught(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (isRunning) stop.abort(error);
  else process.exitCode = printError(error, argv, context);
}

process.on('uncaughtException', onUncaught);
process.on('unhandledRejection', onUncaught);
// Node exits when the event loop is empty, even if the command is still waiting for a promise.
process.on('exit', () => {
  if (!isRunning) return;
  isRunning = false;
  const bug = new Error('the event loop is empty, but the command has not finished');
  endBy(stop.signal.aborted ? stop.signal.reason : bug);
});

for (const signal of END_SIGNALS) process.on(signal, () => onSignal(signal));
// Without a listener, SIGUSR1 makes Node open its debugger to every local user.
process.on('SIGUSR1', () => undefined);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (processEnd.isLost(process.stdout.fd)) return onSignal('SIGHUP');
  if (error.code !== 'EPIPE') outputFailure ??= error;
  stop.abort({ stop: 'closed-pipe' } satisfies Stop);
});

if (processEnd.hasTerminal) setInterval(endIfHungUp, TERMINAL_CHECK_MS).unref();

/** Treats the loss of the terminal like SIGHUP. A second call ends a command that does not stop. */
function endIfHungUp(): void {
  if (processEnd.isLost(0)) onSignal('SIGHUP');
}

/** The stream of a lost terminal ends or fails. In line mode, Ctrl-D also ends the stream. */
function watchForHangUp(input: NodeJS.ReadStream): NodeJS.ReadStream {
  input.on('error', () => onSignal('SIGHUP'));
  return input.on('end', () => (input.isRaw ? onSignal('SIGHUP') : endIfHungUp()));
}

function endBy(reason: unknown): never {
  end(exitCodeOf(reason, argv, context));
}

function end(exitCode: number, scope?: SignalScope): never {
  const opened = [process.stdout, stderr, stdin].filter((stream) => stream !== undefined);
  return processEnd.end(exitCode, opened, scope);
}

async function flush(): Promise<void> {
  const written = Promise.all(
    [process.stdout, ...(stderr === undefined ? [] : [stderr])].map(
      (output) => new Promise((resolve) => output.write('', resolve)),
    ),
  );
  await (stop.signal.aborted ? Promise.race([written, delay(FLUSH_TIMEOUT_MS)]) : written);
}

/** Waits for name lookups and file operations, which block `process.exit`. Reports a disk that hangs. */
async function waitForPending(): Promise<void> {
  if (stop.signal.aborted || isLookupPending(process)) {
    // `process.exit` would also wait, but without handling signals.
    while (isLookupPending(process)) await delay(LOOKUP_CHECK_MS);
    for (let checks = 0; checks < MAX_FILE_CHECKS && isFilePending(process); checks++)
      await delay(FILE_CHECK_MS);
  } else {
    // The timer is unreferenced: if nothing else is pending, Node exits here.
    await delay(FILE_CHECK_MS * MAX_FILE_CHECKS, undefined, { ref: false });
  }
  if (!isFilePending(process)) return;
  printNote('a disk does not respond; boards ends without waiting for it', context);
  await flush();
}

async function main(): Promise<void> {
  process.exitCode = await run(argv, context);
  isRunning = false;
  await flush();
  // A signal ends the process even if the command has failed in the meantime.
  if (END_SIGNALS.includes(stop.signal.reason?.stop)) endBy(stop.signal.reason);
  if (outputFailure !== undefined && process.exitCode === 0) {
    const hint = 'Check the disk or the program that reads the output.';
    const failure = new OutputError(`output could not be written (${outputFailure.code})`, { hint });
    process.exitCode = printError(failure, argv, context);
  }
  const isStoppedByKey = process.exitCode > 128;
  if (!isStoppedByKey) await waitForPending();
  // Open handles, such as a pending read of stdin, must not keep a stopped program alive.
  end(process.exitCode, isStoppedByKey ? 'group' : 'process');
}

void main();
