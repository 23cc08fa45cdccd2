import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../src/time-units.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { renderStatusLine, type StatusLineInput } from '../../src/view/status-line.ts';
import type { PaneTab } from '../../src/view/tab-line.ts';
import { createTheme } from '../../src/view/theme.ts';
import { MARKET_SESSIONS, TIMEFRAMES, type Timeframe } from '../../src/vocabulary.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

const DATA_TIME = Date.UTC(2026, 10, 20, 12, 34, 0);

function tabsOf(
  shown: Timeframe,
  news: Partial<Record<Timeframe, number>> = {},
  polled: ReadonlyArray<Timeframe> = TIMEFRAMES,
): ReadonlyArray<PaneTab> {
  return TIMEFRAMES.map((timeframe, index) => ({
    timeframe,
    digit: index + 1,
    isShown: timeframe === shown,
    isPolled: polled.includes(timeframe),
    news: news[timeframe] ?? 0,
  }));
}

const SKETCH: StatusLineInput = {
  tabs: tabsOf('day', { swing: 4, investing: 1 }),
  snapshot: { session: 'open', asOfMilliseconds: DATA_TIME, timeframe: 'day' },
  isSimulated: true,
  nextMilliseconds: DATA_TIME + 62 * SECOND_MS,
  nowMilliseconds: DATA_TIME + 12 * SECOND_MS,
};
const line = (width: number, input: Partial<StatusLineInput> = {}) =>
  renderStatusLine({ ...SKETCH, ...input }, width, CLASSIC);
const withData = (fields: Partial<NonNullable<StatusLineInput['snapshot']>>) => ({
  snapshot: { session: 'open', asOfMilliseconds: DATA_TIME, timeframe: 'day', ...fields } as const,
});

describe('the sketches', () => {
  test.each([
    [
      120,
      '1 scalp  [2 DAY]  3 swing •4  4 position  5 investing •1   ● open  as of 12:34:00 UTC · next ~12:35:02  SANDBOX ',
    ],
    [80, '1 [2 DAY] 3•4 4 5•1   ● open  12:34:00 UTC · next ~12:35:02  SANDBOX '],
    [40, '2 DAY •5 ● open 12:34:00 UTC   SANDBOX '],
    [30, '2 DAY •5 ● 12:34:00   SANDBOX '],
  ])('in %d cells: %s', (width, text) => {
    expect(line(width)).toHaveLength(width);
    expect(line(width).replace(/ {3,}/g, '   ')).toBe(text);
  });

  test('wide terminals have the time at the right, narrow ones beside the tabs', () => {
    expect(line(120)).toMatch(/•1 {11}● open .* SANDBOX $/);
    expect(line(60)).toMatch(/5•1 +● open/);
    expect(line(59)).toMatch(/5•1 ● open/);
  });

  test('data that is not simulated ends with the next time', () => {
    expect(line(120, { isSimulated: false })).toMatch(/ {16}● open {2}as of 12:34:00 UTC · next ~12:35:02$/);
  });
});

test('parts give way in this order, and SANDBOX never', () => {
  const shown = new Map<string, number>();
  for (let width = 130; width >= 20; width--) shown.set(line(width).replace(/ +/g, ' ').trim(), width);
  expect([...shown].map(([text, width]) => `from ${width}: ${text}`).join('\n')).toMatchInlineSnapshot(`
    "from 120: 1 scalp [2 DAY] 3 swing •4 4 position 5 investing •1 ● open as of 12:34:00 UTC · next ~12:35:02 SANDBOX
    from 114: 1 scalp [2 DAY] 3 swing •4 4 position 5 investing •1 ● open 12:34:00 UTC · next ~12:35:02 SANDBOX
    from 110: 1 scalp [2 DAY] 3 swing •4 4 position 5 investing •1 ● open 12:34:00 UTC · next ~12:35 SANDBOX
    from 96: 1 scalp [2 DAY] 3 swing •4 4 position 5 investing •1 ● open 12:34:00 UTC SANDBOX
    from 92: 1 scalp [2 DAY] 3 swing •4 4 position 5 investing •1 ● open 12:34:00 SANDBOX
    from 81: 1 [2 DAY] 3•4 4 5•1 ● open as of 12:34:00 UTC · next ~12:35:02 SANDBOX
    from 75: 1 [2 DAY] 3•4 4 5•1 ● open 12:34:00 UTC · next ~12:35:02 SANDBOX
    from 71: 1 [2 DAY] 3•4 4 5•1 ● open 12:34:00 UTC · next ~12:35 SANDBOX
    from 57: 1 [2 DAY] 3•4 4 5•1 ● open 12:34:00 UTC SANDBOX
    from 53: 1 [2 DAY] 3•4 4 5•1 ● open 12:34:00 SANDBOX
    from 39: 2 DAY •5 ● open 12:34:00 UTC SANDBOX
    from 35: 2 DAY •5 ● open 12:34:00 SANDBOX
    from 30: 2 DAY •5 ● 12:34:00 SANDBOX
    from 24: DAY ● 12:34:00 SANDBOX
    from 20: DAY 12:34 SANDBOX"
  `);
});

describe('tabs', () => {
  test.each<readonly [name: string, tabs: ReadonlyArray<PaneTab>, text: string]>([
    ['no news', tabsOf('day'), '1 scalp  [2 DAY]  3 swing  4 position  5 investing  '],
    ['the first is shown', tabsOf('scalp'), '[1 SCALP]  2 day  3 swing  4 position  5 investing  '],
    ['the last is shown', tabsOf('investing'), '1 scalp  2 day  3 swing  4 position  [5 INVESTING]  '],
    ['news of the shown one are not counted', tabsOf('day', { day: 7 }), '1 scalp  [2 DAY]  3 swing  '],
    ['many news', tabsOf('day', { scalp: 1000 }), '1 scalp •999  [2 DAY]  3 swing  '],
  ])('%s', (_, tabs, text) => {
    expect(line(130, { tabs }).startsWith(text)).toBe(true);
  });

  test('below 60 columns, news of the others are one number', () => {
    expect(line(40)).toMatch(/^2 DAY •5 /);
    expect(line(40, { tabs: tabsOf('day') })).toMatch(/^2 DAY ● /);
    expect(line(40, { tabs: tabsOf('day', { day: 7, swing: 4 }) })).toMatch(/^2 DAY •4 /);
  });

  test('are painted by role: the shown one, polled ones, others, news', () => {
    const tabs = tabsOf('day', { swing: 4 }, ['day', 'swing']);
    expect(renderStatusLine({ ...SKETCH, tabs }, 120, ROLES)).toMatchInlineSnapshot(
      `"<muted>1 scalp</muted>  <selectedTab>2 DAY</selectedTab>  3 swing<accent> •4</accent>  <muted>4 position</muted>  <muted>5 investing</muted>              <up>● open</up>  <muted>as of </muted><strong>12:34:00</strong><muted> UTC</muted><muted> · next ~12:35:02</muted> <badge> SANDBOX </badge>"`,
    );
    expect(renderStatusLine({ ...SKETCH, tabs }, 40, ROLES)).toMatchInlineSnapshot(
      `"<title>2 DAY</title><accent> •4</accent> <up>● open</up> <strong>12:34:00</strong><muted> UTC</muted>   <badge> SANDBOX </badge>"`,
    );
  });

  test('without colours, brackets show the tab; with colours, the line is as wide', () => {
    const inColor = renderStatusLine(SKETCH, 120, createTheme('classic', 1));
    expect(line(120)).toContain('  [2 DAY]  ');
    expect(stripVTControlCharacters(inColor)).toBe(line(120).replace('[2 DAY]', ' 2 DAY '));
  });
});

describe('session and time', () => {
  test.each<readonly [name: string, fields: Parameters<typeof withData>[0], width: number, text: string]>([
    ['premarket', { session: 'premarket' }, 130, '◐ premarket  as of 12:34:00 UTC'],
    ['after hours', { session: 'afterhours' }, 130, '◑ afterhours  as of 12:34:00 UTC'],
    ['closed', { session: 'closed' }, 130, '○ closed  as of 12:34:00 UTC'],
    ['session unknown', { session: null }, 120, '? session unknown 12:34:00 UTC'],
    ['session unknown, narrow', { session: null }, 30, '2 DAY •5 ? 12:34:00 '],
    ['time unknown', { asOfMilliseconds: null }, 120, '● open  time unknown · next'],
    ['time unknown, with digits', { asOfMilliseconds: null }, 80, '● open  time unknown · next'],
    ['time unknown, narrow', { asOfMilliseconds: null }, 30, '2 DAY •5 ● unknown '],
    ['time unknown, very narrow', { asOfMilliseconds: null }, 20, 'DAY unknown '],
    ['time far ahead', { asOfMilliseconds: DATA_TIME + DAY_MS }, 120, '● open  time unknown · next'],
    ['another day', { asOfMilliseconds: DATA_TIME - DAY_MS }, 120, '● open 2026-11-19 12:34:00 UTC'],
    ['another day, narrow', { asOfMilliseconds: DATA_TIME - DAY_MS }, 40, 'DAY ● 2026-11-19 12:34:00 '],
    ['another day, very narrow', { asOfMilliseconds: DATA_TIME - DAY_MS }, 30, 'DAY 11-19 12:34 '],
  ])('%s', (_, fields, width, text) => {
    expect(line(width, withData(fields))).toContain(text);
  });

  test.each<readonly [name: string, input: Partial<StatusLineInput>, pattern: RegExp]>([
    ['the next time is unknown', { nextMilliseconds: null }, /● open {2}as of 12:34:00 UTC {2}SANDBOX $/],
    ['no snapshot yet', { snapshot: null }, /5 investing •1 +SANDBOX $/],
    ['no snapshot yet, not simulated', { snapshot: null, isSimulated: false }, /5 investing •1 +$/],
    ['no tabs', { tabs: [] }, /^ +● open {2}as of 12:34:00 UTC/],
  ])('%s', (_, input, pattern) => {
    expect(line(120, input)).toMatch(pattern);
  });
});

describe('at any width from 20 to 200', () => {
  const input = fc.record({
    tabs: fc
      .tuple(fc.constantFrom(...TIMEFRAMES), fc.nat(100_000), fc.nat(3))
      .map(([shown, scalp, investing]) => tabsOf(shown, { scalp, investing })),
    snapshot: fc.record({
      session: fc.constantFrom(null, ...MARKET_SESSIONS),
      asOfMilliseconds: fc.constantFrom(null, Number.NaN, 0, DATA_TIME - DAY_MS, DATA_TIME, 8.64e15),
      timeframe: fc.constantFrom(null, 'day', '\x1b[2J'),
    }),
    isSimulated: fc.boolean(),
    nextMilliseconds: fc.constantFrom(null, DATA_TIME + 62 * SECOND_MS),
    nowMilliseconds: fc.constant(DATA_TIME + 12 * SECOND_MS),
  });
  const width = fc.integer({ min: 20, max: 200 });
  const runs = { numRuns: 200, seed: 3 };

  test('the line has exactly this width, and ends with SANDBOX if the data is simulated', () => {
    fc.assert(
      fc.property(input, width, (any, cells) => {
        const text = renderStatusLine(any, cells, CLASSIC);
        expect(displayWidth(text)).toBe(cells);
        expect(text.endsWith(' SANDBOX ')).toBe(any.isSimulated);
        expect(text).not.toMatch(/NaN|undefined|\p{C}/u);
      }),
      runs,
    );
  });

  test('news that come or go, and a next time that does, leave everything else as it is', () => {
    const news = fc.record({ scalp: fc.nat(33), swing: fc.nat(33), investing: fc.nat(33) });
    const shapeOf = (text: string) => text.replace(/ ?•\d+| · next ~[\d:]+/g, '').replace(/ +/g, ' ');
    fc.assert(
      fc.property(news, fc.boolean(), fc.boolean(), width, (counts, hasNext, isSimulated, cells) => {
        const nextMilliseconds = hasNext ? DATA_TIME : null;
        const quiet = line(cells, { isSimulated, tabs: tabsOf('day') });
        const busy = line(cells, { isSimulated, tabs: tabsOf('day', counts), nextMilliseconds });
        expect(shapeOf(busy)).toBe(shapeOf(quiet));
      }),
      runs,
    );
  });

  test('from 30, the shown timeframe and the time of the data stay', () => {
    fc.assert(
      fc.property(input, width, (any, cells) => {
        const text = renderStatusLine(any, Math.max(30, cells), CLASSIC);
        const shown = any.tabs.find(({ isShown }) => isShown)?.timeframe.toUpperCase() ?? '';
        expect(text).toContain(shown);
        expect(text).toMatch(/\d\d:\d\d|unknown/);
        expect(text).not.toContain('…');
      }),
      runs,
    );
  });
});
