import { setTimeout as delay } from 'node:timers/promises';
import type { Host, SuspendScope } from './context.ts';

/** If the process still runs this long after SIGTSTP, the kernel ignored the signal. */
const SUSPEND_TIMEOUT_MS = 50;

/** What a command may do with the process, which handles these signals. */
export function createHost(thisProcess: NodeJS.Process, version: string): Host {
  const suspendListeners = new Set<() => void>();
  return {
    version,
    suspend: (scope) => suspend(scope, thisProcess, suspendListeners),
    onSuspendRequest(listener) {
      suspendListeners.add(listener);
      thisProcess.on('SIGTSTP', listener);
      return () => {
        suspendListeners.delete(listener);
        thisProcess.off('SIGTSTP', listener);
      };
    },
    onContinue(listener) {
      thisProcess.on('SIGCONT', listener);
      return () => thisProcess.off('SIGCONT', listener);
    },
    killGroup(processId) {
      // Windows has no process groups.
      const target = thisProcess.platform === 'win32' ? processId : -processId;
      try {
        thisProcess.kill(target, 'SIGKILL');
      } catch {
        // It has already exited.
      }
    },
  };
}

/**
 * Stops this process, or its whole group, so that a shell sees its job stop. Uses SIGTSTP without its listeners instead of
 * SIGSTOP, because the kernel ignores SIGTSTP for an orphaned process group, which no shell could continue.
 */
async function suspend(
  scope: SuspendScope,
  thisProcess: NodeJS.Process,
  listeners: ReadonlySet<() => void>,
): Promise<void> {
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  thisProcess.on('SIGCONT', resume);
  for (const listener of listeners) thisProcess.off('SIGTSTP', listener);
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
