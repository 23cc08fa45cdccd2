/** Chance without state: the same key and place always give the same number, so that time can be read in any order. */

/** A whole number of 32 bits, signed, that looks random for every pair of whole numbers. */
export function hash(key: number, place: number): number {
  return scatter(key ^ scatter(Math.imul(place, 0x9e3779b1)));
}

/** A number in [0, 1). */
export function unit(key: number, place: number): number {
  return (hash(key, place) >>> 1) / 2 ** 31;
}

/** Fills a column with a number in [-1, 1) for every key. */
export function fillSigned(column: Float64Array, keys: ReadonlyArray<number>, place: number): void {
  const placed = scatter(Math.imul(place, 0x9e3779b1));
  for (let i = 0; i < column.length; i++) column[i] = scatter((keys[i] as number) ^ placed) / 2 ** 31;
}

/** One to one on 32 bits; neighbours end up far apart. Kept to signed numbers, which an engine handles fastest. */
function scatter(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}

/** Keeps what a pure function gave for the latest places it was asked for: a matter of speed only. */
export function remember<T>(compute: (place: number) => T, capacity: number): (place: number) => T {
  const known = new Map<number, T>();
  return (place) => {
    const old = known.get(place);
    if (old !== undefined) return old;
    if (known.size >= capacity) known.clear();
    const value = compute(place);
    known.set(place, value);
    return value;
  };
}
