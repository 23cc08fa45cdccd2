import type { Observation } from './observation.ts';
import {
  createPackedNames,
  openPacked,
  openPackedSymbols,
  type PackedNames,
  type PackedParts,
  type PackedSymbols,
  packSnapshot,
  releaseNames,
} from './packed-snapshot.ts';

/** Packed snapshots by index from 0, the oldest, to `length` - 1, the newest. */
export interface SnapshotRing {
  readonly length: number;
  readonly names: PackedNames;
  /** Milliseconds since 1970; NaN if there is no snapshot of this index. */
  timeAt(index: number): number;
  /** Null if there is no snapshot of this index. */
  partsAt(index: number): PackedParts | null;
  /** A part of `partsAt`. */
  symbolsAt(index: number): PackedSymbols | null;
  /** Drops as many of the oldest as needed to make room. */
  addNewest(observation: Observation, body: Uint8Array | null): void;
  /** Returns false and changes nothing if there is no room. */
  addOldest(observation: Observation, body: Uint8Array | null): boolean;
}

export interface RingLimits {
  readonly capacity: number;
  /** Of all bodies together. */
  readonly maxBodyBytes: number;
}

export function createSnapshotRing({ capacity, maxBodyBytes }: RingLimits): SnapshotRing {
  const names = createPackedNames();
  const circle = createCircle(capacity);
  let bodyBytes = 0;

  const hasRoom = (body: Uint8Array | null) =>
    circle.length < capacity && bodyBytes + (body?.length ?? 0) <= maxBodyBytes;
  const pack = (observation: Observation, body: Uint8Array | null) => {
    bodyBytes += body?.length ?? 0;
    return packSnapshot(observation, body, names);
  };
  const partsAt = (index: number) => circle.openAt(index, openPacked);
  const dropOldest = () => {
    const parts = partsAt(0);
    if (parts !== null) releaseNames(parts, names);
    bodyBytes -= parts?.body.length ?? 0;
    circle.dropFirst();
  };

  return {
    get length() {
      return circle.length;
    },
    names,
    timeAt: circle.timeAt,
    partsAt,
    symbolsAt: (index) => circle.openAt(index, openPackedSymbols),
    addNewest(observation, body) {
      while (circle.length > 0 && !hasRoom(body)) dropOldest();
      circle.addLast(observation.asOf, pack(observation, body));
    },
    addOldest(observation, body) {
      if (!hasRoom(body)) return false;
      circle.addFirst(observation.asOf, pack(observation, body));
      return true;
    },
  };
}

/** Times with their buffers, by index from 0, in arrays whose end is followed by their beginning. */
function createCircle(capacity: number) {
  const times = new Float64Array(capacity);
  const buffers = new Array<ArrayBuffer | null>(capacity).fill(null);
  let start = 0;
  let length = 0;

  const placeOf = (index: number) => (start + index + capacity) % capacity;
  const isIndex = (index: number) => Number.isInteger(index) && index >= 0 && index < length;
  const put = (place: number, time: number, buffer: ArrayBuffer) => {
    times[place] = time;
    buffers[place] = buffer;
    length++;
  };

  return {
    get length() {
      return length;
    },
    timeAt: (index: number) => (isIndex(index) ? (times[placeOf(index)] ?? Number.NaN) : Number.NaN),
    openAt<Parts>(index: number, open: (buffer: ArrayBuffer) => Parts): Parts | null {
      const buffer = isIndex(index) ? (buffers[placeOf(index)] ?? null) : null;
      return buffer === null ? null : open(buffer);
    },
    addLast: (time: number, buffer: ArrayBuffer) => put(placeOf(length), time, buffer),
    addFirst(time: number, buffer: ArrayBuffer) {
      start = placeOf(-1);
      put(start, time, buffer);
    },
    dropFirst() {
      buffers[start] = null;
      start = placeOf(1);
      length--;
    },
  };
}
