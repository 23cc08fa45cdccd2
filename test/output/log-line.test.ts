import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/lib/time.ts';
import type { LogItem } from '../../src/market/log.ts';
import { renderLogLine } from '../../src/output/log-line.ts';
import { styleOf } from '../support/view-fixtures.ts';

const TIME = Date.UTC(2026, 5, 3, 14, 29);
const ITEM = { type: 'entered', time: TIME, board: 'movers', symbol: 'AAA', from: null, to: 3 } as const;

function lineOf(fields: Partial<LogItem>, ...[width, now = TIME]: [width?: number, now?: number]): string {
  const first: LogItem = { ...ITEM, ...fields };
  return renderLogLine({ first, items: [first] }, styleOf(width, { now }));
}

describe('a line of the log', () => {
  test('counts how often a symbol came back, in words up to ten', () => {
    const words = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((times) =>
      lineOf({ repeated: { times, milliseconds: 9 * MINUTE_MS } }).slice('14:29  in    AAA     '.length),
    );
    const ordinals = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
    expect(words).toEqual([
      ...ordinals.map((ordinal) => `Movers 3, ${ordinal} time in 9 min`),
      'Movers 3, 11 times in 9 min',
      'Movers 3, 12 times in 9 min',
    ]);
  });

  const topPlay = { type: 'topPlay', board: null, to: 'AAA' } as const;
  const lasted = (milliseconds: number, isAtLeast = false) => ({ there: { milliseconds, isAtLeast } });

  test.each<[Partial<LogItem>, string]>([
    [topPlay, '14:29  ★     AAA     top play (none before)'],
    [{ ...topPlay, from: 'BBB', ...lasted(HOUR_MS) }, '14:29  ★     AAA     top play (was BBB for 1h00)'],
    [{ ...topPlay, from: 'BBB', ...lasted(0, true) }, '14:29  ★     AAA     top play (was BBB)'],
    [
      { ...topPlay, symbol: null, from: 'BBB', to: null, ...lasted(MINUTE_MS) },
      '14:29  ★             no top play (was BBB for 1m)',
    ],
    [{ type: 'bias', from: 'bearish', to: 'neutral' }, '14:29  ·     AAA     neutral (was bearish)'],
    [{ type: 'rang', board: null, to: 'in Movers' }, '14:29  rang  AAA     in Movers'],
    [{ type: 'day', symbol: null }, '14:29                new market day'],
    [{ type: 'gap', symbol: null, from: TIME - 7 * MINUTE_MS }, '14:29                no data 14:22–14:29'],
    [{ type: 'left', from: 5, to: null, ...lasted(0) }, '14:29  out   AAA     Movers (was 5, there <1m)'],
    [{ type: 'left', from: 5, to: null, ...lasted(0, true) }, '14:29  out   AAA     Movers (was 5)'],
    [{ type: 'left', from: 5, to: 6, repeated: 'again' }, '14:29  out   AAA     Movers 5→6, again'],
    [{ isNew: 'today' }, '14:29  in    AAA     Movers 3, new today'],
    [{ isNew: 'in memory' }, '14:29  in    AAA     Movers 3, first seen'],
    [{ awayMilliseconds: 61 * MINUTE_MS }, '14:29  in    AAA     Movers 3, back after 1h01'],
    [
      { type: 'confluence', from: 2, to: 3, boards: ['rvol', 'movers'] },
      '14:29  ◆3    AAA     on 3 boards (was 2): Relative volume',
    ],
  ])('shows %j', (fields, expected) => {
    expect(lineOf(fields)).toBe(expected);
  });

  test('has shorter columns in fewer than 60 columns, and cuts the name of a board before its rank', () => {
    const fields = { symbol: 'LONGER', board: 'relStrength', from: 12, to: 3 };
    expect(lineOf(fields, 60)).toBe('14:29  in    LONGER  Relative strength 12→3');
    expect(lineOf(fields, 59)).toBe('14:29 in   LONG…  Relative strength 12→3');
    expect(lineOf(fields, 34)).toBe('14:29 in   LONG…  Relative… 12→3');
  });

  test('has its date instead of its time of day once that is 18 hours ago, except on the same day', () => {
    const at = (hours: number) => lineOf({}, 80, TIME + hours * HOUR_MS).slice(0, 'MM-DD'.length);
    expect([17.9, 18, 30].map(at)).toEqual(['14:29', '06-03', '06-03']);
    const early = { time: Date.UTC(2026, 5, 3, 1, 5) };
    expect(lineOf(early, 80, Date.UTC(2026, 5, 3, 23, 59)).slice(0, 5)).toBe('01:05');
  });
});
