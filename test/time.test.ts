import { afterEach, expect, test, vi } from 'vitest';
import { wallTime, zoneName } from '../src/time.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const WINTER = Date.UTC(2026, 0, 5, 15, 4, 5, 678);
const SUMMER = Date.UTC(2026, 6, 5, 15, 4, 5, 678);

test.each([
  ['UTC', 'UTC 15:04:05.678', 'UTC 15:04:05.678'],
  ['America/New_York', 'EST 10:04:05.678', 'EDT 11:04:05.678'],
  ['America/Los_Angeles', 'PST 07:04:05.678', 'PDT 08:04:05.678'],
  ['Pacific/Honolulu', 'HST 05:04:05.678', 'HST 05:04:05.678'],
  ['Europe/London', 'GMT 15:04:05.678', 'GMT+1 16:04:05.678'],
  ['Asia/Kolkata', 'GMT+5:30 20:34:05.678', 'GMT+5:30 20:34:05.678'],
  ['America/St_Johns', 'GMT-3:30 11:34:05.678', 'GMT-2:30 12:34:05.678'],
])('clocks of %s show %s and %s, by its name and as the zone of the system', (zone, winter, summer) => {
  vi.stubEnv('TZ', zone);
  for (const where of [zone, undefined]) {
    const shown = [WINTER, SUMMER].map(
      (time) => `${zoneName(time, where)} ${new Date(wallTime(time, where)).toISOString().slice(11, -1)}`,
    );
    expect(shown).toEqual([winter, summer]);
  }
});

test.each([
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T01:59', '2026-03-08T03:00'],
  ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01T01:59', '2026-11-01T01:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05T01:59', '2026-04-05T01:30'],
])('clocks of %s change at %s from %s to %s', (zone, time, before, after) => {
  const clockAt = (milliseconds: number) =>
    new Date(wallTime(milliseconds, zone)).toISOString().slice(0, before.length);
  expect([clockAt(Date.parse(time) - 1000), clockAt(Date.parse(time))]).toEqual([before, after]);
});

test('the clocks of the system are those of its zone', () => {
  const differing = Intl.supportedValuesOf('timeZone').filter((zone) => {
    vi.stubEnv('TZ', zone);
    return [WINTER, SUMMER].some((time) => wallTime(time, undefined) !== wallTime(time, zone));
  });
  expect(differing).toEqual([]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('a time of %d has no clock and no name', (time) => {
  for (const zone of [undefined, 'UTC', 'America/New_York']) {
    expect(zoneName(time, zone)).toBe('');
    expect(new Date(wallTime(time, zone)).getTime()).toBeNaN();
  }
});

test('the ends of time have clocks', () => {
  for (const time of [-8.64e15, 8.64e15]) {
    for (const zone of [undefined, 'UTC', 'Asia/Kolkata']) expect(zoneName(time, zone)).not.toBe('');
  }
});
