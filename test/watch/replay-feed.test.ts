import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/api/snapshot.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { TIMEFRAMES, type Timeframe } from '../../src/vocabulary.ts';
import type { FeedEvent } from '../../src/watch/feed-event.ts';
import { createReplayFeed, type ReplayFeedOptions } from '../../src/watch/replay-feed.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { snapshotResponseOf } from '../support/snapshots.ts';

const START = Date.UTC(2026, 5, 3, 14, 30);
const at = (minute: number) => START + minute * MINUTE_MS;

type Feed = ReturnType<typeof createReplayFeed>;
/** What to do with the feed, by the second after its start. */
type Script = Readonly<Record<number, (feed: Feed) => void>>;

interface Scene extends Partial<Omit<ReplayFeedOptions, 'recording' | 'clock' | 'signal'>> {
  /** The minutes of the snapshots of each timeframe. */
  readonly minutes?: Partial<Record<Timeframe, ReadonlyArray<number>>>;
  readonly script?: Script;
  readonly seconds?: number;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Runs a feed for some seconds and returns `12s day 3` for each snapshot: when it came, and of which minute it is. */
async function run({ minutes = { day: range(0, 10) }, script = {}, seconds = 20, ...options }: Scene) {
  const clock = createFakeClock(Date.UTC(2026, 10, 20));
  const ending = new AbortController();
  const opened: Array<string> = [];
  let closed = 0;
  const times = new Map(
    Object.entries(minutes).flatMap(([name, each]) => {
      const timeframe = TIMEFRAMES.find((known) => known === name);
      return timeframe === undefined ? [] : [[timeframe, each.map(at)] as const];
    }),
  );
  const feed = createReplayFeed({
    recording: {
      isSimulated: false,
      times,
      async *snapshots(timeframe, since): AsyncGenerator<Snapshot> {
        opened.push(`${timeframe} ${(since - START) / MINUTE_MS}`);
        try {
          for (const time of times.get(timeframe) ?? [])
            if (time >= since) yield snapshotResponseOf(time).snapshot;
        } finally {
          closed++;
        }
      },
    },
    timeframes: ['day'],
    from: START,
    isPaced: true,
    ...options,
    clock,
    signal: ending.signal,
  });
  const start = clock.monotonic();
  for (const [second, step] of Object.entries(script))
    void clock.sleep(Number(second) * 1000).then(() => step(feed));
  if (options.isPaced !== false) void clock.sleep(seconds * 1000).then(() => ending.abort());
  const events: Array<Exclude<FeedEvent, { type: 'tick' }>> = [];
  const shown: Array<string> = [];
  let ticks = 0;
  for await (const event of feed.events()) {
    if (event.type === 'tick') ticks++;
    if (event.type !== 'snapshot') continue;
    events.push(event);
    const second = Math.round((clock.monotonic() - start) / 100) / 10;
    shown.push(
      `${second}s ${event.timeframe} ${((event.snapshot.asOfMilliseconds ?? 0) - START) / MINUTE_MS}`,
    );
  }
  return { feed, events, shown, opened, ticks, closed: () => closed };
}

describe('a replay', () => {
  test('plays one snapshot a second, the first at once, and stays at its end', async () => {
    const { shown, feed, ticks, closed } = await run({ minutes: { day: range(0, 4) }, seconds: 10 });
    expect(shown).toEqual(['0s day 0', '1s day 1', '2s day 2', '3s day 3']);
    expect(feed.replay.isAtEnd()).toBe(true);
    expect(ticks).toBeGreaterThan(6);
    expect(closed()).toBe(1);
  });

  test('marks its snapshots as recorded, and knows the one before each', async () => {
    const { events } = await run({ minutes: { day: range(0, 3) } });
    const snapshots = events.flatMap((event) => (event.type === 'snapshot' ? [event] : []));
    expect(snapshots.map(({ isRecorded }) => isRecorded)).toEqual([true, true, true]);
    expect(snapshots.map(({ previous }) => previous?.asOfMilliseconds ?? null)).toEqual([null, at(0), at(1)]);
  });

  test('stops and plays on', async () => {
    const script: Script = { 1.5: (feed) => feed.setPaused(true), 5: (feed) => feed.setPaused(false) };
    const { shown } = await run({ script, seconds: 6.5 });
    expect(shown).toEqual(['0s day 0', '1s day 1', '5s day 2', '6s day 3']);
  });

  test('goes to its end at once, also while stopped, and draws some of what is between', async () => {
    const script: Script = {
      0.5: (feed) => feed.setPaused(true),
      2: (feed) => feed.replay.playTo(Number.POSITIVE_INFINITY),
    };
    const { shown, events } = await run({ minutes: { day: range(0, 100) }, script, seconds: 3 });
    expect(shown).toHaveLength(100);
    expect(shown.at(-1)).toBe('2s day 99');
    const drawn = events.filter((event) => event.type === 'snapshot' && event.isFollowed !== true);
    expect(drawn.at(-1)).toBe(events.at(-1));
    expect(drawn.length).toBeGreaterThan(4);
    expect(drawn.length).toBeLessThan(20);
  });

  test('says where it goes at once, also while stopped, until it is there', async () => {
    const goals: Array<number | null> = [];
    const note = (feed: Feed) => goals.push(feed.replay.goingTo());
    const script: Script = {
      1.5(feed) {
        note(feed);
        feed.setPaused(true);
        feed.replay.playTo(at(5));
        note(feed);
      },
      3(feed) {
        note(feed);
        feed.replay.playTo(Number.POSITIVE_INFINITY);
        note(feed);
      },
      5: note,
    };
    await run({ minutes: { day: range(0, 10) }, script, seconds: 6 });
    expect(goals).toEqual([null, at(5), null, Number.POSITIVE_INFINITY, null]);
  });

  test('plays one more when it is asked to, for each time', async () => {
    const script: Script = {
      0.5: (feed) => feed.setPaused(true),
      2: (feed) => {
        expect(feed.replay.playOne('day')).toBe(true);
        expect(feed.replay.playOne('day')).toBe(true);
      },
    };
    const { shown, feed } = await run({ minutes: { day: range(0, 3) }, script });
    expect(shown).toEqual(['0s day 0', '2s day 1', '2s day 2']);
    expect(feed.replay.playOne('day')).toBe(false);
  });

  test('fills memory with what is before its start, as much as fits', async () => {
    const { shown, opened } = await run({ minutes: { day: range(0, 1200) }, from: at(1100), seconds: 1.5 });
    expect(opened).toEqual(['day 140']);
    expect(shown[0]).toBe('0s day 140');
    expect(shown.slice(-3)).toEqual(['0s day 1099', '0s day 1100', '1s day 1101']);
  });

  test('merges timeframes by time; those of one time come together', async () => {
    const minutes = { day: [0, 1, 2], swing: [0, 1.5] };
    const { shown } = await run({ minutes, timeframes: ['day', 'swing'] });
    expect(shown).toEqual(['0s day 0', '0s swing 0', '1s day 1', '2s swing 1.5', '3s day 2']);
  });

  test('plays a timeframe that is shown later up to the others, at once', async () => {
    const minutes = { day: range(0, 5), swing: range(0, 5) };
    const script: Script = { 2.5: (feed) => feed.setTimeframes(['swing']) };
    const { shown } = await run({ minutes, script, seconds: 3.5 });
    expect(shown).toEqual([
      '0s day 0',
      '1s day 1',
      '2s day 2',
      '2.5s swing 0',
      '2.5s swing 1',
      '2.5s swing 2',
      '3s swing 3',
    ]);
  });

  test('its clock is that of the newest snapshot, and it knows the place of each', async () => {
    const { feed } = await run({ seconds: 3.5, from: at(2) });
    expect(feed.replay.now()).toBe(at(5));
    expect(feed.replay.placeOf('day', at(5))).toEqual({ position: 6, count: 10 });
    expect(feed.replay.endOf('day')).toBe(at(9));
    expect(feed.replay.endOf('swing')).toBeNull();
    expect(feed.millisecondsToNextPoll('day')).toBeNull();
  });

  test('before its first snapshot, its clock is at its start', () => {
    const feed = createReplayFeed({
      recording: { isSimulated: false, times: new Map(), async *snapshots() {} },
      timeframes: ['day'],
      from: at(7),
      isPaced: true,
      clock: createFakeClock(),
      signal: new AbortController().signal,
    });
    expect(feed.replay.now()).toBe(at(7));
    expect(feed.pollNow('day')).toEqual({ type: 'replay' });
    expect(feed.ask(['swing'])).toEqual({ type: 'replay' });
  });

  test('without a pace plays as fast as it reads, only from its start, and ends', async () => {
    const { shown, opened, closed } = await run({ isPaced: false, from: at(7) });
    expect(shown).toEqual(['0s day 7', '0s day 8', '0s day 9']);
    expect(opened).toEqual(['day 7']);
    expect(closed()).toBe(1);
  });
});
