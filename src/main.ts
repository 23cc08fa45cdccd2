import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { report, run } from './cli.ts';
import type { Clock, Context, Host, Stop, Transport } from './context.ts';
import { ExitCode, OutputError } from './errors.ts';

// The real world: the only file that reads `process`.
const stop = new AbortController();
const argv = process.argv.slice(2);
let outputFailure: NodeJS.ErrnoException | undefined;

const clock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    }),
};

const host: Host = {
  get version() {
    const file: { version: string } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    return file.version;
  },
  async suspend() {
    const resumed = new Promise((resolve) => process.once('SIGCONT', resolve));
    // The whole group, so that a shell sees its job stop; SIGSTOP, because SIGTSTP may be listened to.
    process.kill(0, 'SIGSTOP');
    await resumed;
  },
  onSuspendRequest(listener) {
    process.on('SIGTSTP', listener);
    return () => process.off('SIGTSTP', listener);
  },
  killGroup(processId) {
    try {
      process.kill(-processId, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  },
};

let transport: Transport | undefined;

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
    transport ??= (await import('./api/transport.ts')).createTransport(context);
    return transport(request);
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

function end(reason: Stop): void {
  // A second signal is a person who will not wait.
  if (stop.signal.aborted && reason.stop !== 'closed-pipe')
    process.exit(process.exitCode ?? ExitCode.internal);
  stop.abort(reason);
}

// A bug must not leave a terminal in disarray: the command in progress ends as if by a signal, and the error is reported.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) =>
    stop.abort(error instanceof Error ? error : new Error(String(error))),
  );
}

for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const) {
  process.on(signal, () => end({ stop: signal }));
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') outputFailure ??= error;
    end({ stop: 'closed-pipe' });
  });
}

process.exitCode = await run(argv, context);
await new Promise((resolve) => process.stdout.write('', resolve));
if (outputFailure !== undefined && process.exitCode === ExitCode.ok) {
  const hint = 'Check the disk or the program that reads the output.';
  const failure = new OutputError(`output could not be written (${outputFailure.code})`, { hint });
  process.exitCode = report(failure, argv, context);
}
