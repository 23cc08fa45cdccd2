import type { Simulated, Snapshot } from '../api/snapshot.ts';
import { HISTORY_CAPACITY } from '../model/history.ts';
import type { Timeframe } from '../vocabulary.ts';

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
export function createPlayer(recording: Recording, options: PlayerOptions): Player {
  const { from, isFilling } = options;
  const tracks = createTracks(recording, options);
  // What fills memory is played at once; the snapshot at `from` is the first that waits for its turn.
  let reached = isFilling ? from - 1 : from;
  let newest = Number.NEGATIVE_INFINITY;
  const isBehind = () => {
    const track = oldestOf(tracks.active());
    return track !== null && nextTime(track) <= reached;
  };
  tracks.activate(options.timeframes, reached);
  return {
    async load() {
      for (const track of tracks.active()) await readNext(track);
    },
    take() {
      const taken = takeNext(oldestOf(tracks.active()));
      newest = Math.max(newest, taken?.snapshot.asOfMilliseconds ?? newest);
      return taken;
    },
    previousOf: (timeframe) => tracks.get(timeframe)?.previous ?? null,
    isBehind,
    goingTo: () => (isBehind() ? reached : null),
    isAtEnd: () => tracks.active().every(({ next }) => next === null),
    isAtEndOf: (timeframe) => tracks.get(timeframe)?.next === null,
    advance() {
      const track = oldestOf(tracks.active());
      if (track !== null) reached = Math.max(reached, nextTime(track));
    },
    advanceTo(time) {
      reached = Math.max(reached, time);
    },
    now: () => (Number.isFinite(newest) ? newest : from),
    timeAfter: (timeframe) => tracks.get(timeframe)?.next?.asOfMilliseconds ?? null,
    placeOf: (timeframe, asOf) => placeIn(timesOf(timeframe, recording), asOf),
    setTimeframes: (timeframes) => tracks.activate(timeframes, reached),
    close: tracks.close,
  };
}

/** The tracks that were opened. Those that are not active keep their place. */
function createTracks(recording: Recording, options: PlayerOptions) {
  const tracks = new Map<Timeframe, Track>();
  let active: ReadonlyArray<Track> = [];
  return {
    active: () => active,
    get: (timeframe: Timeframe) => tracks.get(timeframe),
    activate(wanted: ReadonlyArray<Timeframe>, reached: number) {
      for (const timeframe of wanted)
        if (!tracks.has(timeframe))
          tracks.set(timeframe, openTrack(timeframe, recording, { ...options, reached }));
      active = wanted.flatMap((timeframe) => tracks.get(timeframe) ?? []);
    },
    async close() {
      for (const { snapshots } of tracks.values()) await snapshots.return?.();
    },
  };
}

/** `reached` is where playing is: what fills memory lies before it. */
function openTrack(
  timeframe: Timeframe,
  recording: Recording,
  { from, isFilling, reached }: PlayerOptions & { readonly reached: number },
): Track {
  const times = timesOf(timeframe, recording);
  const first = Math.max(0, countUpTo(times, reached) - HISTORY_CAPACITY);
  const start = isFilling ? (times[first] ?? from) : from;
  const snapshots = recording.snapshots(timeframe, start);
  return { timeframe, snapshots, next: undefined, last: null, previous: null };
}

async function readNext(track: Track): Promise<void> {
  if (track.next !== undefined) return;
  const { value, done } = await track.snapshots.next();
  track.next = done === true ? null : value;
}

function takeNext(track: Track | null): ReturnType<Player['take']> {
  if (track?.next == null) return null;
  const snapshot = track.next;
  track.previous = track.last;
  track.last = snapshot;
  track.next = undefined;
  return { timeframe: track.timeframe, snapshot };
}

/** The track with the oldest next snapshot; null if none has one. */
function oldestOf(tracks: ReadonlyArray<Track>): Track | null {
  return tracks.reduce<Track | null>(
    (first, track) => (nextTime(track) < (first === null ? Infinity : nextTime(first)) ? track : first),
    null,
  );
}

/** Infinity at the end, and until the next snapshot is read. */
function nextTime({ next }: Track): number {
  return next?.asOfMilliseconds ?? Number.POSITIVE_INFINITY;
}

function timesOf(timeframe: Timeframe, { times }: Recording): ReadonlyArray<number> {
  return times.get(timeframe) ?? [];
}

function placeIn(times: ReadonlyArray<number>, asOf: number): ReturnType<Player['placeOf']> {
  return { position: countUpTo(times, asOf), count: times.length };
}

/** The number of ascending times at or before a time. */
function countUpTo(times: ReadonlyArray<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
