import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AuthError,
  type BoardsError,
  NetworkError,
  RateLimitedError,
  UnavailableError,
} from '../../src/errors.ts';
import { TIMEFRAMES, type Timeframe } from '../../src/market/catalogue.ts';
import {
  createSchedule,
  dueAt,
  firstDue,
  next,
  refusalOf,
  type Schedule,
  type ScheduleEvent,
} from '../../src/watch/schedule.ts';

type Pace = Parameters<typeof createSchedule>[0];
const REMOTE: Pace = { intervalSeconds: 60, isIntervalFixed: false, isLoopback: false };
const LOOPBACK: Pace = { ...REMOTE, isLoopback: true };
const FIXED: Pace = { ...REMOTE, isIntervalFixed: true };

const NETWORK = new NetworkError('gone');
const UNAVAILABLE = new UnavailableError('rebuilding', { status: 503 });
const REFUSED = new AuthError('revoked');
const limited = (retryAfterSeconds: number) => new RateLimitedError('slow down', { retryAfterSeconds });

/** What a poll brings: an error, or the time of a snapshot, and whether the service made a copy of it. */
type Outcome =
  | BoardsError
  | { readonly time: number; readonly isCopied?: boolean; readonly isClosed?: boolean };

/** What happens from outside, in milliseconds after the start. */
type Step = readonly [at: number, event: ScheduleEvent];

interface Poll {
  readonly timeframe: Timeframe;
  readonly at: number;
  /** When its response came. */
  readonly until: number;
  readonly outcome: Outcome;
  readonly before: Schedule;
  readonly after: Schedule;
}

interface Scene {
  readonly pace?: Pace;
  readonly timeframes?: ReadonlyArray<Timeframe>;
  readonly steps?: ReadonlyArray<Step>;
  readonly seconds: number;
  /** The outcome of a poll that starts then; by default, the service builds each minute. */
  readonly respond?: (at: number, index: number, timeframe: Timeframe) => Outcome;
  readonly latency?: (index: number) => number;
}

const everyMinute = (at: number) => ({ time: Math.floor(at / 60_000) * 60_000 });

/** Runs a schedule in simulated time. Requests of polls are events only where they are granted, as in the feed. */
function run({ pace = REMOTE, timeframes = ['day'], steps = [], seconds, ...service }: Scene) {
  const { respond = everyMinute, latency = () => 0 } = service;
  const polls: Array<Poll> = [];
  const newest = new Map<Timeframe, number>();
  const left = [...steps];
  let state = createSchedule(pace, timeframes);
  const applyUntil = (time: number) => {
    for (let step = left[0]; step !== undefined && step[0] <= time; step = left[0]) {
      left.shift();
      const [at, event] = step;
      if (event.type === 'request' && refusalOf(state, event.timeframe, at) !== null) continue;
      // The feed looks at the clocks between polls.
      if (event.type === 'jump' && state.inFlight !== null) continue;
      state = next(state, event, at);
      if (state.inFlight !== null) expect(dueAt(state, state.inFlight)).toBe(Infinity);
    }
  };
  for (let now = 0; ; ) {
    const timeframe = firstDue(state);
    const at = timeframe === undefined ? Infinity : Math.max(now, dueAt(state, timeframe));
    const stepAt = left[0]?.[0] ?? Infinity;
    if (Math.min(at, stepAt) >= seconds * 1000) return { polls, state };
    if (timeframe === undefined || stepAt <= at) {
      now = Math.max(now, stepAt);
      applyUntil(stepAt);
      continue;
    }
    const before = state;
    const outcome = respond(at, polls.length, timeframe);
    const until = at + latency(polls.length);
    state = next(state, { type: 'poll', timeframe }, at);
    applyUntil(until);
    state = next(state, responseEvent(timeframe, outcome, at), until);
    polls.push({ timeframe, at, until, outcome, before, after: state });
    now = until;
  }

  function responseEvent(timeframe: Timeframe, outcome: Outcome, at: number): ScheduleEvent {
    if (outcome instanceof Error) return { type: 'failure', timeframe, error: outcome, chance: 0 };
    const { time, isCopied = false, isClosed = false } = outcome;
    const isNew = newest.get(timeframe) !== time;
    newest.set(timeframe, time);
    const age = isClosed ? null : at - time;
    return { type: 'snapshot', timeframe, isNew, time, age, isCopied };
  }
}

const secondsOf = ({ polls }: ReturnType<typeof run>) => polls.map(({ at }) => at / 1000);
/** Outcomes of the first polls; later ones are those of a service that builds each minute. */
const first =
  (...outcomes: ReadonlyArray<Outcome>) =>
  (at: number, index: number) =>
    outcomes[index] ?? everyMinute(at);
const request = (seconds: number, timeframe: Timeframe = 'day'): Step => [
  seconds * 1000,
  { type: 'request', timeframe },
];
const event = (seconds: number, what: ScheduleEvent): Step => [seconds * 1000, what];

/** Builds at these seconds. */
const builtAt = (seconds: ReadonlyArray<number>) => (at: number) => ({
  time: 1000 * (seconds.findLast((each) => each * 1000 <= at) ?? 0),
});

describe('polls of one timeframe', () => {
  test.each<[string, Scene, ReadonlyArray<number>]>([
    ['come 2 s after the next build is due', { seconds: 200 }, [0, 62, 122, 182]],
    [
      'follow a shorter period from the second build on',
      { seconds: 210, respond: builtAt([0, 50, 100, 150, 200]) },
      [0, 62, 102, 152, 202],
    ],
    [
      'try once more after 5 s where the build was not there',
      { seconds: 220, respond: builtAt([0, 60, 123, 184]) },
      [0, 62, 122, 127, 188],
    ],
    [
      'and then every 30 s',
      { seconds: 260, respond: builtAt([0, 60]) },
      [0, 62, 122, 127, 157, 187, 217, 247],
    ],
    [
      'do not come while the service returns a copy of 45 s',
      { seconds: 210, respond: (at) => ({ time: at < 110_000 ? 0 : 110_000, isCopied: true }) },
      [0, 62, 108, 154, 200],
    ],
    [
      'leave out gaps that are half as long again as usual, which are interruptions',
      { seconds: 300, respond: builtAt([0, 50, 100, 150, 240, 290]) },
      [0, 62, 102, 152, 202, 207, 237, 267, 297],
    ],
    [
      'follow the longest of the last six gaps',
      { seconds: 530, respond: builtAt([0, 50, 100, 170, 220, 270, 320, 370, 420, 470, 520]) },
      [0, 62, 102, 152, 157, 187, 242, 292, 342, 392, 442, 492, 522],
    ],
    [
      'leave out the longer one of two gaps if it is an interruption',
      { seconds: 200, respond: builtAt([0, 50, 130, 180]) },
      [0, 62, 102, 107, 137, 182],
    ],
    [
      'follow a gap of one and a half intervals',
      { seconds: 200, respond: builtAt([0, 90, 180]) },
      [0, 62, 67, 97, 182],
    ],
    [
      'leave out a gap that is longer',
      { seconds: 200, respond: builtAt([0, 90.1, 180]) },
      [0, 62, 67, 97, 152.1, 157.1, 187.1],
    ],
    [
      'are never planned within 30 s of the last one',
      {
        seconds: 100,
        steps: [request(20)],
        respond: builtAt(Array.from({ length: 20 }, (_, index) => index * 10)),
      },
      [0, 20, 50, 82],
    ],
    [
      'follow a service on loopback down to a second',
      { pace: LOOPBACK, seconds: 6, respond: (at) => ({ time: Math.floor(at / 1000) * 1000 }) },
      [0, 1, 2, 3, 4, 5],
    ],
    [
      'learn no gap from builds that were missed during a rate limit',
      {
        pace: LOOPBACK,
        seconds: 72,
        respond: (at, index) => (index === 1 ? limited(60) : { time: Math.floor(at / 5000) * 5000 }),
      },
      [0, 1, 61, 62, 63.3, 65.445, 67.75, 70.5],
    ],
    ['come with the interval that is set', { pace: FIXED, seconds: 200 }, [0, 60, 120, 180]],
    [
      'and with the usual one while the market is closed',
      { seconds: 200, respond: () => ({ time: 0, isClosed: true }) },
      [0, 60, 120, 180],
    ],
    [
      'are tried again after 5, 10, 20, then 30 s while nothing is shown',
      { seconds: 130, respond: () => NETWORK },
      [0, 5, 15, 35, 65, 95, 125],
    ],
    ['also after a 503', { seconds: 40, respond: () => UNAVAILABLE }, [0, 5, 15, 35]],
    [
      'and later after 30 s, then 60 s',
      { pace: FIXED, seconds: 300, respond: first({ time: 0 }, NETWORK, UNAVAILABLE, NETWORK) },
      [0, 60, 90, 150, 210, 270],
    ],
    ['on loopback as well', { pace: LOOPBACK, seconds: 40, respond: () => UNAVAILABLE }, [0, 5, 15, 35]],
    ['wait as long as a 429 says', { pace: FIXED, seconds: 150, respond: first(limited(80)) }, [0, 80, 140]],
    ['end when the service refuses the key', { seconds: 900, respond: first({ time: 0 }, REFUSED) }, [0, 62]],
    [
      'until the user requests one, which may be refused again',
      { seconds: 900, respond: first({ time: 0 }, REFUSED, REFUSED), steps: [request(100), request(200)] },
      [0, 62, 100, 200, 242, 302, 362, 422, 482, 542, 602, 662, 722, 782, 842],
    ],
  ])('%s', (_, scene, seconds) => {
    expect(secondsOf(run(scene))).toEqual(seconds);
  });

  test.each<[string, Scene, ReadonlyArray<number>]>([
    ['at once', { seconds: 100, steps: [request(20)] }, [0, 20, 62]],
    ['not while one is in progress', { seconds: 60, steps: [request(8)], latency: () => 10_000 }, [0]],
    ['not within 5 s', { seconds: 60, steps: [request(4.9), request(30), request(34)] }, [0, 30]],
    [
      'and one that fails does not delay the next one',
      { pace: FIXED, seconds: 100, steps: [request(45)], respond: first({ time: 0 }, NETWORK) },
      [0, 45, 60],
    ],
    [
      'during a backoff',
      { pace: FIXED, seconds: 100, steps: [request(70)], respond: first({ time: 0 }, NETWORK, NETWORK) },
      [0, 60, 70, 90],
    ],
    ['not during a rate limit', { seconds: 81, steps: [request(20)], respond: first(limited(80)) }, [0, 80]],
    [
      'not while paused',
      { seconds: 80, steps: [event(10, { type: 'pause', isPaused: true }), request(20)] },
      [0],
    ],
  ])('on request, %s', (_, scene, seconds) => {
    expect(secondsOf(run(scene))).toEqual(seconds);
  });

  test.each<[string, Scene, number, string | null]>([
    ['a poll that just came', { seconds: 0.5 }, 0.5, 'too soon: polled just now'],
    ['a poll 1 s ago', { seconds: 1 }, 1, 'too soon: polled 1 s ago'],
    ['a poll 4 s ago', { seconds: 4 }, 4.2, 'too soon: polled 4 s ago'],
    [
      'a limit',
      { seconds: 10, respond: () => limited(80) },
      10,
      'rate limited; the next poll is possible in 70 s',
    ],
    [
      'the rest of a second of a limit',
      { seconds: 10, respond: () => limited(80) },
      78.5,
      'rate limited; the next poll is possible in 2 s',
    ],
    ['a limit that has just ended', { seconds: 10, respond: () => limited(80) }, 80, null],
    ['a poll 5 s ago', { seconds: 5 }, 5, null],
    [
      'a pause',
      { seconds: 10, steps: [event(9, { type: 'pause', isPaused: true })] },
      10,
      'paused; press space to resume',
    ],
    ['nothing', { seconds: 10 }, 10, null],
    ['a refused key', { seconds: 10, respond: () => REFUSED }, 10, null],
  ])('%s is the reason why there is no poll on request', (_, scene, seconds, reason) => {
    expect(refusalOf(run(scene).state, 'day', seconds * 1000)).toBe(reason);
    expect(refusalOf(run(scene).state, 'swing', seconds * 1000)).toBe('this timeframe is not polled yet');
  });
});

describe('polls of several timeframes', () => {
  const timeframes = ['day', 'swing'] as const;

  test('wait together for a rate limit, which is one of the key', () => {
    const respond = (at: number, index: number) => (index === 1 ? limited(200) : everyMinute(at));
    const { polls } = run({ timeframes, seconds: 210, respond });
    expect(polls.map(({ timeframe, at }) => [timeframe, at / 1000])).toEqual([
      ['day', 0],
      ['swing', 0],
      ['day', 200],
      ['swing', 200],
    ]);
  });

  test('end together when the key is refused, and begin again together', () => {
    const respond = (at: number, index: number) => (index === 2 ? REFUSED : everyMinute(at));
    const { polls } = run({ timeframes, seconds: 310, steps: [request(300, 'swing')], respond });
    expect(polls.map(({ timeframe, at }) => [timeframe, at / 1000]).slice(2)).toEqual([
      ['day', 62],
      ['swing', 300],
      ['day', 300],
    ]);
  });

  test('begin 0.3 s after a timeframe is added, so that only the last of many is polled', () => {
    const added = Array.from({ length: 20 }, (_, index): Step => {
      const other = TIMEFRAMES[index % 5] ?? 'day';
      return event(10 + index / 10, { type: 'follow', timeframes: [other] });
    });
    const { polls } = run({ seconds: 20, steps: added });
    expect(polls.map(({ timeframe, at }) => [timeframe, at / 1000])).toEqual([
      ['day', 0],
      ['investing', 12.2],
    ]);
  });

  test('include one without a snapshot while paused', () => {
    const steps = [
      event(10, { type: 'pause', isPaused: true }),
      event(20, { type: 'follow', timeframes: ['day', 'swing'] }),
    ];
    const { polls } = run({ seconds: 300, steps });
    expect(polls.map(({ timeframe, at }) => [timeframe, at / 1000])).toEqual([
      ['day', 0],
      ['swing', 20.3],
    ]);
  });
});

/** Of sums of times, in milliseconds. */
const ROUNDING = 0.001;

const timeframe = fc.constantFrom(...TIMEFRAMES);
const someTimeframes = fc.uniqueArray(timeframe, { minLength: 1, maxLength: 5 });

const outsideEvent: fc.Arbitrary<ScheduleEvent> = fc.oneof(
  fc.record({ type: fc.constant('request' as const), timeframe }),
  fc.record({ type: fc.constant('follow' as const), timeframes: someTimeframes }),
  fc.record({ type: fc.constant('pause' as const), isPaused: fc.boolean() }),
  fc.record({ type: fc.constant('jump' as const) }),
);
const steps = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 240_000 }), outsideEvent), { maxLength: 60 })
  .map((all) => all.toSorted(([one], [other]) => one - other));
const outcome = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.constantFrom(NETWORK, UNAVAILABLE),
  fc.constantFrom(1, 7, 20, 40).map(limited),
);

test('in 600 random scenes, gaps, limits and backoffs are kept, and a request never delays a poll', () => {
  const scene = fc.record({
    pace: fc.constantFrom(REMOTE, LOOPBACK, FIXED),
    timeframes: someTimeframes,
    steps,
    outcomes: fc.array(fc.tuple(outcome, fc.nat(10_000)), { maxLength: 20 }),
    periodSeconds: fc.constantFrom(1, 5, 50, 60, 75),
  });
  const check = fc.property(scene, ({ outcomes, periodSeconds, ...rest }) => {
    const period = periodSeconds * 1000;
    const { polls } = run({
      ...rest,
      seconds: 300,
      respond: (at, index) => outcomes[index]?.[0] ?? { time: Math.floor(at / period) * period },
      latency: (index) => outcomes[index]?.[1] ?? 50,
    });
    const { isLoopback } = rest.pace;
    for (const [index, { timeframe, at, until, outcome, before, after }] of polls.entries()) {
      const later = polls.slice(index + 1);
      const same = later.find((poll) => poll.timeframe === timeframe);
      const [planned, plannedThen] = [before, after].map(({ polls }) => polls[timeframe]);
      expect((same?.at ?? Infinity) - at).toBeGreaterThan((isLoopback ? 1000 : 5000) - ROUNDING);
      if (outcome instanceof RateLimitedError) {
        const allowedAt = until + 1000 * (outcome.retryAfterSeconds ?? 0);
        expect(later.filter((poll) => poll.at < allowedAt)).toEqual([]);
        continue;
      }
      const isRequested =
        planned?.isRequested === true || same?.before.polls[timeframe]?.isRequested === true;
      const backoff = planned?.hasSnapshot === true ? 30_000 : 5000;
      if (outcome instanceof Error && !isRequested)
        expect((same?.at ?? Infinity) - until).toBeGreaterThan(backoff - ROUNDING);
      if (planned !== undefined && planned.dueAt > at && plannedThen?.newest === planned.newest)
        expect(plannedThen.dueAt).toBeLessThanOrEqual(planned.dueAt);
    }
  });
  fc.assert(check, { numRuns: 600 });
});

test('after a sleep or a clock change, each timeframe is polled exactly once', () => {
  const check = fc.property(someTimeframes, fc.integer({ min: 6, max: 40 }), (timeframes, seconds) => {
    const jump = event(seconds, { type: 'jump' });
    const { polls } = run({ timeframes, steps: [jump], seconds: seconds + 15 });
    expect(polls.filter(({ at }) => at >= seconds * 1000).map((poll) => poll.timeframe)).toEqual(timeframes);
  });
  fc.assert(check, { numRuns: 100 });
});

interface Service {
  readonly pace?: Pace;
  readonly periodSeconds: number;
  /** The most by which a gap between builds is longer or shorter. */
  readonly noiseSeconds: number;
  /** For how long the service returns a response again; 0: no cache. */
  readonly cachedSeconds?: number;
  readonly minutes: number;
}

/** Follows a service whose builds come at random times, once for each seed, with first builds of all ages. */
function follow(
  { pace = REMOTE, periodSeconds, noiseSeconds, cachedSeconds = 0, minutes }: Service,
  runs = 200,
) {
  const all = Array.from({ length: runs }, (_, index) => {
    const chance = createChance(index + 1);
    const builds = [(-index / runs) * periodSeconds * 1000];
    for (let last = builds[0] ?? 0; last < minutes * 60_000; ) {
      last += (periodSeconds + (2 * chance() - 1) * noiseSeconds) * 1000;
      builds.push(last);
    }
    let copy = { at: -Infinity, time: 0 };
    const respond = (at: number) => {
      const isCopied = cachedSeconds > 0 && at - copy.at >= cachedSeconds * 1000;
      if (cachedSeconds === 0 || isCopied) copy = { at, time: builds.findLast((build) => build <= at) ?? 0 };
      return { time: copy.time, isCopied };
    };
    const { polls } = run({ pace, seconds: minutes * 60, respond });
    const shown = new Map<number, number>();
    for (const { outcome, at } of polls)
      if (!(outcome instanceof Error) && !shown.has(outcome.time)) shown.set(outcome.time, at);
    const times = [...shown.keys()];
    const skipped = builds.filter(
      (build) => build > (times[0] ?? 0) && build < (times.at(-1) ?? 0) && !shown.has(build),
    );
    const ages = [...shown].map(([time, at]) => (at - time) / 1000);
    return { ages, skipped: skipped.length, polls: polls.length };
  });
  const sorted = all.flatMap(({ ages }) => ages).sort((one, other) => one - other);
  const ageAt = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  const mean = (count: (one: (typeof all)[number]) => number) =>
    all.reduce((sum, one) => sum + count(one), 0) / runs;
  return {
    medianAge: ageAt(0.5),
    mostAge: ageAt(0.95),
    pollsPerMinute: mean(({ polls }) => polls / minutes),
    skipped: mean(({ skipped }) => skipped),
  };
}

/** A repeatable stream of numbers in [0, 1). */
function createChance(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('in 200 runs of an hour', () => {
  test('builds every 50 ± 2 s are shown after 4 s in the median, 7 s in 95 of 100, with few polls, none skipped', () => {
    const { medianAge, mostAge, pollsPerMinute, skipped } = follow({
      periodSeconds: 50,
      noiseSeconds: 2,
      minutes: 60,
    });
    expect(medianAge).toBeLessThan(4);
    expect(mostAge).toBeLessThan(7);
    expect(pollsPerMinute).toBeLessThan(1.25);
    expect(skipped).toBe(0);
  });

  test.each([50, 55, 60, 65, 75])(
    'none of builds every %d ± 2 s behind a cache of 45 s is skipped',
    (periodSeconds) => {
      const service = { periodSeconds, noiseSeconds: 2, cachedSeconds: 45, minutes: 60 };
      const { medianAge, pollsPerMinute, skipped } = follow(service);
      expect(medianAge).toBeLessThan(5);
      expect(pollsPerMinute).toBeLessThan((1.05 * 60) / periodSeconds);
      expect(skipped).toBe(0);
    },
  );
});

test.each([2, 5, 10, 20, 30, 60])(
  'the sandbox on loopback is followed if it builds every %d s',
  (periodSeconds) => {
    const service = {
      pace: LOOPBACK,
      periodSeconds,
      noiseSeconds: 0,
      cachedSeconds: 0.75 * periodSeconds,
      minutes: 15,
    };
    const { medianAge, skipped } = follow(service, 40);
    expect(medianAge).toBeLessThanOrEqual(2.01);
    expect(skipped).toBeLessThan(2);
  },
);
