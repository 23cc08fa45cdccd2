import { describe, expect, test } from 'vitest';
import { type CardPlace, renderCardPlaces } from '../../src/view/card-places.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import type { Theme } from '../../src/view/theme.ts';
import { at, PLACES, pathPlace } from './card-fixtures.ts';
import { CLASSIC, NOW, ROLES } from './fixtures.ts';

const render = (places: ReadonlyArray<CardPlace>, width: number, theme: Theme = CLASSIC) =>
  renderCardPlaces(places, { width, theme, nowMilliseconds: NOW });
const texts = (places: ReadonlyArray<CardPlace>, width: number) =>
  render(places, width).map(({ plain }) => plain);
const place = (fields: Partial<CardPlace> = {}): CardPlace => ({
  board: 'movers',
  rank: 1,
  metric: '+6.1%',
  path: pathPlace('movers', { since: '13:51', best: 1, trail: '9 7 4 3 2 1' }),
  trend: { ranks: [], word: 'rise' },
  ...fields,
});

test('the boards of a symbol are painted by role', () => {
  expect(
    `\n${render(PLACES, 80, ROLES)
      .map(({ painted }) => painted)
      .join('\n')}\n`,
  ).toMatchInlineSnapshot(`
    "
    <muted>board      rank  best   since  there  trail, 30 min      trend  metric</muted>
    movers     <strong>   1</strong>  <muted>   1</muted>  <muted> 13:51</muted>    39m  <muted> 9  7  4  3  2  1</muted>  <up>rise </up>  +6.1%
    rvol       <strong>   2</strong>  <muted>   1</muted>  <muted>≤09:31</muted>  ≥4h59  <muted> 2  2  1  2  2  2</muted>  <muted>hold </muted>  8.4x
    moneyFlow  <strong>  12</strong>  <muted>   5</muted>  <muted> 14:04</muted>    26m  <muted> ·  –  5  8 11 12</muted>  <down>fade </down>  3 buys, $1.8M
    forum      <strong>   4</strong>  <muted>   4</muted>  <muted> 14:27</muted>     3m  <muted> –  –  –  –  –  4</muted>  <muted>new  </muted>  41 mentions
    "
  `);
});

test('columns give way in this order, the metric first; board and rank stay', () => {
  const steps = new Map<string, number>();
  for (let width = 120; width >= 20; width--)
    steps.set(texts(PLACES, width)[0]?.replace(/ {2,}/g, ' | ') ?? '', width);
  expect([...steps].map(([labels, width]) => `from ${width}: ${labels}`).join('\n')).toMatchInlineSnapshot(`
    "from 70: board | rank | best | since | there | trail, 30 min | trend | metric
    from 62: board | rank | best | since | there | trail, 30 min | trend
    from 56: board | rank | since | there | trail, 30 min | trend
    from 37: board | rank | since | there | trend
    from 29: board | rank | there | trend
    from 22: board | rank | trend
    from 20: board | rank"
  `);
});

test('a wider card never shows fewer columns', () => {
  let before: ReadonlyArray<string> = [];
  for (let width = 20; width <= 120; width++) {
    const labels = texts(PLACES, width)[0]?.split(/ {2,}/) ?? [];
    expect(labels, `at ${width}`).toEqual(expect.arrayContaining([...before]));
    expect(labels.slice(0, 2)).toEqual(['board', 'rank']);
    before = labels;
  }
});

test('only the metric is cut, and never below six cells', () => {
  const longer = PLACES.map((each) => ({ ...each, metric: 'a metric of many words that has no room' }));
  for (let width = 20; width <= 120; width++) {
    const [header = '', ...lines] = texts(longer, width);
    const start = header.indexOf('metric');
    for (const line of lines) {
      const others = start < 0 ? line : [...line].slice(0, start).join('');
      expect(others, `at ${width}`).not.toContain('…');
      if (start >= 0) expect(displayWidth(line) - start, `at ${width}`).toBeGreaterThanOrEqual(6);
    }
  }
  expect(texts(longer, 76)[1]).toBe(
    'movers        1     1   13:51    39m   9  7  4  3  2  1  rise   a metric of…',
  );
  expect(texts(longer, 200)[1]).toMatch(/ that has no room$/);
});

test('a column without any text takes no room', () => {
  const only = (fields: Partial<CardPlace>) => texts([place(fields), place(fields)], 80)[0]?.split(/ {2,}/);
  expect(only({ path: null, trend: null, metric: null })).toEqual(['board', 'rank']);
  expect(only({ path: null, trend: null })).toEqual(['board', 'rank', 'metric']);
  expect(only({ metric: null })).toEqual([
    'board',
    'rank',
    'best',
    'since',
    'there',
    'trail, 30 min',
    'trend',
  ]);
  expect(texts([place({ path: null, trend: null }), place()], 80)).toMatchInlineSnapshot(`
    [
      "board   rank  best  since  there  trail, 30 min  trend  metric",
      "movers     1                                            +6.1%",
      "movers     1     1  13:51    39m  9 7 4 3 2 1    rise   +6.1%",
    ]
  `);
});

describe('a board', () => {
  test.each<readonly [name: string, fields: Partial<CardPlace>, line: string]>([
    ['without a rank', { rank: null, path: null, trend: null }, 'movers     –  +6.1%'],
    [
      'of a long name',
      { board: 'aBoardOfManyWords', path: null, trend: null },
      'aBoardOfManyWor…     1  +6.1%',
    ],
    [
      'of hostile text',
      { board: '\x1b[2J', metric: '\r\n\u202e', path: null, trend: null },
      '?[2J      1  ???',
    ],
  ])('%s', (_, fields, line) => {
    expect(texts([place(fields)], 80)[1]).toBe(line);
  });

  test('of a long name leaves room for the rank', () => {
    for (let width = 20; width <= 30; width++)
      expect(texts([place({ board: 'aBoardOfManyWords', rank: 9999 })], width)[1], `at ${width}`).toMatch(
        /^aBoardOfMany\w*… {2}9999/,
      );
  });

  test.each<readonly [name: string, path: CardPlace['path'], text: string]>([
    ['entered in memory', pathPlace('movers', { since: '13:51', best: 2, trail: '2' }), '2   13:51    39m'],
    [
      'there when memory began',
      pathPlace('movers', { since: '09:31', best: 1, trail: '2', isAtLeast: true }),
      '1  ≤09:31  ≥4h59',
    ],
    ['just entered', pathPlace('movers', { since: '14:30', best: 2, trail: '2' }), '2   14:30    <1m'],
    [
      'at a time that is not known',
      { ...pathPlace('movers', { since: '13:51', best: 2, trail: '2' }), since: at('23:00') },
      '2       –    39m',
    ],
  ])('%s: best rank, since when and how long', (_, path, text) => {
    const pad = place({ path: pathPlace('rvol', { since: '09:31', best: 1, trail: '1', isAtLeast: true }) });
    expect(texts([place({ path }), pad], 80)[1]).toContain(` ${text}  `);
  });

  test.each([
    ['9 7 4 3 2 1', '9 7 4 3 2 1  rise'],
    ['· · – – 4 12', '·  ·  –  –  4 12  rise'],
    ['· · · · · –', '· · · · · –  rise'],
  ])('with the ranks %j of 30 minutes', (trail, text) => {
    const path = pathPlace('movers', { since: '13:51', best: 1, trail });
    const rank = trail.endsWith('12') ? 12 : 1;
    expect(texts([place({ path, rank })], 80)[1]?.replace(/ {2,}rise/, '  rise')).toContain(text);
  });
});
