import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { renderTopPlay } from '../../src/view/top-play.ts';
import { CLASSIC, manySnapshot, ROLES } from './fixtures.ts';

const topPlay = (fields: JsonObject | null = {}) => {
  const usual = manySnapshot().raw.topPlay as JsonObject;
  return manySnapshot({ topPlay: fields === null ? null : { ...usual, ...fields } }).topPlay;
};
const render = (fields: JsonObject | null, width: number) =>
  renderTopPlay(topPlay(fields), { width, theme: CLASSIC });

test('30 cells', () => {
  expect(render({}, 30).join('\n')).toMatchInlineSnapshot(`
    "┏━ TOP PLAY ━━━━━━━━━━━━━━━━━┓
    ┃ ALDM  Aldermon…  ▲ bullish ┃
    ┃ $12.50  +4.56%  ◆4 boards  ┃
    ┃ top mover                  ┃
    ┃ high relative volume …     ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛"
  `);
});

test('80 cells', () => {
  expect(render({}, 80).join('\n')).toMatchInlineSnapshot(`
    "┏━ TOP PLAY ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
    ┃ ALDM  Aldermont Industries                                         ▲ bullish ┃
    ┃ $12.50  +4.56%  ◆4 boards  vol 82.1M                                         ┃
    ┃ top mover · high relative volume · forum buzz · above all averages           ┃
    ┃ fresh 52-week high                                                           ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛"
  `);
});

test('parts of the top play are painted by role', () => {
  expect(renderTopPlay(topPlay(), { width: 50, theme: ROLES }).join('\n')).toMatchInlineSnapshot(`
    "<accent>┏━</accent> <highlight>TOP PLAY</highlight> <accent>━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓</accent>
    <accent>┃</accent> <strong>ALDM</strong>  Aldermont Industries           <up>▲ bullish</up> <accent>┃</accent>
    <accent>┃</accent> <strong>$12.50</strong><up>  +4.56%</up><accent>  ◆4 boards</accent><muted>  vol 82.1M</muted>           <accent>┃</accent>
    <accent>┃</accent> <muted>top mover · high relative volume · forum buzz</muted>  <accent>┃</accent>
    <accent>┃</accent> <muted>above all averages · fresh 52-week high</muted>        <accent>┃</accent>
    <accent>┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛</accent>"
  `);
});

test('no top play', () => {
  expect(render(null, 40).join('\n')).toMatchInlineSnapshot(`
    "┏━ TOP PLAY ━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
    ┃ No symbol qualifies right now.       ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛"
  `);
});

test('every field null', () => {
  const nothing = {
    symbol: null,
    name: null,
    price: null,
    dayPct: null,
    volume: null,
    boards: null,
    bias: null,
    reasons: null,
  };
  expect(render(nothing, 50).join('\n')).toMatchInlineSnapshot(`
    "┏━ TOP PLAY ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
    ┃ –                                            – ┃
    ┃ –  –  – boards  vol –                          ┃
    ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛"
  `);
});

test.each([
  ['one board', { boards: 1 }, '  1 board  '],
  ['two boards', { boards: 2 }, '  2 boards  '],
  ['three boards', { boards: 3 }, '  ◆3 boards  '],
  ['unknown', { boards: null }, '  – boards  '],
])('%s', (_, fields, text) => {
  expect(render(fields, 60)[2]).toContain(text);
});

describe('hostile top plays', () => {
  test.each<readonly [string, JsonObject | null]>([
    ['none', null],
    ['as usual', {}],
    ['wide', { symbol: '株式会社トヨタ自動車', name: '株式会社'.repeat(40) }],
    ['escapes', { symbol: '\x1b]52;c;x\x07', name: '\x1b['.repeat(8192), reasons: ['\x1b[2J', '\n\n'] }],
    ['numbers', { price: -1e308, dayPct: 1e308, volume: -1e308, boards: -(2 ** 50) }],
    ['10,000 reasons', { reasons: Array.from({ length: 10_000 }, (_, index) => `reason ${index}`) }],
    ['one very long reason', { reasons: ['x'.repeat(1 << 20), 'second'] }],
    ['reasons of other types', { reasons: [null, 1, {}, 'real'] }],
  ])('%s: at most four lines in the frame, each of the requested width', (_, fields) => {
    for (let width = 20; width <= 130; width++) {
      const lines = render(fields, width);
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines.join('')).not.toMatch(/\p{C}/u);
      expect(new Set(lines.map(displayWidth)), `at ${width}`).toEqual(new Set([width]));
    }
  });
});
