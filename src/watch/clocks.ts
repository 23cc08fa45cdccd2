import type { Clock } from '../context.ts';

/** More than this beyond what was asked for means that the program or the machine stood still, or its clock was set. */
const JUMP_MILLISECONDS = 1500;

/** Started before a wait or a request; compares the clocks with the time that it should take. */
export function stopwatch(clock: Clock) {
  const wall = clock.now();
  const steady = clock.monotonic();
  const elapsed = () => clock.monotonic() - steady;
  const stoodStill = (expectedMilliseconds: number) => elapsed() > expectedMilliseconds + JUMP_MILLISECONDS;
  return {
    /** The program was stopped, or the machine slept; the wall clock has no say. */
    stoodStill,
    /** That, or the wall clock was set. */
    jumped: (expectedMilliseconds: number) =>
      stoodStill(expectedMilliseconds) || Math.abs(clock.now() - wall - elapsed()) > JUMP_MILLISECONDS,
  };
}
