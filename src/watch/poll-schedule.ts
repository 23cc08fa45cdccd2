import type { Clock } from '../context.ts';
import { SECOND_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import { createPollLimiter, type PollLimiter } from './poll-limiter.ts';
import type { PollRefusal } from './poll-refusal.ts';
import { createPollState, type PollState } from './poll-state.ts';

/** Delay before a newly shown timeframe is polled, so that pressing Tab repeatedly polls only the last one. */
const TIMEFRAME_CHANGE_DELAY_MS = 300;

/** Which timeframe is polled next, and when. Times are monotonic, in milliseconds. */
export interface PollSchedule {
  readonly clock: Clock;
  readonly limiter: PollLimiter;
  /** Every timeframe that was ever polled. */
  readonly states: Map<Timeframe, PollState>;
  polled: ReadonlyArray<PollState>;
  /** Timeframes that are not polled, but will be once, because the user asked for them. */
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
    limiter: createPollLimiter(minGapMilliseconds, clock),
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

/** While paused, only timeframes without a snapshot are polled, and those that the user asks for. */
export function nextToPoll(schedule: PollSchedule): PollState | undefined {
  const { polled, asked, isPaused } = schedule;
  const candidates = isPaused ? polled.filter(({ lastSnapshot }) => lastSnapshot === null) : polled;
  return [...candidates, ...asked].sort((a, b) => nextPollAt(a, schedule) - nextPollAt(b, schedule))[0];
}

export function timeToNextPoll(state: PollState, schedule: PollSchedule): number {
  return Math.max(0, nextPollAt(state, schedule) - schedule.clock.monotonic());
}

/** As long as the user has asked for timeframes, all polls are at least a second apart. */
function nextPollAt(state: PollState, { limiter, asked, requestedAt }: PollSchedule): number {
  const at = limiter.nextPollAt(state);
  return asked.size > 0 ? Math.max(at, requestedAt + SECOND_MS) : at;
}

/** The polled timeframes that are scheduled before a time. */
export function dueBefore(time: number, { polled }: PollSchedule): ReadonlyArray<PollState> {
  return polled.filter(({ scheduledAt }) => scheduledAt < time);
}

export function isWanted(state: PollState, { polled, asked }: PollSchedule): boolean {
  return polled.includes(state) || asked.has(state);
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
  const refusal = schedule.limiter.refusal(state);
  if (refusal === null) scheduleNow(state, schedule);
  return refusal;
}

/** Schedules one poll of each timeframe that is not polled. Returns null, or why none of them is. */
export function askFor(timeframes: ReadonlyArray<Timeframe>, schedule: PollSchedule): PollRefusal | null {
  const { asked, limiter } = schedule;
  let refusal: PollRefusal | null = { type: 'polling' };
  for (const state of timeframes.map((timeframe) => stateOf(timeframe, schedule))) {
    if (isWanted(state, schedule)) continue;
    const refused = limiter.refusal(state);
    if (refused === null) {
      asked.add(state);
      scheduleNow(state, schedule);
    }
    refusal = refusal === null ? null : refused;
  }
  return refusal;
}

/** Makes a poll due that the user wants, which may skip the backoff after failures. */
function scheduleNow(state: PollState, { clock }: PollSchedule): void {
  state.scheduledAt = clock.monotonic();
  state.backoffUntil = state.scheduledAt;
}
