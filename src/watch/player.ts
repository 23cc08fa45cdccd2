import type { Clock } from '../context.ts';
import { diffOf } from '../market/diff.ts';
import { countUpTo } from '../market/timeline/moments.ts';
import { MAX_SNAPSHOTS } from '../market/timeline/timeline.ts';
import type { Simulated, Snapshot } from '../service/snapshot.ts';
import { SECOND_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import { linkAbort } from './abort.ts';
import type { AskedEvent, SnapshotEvent, TickEvent } from './feed.ts';

/** Snapshots that were recorded, or are computed for times in the past. */
export interface Recording {
  readonly isSimulated: Simulated;
  /** The times of each timeframe that it has, ascending: those of the snapshots, except that a bad one may have a time too. */
  readonly times: ReadonlyMap<Timeframe, ReadonlyArray<number>>;
  /** The snapshots of a timeframe at and after a time, ascending. */
  snapshots(timeframe: Timeframe, since: number): AsyncIterator<Snapshot>;
}

export interface PlayerOptions {
  readonly recording: Recording;
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** Playing starts with the first snapshot at or after this time. */
  readonly from: number;
  readonly clock: Clock;
  /** Ends the playing. */
  readonly signal: AbortSignal;
}

/** Plays a recording. Nothing is polled. */
export interface Player {
  /**
   * For a pane: one snapshot a second, to the end and beyond. Where a timeframe is shown for the first time, or somewhere else
   * than before, its first event is the snapshot before the one to show, which has no difference to any.
   */
  events(): AsyncGenerator<SnapshotEvent | AskedEvent | TickEvent, void>;
  /** All snapshots as fast as they are read. */
  all(): AsyncGenerator<SnapshotEvent, void>;
  /** A timeframe that is new is shown as of the place that the others have reached. */
  setTimeframes(timeframes: ReadonlyArray<Timeframe>): void;
  setPaused(paused: boolean): void;
  /** Plays the next snapshot of a timeframe; returns false if there is none. */
  playOne(timeframe: Timeframe): boolean;
  /** Shows the newest snapshots at or before a time. */
  goTo(time: number): void;
  /** Reads the newest snapshots of other timeframes at or before a time, in place of those asked for before: `asked` events. */
  ask(timeframes: ReadonlyArray<Timeframe>, time: number): void;
  /** Whether a timeframe was asked for and is not read yet. */
  isAsked(timeframe: Timeframe): boolean;
  /** What is recorded, in the usual order. */
  readonly recorded: ReadonlyArray<Timeframe>;
  /** The time of the newest snapshot that has been played; before the first one, where playing starts. */
  now(): number;
  /** The place of a snapshot in the recording, from 1; 0 before the first one. */
  placeOf(timeframe: Timeframe, asOf: number): { readonly position: number; readonly count: number };
  /** The time of the last snapshot of a timeframe; null if it is not recorded. */
  endOf(timeframe: Timeframe): number | null;
  /** True after the last snapshot of the timeframes that are played. */
  isAtEnd(): boolean;
}

/** More snapshots on the way to another place are left out. What lies before that place is read again for memory. */
const MAX_PLAYED_AT_ONCE = 30;

/** How far a timeframe has been played. */
interface Track {
  readonly timeframe: Timeframe;
  readonly snapshots: AsyncIterator<Snapshot>;
  /** The next snapshot; undefined until it is read, null at the end. */
  next: Snapshot | null | undefined;
  last: Snapshot | null;
}

export function createPlayer({ recording, timeframes, from, clock, signal }: PlayerOptions): Player {
  const timesOf = (timeframe: Timeframe) => recording.times.get(timeframe) ?? [];
  const placeIn = (timeframe: Timeframe, time: number) => countUpTo(timesOf(timeframe), time, Number);
  const tracks = new Map<Timeframe, Track>();
  let active = timeframes;
  let reached = Math.min(...timeframes.map((each) => timesOf(each)[placeIn(each, from - 1)] ?? Infinity));
  let newest = Number.NEGATIVE_INFINITY;
  let isPaused = false;
  let dueAt = Number.NEGATIVE_INFINITY;
  let endWait: (() => void) | null = null;
  let isWoken = false;
  const wanted: Array<Timeframe> = [];
  const questions = new Map<Timeframe, number>();

  const wakeUp = () => {
    isWoken = true;
    endWait?.();
  };
  const openAt = (timeframe: Timeframe, since: number): Track => {
    const track = {
      timeframe,
      snapshots: recording.snapshots(timeframe, since),
      next: undefined,
      last: null,
    };
    tracks.set(timeframe, track);
    return track;
  };
  /** The track of a timeframe; where it is far from the place reached, it begins anew with the snapshot before that. */
  const trackAt = async (timeframe: Timeframe): Promise<Track> => {
    const track = tracks.get(timeframe);
    const place = placeIn(timeframe, reached);
    if (
      track !== undefined &&
      place - placeIn(timeframe, timeOf(track.last) ?? reached) <= MAX_PLAYED_AT_ONCE
    )
      return track;
    await track?.snapshots.return?.();
    return openAt(timeframe, timesOf(timeframe)[Math.max(0, place - 2)] ?? reached);
  };
  const load = async (track: Track) => {
    if (track.next !== undefined) return;
    const { value, done } = await track.snapshots.next();
    track.next = done === true ? null : value;
  };
  const take = (track: Track): SnapshotEvent | null => {
    const { timeframe, next: snapshot, last } = track;
    if (snapshot == null) return null;
    track.last = snapshot;
    track.next = undefined;
    newest = Math.max(newest, timeOf(snapshot) ?? newest);
    const { isSimulated } = recording;
    return {
      type: 'snapshot',
      timeframe,
      snapshot,
      diff: diffOf(last, snapshot),
      isSimulated,
      isRecorded: true,
    };
  };
  const isAtEnd = () => active.every((timeframe) => tracks.get(timeframe)?.next === null);
  const isPlaying = () => !isPaused && !isAtEnd();
  /** What follows at once: what lies before the place reached, one more that was asked for, or the one that is due. */
  const nextEvent = async (): Promise<SnapshotEvent | null> => {
    const open: Array<Track> = [];
    for (const timeframe of active) open.push(await trackAt(timeframe));
    for (const track of open) await load(track);
    const oldest = oldestOf(open);
    if (oldest === null) return null;
    if (nextTime(oldest) > reached) {
      const asked = wanted.shift();
      const one = open.find(({ timeframe, next }) => timeframe === asked && next !== null);
      if (one !== undefined) reached = nextTime(one);
      else if (isPlaying() && clock.monotonic() >= dueAt) reached = nextTime(oldest);
      else return null;
      dueAt = clock.monotonic() + SECOND_MS;
    }
    if (newest === Number.NEGATIVE_INFINITY) dueAt = clock.monotonic() + SECOND_MS;
    const event = take(oldest);
    await load(oldest);
    return event && { ...event, isFollowed: oldest.next !== null && nextTime(oldest) <= reached };
  };
  const nextAnswer = async (): Promise<AskedEvent | null> => {
    for (const [timeframe, time] of questions) {
      const answer = await newestUpTo(time, timeframe, recording);
      if (questions.get(timeframe) === time) questions.delete(timeframe);
      if (answer !== null) return { type: 'asked', timeframe, answer, delayed: [] };
    }
    return null;
  };
  /** Waits for the next snapshot, a tick or a key. */
  const wait = async () => {
    if (isWoken) return;
    const link = linkAbort(signal);
    endWait = link.abort;
    const milliseconds = isPlaying() ? Math.max(0, dueAt - clock.monotonic()) : SECOND_MS;
    await clock.sleep(Math.min(SECOND_MS, milliseconds), link.signal).catch(() => undefined);
    endWait = null;
    link.release();
  };
  const close = async () => {
    for (const { snapshots } of tracks.values()) await snapshots.return?.();
  };

  return {
    async *events() {
      try {
        while (!signal.aborted) {
          isWoken = false;
          const event = (await nextAnswer()) ?? (await nextEvent());
          if (event === null) await wait();
          yield event ?? { type: 'tick' };
          // So that keys and signals are heard between two snapshots that follow each other at once.
          if (event !== null) await clock.sleep(0, signal).catch(() => undefined);
        }
      } finally {
        await close();
      }
    },
    async *all() {
      const open = active.map((timeframe) => openAt(timeframe, from));
      try {
        for (;;) {
          for (const track of open) await load(track);
          const oldest = oldestOf(open);
          const event = oldest === null || signal.aborted ? null : take(oldest);
          if (event === null) return;
          yield event;
          await new Promise(setImmediate);
        }
      } finally {
        await close();
      }
    },
    setTimeframes(next) {
      active = next;
      wakeUp();
    },
    setPaused(paused) {
      isPaused = paused;
      dueAt = clock.monotonic();
      wakeUp();
    },
    playOne(timeframe) {
      if (tracks.get(timeframe)?.next === null) return false;
      wanted.push(timeframe);
      wakeUp();
      return true;
    },
    goTo(time) {
      reached = Math.max(reached, time);
      wakeUp();
    },
    ask(others, time) {
      questions.clear();
      for (const timeframe of others) questions.set(timeframe, time);
      wakeUp();
    },
    isAsked: (timeframe) => questions.has(timeframe),
    recorded: [...recording.times.keys()],
    now: () => (Number.isFinite(newest) ? newest : from),
    placeOf: (timeframe, asOf) => ({ position: placeIn(timeframe, asOf), count: timesOf(timeframe).length }),
    endOf: (timeframe) => timesOf(timeframe).at(-1) ?? null,
    isAtEnd,
  };
}

/** What memory has room for before the first snapshot that is shown. */
export function pastOf({ times, snapshots }: Recording) {
  return async function* (
    timeframe: Timeframe,
    { asOf }: { readonly asOf: number },
  ): AsyncGenerator<Snapshot, void> {
    const all = times.get(timeframe) ?? [];
    const first = all[Math.max(0, countUpTo(all, asOf - 1, Number) - MAX_SNAPSHOTS)];
    if (first === undefined) return;
    const reading = { [Symbol.asyncIterator]: () => snapshots(timeframe, first) };
    for await (const snapshot of reading) {
      if ((timeOf(snapshot) ?? asOf) >= asOf) return;
      yield snapshot;
    }
  };
}

/** Null where there is none. */
async function newestUpTo(
  time: number,
  timeframe: Timeframe,
  { times, snapshots }: Recording,
): Promise<Snapshot | null> {
  const before = (times.get(timeframe) ?? []).filter((each) => each <= time);
  // A bad one is followed by a later one.
  for (const since of before.reverse()) {
    const reading = snapshots(timeframe, since);
    const { value, done } = await reading.next();
    await reading.return?.();
    if (done !== true && (timeOf(value) ?? Number.POSITIVE_INFINITY) <= time) return value;
  }
  return null;
}

/** The track with the oldest next snapshot; null if none has one. */
function oldestOf(tracks: ReadonlyArray<Track>): Track | null {
  const behind = tracks.filter(({ next }) => next != null);
  return behind.toSorted((one, other) => nextTime(one) - nextTime(other))[0] ?? null;
}

/** Infinity at the end, and until the next snapshot is read. */
function nextTime({ next }: Track): number {
  return next?.asOfMilliseconds ?? Number.POSITIVE_INFINITY;
}

function timeOf(snapshot: Snapshot | null): number | null {
  return snapshot?.asOfMilliseconds ?? null;
}
