import type { Clock } from '../context.ts';
import { linkAbort, settledOrAborted } from '../lib/abort.ts';
import { SECOND_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { Recording } from '../recording/read.ts';
import { newestIn, pastOf } from '../recording/read.ts';
import { END_OF_RECORDING, type Feed, type Player, type Received, type SnapshotReceived } from './feed.ts';

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
  /** The index of the time to be played next. */
  index: number;
  isFirst: boolean;
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
  const indexIn = (timeframe: Timeframe, time: number) =>
    timesOf(timeframe).findLastIndex((each) => each <= time) + 1;
  const cursors = new Map<Timeframe, Cursor>();
  let active = timeframes;
  /** Up to this time all is played at once. */
  let reached = Math.min(...timeframes.map((each) => timesOf(each)[indexIn(each, from - 1)] ?? Infinity));
  let newest = -Infinity;
  let isPaused = false;
  let dueAt = -Infinity;
  let woken = linkAbort(signal);
  const toFetch = new Map<Timeframe, number>();

  const openAt = (timeframe: Timeframe, index: number) => {
    cursors.set(timeframe, { timeframe, index, isFirst: true });
  };
  /** Where a timeframe is far from the place reached, it begins anew with the snapshot before that. */
  const follow = () => {
    for (const timeframe of active) {
      const index = indexIn(timeframe, reached);
      const played = cursors.get(timeframe)?.index ?? -Infinity;
      if (index - played > MAX_PLAYED_AT_ONCE) openAt(timeframe, Math.max(0, index - 2));
    }
  };
  const goTo = (time: number) => {
    reached = Math.max(reached, time);
    follow();
    woken.abort();
  };
  /** Infinity at the end. */
  const nextTimeOf = ({ timeframe, index }: Cursor) => timesOf(timeframe)[index] ?? Infinity;
  /** Of the timeframe that is furthest behind; undefined at the end of all. */
  const oldestCursor = (): Cursor | undefined =>
    active
      .flatMap((timeframe) => cursors.get(timeframe) ?? [])
      .filter((cursor) => nextTimeOf(cursor) < Infinity)
      .sort((one, other) => nextTimeOf(one) - nextTimeOf(other))[0];
  const isAtEnd = () => oldestCursor() === undefined;
  const isPlaying = () => !isPaused && !isAtEnd();
  /** What follows at once: what lies before the place reached, or the one that is due. Passes over what cannot be read. */
  const nextEvent = async (): Promise<SnapshotReceived | null> => {
    const now = clock.monotonic();
    for (let cursor = oldestCursor(); cursor !== undefined; cursor = oldestCursor()) {
      const time = nextTimeOf(cursor);
      const isStep = time > reached;
      if (isStep && (isPaused || now < dueAt)) break;
      reached = Math.max(reached, time);
      cursor.index++;
      const { timeframe, isFirst } = cursor;
      const snapshot = await recording.read(timeframe, time);
      if (snapshot === null) continue;
      if (isStep || newest === -Infinity) dueAt = now + SECOND_MS;
      newest = Math.max(newest, time);
      const { isSimulated } = recording;
      cursor.isFirst = false;
      return { type: 'snapshot', timeframe, snapshot, isFirst, isSimulated, isRecorded: true };
    }
    return null;
  };
  const nextAnswer = async (): Promise<Received | null> => {
    for (const [timeframe, time] of toFetch) {
      const answer = await newestIn(pastOf(recording), timeframe, -Infinity, time);
      if (toFetch.get(timeframe) === time) toFetch.delete(timeframe);
      if (answer !== null) return { type: 'fetched', timeframe, answer, delayed: [] };
    }
    return null;
  };
  const next = async () => (await nextAnswer()) ?? (await nextEvent());

  if (isAtOnce) {
    reached = Infinity;
    for (const timeframe of timeframes) openAt(timeframe, indexIn(timeframe, from - 1));
  } else follow();
  return {
    async *events() {
      while (!signal.aborted) {
        // A key that is pressed while a snapshot is read ends the wait after it.
        woken = linkAbort(signal);
        const reading = next();
        await settledOrAborted(reading, signal);
        if (signal.aborted) return;
        const event = await reading;
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
    fetchOnce(others, time) {
      toFetch.clear();
      for (const timeframe of others) toFetch.set(timeframe, time);
      woken.abort();
      return null;
    },
    isFetching: (timeframe) => toFetch.has(timeframe),
    requestNext(timeframe) {
      const time = timesOf(timeframe)[indexIn(timeframe, reached)];
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
