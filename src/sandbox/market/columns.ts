/** One number per listing, in the order of the listings; NaN if unknown. */
export type PerListing = ArrayLike<number>;

/** A value that is computed on first use, so that a timeframe computes only the columns its boards rank on. */
export type Lazy<T = PerListing> = () => T;

export function lazy<T>(compute: () => T): Lazy<T> {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}

export function columnOf(length: number, valueAt: (index: number) => number): PerListing {
  const column = new Float64Array(length);
  for (let index = 0; index < length; index++) column[index] = valueAt(index);
  return column;
}

/** The value at an index, or NaN beyond the end. */
export function at(column: PerListing, index: number): number {
  return column[index] ?? Number.NaN;
}

/** The item at an index. Throws RangeError beyond the end. */
export function itemAt<T>(items: ReadonlyArray<T>, index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item at index ${index}`);
  return item;
}

/** The mean of the columns at each index, optionally weighted. */
export function meanOf(columns: ReadonlyArray<PerListing>, weights?: ReadonlyArray<number>): PerListing {
  const sum = new Float64Array(columns[0]?.length ?? 0);
  let total = 0;
  for (const [place, column] of columns.entries()) {
    const weight = weights?.[place] ?? 1;
    total += weight;
    for (let i = 0; i < sum.length; i++) sum[i] = at(sum, i) + weight * at(column, i);
  }
  for (let i = 0; i < sum.length; i++) sum[i] = at(sum, i) / total;
  return sum;
}

export function highestOf(columns: ReadonlyArray<PerListing>): PerListing {
  return extremeOf(columns, Math.max);
}

export function lowestOf(columns: ReadonlyArray<PerListing>): PerListing {
  return extremeOf(columns, Math.min);
}

function extremeOf(columns: ReadonlyArray<PerListing>, choose: (a: number, b: number) => number): PerListing {
  const [first = [], ...others] = columns;
  const extreme = new Float64Array(first);
  for (const column of others) {
    for (let i = 0; i < extreme.length; i++) extreme[i] = choose(at(extreme, i), at(column, i));
  }
  return extreme;
}
