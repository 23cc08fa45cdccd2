const LEVELS = '▁▂▃▄▅▆▇█';
const ABSENT = '·';
const UNKNOWN = ' ';

/** A value; null where there was none, undefined where nothing is known. */
export type Sample = number | null | undefined;

/** One character for each value: the highest is a full block. All equal values are in the middle. */
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
