import { at, itemAt } from './columns.ts';
import { fillSigned } from './noise.ts';

/** One scale of a random curve. */
export interface Scale {
  readonly periodMilliseconds: number;
  readonly amplitude: number;
  readonly salt: number;
}

/** Adds the values of all listings at a time to a column. */
export type Curve = (column: Float64Array, time: number) => void;

/** The sum of curves at a time. */
export function sumOf(curves: ReadonlyArray<Curve>, length: number, time: number): Float64Array {
  const column = new Float64Array(length);
  for (const add of curves) add(column, time);
  return column;
}

/** Must be a power of two. Buffers are reused because this code runs at every start with --sandbox. */
const CACHED_POSITIONS = 4;

/**
 * A random curve per key: the sum of several scales, each of which interpolates between random heights at fixed positions.
 * The positions are the same for all keys, so the heights around a time can be reused for nearby times.
 */
export function createCurve(keys: ReadonlyArray<number>, scales: ReadonlyArray<Scale>): Curve {
  const parts = scales.map((scale) => createPart(keys, scale));
  return (column, time) => {
    for (const add of parts) add(column, time);
  };
}

function createPart(keys: ReadonlyArray<number>, { periodMilliseconds, amplitude, salt }: Scale): Curve {
  const saltedKeys = keys.map((key) => key ^ salt);
  const cache = Array.from({ length: CACHED_POSITIONS }, () => ({
    position: Number.NaN,
    heights: new Float64Array(keys.length),
  }));
  const heightsAt = (position: number) => {
    const slot = itemAt(cache, position & (CACHED_POSITIONS - 1));
    if (slot.position !== position) {
      slot.position = position;
      fillSigned(slot.heights, saltedKeys, position);
    }
    return slot.heights;
  };
  return (column, time) => {
    const position = Math.floor(time / periodMilliseconds);
    const right = amplitude * (time / periodMilliseconds - position);
    addBetween(column, heightsAt(position), amplitude - right, heightsAt(position + 1), right);
  };
}

function addBetween(
  column: Float64Array,
  left: Float64Array,
  leftWeight: number,
  right: Float64Array,
  rightWeight: number,
): void {
  for (let i = 0; i < column.length; i++) {
    const height = at(left, i) * leftWeight + at(right, i) * rightWeight;
    column[i] = at(column, i) + height;
  }
}
