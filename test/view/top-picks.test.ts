import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/view/safe-text.ts';
import { createTheme } from '../../src/view/theme.ts';
import { renderTopPicks } from '../../src/view/top-picks.ts';
import { type Bias, TIMEFRAMES, type Timeframe } from '../../src/vocabulary.ts';
import { timeframeSnapshot } from '../support/timeframe-snapshots.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30, 0);

function pick(timeframe: Timeframe, bias: Bias | null) {
  const topPlay = {
    symbol: 'AAA',
    name: 'Alpha',
    price: 12.5,
    dayPct: 1,
    volume: 9,
    boards: 4,
    reasons: ['mover'],
  };
  return timeframeSnapshot(timeframe, {}, { topPlay: bias === null ? null : { ...topPlay, bias } });
}

function render(width: number, picks: ReadonlyArray<ReturnType<typeof pick>>): ReadonlyArray<string> {
  const theme = createTheme('classic', 0);
  return renderTopPicks(picks, { width, theme, nowMilliseconds: NOW, sandbox: false, showAge: true });
}

const five = TIMEFRAMES.map((timeframe) => pick(timeframe, timeframe === 'scalp' ? 'bearish' : 'bullish'));

describe('several top plays', () => {
  test.each([
    [30, 1],
    [60, 1],
    [100, 2],
    [160, 3],
    [300, 5],
  ])('in %i cells: %i side by side', (width, sideBySide) => {
    const titles = render(width, five).map((line) => line.split('TOP PLAY').length - 1);
    expect(Math.max(...titles)).toBe(sideBySide);
    expect(titles.reduce((sum, count) => sum + count)).toBe(5);
  });

  test('end with a line about whether their biases agree', () => {
    expect(render(100, five).at(-1)).toBe('Bias: bullish in 4 of 5; bearish in scalp.');
  });

  test.each([20, 30, 60, 100, 160, 1000])('never exceed %i cells', (width) => {
    for (const line of render(width, five)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  test('name the timeframes without a pick', () => {
    expect(render(100, [pick('day', 'neutral'), pick('swing', null)]).at(-1)).toBe(
      'Bias: neutral in day; no pick in swing.',
    );
    expect(render(100, [pick('day', null)]).at(-1)).toBe('Bias: no pick in day.');
  });
});

test('the header shows the oldest time, and each panel its own', () => {
  const older = timeframeSnapshot('swing', {}, { asOf: '2026-06-03T14:20:00.000Z' });
  const lines = render(100, [pick('day', 'bullish'), older]);
  expect(lines[0]).toContain('10 min ago');
  expect(lines[2]).toMatch(/DAY · \d\d:30:00 .*SWING · \d\d:20:00 /);
});
