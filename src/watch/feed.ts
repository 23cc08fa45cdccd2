import type { SnapshotResponse } from '../api/client.ts';
import { AuthError, BoardsError, NetworkError, RateLimitedError } from '../errors.ts';
import { SECOND_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import { type LinkedAbort, linkAbort } from './abort.ts';
import { backoffSeconds } from './backoff.ts';
import type { FeedEvent } from './feed-event.ts';
import type { FeedOptions } from './feed-options.ts';
import { createJumpDetector } from './jump-detector.ts';
import type { PollRefusal } from './poll-refusal.ts';
import {
  askFor,
  createPollSchedule,
  dueBefore,
  followTimeframes,
  isWanted,
  nextToPoll,
  type PollSchedule,
  requestPoll,
  scheduleAllNow,
  startPoll,
  timeToNextPoll,
} from './poll-schedule.ts';
import { afterResponse, type PollState } from './poll-state.ts';
import type { Replay } from './replay.ts';

/** How often the feed checks the clocks and emits a tick while it waits. */
const TICK_MS = SECOND_MS;

export interface Feed {
  /** Ends when the signal is aborted. Throws AuthError (401, 403) and bugs; other errors are `failure` events. */
  events(): AsyncGenerator<FeedEvent, void>;
  /** Sets the timeframes to poll and aborts a request for any other one. The state of each timeframe is kept. */
  setTimeframes(timeframes: ReadonlyArray<Timeframe>): void;
  /** Schedules a poll now and returns null, or returns why it does not. */
  pollNow(timeframe: Timeframe): PollRefusal | null;
  /**
   * Polls timeframes that are not polled once; meanwhile all polls are at least a second apart. Returns null, or why none of
   * them is polled.
   */
  ask(timeframes: ReadonlyArray<Timeframe>): PollRefusal | null;
  /** Whether a timeframe that was asked for has not been polled yet. */
  isAsked(timeframe: Timeframe): boolean;
  setPaused(paused: boolean): void;
  /** Null while paused, and for a timeframe that the feed has never been set to poll. */
  millisecondsToNextPoll(timeframe: Timeframe): number | null;
  /** Null for a feed of live data. */
  readonly replay: Replay | null;
}

/** A feed, and what it does now: it waits, or polls. */
interface Running {
  readonly options: FeedOptions;
  readonly schedule: PollSchedule;
  wait: LinkedAbort | null;
  poll: { readonly state: PollState; readonly request: LinkedAbort } | null;
}

/** Polls the timeframes one after the other, never two at a time, and each of them once after a sleep or a clock change. */
export function createFeed(options: FeedOptions): Feed {
  const schedule = createPollSchedule(options.timeframes, options.minGapMilliseconds, options.clock);
  const running: Running = { options, schedule, wait: null, poll: null };
  const wakeUp = () => running.wait?.abort();
  return {
    events: () => pollInTurn(running),
    setTimeframes(timeframes) {
      followTimeframes(timeframes, schedule);
      const { poll } = running;
      if (poll !== null && !isWanted(poll.state, schedule)) poll.request.abort();
      wakeUp();
    },
    pollNow(timeframe) {
      const refusal = requestPoll(timeframe, running.poll?.state, schedule);
      if (refusal === null) wakeUp();
      return refusal;
    },
    ask(timeframes) {
      const refusal = askFor(timeframes, schedule);
      if (refusal === null) wakeUp();
      return refusal;
    },
    isAsked: (timeframe) => [...schedule.asked].some((state) => state.timeframe === timeframe),
    setPaused(isPaused) {
      schedule.isPaused = isPaused;
      wakeUp();
    },
    millisecondsToNextPoll(timeframe) {
      const state = schedule.states.get(timeframe);
      return schedule.isPaused || state === undefined ? null : timeToNextPoll(state, schedule);
    },
    replay: null,
  };
}

async function* pollInTurn(running: Running): AsyncGenerator<FeedEvent, void> {
  const { options, schedule } = running;
  while (!options.signal.aborted) {
    const next = nextToPoll(schedule);
    const milliseconds = next === undefined ? TICK_MS : timeToNextPoll(next, schedule);
    if (next === undefined || milliseconds > 0) {
      if (await wait(Math.min(TICK_MS, milliseconds), running)) scheduleAllNow(schedule);
      yield { type: 'tick' };
      continue;
    }
    const event = await poll(next, running);
    if (event !== null) yield event;
  }
}

/** Waits until the time has passed or a key ends the wait. Returns true if a clock jumped meanwhile. */
async function wait(milliseconds: number, running: Running): Promise<boolean> {
  const { clock, signal } = running.options;
  const detector = createJumpDetector(clock);
  const link = linkAbort(signal);
  running.wait = link;
  await clock.sleep(milliseconds, link.signal).catch(() => undefined);
  link.release();
  running.wait = null;
  return detector.hasJumped(milliseconds);
}

/** Returns null if the timeframe is no longer polled when the response comes. */
async function poll(state: PollState, running: Running): Promise<FeedEvent | null> {
  const { options, schedule } = running;
  const detector = createJumpDetector(options.clock);
  const request = linkAbort(options.signal);
  running.poll = { state, request };
  startPoll(state, schedule);
  try {
    const response = await options.fetch(state.timeframe, request.signal);
    return isWanted(state, schedule) ? onResponse(state, response, running) : null;
  } catch (error) {
    // An aborted request is not a failure of the service, but a rate limit that it reports still applies.
    if (request.signal.aborted && !(error instanceof RateLimitedError)) return null;
    if (!(error instanceof BoardsError) || error instanceof AuthError) throw error;
    const wasSuspended = error instanceof NetworkError && detector.wasSuspended(options.timeoutMilliseconds);
    const failure = onFailure(state, { error, wasSuspended }, running);
    return isWanted(state, schedule) ? failure : null;
  } finally {
    schedule.asked.delete(state);
    request.release();
    running.poll = null;
    if (detector.hasJumped(options.timeoutMilliseconds)) scheduleAllNow(schedule);
  }
}

function onResponse(state: PollState, response: SnapshotResponse, { options, schedule }: Running): FeedEvent {
  const now = options.clock.monotonic();
  const delay = options.delayAfterPoll(state.timeframe, response, now - state.polledAt);
  const event = afterResponse(state, response, { now, delay: Math.max(SECOND_MS, delay) });
  return event.type === 'snapshot' && !schedule.polled.includes(state) ? { ...event, isAsked: true } : event;
}

function onFailure(
  state: PollState,
  { error, wasSuspended }: { readonly error: BoardsError; readonly wasSuspended: boolean },
  { options, schedule }: Running,
): FeedEvent {
  state.failures++;
  // A request that failed because the machine slept is no reason to back off.
  const seconds = wasSuspended ? 1 : backoffSeconds(error, state.failures, options.random);
  const delay = seconds * SECOND_MS;
  state.backoffUntil = options.clock.monotonic() + delay;
  const isLimited = error instanceof RateLimitedError;
  if (isLimited) schedule.limiter.blockAll(delay);
  const delayed = isLimited ? dueBefore(state.backoffUntil, schedule).filter((other) => other !== state) : [];
  const names = delayed.map(({ timeframe }) => timeframe);
  return { type: 'failure', timeframe: state.timeframe, error, delayed: names };
}
