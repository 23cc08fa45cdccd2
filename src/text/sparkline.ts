const LEVELS = '▁▂▃▄▅▆▇█';
const GAP = '·';

/** One character for each value, null for a gap: the highest value is a full block. All equal values are in the middle. */
export function renderSparkline(
  values: ReadonlyArray<number | null>,
  lowest: number,
  highest: number,
): string {
  const range = highest - lowest;
  return values
    .map((value) => {
      if (value === null) return GAP;
      const share = range > 0 ? (value - lowest) / range : 0.5;
      return LEVELS[Math.round(Math.min(1, Math.max(0, share)) * (LEVELS.length - 1))] ?? GAP;
    })
    .join('');
}
