import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import type { BoardMovement } from '../../src/model/movement.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { type PaneHeaderInput, renderPaneHeader } from '../../src/view/pane-header.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { createTheme } from '../../src/view/theme.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { CLASSIC, NOW, ROLES } from './fixtures.ts';

const REASONS = ['Repeated alerts', 'High relative volume', 'Trending in search'];
const TLLT: JsonObject = {
  symbol: 'TLLT',
  price: 91.53,
  dayPct: -1.39,
  boards: 5,
  bias: 'bearish',
  reasons: REASONS,
};
const NOTHING: JsonObject = {
  symbol: null,
  price: null,
  dayPct: null,
  boards: null,
  bias: null,
  reasons: null,
};
const MOVEMENT: ReadonlyMap<string, BoardMovement> = new Map([
  ['movers', { marks: new Map([['OHL', { from: null, to: 5 }]]), left: [] }],
  ['momentum', { marks: new Map([['BRCE', { from: 4, to: 1 }]]), left: [] }],
  ['alerted', { marks: new Map(), left: [{ symbol: 'QLO', was: 3 }] }],
]);

function inputOf(fields: JsonObject = {}, others: Partial<PaneHeaderInput> = {}): PaneHeaderInput {
  return {
    tabs: [
      { timeframe: 'scalp', digit: 1, isShown: false, isPolled: false, news: 0 },
      { timeframe: 'day', digit: 2, isShown: true, isPolled: true, news: 0 },
    ],
    snapshot: snapshotOf({ topPlay: TLLT, ...fields }),
    isSimulated: true,
    formerTopPlay: { symbol: 'AME', untilMilliseconds: NOW - 3 * MINUTE_MS },
    movement: MOVEMENT,
    breadthBefore: null,
    past: null,
    nextMilliseconds: null,
    banner: null,
    nowMilliseconds: NOW,
    ...others,
  };
}

const draw = (width: number, input = inputOf()) =>
  `\n${renderPaneHeader(input, width, CLASSIC).join('\n')}\n`;
const topPlayLine = (width: number, fields: JsonObject | null = {}, others: Partial<PaneHeaderInput> = {}) =>
  renderPaneHeader(inputOf({ topPlay: fields && { ...TLLT, ...fields } }, others), width, CLASSIC)[1];
const changesLine = (width: number, fields: JsonObject = {}, others: Partial<PaneHeaderInput> = {}) =>
  renderPaneHeader(inputOf(fields, others), width, CLASSIC)[2];

test('in 120 cells', () => {
  expect(draw(120)).toMatchInlineSnapshot(`
    "
    1 scalp  [2 DAY]                                                                    ● open  as of 14:30:00 UTC  SANDBOX 
    TOP  TLLT $91.53 -1.39% ◆5▼  Repeated alerts · High relative volume · Trending in search             was AME until 14:27
    NEW OHL movers 5  UP BRCE momentum 4→1  OUT QLO alerted                                   ▲231      ▓▓▓▓▓▓░░░░ ▼154     
    "
  `);
});

test('in 80 cells', () => {
  expect(draw(80)).toMatchInlineSnapshot(`
    "
    1 scalp  [2 DAY]                            ● open  as of 14:30:00 UTC  SANDBOX 
    TOP  TLLT $91.53 -1.39% ◆5▼  Repeated alerts                 was AME until 14:27
    NEW OHL movers 5  UP BRCE momentum 4→1  OUT QLO alerted                ▲231 ▼154
    "
  `);
});

test('in 40 cells', () => {
  expect(draw(40)).toMatchInlineSnapshot(`
    "
    1 [2 DAY] ● open 14:30:00 UTC   SANDBOX 
    TOP  TLLT $91.53 -1.39% ◆5▼
    NEW OHL movers 5               ▲231 ▼154
    "
  `);
});

test('in 30 cells', () => {
  expect(draw(30)).toMatchInlineSnapshot(`
    "
    2 DAY ● 14:30:00      SANDBOX 
    TOP TLLT $91.53 -1.39% ◆5▼
    NEW OHL movers 5     ▲231 ▼154
    "
  `);
});

test('parts are painted by role', () => {
  expect(renderPaneHeader(inputOf(), 120, ROLES).slice(1).join('\n')).toMatchInlineSnapshot(`
    "<highlight>TOP  </highlight><strong>TLLT</strong> $91.53<down> -1.39%</down> <highlight>◆5</highlight><down>▼</down><muted>  Repeated alerts · High relative volume · Trending in search</muted>             <muted>was AME until 14:27</muted>
    <highlight>NEW</highlight> OHL<muted> movers 5</muted>  <up>UP</up> BRCE<muted> momentum 4→1</muted>  <muted>OUT</muted> QLO<muted> alerted</muted>                                   <up>▲231</up>      <up>▓▓▓▓▓▓</up><down>░░░░</down> <down>▼154</down>     "
  `);
});

describe('the top play', () => {
  test('drops its reasons one by one, then what it was before', () => {
    const shown = new Map<string | undefined, number>();
    for (let width = 130; width >= 30; width--) shown.set(topPlayLine(width)?.replace(/ {2,}/g, '  '), width);
    expect([...shown].map(([text, width]) => `from ${width}: ${text}`).join('\n')).toMatchInlineSnapshot(`
      "from 109: TOP  TLLT $91.53 -1.39% ◆5▼  Repeated alerts · High relative volume · Trending in search  was AME until 14:27
      from 88: TOP  TLLT $91.53 -1.39% ◆5▼  Repeated alerts · High relative volume  was AME until 14:27
      from 65: TOP  TLLT $91.53 -1.39% ◆5▼  Repeated alerts  was AME until 14:27
      from 48: TOP  TLLT $91.53 -1.39% ◆5▼  was AME until 14:27
      from 44: TOP  TLLT $91.53 -1.39% ◆5▼  Repeated alerts
      from 40: TOP  TLLT $91.53 -1.39% ◆5▼
      from 30: TOP TLLT $91.53 -1.39% ◆5▼"
    `);
  });

  const START = 'TOP  TLLT $91.53 -1.39% ◆5▼';
  const former = (symbol: string | null, untilMilliseconds: number | null) => ({
    formerTopPlay: { symbol, untilMilliseconds },
  });
  type Case = readonly [string, JsonObject | null, Partial<PaneHeaderInput>, start: string, end: string];

  test.each<Case>([
    ['always the same', {}, { formerTopPlay: null }, `${START}  Repeated alerts · High relative volume`, ''],
    ['none before', { reasons: [] }, former(null, NOW - MINUTE_MS), START, 'was none until 14:29'],
    ['another until an unknown time', { reasons: [] }, former('AME', null), START, 'was AME'],
    ['another until far ahead', { reasons: [] }, former('AME', NOW + 60 * MINUTE_MS), START, 'was AME'],
    [
      'another until yesterday',
      { reasons: [] },
      former('AME', NOW - 24 * 60 * MINUTE_MS),
      START,
      'was AME until 2026-06-02 14:30',
    ],
    ['none now', null, {}, 'TOP  No symbol qualifies right now.', 'was AME until 14:27'],
    ['never one', null, { formerTopPlay: null }, 'TOP  No symbol qualifies right now.', ''],
    ['of null fields', NOTHING, { formerTopPlay: null }, 'TOP  – –  – ', ''],
    ['a long reason', { reasons: ['x'.repeat(60), 'short'] }, { formerTopPlay: null }, START, ''],
  ])('%s', (_, fields, others, start, end) => {
    const line = end === '' ? start : start.padEnd(75 - end.length) + end;
    expect(topPlayLine(75, fields, others)).toBe(line);
  });

  test.each([
    [30, 'TOP TLLT $91.53 -1.39% ◆5▼'],
    [26, 'TOP TLLT $91.53 -1.39% ◆5▼'],
    [25, 'TOP TLLT $91.53 -1.39%'],
    [20, 'TOP TLLT $91.53 -1.…'],
  ])('in %d cells: %j', (width, line) => {
    expect(topPlayLine(width)).toBe(line);
  });

  test('none, in 30 cells', () => {
    expect(topPlayLine(30, null)).toBe('TOP No symbol qualifies right…');
  });
});

describe('changes and breadth', () => {
  test.each([
    [120, 'NEW OHL movers 5  UP BRCE momentum 4→1  OUT QLO alerted   ▲231   ▓▓▓▓▓▓░░░░ ▼154   '],
    [80, 'NEW OHL movers 5  UP BRCE momentum 4→1  OUT QLO alerted   ▲231 ▼154'],
    [60, 'NEW OHL movers 5  UP BRCE momentum 4→1   ▲231 ▼154'],
    [40, 'NEW OHL movers 5   ▲231 ▼154'],
    [28, 'NEW OHL movers 5   ▲231 ▼154'],
    [26, 'NEW OHL movers 5'],
  ])('in %d cells: %s', (width, line) => {
    expect(changesLine(width)?.replace(/ {3,}/g, '   ')).toBe(line);
  });

  test('breadth stands at the right, with a bar from 110 columns and a longer one from 150', () => {
    const bars = [109, 110, 149, 150].map((width) => changesLine(width)?.match(/[▓░]/gu)?.length ?? 0);
    expect(bars).toEqual([0, 10, 10, 20]);
    for (const width of [30, 40, 80, 120, 200])
      expect(displayWidth(changesLine(width) ?? ''), `at ${width}`).toBe(width);
  });

  test('breadth says what changed only beside a bar, and leaves room for it where nothing is known', () => {
    const breadthBefore = { advancers: 219, decliners: 163, symbols: 400 };
    const breadths = [80, 109, 110, 150].flatMap((width) =>
      [null, breadthBefore].map(
        (before) => changesLine(width, {}, { breadthBefore: before })?.match(/▲.*/)?.[0],
      ),
    );
    expect(breadths).toEqual([
      '▲231 ▼154',
      '▲231 ▼154',
      '▲231 ▼154',
      '▲231 ▼154',
      '▲231      ▓▓▓▓▓▓░░░░ ▼154     ',
      '▲231 +12  ▓▓▓▓▓▓░░░░ ▼154 -9  ',
      '▲231      ▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░ ▼154     ',
      '▲231 +12  ▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░ ▼154 -9  ',
    ]);
  });

  test('without changes there is only breadth, and without breadth only changes', () => {
    expect(changesLine(40, {}, { movement: new Map() })).toBe(`${' '.repeat(31)}▲231 ▼154`);
    expect(changesLine(40, { breadth: null })).toBe('NEW OHL movers 5  UP BRCE momentum 4→1');
    expect(changesLine(40, { breadth: null }, { movement: new Map() })).toBe('');
  });

  test('a change that fits nowhere is cut, and breadth gives way to it', () => {
    const marks = new Map([['TLLT', { from: null, to: 1 }]]);
    const movement = new Map(['alerted', 'movers', 'rvol'].map((key) => [key, { marks, left: [] }]));
    expect(changesLine(30, {}, { movement })).toBe('NEW TLLT alerted 1, movers 1,…');
  });

  test('the banner takes their place', () => {
    const banner = 'stale since 14:20:00 (rate limited)';
    expect(changesLine(40, {}, { banner })).toBe(' stale since 14:20:00 (rate limited)    ');
    expect(renderPaneHeader(inputOf({}, { banner }), 40, ROLES)[2]).toBe(
      '<banner> stale since 14:20:00 (rate limited)    </banner>',
    );
  });
});

test('before the first snapshot there are three lines too', () => {
  const input = inputOf({}, { snapshot: null, isSimulated: false, banner: 'waiting' });
  expect(renderPaneHeader(input, 40, CLASSIC).map((line) => line.trimEnd())).toEqual([
    '1 scalp  [2 DAY]',
    '',
    ' waiting',
  ]);
});

test('always three lines, never wider than the terminal, whatever the service sends', () => {
  const evil = '\x1b]8;;http://evil\x07漢字👩‍💻\u202e'.repeat(9);
  const hostile = inputOf(
    {
      timeframe: evil,
      breadth: { advancers: 1e308, decliners: 1 / 3, symbols: -1 },
      topPlay: {
        symbol: evil,
        price: -1e308,
        dayPct: 1e308,
        boards: 1e308,
        bias: 'neutral',
        reasons: [evil, 'ok'],
      },
    },
    {
      breadthBefore: { advancers: -1e308, decliners: 1e308, symbols: null },
      formerTopPlay: { symbol: evil, untilMilliseconds: Number.NaN },
      movement: new Map([
        [evil, { marks: new Map([[evil, { from: null, to: 1 }]]), left: [{ symbol: evil, was: 1 }] }],
      ]),
    },
  );
  for (const input of [
    hostile,
    { ...hostile, banner: evil },
    inputOf({ topPlay: null, breadth: null }),
    inputOf({}, { snapshot: null }),
    inputOf(),
  ]) {
    for (let width = 20; width <= 200; width++) {
      const lines = renderPaneHeader(input, width, createTheme('classic', 0));
      expect(lines).toHaveLength(3);
      for (const line of lines) {
        expect(displayWidth(line), `at ${width}: ${line}`).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(/\p{C}|NaN|undefined/u);
      }
    }
  }
});
