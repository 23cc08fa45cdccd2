import { type BoardsError, RateLimitedError } from '../errors.ts';
import { SECOND_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { FIRST_WAITS, WATCH_WAITS, waitSeconds } from '../service/retry.ts';

// All times are monotonic milliseconds, except for the times of snapshots.

export interface Pace {
  readonly intervalSeconds: number;
  /** True with `--sandbox` or an interval from the user; otherwise polls follow the service's builds. */
  readonly isIntervalFixed: boolean;
  readonly isLoopback: boolean;
}

export interface Schedule {
  readonly pace: Pace;
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly polls: Readonly<Partial<Record<Timeframe, PollState>>>;
  readonly inFlight: Timeframe | null;
  /** While paused, only timeframes without a snapshot are polled. */
  readonly isPaused: boolean;
  /** The service limits requests per key, so a rate limit holds for all timeframes. */
  readonly limitedUntil: number;
  /** After the service has refused the key, polls wait for a request of the user. */
  readonly isRefused: boolean;
}

interface PollState {
  readonly polledAt: number;
  /** A rate limit or the minimum gap can delay the poll further. */
  readonly dueAt: number;
  readonly isRequested: boolean;
  readonly failures: number;
  readonly hasSnapshot: boolean;
  /** The time of the newest snapshot, in milliseconds since 1970. */
  readonly newest: number | null;
  /** Milliseconds between the last snapshots, the newest last. */
  readonly gaps: ReadonlyArray<number>;
  /** The time of the last response that did not come from the cache of the service (X-Cache: MISS). */
  readonly copiedAt: number;
}

export type ScheduleEvent =
  | { readonly type: 'follow'; readonly timeframes: ReadonlyArray<Timeframe> }
  | { readonly type: 'pause'; readonly isPaused: boolean }
  | { readonly type: 'request'; readonly timeframe: Timeframe }
  /** The computer slept, or a clock was set. */
  | { readonly type: 'jump' }
  | { readonly type: 'poll'; readonly timeframe: Timeframe }
  /** The poll ended without a response that counts. */
  | { readonly type: 'drop' }
  | SnapshotCame
  | PollFailed;

interface SnapshotCame {
  readonly type: 'snapshot';
  readonly timeframe: Timeframe;
  readonly isNew: boolean;
  readonly time: number | null;
  /** The age at the start of the poll in milliseconds; null if it does not predict the next build. */
  readonly age: number | null;
  readonly isCopied: boolean;
}

interface PollFailed {
  readonly type: 'failure';
  readonly timeframe: Timeframe;
  readonly error: BoardsError;
  /** A random number in [0, 1), for the jitter of the backoff. */
  readonly chance: number;
}

/** The least time between two polls of a timeframe. */
const LEAST_MS = 5 * SECOND_MS;
const LOOPBACK_LEAST_MS = SECOND_MS;
/** Applies unless the poll was requested, or is the second try for a build. */
const USUAL_LEAST_MS = 30 * SECOND_MS;
/** Slightly longer than the service keeps a copy: 45 s, or three quarters of the sandbox's interval. */
const COPY_MS = 46 * SECOND_MS;
const COPY_SHARE = 0.77;
/** An added timeframe waits this long, so that pressing Tab repeatedly polls only the last one. */
const FOLLOW_DELAY_MS = 300;
/** Polls follow a build by this time, but on loopback by at most a tenth of the gap. */
const MARGIN_MS = 2 * SECOND_MS;
const MAX_GAPS = 6;
/** A gap that is longer than usual by this factor is an interruption. */
const INTERRUPTION = 1.5;

export function createSchedule(pace: Pace, timeframes: ReadonlyArray<Timeframe>): Schedule {
  return {
    pace,
    timeframes,
    polls: {},
    inFlight: null,
    isPaused: false,
    limitedUntil: -Infinity,
    isRefused: false,
  };
}

/** Returns Infinity if no poll is planned. */
export function dueAt(state: Schedule, timeframe: Timeframe): number {
  const { isRequested, hasSnapshot, ...poll } = pollOf(state, timeframe);
  const isHeld = state.isRefused || state.inFlight === timeframe || (state.isPaused && hasSnapshot);
  if (isHeld || !state.timeframes.includes(timeframe)) return Infinity;
  return Math.max(allowedAt(state, timeframe), isRequested ? -Infinity : poll.dueAt);
}

export function firstDue(state: Schedule): Timeframe | undefined {
  const planned = state.timeframes.filter((timeframe) => dueAt(state, timeframe) < Infinity);
  return planned.sort((one, other) => dueAt(state, one) - dueAt(state, other))[0];
}

export function refusalOf(state: Schedule, timeframe: Timeframe, now: number): string | null {
  if (!state.timeframes.includes(timeframe)) return 'this timeframe is not polled yet';
  if (state.isPaused) return 'paused; press space to resume';
  const secondsUntil = Math.ceil((state.limitedUntil - now) / SECOND_MS);
  if (secondsUntil > 0) return `rate limited; the next poll is possible in ${secondsUntil} s`;
  if (state.inFlight === timeframe || allowedAt(state, timeframe) <= now) return null;
  const secondsAgo = Math.floor((now - pollOf(state, timeframe).polledAt) / SECOND_MS);
  return `too soon: polled ${secondsAgo === 0 ? 'just now' : `${secondsAgo} s ago`}`;
}

export function next(state: Schedule, event: ScheduleEvent, now: number): Schedule {
  switch (event.type) {
    case 'follow': {
      const added = event.timeframes.filter((timeframe) => !state.timeframes.includes(timeframe));
      const delay = ({ dueAt }: PollState) => ({ dueAt: Math.max(dueAt, now + FOLLOW_DELAY_MS) });
      return { ...change(state, added, delay), timeframes: event.timeframes };
    }
    case 'pause':
      return { ...state, isPaused: event.isPaused };
    case 'request':
      if (state.inFlight === event.timeframe) return state;
      return { ...change(state, [event.timeframe], () => ({ isRequested: true })), isRefused: false };
    case 'jump':
      return change(state, state.timeframes, ({ failures }) => (failures === 0 ? { dueAt: now } : {}));
    case 'poll': {
      const started = change(state, [event.timeframe], () => ({ polledAt: now, isRequested: false }));
      return { ...started, inFlight: event.timeframe };
    }
    case 'drop':
      return { ...state, inFlight: null };
    case 'snapshot':
      return {
        ...change(state, [event.timeframe], (poll) => afterSnapshot(poll, event, state.pace)),
        inFlight: null,
      };
    case 'failure':
      return afterFailure(state, event, now);
  }
}

function afterSnapshot(poll: PollState, { isNew, time, age, isCopied }: SnapshotCame, pace: Pace): PollState {
  const interval = pace.intervalSeconds * SECOND_MS;
  const gap = (time ?? NaN) - (poll.newest ?? NaN);
  // After a failure, the gap may span several builds.
  const isRegular = poll.failures === 0 && gap > 0 && gap <= INTERRUPTION * interval;
  const seen = {
    ...poll,
    failures: 0,
    hasSnapshot: true,
    newest: isNew ? time : poll.newest,
    gaps: isRegular ? [...poll.gaps, gap].slice(-MAX_GAPS) : poll.gaps,
    copiedAt: isCopied ? poll.polledAt : poll.copiedAt,
  };
  const follow = pace.isLoopback ? followLoopback : followBuilds;
  const isFollowed = !pace.isIntervalFixed && age !== null;
  const due = isFollowed ? follow(seen, age, interval, isNew) : poll.polledAt + interval;
  return { ...seen, dueAt: isNew ? due : Math.min(due, promisedAt(poll)) };
}

/** Returns a time after the next build. If that build is late, returns the time of one more try. */
function followBuilds(poll: PollState, age: number, interval: number, isNew: boolean): number {
  const { polledAt, copiedAt, gaps } = poll;
  const usual = usualGap(gaps) ?? interval;
  const nextCopyAt = copiedAt + COPY_MS;
  const repeatAt = polledAt + LEAST_MS;
  // At the second try, the age is greater.
  const isFirstTry = age >= usual && age < usual + LEAST_MS;
  if (!isNew && isFirstTry && repeatAt >= nextCopyAt) return repeatAt;
  return Math.max(polledAt - age + usual + MARGIN_MS, polledAt + USUAL_LEAST_MS, nextCopyAt);
}

/** Builds on loopback may be a second apart, so the first gap between them is guessed. */
function followLoopback({ polledAt, copiedAt, gaps }: PollState, age: number, interval: number): number {
  const usual = usualGap(gaps) ?? 0;
  // The first polls also come at half of the gap, because builds may have been missed.
  const isHalf = gaps.length < MAX_GAPS && age < usual / 2;
  const guess = Math.min(age + interval, INTERRUPTION * age);
  const gap = age >= usual ? guess : isHalf ? usual / 2 : usual;
  const due = polledAt - age + gap + Math.min(MARGIN_MS, gap / 10);
  const nextCopyAt = isHalf ? 0 : copiedAt + Math.min(COPY_MS, COPY_SHARE * usual);
  return Math.max(due, polledAt + LOOPBACK_LEAST_MS, nextCopyAt);
}

/** Returns the longest gap that is not an interruption; undefined before the first one. */
function usualGap(gaps: ReadonlyArray<number>): number | undefined {
  const sorted = gaps.toSorted((one, other) => one - other);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return sorted.findLast((gap) => gap <= INTERRUPTION * median);
}

function afterFailure(state: Schedule, { timeframe, error, chance }: PollFailed, now: number): Schedule {
  const poll = pollOf(state, timeframe);
  const waits = poll.hasSnapshot ? WATCH_WAITS : FIRST_WAITS;
  const until = now + waitSeconds(error, poll.failures + 1, waits, () => chance) * SECOND_MS;
  const isLimited = error instanceof RateLimitedError;
  const due = isLimited ? until : Math.min(until, promisedAt(poll));
  return {
    ...change(state, [timeframe], ({ failures }) => ({ failures: failures + 1, dueAt: due })),
    inFlight: null,
    limitedUntil: isLimited ? Math.max(state.limitedUntil, until) : state.limitedUntil,
    isRefused: error.code === 'auth',
  };
}

/** A requested poll that brings nothing new does not delay the planned one. */
function promisedAt({ dueAt, polledAt }: PollState): number {
  return dueAt > polledAt ? dueAt : Infinity;
}

function allowedAt(state: Schedule, timeframe: Timeframe): number {
  const least = state.pace.isLoopback ? LOOPBACK_LEAST_MS : LEAST_MS;
  return Math.max(state.limitedUntil, pollOf(state, timeframe).polledAt + least);
}

const NEVER_POLLED: PollState = {
  polledAt: -Infinity,
  dueAt: -Infinity,
  isRequested: false,
  failures: 0,
  hasSnapshot: false,
  newest: null,
  gaps: [],
  copiedAt: -Infinity,
};

function pollOf({ polls }: Schedule, timeframe: Timeframe): PollState {
  return polls[timeframe] ?? NEVER_POLLED;
}

function change(
  state: Schedule,
  timeframes: ReadonlyArray<Timeframe>,
  changed: (poll: PollState) => Partial<PollState>,
): Schedule {
  const changes = timeframes.map((timeframe) => {
    const poll = pollOf(state, timeframe);
    return [timeframe, { ...poll, ...changed(poll) }] as const;
  });
  return { ...state, polls: { ...state.polls, ...Object.fromEntries(changes) } };
}
