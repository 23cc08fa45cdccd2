import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeSnapshot, type Snapshot } from '../../service/snapshot.ts';
import type { Timeframe } from '../catalogue.ts';
import { type ComparedSnapshot, compare } from '../diff.ts';
import { absentBoards, fillAbsent } from '../fill-absent.ts';
import { logItems } from '../log.ts';
import { gapBetween, MAX_GAP_MS } from '../market-day.ts';
import { type AsOf, asOfEntry, type StoredTimeline, type TimelineEntry } from './as-of.ts';
import { indexAt } from './stays.ts';
import { addToTracks, dropOldest, type Tracks } from './tracks.ts';

export type Timeline = ReturnType<typeof createTimeline>;

/** The snapshots that are kept of a timeframe: 16 hours, if one comes each minute. */
export const MAX_SNAPSHOTS = 960;
/** About what all of them take. A day of the service has some 9 MB; where more changes, fewer snapshots are kept. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Of a value of a track, and of an item of the log. */
const VALUE_BYTES = 8;
const ITEM_BYTES = 128;
/** What zlib looks back to. */
const MAX_DICTIONARY_BYTES = 32_768;
/** Each has a decoded snapshot or two, which takes a millisecond to make. */
const MAX_VIEWS = 4;
/** Small buffers, which the allocator reuses: the default ones of 256 KB leave many gaps. */
const COMPRESSION = { memLevel: 5, chunkSize: 8192 };

interface TimelineOptions extends Pick<StoredTimeline, 'maxGap' | 'endsAt'> {
  readonly maxSnapshots: number;
  /** False if no snapshot but the newest is asked for: packing takes time. */
  readonly isKept: boolean;
}

/** The snapshots of a timeframe in the order of their times, and what was known at each of them. */
export function createTimeline({
  maxSnapshots = MAX_SNAPSHOTS,
  maxGap = MAX_GAP_MS,
  isKept = true,
  endsAt = () => -Infinity,
}: Partial<TimelineOptions> = {}) {
  const [boards, confluence, prices] = [new Map(), new Map(), new Map()];
  const tracks: Tracks = { boards, ranks: new Map(), confluence, prices, size: 0 };
  const entries: Array<TimelineEntry> = [];
  /** The last that was added, and the last that is kept. */
  let last: ComparedSnapshot | null = null;
  let newest: ComparedSnapshot | null = null;
  let keptBytes = 0;
  const views = new Map<number, AsOf>();
  const packer = createPacker();

  const stored: StoredTimeline = {
    entries,
    tracks,
    maxGap,
    endsAt,
    snapshotAt(index) {
      if (index === entries.length - 1) return newest;
      const { body, absent } = entries[index] ?? {};
      const snapshot = body == null ? null : packer.unpack(body);
      return snapshot && { snapshot, completed: absent == null ? snapshot : fillAbsent(snapshot, absent) };
    },
  };
  const maxBytes = MAX_BYTES * Math.max(1, maxSnapshots / MAX_SNAPSHOTS);
  const isTooMuch = () => entries.length > maxSnapshots || keptBytes + tracks.size * VALUE_BYTES > maxBytes;

  return {
    /**
     * Adds a snapshot, and returns it compared with the one that was added last; `compared` if that is known. One that has no time, or
     * is not newer than the newest, is not remembered.
     */
    add(snapshot: Snapshot, compared = compare(last, snapshot, maxGap)): ComparedSnapshot {
      const { completed, diff } = compared;
      const { time } = snapshot;
      const before = entries.at(-1);
      last = compared;
      if (time === null || time <= (before?.time ?? -Infinity)) return compared;
      const body = isKept ? packer.pack(snapshot) : null;
      addToTracks(tracks, entries.length, completed);
      const entry = entryAfter(before, compared, { time, maxGap, body });
      entries.push(entry);
      entry.log = logItems(diff, stored, entries.length - 1);
      keptBytes += bytesOf(entry);
      while (entries.length > 1 && isTooMuch()) keptBytes -= dropFirst(entries, tracks);
      newest = compared;
      views.clear();
      return compared;
    },
    /**
     * As of the newest snapshot at or before a time, else of the oldest; without a snapshot, nothing is known. The same object as
     * before, until a snapshot is added or some other times are asked for.
     */
    at(time: number | 'newest'): AsOf {
      const found = time === 'newest' ? entries.length - 1 : Math.max(0, indexAt(entries, time));
      const cached = views.get(found);
      if (cached !== undefined) return cached;
      const view = asOfEntry(stored, found);
      for (const oldest of views.keys()) if (views.size >= MAX_VIEWS) views.delete(oldest);
      views.set(found, view);
      return view;
    },
    /** The boards that any snapshot has, in the order in which they were first seen. */
    boards: () => [...tracks.boards.keys()],
    /** Those that are kept, the oldest first. */
    *snapshots(): Generator<Snapshot, void> {
      for (const index of entries.keys()) {
        const found = stored.snapshotAt(index);
        if (found !== null) yield found.snapshot;
      }
    },
  };
}

/** The entry of a snapshot behind the one before; what it changed is not known yet. */
function entryAfter(
  before: TimelineEntry | undefined,
  compared: ComparedSnapshot,
  { time, maxGap, body }: Pick<TimelineEntry, 'time' | 'body'> & Pick<StoredTimeline, 'maxGap'>,
): TimelineEntry {
  const gap = before === undefined ? 'day' : gapBetween(before.time, time, maxGap);
  return {
    time,
    startAfterGap: gap === 'none' ? (before?.startAfterGap ?? time) : time,
    startOfDay: gap === 'day' ? time : (before?.startOfDay ?? time),
    topPlay: compared.completed.topPlay?.symbol ?? null,
    body,
    absent: fillableOf(compared),
    log: [],
  };
}

/** Drops the oldest entry, and returns its bytes. Nothing is known of what was before the next one, as behind a gap. */
function dropFirst(entries: Array<TimelineEntry>, tracks: Tracks): number {
  const dropped = entries.shift();
  dropOldest(tracks);
  const start = entries[0]?.time ?? 0;
  for (const entry of entries) {
    if (entry.startOfDay >= start) break;
    entry.startAfterGap = Math.max(entry.startAfterGap, start);
    entry.startOfDay = start;
  }
  return dropped === undefined ? 0 : bytesOf(dropped);
}

/** The earlier data that fills the gaps of a snapshot; null if it has none. */
function fillableOf({ snapshot, completed }: ComparedSnapshot): TimelineEntry['absent'] {
  if (completed === snapshot) return null;
  const { session, breadth, topPlay } = completed;
  return { session, breadth, topPlay, boards: absentBoards(snapshot, completed) };
}

function bytesOf({ body, log }: TimelineEntry): number {
  return (body?.length ?? 0) + log.length * ITEM_BYTES;
}

/** The first snapshot of a timeline is the dictionary of all, which share their timeframe and most of their text. */
function createPacker() {
  let first: { readonly dictionary: Uint8Array; readonly timeframe: Timeframe } | null = null;
  return {
    pack({ timeframe, boards, raw: _, ...fields }: Snapshot): Uint8Array {
      const lists = Object.fromEntries(boards.map(({ key, rows }) => [key, rows]));
      const json = Buffer.from(JSON.stringify({ ...fields, boards: lists }));
      first ??= { dictionary: Uint8Array.from(json.subarray(0, MAX_DICTIONARY_BYTES)), timeframe };
      // A copy, because what zlib returns is a part of a larger buffer.
      return Uint8Array.from(deflateRawSync(json, { ...COMPRESSION, dictionary: first.dictionary }));
    },
    unpack(body: Uint8Array): Snapshot | null {
      if (first === null) return null;
      const json = inflateRawSync(body, { ...COMPRESSION, dictionary: first.dictionary }).toString();
      return decodeSnapshot(JSON.parse(json), first.timeframe);
    },
  };
}
