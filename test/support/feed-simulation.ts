import { type BoardsError, NetworkError, RateLimitedError, UnavailableError } from '../../src/errors.ts';
import type { SnapshotResponse } from '../../src/service/client.ts';
import { MINUTE_MS } from '../../src/time.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import { createFeed, type Feed } from '../../src/watch/feed.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { snapshotResponseOf } from './snapshots.ts';

/** An event from outside the feed, timed from the event before it. */
export type Step = { readonly afterMilliseconds: number } & (
  | { readonly type: 'stop'; readonly milliseconds: number }
  | { readonly type: 'wall'; readonly milliseconds: number }
  | { readonly type: 'poll now'; readonly timeframe: Timeframe }
  | { readonly type: 'follow'; readonly timeframes: ReadonlyArray<Timeframe> }
  | { readonly type: 'pause'; readonly paused: boolean }
);

/** How the service responds to one poll. */
export interface Outcome {
  readonly type: 'good' | 'limited' | 'unavailable' | 'network';
  readonly latencyMilliseconds: number;
  readonly retryAfterSeconds: number;
  /** The program is stopped for this long during the request. */
  readonly stopMilliseconds: number;
}

export interface Scene {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly steps: ReadonlyArray<Step>;
  /** Used in turn; every later poll is good. */
  readonly outcomes: ReadonlyArray<Outcome>;
  readonly seconds: number;
}

export interface Poll {
  readonly timeframe: Timeframe;
  /** On the monotonic clock, in milliseconds. */
  readonly at: number;
}

interface Failure extends Poll {
  readonly error: BoardsError;
  /** The duration of the poll, in milliseconds. */
  readonly took: number;
}

export interface FeedLog {
  readonly polls: ReadonlyArray<Poll>;
  readonly failures: ReadonlyArray<Failure>;
  /** Requests to poll now that the feed accepted. */
  readonly granted: ReadonlyArray<Poll>;
  readonly maxInFlight: number;
}

export const MIN_GAP_MS = 5000;
export const TIMEOUT_MS = 10_000;

const GOOD: Outcome = { type: 'good', latencyMilliseconds: 50, retryAfterSeconds: 0, stopMilliseconds: 0 };

/** Runs a feed in simulated time through the events and responses of a scene. */
export async function simulateFeed({ timeframes, steps, outcomes, seconds }: Scene): Promise<FeedLog> {
  const clock = createFakeClock();
  const polls: Array<Poll> = [];
  const failures: Array<Failure> = [];
  const granted: Array<Poll> = [];
  let maxInFlight = 0;
  let inFlight = 0;
  const fetch = async (timeframe: Timeframe, signal: AbortSignal): Promise<SnapshotResponse> => {
    const at = clock.monotonic();
    const outcome = outcomes[polls.length] ?? GOOD;
    polls.push({ timeframe, at });
    maxInFlight = Math.max(maxInFlight, ++inFlight);
    try {
      clock.stopSoon(outcome.stopMilliseconds);
      await clock.sleep(outcome.latencyMilliseconds, signal);
    } finally {
      inFlight--;
    }
    const error = failureOf(outcome);
    if (error === null) return snapshotResponseOf(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);
    failures.push({ timeframe, at: clock.monotonic(), error, took: clock.monotonic() - at });
    throw error;
  };
  const polling = {
    timeframes,
    fetch,
    intervalSeconds: 60,
    isIntervalFixed: true,
    isLoopback: false,
    timeoutMilliseconds: TIMEOUT_MS,
  };
  const feed = createFeed(polling, { clock, random: () => 0 }, new AbortController().signal);
  void play(steps, feed, clock, (timeframe) => granted.push({ timeframe, at: clock.monotonic() }));
  for await (const _ of feed.events()) if (clock.monotonic() >= seconds * 1000) break;
  return { polls, failures, granted, maxInFlight };
}

async function play(
  steps: ReadonlyArray<Step>,
  feed: Feed,
  clock: FakeClock,
  onGranted: (timeframe: Timeframe) => void,
): Promise<void> {
  for (const step of steps) {
    await clock.sleep(step.afterMilliseconds);
    if (step.type === 'stop') clock.stopSoon(step.milliseconds);
    else if (step.type === 'wall') clock.jumpSoon(step.milliseconds);
    else if (step.type === 'follow') feed.setTimeframes(step.timeframes);
    else if (step.type === 'pause') feed.setPaused(step.paused);
    else if (feed.pollNow(step.timeframe) === null) onGranted(step.timeframe);
  }
}

function failureOf({ type, retryAfterSeconds }: Outcome): BoardsError | null {
  if (type === 'limited') return new RateLimitedError('slow down', { retryAfterSeconds });
  if (type === 'unavailable') return new UnavailableError('rebuilding', { status: 503 });
  return type === 'network' ? new NetworkError('gone') : null;
}
