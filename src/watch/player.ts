import { linkAbort } from '../abort.ts';
import type { Clock } from '../context.ts';
import { diffOf } from '../market/diff.ts';
import type { Recording } from '../recording/day.ts';
import { newestIn, pastOf } from '../recording/find.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { SECOND_MS } from '../time.ts';
import type { Timeframe } from '../vocabulary.ts';
import { END_OF_RECORDING, type Feed, type FeedEvent, type Player, type SnapshotEvent } from './feed.ts';

export interface PlayerOptions {
  readonly recording: Recording;
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** Playing starts with the first snapshot at or after this time. */
  readonly from: number;
  /** Whether all is played as fast as it is read, to its end, instead of one snapshot a second. */
  readonly isAtOnce: boolean;
  readonly clock: Clock;
  /** Ends the playing. */
  readonly signal: AbortSignal;
}

/** More snapshots on the way to another place are left out. What lies before that place is read again for memory. */
const MAX_PLAYED_AT_ONCE = 30;

/** How far a timeframe has been played. */
interface Cursor {
  readonly timeframe: Timeframe;
  /** The index of the time to be read next. */
  place: number;
  last: Snapshot | null;
  /** The snapshot to be played next; undefined until it is read, null at the end. */
  next: Snapshot | null | undefined;
}

/**
 * Plays one snapshot a second, to the end, and waits there. Where a timeframe is shown for the first time, or somewhere else than
 * before, its first event is the snapshot before the one to show, which has no difference to any. A timeframe that is new is shown
 * as of the place that the others have reached.
 */
export function createPlayer({
  recording,
  timeframes,
  from,
  isAtOnce,
  clock,
  signal,
}: PlayerOptions): Feed & { readonly player: Player } {
  const timesOf = (timeframe: Timeframe) => recording.times.get(timeframe) ?? [];
  const placeIn = (timeframe: Timeframe, time: number) =>
    timesOf(timeframe).findLastIndex((each) => each <= time) + 1;
  const cursors = new Map<Timeframe, Cursor>();
  let active = timeframes;
  /** Up to this time all is played at once. */
  let reached = Math.min(...timeframes.map((each) => timesOf(each)[placeIn(each, from - 1)] ?? Infinity));
  let newest = Number.NEGATIVE_INFINITY;
  let isPaused = false;
  let dueAt = Number.NEGATIVE_INFINITY;
  let woken = linkAbort(signal);
  const questions = new Map<Timeframe, number>();

  const openAt = (timeframe: Timeframe, place: number) => {
    cursors.set(timeframe, { timeframe, place, last: null, next: undefined });
  };
  /** Where a timeframe is far from the place reached, it begins anew with the snapshot before that. */
  const follow = () => {
    for (const timeframe of active) {
      const cursor = cursors.get(timeframe);
      const place = placeIn(timeframe, reached);
      const played = placeIn(timeframe, timeOf(cursor?.last, reached));
      if (cursor === undefined || place - played > MAX_PLAYED_AT_ONCE)
        openAt(timeframe, Math.max(0, place - 2));
    }
  };
  const goTo = (time: number) => {
    reached = Math.max(reached, time);
    follow();
    woken.abort();
  };
  const load = async (cursor: Cursor) => {
    const times = timesOf(cursor.timeframe);
    while (cursor.next === undefined) {
      const time = times[cursor.place++];
      cursor.next = time === undefined ? null : ((await recording.read(cursor.timeframe, time)) ?? undefined);
    }
  };
  /** Null at the end. */
  const oldestOf = async (some: ReadonlyArray<Cursor>): Promise<Cursor | null> => {
    for (const cursor of some) await load(cursor);
    const [oldest] = some.toSorted((one, other) => timeOf(one.next) - timeOf(other.next));
    return oldest === undefined || oldest.next === null ? null : oldest;
  };
  const take = (cursor: Cursor): SnapshotEvent | null => {
    const { timeframe, next: snapshot, last } = cursor;
    if (snapshot == null) return null;
    cursor.last = snapshot;
    cursor.next = undefined;
    newest = Math.max(newest, timeOf(snapshot, newest));
    const { isSimulated } = recording;
    const diff = diffOf(last, snapshot);
    return { type: 'snapshot', timeframe, snapshot, diff, isSimulated, isRecorded: true };
  };
  const isAtEnd = () => active.every((timeframe) => cursors.get(timeframe)?.next === null);
  const isPlaying = () => !isPaused && !isAtEnd();
  /** What follows at once: what lies before the place reached, or the one that is due. */
  const nextEvent = async (): Promise<SnapshotEvent | null> => {
    const open = active.flatMap((timeframe) => cursors.get(timeframe) ?? []);
    const oldest = await oldestOf(open);
    if (oldest === null) return null;
    const now = clock.monotonic();
    if (timeOf(oldest.next) > reached) {
      if (!isPlaying() || now < dueAt) return null;
      reached = timeOf(oldest.next);
      dueAt = now + SECOND_MS;
    }
    if (newest === Number.NEGATIVE_INFINITY) dueAt = now + SECOND_MS;
    const event = take(oldest);
    // Whether it was the last one. Where all follows at once, another snapshot in memory would only let the heap grow.
    if (!isAtOnce) await load(oldest);
    return event;
  };
  const nextAnswer = async (): Promise<FeedEvent | null> => {
    for (const [timeframe, time] of questions) {
      const answer = await newestIn(pastOf(recording), timeframe, Number.NEGATIVE_INFINITY, time);
      if (questions.get(timeframe) === time) questions.delete(timeframe);
      if (answer !== null) return { type: 'asked', timeframe, answer, delayed: [] };
    }
    return null;
  };

  if (isAtOnce) {
    reached = Number.POSITIVE_INFINITY;
    for (const timeframe of timeframes) openAt(timeframe, placeIn(timeframe, from - 1));
  } else follow();
  return {
    async *events() {
      while (!signal.aborted) {
        // A key that is pressed while a snapshot is read ends the wait after it.
        woken = linkAbort(signal);
        const event = (await nextAnswer()) ?? (await nextEvent());
        if (event === null && isAtOnce) return woken.abort();
        const rest = isPlaying() ? Math.max(0, dueAt - clock.monotonic()) : SECOND_MS;
        if (event === null) await clock.sleep(Math.min(SECOND_MS, rest), woken.signal).catch(() => null);
        woken.abort();
        yield event ?? { type: 'tick' };
        // So that keys and signals are heard between two snapshots that follow each other at once.
        if (event !== null) await new Promise(setImmediate);
      }
    },
    setTimeframes(next) {
      active = next;
      follow();
      woken.abort();
    },
    setPaused(paused) {
      isPaused = paused;
      dueAt = clock.monotonic();
      woken.abort();
    },
    ask(others, time) {
      questions.clear();
      for (const timeframe of others) questions.set(timeframe, time);
      woken.abort();
      return null;
    },
    isAsked: (timeframe) => questions.has(timeframe),
    requestNext(timeframe) {
      const time = timesOf(timeframe)[placeIn(timeframe, reached)];
      if (time === undefined) return END_OF_RECORDING;
      dueAt = clock.monotonic() + SECOND_MS;
      goTo(time);
      return null;
    },
    millisecondsToNextPoll: () => null,
    player: {
      goTo,
      times: recording.times,
      now: () => (Number.isFinite(newest) ? newest : from),
      isAtEnd,
    },
  };
}

/** Infinity at the end. */
function timeOf(snapshot: Snapshot | null | undefined, unknown = Number.POSITIVE_INFINITY): number {
  return snapshot?.asOfMilliseconds ?? unknown;
}
