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
  const times = new Float64Array(capacity);
  const buffers = new Array<ArrayBuffer | null>(capacity).fill(null);
  let start = 0;
  let length = 0;
  let bodyBytes = 0;

  const placeOf = (index: number) => (start + index + capacity) % capacity;
  const isIndex = (index: number) => Number.isInteger(index) && index >= 0 && index < length;
  const hasRoom = (body: Uint8Array | null) =>
    length < capacity && bodyBytes + (body?.length ?? 0) <= maxBodyBytes;
  const fill = (index: number, observation: Observation, body: Uint8Array | null) => {
    times[placeOf(index)] = observation.asOf;
    buffers[placeOf(index)] = packSnapshot(observation, body, names);
    bodyBytes += body?.length ?? 0;
    length++;
  };
  const bufferAt = (index: number) => (isIndex(index) ? (buffers[placeOf(index)] ?? null) : null);
  const partsAt = (index: number) => {
    const buffer = bufferAt(index);
    return buffer === null ? null : openPacked(buffer);
  };
  const dropOldest = () => {
    const parts = partsAt(0);
    if (parts !== null) releaseNames(parts, names);
    bodyBytes -= parts?.body.length ?? 0;
    buffers[start] = null;
    start = placeOf(1);
    length--;
  };

  return {
    get length() {
      return length;
    },
    names,
    timeAt: (index) => (isIndex(index) ? (times[placeOf(index)] ?? Number.NaN) : Number.NaN),
    partsAt,
    symbolsAt(index) {
      const buffer = bufferAt(index);
      return buffer === null ? null : openPackedSymbols(buffer);
    },
    addNewest(observation, body) {
      while (length > 0 && !hasRoom(body)) dropOldest();
      fill(length, observation, body);
    },
    addOldest(observation, body) {
      if (!hasRoom(body)) return false;
      fill(-1, observation, body);
      start = placeOf(-1);
      return true;
    },
  };
}
