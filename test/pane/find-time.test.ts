import { describe, expect, test } from 'vitest';
import { findTime } from '../../src/pane/prompts.ts';

const NOW = Date.UTC(2026, 10, 20, 15, 30);
const STARTS_AT = Date.UTC(2026, 10, 20, 14, 0, 5);

/** The time as it is in UTC, or why there is none. */
function find(text: string, startsAt: number | null = STARTS_AT, timeZone = 'UTC'): string {
  const found = findTime(text, { nowMilliseconds: NOW, timeZone }, startsAt);
  return typeof found === 'number' ? new Date(found).toISOString().slice(0, 19) : found.problem;
}

describe('a time that was typed', () => {
  test.each([
    ['14:15', '2026-11-20T14:15:00'],
    ['14:00:05', '2026-11-20T14:00:05'],
    ['15m', '2026-11-20T15:15:00'],
    ['15M', '2026-11-20T15:15:00'],
    ['90S', '2026-11-20T15:28:30'],
    ['15m ago', '2026-11-20T15:15:00'],
    [' 15mago ', '2026-11-20T15:15:00'],
    ['15M AGO', '2026-11-20T15:15:00'],
    ['2026-11-20 14:15', '2026-11-20T14:15:00'],
    ['2026-11-20T14:15', '2026-11-20T14:15:00'],
    ['2026-11-20t14:15z', '2026-11-20T14:15:00'],
    ['2026-11-20T09:15-05:00', '2026-11-20T14:15:00'],
    ['15:30', '2026-11-20T15:30:00'],
  ])('%s is %s', (text, expected) => {
    expect(find(text)).toBe(expected);
  });

  test.each([
    ['', 'no time given'],
    [' ', 'no time given'],
    ['ago', 'time: invalid time "ago"'],
    ['3h ago', 'memory begins 14:00'],
    ['14:00', 'memory begins 14:00'],
    ['3h', 'memory begins 14:00'],
    ['2026-11-19T15:00', 'memory begins 14:00'],
    ['15:31', 'time: 15:31 has not come yet'],
    ['25:61', 'time: invalid time "25:61"'],
    ['0', 'time: invalid time "0"'],
    ['0m', 'time: invalid time "0m"'],
    ['-5m', 'time: invalid time "-5m"'],
    ['1e9d', 'time: invalid time "1e9d"'],
    ['2026-02-30T10:15:00Z', 'time: invalid time "2026-02-30T10:15:00Z"'],
  ])('%j leads nowhere: %s', (text, problem) => {
    expect(find(text)).toBe(problem);
  });

  test('is on clocks of the zone', () => {
    expect(find('09:15', STARTS_AT, 'America/New_York')).toBe('2026-11-20T14:15:00');
    expect(find('08:15', STARTS_AT, 'America/New_York')).toBe('memory begins 09:00');
    expect(find('14:15', STARTS_AT, 'America/New_York')).toBe('time: 14:15 has not come yet');
  });

  test('leads nowhere before the first snapshot', () => {
    expect(find('15:00', null)).toBe('no snapshot yet');
    expect(find('25:61', null)).toBe('time: invalid time "25:61"');
  });
});
