import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderStatusLine } from '../../src/pane/header/status-line.ts';
import type { PastPosition, Shown } from '../../src/pane/view.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { toAscii } from '../../src/text/ascii.ts';
import type { Ctx } from '../../src/text/ctx.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/time.ts';
import { MARKET_SESSIONS, TIMEFRAMES, type Timeframe } from '../../src/vocabulary.ts';
import { ctxOf, ROLES } from '../support/view-fixtures.ts';

const DATA_TIME = Date.UTC(2026, 10, 20, 12, 34, 0);

/** What a line is about. */
interface Sketch {
  readonly shown: Timeframe;
  readonly polled: ReadonlyArray<Timeframe>;
  readonly news: Partial<Record<Timeframe, number>>;
  readonly snapshot: Pick<Snapshot, 'session' | 'time'> | null;
  readonly isSimulated: boolean | 'unknown';
  readonly nextAt: number | null;
  readonly isStale: boolean;
  readonly marks: ReadonlyArray<string>;
  readonly past: PastPosition | null;
}

const SKETCH: Sketch = {
  shown: 'day',
  polled: TIMEFRAMES,
  news: { swing: 4, investing: 1 },
  snapshot: { session: 'open', time: DATA_TIME },
  isSimulated: true,
  nextAt: DATA_TIME + 62 * SECOND_MS,
  isStale: false,
  marks: [],
  past: null,
};

const line = (width: number, input: Partial<Sketch> = {}, others: Partial<Ctx> = {}) => {
  const { shown, polled, news, snapshot, isSimulated, nextAt, isStale, marks, past } = {
    ...SKETCH,
    ...input,
  };
  const all = {
    pane: { timeframe: shown, timeframes: polled, available: TIMEFRAMES, isReplay: false, paused: false },
    snapshot,
    known: { isSimulated, nextExpectedAt: nextAt },
    timeframes: {
      get: (timeframe: Timeframe) => ({ news: new Set(Array.from({ length: news[timeframe] ?? 0 }).keys()) }),
    },
    position: past,
    staleness: isStale ? 'refused' : null,
    marks,
    ctx: ctxOf(width, { now: DATA_TIME + 12 * SECOND_MS, ...others }),
  };
  return renderStatusLine(all as unknown as Shown);
};
const withData = (fields: Partial<Sketch['snapshot']>) => ({
  snapshot: { session: 'open', time: DATA_TIME, ...fields } as const,
});

const PAST: PastPosition = {
  time: DATA_TIME - 139 * MINUTE_MS,
  position: 17,
  count: 301,
  isRecorded: false,
};
const past = (fields: Partial<PastPosition> = {}) => ({ past: { ...PAST, ...fields } });
const recorded = (fields: Partial<PastPosition> = {}) => past({ isRecorded: true, ...fields });

describe('the sketches', () => {
  test.each([
    [
      120,
      ' 1 scalp   [2 DAY]   3 swing•4  4 position    5 investing•1           ● open  as of 12:34:00 UTC · next ~12:35  SANDBOX ',
    ],
    [80, ' 1 scalp   [2 DAY]   3 swing•4  4 position    5•1  ● as of 12:34:00 UTC SANDBOX '],
    [40, ' 2 DAY  ● as of 12:34:00        SANDBOX '],
    [30, ' 2 DAY  ● 12:34:00    SANDBOX '],
  ])('in %d cells: %s', (width, text) => {
    expect(line(width)).toBe(text);
  });
});

describe('from 200 to 30 cells', () => {
  /** The widths from which on each text is shown, with single blanks. */
  const widthsOf = (input: Partial<Sketch>) => {
    const found: Array<string> = [];
    for (let width = 200; width >= 30; width--) {
      const parts = line(width, { news: {}, marks: ['rec'], ...input })
        .trim()
        .replace(/ +/g, ' ');
      if (found.at(-1)?.endsWith(`: ${parts}`)) found.pop();
      found.push(`from ${width}: ${parts}`);
    }
    return found.join('\n');
  };

  test('parts give way one after the other', () => {
    expect(widthsOf({})).toMatchInlineSnapshot(`
      "from 115: 1 scalp [2 DAY] 3 swing 4 position 5 investing ● open as of 12:34:00 UTC · next ~12:35 rec SANDBOX
      from 102: 1 scalp [2 DAY] 3 swing 4 position 5 investing ● open as of 12:34:00 UTC rec SANDBOX
      from 95: 1 scalp [2 DAY] 3 swing 4 position 5 investing ● as of 12:34:00 UTC rec SANDBOX
      from 85: 1 scalp [2 DAY] 3 swing 4 position 5 ● as of 12:34:00 UTC rec SANDBOX
      from 76: 1 scalp [2 DAY] 3 swing 4 5 ● as of 12:34:00 UTC rec SANDBOX
      from 70: 1 scalp [2 DAY] 3 4 5 ● as of 12:34:00 UTC rec SANDBOX
      from 64: 1 [2 DAY] 3 4 5 ● as of 12:34:00 UTC rec SANDBOX
      from 60: 1 [2 DAY] 3 4 5 ● as of 12:34:00 rec SANDBOX
      from 38: 2 DAY ● as of 12:34:00 rec SANDBOX
      from 32: 2 DAY ● 12:34:00 rec SANDBOX
      from 30: DAY ● 12:34:00 rec SANDBOX"
    `);
  });

  test('a step back leaves all tabs where they are', () => {
    for (const shown of TIMEFRAMES)
      for (let width = 50; width <= 200; width += 5) {
        const [live, back] = [{}, past()].map((input) => line(width, { shown, ...input }));
        const tabs = live?.slice(0, live.search(/ +●/)) ?? '';
        expect(back?.slice(0, tabs.length), back).toBe(tabs);
      }
  });
});

describe('tabs', () => {
  test.each<readonly [name: string, input: Partial<Sketch>, text: string]>([
    ['no news', { news: {} }, ' 1 scalp   [2 DAY]   3 swing    4 position    5 investing    '],
    ['the first is shown', { shown: 'scalp', news: {} }, '[1 SCALP]   2 day    3 swing    4 position    '],
    ['news of the shown one are not counted', { news: { day: 7 } }, ' 1 scalp   [2 DAY]   3 swing    4 '],
    ['many news', { news: { scalp: 10, swing: 9 } }, ' 1 scalp•9+[2 DAY]   3 swing•9  4 position    5 '],
    ['only the shown one is polled', { polled: ['day'] }, ' 1 scalp  [2 DAY]  3 swing   4 position   5 i'],
  ])('%s', (_, input, text) => {
    expect(line(130, input).slice(0, text.length)).toBe(text);
  });

  test('keep their places when another one is shown', () => {
    const shapes = TIMEFRAMES.map((shown) =>
      line(130, { shown, news: {} }).replace(/[[\]]/g, ' ').toLowerCase(),
    );
    expect(new Set(shapes).size).toBe(1);
  });
});

describe('the past', () => {
  type Past = ReturnType<typeof past> & Partial<Sketch>;

  test.each<readonly [width: number, input: Past, text: string]>([
    [
      120,
      past(),
      ' 1 scalp   [2 DAY]   3 swing•4  4 position    5 investing•1         ◀ PAST 10:15:00 UTC, 2h19 ago    17 of 301  SANDBOX ',
    ],
    [80, past(), ' 1 scalp   [2 DAY]   3 swing•4  4 position    5•1  ◀ PAST 10:15:00 UTC  SANDBOX '],
    [40, past(), ' 2 DAY  ◀ PAST 10:15:00         SANDBOX '],
    [30, past(), ' DAY ◀ PAST 10:15:00  SANDBOX '],
    [30, { shown: 'investing', ...past() }, ' 5  ◀ PAST 10:15      SANDBOX '],
    [30, recorded(), ' 2  ◀ RECORDED 10:15  SANDBOX '],
    [30, { isSimulated: false, ...recorded() }, ' 2 DAY  ◀ RECORDED 10:15:00   '],
    [
      80,
      { isSimulated: 'unknown', ...recorded({ status: 'playing' }) },
      ' 1 scalp   [2 DAY]   3•4  4    5•1     ▶ RECORDED 10:15:00 UTC   ORIGIN UNKNOWN ',
    ],
    [40, recorded({ time: PAST.time - DAY_MS }), ' DAY  ◀ RECORDED 11-19 10:15    SANDBOX '],
    [
      80,
      recorded({ status: 'end', today: DATA_TIME + DAY_MS }),
      ' 1 scalp   [2 DAY]   3•4  4    5•1  ◀ RECORDED 2026-11-20 10:15:00 UTC  SANDBOX ',
    ],
    [40, { isStale: true, ...past() }, ' 2 DAY  ! PAST 10:15:00         SANDBOX '],
  ])('in %d cells, %j: %s', (width, input, text) => {
    expect(line(width, input)).toBe(text);
  });
});

describe('session and time', () => {
  const yesterday = { time: DATA_TIME - DAY_MS };

  test.each<readonly [name: string, fields: Parameters<typeof withData>[0], width: number, text: string]>([
    ['after hours', { session: 'afterhours' }, 130, '◑ afterhours  as of 12:34:00 UTC'],
    ['session unknown', { session: null }, 120, '? session unknown  as of 12:34:00 UTC'],
    ['time unknown', { time: null }, 120, '● open  as of unknown · next'],
    ['time unknown, without the word', { time: null }, 80, '● as of unknown  SANDBOX'],
    ['time unknown, narrow', { time: null }, 30, ' 2 DAY  ● unknown '],
    ['a day ahead', { time: DATA_TIME + DAY_MS }, 120, '● open  as of 2026-11-21 12:34:00 UTC'],
    ['another day', yesterday, 120, '● open  as of 2026-11-19 12:34:00 UTC'],
    ['another day, narrow', yesterday, 40, ' 2 DAY  ● 2026-11-19 12:34:00 '],
    ['another day, very narrow', yesterday, 30, ' DAY  ● 11-19 12:34 '],
  ])('%s', (_, fields, width, text) => {
    expect(line(width, withData(fields))).toContain(text);
  });

  test.each<readonly [name: string, input: Partial<Sketch>, pattern: RegExp]>([
    ['the next time is unknown', { nextAt: null }, /● open {2}as of 12:34:00 UTC {2}SANDBOX $/],
    [
      'the next time is in the minute of the data',
      { nextAt: DATA_TIME + 40 * SECOND_MS },
      / as of 12:34:00 UTC · next ~12:34:40 {2}SANDBOX $/,
    ],
    ['stale data has no next time', { isStale: true }, /! stale {2}as of 12:34:00 UTC {2}SANDBOX $/],
    ['no snapshot yet', { snapshot: null }, /5 investing•1 +SANDBOX $/],
  ])('%s', (_, input, pattern) => {
    expect(line(120, input)).toMatch(pattern);
  });

  test('in ASCII, from 30 the shown timeframe, the time and SANDBOX stay', () => {
    for (const session of [null, ...MARKET_SESSIONS])
      for (const shown of TIMEFRAMES)
        for (let width = 30; width <= 200; width += 5) {
          const text = toAscii(line(width, { shown, ...withData({ session }) }, { ascii: true }));
          expect(text).toMatch(new RegExp(`^(?:.*\\W)?${shown.toUpperCase()}\\W.* 12:34\\b.* SANDBOX $`));
          expect(displayWidth(text)).toBe(width);
        }
  });

  test('what is on follows the time, and what failed is a fault', () => {
    const input = { marks: ['notify', '! not recorded'], isStale: true };
    const painted = (width: number) => line(width, input, { theme: ROLES }).replace(/^.*?(?=<banner>)/, '');
    expect(painted(140)).toBe(
      '<banner>! stale</banner>  <muted>as of </muted><strong>12:34:00</strong><muted> UTC</muted>  <muted>notify</muted>  <banner>! not recorded</banner> <badge> SANDBOX </badge>',
    );
    expect(painted(40)).toBe(
      '<banner>!</banner> <strong>12:34</strong>  <banner>! not recorded</banner>  <badge> SANDBOX </badge>',
    );
  });
});

describe('at any width from 20 to 200', () => {
  const input = fc.record({
    shown: fc.constantFrom(...TIMEFRAMES),
    news: fc.record({ scalp: fc.nat(20), investing: fc.nat(3) }),
    snapshot: fc.record({
      session: fc.constantFrom(null, ...MARKET_SESSIONS),
      time: fc.constantFrom(null, Number.NaN, 0, DATA_TIME - DAY_MS, DATA_TIME, 8.64e15),
    }),
    isSimulated: fc.boolean(),
    nextAt: fc.constantFrom(null, DATA_TIME + 62 * SECOND_MS),
    isStale: fc.boolean(),
    marks: fc.subarray(['notify', 'rec']),
    past: fc.constantFrom(null, PAST, recorded({ time: DATA_TIME - DAY_MS }).past),
  });
  const width = fc.integer({ min: 20, max: 200 });
  const runs = { numRuns: 60, seed: 3 };

  test('the line has exactly this width, says SANDBOX of simulated data, and from 30 has timeframe and time', () => {
    fc.assert(
      fc.property(input, width, (any, cells) => {
        const text = line(cells, any);
        expect(displayWidth(text)).toBe(cells);
        expect(text.endsWith(' SANDBOX ')).toBe(any.isSimulated);
        expect(text).not.toMatch(/NaN|undefined|\p{C}/u);
        if (cells < 30) return;
        // The past has no room for long names.
        const name = any.shown.toUpperCase();
        const digit = TIMEFRAMES.indexOf(any.shown) + 1;
        expect(text).toMatch(any.past === null ? name : new RegExp(`${name}|^ ${digit} `));
        expect(text).toMatch(/\d\d:\d\d|unknown/);
        expect(text).not.toContain('…');
      }),
      runs,
    );
  });

  test('news that come or go leave every other cell as it is', () => {
    const news = fc.record({ scalp: fc.nat(33), swing: fc.nat(33), investing: fc.nat(33) });
    fc.assert(
      fc.property(input, news, width, (any, counts, cells) => {
        const busy = line(cells, { ...any, shown: 'day', news: counts });
        const quiet = line(cells, { ...any, shown: 'day', news: {} });
        expect(busy.replace(/•\d\+?/g, (told) => ' '.repeat(told.length))).toBe(quiet);
      }),
      runs,
    );
  });
});
