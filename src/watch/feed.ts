import type { Answer } from '../api/client.ts';
import type { Snapshot } from '../api/snapshot.ts';
import type { Clock } from '../context.ts';
import { AuthError, BoardsError } from '../errors.ts';
import type { Timeframe } from '../vocabulary.ts';
import { backoffSeconds } from './schedule.ts';

const SECOND = 1000;
/** How often the feed looks at the clocks while it waits. */
const GLANCE_MILLISECONDS = SECOND;
/** A glance that took this much longer than asked means that the machine slept or its clock was moved. */
const JUMP_MILLISECONDS = 1500;
/** `r` polls at most this often. */
const LEAST_GAP_MILLISECONDS = 5 * SECOND;

export type FeedEvent =
  | {
      readonly type: 'snapshot';
      readonly timeframe: Timeframe;
      readonly snapshot: Snapshot;
      readonly previous: Snapshot | null;
    }
  | { readonly type: 'unchanged'; readonly timeframe: Timeframe }
  | { readonly type: 'failure'; readonly timeframe: Timeframe; readonly error: BoardsError }
  /** Time has passed; nothing else. */
  | { readonly type: 'glance' };

export interface Feed {
  /** Ends by throwing AuthError (401, 403), a bug, or the abort reason; never for any other failure of the service. */
  events(): AsyncGenerator<FeedEvent, never>;
  /** Which timeframes are polled from now on; a request for another one is given up. */
  follow(timeframes: ReadonlyArray<Timeframe>): void;
  /** Polls at once, unless the last poll is less than 5 s old or the service asked to wait; true when it will. */
  pollNow(timeframe: Timeframe): boolean;
  setPaused(paused: boolean): void;
  /** Milliseconds until the next poll of a timeframe; null while paused. */
  nextPollIn(timeframe: Timeframe): number | null;
}

export interface FeedOptions {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly fetch: (timeframe: Timeframe, signal: AbortSignal) => Promise<Answer>;
  /** After a good poll, which took `pollMilliseconds`: milliseconds to the next one. */
  readonly pauseAfter: (timeframe: Timeframe, answer: Answer, pollMilliseconds: number) => number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

interface Track {
  readonly timeframe: Timeframe;
  last: Snapshot | null;
  failures: number;
  /** On the monotonic clock, as all times here. */
  dueAt: number;
  polledAt: number;
  /** The service asked to wait until `dueAt`; nobody may hurry it. */
  rateLimited: boolean;
}

/** Polls the followed timeframes one after the other: never two requests at a time, one poll each after a sleep. */
export function createFeed(options: FeedOptions): Feed {
  const { clock, signal } = options;
  let tracks: ReadonlyArray<Track> = options.timeframes.map((timeframe) =>
    newTrack(timeframe, clock.monotonic()),
  );
  let paused = false;
  let wake: () => void = () => undefined;
  let giveUp: (() => void) | undefined;
  let asking: Timeframe | undefined;

  /** Runs `action` with a signal that `onStart`'s function or the end of the program aborts. */
  async function abortable<T>(
    onStart: (abort: () => void) => void,
    action: (inner: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const inner = new AbortController();
    const abort = () => inner.abort();
    signal.addEventListener('abort', abort, { once: true });
    onStart(abort);
    try {
      return await action(inner.signal);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Waits; true when more time went by than was asked for, on either clock. */
  async function nap(milliseconds: number): Promise<boolean> {
    const elapsed = stopwatch(clock);
    const setWake = (abort: () => void) => {
      wake = abort;
    };
    await abortable(setWake, (inner) => clock.sleep(milliseconds, inner).catch(() => undefined));
    signal.throwIfAborted();
    return elapsed.jumped(milliseconds);
  }

  async function poll(track: Track): Promise<FeedEvent | null> {
    const elapsed = stopwatch(clock);
    track.polledAt = clock.monotonic();
    const setGiveUp = (abort: () => void) => {
      giveUp = abort;
      asking = track.timeframe;
    };
    try {
      const answer = await abortable(setGiveUp, (inner) => options.fetch(track.timeframe, inner));
      return tracks.includes(track) ? accept(track, answer) : null;
    } catch (error) {
      signal.throwIfAborted();
      if (!tracks.includes(track)) return null;
      if (!(error instanceof BoardsError) || error instanceof AuthError) throw error;
      return fail(track, error, elapsed.jumped(Number.POSITIVE_INFINITY));
    } finally {
      giveUp = undefined;
      asking = undefined;
    }
  }

  function accept(track: Track, answer: Answer): FeedEvent {
    const { timeframe, last: previous } = track;
    const { snapshot } = answer;
    const now = clock.monotonic();
    const pause = options.pauseAfter(timeframe, answer, now - track.polledAt);
    track.failures = 0;
    track.rateLimited = false;
    track.dueAt = now + Math.max(SECOND, pause);
    if (previous !== null && snapshot.asOf !== null && snapshot.asOf === previous.asOf)
      return { type: 'unchanged', timeframe };
    track.last = snapshot;
    return { type: 'snapshot', timeframe, snapshot, previous };
  }

  function fail(track: Track, error: BoardsError, slept: boolean): FeedEvent {
    track.failures++;
    track.rateLimited = error.code === 'rate_limited';
    // A request that the machine's sleep cut off says nothing about the service.
    const seconds = slept ? 1 : backoffSeconds(error, track.failures, options.random);
    track.dueAt = clock.monotonic() + seconds * SECOND;
    return { type: 'failure', timeframe: track.timeframe, error };
  }

  return {
    async *events() {
      for (;;) {
        signal.throwIfAborted();
        const next = tracks.reduce<Track | null>(
          (first, track) => (first !== null && first.dueAt <= track.dueAt ? first : track),
          null,
        );
        const wait = next === null || paused ? GLANCE_MILLISECONDS : next.dueAt - clock.monotonic();
        if (next === null || wait > 0) {
          const jumped = await nap(Math.min(GLANCE_MILLISECONDS, wait));
          if (jumped) for (const track of tracks) track.dueAt = clock.monotonic();
          yield { type: 'glance' };
          continue;
        }
        const event = await poll(next);
        if (event !== null) yield event;
      }
    },
    follow(timeframes) {
      tracks = timeframes.map(
        (timeframe) =>
          tracks.find((track) => track.timeframe === timeframe) ?? newTrack(timeframe, clock.monotonic()),
      );
      if (asking !== undefined && !timeframes.includes(asking)) giveUp?.();
      wake();
    },
    pollNow(timeframe) {
      const track = tracks.find((candidate) => candidate.timeframe === timeframe);
      const now = clock.monotonic();
      if (track === undefined || track.rateLimited || now - track.polledAt < LEAST_GAP_MILLISECONDS)
        return false;
      track.dueAt = now;
      wake();
      return true;
    },
    setPaused(next) {
      paused = next;
      wake();
    },
    nextPollIn(timeframe) {
      const track = tracks.find((candidate) => candidate.timeframe === timeframe);
      return paused || track === undefined ? null : Math.max(0, track.dueAt - clock.monotonic());
    },
  };
}

function newTrack(timeframe: Timeframe, now: number): Track {
  return {
    timeframe,
    last: null,
    failures: 0,
    dueAt: now,
    polledAt: Number.NEGATIVE_INFINITY,
    rateLimited: false,
  };
}

/** Tells whether the clocks disagree with the time that was asked for: after a sleep of the machine, or a moved clock. */
function stopwatch(clock: Clock) {
  const wall = clock.now();
  const steady = clock.monotonic();
  return {
    jumped(askedMilliseconds: number): boolean {
      const elapsed = clock.monotonic() - steady;
      const drift = Math.abs(clock.now() - wall - elapsed);
      return drift > JUMP_MILLISECONDS || elapsed > askedMilliseconds + JUMP_MILLISECONDS;
    },
  };
}
