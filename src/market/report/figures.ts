/** The price last seen in a window; of a symbol that was not seen again, all are null. */
export interface Outcome {
  readonly price: number | null;
  readonly time: number | null;
  readonly changePct: number | null;
  /** True if the price is of the last two minutes of the window. */
  readonly isPriced: boolean;
}

export type Tally = ReturnType<typeof emptyTally>;
export type Figures = ReturnType<typeof figuresOf>;

/** A median and a share need at least so many symbols. */
const MIN_SYMBOLS = 20;
/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959963984540054;
/** Sums of weights are inexact by less than this share. */
const TOLERANCE = 1e-9;
/** Medians of other symbols are exact to the thousandth of a percent, so that memory does not grow with the days. */
const CHANGE_ROUNDING = 1000;

export const emptyTally = () => ({
  /** Rose, fell, unchanged and notSeen together are n. */
  counts: { n: 0, priced: 0, notSeen: 0, rose: 0, fell: 0, unchanged: 0 },
  /** The symbols that were seen again, by `tickerKey`. */
  symbols: new Set<string>(),
  /** From change in percent to weight. */
  changes: new Map<number, number>(),
});

/** Counts an outcome of the symbol with this `tickerKey`. One that is compared with entries weighs a part of each. */
export function addOutcome(tally: Tally, key: string, { changePct, isPriced }: Outcome, weight = 1): void {
  const { counts, symbols, changes } = tally;
  counts.n += weight;
  if (isPriced) counts.priced += weight;
  if (changePct === null) {
    counts.notSeen += weight;
    return;
  }
  counts[changePct > 0 ? 'rose' : changePct < 0 ? 'fell' : 'unchanged'] += weight;
  symbols.add(key);
  const shown = weight === 1 ? changePct : Math.round(changePct * CHANGE_ROUNDING) / CHANGE_ROUNDING;
  changes.set(shown, (changes.get(shown) ?? 0) + weight);
}

export function figuresOf({ counts, symbols, changes }: Tally) {
  const isEnough = symbols.size >= MIN_SYMBOLS;
  const { rose, fell, unchanged } = counts;
  // Sums of weights are inexact.
  const count = (sum: number) => Number(sum.toFixed(9));
  return {
    n: count(counts.n),
    priced: count(counts.priced),
    notSeen: count(counts.notSeen),
    medianPct: isEnough ? medianOf(changes) : null,
    rose: count(rose),
    fell: count(fell),
    unchanged: count(unchanged),
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
