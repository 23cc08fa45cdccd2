import type { TimedValue } from '../lib/time.ts';

const LEVELS = '▁▂▃▄▅▆▇█';
const ABSENT = '·';
const UNKNOWN = ' ';

/** null: there was no value; undefined: nothing is known. */
export type Sample = number | null | undefined;

export function renderSparkline(values: ReadonlyArray<Sample>, lowest: number, highest: number): string {
  const range = highest - lowest;
  return values
    .map((value) => {
      if (value === undefined) return UNKNOWN;
      if (value === null) return ABSENT;
      const share = range > 0 ? (value - lowest) / range : 0.5;
      return LEVELS[Math.round(Math.min(1, Math.max(0, share)) * (LEVELS.length - 1))] ?? ABSENT;
    })
    .join('');
}

/**
 * Returns the last value of each of at most `cells` equal spans of time. An empty span repeats the value
 * before it, or is undefined in a gap of more than `maxGap` milliseconds.
 */
export function resample(
  values: ReadonlyArray<TimedValue>,
  cells: number,
  maxGap: number,
): ReadonlyArray<Sample> {
  const count = Math.min(cells, values.length);
  const start = values[0]?.time ?? 0;
  const span = ((values.at(-1)?.time ?? 0) - start) / Math.max(1, count);
  let next = 0;
  let before: TimedValue = { time: -Infinity, value: null };
  return Array.from({ length: count }, (_, cell) => {
    // The last span includes its end.
    const end = cell === count - 1 ? Infinity : start + (cell + 1) * span;
    let inside: number | null | undefined;
    for (let timed = values[next]; timed !== undefined && timed.time < end; timed = values[++next]) {
      before = timed;
      inside = timed.value ?? inside ?? null;
    }
    if (inside !== undefined) return inside;
    const isInGap = (values[next]?.time ?? Infinity) - before.time > maxGap;
    return isInGap ? undefined : before.value;
  });
}
