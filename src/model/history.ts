import type { Breadth, Snapshot } from '../api/snapshot.ts';
import type { MarketSession } from '../vocabulary.ts';
import { gapBetween } from './market-day.ts';
import { type Observation, observe, type SymbolState } from './observation.ts';
import { readRanks, readStates, readSymbols, visitRanks } from './packed-reader.ts';
import type { PackedParts } from './packed-snapshot.ts';
import type { BoardRanks } from './ranks.ts';
import { createSnapshotRing, type SnapshotRing } from './snapshot-ring.ts';

/** What memory knows of a snapshot as a whole. */
interface RememberedSnapshot {
  /** Milliseconds since 1970. */
  readonly asOf: number;
  readonly session: MarketSession | null;
  readonly breadth: Breadth | null;
  /** The symbol of the top play. */
  readonly topPlay: string | null;
  /** False for the oldest snapshot. */
  readonly hasHoleBefore: boolean;
}

/** The remembered snapshots of a timeframe, by index from 0, the oldest, to `length` - 1, the newest. */
export interface ReadableHistory {
  readonly length: number;
  /** The `asOf` of a snapshot, in milliseconds since 1970; NaN if there is none. */
  timeAt(index: number): number;
  /** True if a hole lies between a snapshot and the one before; false for the oldest. */
  hasHoleBefore(index: number): boolean;
  /** Null if there is no snapshot of this index. */
  at(index: number): RememberedSnapshot | null;
  /** The ranks of a snapshot; empty if there is none. */
  ranksAt(index: number): BoardRanks;
  /** Calls `visit` for each rank of a snapshot, board by board, without creating maps. */
  visitRanks(index: number, visit: (board: string, symbol: string, rank: number) => void): void;
  /** By symbol. Price and change are rounded to 32-bit floats, which have seven digits. */
  symbolsAt(index: number): ReadonlyMap<string, SymbolState>;
  /** One symbol of `symbolsAt`, without creating the map; null if it was on no board. */
  symbolAt(index: number, symbol: string): SymbolState | null;
  /** `symbolAt` of some symbols, in their order; empty if there is no snapshot. */
  statesAt(index: number, symbols: ReadonlyArray<string>): ReadonlyArray<SymbolState | null>;
  /** Whether any snapshot has the symbol. */
  knows(symbol: string): boolean;
  /** All that is known of a snapshot except its body. */
  observationAt(index: number): Observation | null;
  /** The compressed body, for reading only; null if it is not kept. */
  bodyAt(index: number): Uint8Array | null;
  /** The index of the newest snapshot at or before a time; null if there is none. */
  indexAt(time: number): number | null;
}

export interface History extends ReadableHistory {
  /** Returns false and changes nothing if the snapshot has no time, or is not newer than the newest. */
  add(snapshot: Snapshot): boolean;
  /**
   * Adds those snapshots that are older than the oldest, in any order, newest first until there is no room. Returns how
   * many. Compressing a body takes about a millisecond: add many in parts, the newest part first.
   */
  prepend(snapshots: ReadonlyArray<Snapshot>): number;
}

export interface HistoryOptions {
  /** Compresses the JSON of a body. If null, bodies are not kept. */
  readonly compress: ((json: string) => Uint8Array) | null;
  readonly capacity?: number;
  /** The limit of all compressed bodies together. */
  readonly maxBodyBytes?: number;
}

const NO_RANKS: BoardRanks = new Map();
const NO_SYMBOLS: ReadonlyMap<string, SymbolState> = new Map();

/** The snapshots that are remembered of a timeframe: 16 hours, if one comes each minute. */
export const HISTORY_CAPACITY = 960;
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** A body of the service has some 40,000. A larger one is not kept: compressing it would take too long. */
const MAX_BODY_CHARACTERS = 1_000_000;

/** Remembers the last snapshots of a timeframe. When it is full, or the bodies take too much, the oldest are dropped. */
export function createHistory(options: HistoryOptions): History {
  const { compress, capacity = HISTORY_CAPACITY, maxBodyBytes = MAX_BODY_BYTES } = options;
  const ring = createSnapshotRing({ capacity, maxBodyBytes });
  const bodyOf = ({ raw }: Snapshot): Uint8Array | null => {
    if (compress === null) return null;
    const json = JSON.stringify(raw);
    const body = json.length > MAX_BODY_CHARACTERS ? null : compress(json);
    return body === null || body.length > maxBodyBytes ? null : body;
  };
  return {
    ...readerOf(ring),
    get length() {
      return ring.length;
    },
    add(snapshot) {
      const observation = observe(snapshot);
      if (observation === null || observation.asOf <= ring.timeAt(ring.length - 1)) return false;
      ring.addNewest(observation, bodyOf(snapshot));
      return true;
    },
    prepend(snapshots) {
      const before = ring.length;
      for (const snapshot of [...snapshots].sort(byTimeDescending)) {
        const observation = observe(snapshot);
        if (observation === null || observation.asOf >= ring.timeAt(0)) continue;
        if (ring.length === capacity || !ring.addOldest(observation, bodyOf(snapshot))) break;
      }
      return ring.length - before;
    },
  };
}

function byTimeDescending(a: Snapshot, b: Snapshot): number {
  return (b.asOfMilliseconds ?? 0) - (a.asOfMilliseconds ?? 0);
}

function readerOf(ring: SnapshotRing): Omit<ReadableHistory, 'length'> {
  const { names } = ring;
  const read = <Result>(index: number, reader: (parts: PackedParts) => Result, absent: Result): Result => {
    const parts = ring.partsAt(index);
    return parts === null ? absent : reader(parts);
  };
  const at = (index: number) => rememberedAt(ring, index);
  const ranksAt = (index: number) => read(index, (parts) => readRanks(parts, names), NO_RANKS);
  const symbolsAt = (index: number) => read(index, (parts) => readSymbols(parts, names), NO_SYMBOLS);
  const statesAt = (index: number, symbols: ReadonlyArray<string>) => {
    const parts = ring.symbolsAt(index);
    return parts === null ? [] : readStates(parts, names, symbols);
  };
  return {
    timeAt: ring.timeAt,
    hasHoleBefore: (index) => hasHoleBefore(ring, index),
    at,
    ranksAt,
    visitRanks: (index, visit) => read(index, (parts) => visitRanks(parts, names, visit), undefined),
    symbolsAt,
    symbolAt: (index, symbol) => statesAt(index, [symbol])[0] ?? null,
    statesAt,
    knows: (symbol) => names.symbols.find(symbol) !== null,
    observationAt(index) {
      const snapshot = at(index);
      if (snapshot === null) return null;
      const { hasHoleBefore: _, ...rest } = snapshot;
      return { ...rest, ranks: ranksAt(index), symbols: symbolsAt(index) };
    },
    bodyAt: (index) => read(index, ({ body }) => (body.length === 0 ? null : body), null),
    indexAt: (time) => indexAt(ring, time),
  };
}

function rememberedAt(ring: SnapshotRing, index: number): RememberedSnapshot | null {
  const parts = ring.partsAt(index);
  if (parts === null) return null;
  return {
    asOf: ring.timeAt(index),
    session: parts.session,
    breadth: parts.breadth,
    topPlay: ring.names.symbols.nameOf(parts.topPlay),
    hasHoleBefore: hasHoleBefore(ring, index),
  };
}

function hasHoleBefore({ length, timeAt }: SnapshotRing, index: number): boolean {
  return index > 0 && index < length && gapBetween(timeAt(index - 1), timeAt(index)) !== 'none';
}

/** Binary search. */
function indexAt(ring: SnapshotRing, time: number): number | null {
  let low = 0;
  let high = ring.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ring.timeAt(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}
