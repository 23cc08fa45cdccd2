import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLedger } from '../../src/model/ledger.ts';
import { observe } from '../../src/model/observation.ts';
import { createStints } from '../../src/model/stints.ts';
import { createSymbolRecords } from '../../src/model/symbol-records.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';
import { ascending, naivePastStints, naiveRecord, naiveStint, naiveUpdate } from '../support/naive-ledger.ts';

const BOARDS = ['movers', 'rvol', '__proto__'];
const SYMBOLS = ['A', 'B', 'C', 'D', 'E', '__proto__', 'constructor'];

/** A ledger after snapshots of `movers`, as `14:30 A B`. */
function ledgerAfter(...lines: ReadonlyArray<string>) {
  const ledger = createLedger();
  let asOf = 0;
  for (const line of lines) {
    const [time = '', ...symbols] = line.split(' ');
    const observation = observe(snapshotAt(time, `movers: ${symbols.join(' ')}`));
    if (observation !== null) ledger.follow(observation);
    asOf = observation?.asOf ?? asOf;
  }
  return { ledger, ageOf: (symbol: string) => ledger.ageOf('movers', symbol, asOf) };
}

describe('the age of a row', () => {
  test.each([
    ['counts from the snapshot that first had it', ['14:30 A', '14:31 A B', '14:33 A B'], 2, false],
    ['is at least the time in memory if it was there first', ['14:30 B', '14:31 B', '14:33 B'], 3, true],
    ['continues if it is missing from one snapshot only', ['14:30', '14:31 B', '14:32', '14:33 B'], 2, false],
    [
      'continues if it is missing from one snapshot several times',
      ['14:30 B', '14:31', '14:32 B', '14:33', '14:34 B'],
      4,
      true,
    ],
    ['is 0 if it was missing from two', ['14:30', '14:31 B', '14:32', '14:33', '14:34 B'], 0, false],
    ['starts anew behind a hole', ['14:30', '14:31 B', '14:36:01 B', '14:37 B'], 0.983, true],
    [
      'starts anew on the next day',
      ['2026-11-20T04:59:00Z', '2026-11-20T04:59:30Z B', '05:00 B', '05:01 B'],
      1,
      true,
    ],
    ['is known for what enters behind a hole', ['14:30', '14:36', '14:37 B', '14:38 B'], 1, false],
    ['is that of the newer snapshots if one is older', ['14:30', '14:31 B', '14:29', '14:32 B'], 1, false],
  ])('%s', (_, lines, minutes, isAtLeast) => {
    const age = ledgerAfter(...lines).ageOf('B');
    expect({ ...age, milliseconds: Math.round((age?.milliseconds ?? -1) / 60) / 1000 }).toEqual({
      milliseconds: minutes,
      isAtLeast,
    });
  });

  test.each([['14:30 A', '14:31'], ['14:30 A', '14:31', '14:32'], ['14:30']])(
    'is unknown for a row that is not there',
    (...lines) => {
      expect(ledgerAfter(...lines).ageOf('A')).toBeNull();
    },
  );
});

describe('a stint', () => {
  test('knows its best rank, and when it first had it', () => {
    const { ledger } = ledgerAfter('14:30 B A', '14:31 A B', '14:32 A B', '14:33 C B A');
    expect(ledger.stintOf('movers', 'A')).toMatchObject({
      rank: 3,
      best: 1,
      bestAt: Date.parse('2026-11-20T14:31:00Z'),
    });
  });

  test.each([
    ['is back after two snapshots without it', ['14:30 A', '14:31', '14:32', '14:33 A'], true],
    ['is not back after one', ['14:30 A', '14:31', '14:32 A'], false],
    ['is back if it was there before a hole', ['14:30 A', '14:40', '14:41 A'], true],
    ['is not back if it is there first behind a hole', ['14:30 A', '14:40 A'], false],
    ['is not back if it was there yesterday', ['2026-11-19T20:00:00Z A', '14:30', '14:31 A'], false],
  ])('%s', (_, lines, isBack) => {
    expect(ledgerAfter(...lines).ledger.stintOf('movers', 'A')?.isBack).toBe(isBack);
  });

  test.each([
    ['when it was first missing', ['14:30 A', '14:31', '14:32', '14:33'], '14:31', false],
    ['at once', ['14:30 A', '14:31'], '14:31', false],
    ['when it was last seen, if it left in a hole', ['14:30 A', '14:31 A', '14:40'], '14:31', true],
    ['when it was first missing, if that was before a hole', ['14:30 A', '14:31', '14:40'], '14:31', false],
  ])('ends %s', (_, lines, time, isLeftInHole) => {
    expect(ledgerAfter(...lines).ledger.pastStintsOf('A')).toMatchObject([
      { board: 'movers', rank: 1, leftAt: Date.parse(`2026-11-20T${time}:00Z`), isLeftInHole },
    ]);
  });

  test('does not end if it returns after one snapshot', () => {
    expect(ledgerAfter('14:30 A', '14:31', '14:32 A').ledger.pastStintsOf('A')).toEqual([]);
  });
});

test('the top play is known with the one before', () => {
  const ledger = createLedger();
  const follow = (time: string, symbol: string | null) => {
    const observation = observe(snapshotAt(time, '', { topPlay: symbol === null ? null : { symbol } }));
    if (observation !== null) ledger.follow(observation);
    const { since, previous, ...rest } = ledger.topPlay() ?? { since: 0, previous: null };
    return { ...rest, since: new Date(since).toISOString().slice(11, 16), previous };
  };
  expect(ledger.topPlay()).toBeNull();
  expect(follow('14:30', 'A')).toEqual({ symbol: 'A', since: '14:30', isAtLeast: true, previous: null });
  const there = { milliseconds: 2 * MINUTE_MS, isAtLeast: true };
  follow('14:31', 'A');
  for (const time of ['14:32', '14:34'])
    expect(follow(time, null)).toEqual({
      symbol: null,
      since: '14:32',
      isAtLeast: false,
      previous: { symbol: 'A', there },
    });
  expect(follow('14:35', 'A').previous).toEqual({
    symbol: null,
    there: { milliseconds: 3 * MINUTE_MS, isAtLeast: false },
  });
  expect(follow('14:50', 'B')).toEqual({ symbol: 'B', since: '14:50', isAtLeast: true, previous: null });
});

describe('a ledger that follows any snapshots', () => {
  const observations = (maxLength: number) =>
    snapshotSequences(maxLength).map((all) => all.flatMap((snapshot) => observe(snapshot) ?? []));

  test('knows what the definitions say', () => {
    fc.assert(
      fc.property(observations(16), (received) => {
        const ledger = createLedger();
        for (const observation of received) ledger.follow(observation);
        const followed = ascending(received);
        for (const symbol of SYMBOLS) {
          for (const board of BOARDS)
            expect(ledger.stintOf(board, symbol)).toEqual(naiveStint(followed, board, symbol));
          expect(byBoard(ledger.pastStintsOf(symbol))).toEqual(
            byBoard(naivePastStints(followed, BOARDS, symbol)),
          );
          expect(ledger.recordOf(symbol)).toEqual(naiveRecord(followed, symbol));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('reports what the last snapshot changed', () => {
    fc.assert(
      fc.property(observations(10), (received) => {
        const ledger = createLedger();
        const updates = received.map((observation) => ledger.follow(observation));
        const followed = ascending(received);
        expect(updates.filter((update) => update !== null).length).toBe(followed.length);
        const update = updates.findLast((each) => each !== null);
        if (update == null) return;
        const { topPlay: _, observation, entered, left, confluence, ...rest } = update;
        const naive = naiveUpdate(followed, BOARDS, SYMBOLS);
        expect(observation).toBe(followed.at(-1));
        expect({
          ...rest,
          entered: byBoard(entered),
          left: byBoard(left),
          confluence: bySymbol(confluence),
        }).toEqual({
          ...naive,
          entered: byBoard(naive.entered),
          left: byBoard(naive.left),
          confluence: bySymbol(naive.confluence),
        });
      }),
      { numRuns: 100 },
    );
  });

  test('has newest stints first, and a copy that is independent', () => {
    fc.assert(
      fc.property(observations(12), observations(6), (received, more) => {
        const ledger = createLedger();
        for (const observation of received) ledger.follow(observation);
        const describeAll = (each: typeof ledger) =>
          SYMBOLS.map((symbol) => [
            BOARDS.map((board) => each.stintOf(board, symbol)),
            each.pastStintsOf(symbol),
            each.recordOf(symbol),
            each.topPlay(),
          ]);
        const [copy, before] = [ledger.copy(), describeAll(ledger)];
        const updates = more.map((observation) => copy.follow(observation));
        expect(describeAll(ledger)).toEqual(before);
        expect(more.map((observation) => ledger.follow(observation))).toEqual(updates);
        expect(describeAll(ledger)).toEqual(describeAll(copy));
        const times = ledger.pastStintsOf('A').map(({ leftAt }) => leftAt);
        expect(times).toEqual(times.toSorted((a, b) => b - a));
      }),
    );
  });
});

describe('memory is bounded', () => {
  const observationOf = (minute: number, symbols: string) => {
    const observation = observe(
      snapshotAt(new Date(Date.UTC(2026, 10, 20, 14, minute)).toISOString(), `movers: ${symbols}`),
    );
    if (observation === null) throw new Error('the test has an invalid snapshot');
    return observation;
  };

  test('by the number of past stints: the oldest are forgotten', () => {
    const stints = createStints(3);
    for (let minute = 0; minute < 10; minute++)
      stints.follow(observationOf(minute, `S${minute}`), minute === 0 ? 'day' : 'none');
    const known = Array.from({ length: 10 }, (_, index) => stints.pastOf(`S${index}`).length);
    expect(known).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 0]);
  });

  test('by the number of symbols: those on no board are forgotten', () => {
    const records = createSymbolRecords(3);
    for (let minute = 0; minute < 10; minute++)
      records.follow(observationOf(minute, `A S${minute}`), minute === 0 ? 'day' : 'none');
    const known = ['A', 'S0', 'S6', 'S7', 'S8', 'S9'].map((symbol) => records.find(symbol) !== null);
    expect(known).toEqual([true, false, false, false, true, true]);
  });
});

function byBoard<Item extends { readonly board: string; readonly symbol: string }>(
  items: ReadonlyArray<Item>,
) {
  return items.toSorted((a, b) => `${a.board} ${a.symbol}`.localeCompare(`${b.board} ${b.symbol}`));
}

function bySymbol<Item extends { readonly symbol: string }>(items: ReadonlyArray<Item>) {
  return items.toSorted((a, b) => a.symbol.localeCompare(b.symbol));
}
