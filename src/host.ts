import { once } from 'node:events';
import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import type { Host, SignalScope } from './context.ts';
import { type Environment, variable } from './lib/environment.ts';

/** If the process still runs this long after SIGTSTP, the kernel ignored the signal. */
const SUSPEND_TIMEOUT_MS = 50;

export function createHost(thisProcess: NodeJS.Process, version: string): Omit<Host, 'openKeyboard'> {
  const listenTo = (signal: NodeJS.Signals) => (listener: () => void) => {
    thisProcess.on(signal, listener);
    return () => thisProcess.off(signal, listener);
  };
  return {
    version,
    nodeVersion: thisProcess.versions.node,
    suspend: (scope) => suspend(scope, thisProcess),
    onSuspendRequest: listenTo('SIGTSTP'),
    onContinue: listenTo('SIGCONT'),
    startProgram: (command, env) => startProgram(command, env, thisProcess),
    killGroup(processId) {
      try {
        if (thisProcess.platform !== 'win32') thisProcess.kill(-processId, 'SIGKILL');
        // Windows has no process groups.
        else if (!killTree(processId, thisProcess)) thisProcess.kill(processId, 'SIGKILL');
      } catch {
        // The process has already exited.
      }
    },
  };
}

/** A program that still runs after this time has probably opened the address. */
const START_TIMEOUT_MS = 5000;

async function startProgram(
  [program, ...args]: Parameters<Host['startProgram']>[0],
  env: Environment,
  { platform, getBuiltinModule }: NodeJS.Process,
): Promise<boolean> {
  const { spawn } = getBuiltinModule('node:child_process');
  const timeout = new AbortController();
  try {
    // A detached program outlives the terminal. On Windows, `detached` would open a console.
    const detached = platform !== 'win32';
    const child = spawn(program, args, { env, detached, stdio: 'ignore' });
    child.unref();
    const ended = once(child, 'exit').then(([code]) => code === 0);
    const late = delay(START_TIMEOUT_MS, true, { ref: false, signal: timeout.signal });
    return await Promise.race([ended, late]);
  } catch {
    return false;
  } finally {
    timeout.abort();
  }
}

const TASKKILL_TIMEOUT_MS = 2000;

/** Runs synchronously, because the program may end right after this call. */
function killTree(processId: number, { env, getBuiltinModule }: NodeJS.Process): boolean {
  const { spawnSync } = getBuiltinModule('node:child_process');
  // Windows would search the working directory first for a plain `taskkill.exe`.
  const program = `${variable('SystemRoot', env)}\\System32\\taskkill.exe`;
  const args = ['/pid', String(processId), '/t', '/f'];
  const options = { windowsHide: true, stdio: 'ignore', timeout: TASKKILL_TIMEOUT_MS } as const;
  return spawnSync(program, args, options).status === 0;
}

/** SIGSTOP would also stop an orphaned process group, which no shell could continue; SIGTSTP does not. */
async function suspend(scope: SignalScope, thisProcess: NodeJS.Process): Promise<void> {
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  thisProcess.on('SIGCONT', resume);
  const listeners = thisProcess.listeners('SIGTSTP');
  thisProcess.removeAllListeners('SIGTSTP');
  try {
    // The process stops here. The timer starts after it is continued, so SIGCONT wins the race.
    thisProcess.kill(scope === 'group' ? 0 : thisProcess.pid, 'SIGTSTP');
    await Promise.race([resumed, delay(SUSPEND_TIMEOUT_MS)]);
  } catch {
    // Windows has no SIGTSTP.
  }
  thisProcess.off('SIGCONT', resume);
  for (const listener of listeners) thisProcess.on('SIGTSTP', listener);
}

/** Some systems round the uptime to seconds, so smaller differences between the two clocks are no sleep. */
const MIN_SLEEP_MS = 1500;

/**
 * Returns a monotonic clock that continues while the machine sleeps. On Linux, the monotonic clock of Node
 * stops then, but the uptime does not. The wall clock cannot show a sleep, because setting it looks the same.
 */
export function createSteadyClock(
  monotonicMilliseconds: () => number,
  uptimeSeconds: () => number,
): () => number {
  const difference = () => {
    try {
      // Read the uptime first, so that a stop between the two reads cannot look like a sleep.
      const uptime = uptimeSeconds() * 1000;
      return uptime - monotonicMilliseconds();
    } catch {
      // Some containers provide no uptime. Waits then do not count the time that the machine sleeps.
      return 0;
    }
  };
  let initialDifference: number | undefined;
  let slept = 0;
  return () => {
    const current = difference();
    initialDifference ??= current;
    const newSleep = current - initialDifference - slept;
    if (newSleep > MIN_SLEEP_MS) slept += newSleep;
    return monotonicMilliseconds() + slept;
  };
}

/** Without a listener, these signals would end the process and leave the terminal in raw mode. */
export const END_SIGNALS: ReadonlyArray<NodeJS.Signals> = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGTERM',
  'SIGALRM',
  'SIGUSR2',
  'SIGXCPU',
  // Windows sends this for Ctrl-Break.
  'SIGBREAK',
];

/** The default action of these signals leaves a core file, which would contain the key. */
const CORE_SIGNALS: ReadonlyArray<NodeJS.Signals> = ['SIGQUIT', 'SIGXCPU'];

const STDIN = 0;
const STANDARD_STREAMS = [STDIN, 1, 2];

/** Call this at the start, while the terminal exists. */
export function createProcessEnd(thisProcess: NodeJS.Process) {
  const load = createRequire(thisProcess.execPath);
  const isTerminal = (descriptor: number): boolean => {
    try {
      // Load `node:tty` only if a stream may be a terminal.
      return fstatSync(descriptor).isCharacterDevice() && load('node:tty').isatty(descriptor);
    } catch {
      return false;
    }
  };
  const terminals = STANDARD_STREAMS.filter(isTerminal);
  /** After a hang-up, the kernel no longer reports the descriptor as a terminal. */
  const isLost = (descriptor: number) => terminals.includes(descriptor) && !isTerminal(descriptor);
  // At the exit, Node aborts if it cannot restore the modes of a terminal. It skips closed descriptors.
  thisProcess.on('exit', () => {
    for (const descriptor of terminals.filter(isLost)) closeSync(descriptor);
  });
  let terminal: number | undefined;
  return {
    hasTerminal: terminals.includes(STDIN),
    isLost,
    openKeyboard(): ReadStream | null {
      try {
        // Node opens the terminal again for each stream, so this descriptor can be reused.
        terminal ??= openSync('/dev/tty', 'r');
        return new (load('node:tty').ReadStream)(terminal);
      } catch {
        // Windows has no /dev/tty, and a process can lack a terminal.
        return null;
      }
    },
    /**
     * Ends the process. An exit code above 128 stands for a signal, which then ends the process itself, so
     * that a shell ends its loop on Ctrl-C. SIGTERM ends a process with pending file operations, because
     * `process.exit` would wait for them.
     *
     * In raw mode, a terminal sends no signal for a key. The scope `group` signals the process group in its
     * place, so that a script ends its loop.
     */
    end(
      exitCode: number,
      openStreams: ReadonlyArray<NodeJS.ReadStream | NodeJS.WriteStream>,
      scope: SignalScope = 'process',
    ): never {
      const own = END_SIGNALS.find((each) => 128 + constants.signals[each] === exitCode);
      const signal = own ?? (isFilePending(thisProcess) ? 'SIGTERM' : undefined);
      if (signal !== undefined && canEndBy(signal, thisProcess)) {
        // Node also does this at an exit. Other programs may share the pipe.
        for (const stream of openStreams) Reflect.get(stream, '_handle')?.setBlocking?.(true);
        thisProcess.removeAllListeners(signal);
        // The kernel does not deliver this signal to process 1 of a container.
        thisProcess.kill(scope === 'group' ? 0 : thisProcess.pid, signal);
      }
      thisProcess.exit(exitCode);
    },
  };
}

/** A pending DNS lookup cannot be cancelled and keeps the process alive, also after `process.exit`. */
export function isLookupPending(thisProcess: NodeJS.Process): boolean {
  return thisProcess.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
}

/** A pending file operation keeps the process alive in the same way, and a disk can hang indefinitely. */
export function isFilePending(thisProcess: NodeJS.Process): boolean {
  return thisProcess.getActiveResourcesInfo().some((name) => name.startsWith('FSReq') || name === 'CloseReq');
}

function canEndBy(signal: NodeJS.Signals, thisProcess: NodeJS.Process): boolean {
  // On Windows, `kill` ends a process with exit code 1.
  if (thisProcess.platform === 'win32') return false;
  if (!CORE_SIGNALS.includes(signal)) return true;
  return (isLookupPending(thisProcess) || isFilePending(thisProcess)) && excludeMemoryFromCore();
}

/** Returns false on systems other than Linux. */
function excludeMemoryFromCore(): boolean {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
    return true;
  } catch {
    return false;
  }
}
