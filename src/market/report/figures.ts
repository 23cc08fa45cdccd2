/** Counts the outcomes of a group. An outcome weighs 1, or a part of the entry that it is compared with. */
export interface Tally {
  n: number;
  priced: number;
  notSeen: number;
  rose: number;
  fell: number;
  unchanged: number;
  readonly symbols: Set<string>;
  /** From change in percent to weight. */
  readonly changes: Map<number, number>;
}

export type Figures = ReturnType<typeof figuresOf>;

/** A median and a share need at least so many symbols. */
const MIN_SYMBOLS = 20;
/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959963984540054;
/** Rounding makes sums of weights differ by less than this share. */
const TOLERANCE = 1e-9;

export const emptyTally = (): Tally => ({
  n: 0,
  priced: 0,
  notSeen: 0,
  rose: 0,
  fell: 0,
  unchanged: 0,
  symbols: new Set(),
  changes: new Map(),
});

/** Counts a change in percent. `key` is the symbol by `tickerKey`; the median is that of `shown`. */
export function addChange(tally: Tally, key: string, change: number, weight = 1, shown = change): void {
  if (change > 0) tally.rose += weight;
  else if (change < 0) tally.fell += weight;
  else tally.unchanged += weight;
  tally.symbols.add(key);
  tally.changes.set(shown, (tally.changes.get(shown) ?? 0) + weight);
}

export function figuresOf({ n, priced, notSeen, rose, fell, unchanged, symbols, changes }: Tally) {
  const isEnough = symbols.size >= MIN_SYMBOLS;
  return {
    /** The entries whose window counts: those that rose, fell, are unchanged, and were not seen again. */
    n,
    /** Those with a price in the last two minutes of the window. */
    priced,
    notSeen,
    medianPct: isEnough ? medianOf(changes) : null,
    rose,
    fell,
    unchanged,
    /** The 95 % interval of the share that rose of those that were seen again. */
    roseInterval: isEnough ? wilson(rose, rose + fell + unchanged) : null,
  };
}

/** The change with half of the weight on each side; the mean of the two in the middle if there are two. */
function medianOf(changes: ReadonlyMap<number, number>): number | null {
  const sorted = [...changes].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  let below = 0;
  for (const [index, [change, weight]] of sorted.entries()) {
    below += weight;
    const excess = below - total / 2;
    if (excess > total * TOLERANCE) return change;
    if (excess > -total * TOLERANCE) return (change + (sorted[index + 1]?.[0] ?? change)) / 2;
  }
  return null;
}

/** The interval of Wilson for a share of 95 %, from 0 to 1. */
function wilson(count: number, of: number): readonly [low: number, high: number] | null {
  if (of === 0) return null;
  const share = count / of;
  const spread = Z ** 2 / of;
  const half = Z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of));
  const [low, high] = [-half, half].map((side) => (share + spread / 2 + side) / (1 + spread));
  return [Math.max(0, low ?? 0), Math.min(1, high ?? 1)];
}
