import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/api/snapshot.ts';
import type { JsonObject } from '../../src/json-object.ts';
import { createHistory, type History } from '../../src/model/history.ts';
import { gapBetween } from '../../src/model/market-day.ts';
import type { Observation } from '../../src/model/observation.ts';
import { ranksByBoard } from '../../src/model/ranks.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';
import { remembered } from '../support/remembered.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';

/** As long as the number of boards, so that limits of bytes are easy to follow. */
const countBoards = (json: string) => new Uint8Array(Object.keys(JSON.parse(json).boards).length);

interface Remembered {
  readonly observation: Observation;
  readonly body: Uint8Array;
}

function remember(snapshot: Snapshot): ReadonlyArray<Remembered> {
  const body = countBoards(JSON.stringify(snapshot.raw));
  return remembered(snapshot).map((observation) => ({ observation, body }));
}

/** The history as an array of everything that it is to remember. */
function createNaiveHistory(capacity: number, maxBodyBytes: number) {
  let all: ReadonlyArray<Remembered> = [];
  const fits = (kept: ReadonlyArray<Remembered>) =>
    kept.length <= capacity && kept.reduce((sum, { body }) => sum + body.length, 0) <= maxBodyBytes;
  return {
    all: () => all,
    add(snapshot: Snapshot) {
      const [added] = remember(snapshot);
      const newest = all.at(-1)?.observation.asOf ?? Number.NEGATIVE_INFINITY;
      if (added === undefined || added.observation.asOf <= newest) return false;
      all = [...all, added];
      while (!fits(all)) all = all.slice(1);
      return true;
    },
    prepend(snapshots: ReadonlyArray<Snapshot>) {
      const before = all.length;
      const older = snapshots.flatMap(remember).sort((a, b) => b.observation.asOf - a.observation.asOf);
      for (const each of older) {
        const oldest = all[0]?.observation.asOf ?? Number.POSITIVE_INFINITY;
        if (each.observation.asOf >= oldest) continue;
        if (!fits([each, ...all])) break;
        all = [each, ...all];
      }
      return all.length - before;
    },
  };
}

function expectEqual(history: History, expected: ReadonlyArray<Remembered>): void {
  expect(history.length).toBe(expected.length);
  for (const [index, { observation, body }] of expected.entries()) {
    const before = expected[index - 1]?.observation.asOf;
    const { ranks, symbols, ...rest } = observation;
    const hasHoleBefore = before !== undefined && gapBetween(before, rest.asOf) !== 'none';
    expect(history.at(index)).toEqual({ ...rest, hasHoleBefore });
    expect(history.observationAt(index)).toEqual(observation);
    expect([...history.ranksAt(index)]).toEqual([...ranks]);
    expect(history.symbolsAt(index)).toEqual(symbols);
    for (const symbol of ['A', 'E', '__proto__'])
      expect(history.symbolAt(index, symbol)).toEqual(symbols.get(symbol) ?? null);
    const wanted = ['never seen', 'E', 'A', '__proto__', 'A'];
    expect(history.statesAt(index, wanted)).toEqual(wanted.map((symbol) => symbols.get(symbol) ?? null));
    expect(history.bodyAt(index)?.length ?? 0).toBe(body.length);
    expect(visited(history, index)).toEqual(
      [...ranks].flatMap(([board, ranking]) => [...ranking].map((entry) => [board, ...entry])),
    );
  }
}

function visited(history: History, index: number): ReadonlyArray<unknown> {
  const all: Array<unknown> = [];
  history.visitRanks(index, (...rank) => all.push(rank));
  return all;
}

describe('a history remembers what an array of its snapshots would', () => {
  test('for any snapshots, added or prepended in any order', () => {
    const operation = fc.record({
      type: fc.constantFrom('add', 'add', 'prepend'),
      snapshots: snapshotSequences(6),
    });
    const limits = fc.record({
      capacity: fc.integer({ min: 1, max: 6 }),
      maxBodyBytes: fc.integer({ min: 3, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 6 }), limits, (operations, { capacity, maxBodyBytes }) => {
        const history = createHistory({ compress: countBoards, capacity, maxBodyBytes });
        const naive = createNaiveHistory(capacity, maxBodyBytes);
        for (const { type, snapshots } of operations) {
          if (type === 'prepend') expect(history.prepend(snapshots)).toBe(naive.prepend(snapshots));
          else for (const snapshot of snapshots) expect(history.add(snapshot)).toBe(naive.add(snapshot));
          expectEqual(history, naive.all());
        }
      }),
      { numRuns: 60 },
    );
  });

  test('and finds the newest at or before any time', () => {
    fc.assert(
      fc.property(snapshotSequences(30), fc.integer({ min: -3, max: 3 }), (snapshots, offset) => {
        const history = createHistory({ compress: null, capacity: 8 });
        for (const snapshot of snapshots) history.add(snapshot);
        const times = Array.from({ length: history.length }, (_, index) => history.at(index)?.asOf ?? 0);
        for (const time of times) {
          const found = times.findLastIndex((each) => each <= time + offset);
          expect(history.indexAt(time + offset)).toBe(found === -1 ? null : found);
        }
      }),
    );
  });
});

describe('an index without a snapshot', () => {
  test.each([-1, 1, 0.5, Number.NaN, Infinity])('%s has nothing', (index) => {
    const history = createHistory({ compress: null });
    history.add(snapshotAt('14:30', 'movers: A'));
    expect([history.at(index), history.bodyAt(index), history.symbolAt(index, 'A')]).toEqual([
      null,
      null,
      null,
    ]);
    expect([history.ranksAt(index).size, history.symbolsAt(index).size]).toEqual([0, 0]);
    expect(history.statesAt(index, ['A', 'B'])).toEqual([]);
    expect(history.observationAt(index)).toBeNull();
    expect(visited(history, index)).toEqual([]);
  });

  test('in an empty history', () => {
    const history = createHistory({ compress: null });
    expect([history.length, history.at(0), history.indexAt(Infinity)]).toEqual([0, null, null]);
  });
});

describe('what is remembered', () => {
  test('has the ranks of `ranksByBoard` over the tiers of moneyFlow', () => {
    const rows = Array.from({ length: 24 }, (_, index) =>
      rowOf({ symbol: `S${index + 1}`, rank: index + 1 }),
    );
    const snapshot = snapshotOf({ boards: { moneyFlow: rows } });
    const history = createHistory({ compress: null });
    history.add(snapshot);
    expect(history.ranksAt(0)).toEqual(ranksByBoard(snapshot));
    expect(history.ranksAt(0).get('moneyFlow')?.get('S24')).toBe(24);
  });

  test('a symbol has the state of the snapshot that is asked for, also when its name was forgotten in between', () => {
    const history = createHistory({ compress: null, capacity: 2 });
    const states = (index: number) =>
      history.statesAt(index, ['A', 'B']).map((state) => state && [state.boards, state.bias, state.dayPct]);
    const add = (time: string, ...rows: ReadonlyArray<JsonObject>) =>
      history.add(snapshotAt(time, '', { boards: { movers: rows.map(rowOf) } }));
    add('14:30', { symbol: 'A', boards: 3, bias: 'bearish', dayPct: -0.5 });
    add('14:31', { symbol: 'B', boards: 1, bias: null, dayPct: null });
    expect([states(0), states(1)]).toEqual([
      [[3, 'bearish', -0.5], null],
      [null, [1, null, null]],
    ]);
    add('14:32', { symbol: 'C' });
    expect([states(0), states(1)]).toEqual([
      [null, [1, null, null]],
      [null, null],
    ]);
    add('14:33', { symbol: 'A', boards: 4, bias: 'bullish', dayPct: 2 });
    expect([states(0), states(1)]).toEqual([
      [null, null],
      [[4, 'bullish', 2], null],
    ]);
  });
});
