import { describe, expect, test } from 'vitest';
import { groupBy } from '../../src/lib/group-by.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { MINUTE_MS } from '../../src/lib/time.ts';
import type { Timeframe } from '../../src/market/catalogue.ts';
import { symbolOutcomes } from '../../src/market/symbol-outcomes.ts';
import type { TimeframeSnapshot } from '../../src/service/snapshot.ts';
import { rowOf, timeframeSnapshot } from '../support/snapshots.ts';

/** 10:00 in New York. */
const TEN = Date.parse('2026-06-03T14:00:00Z');

/** A snapshot so many minutes after ten, with a row of each symbol on one board. */
function at(minute: number, rows: Readonly<Record<string, JsonObject>>, timeframe: Timeframe = 'day') {
  const movers = Object.entries(rows).map(([symbol, fields], index) =>
    rowOf({ symbol, rank: index + 1, ...fields }),
  );
  return timeframeSnapshot(timeframe, { movers }, { asOf: new Date(TEN + minute * MINUTE_MS).toISOString() });
}

/**
 * The outcomes of the symbols of the first snapshot of each timeframe by its last one, and the minutes of those that were looked at for
 * it.
 */
async function outcomesOf(
  all: ReadonlyArray<TimeframeSnapshot>,
  symbols: ReadonlyArray<string> | null = null,
) {
  const looked: Array<number> = [];
  const byTimeframe = groupBy(all, ({ timeframe }) => timeframe);
  const shown = [...byTimeframe.values()].flatMap(([first]) => (first ? [{ ...first, symbols }] : []));
  const outcomes = await symbolOutcomes(shown, {
    async *snapshots(timeframe) {
      for (const { snapshot } of (byTimeframe.get(timeframe) ?? []).toReversed()) {
        looked.push(((snapshot.time ?? 0) - TEN) / MINUTE_MS);
        yield snapshot;
      }
    },
    async *entries() {},
  });
  return { outcomes, looked };
}

/** What became of AAA, which the snapshots of the first minutes list, and not those of the others. */
async function departure(listed: ReadonlyArray<number>, others: ReadonlyArray<number>, symbols?: ['BBB']) {
  const snapshots = [
    ...listed.map((minute) => at(minute, { aaa: {} })),
    ...others.map((minute) => at(minute, { BBB: {} })),
  ];
  const { outcomes, looked } = await outcomesOf(snapshots, symbols);
  return { outcome: outcomes.find('AAA'), looked };
}

describe('what became of a symbol', () => {
  test('is its confluence now, and the change of its price in percent', async () => {
    const newest = at(60, { AAA: { boards: 5, price: 10.5 } });
    const { outcomes, looked } = await outcomesOf([at(0, { AAA: { boards: 2, price: 10 } }), newest]);
    expect(outcomes.find('aaa')?.boards).toBe(5);
    expect(outcomes.find('AAA')?.changePct).toBeCloseTo(5);
    expect(outcomes.find('ZZZ')).toBeNull();
    expect(looked).toEqual([60]);
  });

  test.each([
    [null, 10],
    [10, null],
    [0, 10],
  ])('has no change from %s to %s', async (then, now) => {
    const snapshots = [at(0, { AAA: { price: then } }), at(60, { AAA: { price: now } })];
    expect((await outcomesOf(snapshots)).outcomes.find('AAA')?.changePct).toBeNull();
  });

  test('is when it left: the first snapshot without it, or the last with it in a hole', async () => {
    const left = { boards: null, leftAt: TEN + 25 * MINUTE_MS };
    expect(await departure([0, 24], [25, 26, 60])).toMatchObject({ outcome: left, looked: [60, 26, 25, 24] });
    const inHole = { boards: null, leftAt: TEN + 24 * MINUTE_MS };
    expect((await departure([0, 24], [40, 60])).outcome).toMatchObject(inHole);
  });

  test('is that it left at an unknown time if only others were asked for', async () => {
    const unknown = { boards: null, leftAt: null };
    expect(await departure([0, 24], [25, 60], ['BBB'])).toMatchObject({ outcome: unknown, looked: [60] });
  });

  test('is looked for three days back', async () => {
    const days = 3 * 24 * 60;
    expect((await departure([0], [days])).outcome).toMatchObject({ boards: null, leftAt: TEN });
    expect((await departure([0], [days + 1])).outcome).toMatchObject({ boards: null, leftAt: null });
  });

  test('is what it was if the newest snapshot is shown', async () => {
    const { outcomes, looked } = await outcomesOf([at(0, { AAA: { boards: 2 } })]);
    expect(outcomes.find('AAA')).toMatchObject({ boards: 2, changePct: 0 });
    expect(looked).toEqual([0]);
  });
});

describe('with absent boards, what became of a symbol', () => {
  /** A snapshot with a row of AAA, with this number of boards, on each of the first boards; the others are empty. */
  const on = (minute: number, listing: string, others = '', boards = 2) => {
    const names = (text: string) => text.split(' ').filter((name) => name !== '');
    const all = [
      ...names(listing).map((key) => [key, [rowOf({ symbol: 'AAA', price: 10 + minute, boards })]] as const),
      ...names(others).map((key) => [key, []] as const),
    ];
    const asOf = new Date(TEN + minute * MINUTE_MS).toISOString();
    return timeframeSnapshot('day', Object.fromEntries(all), { asOf });
  };
  const find = async (...snapshots: ReadonlyArray<TimeframeSnapshot>) =>
    (await outcomesOf(snapshots)).outcomes.find('AAA');

  test('is as it was when the newest snapshot had them last', async () => {
    expect(await find(on(0, 'movers'), on(1, 'movers'), on(2, '', 'rvol'))).toMatchObject({
      boards: 2,
      changePct: expect.closeTo(10),
    });
    expect(await find(on(0, 'movers rvol'), on(1, 'movers rvol'), on(2, 'rvol', '', 1))).toMatchObject({
      boards: 2,
    });
  });

  test('is that it left when they returned without it', async () => {
    const left = { boards: null, leftAt: TEN + 3 * MINUTE_MS };
    const [first, absent, back] = [on(0, 'movers'), on(1, '', 'rvol'), on(3, '', 'movers rvol')];
    expect(await find(first, absent, back, on(4, '', 'movers rvol'))).toMatchObject(left);
    expect(await find(first, absent, on(2, '', 'rvol'), back, on(4, '', 'rvol'))).toMatchObject(left);
  });

  test('is that it left when the last of them returned without it', async () => {
    const left = { boards: null, leftAt: TEN + 4 * MINUTE_MS };
    const absent = on(1, '', 'search');
    expect(
      await find(on(0, 'movers rvol'), absent, on(2, '', 'movers'), on(4, '', 'movers rvol')),
    ).toMatchObject(left);
    expect(
      await find(on(0, 'movers rvol'), absent, on(2, '', 'rvol'), on(4, '', 'movers rvol')),
    ).toMatchObject(left);
  });

  test('is unknown behind a gap, as long as they are absent', async () => {
    expect(await find(on(0, 'movers', 'rvol'), on(10, '', 'rvol'))).toBeNull();
    const afterIt = await find(on(0, 'movers', 'rvol'), on(10, '', 'rvol'), on(11, '', 'movers rvol'));
    expect(afterIt).toMatchObject({ boards: null, leftAt: TEN });
    expect(await find(on(0, 'movers rvol'), on(10, 'rvol', '', 1))).toMatchObject({ boards: 1 });
  });
});

describe('across timeframes', () => {
  const day = at(0, { AAA: { boards: 4, price: 10 }, BBB: {}, CCC: {} });
  const swing = at(30, { AAA: { boards: 1, price: 11 }, BBB: {} }, 'swing');
  const across = async (...all: ReadonlyArray<ReadonlyArray<TimeframeSnapshot>>) =>
    (await outcomesOf(all.flat())).outcomes;

  test('confluence is added up, and a symbol left when it left the last one', async () => {
    const since = await across(
      [day, at(20, { BBB: {} }), at(21, {}), at(60, { AAA: { boards: 3, price: 12 } })],
      [
        swing,
        at(40, { BBB: {} }, 'swing'),
        at(41, {}, 'swing'),
        at(60, { AAA: { boards: 2, price: 12 } }, 'swing'),
      ],
    );
    expect(since.find('AAA')?.boards).toBe(5);
    expect(since.find('AAA')?.changePct).toBeCloseTo(20);
    expect(since.find('BBB')).toMatchObject({ boards: null, leftAt: TEN + 41 * MINUTE_MS });
    const other = await across(
      [day, at(49, { BBB: {} }), at(50, {})],
      [swing, at(40, { BBB: {} }, 'swing'), at(41, {}, 'swing')],
    );
    expect(other.find('BBB')).toMatchObject({ boards: null, leftAt: TEN + 50 * MINUTE_MS });
  });

  test('a timeframe of which the newest snapshot is shown counts as it is', async () => {
    const since = await across([day, at(60, { AAA: { boards: 3 } })], [swing]);
    expect(since.find('AAA')?.boards).toBe(4);
    expect(since.find('BBB')?.boards).not.toBeNull();
    expect(since.find('CCC')?.boards).toBeNull();
    expect(since.newestAt).toBe(TEN + 30 * MINUTE_MS);
  });
});
