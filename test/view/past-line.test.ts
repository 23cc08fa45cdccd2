import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Simulated } from '../../src/api/snapshot.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { type PastPosition, renderPastLine } from '../../src/view/past-line.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import type { Theme } from '../../src/view/theme.ts';
import { TIMEFRAMES, type Timeframe } from '../../src/vocabulary.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

const AS_OF = Date.UTC(2026, 10, 20, 10, 15, 2);
const PAST: PastPosition = { asOf: AS_OF, position: 17, count: 301, newestAt: AS_OF + 257 * MINUTE_MS };

interface Options extends Partial<PastPosition> {
  readonly shown?: Timeframe;
  readonly isSimulated?: Simulated;
  /** After the newest snapshot. */
  readonly later?: number;
  readonly theme?: Theme;
}

function line(width: number, options: Options = {}): string {
  const { shown = 'day', isSimulated = true, later = 12_000, theme = CLASSIC, ...fields } = options;
  const past = { ...PAST, ...fields };
  const tabs = TIMEFRAMES.map((timeframe, index) => ({
    timeframe,
    digit: index + 1,
    isShown: timeframe === shown,
    isPolled: true,
    news: 3,
  }));
  return renderPastLine(past, { tabs, isSimulated, nowMilliseconds: past.newestAt + later }, width, theme);
}

describe('the first line of the past', () => {
  test.each<readonly [width: number, options: Options, expected: string]>([
    [
      140,
      {},
      '1 scalp •3  [2 DAY]  3 swing •3  4 position •3  5 investing •3       ◀ RECORDED 10:15:02 UTC    17 of 301, 4h17 ago   SANDBOX ',
    ],
    [
      123,
      {},
      '1 scalp •3  [2 DAY]  3 swing •3  4 position •3  5 investing •3       ◀ RECORDED 10:15:02    17 of 301, 4h17 ago   SANDBOX ',
    ],
    [100, {}, '1•3 [2 DAY] 3•3 4•3 5•3       ◀ RECORDED 10:15:02 UTC    17 of 301, 4h17 ago   SANDBOX '],
    [80, {}, '2 DAY •12   ◀ RECORDED 10:15:02 UTC    17 of 301, 4h17 ago   SANDBOX '],
    [60, {}, '2 DAY •12   ◀ RECORDED 10:15:02 UTC    17 of 301   SANDBOX '],
    [40, {}, '2 DAY   ◀ RECORDED 10:15:02   SANDBOX '],
    [30, {}, '2  ◀ RECORDED 10:15   SANDBOX '],
    [
      80,
      { isSimulated: 'unknown', status: 'playing' },
      '2 DAY •12   ▶ RECORDED 10:15:02 UTC    17 of 301, playing +ORIGIN UNKNOWN ',
    ],
    [
      80,
      { theme: { ...CLASSIC, timeZone: 'America/New_York' } },
      '2 DAY •12   ◀ RECORDED 05:15:02 EST    17 of 301, 4h17 ago   SANDBOX ',
    ],
    [30, { theme: { ...CLASSIC, timeZone: 'America/New_York' } }, '2  ◀ RECORDED 05:15   SANDBOX '],
    [30, { isSimulated: 'unknown' }, '2  ◀ RECORDED 10:15 +ORIGIN \\? '],
    [30, { isSimulated: false }, '2 DAY   ◀ RECORDED 10:15:02 '],
    [30, { isSimulated: false, shown: 'investing' }, '5  ◀ RECORDED 10:15:02 '],
    [40, { isSimulated: false }, '2 DAY •12   ◀ RECORDED 10:15:02 '],
    [
      80,
      { newestAt: AS_OF + 59_000 },
      '1•3 [2 DAY] 3•3 4•3 5•3       ◀ RECORDED 10:15:02    17 of 301, <1m ago SANDBOX ',
    ],
    [
      80,
      { later: 24 * 60 * MINUTE_MS },
      '2 DAY •12   ◀ RECORDED 2026-11-20 10:15:02 UTC    17 of 301, 4h17 ago   SANDBOX ',
    ],
    [60, { later: 24 * 60 * MINUTE_MS }, '2 DAY •12   ◀ RECORDED 2026-11-20 10:15:02   SANDBOX '],
    [30, { later: 24 * 60 * MINUTE_MS }, ' ◀ RECORDED 10:15   SANDBOX '],
    [
      80,
      { status: 'playing' },
      '1•3 [2 DAY] 3•3 4•3 5•3       ▶ RECORDED 10:15:02    17 of 301, playing SANDBOX ',
    ],
    [50, { status: 'stopped' }, '2 DAY   ◀ RECORDED 10:15:02    stopped   SANDBOX '],
    [
      100,
      { status: 'to the end' },
      '1•3 [2 DAY] 3•3 4•3 5•3       ▶ RECORDED 10:15:02 UTC    17 of 301, to the end   SANDBOX ',
    ],
    [30, { status: 'end', isSimulated: false }, '2 DAY   ◀ RECORDED 10:15:02 '],
    [
      80,
      { status: 'end', today: AS_OF + 24 * 60 * MINUTE_MS, later: 0 },
      '2 DAY •12   ◀ RECORDED 2026-11-20 10:15:02 UTC    17 of 301, end   SANDBOX ',
    ],
  ])('in %d cells, %j: %s', (width, options, expected) => {
    expect(line(width, options).replace(/ {3,}(?=SANDBOX|$)/, (blanks) => blanks.slice(0, 3))).toMatch(
      new RegExp(`^${expected.replace(/[[\]]/g, '\\$&')} *$`),
    );
  });

  test('is exactly as wide as the pane; from 30 columns on RECORDED, the time and SANDBOX stay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 200 }),
        fc.record({
          shown: fc.constantFrom(...TIMEFRAMES),
          isSimulated: fc.boolean(),
          position: fc.integer({ min: 1, max: 960 }),
          count: fc.constant(960),
          newestAt: fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => AS_OF + minutes * MINUTE_MS),
          later: fc.integer({ min: 0, max: 40 * 24 * 60 * MINUTE_MS }),
        }),
        (width, options) => {
          const text = line(width, options);
          expect(displayWidth(text)).toBe(width);
          if (width >= 30) expect(text).toMatch(/◀ RECORDED (\d{4}-\d\d-\d\d )?10:15(:02)? /);
          if (width >= 30) expect(text.endsWith(' SANDBOX ')).toBe(options.isSimulated);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('a wider pane never says less', () => {
    for (const isSimulated of [true, false]) {
      const lengths = Array.from(
        { length: 171 },
        (_, index) =>
          line(30 + index, { isSimulated })
            .replace(/ {2,}/g, ' ')
            .trim().length,
      );
      expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    }
  });

  test('has RECORDED in the colors of SANDBOX', () => {
    expect(line(70, { theme: ROLES })).toMatchInlineSnapshot(
      `"<title>2 DAY</title><accent> •12</accent>  <badge> ◀ RECORDED 10:15:02 UTC </badge><muted>   17 of 301, 4h17 ago</muted>   <badge> SANDBOX </badge>"`,
    );
    expect(line(30, { theme: ROLES })).toMatchInlineSnapshot(
      `"<title>2 </title><badge> ◀ RECORDED 10:15 </badge> <badge> SANDBOX </badge>"`,
    );
  });
});
