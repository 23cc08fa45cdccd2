import type { Parameters } from 'fast-check';

/** Few runs in the test suite, many with `npm run fuzz`; BOARDS_FUZZ_RUNS overrides both. */
const isLong = process.env.npm_lifecycle_event === 'fuzz';
const RUNS = Number(process.env.BOARDS_FUZZ_RUNS ?? (isLong ? 100_000 : 500));
/**
 * For all that is generated. The test suite has the same values in each run; `npm run fuzz` looks for new ones, and the title of
 * each test says its seed: set BOARDS_FUZZ_SEED to reproduce a failure.
 */
export const SEED = Number(
  process.env.BOARDS_FUZZ_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1),
);

/** Each property ends after so many seconds, however many runs that were: machines differ, and may be busy. */
const SECONDS = Number(process.env.BOARDS_FUZZ_SECONDS ?? (isLong ? 60 : 10));

/** Slow properties divide the number of runs by `divisor`. */
export function fuzzOptions<T>(divisor = 1): Parameters<T> {
  return {
    numRuns: Math.ceil(RUNS / divisor),
    seed: SEED,
    interruptAfterTimeLimit: SECONDS * 1000,
    markInterruptAsFailure: false,
  };
}

/** For one run that hangs. */
export const FUZZ_TIMEOUT_MS = (SECONDS + 110) * 1000;

/** Adds the number of runs and the seed to a test title. */
export function fuzzTitle(title: string, divisor = 1): string {
  return `${title} (at most ${Math.ceil(RUNS / divisor)} runs, seed ${SEED})`;
}
