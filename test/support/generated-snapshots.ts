import fc from 'fast-check';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/lib/time.ts';
import { BIASES, MARKET_SESSIONS } from '../../src/market/catalogue.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { rowOf, snapshotOf } from './snapshots.ts';

/** A Friday, five minutes before the market opens. */
const START = Date.UTC(2026, 10, 20, 14, 25, 0);

const symbol = fc.constantFrom('A', 'B', 'C', 'D', 'E', '__proto__', 'constructor', null);
const row = fc.record({
  symbol,
  rank: fc.option(fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 10 }) }, fc.maxSafeInteger())),
  boards: fc.option(fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 5 }) }, fc.maxSafeInteger())),
  bias: fc.option(fc.constantFrom(...BIASES)),
  price: fc.option(fc.double({ noNaN: true })),
  dayPct: fc.option(fc.float({ noNaN: true })),
});
const board = fc.tuple(fc.constantFrom('movers', 'rvol', '__proto__'), fc.array(row, { maxLength: 6 }));
const count = fc.option(fc.integer({ min: 0, max: 500 }));

/** Most snapshots follow within a minute. Others follow after a gap or days, are older, or have no time. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(MINUTE_MS, 50 * SECOND_MS, 10 * SECOND_MS) },
  { weight: 2, arbitrary: fc.constantFrom(5 * MINUTE_MS, 5 * MINUTE_MS + 1, 40 * MINUTE_MS, DAY_MS) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, -1, -MINUTE_MS, -DAY_MS, null) },
);

interface GeneratedSnapshot {
  /** Milliseconds after the previous snapshot; null for a snapshot without a time. */
  readonly step: number | null;
  readonly boards: ReadonlyArray<readonly [key: string, rows: ReadonlyArray<object>]>;
  readonly topPlay: string | null;
  readonly session: string | null;
  readonly breadth: object | null;
}

const generated: fc.Arbitrary<GeneratedSnapshot> = fc.record({
  step,
  boards: fc.array(board, { maxLength: 3 }),
  topPlay: symbol,
  session: fc.option(fc.constantFrom(...MARKET_SESSIONS)),
  breadth: fc.option(fc.record({ advancers: count, decliners: count, symbols: count })),
});

export function snapshotSequences(maxLength: number): fc.Arbitrary<ReadonlyArray<Snapshot>> {
  return fc.array(generated, { maxLength }).map((all) => {
    let time = START;
    return all.map((each) => {
      time += each.step ?? 0;
      return snapshotOf({
        asOf: each.step === null ? null : new Date(time).toISOString(),
        boards: Object.fromEntries(
          each.boards.map(([key, rows]) => [key, rows.map((fields) => rowOf({ ...fields }))]),
        ),
        boardNames: [...new Set(each.boards.map(([key]) => key))],
        topPlay: each.topPlay === null ? null : { symbol: each.topPlay, reasons: [] },
        session: each.session,
        breadth: each.breadth,
      });
    });
  });
}

/** `fc.string({ unit: 'binary' })` would first build a table of all code points. */
export function anyText({ maxLength = 10 } = {}): fc.Arbitrary<string> {
  const codePoints = fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0x10ffff }));
  return fc.array(codePoints, { maxLength }).map((codes) => String.fromCodePoint(...codes));
}
