import type { Parameters } from 'fast-check';

/** The suite makes do with few; `npm run fuzz` makes many, or as many as BOARDS_FUZZ_RUNS says. */
const isLong = process.env.npm_lifecycle_event === 'fuzz';
const RUNS = Number(process.env.BOARDS_FUZZ_RUNS ?? (isLong ? 100_000 : 2000));
/** New on every run, and told in the name of each test: with BOARDS_FUZZ_SEED it comes again. */
const SEED = Number(process.env.BOARDS_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** One in `share` of the runs: for properties that are slow. */
export function fuzzing<T>(share = 1): Parameters<T> {
  return { numRuns: Math.ceil(RUNS / share), seed: SEED };
}

/** Enough for the slowest machine; 20 ms a run. */
export const FUZZ_TIMEOUT_MILLISECONDS = 10_000 + RUNS * 20;

export function told(title: string, share = 1): string {
  return `${title} (${Math.ceil(RUNS / share)} runs, seed ${SEED})`;
}
