import { at } from './columns.ts';
import type { Curve } from './curves.ts';
import { fillSigned, memoize, unit } from './noise.ts';

/** A kind of sparse event: at most one starts per listing and slot, with this probability, and lasts one slot. */
export interface EventKind {
  readonly slotMilliseconds: number;
  readonly chance: number;
  readonly salt: number;
}

interface Event {
  readonly index: number;
  readonly start: number;
  /** In (-1, 1); negative if the event lowers the price. */
  readonly size: number;
}

/** The share of its duration in which an event builds up; it decays in the rest. */
const RISE = 0.08;
const FALLING_SHARE = 0.35;
const MAX_CACHED_SLOTS = 50;

/** A curve of all events of one kind. `effectOf` converts the size of an event to its peak value. */
export function createEvents(
  keys: ReadonlyArray<number>,
  kind: EventKind,
  effectOf: (size: number) => number,
): Curve {
  const eventsIn = memoize((slot) => eventsOfSlot(keys, kind, slot), MAX_CACHED_SLOTS);
  return (column, time) => {
    const slot = Math.floor(time / kind.slotMilliseconds);
    for (const events of [eventsIn(slot - 1), eventsIn(slot)]) {
      for (const { index, start, size } of events) {
        const strength = effectOf(size) * shapeAt((time - start) / kind.slotMilliseconds);
        column[index] = at(column, index) + strength;
      }
    }
  };
}

function eventsOfSlot(keys: ReadonlyArray<number>, kind: EventKind, slot: number): ReadonlyArray<Event> {
  const { chance, salt, slotMilliseconds } = kind;
  const chances = new Float64Array(keys.length);
  fillSigned(chances, keys, slot ^ salt);
  const events: Array<Event> = [];
  for (let index = 0; index < keys.length; index++) {
    const share = (at(chances, index) + 1) / 2;
    if (share >= chance) continue;
    const key = at(keys, index);
    const size = 0.4 + 0.6 * unit(key ^ (salt + 1), slot);
    const start = (slot + unit(key ^ (salt + 2), slot)) * slotMilliseconds;
    events.push({ index, start, size: share < chance * FALLING_SHARE ? -size : size });
  }
  return events;
}

/** Strength of an event at a share of its duration: a fast rise and a slow decay. */
function shapeAt(age: number): number {
  if (age <= 0 || age >= 1) return 0;
  return age < RISE ? age / RISE : ((1 - age) / (1 - RISE)) ** 2;
}
