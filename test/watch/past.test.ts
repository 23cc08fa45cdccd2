import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/api/snapshot.ts';
import type { Memory } from '../../src/model/memory.ts';
import { movementBetweenRanks } from '../../src/model/movement.ts';
import type { Since } from '../../src/model/since.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { NO_DATA } from '../../src/watch/known-timeframe.ts';
import { pastAt, timesBeside } from '../../src/watch/past.ts';
import { type Remembered, remember } from '../../src/watch/remembered.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';
import { memoryOf } from '../support/memory.ts';

const BOARDS = ['movers', 'rvol', '__proto__'];
const SYMBOLS = ['A', 'B', 'C', '__proto__', 'constructor', 'never seen'];

/** A memory that keeps bodies. */
function wholeMemoryOf(snapshots: ReadonlyArray<Snapshot>, capacity = 960): Memory {
  return memoryOf(snapshots, {
    compress: (json) => new TextEncoder().encode(json),
    decompress: (body) => new TextDecoder().decode(body),
    capacity,
  });
}

const at = (time: string) => Date.parse(`2026-11-20T${time.padEnd(8, ':00')}Z`);
const timeOf = (asOf: number | null) => (asOf === null ? null : new Date(asOf).toISOString().slice(11, 19));

/** At 14:30, 14:31, 14:32 and, behind a hole, 14:50. */
const FOUR = ['14:30', '14:31', '14:32', '14:50'].map((time, index) =>
  snapshotAt(time, `movers: A${index} B; rvol: B`, {
    topPlay: { symbol: index === 0 ? 'B' : 'C', reasons: [] },
  }),
);

describe('an older snapshot', () => {
  const shownAt = (time: string, memory = wholeMemoryOf(FOUR)) => {
    const past = pastAt(memory, NO_DATA, at(time), 'last');
    return past === null ? null : `${timeOf(past.asOf)}, ${past.position} of ${past.count}`;
  };

  test.each([
    ['at its time', '14:31', '14:31:00, 2 of 4'],
    ['until the next one', '14:31:59', '14:31:00, 2 of 4'],
    ['until the end of a hole', '14:49:59', '14:32:00, 3 of 4'],
    ['the oldest, also before it', '14:00', '14:30:00, 1 of 4'],
    ['the newest, also after it', '15:00', '14:50:00, 4 of 4'],
  ])('is shown %s', (_, time, expected) => {
    expect(shownAt(time)).toBe(expected);
  });

  test('that was dropped gives way to the oldest that is left', () => {
    expect(shownAt('14:30', wholeMemoryOf(FOUR, 2))).toBe('14:32:00, 1 of 2');
    expect(timesBeside(wholeMemoryOf(FOUR, 2), at('14:30'))).toEqual({ back: null, forward: null });
    expect(timesBeside(wholeMemoryOf(FOUR, 3), at('14:30'))).toEqual({ back: null, forward: at('14:32') });
  });

  test('does not exist in an empty memory', () => {
    expect(shownAt('14:30', wholeMemoryOf([]))).toBeNull();
  });

  test('has the snapshot, the former top play and the next time of then', () => {
    const live = { ...NO_DATA, isSimulated: true, nextExpectedAt: at('14:51'), snapshot: FOUR[3] ?? null };
    const { known } = pastAt(wholeMemoryOf(FOUR), live, at('14:31'), 'last') ?? {};
    expect(known).toMatchObject({ isSimulated: true, nextExpectedAt: null });
    expect(known?.snapshot).toEqual(FOUR[1]);
    expect(known?.formerTopPlay).toEqual({ symbol: 'B', untilMilliseconds: at('14:31') });
  });

  test('whose body is not kept has none, but its time and place', () => {
    const past = pastAt(memoryOf(FOUR), NO_DATA, at('14:31'), 'last');
    expect(past?.known.snapshot).toBeNull();
    expect(past?.position).toBe(2);
  });
});

describe('the times beside', () => {
  test.each([
    ['the newest', null, '14:32:00', null],
    ['the one before it: forward is live', '14:32', '14:31:00', null],
    ['one in the middle', '14:31', '14:30:00', '14:32:00'],
    ['a time between two', '14:31:30', '14:30:00', '14:32:00'],
    ['the oldest', '14:30', null, '14:31:00'],
    ['a time before the oldest', '14:00', null, '14:31:00'],
    ['the newest, by its time', '14:50', '14:32:00', null],
  ])('%s', (_, time, back, forward) => {
    const beside = timesBeside(wholeMemoryOf(FOUR), time === null ? null : at(time));
    expect([timeOf(beside.back), timeOf(beside.forward)]).toEqual([back, forward]);
  });

  test.each([0, 1])('in a memory of %d: none', (length) => {
    expect(timesBeside(wholeMemoryOf(FOUR.slice(0, length)), null)).toEqual({ back: null, forward: null });
  });
});

/** All that a frame shows of memory. */
function shownOf({ pastOf, confluenceOf, pathOf, leftAt, ...others }: Remembered) {
  return {
    ...others,
    rows: BOARDS.flatMap((board) => SYMBOLS.map((symbol) => [pastOf(board, symbol), leftAt(board, symbol)])),
    symbols: SYMBOLS.map((symbol) => [confluenceOf(symbol), pathOf(symbol)]),
  };
}

/** As JSON, which has no infinite numbers and no negative zero. */
const contentOf = (snapshot: Snapshot | null) => JSON.stringify({ ...snapshot, raw: null });

test('an older snapshot shows what a memory that ends with it shows as its present', () => {
  const sinces = fc.constantFrom<Since>('last', 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, 'start');
  fc.assert(
    fc.property(snapshotSequences(30), fc.nat(29), sinces, (received, older, since) => {
      const memory = wholeMemoryOf(received);
      const accepted: Array<Snapshot> = [];
      for (const snapshot of received) {
        const { asOfMilliseconds: asOf } = snapshot;
        if (asOf !== null && asOf > (accepted.at(-1)?.asOfMilliseconds ?? Number.NEGATIVE_INFINITY))
          accepted.push(snapshot);
      }
      const index = Math.min(older, accepted.length - 1);
      const snapshot = accepted[index];
      const time = snapshot?.asOfMilliseconds ?? null;
      const past = time === null ? null : pastAt(memory, NO_DATA, time, since);
      expect(past === null).toBe(memory.history.length === 0);
      if (snapshot === undefined || past === null) return;

      const then = wholeMemoryOf(accepted.slice(0, index + 1));
      const ranksAt = (of: number) => then.history.ranksAt(of);
      const movement = index === 0 ? new Map() : movementBetweenRanks(ranksAt(index - 1), ranksAt(index));
      expect(shownOf(past.remembered)).toEqual(shownOf(remember(then, since, movement)));
      expect(past.known.movement).toBe(past.remembered.movement);
      expect(contentOf(past.known.snapshot)).toBe(contentOf(snapshot));
      const topPlay = then.ledger().topPlay();
      expect(past.known.formerTopPlay?.symbol ?? null).toBe(topPlay?.previous?.symbol ?? null);
      expect([past.position, past.count]).toEqual([index + 1, accepted.length]);
      expect(past.newestAt).toBe(accepted.at(-1)?.asOfMilliseconds);
      for (const { key, rows } of snapshot.boards) {
        for (const { symbol } of rows) {
          if (symbol === null) continue;
          const rank = memory.history
            .ranksAt(accepted.length - 1)
            .get(key)
            ?.get(symbol);
          const outcome = past.outcomeOf(key, symbol);
          expect(outcome.kind === 'listed' ? outcome.rank : undefined).toBe(rank);
        }
      }
    }),
    { numRuns: 80 },
  );
});
