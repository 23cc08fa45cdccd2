import { setTimeout as delay } from 'node:timers/promises';
import { type Host, type SignalScope, variable } from './context.ts';

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
