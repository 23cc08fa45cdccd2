import type { Clock } from '../context.ts';

/** More than this beyond what was asked for means that the machine slept or its clock was moved. */
const JUMP_MILLISECONDS = 1500;

/** Runs `action` with a signal that the function given to `onStart`, or the end of the program, aborts. */
export async function abortable<T>(
  signal: AbortSignal,
  onStart: (abort: () => void) => void,
  action: (inner: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const abort = () => inner.abort();
  signal.addEventListener('abort', abort, { once: true });
  onStart(abort);
  try {
    return await action(inner.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** When a wait that somebody asked for is over. */
export interface Deadline {
  /** Milliseconds until it has passed on either clock: one of them stands still while the machine sleeps. */
  left(): number;
}

/** One that lies this far ahead. */
export function deadlineIn(milliseconds: number, clock: Clock): Deadline {
  const steady = clock.monotonic() + milliseconds;
  const wall = clock.now() + milliseconds;
  return { left: () => Math.max(0, Math.min(steady - clock.monotonic(), wall - clock.now())) };
}

/** One that has passed. */
export function noDeadline(clock: Clock): Deadline {
  return deadlineIn(0, clock);
}

/** Tells whether the clocks disagree with the time that was asked for: after a sleep of the machine, or a moved clock. */
export function stopwatch(clock: Clock) {
  const wall = clock.now();
  const steady = clock.monotonic();
  return {
    jumped(askedMilliseconds: number): boolean {
      const elapsed = clock.monotonic() - steady;
      const drift = Math.abs(clock.now() - wall - elapsed);
      return drift > JUMP_MILLISECONDS || elapsed > askedMilliseconds + JUMP_MILLISECONDS;
    },
  };
}
