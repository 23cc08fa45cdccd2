import { setTimeout as delay } from 'node:timers/promises';
import type { Host, SuspendScope } from './context.ts';

/** If the process still runs this long after SIGTSTP, the kernel ignored the signal. */
const SUSPEND_TIMEOUT_MS = 50;

/** What a command may do with the process. */
export function createHost(process: NodeJS.Process, version: string): Host {
  const suspendListeners = new Set<() => void>();
  return {
    version,
    suspend: (scope) => suspend(scope, process, suspendListeners),
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
        // The group has already exited.
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
  process: NodeJS.Process,
  listeners: ReadonlySet<() => void>,
): Promise<void> {
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  process.on('SIGCONT', resume);
  for (const listener of listeners) process.off('SIGTSTP', listener);
  try {
    // The process stops here. The timer starts after it is continued, so SIGCONT wins the race.
    process.kill(scope === 'group' ? 0 : process.pid, 'SIGTSTP');
    await Promise.race([resumed, delay(SUSPEND_TIMEOUT_MS)]);
  } catch {
    // Windows has no SIGTSTP.
  }
  process.off('SIGCONT', resume);
  for (const listener of listeners) process.on('SIGTSTP', listener);
}
