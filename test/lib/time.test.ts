import { afterEach, describe, expect, test, vi } from 'vitest';
import { wallTime, zoneName } from '../../src/lib/time.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const WINTER = Date.UTC(2026, 0, 5, 15, 4, 5, 678);
const SUMMER = Date.UTC(2026, 6, 5, 15, 4, 5, 678);

const inYear = (time: number, year: number) => new Date(time).setUTCFullYear(year);

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

/** As in a new process: a process remembers formatters by the names of zones. */
async function newTime() {
  vi.resetModules();
  return await import('../../src/lib/time.ts');
}

test('clocks and name of the zone of the system are those that Intl has of it, in any zone', async () => {
  const differing: Array<string> = [];
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    vi.stubEnv('TZ', zone);
    const time = await newTime();
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
    for (const at of [2024, 2026, 2030, 2035].flatMap((year) =>
      [WINTER, SUMMER].map((day) => inYear(day, year)),
    )) {
      if (time.wallTime(at, undefined) !== time.wallTime(at, zone)) differing.push(`${zone} ${at}`);
      if (!format.format(at).endsWith(` ${time.zoneName(at, undefined)}`)) differing.push(`${zone} ${at}`);
    }
  }
  expect(differing).toEqual([]);
});

describe('Intl, which loads slowly, is not needed', () => {
  test.each([
    ['UTC', 'UTC', 'UTC'],
    ['America/New_York', 'EST', 'EDT'],
    ['America/Chicago', 'CST', 'CDT'],
    ['America/Denver', 'MST', 'MDT'],
    ['America/Los_Angeles', 'PST', 'PDT'],
    ['Europe/Berlin', 'GMT+1', 'GMT+2'],
    ['Asia/Kolkata', 'GMT+5:30', 'GMT+5:30'],
  ])('for the name of the zone of the system where that is %s', async (zone, winter, summer) => {
    vi.stubEnv('TZ', zone);
    const { zoneName } = await newTime();
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    expect([WINTER, SUMMER].map((time) => zoneName(time, undefined))).toEqual([winter, summer]);
    expect(made).not.toHaveBeenCalled();
  });

  test('for the clocks of the market, which are those that Intl has from 2007 to 2100', async () => {
    const { wallTime } = await newTime();
    const format = new Intl.DateTimeFormat('sv', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    const differing: Array<string> = [];
    for (let year = 2007; year <= 2100; year++) {
      // Each day, and around both changes of each year, each half hour.
      for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); ) {
        const shown = new Date(wallTime(time, 'America/New_York')).toISOString().slice(0, 19);
        if (shown !== format.format(time).replace(' ', 'T')) differing.push(shown);
        const date = new Date(time);
        const mayChange = [2, 10].includes(date.getUTCMonth()) && date.getUTCDate() <= 15;
        time += mayChange ? 1_800_000 : 86_400_000;
      }
    }
    expect(differing).toEqual([]);
    expect(made).not.toHaveBeenCalled();
  });
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
