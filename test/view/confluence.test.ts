import { describe, expect, test } from 'vitest';
import { rankByConfluence } from '../../src/model/confluence.ts';
import { type ConfluenceViewOptions, renderConfluence } from '../../src/view/confluence.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { createTheme } from '../../src/view/theme.ts';
import { TIMEFRAMES } from '../../src/vocabulary.ts';
import { ranked, timeframeSnapshot } from '../support/timeframe-snapshots.ts';

const five = TIMEFRAMES.map((timeframe, index) =>
  timeframeSnapshot(timeframe, {
    movers: ranked(index === 0 ? 'BBB AAA' : 'AAA CCC', {
      boards: index,
      bias: index > 1 ? 'bullish' : 'bearish',
    }),
    rvol: ranked('CCC', { boards: 12, bias: 'neutral', price: 0.1234 }),
  }),
);

function render(width: number, options: Partial<ConfluenceViewOptions> = {}, snapshots = five): string {
  const entries = rankByConfluence(snapshots, {});
  return renderConfluence(entries, {
    width,
    theme: createTheme('classic', 0),
    timeframes: snapshots.map(({ timeframe }) => timeframe),
    columns: null,
    found: entries.length,
    ...options,
  }).join('\n');
}

const day = five.slice(1, 2);

describe('five timeframes', () => {
  test('have one column each, their sum, and the common bias', () => {
    expect(render(60)).toMatchInlineSnapshot(`
      "╭─ CONFLUENCE ─ 3 symbols ─────────────────────────────────╮
      │ Symbol     Price scalp day  swing posn inv  Sum Bias     │
      │ CCC        12.50 ◆12·  1▼   2▲    ◆3▲  ◆4▲   22 mixed    │
      │ AAA        12.50 0▼    1▼   2▲    ◆3▲  ◆4▲   10 mixed    │
      │ BBB        12.50 0▼    –    –     –    –      0 ▼ bear   │
      ╰──────────────────────────────────────────────────────────╯"
    `);
  });

  test('have scores without bias in 30 columns', () => {
    expect(render(30)).toMatchInlineSnapshot(`
      "╭─ CONFLUENCE ─ 3 symbols ───╮
      │ Symbol sc dy sw po in Sum  │
      │ CCC    12 1  2  ◆3 ◆4  22  │
      │ AAA    0  1  2  ◆3 ◆4  10  │
      │ BBB    0  –  –  –  –    0  │
      ╰────────────────────────────╯"
    `);
  });

  test('have a list of boards in a wide pane', () => {
    expect(render(150)).toMatchInlineSnapshot(`
      "╭─ CONFLUENCE ─ 3 symbols ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
      │ Symbol Name                           Price    Vol scalp day  swing position investing Sum Bias      On                                            │
      │ CCC    Alpha Works                    12.50  82.1M ◆12·  1▼   2▲    ◆3▲      ◆4▲        22 mixed     rvol ×5, movers ×4                            │
      │ AAA    Alpha Works                    12.50  82.1M 0▼    1▼   2▲    ◆3▲      ◆4▲        10 mixed     movers ×5                                     │
      │ BBB    Alpha Works                    12.50  82.1M 0▼    –    –     –        –           0 ▼ bearish movers                                        │
      ╰────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯"
    `);
  });
});

describe('one timeframe', () => {
  test('shows the boards and ranks', () => {
    expect(render(80, {}, day)).toMatchInlineSnapshot(`
      "╭─ CONFLUENCE ─ 2 symbols ─────────────────────────────────────────────────────╮
      │ Symbol Name           Price      Chg    Vol Bds Bias   On                    │
      │ AAA    Alpha Wor…     12.50   +4.56%  82.1M   1 ▼ bear movers #1             │
      │ CCC    Alpha Wor…     12.50   +4.56%  82.1M   1 ▼ bear rvol #1, movers #2    │
      ╰──────────────────────────────────────────────────────────────────────────────╯"
    `);
  });

  test('keeps symbol, move, boards and bias in 30 columns', () => {
    expect(render(30, {}, day)).toMatchInlineSnapshot(`
      "╭─ CONFLUENCE ─ 2 symbols ───╮
      │ Symbol      Chg Bds Bias   │
      │ AAA      +4.56%   1 ▼ bear │
      │ CCC      +4.56%   1 ▼ bear │
      ╰────────────────────────────╯"
    `);
  });

  test('shows the requested columns in their order', () => {
    expect(render(60, { columns: ['boards', 'symbol', 'price'] }, day)).toMatchInlineSnapshot(`
      "╭─ CONFLUENCE ─ 2 symbols ─────────────────────────────────╮
      │ Bds Symbol     Price                                     │
      │   1 AAA        12.50                                     │
      │   1 CCC        12.50                                     │
      ╰──────────────────────────────────────────────────────────╯"
    `);
  });
});

test('the title shows the number of symbols, and an empty table is labelled', () => {
  expect(render(60, { found: 318 })).toContain('3 of 318 symbols');
  expect(render(60, {}, [timeframeSnapshot('day', {})])).toMatch(/0 symbols ─+╮\n│ no symbols +│/);
});

test.each([20, 30, 40, 44, 45, 60, 80, 100, 160, 1000])(
  'all lines have the same width in %i cells',
  (width) => {
    for (const snapshots of [day, five]) {
      const widths = new Set(render(width, {}, snapshots).split('\n').map(displayWidth));
      expect([...widths]).toEqual([Math.min(width, 150)]);
    }
  },
);
