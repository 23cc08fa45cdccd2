import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/time.ts';
import { TIMEFRAMES, type Timeframe } from '../../src/vocabulary.ts';
import { createPlayer, type PlayerOptions } from '../../src/watch/player.ts';
import type { Feed, Player, Received } from '../../src/watch/source.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { snapshotResponseOf } from '../support/snapshots.ts';

const START = Date.UTC(2026, 5, 3, 14, 30);
const at = (minute: number) => START + minute * MINUTE_MS;

/** What to do with the player, by the second after its start. */
type Script = Readonly<Record<number, (player: Feed & Player) => void>>;

interface Scene extends Partial<Omit<PlayerOptions, 'recording' | 'clock' | 'signal'>> {
  /** The minutes of the snapshots of each timeframe. */
  readonly minutes?: Partial<Record<Timeframe, ReadonlyArray<number>>>;
  /** The minutes of those that cannot be read. */
  readonly bad?: ReadonlyArray<number>;
  readonly script?: Script;
  readonly seconds?: number;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Plays for some seconds and returns `12s day 3` for each snapshot: when it came, and of which minute it is. */
async function run({
  minutes = { day: range(0, 10) },
  bad = [],
  script = {},
  seconds = 20,
  ...options
}: Scene) {
  const clock = createFakeClock(Date.UTC(2026, 10, 20));
  const ending = new AbortController();
  const read: Array<string> = [];
  const times = new Map(
    Object.entries(minutes).flatMap(([name, each]) => {
      const timeframe = TIMEFRAMES.find((known) => known === name);
      return timeframe === undefined ? [] : [[timeframe, each.map(at)] as const];
    }),
  );
  const feed = createPlayer({
    recording: {
      isSimulated: false,
      times,
      async read(timeframe, time) {
        read.push(`${timeframe} ${(time - START) / MINUTE_MS}`);
        return bad.includes((time - START) / MINUTE_MS) ? null : snapshotResponseOf(time).snapshot;
      },
      close: () => undefined,
    },
    timeframes: ['day'],
    from: START,
    isAtOnce: false,
    ...options,
    clock,
    signal: ending.signal,
  });
  const player = { ...feed, ...feed.player };
  const start = clock.monotonic();
  for (const [second, step] of Object.entries(script))
    void clock.sleep(Number(second) * 1000).then(() => step(player));
  void clock.sleep(seconds * 1000).then(() => ending.abort());
  const events: Array<Exclude<Received, { type: 'tick' }>> = [];
  const shown: Array<string> = [];
  let ticks = 0;
  for await (const event of player.events()) {
    if (event.type === 'tick') ticks++;
    else events.push(event);
    if (event.type !== 'snapshot') continue;
    const second = Math.round((clock.monotonic() - start) / 100) / 10;
    shown.push(`${second}s ${event.timeframe} ${((event.snapshot.time ?? 0) - START) / MINUTE_MS}`);
  }
  return { player, events, shown, read, ticks };
}

describe('a replay', () => {
  test('plays one snapshot a second, the first at once, and stays at its end', async () => {
    const { shown, player, ticks } = await run({ minutes: { day: range(0, 4) }, seconds: 10 });
    expect(shown).toEqual(['0s day 0', '1s day 1', '2s day 2', '3s day 3']);
    expect(player.isAtEnd()).toBe(true);
    expect(ticks).toBeGreaterThan(6);
  });

  test('marks its snapshots as recorded, and the first one', async () => {
    const { events } = await run({ minutes: { day: range(0, 3) } });
    const snapshots = events.flatMap((event) => (event.type === 'snapshot' ? [event] : []));
    expect(snapshots.map(({ isRecorded }) => isRecorded)).toEqual([true, true, true]);
    expect(snapshots.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
  });

  test('stops and plays on', async () => {
    const script: Script = {
      1.5: (player) => player.setPaused(true),
      5: (player) => player.setPaused(false),
    };
    const { shown } = await run({ script, seconds: 6.5 });
    expect(shown).toEqual(['0s day 0', '1s day 1', '5s day 2', '6s day 3']);
  });

  test('goes far at once, also while stopped, from the snapshot before the place', async () => {
    const script: Script = {
      0.5: (player) => player.setPaused(true),
      2: (player) => player.goTo(at(70)),
      4: (player) => player.goTo(Number.POSITIVE_INFINITY),
    };
    const { shown, events } = await run({ minutes: { day: range(0, 140) }, script, seconds: 5 });
    expect(shown).toEqual(['0s day 0', '2s day 69', '2s day 70', '4s day 138', '4s day 139']);
    const first = events.map((event) => event.type === 'snapshot' && event.isFirst);
    expect(first).toEqual([true, true, false, true, false]);
  });

  test('plays what lies on a short way', async () => {
    const script: Script = { 0.5: (player) => player.goTo(at(5)) };
    const { shown } = await run({ script, seconds: 1.5 });
    expect(shown).toEqual(['0s day 0', ...[1, 2, 3, 4, 5].map((minute) => `0.5s day ${minute}`), '1s day 6']);
  });

  test('passes over what cannot be read, also at its end', async () => {
    const script: Script = { 0.5: (player) => player.ask(['swing'], at(3)) };
    const minutes = { day: range(0, 5), swing: [2, 3] };
    const { shown, events, player } = await run({ minutes, bad: [1, 3, 4], script, seconds: 2.5 });
    expect(shown).toEqual(['0s day 0', '1s day 2']);
    expect(
      events.map((event) => (event.type === 'asked' ? 'asOf' in event.answer && event.answer.asOf : '')),
    ).toEqual(['', new Date(at(2)).toISOString(), '']);
    expect(player.isAtEnd()).toBe(true);
  });

  test('plays one more when it is asked to, for each time', async () => {
    const script: Script = {
      0.5: (player) => player.setPaused(true),
      2: (player) => {
        expect(player.requestNext('day')).toBeNull();
        expect(player.requestNext('day')).toBeNull();
      },
    };
    const { shown, player } = await run({ minutes: { day: range(0, 3) }, script });
    expect(shown).toEqual(['0s day 0', '2s day 1', '2s day 2']);
    expect(player.requestNext('day')).toBe('the end of the recording');
  });

  test('starts with the snapshot before its start, whatever lies before', async () => {
    const { shown, read } = await run({ minutes: { day: range(0, 1200) }, from: at(1100), seconds: 1.5 });
    expect(read[0]).toBe('day 1099');
    expect(shown).toEqual(['0s day 1099', '0s day 1100', '1s day 1101']);
  });

  test('merges timeframes by time; those of one time come together', async () => {
    const minutes = { day: [0, 1, 2], swing: [0, 1.5] };
    const { shown } = await run({ minutes, timeframes: ['day', 'swing'] });
    expect(shown).toEqual(['0s day 0', '0s swing 0', '1s day 1', '2s swing 1.5', '3s day 2']);
  });

  test('plays a timeframe that is shown later up to the others, at once', async () => {
    const minutes = { day: range(0, 5), swing: range(0, 5) };
    const script: Script = { 2.5: (player) => player.setTimeframes(['swing']) };
    const { shown } = await run({ minutes, script, seconds: 3.5 });
    expect(shown).toEqual(['0s day 0', '1s day 1', '2s day 2', '2.5s swing 1', '2.5s swing 2', '3s swing 3']);
  });

  test('gives the snapshot of another timeframe at or before a time, beside what it plays', async () => {
    const minutes = { day: range(0, 5), swing: [0, 2, 4], scalp: [3] };
    const script: Script = {
      1.5: (player) => player.ask(['swing', 'scalp'], at(1)),
      2.5: (player) => {
        player.ask(['scalp'], at(3));
        expect(player.isAsked('scalp')).toBe(true);
      },
    };
    const { player, events, shown } = await run({ minutes, script, seconds: 3.5 });
    const asked = events.flatMap((event) => (event.type === 'asked' ? [event] : []));
    expect(asked.map(({ timeframe, answer }) => [timeframe, 'asOf' in answer && answer.asOf])).toEqual([
      ['swing', new Date(at(0)).toISOString()],
      ['scalp', new Date(at(3)).toISOString()],
    ]);
    expect(shown).toEqual(['0s day 0', '1s day 1', '2s day 2', '3s day 3']);
    expect(player.isAsked('scalp')).toBe(false);
  });

  test('its clock is that of the newest snapshot', async () => {
    const { player } = await run({ seconds: 3.5, from: at(2) });
    expect(player.now()).toBe(at(5));
  });
});
