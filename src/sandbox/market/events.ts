import type { Curve } from './curves.ts';
import { fillSigned, remember, unit } from './noise.ts';

/** How a sparse kind of event comes about: at most one begins in each slot, with this chance, and lasts one slot. */
export interface EventKind {
  readonly slotMilliseconds: number;
  readonly chance: number;
  readonly salt: number;
}

interface Event {
  readonly index: number;
  readonly start: number;
  /** In (-1, 1): a negative one drives the price down. */
  readonly size: number;
}

/** Part of an event's life in which it builds up; the rest is its decay. */
const RISE = 0.08;
const FALLING_SHARE = 0.35;
const SLOTS_KEPT = 50;

/** A curve of one kind of event: the size of an event, as `effectOf` turns it into an effect, grown and faded. */
export function createEvents(
  keys: ReadonlyArray<number>,
  kind: EventKind,
  effectOf: (size: number) => number,
): Curve {
  const eventsIn = remember((slot) => eventsOfSlot(keys, kind, slot), SLOTS_KEPT);
  return (column, time) => {
    const slot = Math.floor(time / kind.slotMilliseconds);
    for (const events of [eventsIn(slot - 1), eventsIn(slot)]) {
      for (const { index, start, size } of events) {
        const strength = effectOf(size) * shapeAt((time - start) / kind.slotMilliseconds);
        column[index] = (column[index] ?? 0) + strength;
      }
    }
  };
}

function eventsOfSlot(keys: ReadonlyArray<number>, kind: EventKind, slot: number): ReadonlyArray<Event> {
  const { chance, salt, slotMilliseconds } = kind;
  const luck = new Float64Array(keys.length);
  fillSigned(luck, keys, slot ^ salt);
  const events: Array<Event> = [];
  for (let index = 0; index < keys.length; index++) {
    const share = ((luck[index] as number) + 1) / 2;
    if (share >= chance) continue;
    const key = keys[index] as number;
    const size = 0.4 + 0.6 * unit(key ^ (salt + 1), slot);
    const start = (slot + unit(key ^ (salt + 2), slot)) * slotMilliseconds;
    events.push({ index, start, size: share < chance * FALLING_SHARE ? -size : size });
  }
  return events;
}

/** How strong an event is at a share of its life: it builds up fast and fades away. */
function shapeAt(age: number): number {
  if (age <= 0 || age >= 1) return 0;
  return age < RISE ? age / RISE : ((1 - age) / (1 - RISE)) ** 2;
}
