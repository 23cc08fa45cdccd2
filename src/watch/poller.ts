import type { Clock, Context } from '../context.ts';
import { BoardsError, RateLimitedError } from '../errors.ts';
import { linkAbort } from '../lib/abort.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { SnapshotResponse } from '../service/client.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type LiveFeed, POLLING, type Received } from './feed.ts';
import {
  createSchedule,
  dueAt,
  firstDue,
  next,
  type Pace,
  refusalOf,
  type ScheduleEvent,
} from './schedule.ts';

/** The caller passes `fetch`, so that this directory needs no settings and no API client. */
export interface Polling extends Pace {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly fetch: (timeframe: Timeframe, signal: AbortSignal) => Promise<SnapshotResponse>;
  /** The timeout of `fetch`. A poll that takes longer means that the process was suspended. */
  readonly timeoutMilliseconds: number;
}

interface Newest {
  readonly snapshot: Snapshot;
  /** Milliseconds since 1970, from the newest snapshot that has a time. */
  readonly time: number;
  /** Monotonic milliseconds when the last snapshot with a time was received. */
  readonly at: number;
}

const TICK_MS = SECOND_MS;
/** A load-balanced service can return an older snapshot, which is ignored for this long. */
const IGNORE_OLDER_FOR_MS = 5 * MINUTE_MS;
/** A wait that takes this much longer means that the computer slept or a clock was set. */
const JUMP_MS = 1500;
/** The Date header may lag this much behind, because of latency and its whole seconds. */
const IN_STEP_MS = 1500;

export function createPoller(
  polling: Polling,
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  signal: AbortSignal,
): LiveFeed {
  const newest = new Map<Timeframe, Newest>();
  let schedule = createSchedule(polling, polling.timeframes);
  let work = linkAbort(signal);
  const apply = (event: ScheduleEvent) => {
    schedule = next(schedule, event, clock.monotonic());
  };

  async function* events(): AsyncGenerator<Received, void> {
    while (!signal.aborted) {
      const timeframe = firstDue(schedule);
      const due = timeframe === undefined ? Infinity : dueAt(schedule, timeframe);
      const rest = Math.max(0, Math.min(TICK_MS, due - clock.monotonic()));
      const hasJumped = watchClocks(clock, rest > 0 ? rest : polling.timeoutMilliseconds);
      if (work.signal.aborted) work = linkAbort(signal);
      const event = timeframe === undefined || rest > 0 ? await wait(rest) : await poll(timeframe);
      if (hasJumped()) apply({ type: 'jump' });
      if (event !== null) yield event;
    }
  }

  async function wait(milliseconds: number): Promise<Received> {
    await clock.sleep(milliseconds, work.signal).catch(() => null);
    return { type: 'tick' };
  }

  async function poll(timeframe: Timeframe): Promise<Received | null> {
    const { signal: aborted } = work;
    const startedAt = clock.monotonic();
    apply({ type: 'poll', timeframe });
    try {
      return onResponse(timeframe, await polling.fetch(timeframe, aborted));
    } catch (error) {
      const hasSlept = clock.monotonic() - startedAt > polling.timeoutMilliseconds + JUMP_MS;
      // A dropped request is not a failure of the service, but its rate limit still applies.
      const isDropped = aborted.aborted || (hasSlept && isNetworkError(error));
      if (isDropped && !(error instanceof RateLimitedError)) {
        apply({ type: 'drop' });
        return null;
      }
      if (!(error instanceof BoardsError)) throw error;
      const failure = onError(timeframe, error);
      return isDropped ? null : failure;
    }
  }

  function onResponse(timeframe: Timeframe, response: SnapshotResponse): Received {
    const { snapshot, isSimulated, cache } = response;
    const before = newest.get(timeframe);
    const now = clock.monotonic();
    const isNew = before === undefined || isNewer(snapshot, before, now);
    const age = ageOf(response, clock.now());
    apply({ type: 'snapshot', timeframe, isNew, time: snapshot.time, age, isCopied: cache === 'MISS' });
    if (!isNew) return { type: 'unchanged', timeframe };
    const dated = snapshot.time === null ? before : { time: snapshot.time, at: now };
    newest.set(timeframe, { time: -Infinity, at: -Infinity, ...dated, snapshot });
    const isFirst = before === undefined;
    return { type: 'snapshot', timeframe, snapshot, isSimulated, isRecorded: false, isFirst };
  }

  function onError(timeframe: Timeframe, error: BoardsError): Received {
    const before = schedule;
    apply({ type: 'failure', timeframe, error, chance: random() });
    const isDelayed = (each: Timeframe) => each !== timeframe && dueAt(schedule, each) > dueAt(before, each);
    return { type: 'failure', timeframe, error, delayed: schedule.timeframes.filter(isDelayed) };
  }

  /** Ends a wait, or a poll of a timeframe that is no longer polled. */
  function change(event: ScheduleEvent): void {
    apply(event);
    const { inFlight, timeframes } = schedule;
    if (inFlight === null || !timeframes.includes(inFlight)) work.abort();
  }

  return {
    events,
    setTimeframes: (timeframes) => change({ type: 'follow', timeframes }),
    setPaused: (isPaused) => change({ type: 'pause', isPaused }),
    requestNext(timeframe) {
      const refusal = refusalOf(schedule, timeframe, clock.monotonic());
      if (refusal === null) change({ type: 'request', timeframe });
      return refusal ?? POLLING;
    },
    millisecondsToNextPoll(timeframe) {
      const due = dueAt(schedule, timeframe);
      return due === Infinity ? null : Math.max(0, due - clock.monotonic());
    },
  };
}

function isNetworkError(error: unknown): boolean {
  return error instanceof BoardsError && error.code === 'network';
}

/** The service identifies each snapshot by its `asOf`. */
function isNewer(snapshot: Snapshot, { snapshot: last, time, at }: Newest, now: number): boolean {
  if (snapshot.asOf === null && last.asOf === null)
    return JSON.stringify(snapshot.raw) !== JSON.stringify(last.raw);
  if (snapshot.asOf === last.asOf) return false;
  const isOlder = (snapshot.time ?? time) < time;
  return !isOlder || now - at > IGNORE_OLDER_FOR_MS;
}

/** Returns the age at the start of the poll, by the service's clock; null if it predicts nothing. */
function ageOf({ snapshot, serverTime, milliseconds }: SnapshotResponse, now: number): number | null {
  // A closed market has no builds to follow.
  if (snapshot.time === null || snapshot.session === 'closed') return null;
  const difference = now - (serverTime ?? now);
  const isInStep = difference >= 0 && difference <= IN_STEP_MS;
  // The header has whole seconds, so it is half a second behind on average.
  const serviceNow = serverTime === null || isInStep ? now : serverTime + SECOND_MS / 2;
  return Math.max(0, serviceNow - snapshot.time) - milliseconds;
}

/** Returns a function that detects a sleep or a clock change since this call. */
function watchClocks(clock: Clock, mostMilliseconds: number): () => boolean {
  const [wall, monotonic] = [clock.now(), clock.monotonic()];
  return () => {
    const elapsed = clock.monotonic() - monotonic;
    return elapsed > mostMilliseconds + JUMP_MS || Math.abs(clock.now() - wall - elapsed) > JUMP_MS;
  };
}
