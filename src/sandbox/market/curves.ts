import { fillSigned } from './noise.ts';

/** One number per listing, in the order of the listings; NaN where there is none. */
export type PerListing = ArrayLike<number>;

/** One scale of a wandering curve: how long it takes to turn, and how far it goes. */
export interface Scale {
  readonly periodMilliseconds: number;
  readonly amplitude: number;
  readonly salt: number;
}

/** Adds its value for every listing at a time to a column. */
export type Curve = (column: Float64Array, time: number) => void;

/** What curves add up to at a time, on top of nothing. */
export function sumOf(curves: ReadonlyArray<Curve>, length: number, time: number): Float64Array {
  const column = new Float64Array(length);
  for (const add of curves) add(column, time);
  return column;
}

/** A power of two. The scanner is on the start path, so heights are kept in place rather than allocated anew. */
const PLACES_KEPT = 4;

/**
 * A curve per key that wanders on several scales at once, from one random height to the next. All keys share the
 * places of a scale, so that the heights around a time serve every other time near it.
 */
export function createCurve(keys: ReadonlyArray<number>, scales: ReadonlyArray<Scale>): Curve {
  const parts = scales.map((scale) => createPart(keys, scale));
  return (column, time) => {
    for (const add of parts) add(column, time);
  };
}

function createPart(keys: ReadonlyArray<number>, { periodMilliseconds, amplitude, salt }: Scale): Curve {
  const saltedKeys = keys.map((key) => key ^ salt);
  const kept = Array.from({ length: PLACES_KEPT }, () => ({
    place: Number.NaN,
    heights: new Float64Array(keys.length),
  }));
  const heightsAt = (place: number) => {
    const slot = kept[place & (PLACES_KEPT - 1)] as (typeof kept)[number];
    if (slot.place !== place) {
      slot.place = place;
      fillSigned(slot.heights, saltedKeys, place);
    }
    return slot.heights;
  };
  return (column, time) => {
    const place = Math.floor(time / periodMilliseconds);
    const right = amplitude * (time / periodMilliseconds - place);
    addBetween(column, heightsAt(place), amplitude - right, heightsAt(place + 1), right);
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
    const height = (left[i] as number) * leftWeight + (right[i] as number) * rightWeight;
    column[i] = (column[i] as number) + height;
  }
}
