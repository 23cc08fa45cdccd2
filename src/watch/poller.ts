import type { Clock, Context } from '../context.ts';
import { AuthError, BoardsError, RateLimitedError } from '../errors.ts';
import { linkAbort } from '../lib/abort.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { SnapshotResponse } from '../service/client.ts';
import { LOOPBACK_WAITS, WATCH_WAITS, waitSeconds } from '../service/retry.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type LiveFeed, POLLING, type Received } from './feed.ts';
import { createPacer, type Pace } from './schedule.ts';

/** What to poll and how often. Built by commands/watch.ts, so that this directory imports no settings and creates no API client. */
export interface Polling extends Pace {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly fetch: (timeframe: Timeframe, signal: AbortSignal) => Promise<SnapshotResponse>;
  /** The timeout of `fetch`. If a poll takes longer, the process was suspended. */
  readonly timeoutMilliseconds: number;
}

/** What is known of a timeframe, kept while it is not polled. Times are monotonic, in milliseconds. */
interface PollState {
  readonly timeframe: Timeframe;
  lastSnapshot: Snapshot | null;
  /** The newest time of a snapshot, in milliseconds since 1970: the last one may have none. */
  newestTime: number;
  /** When the last snapshot with a time was received. */
  lastNewAt: number;
  /** Consecutive failures. */
  failures: number;
  /** When the last poll started. */
  polledAt: number;
  /** The least time from then to the next poll. */
  gap: number;
  /** When the next poll is due, after failures at the end of the backoff; the gap or a rate limit may delay it. */
  dueAt: number;
  /** The user asked for a poll now. */
  isRequested: boolean;
}

/** How often the feed checks the clocks and emits a tick while it waits. */
const TICK_MS = SECOND_MS;
/** Minimum time between two polls of a timeframe; a shorter delay, possible on loopback, replaces it. */
const MIN_GAP_SECONDS = 5;
/** Delay before a newly shown timeframe is polled, so that pressing Tab repeatedly polls only the last one. */
const TIMEFRAME_CHANGE_DELAY_MS = 300;
/** A timeframe that a card asked for is not asked for again within this time. */
const FETCHED_ONCE_MS = MINUTE_MS;
/** A load-balanced service can return an older snapshot for a while. It is ignored for this long, then accepted. */
const IGNORE_OLDER_FOR_MS = 5 * MINUTE_MS;
/** A wait that is so much longer, or clocks that differ by so much more, mean a sleep or a clock change. */
const JUMP_MS = 1500;
const NEVER = -Infinity;

/**
 * Polls the timeframes one after the other, never two at a time, and each of them once after a sleep or a clock change. It ends
 * when `signal` is aborted.
 *
 * `events` is the loop, and the rest is in the order in which it is needed: which timeframe is next and when, a poll, what a response
 * and an error change, what a key asks for. What the market does is no matter of the feed: its hours are known to the rhythm, a new
 * market day to the timeline and the recorder. Its events go through the loops of `stream.ts` and `pane/live.ts` to what shows them,
 * to the recorder, the notifications and the ending, which ends the feed by `signal`.
 */
export function createPoller(
  polling: Polling,
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  signal: AbortSignal,
): LiveFeed {
  const delayAfterPoll = createPacer(polling, { clock, random });
  const waits = polling.isLoopback ? LOOPBACK_WAITS : WATCH_WAITS;
  const minGap = Math.min(MIN_GAP_SECONDS, polling.intervalSeconds) * SECOND_MS;
  const states = new Map<Timeframe, PollState>();
  let polled = polling.timeframes.map(stateOf);
  /** Timeframes that are not polled, but will be once, because a card asked for them. */
  const toFetchOnce = new Set<PollState>();
  let isPaused = false;
  /** The end of a rate limit, which is one of the key: it blocks all timeframes. */
  let blockedUntil = NEVER;
  /** When the last request started. */
  let requestedAt = NEVER;
  /** The wait in progress, or the request for a timeframe. */
  let current: { readonly state: PollState | null; readonly link: AbortController } | null = null;

  async function* events(): AsyncGenerator<Received, void> {
    while (!signal.aborted) {
      const next = nextToPoll();
      const milliseconds = next === undefined ? TICK_MS : timeTo(next);
      if (next === undefined || milliseconds > 0) {
        const rest = Math.min(TICK_MS, milliseconds);
        await during(null, rest, (woken) => clock.sleep(rest, woken).catch(() => null));
        yield { type: 'tick' };
      } else {
        const event = await during(next, polling.timeoutMilliseconds, (aborted) => poll(next, aborted));
        if (event !== null) yield event;
      }
    }
  }

  /**
   * While paused, only timeframes without a snapshot are polled, and those that a card asked for. The latter come last of what
   * is due, because each request of a service that does not answer takes the whole timeout.
   */
  function nextToPoll(): PollState | undefined {
    const firstOf = (some: Iterable<PollState>) => [...some].sort((a, b) => nextPollAt(a) - nextPollAt(b))[0];
    const shown = firstOf(isPaused ? polled.filter(({ lastSnapshot }) => lastSnapshot === null) : polled);
    const other = firstOf(toFetchOnce);
    if (shown === undefined || other === undefined) return shown ?? other;
    return nextPollAt(shown) <= Math.max(clock.monotonic(), nextPollAt(other)) ? shown : other;
  }

  /** As long as a card has asked for timeframes, all requests are at least a second apart. */
  function nextPollAt(state: PollState): number {
    const spacedAt = toFetchOnce.size > 0 ? requestedAt + SECOND_MS : NEVER;
    return Math.max(allowedAt(state), spacedAt, state.isRequested ? NEVER : state.dueAt);
  }

  /** For any poll: scheduled, requested by a key, or due after a sleep. By the monotonic clock, which cannot be set. */
  function allowedAt({ polledAt, gap }: PollState): number {
    return Math.max(blockedUntil, polledAt + gap);
  }

  function timeTo(state: PollState): number {
    return Math.max(0, nextPollAt(state) - clock.monotonic());
  }

  /** Does what can be aborted. After a sleep or a clock change, all timeframes are due that do not back off. */
  async function during<Result>(
    state: PollState | null,
    mostMilliseconds: number,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const hasJumped = watchClocks(clock, mostMilliseconds);
    const link = linkAbort(signal);
    current = { state, link };
    try {
      return await work(link.signal);
    } finally {
      // With a reason, no error is made.
      link.abort('done');
      current = null;
      if (hasJumped()) for (const each of polled) if (each.failures === 0) each.dueAt = clock.monotonic();
    }
  }

  /** Ends a wait, or a request that nobody wants any more. */
  function interrupt(): void {
    if (current !== null && (current.state === null || !isWanted(current.state))) current.link.abort();
  }

  function isWanted(state: PollState): boolean {
    return polled.includes(state) || toFetchOnce.has(state);
  }

  /** Returns null if the timeframe is no longer wanted when the response comes. */
  async function poll(state: PollState, aborted: AbortSignal): Promise<Received | null> {
    const { timeframe } = state;
    requestedAt = state.polledAt = clock.monotonic();
    // If a poll that the user asked for returns nothing new, the next one is not later than it would have been.
    const promised = state.dueAt > requestedAt ? state.dueAt : Infinity;
    state.isRequested = false;
    try {
      const response = await polling.fetch(timeframe, aborted);
      if (polled.includes(state)) return onResponse(state, response, promised);
      return isWanted(state) ? { type: 'fetched', timeframe, answer: response.snapshot, delayed: [] } : null;
    } catch (error) {
      // An aborted request is not a failure of the service, but a rate limit that it reports still applies.
      if (aborted.aborted && !(error instanceof RateLimitedError)) return null;
      if (error instanceof BoardsError) return onError(state, error, promised);
      throw error;
    } finally {
      toFetchOnce.delete(state);
    }
  }

  function onResponse(state: PollState, response: SnapshotResponse, promised: number): Received {
    const { timeframe, lastSnapshot } = state;
    const { snapshot, isSimulated } = response;
    const now = clock.monotonic();
    const delay = Math.max(SECOND_MS, delayAfterPoll(timeframe, response, now - state.polledAt));
    state.failures = 0;
    state.gap = Math.min(minGap, delay);
    state.dueAt = now + delay;
    if (!isNew(snapshot, state, now)) {
      state.dueAt = Math.min(state.dueAt, promised);
      return { type: 'unchanged', timeframe };
    }
    state.lastSnapshot = snapshot;
    if (snapshot.time !== null) {
      state.newestTime = snapshot.time;
      state.lastNewAt = now;
    }
    const isFirst = lastSnapshot === null;
    return { type: 'snapshot', timeframe, snapshot, isSimulated, isRecorded: false, isFirst };
  }

  function onError(state: PollState, error: BoardsError, promised: number): Received | null {
    const isPolled = polled.includes(state) || !toFetchOnce.has(state);
    if (isPolled && error instanceof AuthError) throw error;
    const now = clock.monotonic();
    // A request that failed because the machine slept is no reason to back off.
    const wasSuspended =
      error.code === 'network' && now - state.polledAt > polling.timeoutMilliseconds + JUMP_MS;
    const seconds = wasSuspended ? 1 : waitSeconds(error, state.failures + 1, waits, random);
    const until = now + seconds * SECOND_MS;
    const isLimited = error instanceof RateLimitedError;
    if (isLimited) blockedUntil = Math.max(blockedUntil, until);
    const waiting = polled.filter((other) => isLimited && other !== state && other.dueAt < until);
    const affected = { timeframe: state.timeframe, delayed: waiting.map(({ timeframe }) => timeframe) };
    if (!isPolled) {
      // Where all requests would be refused, nothing more is asked for.
      if (isLimited || error instanceof AuthError) toFetchOnce.clear();
      return { type: 'fetched', ...affected, answer: error };
    }
    state.failures++;
    state.gap = minGap;
    state.dueAt = isLimited ? until : Math.min(until, promised);
    return isWanted(state) ? { type: 'failure', ...affected, error } : null;
  }

  function requestNext(timeframe: Timeframe): string | null {
    const state = polled.find((candidate) => candidate.timeframe === timeframe);
    if (state === undefined) return 'not polled yet';
    if (isPaused) return 'paused; press space to resume';
    if (current?.state === state) return POLLING;
    const refusal = refusalOf(state);
    if (refusal !== null) return refusal;
    state.isRequested = true;
    interrupt();
    return POLLING;
  }

  function fetchOnce(timeframes: ReadonlyArray<Timeframe>): string | null {
    const now = clock.monotonic();
    for (const state of timeframes.map(stateOf)) {
      if (isWanted(state) || now - state.polledAt <= FETCHED_ONCE_MS) continue;
      const refusal = refusalOf(state);
      if (refusal !== null) return refusal;
      if (state.failures > 0 && state.dueAt > now) continue;
      state.dueAt = now;
      toFetchOnce.add(state);
    }
    interrupt();
    return null;
  }

  /** Why the user may not poll a timeframe now; null if they may. They may skip the backoff after failures. */
  function refusalOf(state: PollState): string | null {
    const now = clock.monotonic();
    if (blockedUntil > now)
      return `the service allows no poll for ${Math.ceil((blockedUntil - now) / SECOND_MS)} s`;
    if (allowedAt(state) <= now) return null;
    const secondsAgo = Math.floor((now - state.polledAt) / SECOND_MS);
    return `too soon: polled ${secondsAgo === 0 ? 'just now' : `${secondsAgo} s ago`}`;
  }

  function stateOf(timeframe: Timeframe): PollState {
    const state = states.get(timeframe) ?? {
      timeframe,
      lastSnapshot: null,
      newestTime: NEVER,
      lastNewAt: NEVER,
      failures: 0,
      polledAt: NEVER,
      gap: minGap,
      dueAt: clock.monotonic(),
      isRequested: false,
    };
    states.set(timeframe, state);
    return state;
  }

  return {
    events,
    setTimeframes(timeframes) {
      const before = polled;
      polled = timeframes.map(stateOf);
      const earliest = clock.monotonic() + TIMEFRAME_CHANGE_DELAY_MS;
      for (const state of polled) if (!before.includes(state)) state.dueAt = Math.max(state.dueAt, earliest);
      interrupt();
    },
    requestNext,
    fetchOnce,
    isFetching: (timeframe) => [...toFetchOnce].some((state) => state.timeframe === timeframe),
    setPaused(paused) {
      isPaused = paused;
      interrupt();
    },
    millisecondsToNextPoll(timeframe) {
      const state = states.get(timeframe);
      return isPaused || state === undefined ? null : timeTo(state);
    },
  };
}

/** True if a snapshot differs from the last one and is not older. The service names each snapshot by its `asOf`. */
function isNew(snapshot: Snapshot, { lastSnapshot: last, newestTime, lastNewAt }: PollState, now: number) {
  if (last === null) return true;
  if (snapshot.asOf === null && last.asOf === null)
    return JSON.stringify(snapshot.raw) !== JSON.stringify(last.raw);
  if (snapshot.asOf === last.asOf) return false;
  const isOlder = (snapshot.time ?? newestTime) < newestTime;
  return !isOlder || now - lastNewAt > IGNORE_OLDER_FOR_MS;
}

/** Returns a function that tells whether more time passed than expected, or the wall clock was set, since now. */
function watchClocks(clock: Clock, mostMilliseconds: number): () => boolean {
  const [wall, monotonic] = [clock.now(), clock.monotonic()];
  return () => {
    const elapsed = clock.monotonic() - monotonic;
    return elapsed > mostMilliseconds + JUMP_MS || Math.abs(clock.now() - wall - elapsed) > JUMP_MS;
  };
}
