import { describe, expect, test } from 'vitest';
import type { TimeframeSnapshot } from '../../src/api/snapshot.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { renderTopPlays, type TopPlaysOptions } from '../../src/view/top-plays.ts';
import { type Bias, TIMEFRAMES, type Timeframe } from '../../src/vocabulary.ts';
import { timeframeSnapshot } from '../support/timeframe-snapshots.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 0);

function topOf(timeframe: Timeframe, symbol: string | null, bias: Bias = 'bullish') {
  const topPlay = {
    symbol,
    name: 'Alpha',
    price: 12.5,
    dayPct: -14.25,
    volume: 9,
    boards: 4,
    bias,
    reasons: ['Top mover', 'High relative volume', 'Trending in search'],
  };
  return timeframeSnapshot(timeframe, {}, { topPlay: symbol === null ? null : topPlay });
}

function draw(
  width: number,
  tops: ReadonlyArray<TimeframeSnapshot>,
  options: Partial<TopPlaysOptions> = {},
): ReadonlyArray<string> {
  return renderTopPlays(tops, {
    width,
    theme: CLASSIC,
    nowMilliseconds: NOW,
    isSimulated: false,
    showAge: true,
    ...options,
  });
}

/** Without the header. */
function tableOf(
  width: number,
  tops: ReadonlyArray<TimeframeSnapshot>,
  options: Partial<TopPlaysOptions> = {},
): string {
  const lines = draw(width, tops, options);
  return lines.slice(lines.findIndex((line) => line.startsWith('▲')) + 1).join('\n');
}

const [scalp, day, swing, position, investing] = TIMEFRAMES;
const five = [
  topOf(scalp, 'AME', 'neutral'),
  topOf(day, 'TLLT', 'bearish'),
  topOf(swing, 'PETY'),
  topOf(position, null),
  topOf(investing, 'PETY'),
];

describe('several top plays', () => {
  test('are rows of one table', () => {
    expect(tableOf(110, five)).toMatchInlineSnapshot(`
      "           Symbol  Price      Chg  Bds           Why
      scalp      AME     12.50  -14.25%  ◆4 · neutral  Top mover, High relative volume, Trending in search
      day        TLLT    12.50  -14.25%  ◆4 ▼ bearish  Top mover, High relative volume, Trending in search
      swing      PETY    12.50  -14.25%  ◆4 ▲ bullish  Top mover, High relative volume, Trending in search
      position   –           –        –  –             no symbol qualifies
      investing  PETY    12.50  -14.25%  ◆4 ▲ bullish  Top mover, High relative volume, Trending in search
      PETY leads 2 of 5 timeframes; bullish in 2; no top play in position."
    `);
  });

  test('lose the reasons first in a narrow terminal, then the word of the bias and the price', () => {
    expect([72, 54, 45, 34, 30, 20].map((width) => tableOf(width, five)).join('\n\n')).toMatchInlineSnapshot(`
      "           Symbol  Price      Chg  Bds           Why
      scalp      AME     12.50  -14.25%  ◆4 · neutral  Top mover, High relati…
      day        TLLT    12.50  -14.25%  ◆4 ▼ bearish  Top mover, High relati…
      swing      PETY    12.50  -14.25%  ◆4 ▲ bullish  Top mover, High relati…
      position   –           –        –  –             no symbol qualifies
      investing  PETY    12.50  -14.25%  ◆4 ▲ bullish  Top mover, High relati…
      PETY leads 2 of 5 timeframes; bullish in 2; no top play in position.

                 Symbol  Price      Chg  Bds
      scalp      AME     12.50  -14.25%  ◆4 · neutral
      day        TLLT    12.50  -14.25%  ◆4 ▼ bearish
      swing      PETY    12.50  -14.25%  ◆4 ▲ bullish
      position   –           –        –  –
      investing  PETY    12.50  -14.25%  ◆4 ▲ bullish
      PETY leads 2 of 5 timeframes; bullish in 2; no top
      play in position.

                 Symbol  Price      Chg  Bds
      scalp      AME     12.50  -14.25%  ◆4 ·
      day        TLLT    12.50  -14.25%  ◆4 ▼
      swing      PETY    12.50  -14.25%  ◆4 ▲
      position   –           –        –  –
      investing  PETY    12.50  -14.25%  ◆4 ▲
      PETY leads 2 of 5 timeframes; bullish in 2;
      no top play in position.

                Symbol     Chg Bds
      scalp     AME    -14.25% ◆4 ·
      day       TLLT   -14.25% ◆4 ▼
      swing     PETY   -14.25% ◆4 ▲
      position  –            – –
      investing PETY   -14.25% ◆4 ▲
      PETY leads 2 of 5 timeframes;
      bullish in 2; no top play in
      position.

                Symbol     Chg Bds
      scalp     AME    -14.25% ◆4 ·
      day       TLLT   -14.25% ◆4 ▼
      swing     PETY   -14.25% ◆4 ▲
      position  –            – –
      investing PETY   -14.25% ◆4 ▲
      PETY leads 2 of 5 timeframes;
      bullish in 2; no top play in
      position.

            Symbol     Chg
      scalp AME    -14.25%
      day   TLLT   -14.25%
      swing PETY   -14.25%
      posn  –            –
      inv   PETY   -14.25%
      PETY leads 2 of 5
      timeframes; bullish
      in 2; no top play in
      position."
    `);
  });

  test('never exceed the terminal', () => {
    const hostile = [...five, topOf(day, 'SYMBOLSYMBOLSYMBOL'), topOf(day, '\x1b[2J')];
    for (let width = 20; width <= 200; width++)
      for (const line of draw(width, hostile))
        expect(displayWidth(line), `at ${width}`).toBeLessThanOrEqual(width);
  });

  test('say in colours what they say in signs', () => {
    expect(draw(110, five.slice(1, 2), { theme: ROLES })[3]).toBe(
      'day  <strong>TLLT</strong>    12.50  <down>-14.25%</down>  <highlight>◆4</highlight> <down>▼ bearish</down>  <muted>Top mover, High relative volume, Trending in search</muted>',
    );
  });

  test('of older data are followed by what became of them', () => {
    const sinceIn = new Map(
      TIMEFRAMES.map((name) => [name, () => ({ now: 'left 10:17', boards: null, changePct: 1 })] as const),
    );
    const tables = [80, 40, 30].map((width) => tableOf(width, five.slice(0, 2), { sinceIn }));
    expect(tables.join('\n\n')).toMatchInlineSnapshot(`
      "       Symbol  Now          Since  Price      Chg  Bds           Why
      scalp  AME     left 10:17  +1.00%  12.50  -14.25%  ◆4 · neutral  Top mover, Hig…
      day    TLLT    left 10:17  +1.00%  12.50  -14.25%  ◆4 ▼ bearish  Top mover, Hig…
      A different symbol leads each timeframe; bearish in 1, neutral in 1.

             Symbol  Now          Since
      scalp  AME     left 10:17  +1.00%
      day    TLLT    left 10:17  +1.00%
      A different symbol leads each timeframe;
      bearish in 1, neutral in 1.

            Symbol Now         Since
      scalp AME    left 10:17 +1.00%
      day   TLLT   left 10:17 +1.00%
      A different symbol leads each
      timeframe; bearish in 1,
      neutral in 1."
    `);
  });
});

test.each([
  [five, 'PETY leads 2 of 5 timeframes; bullish in 2; no top play in position.'],
  [five.slice(0, 3), 'A different symbol leads each timeframe; bullish in 1, bearish in 1, neutral in 1.'],
  [
    [...five, topOf(day, 'AME', 'neutral')],
    'AME and PETY lead 2 of 6 timeframes each; bullish in 2, neutral in 2; no top play in position.',
  ],
  [[topOf(day, 'AAA'), topOf(swing, 'AAA')], 'AAA leads all 2 timeframes; bullish in 2.'],
  [[topOf(day, 'AAA')], 'Bullish in 1.'],
  [[topOf(day, 'AAA'), topOf(swing, null)], 'Bullish in 1; no top play in swing.'],
  [[topOf(day, null), topOf(swing, null)], 'No top play in day, swing.'],
])('a line says what they have in common', (tops, line) => {
  expect(draw(200, tops).at(-1)).toBe(line);
});

test('the header shows the oldest time', () => {
  const older = timeframeSnapshot('swing', {}, { asOf: '2026-06-03T14:20:00.000Z' });
  expect(draw(100, [topOf('day', 'AAA'), older])[0]).toContain('10 min ago');
});
