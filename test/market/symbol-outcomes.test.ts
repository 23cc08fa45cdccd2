import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import {
  type LastListed,
  outcomesAcross,
  symbolOutcomes,
  symbolsThatLeft,
} from '../../src/market/symbol-outcomes.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import { rowOf } from '../support/snapshots.ts';
import { timeframeSnapshot } from '../support/timeframe-snapshots.ts';

/** 10:00 in New York. */
const TEN = Date.parse('2026-06-03T14:00:00Z');
const NOBODY: LastListed = { lastSeen: new Map(), times: [] };

/** A snapshot so many minutes after ten, with a row of each symbol on one board. */
function at(minute: number, rows: Readonly<Record<string, JsonObject>>, timeframe: Timeframe = 'day') {
  const movers = Object.entries(rows).map(([symbol, fields], index) =>
    rowOf({ symbol, rank: index + 1, ...fields }),
  );
  return timeframeSnapshot(timeframe, { movers }, { asOf: new Date(TEN + minute * MINUTE_MS).toISOString() });
}

function times(...minutes: ReadonlyArray<number>): ReadonlyArray<number> {
  return minutes.map((minute) => TEN + minute * MINUTE_MS);
}

/** What became of AAA, seen last at the first of the minutes, in snapshots of these and the newest, an hour later. */
function departure(...minutes: ReadonlyArray<number>) {
  const [lastSeen = 0] = times(...minutes);
  const listed = { lastSeen: new Map([['AAA', lastSeen]]), times: times(60, ...minutes).toReversed() };
  return symbolOutcomes(at(0, { AAA: {} }), at(60, { BBB: {} }).snapshot, listed).find('AAA')?.now;
}

describe('what became of a symbol', () => {
  test('is its confluence now, and the change of its price in percent', () => {
    const shown = at(0, { AAA: { boards: 2, price: 10 } });
    const newest = at(60, { AAA: { boards: 5, price: 10.5 } }).snapshot;
    const { find } = symbolOutcomes(shown, newest, NOBODY);
    expect(find('aaa')?.now).toEqual({ kind: 'listed', boards: 5 });
    expect(find('AAA')?.changePct).toBeCloseTo(5);
    expect(find('ZZZ')).toBeNull();
  });

  test.each([
    [null, 10],
    [10, null],
    [0, 10],
  ])('has no change from %s to %s', (then, now) => {
    const shown = at(0, { AAA: { price: then } });
    const newest = at(60, { AAA: { price: now } }).snapshot;
    expect(symbolOutcomes(shown, newest, NOBODY).find('AAA')?.changePct).toBeNull();
  });

  test('is when it left: the first snapshot without it', () => {
    expect(departure(24, 25, 26)).toEqual({
      kind: 'left',
      leftAt: TEN + 25 * MINUTE_MS,
      isLeftInHole: false,
    });
  });

  test('is when it was last seen if there is a hole behind that', () => {
    expect(departure(24, 40)).toEqual({ kind: 'left', leftAt: TEN + 24 * MINUTE_MS, isLeftInHole: true });
  });

  test('is that it left at an unknown time if nobody looked', () => {
    const { find } = symbolOutcomes(at(0, { AAA: {} }), at(60, { BBB: {} }).snapshot, NOBODY);
    expect(find('AAA')).toEqual({
      now: { kind: 'left', leftAt: null, isLeftInHole: false },
      changePct: null,
    });
  });

  test('is asked for only of symbols that are on no board now', () => {
    const shown = at(0, { aaa: {}, BBB: {}, CCC: {} }).snapshot;
    expect(symbolsThatLeft(shown, at(60, { AAA: {}, BBB: {} }).snapshot)).toEqual(['CCC']);
  });
});

describe('across timeframes', () => {
  const day = at(0, { AAA: { boards: 4, price: 10 }, BBB: {}, CCC: {} });
  const swing = at(30, { AAA: { boards: 1, price: 11 }, BBB: {} }, 'swing');
  const lastSeen = (minute: number) => ({
    lastSeen: new Map([['BBB', TEN + minute * MINUTE_MS]]),
    times: times(minute, minute + 1, 60),
  });

  test('confluence is added up, and a symbol left when it left the last one', () => {
    const since = outcomesAcross(
      [day, swing],
      new Map([
        ['day', symbolOutcomes(day, at(60, { AAA: { boards: 3, price: 12 } }).snapshot, lastSeen(20))],
        ['swing', symbolOutcomes(swing, at(60, { AAA: { boards: 2, price: 12 } }).snapshot, lastSeen(40))],
      ]),
    );
    expect(since?.find('AAA')?.now).toEqual({ kind: 'listed', boards: 5 });
    expect(since?.find('AAA')?.changePct).toBeCloseTo(20);
    expect(since?.find('BBB')?.now).toMatchObject({ leftAt: TEN + 41 * MINUTE_MS });
  });

  test('a timeframe of which the newest snapshot is shown counts as it is', () => {
    const newest = symbolOutcomes(day, at(60, { AAA: { boards: 3 } }).snapshot, lastSeen(20));
    const since = outcomesAcross([day, swing], new Map([['day', newest]]));
    expect(since?.find('AAA')?.now).toEqual({ kind: 'listed', boards: 4 });
    expect(since?.find('BBB')?.now.kind).toBe('listed');
    expect(since?.find('CCC')?.now.kind).toBe('left');
    expect(since?.newestAt).toBe(TEN + 30 * MINUTE_MS);
  });

  test('there is nothing to compare if the newest snapshots are shown', () => {
    expect(outcomesAcross([day, swing], new Map())).toBeNull();
  });
});
