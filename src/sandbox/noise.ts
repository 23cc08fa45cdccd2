// Stateless random numbers: a key and a position always give the same number, so times can be read in any order.

/** A pseudo-random signed 32-bit integer for a pair of integers. */
export function hash(key: number, position: number): number {
  return mix(key ^ mix(Math.imul(position, 0x9e3779b1)));
}

/** A pseudo-random number in [0, 1). */
export function unit(key: number, position: number): number {
  return (hash(key, position) >>> 1) / 2 ** 31;
}

/** A pseudo-random number in [-1, 1). */
function signed(key: number, position: number): number {
  return hash(key, position) / 2 ** 31;
}

/** A bijective mix of 32 bits. Signed integers are fastest in V8. */
function mix(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}

/** One part of a curve: random heights at multiples of a period, with straight lines between them. */
interface Scale {
  readonly period: number;
  readonly amplitude: number;
  readonly salt: number;
}

export function scale(period: number, amplitude: number, salt: number): Scale {
  return { period, amplitude, salt };
}

/** The height of the random curve of a key at a time: the sum of its scales. */
export function curveAt(key: number, scales: ReadonlyArray<Scale>, time: number): number {
  let sum = 0;
  for (const { period, amplitude, salt } of scales) {
    const position = Math.floor(time / period);
    const right = amplitude * (time / period - position);
    sum += signed(key ^ salt, position) * (amplitude - right) + signed(key ^ salt, position + 1) * right;
  }
  return sum;
}

/** A kind of sparse event: at most one starts in each slot of time, with this probability, and lasts as long as a slot. */
interface EventKind {
  readonly slot: number;
  readonly chance: number;
  readonly salt: number;
}

/** The share of its duration in which an event builds up; it decays in the rest. */
const RISE = 0.08;
const FALLING_SHARE = 0.35;

/** The strength of the events of a key at a time, from 0 to about 1 each; of a price, some are negative. */
export function eventsAt(key: number, kind: EventKind, time: number, isPrice = false): number {
  const slot = Math.floor(time / kind.slot);
  return eventIn(slot - 1, key, kind, time, isPrice) + eventIn(slot, key, kind, time, isPrice);
}

function eventIn(slot: number, key: number, kind: EventKind, time: number, isPrice: boolean): number {
  const { salt, chance } = kind;
  const share = (signed(key, slot ^ salt) + 1) / 2;
  if (share >= chance) return 0;
  const age = time / kind.slot - slot - unit(key ^ (salt + 2), slot);
  if (age <= 0 || age >= 1) return 0;
  const size = 0.4 + 0.6 * unit(key ^ (salt + 1), slot);
  const strength = size * (age < RISE ? age / RISE : ((1 - age) / (1 - RISE)) ** 2);
  return isPrice && share < chance * FALLING_SHARE ? -strength : strength;
}
