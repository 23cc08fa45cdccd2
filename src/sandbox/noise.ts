// A key and a position always give the same number, so times can be read in any order.

/** Returns a signed 32-bit integer. */
export function hash(key: number, position: number): number {
  return mix(key ^ mix(Math.imul(position, 0x9e3779b1)));
}

/** Returns a number in [0, 1). */
export function unit(key: number, position: number): number {
  return (hash(key, position) >>> 1) / 2 ** 31;
}

function mix(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}

/** Interpolates between random heights from -1 to 1 at multiples of the period. */
export function wave(key: number, period: number, time: number): number {
  const left = Math.floor(time / period);
  const share = time / period - left;
  const own = key ^ period;
  return (hash(own, left) * (1 - share) + hash(own, left + 1) * share) / 2 ** 31;
}

export type Waves = ReadonlyArray<readonly [period: number, height: number]>;

export function sumOfWaves(key: number, waves: Waves, time: number): number {
  let sum = 0;
  for (const [period, height] of waves) sum += height * wave(key, period, time);
  return sum;
}
