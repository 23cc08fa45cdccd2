import type { PerListing } from './curves.ts';

/** A column that is computed when it is first asked for: a timeframe pays only for what its boards rank on. */
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

/** The value at a place, NaN where there is none. */
export function at(column: PerListing, index: number): number {
  return column[index] ?? Number.NaN;
}

/** The mean per place, weighted where weights are given; of nothing it is NaN. */
export function meanOf(columns: ReadonlyArray<PerListing>, weights?: ReadonlyArray<number>): PerListing {
  const sum = new Float64Array(columns[0]?.length ?? 0);
  let total = 0;
  for (const [place, column] of columns.entries()) {
    const weight = weights?.[place] ?? 1;
    total += weight;
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + weight * (column[i] as number);
  }
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) / total;
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
    for (let i = 0; i < extreme.length; i++) extreme[i] = choose(extreme[i] as number, column[i] as number);
  }
  return extreme;
}
