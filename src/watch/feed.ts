import type { Answer } from '../api/client.ts';
import type { Snapshot } from '../api/snapshot.ts';
import type { Clock } from '../context.ts';
import { AuthError, BoardsError, RateLimitedError } from '../errors.ts';
import type { Timeframe } from '../vocabulary.ts';
import { abortable, type Deadline, deadlineIn, noDeadline, stopwatch } from './clocks.ts';
import { backoffSeconds } from './schedule.ts';
import { isNews, newTrack, type Track } from './track.ts';

const SECOND = 1000;
/** How often the feed looks at the clocks while it waits. */
const GLANCE_MILLISECONDS = SECOND;
/** A person's keys make a timeframe polled at most this often. */
const LEAST_GAP_MILLISECONDS = 5 * SECOND;
/** Who goes through the timeframes with Tab wants the one that is reached. */
const SETTLE_MILLISECONDS = 300;

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
  /** Which timeframes are polled from now on; a request for another one is given up. What was learned of each is kept. */
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
  /** After which a poll fails by itself; one that took longer met a sleep of the machine. */
  readonly timeoutMilliseconds: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Polls the followed timeframes one after the other: never two requests at a time, one poll each after a sleep. */
export function createFeed(options: FeedOptions): Feed {
  const { clock, signal } = options;
  const tracks = new Map<Timeframe, Track>();
  const trackOf = (timeframe: Timeframe) => {
    const track = tracks.get(timeframe) ?? newTrack(timeframe, clock.monotonic());
    tracks.set(timeframe, track);
    return track;
  };
  let followed = options.timeframes.map(trackOf);
  let limited: Deadline = noDeadline(clock);
  let paused = false;
  let wake: () => void = () => undefined;
  let giveUp: (() => void) | undefined;
  let asking: Track | undefined;

  /** Waits; true when more time went by than was asked for, on either clock. */
  async function nap(milliseconds: number): Promise<boolean> {
    const elapsed = stopwatch(clock);
    const setWake = (abort: () => void) => {
      wake = abort;
    };
    await abortable(signal, setWake, (inner) => clock.sleep(milliseconds, inner).catch(() => undefined));
    signal.throwIfAborted();
    return elapsed.jumped(milliseconds);
  }

  async function poll(track: Track): Promise<FeedEvent | null> {
    const elapsed = stopwatch(clock);
    track.polledAt = clock.monotonic();
    const setGiveUp = (abort: () => void) => {
      giveUp = abort;
      asking = track;
    };
    try {
      const answer = await abortable(signal, setGiveUp, (inner) => options.fetch(track.timeframe, inner));
      return followed.includes(track) ? accept(track, answer) : null;
    } catch (error) {
      signal.throwIfAborted();
      if (!followed.includes(track)) return null;
      if (!(error instanceof BoardsError) || error instanceof AuthError) throw error;
      return fail(track, error, elapsed.jumped(options.timeoutMilliseconds));
    } finally {
      giveUp = undefined;
      asking = undefined;
      // Given up or done: the same timeframe is not asked for again at once.
      track.dueAt = Math.max(track.dueAt, track.polledAt + SECOND);
    }
  }

  function accept(track: Track, answer: Answer): FeedEvent {
    const { timeframe, last: previous } = track;
    const now = clock.monotonic();
    const pause = options.pauseAfter(timeframe, answer, now - track.polledAt);
    track.failures = 0;
    track.dueAt = now + Math.max(SECOND, pause);
    if (!isNews(track, answer.snapshot, now)) return { type: 'unchanged', timeframe };
    track.last = answer.snapshot;
    track.newAt = now;
    return { type: 'snapshot', timeframe, snapshot: answer.snapshot, previous };
  }

  function fail(track: Track, error: BoardsError, slept: boolean): FeedEvent {
    track.failures++;
    // A request that the machine's sleep cut off says nothing about the service.
    const seconds = slept ? 1 : backoffSeconds(error, track.failures, options.random);
    track.dueAt = clock.monotonic() + seconds * SECOND;
    // The limit counts for the key, and so for every timeframe.
    if (error instanceof RateLimitedError) limited = deadlineIn(seconds * SECOND, clock);
    return { type: 'failure', timeframe: track.timeframe, error };
  }

  function waitFor(track: Track): number {
    return Math.max(0, track.dueAt - clock.monotonic(), limited.left());
  }

  /** The track to poll next; while paused only those that have nothing to show yet. */
  function nextTrack(): Track | undefined {
    const candidates = paused ? followed.filter(({ last }) => last === null) : followed;
    return candidates.toSorted((a, b) => a.dueAt - b.dueAt)[0];
  }

  return {
    async *events() {
      for (;;) {
        signal.throwIfAborted();
        const next = nextTrack();
        const wait = next === undefined ? GLANCE_MILLISECONDS : waitFor(next);
        if (next === undefined || wait > 0) {
          const jumped = await nap(Math.min(GLANCE_MILLISECONDS, wait));
          if (jumped) for (const track of followed) track.dueAt = clock.monotonic();
          yield { type: 'glance' };
          continue;
        }
        const event = await poll(next);
        if (event !== null) yield event;
      }
    },
    follow(timeframes) {
      const before = followed;
      followed = timeframes.map(trackOf);
      const now = clock.monotonic();
      for (const track of followed) {
        if (before.includes(track)) continue;
        track.dueAt = Math.max(
          track.dueAt,
          now + SETTLE_MILLISECONDS,
          track.polledAt + LEAST_GAP_MILLISECONDS,
        );
      }
      if (asking !== undefined && !followed.includes(asking)) giveUp?.();
      wake();
    },
    pollNow(timeframe) {
      const track = tracks.get(timeframe);
      const now = clock.monotonic();
      if (track === undefined || paused || limited.left() > 0) return false;
      if (now - track.polledAt < LEAST_GAP_MILLISECONDS) return false;
      track.dueAt = now;
      wake();
      return true;
    },
    setPaused(next) {
      paused = next;
      wake();
    },
    nextPollIn(timeframe) {
      const track = tracks.get(timeframe);
      return paused || track === undefined ? null : waitFor(track);
    },
  };
}
