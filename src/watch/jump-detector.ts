import type { Clock } from '../context.ts';

const JUMP_THRESHOLD_MS = 1500;

/** Create one before a wait or a request, and query it afterwards with the longest time that it should have taken. */
export function createJumpDetector(clock: Clock) {
  const wallStart = clock.now();
  const monotonicStart = clock.monotonic();
  const elapsed = () => clock.monotonic() - monotonicStart;
  const wasSuspended = (expectedMilliseconds: number) => elapsed() > expectedMilliseconds + JUMP_THRESHOLD_MS;
  return {
    /** True if the process was stopped or the machine slept. Changes of the wall clock do not count. */
    wasSuspended,
    /** True if the process was suspended or the wall clock was set. */
    hasJumped: (expectedMilliseconds: number) =>
      wasSuspended(expectedMilliseconds) || Math.abs(clock.now() - wallStart - elapsed()) > JUMP_THRESHOLD_MS,
  };
}
