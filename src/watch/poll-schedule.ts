import type { Clock } from '../context.ts';
import { diffOf } from '../market/diff.ts';
import type { SnapshotResponse } from '../service/client.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { MINUTE_MS, SECOND_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { PollEvent } from './feed-event.ts';

/** Delay before a newly shown timeframe is polled, so that pressing Tab repeatedly polls only the last one. */
const TIMEFRAME_CHANGE_DELAY_MS = 300;

/** Which timeframe is polled next, and when. Times are monotonic, in milliseconds. */
export interface PollSchedule {
  readonly clock: Clock;
  readonly minGapMilliseconds: number;
  /** The end of a rate limit. */
  blockedUntil: number;
  /** Every timeframe that was ever polled. */
  readonly states: Map<Timeframe, PollState>;
  polled: ReadonlyArray<PollState>;
  /** Timeframes that are not polled, but will be once, because a card asked for them. */
  readonly asked: Set<PollState>;
  /** When the last request started. */
  requestedAt: number;
  isPaused: boolean;
}

export function createPollSchedule(
  timeframes: ReadonlyArray<Timeframe>,
  minGapMilliseconds: number,
  clock: Clock,
): PollSchedule {
  const schedule: PollSchedule = {
    clock,
    minGapMilliseconds,
    blockedUntil: Number.NEGATIVE_INFINITY,
    states: new Map(),
    polled: [],
    asked: new Set(),
    requestedAt: Number.NEGATIVE_INFINITY,
    isPaused: false,
  };
  schedule.polled = timeframes.map((timeframe) => stateOf(timeframe, schedule));
  return schedule;
}

function stateOf(timeframe: Timeframe, { states, clock }: PollSchedule): PollState {
  const state = states.get(timeframe) ?? createPollState(timeframe, clock.monotonic());
  states.set(timeframe, state);
  return state;
}

/**
 * While paused, only timeframes without a snapshot are polled, and those that a card asked for before. Those come last of what
 * is due, because each request of a service that does not answer takes the whole timeout.
 */
export function nextToPoll(schedule: PollSchedule): PollState | undefined {
  const { polled, asked, isPaused, clock } = schedule;
  const candidates = isPaused ? polled.filter(({ lastSnapshot }) => lastSnapshot === null) : polled;
  const firstOf = (states: Iterable<PollState>) =>
    [...states].sort((a, b) => nextPollAt(a, schedule) - nextPollAt(b, schedule))[0];
  const [shown, other] = [firstOf(candidates), firstOf(asked)];
  if (shown === undefined || other === undefined) return shown ?? other;
  const isFirst = nextPollAt(shown, schedule) <= Math.max(clock.monotonic(), nextPollAt(other, schedule));
  return isFirst ? shown : other;
}

export function timeToNextPoll(state: PollState, schedule: PollSchedule): number {
  return Math.max(0, nextPollAt(state, schedule) - schedule.clock.monotonic());
}

/** As long as a card has asked for timeframes, all requests are at least a second apart. */
function nextPollAt(state: PollState, schedule: PollSchedule): number {
  const { asked, requestedAt } = schedule;
  const at = Math.max(allowedAt(state, schedule), state.scheduledAt, state.backoffUntil);
  return asked.size > 0 ? Math.max(at, requestedAt + SECOND_MS) : at;
}

/** The polled timeframes that are scheduled before a time. */
export function dueBefore(time: number, { polled }: PollSchedule): ReadonlyArray<PollState> {
  return polled.filter(({ scheduledAt }) => scheduledAt < time);
}

export function isWanted(state: PollState, { polled, asked }: PollSchedule): boolean {
  return polled.includes(state) || asked.has(state);
}

export function isAskedOnly(state: PollState, { polled, asked }: PollSchedule): boolean {
  return asked.has(state) && !polled.includes(state);
}

export function startPoll(state: PollState, schedule: PollSchedule): void {
  schedule.requestedAt = state.polledAt = schedule.clock.monotonic();
}

export function scheduleAllNow({ polled, clock }: PollSchedule): void {
  for (const state of polled) state.scheduledAt = clock.monotonic();
}

/** The states of timeframes that are no longer polled are kept. */
export function followTimeframes(timeframes: ReadonlyArray<Timeframe>, schedule: PollSchedule): void {
  const { polled: before, clock } = schedule;
  schedule.polled = timeframes.map((timeframe) => stateOf(timeframe, schedule));
  const earliest = clock.monotonic() + TIMEFRAME_CHANGE_DELAY_MS;
  for (const state of schedule.polled) {
    if (!before.includes(state)) state.scheduledAt = Math.max(state.scheduledAt, earliest);
  }
}

/** Schedules a poll now and returns null, or returns why it does not. `current` is the one in progress. */
export function requestPoll(
  timeframe: Timeframe,
  current: PollState | undefined,
  schedule: PollSchedule,
): PollRefusal | null {
  const state = schedule.polled.find((candidate) => candidate.timeframe === timeframe);
  if (state === undefined) return { type: 'notPolled' };
  if (schedule.isPaused) return { type: 'paused' };
  if (current === state) return { type: 'polling' };
  const refusal = refusalOf(state, schedule);
  if (refusal === null) scheduleNow(state, schedule);
  return refusal;
}

/** So long, what was asked for is new enough. */
const ASKED_FOR_MS = MINUTE_MS;

/**
 * Schedules one request for each timeframe that is not polled, unless the last one was less than a minute ago. Returns how long
 * the service allows none, if it does.
 */
export function askFor(timeframes: ReadonlyArray<Timeframe>, schedule: PollSchedule): PollRefusal | null {
  const { asked, clock } = schedule;
  const now = clock.monotonic();
  for (const state of timeframes.map((timeframe) => stateOf(timeframe, schedule))) {
    if (isWanted(state, schedule) || now - state.polledAt <= ASKED_FOR_MS) continue;
    const refusal = refusalOf(state, schedule);
    if (refusal !== null) return refusal;
    if (state.backoffUntil > now) continue;
    state.scheduledAt = now;
    asked.add(state);
  }
  return null;
}

/** Makes a poll due that the user wants, which may skip the backoff after failures, and keeps the time that was promised. */
function scheduleNow(state: PollState, { clock }: PollSchedule): void {
  const now = clock.monotonic();
  const promised = Math.max(state.scheduledAt, state.backoffUntil);
  if (promised > now) state.promisedAt = Math.min(state.promisedAt, promised);
  state.scheduledAt = state.backoffUntil = now;
}

/** A load-balanced service can return an older snapshot for a while. It is ignored for this long, then accepted. */
const IGNORE_OLDER_FOR_MS = 5 * MINUTE_MS;

/** The polling state of one timeframe, kept while it is not polled. Times are monotonic, in milliseconds. */
export interface PollState {
  readonly timeframe: Timeframe;
  lastSnapshot: Snapshot | null;
  /** The newest time of a snapshot, in milliseconds since 1970: the last one may have none. */
  newestAsOf: number;
  /** Consecutive failures. */
  failures: number;
  /** When the last poll started. */
  polledAt: number;
  /** When the next poll is scheduled; the poll limiter may delay it. */
  scheduledAt: number;
  /** End of the backoff after a failure. */
  backoffUntil: number;
  /** When the next poll was due before the user asked for one: if that returns nothing new, the next is not later. */
  promisedAt: number;
  /** The delay after the last response, in milliseconds; none after a failure. */
  delay: number;
  /** When the last snapshot with a time was received. */
  lastNewAt: number;
}

function createPollState(timeframe: Timeframe, now: number): PollState {
  return {
    timeframe,
    lastSnapshot: null,
    newestAsOf: Number.NEGATIVE_INFINITY,
    failures: 0,
    polledAt: Number.NEGATIVE_INFINITY,
    scheduledAt: now,
    backoffUntil: Number.NEGATIVE_INFINITY,
    promisedAt: Number.POSITIVE_INFINITY,
    delay: Number.POSITIVE_INFINITY,
    lastNewAt: Number.NEGATIVE_INFINITY,
  };
}

/** Records a successful poll. `delay` is the time to the next one, in milliseconds. */
export function afterResponse(
  state: PollState,
  { snapshot, isSimulated, isRecorded }: Pick<SnapshotResponse, 'snapshot' | 'isSimulated' | 'isRecorded'>,
  { now, delay }: { readonly now: number; readonly delay: number },
): PollEvent {
  const { timeframe, lastSnapshot: previous } = state;
  const promised = takePromise(state);
  state.failures = 0;
  state.backoffUntil = now;
  state.delay = delay;
  state.scheduledAt = now + delay;
  if (!isNewSnapshot(state, snapshot, now)) {
    state.scheduledAt = Math.min(state.scheduledAt, promised);
    return { type: 'unchanged', timeframe };
  }
  state.lastSnapshot = snapshot;
  if (snapshot.asOfMilliseconds !== null) {
    state.newestAsOf = snapshot.asOfMilliseconds;
    state.lastNewAt = now;
  }
  return { type: 'snapshot', timeframe, snapshot, isSimulated, isRecorded, diff: diffOf(previous, snapshot) };
}

/** Records a failed poll, after which the service wants none until `backoffUntil`; a rate limit outweighs what was promised. */
export function afterFailure(
  state: PollState,
  backoffUntil: number,
  { isLimited }: { readonly isLimited: boolean },
): void {
  const promised = takePromise(state);
  state.failures++;
  state.delay = Number.POSITIVE_INFINITY;
  state.backoffUntil = isLimited ? backoffUntil : Math.min(backoffUntil, promised);
}

function takePromise(state: PollState): number {
  const { promisedAt } = state;
  state.promisedAt = Number.POSITIVE_INFINITY;
  return promisedAt;
}

/** True if a snapshot differs from the last one and is not older. The service names each snapshot by its `asOf`. */
function isNewSnapshot(
  { lastSnapshot: last, newestAsOf, lastNewAt }: PollState,
  snapshot: Snapshot,
  now: number,
): boolean {
  if (last === null) return true;
  if (snapshot.asOf === null && last.asOf === null) return !isEqualContent(snapshot, last);
  if (snapshot.asOf === last.asOf) return false;
  const { asOfMilliseconds: time } = snapshot;
  const isOlder = time !== null && time < newestAsOf;
  return !isOlder || now - lastNewAt > IGNORE_OLDER_FOR_MS;
}

function isEqualContent(a: Snapshot, b: Snapshot): boolean {
  return JSON.stringify(a.raw) === JSON.stringify(b.raw);
}

/** Blocks polls of all timeframes, because the service limits requests per key. */
export function blockAll(milliseconds: number, schedule: PollSchedule): void {
  schedule.blockedUntil = Math.max(schedule.blockedUntil, schedule.clock.monotonic() + milliseconds);
}

/**
 * Polls of a timeframe are at least the minimum gap apart, or as far as their delay is, and respect rate limits, whether a poll
 * is scheduled, requested by a key press, or due after a sleep. By the monotonic clock only: setting the time shortens no wait.
 */
function allowedAt(
  { polledAt, delay }: PollState,
  { blockedUntil, minGapMilliseconds }: PollSchedule,
): number {
  return Math.max(blockedUntil, polledAt + Math.min(minGapMilliseconds, delay));
}

/** Why the user may not poll a timeframe now; null if they may. A manual poll may skip the backoff after failures. */
function refusalOf(state: PollState, schedule: PollSchedule): PollRefusal | null {
  const { blockedUntil, clock } = schedule;
  const now = clock.monotonic();
  if (blockedUntil > now) return { type: 'waiting', seconds: Math.ceil((blockedUntil - now) / SECOND_MS) };
  if (allowedAt(state, schedule) <= now) return null;
  return { type: 'recent', secondsAgo: Math.floor((now - state.polledAt) / SECOND_MS) };
}

/** Why the feed does not poll a timeframe now, although the user requested it. */
export type PollRefusal =
  | { readonly type: 'paused' }
  /** A poll of the timeframe is in progress. */
  | { readonly type: 'polling' }
  /** The last poll started too recently. */
  | { readonly type: 'recent'; readonly secondsAgo: number }
  /** The service reported a rate limit, which ends in this many seconds. */
  | { readonly type: 'waiting'; readonly seconds: number }
  /** The feed does not poll the timeframe, or not yet. */
  | { readonly type: 'notPolled' }
  /** The feed plays a recording. */
  | { readonly type: 'replay' };

/** A few words for the footer of the pane. */
export function describeRefusal(refusal: PollRefusal): string {
  switch (refusal.type) {
    case 'paused':
      return 'paused; press space to resume';
    case 'polling':
      return 'polling now';
    case 'recent':
      return refusal.secondsAgo === 0 ? 'polled just now' : `polled ${refusal.secondsAgo} s ago`;
    case 'waiting':
      return `the service allows no poll for ${refusal.seconds} s`;
    case 'notPolled':
      return 'not polled yet';
    case 'replay':
      return 'a replay does not poll';
  }
}
