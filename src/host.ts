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

/** What a command may do with the process, which handles these signals. */
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
        // It has already exited.
      }
    },
  };
}

/** A program that fails later has probably shown the address before. */
const START_TIMEOUT_MS = 5000;

/** Implements the function of `Host`. */
async function startProgram(
  [program, ...args]: Parameters<Host['startProgram']>[0],
  env: Environment,
  { platform, getBuiltinModule }: NodeJS.Process,
): Promise<boolean> {
  const { spawn } = getBuiltinModule('node:child_process');
  const timeout = new AbortController();
  try {
    // In a session of its own it outlives the terminal. Windows would open a console for that.
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

/** The end waits for `taskkill` at most this long. */
const KILL_TIMEOUT_MS = 2000;

/** Kills a process of Windows and its descendants. Returns false if that fails. Synchronous, because the program may end right after it. */
function killTree(processId: number, { env, getBuiltinModule }: NodeJS.Process): boolean {
  const { spawnSync } = getBuiltinModule('node:child_process');
  // By its path, because Windows looks for programs in the working directory first.
  const program = `${variable('SystemRoot', env)}\\System32\\taskkill.exe`;
  const args = ['/pid', String(processId), '/t', '/f'];
  const options = { windowsHide: true, stdio: 'ignore', timeout: KILL_TIMEOUT_MS } as const;
  return spawnSync(program, args, options).status === 0;
}

/**
 * Stops this process, or its whole group, so that a shell sees its job stop. Uses SIGTSTP without its listeners instead of
 * SIGSTOP, because the kernel ignores SIGTSTP for an orphaned process group, which no shell could continue.
 */
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

/** Smaller differences between the two clocks are rounding: some systems report the uptime in whole seconds. */
const MIN_SLEEP_MS = 1500;

/**
 * Returns a monotonic clock that also counts the time for which the machine sleeps. On Linux, the monotonic clock of Node
 * stops during a sleep, but the uptime of the machine does not. The wall clock cannot be used, because a
 * sleep looks the same as setting the clock forward.
 */
export function createSteadyClock(
  monotonicMilliseconds: () => number,
  uptimeSeconds: () => number,
): () => number {
  const difference = () => {
    try {
      // Read first: a process that is stopped between the two then seems to have slept less, not more.
      const uptime = uptimeSeconds() * 1000;
      return uptime - monotonicMilliseconds();
    } catch {
      // Some containers do not provide the uptime. A wait then takes longer by the time of a sleep.
      return 0;
    }
  };
  // Measured at the first call, because most commands need no clock.
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

/** Signals that end a process by default, and are sent to a terminal program. Without a listener the terminal would stay in raw mode. */
export const END_SIGNALS: ReadonlyArray<NodeJS.Signals> = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGTERM',
  'SIGALRM',
  'SIGUSR2',
  'SIGXCPU',
  // Ctrl-Break on Windows.
  'SIGBREAK',
];

/** The default action of these signals leaves a core file, which would contain the key. */
const CORE_SIGNALS: ReadonlyArray<NodeJS.Signals> = ['SIGQUIT', 'SIGXCPU'];

const STDIN = 0;
const STANDARD_STREAMS = [STDIN, 1, 2];

/** The end of a process and the loss of its terminal. Call it at the start, while the terminal exists. */
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
  /** A terminal that has hung up is no terminal for the kernel any more. */
  const isLost = (descriptor: number) => terminals.includes(descriptor) && !isTerminal(descriptor);
  // Node aborts if it cannot restore the modes of a terminal at the exit. It skips descriptors that are closed.
  thisProcess.on('exit', () => {
    for (const descriptor of terminals.filter(isLost)) closeSync(descriptor);
  });
  let terminal: number | undefined;
  return {
    hasTerminal: terminals.includes(STDIN),
    isLost,
    /** See `Host`. */
    openKeyboard(): ReadStream | null {
      try {
        // Node opens it anew for each stream.
        terminal ??= openSync('/dev/tty', 'r');
        return new (load('node:tty').ReadStream)(terminal);
      } catch {
        // Windows has no such file, and a process can be without a terminal.
        return null;
      }
    },
    /**
     * Ends the process. An exit code above 128 stands for a signal, which then ends the process itself, so that a shell ends its
     * loop on Ctrl-C. `process.exit` waits for file operations that hang, so SIGTERM ends a process that has some. On Windows, and in
     * process 1 of a container, nothing can end it earlier.
     *
     * `opened` are the standard streams in use. `scope` is the group for a key that the terminal did not turn into a signal, because it
     * is in raw mode: the terminal would have sent the signal to the group, so that a script ends its loop as well.
     */
    end(
      exitCode: number,
      opened: ReadonlyArray<NodeJS.ReadStream | NodeJS.WriteStream>,
      scope: SignalScope = 'process',
    ): never {
      const own = END_SIGNALS.find((each) => 128 + constants.signals[each] === exitCode);
      const signal = own ?? (isFilePending(thisProcess) ? 'SIGTERM' : undefined);
      if (signal !== undefined && canEndBy(signal, thisProcess)) {
        // Node does the same at an exit. Other programs may share the pipe.
        for (const stream of opened) Reflect.get(stream, '_handle')?.setBlocking?.(true);
        thisProcess.removeAllListeners(signal);
        // The kernel ignores this for process 1 of a container.
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

/** A file operation that has not returned keeps the process alive in the same way. A disk can hang for good. */
export function isFilePending(thisProcess: NodeJS.Process): boolean {
  return thisProcess.getActiveResourcesInfo().some((name) => name.startsWith('FSReq') || name === 'CloseReq');
}

function canEndBy(signal: NodeJS.Signals, thisProcess: NodeJS.Process): boolean {
  // There, kill ends a process with exit code 1.
  if (thisProcess.platform === 'win32') return false;
  if (!CORE_SIGNALS.includes(signal)) return true;
  return (isLookupPending(thisProcess) || isFilePending(thisProcess)) && excludeMemoryFromCore();
}

/** Makes Linux leave the memory out of a core file. Returns false on other systems. */
function excludeMemoryFromCore(): boolean {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
    return true;
  } catch {
    return false;
  }
}
