import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/time-units.ts';
import { type Card, type CardOptions, renderCard } from '../../src/view/card.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { BIASES, TIMEFRAMES } from '../../src/vocabulary.ts';
import { anyText } from '../support/any-text.ts';
import { at, GONE, NVDA, PLACES, pastStint, pathPlace, UNKNOWN } from './card-fixtures.ts';
import { CLASSIC, NOW, ROLES } from './fixtures.ts';

const render = (card: Card, options: Partial<CardOptions> = {}) =>
  renderCard(card, { width: 80, theme: CLASSIC, nowMilliseconds: NOW, lines: 40, ...options });
const draw = (card: Card, options?: Partial<CardOptions>) =>
  `\n${render(card, options)
    .map(({ painted }) => painted)
    .join('\n')}\n`;
/** The lines between the title and the sparklines or the boards. */
const figures = (card: Card, width = 110) => {
  const lines = render({ ...card, points: [] }, { width, lines: 1000 }).map(({ plain }) => plain);
  return lines.slice(1, lines.indexOf('')).join('\n');
};

describe('the card of a symbol', () => {
  test('in 120 columns', () => {
    expect(draw(NVDA, { width: 120 })).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corporation                                                                             ▲ bullish
      $182.40  +6.12%  vol 214.0M  ◆4 boards  (3 until 14:27; first 3 at 11:02)

      boards ▂▂▂▂▂▂▂▄▄▄▄▄▄▄▄▄▄▄▃▃▃▃▃▄▄▅ 1 … 4   change ▂▂▃▃▄▄▃▃▃▃▃▃▃▄▄▅▆▇▇█████▇▇ +1.80% … +6.12%   09:31–14:30 UTC

      board      rank  best   since  there  trail, 30 min      trend  metric
      movers        1     1   13:51    39m   9  7  4  3  2  1  rise   +6.1%
      rvol          2     1  ≤09:31  ≥4h59   2  2  1  2  2  2  hold   8.4x
      moneyFlow    12     5   14:04    26m   ·  –  5  8 11 12  fade   3 buys, $1.8M
      forum         4     4   14:27     3m   –  –  –  –  –  4  new    41 mentions

      left today: search 12:15 (was 5), lowFloat after 10:40 (was 8)
      scalp ◆3▲   swing 2· 14:20   position ?   investing ?   (a asks)
      "
    `);
  });

  test('in 80 columns', () => {
    expect(draw(NVDA)).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corporation                                               ▲ bullish
      $182.40  +6.12%  vol 214.0M  ◆4 boards  (3 until 14:27; first 3 at 11:02)

      boards ▂▂▂▄▄▄▄▃▃▃▅ 1 … 4   change ▃▄▃▃▃▄▅▇██▇ +1.80% … +6.12%   09:31–14:30 UTC

      board      rank  best   since  there  trail, 30 min      trend  metric
      movers        1     1   13:51    39m   9  7  4  3  2  1  rise   +6.1%
      rvol          2     1  ≤09:31  ≥4h59   2  2  1  2  2  2  hold   8.4x
      moneyFlow    12     5   14:04    26m   ·  –  5  8 11 12  fade   3 buys, $1.8M
      forum         4     4   14:27     3m   –  –  –  –  –  4  new    41 mentions

      left today: search 12:15 (was 5), lowFloat after 10:40 (was 8)
      scalp ◆3▲   swing 2· 14:20   position ?   investing ?   (a asks)
      "
    `);
  });

  test('in 40 columns', () => {
    expect(draw(NVDA, { width: 40 })).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corporation       ▲ bullish
      $182.40  +6.12%  vol 214.0M  ◆4 boards
      (3 until 14:27; first 3 at 11:02)

      boards ▂▂▂▂▂▂▂▂▄▄▄▄▄▄▄▄▄▄▃▃▃▃▃▃▄▄▅ 1 … 4
      change ▂▃▄▄▃▃▃▃▃▄▆▇████▇ +1.80% … +6.12%
      09:31–14:30 UTC

      board      rank   since  there  trend
      movers        1   13:51    39m  rise
      rvol          2  ≤09:31  ≥4h59  hold
      moneyFlow    12   14:04    26m  fade
      forum         4   14:27     3m  new

      left today: search 12:15 (was 5),
      lowFloat after 10:40 (was 8)
      scalp ◆3▲   swing 2· 14:20   position ?
      investing ?   (a asks)
      "
    `);
  });

  test('in 30 columns', () => {
    expect(draw(NVDA, { width: 30 })).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corpo…  ▲ bullish
      $182.40  +6.12%  vol 214.0M
      ◆4 boards  (3 until 14:27;
      first 3 at 11:02)

      boards ▂▂▂▂▂▄▄▄▄▄▄▃▃▃▃▄▅ 1 … 4
      change +1.80% … +6.12%
      09:31–14:30 UTC

      board      rank  there  trend
      movers        1    39m  rise
      rvol          2  ≥4h59  hold
      moneyFlow    12    26m  fade
      forum         4     3m  new

      left today:
      search 12:15 (was 5),
      lowFloat after 10:40 (was 8)
      scalp ◆3▲   swing 2· 14:20
      position ?   investing ?
      (a asks)
      "
    `);
  });

  test('has no blank lines where there is no room for them', () => {
    expect(draw(NVDA, { lines: 12 })).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corporation                                               ▲ bullish
      $182.40  +6.12%  vol 214.0M  ◆4 boards  (3 until 14:27; first 3 at 11:02)
      boards ▂▂▂▄▄▄▄▃▃▃▅ 1 … 4   change ▃▄▃▃▃▄▅▇██▇ +1.80% … +6.12%   09:31–14:30 UTC
      board      rank  best   since  there  trail, 30 min      trend  metric
      movers        1     1   13:51    39m   9  7  4  3  2  1  rise   +6.1%
      rvol          2     1  ≤09:31  ≥4h59   2  2  1  2  2  2  hold   8.4x
      moneyFlow    12     5   14:04    26m   ·  –  5  8 11 12  fade   3 buys, $1.8M
      forum         4     4   14:27     3m   –  –  –  –  –  4  new    41 mentions
      left today: search 12:15 (was 5), lowFloat after 10:40 (was 8)
      scalp ◆3▲   swing 2· 14:20   position ?   investing ?   (a asks)
      "
    `);
    const spaced = render(NVDA).length;
    expect(render(NVDA, { lines: spaced })).toHaveLength(spaced);
    const close = render(NVDA, { lines: spaced - 1 });
    expect(close).toEqual(render(NVDA).filter(({ plain }) => plain !== ''));
    expect(close).toEqual(render(NVDA, { lines: 1 }));
  });

  test('is painted by role', () => {
    expect(draw({ ...NVDA, isPinned: true }, { theme: ROLES })).toMatchInlineSnapshot(`
      "
      <highlight>NVDA</highlight>  NVIDIA Corporation<pinned> * pinned</pinned>                                      <up>▲ bullish</up>
      <strong>$182.40</strong>  <up>+6.12%</up>  vol 214.0M  <highlight>◆4 boards</highlight>  <muted>(3 until 14:27; first 3 at 11:02)</muted>

      <muted>boards </muted><accent>▂▂▂▄▄▄▄▃▃▃▅ </accent>1 … 4   <muted>change </muted><up>▃▄▃▃▃▄▅▇██▇ </up>+1.80% … +6.12%   <muted>09:31–14:30 UTC</muted>

      <muted>board      rank  best   since  there  trail, 30 min      trend  metric</muted>
      movers     <strong>   1</strong>  <muted>   1</muted>  <muted> 13:51</muted>    39m  <muted> 9  7  4  3  2  1</muted>  <up>rise </up>  +6.1%
      rvol       <strong>   2</strong>  <muted>   1</muted>  <muted>≤09:31</muted>  ≥4h59  <muted> 2  2  1  2  2  2</muted>  <muted>hold </muted>  8.4x
      moneyFlow  <strong>  12</strong>  <muted>   5</muted>  <muted> 14:04</muted>    26m  <muted> ·  –  5  8 11 12</muted>  <down>fade </down>  3 buys, $1.8M
      forum      <strong>   4</strong>  <muted>   4</muted>  <muted> 14:27</muted>     3m  <muted> –  –  –  –  –  4</muted>  <muted>new  </muted>  41 mentions

      <muted>left today:</muted> <muted>search 12:15 (was 5),</muted> <muted>lowFloat after 10:40 (was 8)</muted>
      <muted>scalp </muted><strong>◆3▲</strong>   <muted>swing </muted>2·<muted> 14:20</muted>   <muted>position </muted><muted>?</muted>   <muted>investing </muted><muted>?</muted>   <muted>(a asks)</muted>
      "
    `);
  });
});

describe('a symbol that is on no board', () => {
  test('and was on one before: the figures have their time', () => {
    expect(draw(GONE)).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corporation
      on no board of day now  (2 until 14:21)  last seen 14:20: $182.40  +6.12%
      vol 214.0M  ▲ bullish

      boards ▂▂▂▄▄▄▄▃▃▃▁ 1 … 0   change ▃▄▃▃▃▄▅▇██▇ +1.80% … +6.27%   09:31–14:30 UTC

      left today: search 12:15 (was 5), lowFloat after 10:40 (was 8)
      scalp ◆3▲   swing 2· 14:20   position ?   investing ?   (a asks)
      "
    `);
    expect(draw(GONE, { width: 30 })).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corporation
      on no board of day now
      (2 until 14:21)
      last seen 14:20: $182.40
      +6.12%  vol 214.0M  ▲ bullish

      boards ▂▂▂▂▂▄▄▄▄▄▄▃▃▃▃▄▁ 1 … 0
      change +1.80% … +6.27%
      09:31–14:30 UTC

      left today:
      search 12:15 (was 5),
      lowFloat after 10:40 (was 8)
      scalp ◆3▲   swing 2· 14:20
      position ?   investing ?
      (a asks)
      "
    `);
    expect(draw(GONE, { theme: ROLES }).split('\n').slice(1, 4).join('\n')).toMatchInlineSnapshot(`
      "<highlight>NVDA</highlight>  NVIDIA Corporation
      <strong>on no board of day now</strong>  <muted>(2 until 14:21)</muted>  <muted>last seen 14:20: </muted><strong>$182.40</strong>  <up>+6.12%</up>
      vol 214.0M  <up>▲ bullish</up>"
    `);
  });

  test('and was on one yesterday', () => {
    const yesterday = {
      ...GONE,
      lastSeenAt: at('14:20') - 1440 * MINUTE_MS,
      record: null,
      points: [],
      left: [],
    };
    expect(draw(yesterday)).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corporation
      on no board of day now  last seen 2026-06-02 14:20: $182.40  +6.12%  vol 214.0M
      ▲ bullish

      scalp ◆3▲   swing 2· 14:20   position ?   investing ?   (a asks)
      "
    `);
  });

  test('that memory has not seen', () => {
    expect(draw(UNKNOWN)).toMatchInlineSnapshot(`
      "
      ZZZZ
      on no board of day since 09:31

      scalp ◆3▲   swing 2· 14:20   position ?   investing ?   (a asks)
      "
    `);
  });

  test.each<readonly [name: string, fields: Partial<Card>, figures: string]>([
    ['without memory', { memoryStartsAt: null }, 'on no board of day'],
    ['of another timeframe', { timeframe: 'investing' }, 'on no board of investing since 09:31'],
    [
      'whose figures are unknown',
      { lastSeenAt: at('14:20'), bias: 'bullish' },
      'on no board of day now  last seen 14:20',
    ],
    [
      'whose price alone is unknown',
      { lastSeenAt: at('14:20'), dayPct: -1.5 },
      'on no board of day now  last seen 14:20: –  -1.50%  vol –',
    ],
  ])('%s', (_, fields, text) => {
    expect(figures({ ...UNKNOWN, ...fields })).toBe(text);
  });
});

test('before the first snapshot, only the other timeframes are known', () => {
  const { points, places, left, ...early } = { ...UNKNOWN, boards: null, memoryStartsAt: null };
  expect(draw({ ...early, points: [], places: [], left: [] })).toMatchInlineSnapshot(`
    "
    ZZZZ
    no snapshot of day yet

    scalp ◆3▲   swing 2· 14:20   position ?   investing ?   (a asks)
    "
  `);
});

test('without memory, the columns that it fills are missing', () => {
  const places = PLACES.map((place) => ({ ...place, path: null, trend: null }));
  const card = {
    ...NVDA,
    memoryStartsAt: null,
    record: null,
    firstBoards: null,
    points: [],
    places,
    left: [],
  };
  expect(draw(card)).toMatchInlineSnapshot(`
    "
    NVDA  NVIDIA Corporation                                               ▲ bullish
    $182.40  +6.12%  vol 214.0M  ◆4 boards

    board      rank  metric
    movers        1  +6.1%
    rvol          2  8.4x
    moneyFlow    12  3 buys, $1.8M
    forum         4  41 mentions

    scalp ◆3▲   swing 2· 14:20   position ?   investing ?   (a asks)
    "
  `);
  expect(draw(card, { width: 30 })).toMatchInlineSnapshot(`
    "
    NVDA  NVIDIA Corpo…  ▲ bullish
    $182.40  +6.12%  vol 214.0M
    ◆4 boards

    board      rank  metric
    movers        1  +6.1%
    rvol          2  8.4x
    moneyFlow    12  3 buys, $1.8M
    forum         4  41 mentions

    scalp ◆3▲   swing 2· 14:20
    position ?   investing ?
    (a asks)
    "
  `);
});

describe('how many boards it is on', () => {
  const record = { firstSeen: at('09:31'), boardsSince: at('14:17'), isAtLeast: false };
  const count = (boards: number, listed: number, fields: Partial<Card> = {}) => {
    const places = Array.from({ length: listed }, (_, index) => ({
      board: `board${index}`,
      rank: 7,
      metric: null,
      path: null,
      trend: null,
    }));
    const known = { ...NVDA, boards, places, record: null, firstBoards: null, ...fields };
    return figures(known).replace('$182.40  +6.12%  vol 214.0M  ', '');
  };

  test.each<readonly [boards: number, listed: number, text: string]>([
    [1, 1, '1 board'],
    [2, 2, '2 boards'],
    [3, 3, '◆3 boards'],
    [100, 100, '◆100 boards'],
    // The score counts ranks 1 to 5 only.
    [0, 1, 'on 1 board, none in the top 5'],
    [0, 4, 'on 4 boards, none in the top 5'],
    [1, 4, 'on 4 boards, 1 in the top 5'],
    [3, 4, 'on 4 boards, ◆3 in the top 5'],
  ])('a score of %d on %d: %s', (boards, listed, text) => {
    expect(count(boards, listed)).toBe(text);
  });

  test.each<readonly [name: string, fields: Partial<Card>, text: string]>([
    ['more', { record: { ...record, boards: 3, previousBoards: 2 } }, '◆3 boards  (2 until 14:17)'],
    ['none before', { record: { ...record, boards: 3, previousBoards: 0 } }, '◆3 boards  (0 until 14:17)'],
    [
      'first on as many long before',
      { record: { ...record, boards: 3, previousBoards: 2 }, firstBoards: { boards: 2, at: at('11:02') } },
      '◆3 boards  (2 until 14:17; first 2 at 11:02)',
    ],
    [
      'first on as many at the change itself',
      { record: { ...record, boards: 3, previousBoards: 4 }, firstBoards: { boards: 3, at: at('14:17') } },
      '◆3 boards  (4 until 14:17)',
    ],
    ['unknown', { record: { ...record, boards: 3, previousBoards: null } }, '◆3 boards'],
    ['at least', { record: { ...record, boards: 3, previousBoards: 2, isAtLeast: true } }, '◆3 boards'],
    ['the same', { record: { ...record, boards: 3, previousBoards: 3 } }, '◆3 boards'],
  ])('and before: %s', (_, fields, text) => {
    expect(count(3, 3, fields)).toBe(text);
  });

  test('is broken over lines, but not cut', () => {
    expect(figures(NVDA, 30)).toMatchInlineSnapshot(`
      "$182.40  +6.12%  vol 214.0M
      ◆4 boards  (3 until 14:27;
      first 3 at 11:02)"
    `);
    expect(figures({ ...UNKNOWN, timeframe: 'investing' }, 30)).toMatchInlineSnapshot(`
      "on no board of investing
      since 09:31"
    `);
  });
});

describe('what the symbol left today', () => {
  const left = (stints: Card['left'], width = 80) =>
    render({ ...UNKNOWN, left: stints, others: [] }, { width, lines: 1 })
      .map(({ plain }) => plain)
      .slice(2);

  test('a board that it left in a hole of memory was left after that', () => {
    const stints = [pastStint('search', '12:15', 5), pastStint('lowFloat', '10:40', 8, true)];
    expect(left(stints)).toEqual(['left today: search 12:15 (was 5), lowFloat after 10:40 (was 8)']);
  });

  test('lines break between boards', () => {
    const stints = ['movers', 'rvol', 'forum', 'search'].map((board) => pastStint(board, '12:15', 5));
    expect(left(stints, 40)).toEqual([
      'left today: movers 12:15 (was 5),',
      'rvol 12:15 (was 5), forum 12:15 (was 5),',
      'search 12:15 (was 5)',
    ]);
  });

  test('nothing', () => {
    expect(left([])).toEqual([]);
  });
});

describe('the title', () => {
  const title = (fields: Partial<Card>, width = 40) => render({ ...NVDA, ...fields }, { width })[0]?.plain;
  const long = 'The Very Long Name of a Holding Company';

  test.each<readonly [fields: Partial<Card>, width: number, title: string]>([
    [{}, 40, 'NVDA  NVIDIA Corporation       ▲ bullish'],
    [{ isPinned: true }, 60, 'NVDA  NVIDIA Corporation * pinned                  ▲ bullish'],
    [{ isPinned: true }, 40, 'NVDA  NVIDIA Corpor… * pinned  ▲ bullish'],
    [{ isPinned: true }, 20, 'NVDA * pinned'],
    [{ name: long }, 40, 'NVDA  The Very Long Name of…   ▲ bullish'],
    [{ name: null }, 40, 'NVDA                           ▲ bullish'],
    [{ bias: null, name: long }, 40, 'NVDA  The Very Long Name of a Holding C…'],
    [{ bias: 'bearish' }, 30, 'NVDA  NVIDIA Corpo…  ▼ bearish'],
    [{ bias: 'neutral', name: null }, 20, 'NVDA       · neutral'],
    [{ symbol: 'ABCDEFGHIJKLMNOPQRST' }, 40, 'ABCDEFGHIJKLMNO…  NVIDIA Cor…  ▲ bullish'],
    [{ symbol: 'ABCDEFGHIJKLMNOPQRST' }, 20, 'ABCDEFGHIJKLMNO…'],
  ])('%j in %d columns: %j', (fields, width, text) => {
    expect(title(fields, width)).toBe(text);
  });

  test('keeps its end near its text in a wide terminal', () => {
    expect(displayWidth(title({}, 200) ?? '')).toBe(110);
  });
});

test('a hundred boards have a line each', () => {
  const places = Array.from({ length: 100 }, (_, index) => ({
    board: `board${index}`,
    rank: index + 1,
    metric: null,
    path: pathPlace(`board${index}`, { since: '13:51', best: 1, trail: `9 7 4 3 2 ${index + 1}` }),
    trend: null,
  }));
  const lines = render({ ...NVDA, boards: 100, places }, { lines: 1000 }).map(({ plain }) => plain);
  const header = lines.findIndex((line) => line.startsWith('board '));
  expect(lines.slice(header, header + 102)).toEqual([
    expect.stringMatching(/^board +rank/),
    ...places.map(({ board, rank }) =>
      expect.stringMatching(new RegExp(`^${board} +${rank} +1 +13:51 +39m `)),
    ),
    '',
  ]);
});

describe('whatever the service sends,', () => {
  const evil = fc.oneof(
    fc.constantFrom('\x1b]8;;http://evil\x07漢字👩‍💻\u202e', '\r\n\t', '', 'x'.repeat(500), '\u200b\u0301'),
    anyText({ maxLength: 20 }),
  );
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const asOf = fc.oneof(
    fc.nat(600 * MINUTE_MS).map((ago) => NOW - ago),
    fc.constantFrom(0, Number.NaN, 8e15),
  );
  const age = fc.record({ milliseconds: fc.nat(1e9), isAtLeast: fc.boolean() });
  const stint = fc.record({
    board: evil,
    symbol: evil,
    since: asOf,
    isAtLeast: fc.boolean(),
    isBack: fc.boolean(),
    rank: number,
    best: number,
    bestAt: asOf,
  });
  const rank = fc.oneof(number, fc.constantFrom('off' as const, 'unknown' as const));
  const path = fc
    .tuple(stint, age, fc.array(rank, { maxLength: 6 }))
    .map(([fields, there, trail]) => ({ ...fields, there, trail }));
  const place = fc.record({
    board: evil,
    rank: fc.option(number),
    metric: fc.option(evil),
    path: fc.option(path),
    trend: fc.option(
      fc.record({ ranks: fc.constant([]), word: fc.constantFrom('back', 'new', 'rise', 'fade', 'hold') }),
    ),
  });
  const cards: fc.Arbitrary<Card> = fc.record({
    symbol: evil,
    name: fc.option(evil),
    price: fc.option(number),
    dayPct: fc.option(number),
    volume: fc.option(number),
    bias: fc.option(fc.constantFrom(...BIASES)),
    boards: fc.option(fc.nat()),
    isPinned: fc.boolean(),
    isRecorded: fc.boolean(),
    timeframe: fc.constantFrom(...TIMEFRAMES),
    lastSeenAt: fc.option(asOf),
    memoryStartsAt: fc.option(asOf),
    record: fc.option(
      fc.record({
        firstSeen: asOf,
        boards: fc.nat(),
        boardsSince: asOf,
        isAtLeast: fc.boolean(),
        previousBoards: fc.option(fc.nat()),
      }),
    ),
    firstBoards: fc.option(fc.record({ boards: fc.nat(), at: asOf })),
    points: fc.array(fc.record({ asOf, boards: fc.nat(300), dayPct: fc.option(number) }), { maxLength: 40 }),
    places: fc.array(place, { maxLength: 6 }),
    left: fc.array(
      fc
        .tuple(stint, asOf, fc.boolean())
        .map(([fields, leftAt, isLeftInHole]) => ({ ...fields, leftAt, isLeftInHole })),
      { maxLength: 4 },
    ),
    others: fc.array(
      fc.record({
        timeframe: fc.constantFrom(...TIMEFRAMES),
        boards: fc.option(fc.nat()),
        isListed: fc.boolean(),
        bias: fc.option(fc.constantFrom(...BIASES)),
        asOf: fc.option(asOf),
        canBeAsked: fc.boolean(),
        isAsked: fc.boolean(),
        failure: fc.option(evil),
      }),
      { maxLength: 4 },
    ),
  });
  const options = { width: fc.integer({ min: 20, max: 200 }), lines: fc.nat(60) };

  test('lines are clean, never wider than the terminal, and the same text painted', () => {
    const withoutTags = (text: string) => text.replace(/<\/?[a-zA-Z]+>/g, '');
    fc.assert(
      fc.property(cards, fc.record(options), (card, shown) => {
        const lines = render(card, shown);
        for (const { plain, painted } of lines) {
          expect(displayWidth(plain)).toBeLessThanOrEqual(shown.width);
          expect(plain).not.toMatch(/\p{C}|NaN|undefined|Infinity|(?<!un)known/u);
          // Without colours, nothing is painted.
          expect(painted).toBe(plain);
        }
        expect(render(card, { ...shown, theme: ROLES }).map((line) => withoutTags(line.painted))).toEqual(
          lines.map(({ plain }) => withoutTags(plain)),
        );
      }),
      { numRuns: 200, seed: 15 },
    );
  });

  test('a card is never empty, and loses no board', () => {
    fc.assert(
      fc.property(cards, fc.record(options), (card, shown) => {
        const least = 1 + (card.places.length === 0 ? 0 : 1 + card.places.length);
        expect(render(card, shown).length).toBeGreaterThanOrEqual(least);
      }),
      { numRuns: 60, seed: 15 },
    );
  });
});
