import type { Simulated, Snapshot } from '../api/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';

/** More do not fit into memory. */
const MAX_REMEMBERED = 960;

/** Snapshots that were recorded, or are computed for times in the past. */
export interface Recording {
  readonly isSimulated: Simulated;
  /** The times of each timeframe that it has, ascending: those of the snapshots, except that a bad one may have a time too. */
  readonly times: ReadonlyMap<Timeframe, ReadonlyArray<number>>;
  /** The snapshots of a timeframe at and after a time, ascending. */
  snapshots(timeframe: Timeframe, since: number): AsyncIterator<Snapshot>;
}

interface PlayerOptions {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly from: number;
  /** Also play the snapshots before `from` that fit into memory. */
  readonly isFilling: boolean;
}

/** How far a timeframe has been played. */
interface Track {
  readonly timeframe: Timeframe;
  readonly snapshots: AsyncIterator<Snapshot>;
  /** The next snapshot; undefined until it is read, null at the end. */
  next: Snapshot | null | undefined;
  last: Snapshot | null;
  previous: Snapshot | null;
}

export interface Player {
  /** Reads the next snapshot of each timeframe, if it is not known yet. */
  load(): Promise<void>;
  /** Removes and returns the oldest of the next snapshots; null at the end. Call `load` before. */
  take(): { readonly timeframe: Timeframe; readonly snapshot: Snapshot } | null;
  /** The snapshot before the one that was taken last of a timeframe. */
  previousOf(timeframe: Timeframe): Snapshot | null;
  /** True if the oldest of the next snapshots is not beyond the place that playing has reached. */
  isBehind(): boolean;
  /** Where playing is not yet, though it has been asked to be there at once; null if it is there. */
  goingTo(): number | null;
  isAtEnd(): boolean;
  isAtEndOf(timeframe: Timeframe): boolean;
  /** Playing reaches the oldest of the next snapshots. */
  advance(): void;
  advanceTo(time: number): void;
  /** The time of the newest snapshot taken; before the first one, where playing starts. */
  now(): number;
  /** The time of the next snapshot of a timeframe; null at its end, and until it is read. */
  timeAfter(timeframe: Timeframe): number | null;
  placeOf(timeframe: Timeframe, asOf: number): { readonly position: number; readonly count: number };
  /** A timeframe that is new is played up to the place that the others have reached. */
  setTimeframes(timeframes: ReadonlyArray<Timeframe>): void;
  close(): Promise<void>;
}

/** Merges the snapshots of timeframes by time, up to a place that only moves forward. */
export function createPlayer(recording: Recording, { timeframes, from, isFilling }: PlayerOptions): Player {
  const tracks = new Map<Timeframe, Track>();
  let active: ReadonlyArray<Track> = [];
  // What fills memory is played at once; the snapshot at `from` is the first that waits for its turn.
  let reached = isFilling ? from - 1 : from;
  let newest = Number.NEGATIVE_INFINITY;
  const times = (timeframe: Timeframe) => recording.times.get(timeframe) ?? [];

  function open(timeframe: Timeframe): Track {
    const before = indexAfter(times(timeframe), reached);
    const start = isFilling ? (times(timeframe)[Math.max(0, before - MAX_REMEMBERED)] ?? from) : from;
    const snapshots = recording.snapshots(timeframe, start);
    return { timeframe, snapshots, next: undefined, last: null, previous: null };
  }

  function setTimeframes(wanted: ReadonlyArray<Timeframe>): void {
    active = wanted.map((timeframe) => {
      const track = tracks.get(timeframe) ?? open(timeframe);
      tracks.set(timeframe, track);
      return track;
    });
  }
  setTimeframes(timeframes);

  const oldest = () =>
    active.reduce<Track | null>(
      (first, track) => (nextTime(track) < (first === null ? Infinity : nextTime(first)) ? track : first),
      null,
    );

  const isBehind = () => {
    const track = oldest();
    return track !== null && nextTime(track) <= reached;
  };

  return {
    async load() {
      for (const track of active) {
        if (track.next !== undefined) continue;
        const { value, done } = await track.snapshots.next();
        track.next = done === true ? null : value;
      }
    },
    take() {
      const track = oldest();
      const snapshot = track?.next ?? null;
      if (track === null || snapshot === null) return null;
      newest = Math.max(newest, nextTime(track));
      track.previous = track.last;
      track.last = snapshot;
      track.next = undefined;
      return { timeframe: track.timeframe, snapshot };
    },
    previousOf: (timeframe) => tracks.get(timeframe)?.previous ?? null,
    isBehind,
    goingTo: () => (isBehind() ? reached : null),
    isAtEnd: () => active.every(({ next }) => next === null),
    isAtEndOf: (timeframe) => tracks.get(timeframe)?.next === null,
    advance() {
      const track = oldest();
      if (track !== null) reached = Math.max(reached, nextTime(track));
    },
    advanceTo(time) {
      reached = Math.max(reached, time);
    },
    now: () => (Number.isFinite(newest) ? newest : from),
    timeAfter(timeframe) {
      const track = tracks.get(timeframe);
      return track?.next == null ? null : nextTime(track);
    },
    placeOf(timeframe, asOf) {
      const count = times(timeframe).length;
      return { position: Math.min(count, indexAfter(times(timeframe), asOf)), count };
    },
    setTimeframes,
    async close() {
      for (const { snapshots } of tracks.values()) await snapshots.return?.();
    },
  };
}

/** Infinity at the end. */
function nextTime({ next }: Track): number {
  return next?.asOfMilliseconds ?? Number.POSITIVE_INFINITY;
}

/** The number of ascending times at or before a time. */
function indexAfter(times: ReadonlyArray<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
