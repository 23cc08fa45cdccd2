import { expect, test } from 'vitest';
import { type CardTimeframe, renderCardTimeframes } from '../../src/view/card-timeframes.ts';
import type { Theme } from '../../src/view/theme.ts';
import { at, otherTimeframe } from './card-fixtures.ts';
import { CLASSIC, NOW, ROLES } from './fixtures.ts';

const render = (others: ReadonlyArray<CardTimeframe>, width = 110, theme: Theme = CLASSIC) =>
  renderCardTimeframes(others, { width, theme, nowMilliseconds: NOW });
const draw = (...others: ReadonlyArray<CardTimeframe>) =>
  render(others)
    .map(({ plain }) => plain)
    .join('\n');
const polled = (fields: Partial<CardTimeframe>) => otherTimeframe('swing', { canBeAsked: false, ...fields });

const OTHERS = [
  otherTimeframe('scalp', { boards: 3, bias: 'bullish', canBeAsked: false }),
  otherTimeframe('swing', { boards: 2, bias: 'neutral', asOf: at('14:20') }),
  otherTimeframe('position', { failure: 'HTTP 503' }),
  otherTimeframe('investing'),
];

test.each<readonly [name: string, other: CardTimeframe, text: string]>([
  ['polled', polled({ boards: 3, bias: 'bullish' }), 'swing ◆3▲'],
  ['polled, before its first snapshot', polled({}), 'swing ?'],
  ['polled, on no board', polled({ boards: 0 }), 'swing –'],
  ['polled, on boards with a score of 0', polled({ boards: 0, isListed: true, bias: 'bearish' }), 'swing 0▼'],
  ['polled, without a bias', polled({ boards: 1 }), 'swing 1'],
  ['polled, on more boards than two digits', polled({ boards: 120, bias: 'neutral' }), 'swing 99·'],
  [
    'polled, but its last request failed',
    polled({ boards: 2, bias: 'bullish', asOf: at('14:20'), failure: 'HTTP 503' }),
    'swing 2▲ 14:20 HTTP 503',
  ],
  ['polled, and it always failed', polled({ failure: 'timeout' }), 'swing timeout'],
  ['asked for', polled({ canBeAsked: true, isAsked: true }), 'swing asking'],
  [
    'asked for again',
    polled({ canBeAsked: true, isAsked: true, boards: 2, asOf: at('14:20'), failure: 'timeout' }),
    'swing asking',
  ],
  ['not polled', otherTimeframe('swing'), 'swing ?   (a asks)'],
  [
    'asked for some time ago',
    otherTimeframe('swing', { boards: 2, bias: 'neutral', asOf: at('14:20') }),
    'swing 2· 14:20   (a asks)',
  ],
  ['of hostile words', polled({ failure: '\x1b[2J\n' }), 'swing ?[2J?'],
])('a timeframe that is %s', (_, other, text) => {
  expect(draw(other)).toBe(text);
});

test('the key is named where a timeframe can be asked for, and not while one is asked for', () => {
  expect(draw(polled({ boards: 1 }), otherTimeframe('position'))).toContain('(a asks)');
  expect(draw(polled({ boards: 1 }), otherTimeframe('position', { isAsked: true }))).not.toContain(
    '(a asks)',
  );
  expect(draw(otherTimeframe('scalp', { isAsked: true }), otherTimeframe('position'))).not.toContain(
    '(a asks)',
  );
  expect(draw(polled({ boards: 1 }))).not.toContain('(a asks)');
});

test('lines break between timeframes', () => {
  expect(
    [110, 40, 30]
      .map(
        (width) =>
          `\n${render(OTHERS, width)
            .map(({ plain }) => plain)
            .join('\n')}\n`,
      )
      .join(''),
  ).toMatchInlineSnapshot(`
    "
    scalp ◆3▲   swing 2· 14:20   position HTTP 503   investing ?   (a asks)

    scalp ◆3▲   swing 2· 14:20
    position HTTP 503   investing ?
    (a asks)

    scalp ◆3▲   swing 2· 14:20
    position HTTP 503
    investing ?   (a asks)
    "
  `);
});

test('are painted by role', () => {
  expect(render(OTHERS, 110, ROLES)[0]?.painted).toMatchInlineSnapshot(
    `"<muted>scalp </muted><strong>◆3▲</strong>   <muted>swing </muted>2·<muted> 14:20</muted>   <muted>position </muted><down>HTTP 503</down>   <muted>investing </muted><muted>?</muted>   <muted>(a asks)</muted>"`,
  );
});

test('a symbol has no line without other timeframes', () => {
  expect(draw()).toBe('');
});
