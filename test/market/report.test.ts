import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOf } from '../../src/market/market-day.ts';
import { addOutcome, emptyTally, figuresOf } from '../../src/market/report/figures.ts';
import { type Report, WINDOW_NAMES } from '../../src/market/report/report.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { snapshotSequences } from '../support/generated-snapshots.ts';
import { HOUR_DATE, hourSnapshots } from '../support/hour.ts';
import { expectNaive } from '../support/naive-report.ts';
import { conveyorDay, type DaySnapshots, reportOf } from '../support/report-days.ts';
import { rowOf, snapshotOf, topPlayOf } from '../support/snapshots.ts';

const DATE = '2026-06-02';
const START = Date.parse(`${DATE}T14:00:00Z`);
const clock = (time: number | string | null) =>
  time === null ? null : new Date(time).toISOString().slice(11, 16);

/** A snapshot of a minute: boards with symbols and prices, in order of rank, `-` for a price that is null. */
function at(minute: number, boards: Readonly<Record<string, string>>, fields: object = {}): Snapshot {
  const rowsOf = (text: string) =>
    text.split(' ').flatMap((word, index) => {
      const [symbol = '', price = ''] = word.split('@');
      if (symbol === '') return [];
      return [rowOf({ symbol, rank: index + 1, price: price === '-' ? null : Number(price), boards: 1 })];
    });
  return snapshotOf({
    asOf: new Date(START + minute * 60_000).toISOString(),
    topPlay: null,
    boards: Object.fromEntries(Object.entries(boards).map(([key, text]) => [key, rowsOf(text)])),
    boardNames: Object.keys(boards),
    ...fields,
  });
}

/** `movers B 14:01 10: 15 11 14:16, end -`: what each entry had in its windows. */
function entryLines(report: Report): ReadonlyArray<string> {
  return report.entries.map(({ kind, board, symbol, time, price, after }) => {
    const outcomes = WINDOW_NAMES.map((name) => {
      const outcome = after[name];
      if (outcome === null) return `${name} –`;
      return outcome.price === null ? `${name} not seen` : `${name} ${outcome.price}@${clock(outcome.time)}`;
    });
    return `${board ?? kind} ${symbol} ${clock(time)} ${price}: ${outcomes.join(', ')}`;
  });
}

const quiet = (from: number, to: number, boards: Readonly<Record<string, string>>) =>
  Array.from({ length: to - from + 1 }, (_, index) => at(from + index, boards));

describe('the entries and outcomes of a day written by hand', () => {
  const day = [
    at(0, { movers: 'SEEN@10', rvol: 'CALM@5' }),
    // GONE is never seen again, BACK returns at another price, NULL and ZERO have no price, and nvda is NVDA.
    at(1, { movers: 'SEEN@10 GONE@20 BACK@30 NULL@- nvda@40', rvol: 'CALM@5 ZERO@0' }),
    at(2, { movers: 'SEEN@10 NVDA@41 BACK@31', rvol: 'CALM@5' }),
    // Relative volume is absent for a minute: LATE may have come meanwhile.
    at(3, { movers: 'SEEN@10' }),
    at(4, { movers: 'SEEN@10', rvol: 'CALM@5 LATE@7' }),
    at(5, { movers: 'SEEN@10', rvol: 'CALM@5 LATE@7 NEXT@8' }),
    at(6, { movers: 'SEEN@10', rvol: 'CALM@5 NEXT@9' }),
    ...quiet(7, 15, { movers: 'SEEN@10', rvol: 'CALM@5' }),
    at(16, { movers: 'SEEN@10 BACK@33', rvol: 'CALM@5' }),
    ...quiet(17, 39, { movers: 'SEEN@10', rvol: 'CALM@5' }),
    // A gap of six minutes: what is there behind it is no entry.
    at(45, { movers: 'SEEN@10 LOST@6', rvol: 'CALM@5' }),
    at(46, { movers: 'SEEN@10 LOST@6 LAST@3', rvol: 'CALM@5' }),
    at(47, { movers: 'SEEN@10 LAST@4 END@1', rvol: 'CALM@5' }),
  ];
  // Swing has other prices in the same minute, and NVDA for longer.
  const swing = [at(2, { movers: 'NVDA@99' }), at(10, { movers: 'NVDA@44' })];

  test('are those that the definition names', () => {
    const report = reportOf([{ date: DATE, snapshots: { day, swing } }]);
    expect(entryLines(report)).toEqual([
      'movers GONE 14:01 20: 15 not seen, 30 not seen, 60 –, end –',
      'movers BACK 14:01 30: 15 33@14:16, 30 33@14:16, 60 –, end –',
      'movers NULL 14:01 null: 15 –, 30 –, 60 –, end –',
      'movers nvda 14:01 40: 15 44@14:10, 30 44@14:10, 60 –, end –',
      'rvol ZERO 14:01 null: 15 –, 30 –, 60 –, end –',
      'rvol NEXT 14:05 8: 15 9@14:06, 30 9@14:06, 60 –, end –',
      'movers LAST 14:46 3: 15 –, 30 –, 60 –, end 4@14:47',
      'movers END 14:47 1: 15 –, 30 –, 60 –, end –',
    ]);
    expect(report).toMatchObject({
      gaps: 1,
      snapshots: day.length,
      days: [DATE],
      isOpen: true,
      isClosed: false,
    });
  });

  test('count apart what has no price, and what is not seen again', () => {
    const { groups } = reportOf([{ date: DATE, snapshots: { day, swing } }]);
    const [movers] = groups.filter(({ board }) => board === 'movers');
    expect(movers).toMatchObject({ direction: 'up', entries: 5, withoutPrice: 1, symbols: 6 });
    // In the last two minutes of a window of a quarter of an hour, only BACK has a price.
    expect(movers?.after[15]).toEqual({
      ...{ n: 3, priced: 1, notSeen: 1, rose: 2, fell: 0, unchanged: 0 },
      ...{ medianPct: null, roseInterval: null },
    });
  });

  test('split movers by the sign of the change, with zero and unknown changes apart', () => {
    const changes = { UP: 0.01, DOWN: -0.01, FLAT: 0, UNKNOWN: null };
    const movers = Object.entries(changes).map(([symbol, dayPct], index) =>
      rowOf({ symbol, dayPct, rank: index + 1, boards: 1 }),
    );
    const day = [at(0, { movers: '' }), at(1, {}, { boards: { movers } })];
    const groups = reportOf([{ date: DATE, snapshots: { day } }]).groups.filter(
      ({ kind }) => kind === 'board',
    );
    expect(groups.map(({ direction, entries }) => [direction, entries])).toEqual([
      ['up', 1],
      ['down', 1],
      [null, 2],
    ]);
  });

  test('name extremes in the longest window in which half of the entries appeared again, or else any', () => {
    const windowOf = (day: ReadonlyArray<Snapshot>) =>
      reportOf([{ date: DATE, snapshots: { day } }]).extremes?.window;
    expect(windowOf(day)).toBe('30');
    // The window of 60 minutes counts only for EARLY.
    const movers = 'EARLY@10';
    const two = [
      at(0, { movers: '' }),
      ...quiet(1, 19, { movers }),
      ...quiet(20, 65, { movers: `${movers} LATE@10` }),
    ];
    expect(windowOf(two)).toBe('60');
  });

  test('share the weight of an entry among all other symbols, those not seen again as well', () => {
    const gone = [
      at(0, { movers: 'UP@10 GONE@10' }),
      at(1, { movers: 'UP@10 GONE@10 NEW@10' }),
      at(2, { movers: 'UP@11 NEW@9' }),
    ];
    const [others] = reportOf([{ date: DATE, snapshots: { day: gone } }]).groups;
    expect(others).toMatchObject({
      kind: 'other',
      entries: 1,
      symbols: 2,
      after: { end: { n: 1, priced: 0.5, notSeen: 0.5, rose: 0.5, fell: 0, unchanged: 0 } },
    });
  });

  test('where two timeframes have a price of one minute, the own one counts, then the first in order', () => {
    const one = [
      at(0, { movers: '' }),
      at(1, { movers: 'AAA@10' }),
      at(2, { movers: 'AAA@11' }),
      at(3, { movers: '' }),
    ];
    const own = (snapshots: DaySnapshots['snapshots'], timeframe: 'day' | 'investing' = 'day') =>
      entryLines(reportOf([{ date: DATE, snapshots }], timeframe));
    const [scalp, investing] = [[at(2, { movers: 'AAA@77' })], [at(2, { movers: 'AAA@88' })]];
    expect(own({ scalp, day: one, investing })).toEqual([expect.stringContaining('end 11@14:02')]);
    const absent = [...one.slice(0, 2), at(2, { movers: '' }), at(3, { movers: '' })];
    expect(own({ scalp, day: absent, investing })).toEqual([expect.stringContaining('end 77@14:02')]);
    expect(
      own(
        { scalp, day: [], investing: [...absent.slice(0, 2), ...investing, absent[3] ?? at(3, {})] },
        'investing',
      ),
    ).toEqual([expect.stringContaining('end 88@14:02')]);
  });

  test('the session open counts alone where there is one; else all, and the day before it does not', () => {
    const early = at(-2, { movers: 'AAA@1' }, { session: 'premarket' });
    const late = at(5, { movers: 'CCC@1' }, { session: 'afterhours' });
    const open = [at(0, { movers: '' }), at(1, { movers: 'AAA@2' }), at(2, { movers: 'AAA@3' })];
    const report = reportOf([
      {
        date: '2026-06-01',
        snapshots: { day: [early, at(-1, { movers: 'BBB@1' }, { session: 'premarket' })] },
      },
      { date: DATE, snapshots: { day: [early, ...open, late] } },
    ]);
    expect(report).toMatchObject({
      isOpen: true,
      isClosed: true,
      days: [DATE],
      withoutOpen: ['2026-06-01'],
      snapshots: 3,
    });
    expect(entryLines(report)).toEqual(['movers AAA 14:01 2: 15 –, 30 –, 60 –, end 3@14:02']);
    const closed = reportOf([
      { date: DATE, snapshots: { day: [early, at(-1, { movers: 'BBB@1' }, { session: null }), late] } },
    ]);
    expect(closed).toMatchObject({ isOpen: false, isClosed: false, withoutOpen: [], snapshots: 3 });
    expect(closed.entries.map(({ symbol }) => symbol)).toEqual(['BBB', 'CCC']);
  });

  test('three boards and the top play are entries once a day, unless what they depend on was absent', () => {
    const high = (minute: number, symbol: string, boards: object, topPlay: unknown) => {
      const rows = [rowOf({ symbol, rank: 1, boards: 3, price: 10 + minute })];
      const lists = Object.fromEntries(Object.keys(boards).map((key) => [key, rows]));
      return at(minute, {}, { boards: { ...boards, ...lists }, boardNames: [], topPlay });
    };
    const [three, two] = [
      { movers: [], rvol: [], forum: [] },
      { movers: [], rvol: [] },
    ];
    const report = reportOf([
      {
        date: DATE,
        snapshots: {
          day: [
            high(0, 'AAA', three, topPlayOf({ symbol: 'AAA' })),
            high(1, 'BBB', two, undefined),
            // Forum comes back with CCC, and the top play with BBB.
            high(2, 'CCC', three, topPlayOf({ symbol: 'BBB' })),
            high(3, 'DDD', three, topPlayOf({ symbol: 'DDD' })),
            high(4, 'DDD', three, topPlayOf({ symbol: 'ccc' })),
          ],
        },
      },
    ]);
    const others = entryLines(report).filter((line) => /^(confluence|topPlay)/.test(line));
    expect(others.map((line) => line.slice(0, 24).trim())).toEqual(
      [
        'confluence BBB 14:01 11:',
        'confluence DDD 14:03 13:',
        'topPlay DDD 14:03 13: 15',
        'topPlay ccc 14:04 12.5: 1',
      ].map((line) => line.slice(0, 24).trim()),
    );
  });

  test('where snapshots are usually ten minutes apart, half an hour is no gap', () => {
    const sparse = [0, 10, 20, 30, 60, 70, 101].map((minute) =>
      at(minute, { movers: minute > 0 ? 'AAA@1' : '' }),
    );
    const report = reportOf([{ date: DATE, snapshots: { day: sparse } }]);
    expect(report.gaps).toBe(1);
    expect(entryLines(report)).toEqual(['movers AAA 14:10 1: 15 1@14:20, 30 1@14:30, 60 1@15:10, end –']);
  });
});

describe('the figures of a market in which they can be computed by hand', () => {
  const report = reportOf([conveyorDay()]);
  const groupOf = (board: string, direction: string | null = null) =>
    report.groups.find((group) => group.board === board && group.direction === direction);

  test('are those', () => {
    expect(
      report.groups.map(({ kind, board, direction, entries, symbols }) => [
        kind,
        board,
        direction,
        entries,
        symbols,
      ]),
    ).toEqual([
      ['other', null, null, 87, 45],
      ['board', 'movers', 'up', 34, 34],
      ['board', 'movers', 'down', 11, 11],
      ['board', 'rvol', null, 22, 22],
      ['confluence', null, null, 11, 11],
      ['topPlay', null, null, 9, 9],
    ]);
    // S1 to S41 without every fourth: 10 rise by 1.5 %, 10 fall, 11 stay. All are still on the board.
    expect(groupOf('movers', 'up')?.after[15]).toMatchObject({
      ...{ n: 31, priced: 31, notSeen: 0, rose: 10, fell: 10, unchanged: 11, medianPct: 0 },
      roseInterval: [expect.closeTo(0.1857, 4), expect.closeTo(0.499, 3)],
    });
    // S1 to S30 without every fourth: those with odd numbers left after 39 minutes.
    expect(groupOf('movers', 'up')?.after[60]).toMatchObject({
      n: 23,
      priced: 8,
      rose: 8,
      fell: 7,
      unchanged: 8,
    });
    const s27 = report.entries.find(({ symbol, kind }) => symbol === 'S27' && kind === 'board');
    expect(s27?.after[60]).toMatchObject({ changePct: expect.closeTo(3.9, 9), isPriced: false });
    expect(groupOf('movers', 'down')?.after[15]).toMatchObject({
      n: 10,
      medianPct: null,
      roseInterval: null,
    });
    // S2 to S40: exactly twenty symbols.
    expect(groupOf('rvol')?.after[15]).toMatchObject({ n: 20, rose: 6, fell: 7, unchanged: 7, medianPct: 0 });
    expect(groupOf('rvol')?.after[30]).toMatchObject({ n: 18, medianPct: null });
    expect(report).toMatchObject({ isClosed: true, snapshots: 181, gaps: 0 });
  });

  test('name the best and the worst once a symbol', () => {
    expect(report.extremes).toMatchObject({ window: '60' });
    const changes = report.extremes?.best.map(({ symbol, after }) => [
      symbol,
      after[60]?.changePct?.toFixed(1),
    ]);
    expect(changes).toEqual(['S6', 'S12', 'S18', 'S24', 'S30'].map((symbol) => [symbol, '6.0']));
  });

  test('filters choose among the entries, boards in their order, case ignored', () => {
    const filtered = reportOf([conveyorDay()], 'day', {
      boards: ['RVOL', 'movers'],
      bias: 'bullish',
      minBoards: 3,
    });
    expect(filtered.groups.map(({ kind, board, entries }) => [kind, board, entries])).toEqual([
      ['other', null, 22],
      ['board', 'rvol', 11],
      ['board', 'movers', 11],
    ]);
  });
});

test('counting only those still priced makes a list look good that falls; the price last seen does not', () => {
  // A symbol comes every five minutes. Its price goes down by one a little more often than up. After 50 minutes, those that have fallen
  // by four leave for good.
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const outcomes: Array<boolean> = [];
  const days = Array.from({ length: 10 }, (_, dayIndex) => {
    const date = `2026-06-${String(dayIndex + 1).padStart(2, '0')}`;
    const symbols: Array<{ symbol: string; came: number; price: number; isGone: boolean }> = [];
    const day = Array.from({ length: 240 }, (_unused, minute) => {
      for (const each of symbols) {
        each.price += random() < 0.47 ? 1 : -1;
        each.isGone ||= minute - each.came > 50 && each.price <= 996;
        if (minute === each.came + 60) outcomes.push(each.price > 1000);
      }
      if (minute % 5 === 1)
        symbols.push({ symbol: `D${dayIndex}M${minute}`, came: minute, price: 1000, isGone: false });
      const listed = symbols.filter(({ isGone }) => !isGone).toReversed();
      const rows = listed.map(({ symbol, price }, index) => rowOf({ symbol, price, rank: index + 1 }));
      const asOf = new Date(Date.parse(`${date}T14:00:00Z`) + minute * 60_000).toISOString();
      return snapshotOf({ asOf, boards: { rvol: rows }, boardNames: ['rvol'], topPlay: null });
    });
    return { date, snapshots: { day } };
  });
  const { groups, entries } = reportOf(days);
  const figures = groups.find(({ kind }) => kind === 'board')?.after[60];
  const seen = entries.flatMap(({ kind, after }) => (kind === 'board' ? (after[60] ?? []) : []));
  expect([seen.length, figures?.n, figures?.notSeen]).toEqual([outcomes.length, outcomes.length, 0]);
  const truth = outcomes.filter((isRise) => isRise).length / outcomes.length;
  const stillPriced = seen.filter(({ isPriced }) => isPriced);
  const biased = stillPriced.filter(({ changePct }) => (changePct ?? 0) > 0).length / stillPriced.length;
  const [low = 1, high = 0] = figures?.roseInterval ?? [];
  expect(biased).toBeGreaterThan(high);
  expect(biased).toBeGreaterThan(2 * truth);
  expect([low < truth, truth < high]).toEqual([true, true]);
});

test.each([
  [19, 10, null],
  [20, 10, [0.2993, 0.7007]],
  [20, 0, [0, 0.1611]],
  [20, 20, [0.8389, 1]],
  [100, 55, [0.4524, 0.6439]],
])('of %i symbols of which %i rose, the interval is %j', (symbols, rose, interval) => {
  const tally = emptyTally();
  for (let index = 0; index < symbols; index++) {
    const changePct = index < rose ? 1 : -2;
    addOutcome(tally, `S${index}`, { price: 100 + changePct, time: 0, changePct, isPriced: true });
  }
  const { roseInterval, medianPct } = figuresOf(tally);
  expect(roseInterval?.map((end) => Number(end.toFixed(4))) ?? null).toEqual(interval);
  expect(medianPct).toBe(
    interval === null ? null : rose * 2 === symbols ? -0.5 : rose * 2 > symbols ? 1 : -2,
  );
});

describe('a naive computation from the definition agrees', () => {
  test('on the market above', () => {
    expectNaive([conveyorDay()]);
    expectNaive([conveyorDay()], 'swing');
  });

  test('on a recorded hour of two timeframes', () => {
    const [day, swing] = [hourSnapshots('day'), hourSnapshots('swing')];
    expectNaive([{ date: HOUR_DATE, snapshots: { day, swing } }]);
  });

  test('on hostile snapshots of two timeframes', () => {
    fc.assert(
      fc.property(snapshotSequences(14), snapshotSequences(8), (day, swing) => {
        const inOrder = (all: ReadonlyArray<Snapshot>) =>
          [
            ...new Map(
              all.flatMap((each) => (each.time === null ? [] : [[each.time, each] as const])),
            ).values(),
          ].sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
        const dates = [...new Set(inOrder(day).map(({ time }) => dateOf(time ?? 0)))];
        const ofDate = (all: ReadonlyArray<Snapshot>, date: string) =>
          inOrder(all).filter(({ time }) => dateOf(time ?? 0) === date);
        for (const date of dates) {
          const snapshots = { day: ofDate(day, date), swing: ofDate(swing, date) };
          const times = snapshots.day.map(({ time }) => time ?? 0);
          const steps = times
            .slice(1)
            .map((time, index) => time - (times[index] ?? 0))
            .sort((a, b) => a - b);
          const usual = steps[Math.floor(steps.length / 2)] ?? 0;
          expectNaive([{ date, snapshots }], 'day', Math.max(300_000, 3 * usual));
        }
      }),
      { numRuns: 300 },
    );
  });
});
