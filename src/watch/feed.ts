import type { Clock, Context } from '../context.ts';
import { AuthError, BoardsError, NetworkError, RateLimitedError } from '../errors.ts';
import type { SnapshotResponse } from '../service/client.ts';
import { clampRetryAfter } from '../service/retry.ts';
import { SECOND_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import { type LinkedAbort, linkAbort } from './abort.ts';
import type { FeedEvent } from './feed-event.ts';
import {
  afterFailure,
  afterResponse,
  askFor,
  blockAll,
  createPollSchedule,
  dueBefore,
  followTimeframes,
  isAskedOnly,
  isWanted,
  nextToPoll,
  type PollRefusal,
  type PollSchedule,
  type PollState,
  requestPoll,
  scheduleAllNow,
  startPoll,
  timeToNextPoll,
} from './poll-schedule.ts';
import { createPacer, type DelayAfterPoll, type Pace } from './rhythm.ts';

/** How often the feed checks the clocks and emits a tick while it waits. */
const TICK_MS = SECOND_MS;

/** What to poll and how often. Built by commands/watch.ts, so that this directory imports no settings and creates no API client. */
export interface Polling extends Pace {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly fetch: (timeframe: Timeframe, signal: AbortSignal) => Promise<SnapshotResponse>;
  /** The timeout of `fetch`. If a poll takes longer, the process was suspended. */
  readonly timeoutMilliseconds: number;
}

interface FeedOptions extends Omit<Polling, keyof Pace>, Pick<Context, 'clock' | 'random'> {
  readonly delayAfterPoll: DelayAfterPoll;
  /** Minimum time between the starts of two polls of a timeframe, unless `delayAfterPoll` is shorter. */
  readonly minGapMilliseconds: number;
  /** Ends the feed. */
  readonly signal: AbortSignal;
}

export interface Feed {
  /** Ends when the signal is aborted. Throws AuthError (401, 403) and bugs; other errors are `failure` events. */
  events(): AsyncGenerator<FeedEvent, void>;
  /** Sets the timeframes to poll and aborts a request for any other one. The state of each timeframe is kept. */
  setTimeframes(timeframes: ReadonlyArray<Timeframe>): void;
  /** Schedules a poll now and returns null, or returns why it does not. */
  pollNow(timeframe: Timeframe): PollRefusal | null;
  /**
   * Requests timeframes that are not polled once, unless that was less than a minute ago; meanwhile all requests are at least a
   * second apart. What comes is an `asked` event. Returns how long the service allows none, if it does.
   */
  ask(timeframes: ReadonlyArray<Timeframe>): PollRefusal | null;
  /** Whether a timeframe was asked for and no response has come. */
  isAsked(timeframe: Timeframe): boolean;
  setPaused(paused: boolean): void;
  /** Null while paused, and for a timeframe that the feed has never been set to poll. */
  millisecondsToNextPoll(timeframe: Timeframe): number | null;
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
    if (schedule.polled.includes(state)) return onResponse(state, response, running);
    const { timeframe } = state;
    return isWanted(state, schedule)
      ? { type: 'asked', timeframe, answer: response.snapshot, delayed: [] }
      : null;
  } catch (error) {
    // An aborted request is not a failure of the service, but a rate limit that it reports still applies.
    if (request.signal.aborted && !(error instanceof RateLimitedError)) return null;
    if (!(error instanceof BoardsError)) throw error;
    if (isAskedOnly(state, schedule)) return onRefusal(state, error, running);
    if (error instanceof AuthError) throw error;
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

function onResponse(state: PollState, response: SnapshotResponse, { options }: Running): FeedEvent {
  const now = options.clock.monotonic();
  const delay = options.delayAfterPoll(state.timeframe, response, now - state.polledAt);
  return afterResponse(state, response, { now, delay: Math.max(SECOND_MS, delay) });
}

/** Where all requests would be refused, nothing more is asked for. Polls go on, but for a rate limit, which is one of the key. */
function onRefusal(state: PollState, error: BoardsError, { options, schedule }: Running): FeedEvent {
  const isLimited = error instanceof RateLimitedError;
  if (isLimited || error instanceof AuthError) schedule.asked.clear();
  const delay = isLimited ? backoffSeconds(error, 1, options.random) * SECOND_MS : 0;
  if (isLimited) blockAll(delay, schedule);
  const delayed = isLimited ? dueBefore(options.clock.monotonic() + delay, schedule) : [];
  const names = delayed.map(({ timeframe }) => timeframe);
  return { type: 'asked', timeframe: state.timeframe, answer: error, delayed: names };
}

function onFailure(
  state: PollState,
  { error, wasSuspended }: { readonly error: BoardsError; readonly wasSuspended: boolean },
  { options, schedule }: Running,
): FeedEvent {
  // A request that failed because the machine slept is no reason to back off.
  const seconds = wasSuspended ? 1 : backoffSeconds(error, state.failures + 1, options.random);
  const delay = seconds * SECOND_MS;
  const isLimited = error instanceof RateLimitedError;
  afterFailure(state, options.clock.monotonic() + delay, { isLimited });
  if (isLimited) blockAll(delay, schedule);
  const delayed = isLimited ? dueBefore(state.backoffUntil, schedule).filter((other) => other !== state) : [];
  const names = delayed.map(({ timeframe }) => timeframe);
  return { type: 'failure', timeframe: state.timeframe, error, delayed: names };
}

const MAX_RETRY_AFTER_SECONDS = 15 * 60;
const BACKOFF_SECONDS = [30, 60, 120] as const;

/** Seconds until the next poll after `failures` consecutive failures (at least 1), of which `error` is the last. */
export function backoffSeconds(error: BoardsError, failures: number, random: () => number): number {
  if (error instanceof RateLimitedError) {
    const requested = clampRetryAfter(error.retryAfterSeconds, MAX_RETRY_AFTER_SECONDS);
    return Math.min(MAX_RETRY_AFTER_SECONDS, requested * (1 + random() / 20));
  }
  const base = BACKOFF_SECONDS[Math.min(failures, BACKOFF_SECONDS.length) - 1] ?? BACKOFF_SECONDS[0];
  return base * (1 + random() / 4);
}

const JUMP_THRESHOLD_MS = 1500;

/** Create one before a wait or a request, and query it afterwards with the longest time that it should have taken. */
function createJumpDetector(clock: Clock) {
  const wallStart = clock.now();
  const monotonicStart = clock.monotonic();
  const elapsed = () => clock.monotonic() - monotonicStart;
  const wasSuspended = (expectedMilliseconds: number) => elapsed() > expectedMilliseconds + JUMP_THRESHOLD_MS;
  return {
    /** True if the process was stopped or the machine slept. Changes of the wall clock do not count. */
    wasSuspended,
    /** True if the process was suspended or the wall clock was set. */
    hasJumped: (expectedMilliseconds: number) =>
      wasSuspended(expectedMilliseconds) || Math.abs(clock.now() - wallStart - elapsed()) > JUMP_THRESHOLD_MS,
  };
}

/** Minimum time between two polls of a timeframe; a shorter delay, possible on loopback, replaces it. */
const MIN_GAP_SECONDS = 5;

/** Returns a feed that polls and ends when `signal` is aborted. */
export function openFeed(polling: Polling, { clock, random }: Context, signal: AbortSignal): Feed {
  const delayAfterPoll = createPacer(polling, { clock, random });
  const minGapMilliseconds = Math.min(MIN_GAP_SECONDS, polling.intervalSeconds) * SECOND_MS;
  return createFeed({ ...polling, delayAfterPoll, minGapMilliseconds, clock, random, signal });
}
