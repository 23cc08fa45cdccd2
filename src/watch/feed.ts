import type { SnapshotResponse } from '../api/client.ts';
import { AuthError, BoardsError, NetworkError, RateLimitedError } from '../errors.ts';
import type { Timeframe } from '../vocabulary.ts';
import { type LinkedAbort, linkAbort } from './abort.ts';
import type { FeedEvent } from './feed-event.ts';
import type { FeedOptions } from './feed-options.ts';
import { createJumpDetector } from './jump-detector.ts';
import { createPollLimiter } from './poll-limiter.ts';
import type { PollRefusal } from './poll-refusal.ts';
import { afterResponse, createPollState, type PollState } from './poll-state.ts';
import type { Replay } from './replay.ts';
import { backoffSeconds } from './schedule.ts';

const SECOND = 1000;
/** How often the feed checks the clocks and emits a tick while it waits. */
const TICK_MS = SECOND;
/** Delay before a newly shown timeframe is polled, so that pressing Tab repeatedly polls only the last one. */
const TIMEFRAME_CHANGE_DELAY_MS = 300;

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

/** Polls the timeframes one after the other, never two at a time, and each of them once after a sleep or a clock change. */
export function createFeed(options: FeedOptions): Feed {
  const { clock, signal } = options;
  const limiter = createPollLimiter(options.minGapMilliseconds, clock);
  const states = new Map<Timeframe, PollState>();
  const stateOf = (timeframe: Timeframe) => {
    const state = states.get(timeframe) ?? createPollState(timeframe, clock.monotonic());
    states.set(timeframe, state);
    return state;
  };
  let polled = options.timeframes.map(stateOf);
  const asked = new Set<PollState>();
  /** When the last request started. */
  let requestedAt = Number.NEGATIVE_INFINITY;
  let paused = false;
  let currentWait: LinkedAbort | null = null;
  let currentPoll: { readonly state: PollState; readonly request: LinkedAbort } | null = null;

  /** Waits until the time has passed or `currentWait` is aborted. Returns true if a clock jumped meanwhile. */
  async function wait(milliseconds: number): Promise<boolean> {
    const detector = createJumpDetector(clock);
    currentWait = linkAbort(signal);
    await clock.sleep(milliseconds, currentWait.signal).catch(() => undefined);
    currentWait.release();
    currentWait = null;
    return detector.hasJumped(milliseconds);
  }

  const isWanted = (state: PollState) => polled.includes(state) || asked.has(state);

  /** Returns null if the timeframe is no longer polled when the response comes. */
  async function poll(state: PollState): Promise<FeedEvent | null> {
    const detector = createJumpDetector(clock);
    const request = linkAbort(signal);
    currentPoll = { state, request };
    requestedAt = state.polledAt = clock.monotonic();
    try {
      const response = await options.fetch(state.timeframe, request.signal);
      return isWanted(state) ? onResponse(state, response) : null;
    } catch (error) {
      // An aborted request is not a failure of the service, but a rate limit that it reports still applies.
      if (request.signal.aborted && !(error instanceof RateLimitedError)) return null;
      if (!(error instanceof BoardsError) || error instanceof AuthError) throw error;
      const wasSuspended =
        error instanceof NetworkError && detector.wasSuspended(options.timeoutMilliseconds);
      const failure = onFailure(state, error, wasSuspended);
      return isWanted(state) ? failure : null;
    } finally {
      asked.delete(state);
      request.release();
      currentPoll = null;
      if (detector.hasJumped(options.timeoutMilliseconds)) scheduleAllNow();
    }
  }

  function onResponse(state: PollState, response: SnapshotResponse): FeedEvent {
    const now = clock.monotonic();
    const delay = options.delayAfterPoll(state.timeframe, response, now - state.polledAt);
    const event = afterResponse(state, response, { now, delay: Math.max(SECOND, delay) });
    return event.type === 'snapshot' && !polled.includes(state) ? { ...event, isAsked: true } : event;
  }

  function onFailure(state: PollState, error: BoardsError, wasSuspended: boolean): FeedEvent {
    state.failures++;
    // A request that failed because the machine slept is no reason to back off.
    const delay = wasSuspended ? SECOND : backoffSeconds(error, state.failures, options.random) * SECOND;
    state.backoffUntil = clock.monotonic() + delay;
    if (error instanceof RateLimitedError) limiter.blockAll(delay);
    return { type: 'failure', timeframe: state.timeframe, error };
  }

  function scheduleAllNow(): void {
    for (const state of polled) state.scheduledAt = clock.monotonic();
  }

  const nextPollAt = (state: PollState) =>
    Math.max(limiter.nextPollAt(state), asked.size > 0 ? requestedAt + SECOND : Number.NEGATIVE_INFINITY);
  const timeToNextPoll = (state: PollState) => Math.max(0, nextPollAt(state) - clock.monotonic());

  /** While paused, only timeframes without a snapshot are polled, and those that the user asks for. */
  function nextToPoll(): PollState | undefined {
    const candidates = paused ? polled.filter(({ lastSnapshot }) => lastSnapshot === null) : polled;
    return [...candidates, ...asked].sort((a, b) => nextPollAt(a) - nextPollAt(b))[0];
  }

  /** Makes a poll due that the user wants, which may skip the backoff after failures. */
  function schedule(state: PollState): void {
    state.scheduledAt = clock.monotonic();
    state.backoffUntil = state.scheduledAt;
    currentWait?.abort();
  }

  return {
    async *events() {
      while (!signal.aborted) {
        const next = nextToPoll();
        const milliseconds = next === undefined ? TICK_MS : timeToNextPoll(next);
        if (next === undefined || milliseconds > 0) {
          if (await wait(Math.min(TICK_MS, milliseconds))) scheduleAllNow();
          yield { type: 'tick' };
          continue;
        }
        const event = await poll(next);
        if (event !== null) yield event;
      }
    },
    setTimeframes(timeframes) {
      const before = polled;
      polled = timeframes.map(stateOf);
      const earliest = clock.monotonic() + TIMEFRAME_CHANGE_DELAY_MS;
      for (const state of polled) {
        if (!before.includes(state)) state.scheduledAt = Math.max(state.scheduledAt, earliest);
      }
      if (currentPoll !== null && !isWanted(currentPoll.state)) currentPoll.request.abort();
      currentWait?.abort();
    },
    pollNow(timeframe) {
      const state = polled.find((candidate) => candidate.timeframe === timeframe);
      if (state === undefined) return { type: 'notPolled' };
      if (paused) return { type: 'paused' };
      if (currentPoll?.state === state) return { type: 'polling' };
      const refusal = limiter.refusal(state);
      if (refusal !== null) return refusal;
      schedule(state);
      return null;
    },
    ask(timeframes) {
      let refusal: PollRefusal | null = { type: 'polling' };
      for (const state of timeframes.map(stateOf)) {
        if (isWanted(state)) continue;
        const refused = limiter.refusal(state);
        if (refused === null) {
          asked.add(state);
          schedule(state);
        }
        refusal = refusal === null ? null : refused;
      }
      return refusal;
    },
    isAsked: (timeframe) => [...asked].some((state) => state.timeframe === timeframe),
    setPaused(next) {
      paused = next;
      currentWait?.abort();
    },
    millisecondsToNextPoll(timeframe) {
      const state = states.get(timeframe);
      return paused || state === undefined ? null : timeToNextPoll(state);
    },
    replay: null,
  };
}
