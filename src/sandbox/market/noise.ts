import { at } from './columns.ts';

// Stateless random numbers: a key and a position always give the same number, so times can be read in any order.

/** A pseudo-random signed 32-bit integer for a pair of integers. */
export function hash(key: number, position: number): number {
  return mix(key ^ mix(Math.imul(position, 0x9e3779b1)));
}

/** A pseudo-random number in [0, 1). */
export function unit(key: number, position: number): number {
  return (hash(key, position) >>> 1) / 2 ** 31;
}

/** Fills a column with one pseudo-random number in [-1, 1) per key. */
export function fillSigned(column: Float64Array, keys: ReadonlyArray<number>, position: number): void {
  const mixedPosition = mix(Math.imul(position, 0x9e3779b1));
  for (let i = 0; i < column.length; i++) column[i] = mix(at(keys, i) ^ mixedPosition) / 2 ** 31;
}

/** A bijective mix of 32 bits. Signed integers are fastest in V8. */
function mix(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}

/** Caches a pure function; the cache is cleared when it reaches `capacity`. */
export function memoize<T>(compute: (position: number) => T, capacity: number): (position: number) => T {
  const cache = new Map<number, T>();
  return (position) => {
    const cached = cache.get(position);
    if (cached !== undefined) return cached;
    if (cache.size >= capacity) cache.clear();
    const value = compute(position);
    cache.set(position, value);
    return value;
  };
}
