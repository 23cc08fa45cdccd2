/** The last price in a window; price, time and change are null if the symbol did not appear again. */
export interface Outcome {
  readonly price: number | null;
  readonly time: number | null;
  readonly changePct: number | null;
  readonly isPriced: boolean;
}

export type Tally = ReturnType<typeof emptyTally>;
export type Figures = ReturnType<typeof figuresOf>;

const MIN_SYMBOLS_FOR_STATISTICS = 20;
/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959963984540054;
/** Rounding errors in sums of weights stay below this share. */
const TOLERANCE = 1e-9;
/** Rounds weighted changes to a thousandth of a percent, so that equal ones share an item. */
const CHANGE_ROUNDING = 1000;

export const emptyTally = () => ({
  /** `rose`, `fell`, `unchanged` and `notSeen` add up to `n`. */
  counts: { n: 0, priced: 0, notSeen: 0, rose: 0, fell: 0, unchanged: 0 },
  /** By `tickerKey`, without symbols that did not appear again. */
  symbols: new Set<string>(),
  /** Maps each change in percent to its weight. */
  changes: new Map<number, number>(),
});

/** `key` is a `tickerKey`. Other symbols of a snapshot share the weight of its entries. */
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
  const isEnough = symbols.size >= MIN_SYMBOLS_FOR_STATISTICS;
  const { rose, fell, unchanged } = counts;
  const rounded = (sum: number) => Number(sum.toFixed(9));
  return {
    n: rounded(counts.n),
    priced: rounded(counts.priced),
    notSeen: rounded(counts.notSeen),
    medianPct: isEnough ? weightedMedian(changes) : null,
    rose: rounded(rose),
    fell: rounded(fell),
    unchanged: rounded(unchanged),
    /** Describes the share of rising symbols among those that appeared again. */
    roseInterval: isEnough ? wilson95(rose, rose + fell + unchanged) : null,
  };
}

/** Returns the mean of the two middle changes if the weight splits evenly between them. */
function weightedMedian(changes: ReadonlyMap<number, number>): number | null {
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

function wilson95(count: number, of: number): readonly [low: number, high: number] | null {
  if (of === 0) return null;
  const share = count / of;
  const spread = Z ** 2 / of;
  const half = Z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of));
  const [low, high] = [-half, half].map((side) => (share + spread / 2 + side) / (1 + spread));
  return [Math.max(0, low ?? 0), Math.min(1, high ?? 1)];
}
