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

/** 16 hours at one snapshot a minute. */
export const MAX_SNAPSHOTS = 960;
/** Fewer snapshots fit if they differ much from each other. */
const MAX_BYTES = 16 * 1024 * 1024;
const TRACK_VALUE_BYTES = 8;
const LOG_ITEM_BYTES = 128;
/** zlib looks back no further than this. */
const MAX_DICTIONARY_BYTES = 32_768;
const MAX_CACHED_VIEWS = 4;
const SMALL_BUFFERS = { memLevel: 5, chunkSize: 8192 };

interface TimelineOptions extends Pick<StoredTimeline, 'maxGap' | 'endsAt'> {
  readonly maxSnapshots: number;
  readonly isKept: boolean;
}

export function createTimeline({
  maxSnapshots = MAX_SNAPSHOTS,
  maxGap = MAX_GAP_MS,
  isKept = true,
  endsAt = () => -Infinity,
}: Partial<TimelineOptions> = {}) {
  const [boards, confluence, prices] = [new Map(), new Map(), new Map()];
  const tracks: Tracks = { boards, ranks: new Map(), confluence, prices, size: 0 };
  const entries: Array<TimelineEntry> = [];
  /** `last` may be a snapshot that is not kept; `newest` belongs to the last entry. */
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
  const isTooMuch = () =>
    entries.length > maxSnapshots || keptBytes + tracks.size * TRACK_VALUE_BYTES > maxBytes;

  return {
    /** Does not keep snapshots without a time, or not newer than the newest. */
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
    /** Uses the newest snapshot at or before the time, else the oldest. Caches a few results. */
    at(time: number | 'newest'): AsOf {
      const found = time === 'newest' ? entries.length - 1 : Math.max(0, indexAt(entries, time));
      const cached = views.get(found);
      if (cached !== undefined) return cached;
      const view = asOfEntry(stored, found);
      for (const oldest of views.keys()) if (views.size >= MAX_CACHED_VIEWS) views.delete(oldest);
      views.set(found, view);
      return view;
    },
    /** In the order of first appearance. */
    boards: () => [...tracks.boards.keys()],
    /** Oldest first. */
    *snapshots(): Generator<Snapshot, void> {
      for (const index of entries.keys()) {
        const found = stored.snapshotAt(index);
        if (found !== null) yield found.snapshot;
      }
    },
  };
}

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

/** Returns the number of dropped bytes. Stays then begin at the next entry, as after a gap. */
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

function fillableOf({ snapshot, completed }: ComparedSnapshot): TimelineEntry['absent'] {
  if (completed === snapshot) return null;
  const { session, breadth, topPlay } = completed;
  return { session, breadth, topPlay, boards: absentBoards(snapshot, completed) };
}

function bytesOf({ body, log }: TimelineEntry): number {
  return (body?.length ?? 0) + log.length * LOG_ITEM_BYTES;
}

/** The first snapshot serves as the compression dictionary, because all share most of their text. */
function createPacker() {
  let first: { readonly dictionary: Uint8Array; readonly timeframe: Timeframe } | null = null;
  return {
    pack({ timeframe, boards, raw: _, ...fields }: Snapshot): Uint8Array {
      const lists = Object.fromEntries(boards.map(({ key, rows }) => [key, rows]));
      const json = Buffer.from(JSON.stringify({ ...fields, boards: lists }));
      first ??= { dictionary: Uint8Array.from(json.subarray(0, MAX_DICTIONARY_BYTES)), timeframe };
      // Copy, because zlib returns a view of a larger buffer.
      return Uint8Array.from(deflateRawSync(json, { ...SMALL_BUFFERS, dictionary: first.dictionary }));
    },
    unpack(body: Uint8Array): Snapshot | null {
      if (first === null) return null;
      const json = inflateRawSync(body, { ...SMALL_BUFFERS, dictionary: first.dictionary }).toString();
      return decodeSnapshot(JSON.parse(json), first.timeframe);
    },
  };
}
