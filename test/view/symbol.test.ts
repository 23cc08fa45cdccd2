import { describe, expect, test } from 'vitest';
import { findPlacements } from '../../src/model/placements.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { renderSymbol } from '../../src/view/symbol.ts';
import { createTheme } from '../../src/view/theme.ts';
import { rowOf } from '../support/snapshots.ts';
import { ranked, timeframeSnapshot } from '../support/timeframe-snapshots.ts';

const five = [
  timeframeSnapshot('scalp', {
    forum: ranked('NVDA', { boards: 1, bias: 'bearish', dayPct: -0.2, metric: '12 posts' }),
  }),
  timeframeSnapshot('day', {
    relStrength: ranked('A B NVDA', { boards: 3, metric: '+3.1 pts', dayPct: 4.56 }),
    forum: ranked('A B C D E NVDA', { boards: 3, metric: '1.2K posts' }),
    movers: ranked('NVDA', { boards: 3, metric: null }),
  }),
  timeframeSnapshot('swing', { forum: ranked('A NVDA', { boards: 1, dayPct: 12.3 }) }),
  timeframeSnapshot('position', { movers: ranked('A A A A A A A A A NVDA', { boards: 0, bias: null }) }),
  timeframeSnapshot('investing', { movers: ranked('OTHER') }),
];

function render(width: number, snapshots = five, ticker = 'NVDA'): string {
  const theme = createTheme('classic', 0);
  return findPlacements([ticker], snapshots)
    .flatMap((report) => renderSymbol(report, { width, theme }))
    .join('\n');
}

describe('a ticker across timeframes', () => {
  test('shows ranks and metrics in 100 columns', () => {
    expect(render(100)).toMatchInlineSnapshot(`
      "╭─ NVDA ─ $12.50 +4.56% day · Alpha Works ────────────────────────────────────────────────╮
      │                   scalp         day           swing         position      investing     │
      │ Forum             #1 12 posts   #6 1.2K posts #2 4.2x       –             –             │
      │ Movers            –             #1            –             #10 4.2x      –             │
      │ Relative strength –             #3 +3.1 pts   –             –             –             │
      │ ─────────────────────────────────────────────────────────────────────────────────────── │
      │ confluence        1             ◆3            1             0             –             │
      │ bias              ▼ bearish     ▲ bullish     ▲ bullish     –             –             │
      │ move              -0.20%        +4.56%        +12.30%       +4.56%        –             │
      ╰─────────────────────────────────────────────────────────────────────────────────────────╯
      NVDA: on 1 board in scalp, 3 in day, 1 in swing, 1 in position; bullish in 2 of 3; bearish in scalp."
    `);
  });

  test('shows the metrics that fit in 60 columns', () => {
    expect(render(60)).toMatchInlineSnapshot(`
      "╭─ NVDA ─ $12.50 +4.56% day · Alpha Works ─────────────────╮
      │             scalp    day      swing    posn     inv      │
      │ forum       #1       #6       #2 4.2x  –        –        │
      │ movers      –        #1       –        #10 4.2x –        │
      │ relStrength –        #3       –        –        –        │
      │ ──────────────────────────────────────────────────────── │
      │ confluence  1        ◆3       1        0        –        │
      │ bias        ▼ bear   ▲ bull   ▲ bull   –        –        │
      │ move        -0.20%   +4.56%   +12.30%  +4.56%   –        │
      ╰──────────────────────────────────────────────────────────╯
      NVDA: on 1 board in scalp, 3 in day, 1 in swing, 1 in
      position; bullish in 2 of 3; bearish in scalp."
    `);
  });

  test('shows only ranks, and board keys, in 30 columns', () => {
    expect(render(30)).toMatchInlineSnapshot(`
      "╭─ NVDA ─ $12.50 +4.56% da… ─╮
      │             sc dy sw po in │
      │ forum       #1 #6 #2 –  –  │
      │ movers      –  #1 –  10 –  │
      │ relStrength –  #3 –  –  –  │
      │ ────────────────────────── │
      │ confluence  1  ◆3 1  0  –  │
      │ bias        ▼  ▲  ▲  –  –  │
      ╰────────────────────────────╯
      NVDA: on 1 board in scalp, 3
      in day, 1 in swing, 1 in
      position; bullish in 2 of 3;
      bearish in scalp."
    `);
  });

  test('leaves space for the title when there is only one timeframe', () => {
    expect(render(100, five.slice(1, 2))).toMatchInlineSnapshot(`
      "╭─ NVDA ─ $12.50 +4.56% day · Alpha Works ─────────────────╮
      │                   day                                    │
      │ Movers            #1                                     │
      │ Relative strength #3 +3.1 pts                            │
      │ Forum             #6 1.2K posts                          │
      │ ──────────────────────────────────────────────────────── │
      │ confluence        ◆3                                     │
      │ bias              ▲ bullish                              │
      │ move              +4.56%                                 │
      ╰──────────────────────────────────────────────────────────╯
      NVDA: on 3 boards in day; bullish."
    `);
  });

  test('reports a ticker that is on no board', () => {
    expect(render(30, five, 'ZZZ')).toMatchInlineSnapshot(`
      "ZZZ is on no board in scalp,
      day, swing, position,
      investing."
    `);
  });
});

test.each([20, 30, 31, 45, 59, 60, 80, 100, 160, 200, 1000])('never exceeds %i cells', (width) => {
  for (const line of render(width).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});

test('text from the service is clipped and cleaned', () => {
  const evil = {
    ['\u001b[31m'.repeat(9000)]: [
      rowOf({ symbol: 'EVIL', name: '\u001b]8;;x\u0007'.repeat(9000), metric: '\n'.repeat(32_000) }),
    ],
  };
  const lines = render(80, [timeframeSnapshot('day', evil)], 'EVIL').split('\n');
  expect(lines).toHaveLength(9);
  for (const line of lines) expect(line).toMatch(/^[^\p{Cc}]{1,80}$/u);
});

test('ranks that count for confluence are bold, and biases are coloured', () => {
  const theme = createTheme('classic', 1);
  const [report] = findPlacements(['NVDA'], five);
  const painted = report === undefined ? '' : renderSymbol(report, { width: 100, theme }).join('\n');
  expect(painted).toContain('\u001b[1m#3 +3.1 pts');
  expect(painted).toContain(' #6 1.2K posts');
  expect(painted).toContain('\u001b[31m▼ bearish');
});
