import type { SnapshotResponse } from '../api/client.ts';
import type { Snapshot, TimeframeSnapshot } from '../api/snapshot.ts';
import type { Clock } from '../context.ts';
import { AuthError, BoardsError, NetworkError, RateLimitedError } from '../errors.ts';
import type { Timeframe } from '../vocabulary.ts';
import { type LinkedAbort, linkAbort } from './abort.ts';
import { stopwatch } from './clocks.ts';
import { createGate } from './gate.ts';
import { backoffSeconds } from './schedule.ts';
import { isNews, newTrack, type Track } from './track.ts';

const SECOND = 1000;
/** How often the feed looks at the clocks while it waits. */
const GLANCE_MILLISECONDS = SECOND;
/** Who goes through the timeframes with Tab wants the one that is reached. */
const SETTLE_MILLISECONDS = 300;

export type FeedEvent =
  | ({ readonly type: 'snapshot'; readonly previous: Snapshot | null } & TimeframeSnapshot)
  | { readonly type: 'unchanged'; readonly timeframe: Timeframe }
  | { readonly type: 'failure'; readonly timeframe: Timeframe; readonly error: BoardsError }
  /** Time has passed; nothing else. */
  | { readonly type: 'glance' };

export type PollEvent = Exclude<FeedEvent, { type: 'glance' }>;
export type SnapshotEvent = Extract<FeedEvent, { type: 'snapshot' }>;

export interface Feed {
  /** Ends when the signal is aborted. Throws AuthError (401, 403) and bugs, no other failure of the service. */
  events(): AsyncGenerator<FeedEvent, void>;
  /** Which timeframes are polled from now on; a request for another one is given up. What was learned of each is kept. */
  follow(timeframes: ReadonlyArray<Timeframe>): void;
  /** Polls at once, unless the last poll is too fresh or the service asked to wait; true when it will. */
  pollNow(timeframe: Timeframe): boolean;
  setPaused(paused: boolean): void;
  /** Milliseconds until the next poll of a timeframe; null while paused. */
  nextPollIn(timeframe: Timeframe): number | null;
}

export interface FeedOptions {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly fetch: (timeframe: Timeframe, signal: AbortSignal) => Promise<SnapshotResponse>;
  /** After a good poll, which took `pollMilliseconds`: milliseconds to the next one. */
  readonly pauseAfter: (timeframe: Timeframe, response: SnapshotResponse, pollMilliseconds: number) => number;
  /** Two polls of a timeframe are never closer, whatever keys and clocks do. */
  readonly leastGapMilliseconds: number;
  /** After which a poll fails by itself; one that took longer met a sleep of the machine. */
  readonly timeoutMilliseconds: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** Ends the feed. */
  readonly signal: AbortSignal;
}

/** Polls the followed timeframes one after the other: never two requests at a time, one poll each after a sleep. */
export function createFeed(options: FeedOptions): Feed {
  const { clock, signal } = options;
  const gate = createGate(options.leastGapMilliseconds, clock);
  const tracks = new Map<Timeframe, Track>();
  const trackOf = (timeframe: Timeframe) => {
    const track = tracks.get(timeframe) ?? newTrack(timeframe, clock.monotonic());
    tracks.set(timeframe, track);
    return track;
  };
  let followed = options.timeframes.map(trackOf);
  let paused = false;
  let napping: LinkedAbort | null = null;
  let asking: { readonly track: Track; readonly request: LinkedAbort } | null = null;

  /** Waits, or until something is wanted; true when the clocks jumped meanwhile. */
  async function nap(milliseconds: number): Promise<boolean> {
    const watch = stopwatch(clock);
    napping = linkAbort(signal);
    await clock.sleep(milliseconds, napping.signal).catch(() => undefined);
    napping.release();
    napping = null;
    return watch.jumped(milliseconds);
  }

  async function poll(track: Track): Promise<FeedEvent | null> {
    const watch = stopwatch(clock);
    const request = linkAbort(signal);
    asking = { track, request };
    track.polledAt = clock.monotonic();
    try {
      const response = await options.fetch(track.timeframe, request.signal);
      return followed.includes(track) ? accept(track, response) : null;
    } catch (error) {
      // What was given up fails for no reason of the service; a limit counts all the same.
      if (request.signal.aborted && !(error instanceof RateLimitedError)) return null;
      if (!(error instanceof BoardsError) || error instanceof AuthError) throw error;
      const wasCutOff = error instanceof NetworkError && watch.stoodStill(options.timeoutMilliseconds);
      const failure = fail(track, error, wasCutOff);
      return followed.includes(track) ? failure : null;
    } finally {
      request.release();
      asking = null;
      if (watch.jumped(options.timeoutMilliseconds)) wantAll();
    }
  }

  function accept(track: Track, response: SnapshotResponse): FeedEvent {
    const { timeframe, last: previous } = track;
    const { snapshot, isSimulated } = response;
    const now = clock.monotonic();
    const pause = options.pauseAfter(timeframe, response, now - track.polledAt);
    track.failures = 0;
    track.heldUntil = now;
    track.wantedAt = now + Math.max(SECOND, pause);
    if (!isNews(track, snapshot, now)) return { type: 'unchanged', timeframe };
    track.last = snapshot;
    track.newAt = now;
    return { type: 'snapshot', timeframe, snapshot, isSimulated, previous };
  }

  function fail(track: Track, error: BoardsError, wasCutOff: boolean): FeedEvent {
    track.failures++;
    // A request that the machine's sleep cut off says nothing about the service.
    const pause = wasCutOff ? SECOND : backoffSeconds(error, track.failures, options.random) * SECOND;
    track.heldUntil = clock.monotonic() + pause;
    if (error instanceof RateLimitedError) gate.limit(pause);
    return { type: 'failure', timeframe: track.timeframe, error };
  }

  /** After a sleep or a change of the clock what is shown may be old. */
  function wantAll(): void {
    for (const track of followed) track.wantedAt = clock.monotonic();
  }

  const waitFor = (track: Track) => Math.max(0, gate.dueAt(track) - clock.monotonic());

  /** The track to poll next; while paused only those that have nothing to show yet. */
  function nextTrack(): Track | undefined {
    const candidates = paused ? followed.filter(({ last }) => last === null) : followed;
    return candidates.toSorted((a, b) => gate.dueAt(a) - gate.dueAt(b))[0];
  }

  return {
    async *events() {
      while (!signal.aborted) {
        const next = nextTrack();
        const wait = next === undefined ? GLANCE_MILLISECONDS : waitFor(next);
        if (next === undefined || wait > 0) {
          if (await nap(Math.min(GLANCE_MILLISECONDS, wait))) wantAll();
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
      const settled = clock.monotonic() + SETTLE_MILLISECONDS;
      for (const track of followed) {
        if (!before.includes(track)) track.wantedAt = Math.max(track.wantedAt, settled);
      }
      if (asking !== null && !followed.includes(asking.track)) asking.request.abort();
      napping?.abort();
    },
    pollNow(timeframe) {
      const track = followed.find((one) => one.timeframe === timeframe);
      if (track === undefined || paused || !gate.isOpen(track)) return false;
      track.wantedAt = clock.monotonic();
      track.heldUntil = track.wantedAt;
      napping?.abort();
      return true;
    },
    setPaused(next) {
      paused = next;
      napping?.abort();
    },
    nextPollIn(timeframe) {
      const track = tracks.get(timeframe);
      return paused || track === undefined ? null : waitFor(track);
    },
  };
}
