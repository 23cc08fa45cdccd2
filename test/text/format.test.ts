import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/lib/time.ts';
import {
  formatAge,
  formatAgo,
  formatClock,
  formatCompact,
  formatDuration,
  formatMonthDay,
  formatPercent,
  formatPrice,
  formatShortDuration,
  formatTime,
  formatTimeWithZone,
} from '../../src/text/format.ts';

describe('formatPrice', () => {
  test.each([
    [null, '–'],
    [0, '0.00'],
    [-0, '0.00'],
    [12.5, '12.50'],
    [1, '1.00'],
    [0.9999, '0.9999'],
    [0.0432, '0.0432'],
    [0.01, '0.0100'],
    [0.0099, '0.0099'],
    [0.009999, '0.0100'],
    [0.001, '0.0010'],
    [0.0001234, '0.00012'],
    [0.00001, '0.000010'],
    [-0.00001, '-0.000010'],
    [0.0000012, '0.0000012'],
    [0.00000012, '1.2e-7'],
    [3.6e-9, '3.6e-9'],
    [-3.6e-12, '-3.6e-12'],
    [-0.5, '-0.5000'],
    [1234.567, '1234.57'],
    [712_345.67, '712345.67'],
    [999_999.99, '999999.99'],
    [999_999.999, '1.0M'],
    [1_234_567, '1.2M'],
    [1e15, '1e15'],
    [Number.MAX_VALUE, '2e308'],
    [-12.5, '-12.50'],
    [-99_999.99, '-99999.99'],
    [-100_000, '-100K'],
  ])('%s is displayed as %s', (price, shown) => {
    expect(formatPrice(price)).toBe(shown);
  });
});

test.each([
  [712_345.67, 8, '712.3K'],
  [712_345.67, 9, '712345.67'],
  [0.0000012, 8, '1.2e-6'],
  [1.2e-11, Infinity, '0.000000000012'],
  [1.2e-12, Infinity, '1.2e-12'],
  [999_999.99, Infinity, '999999.99'],
  [1_000_000, Infinity, '1.0M'],
])('the price %s is in at most %s cells %s', (price, width, shown) => {
  expect(formatPrice(price, width)).toBe(shown);
});

test.each([
  [123.45, 8, '+123.45%'],
  [123.45, 7, '+123.5%'],
  [123.45, 6, '+123.5%'],
  [1234.56, 7, '+1235%'],
])('the percentage %s is in %d cells %s', (percent, width, shown) => {
  expect(formatPercent(percent, width)).toBe(shown);
});

describe('formatPercent', () => {
  test.each([
    [null, '–'],
    [0, '0.00%'],
    [-0, '0.00%'],
    [4.56, '+4.56%'],
    [-1.2, '-1.20%'],
    [0.004, '0.00%'],
    [-0.001, '0.00%'],
    [0.006, '+0.01%'],
    [999.99, '+999.99%'],
    [-1234.56, '-1234.6%'],
    [12_345.6, '+12346%'],
    [-999_999.4, '-999999%'],
    [999_999.9, '+1.0M%'],
    [1e15, '+1e15%'],
    [1e21, '+1e21%'],
    [-Number.MAX_VALUE, '-2e308%'],
  ])('%s is displayed as %s', (percent, shown) => {
    expect(formatPercent(percent)).toBe(shown);
  });
});

describe('formatCompact', () => {
  test.each([
    [null, '–'],
    [0, '0'],
    [-0, '0'],
    [820, '820'],
    [999.94, '1000'],
    [9400, '9.4K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [82_100_000, '82.1M'],
    [1.25e9, '1.3B'],
    [3.4e12, '3.4T'],
    [1e15, '1e15'],
    [1e100, '1e100'],
    [Number.MAX_VALUE, '2e308'],
    [-0.4, '0'],
    [-9400, '-9.4K'],
    [-82_100_000, '-82.1M'],
    [-999_900, '-1000K'],
    [-1e100, '-1e100'],
  ])('%s is displayed as %s', (amount, shown) => {
    expect(formatCompact(amount)).toBe(shown);
  });
});

test('every number fits its column without being clipped', () => {
  for (let exponent = -8; exponent <= 308; exponent++) {
    for (const mantissa of [
      1, 1.2345678, 4.4449, 9.9949, 9.99951, 9.9999999, -1, -4.5678, -9.9951, -9.9999999,
    ]) {
      const value = Number(`${mantissa}e${exponent}`);
      if (!Number.isFinite(value)) continue;
      const shown = {
        price: formatPrice(value),
        percent: formatPercent(value),
        volume: formatCompact(value),
      };
      expect(shown.price.length, `price ${value} is ${shown.price}`).toBeLessThanOrEqual(9);
      expect(shown.percent.length, `percent ${value} is ${shown.percent}`).toBeLessThanOrEqual(8);
      expect(shown.volume.length, `volume ${value} is ${shown.volume}`).toBeLessThanOrEqual(6);
    }
  }
});

describe('times', () => {
  const now = Date.UTC(2026, 5, 3, 14, 30, 0);

  test.each([
    ['today', now - 12 * SECOND_MS, '14:29:48'],
    ['midnight of today', Date.UTC(2026, 5, 3), '00:00:00'],
    ['yesterday', Date.UTC(2026, 5, 2, 23, 59, 59), '2026-06-02 23:59:59'],
    ['1970', 0, '1970-01-01 00:00:00'],
    ['one minute ahead', now + 60 * SECOND_MS, '14:31:00'],
    ['five minutes ahead', now + 300 * SECOND_MS, '14:35:00'],
    ['tomorrow', now + 24 * HOUR_MS, '2026-06-04 14:30:00'],
    ['null', null, 'unknown'],
    ['NaN', Number.NaN, 'unknown'],
    ['not a date', -1e20, 'unknown'],
  ])('formatTime: %s', (_, milliseconds, shown) => {
    expect(formatTime(milliseconds, { now: now, timeZone: undefined })).toBe(shown);
  });

  test.each([
    ['just now', now, '0 s ago'],
    ['seconds', now - 12_999, '12 s ago'],
    ['ahead', now + 1, ''],
    ['null', null, ''],
  ])('formatAge: %s', (_, milliseconds, shown) => {
    expect(formatAgo(milliseconds, now)).toBe(shown);
  });

  test.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [60 * SECOND_MS, '1 min'],
    [HOUR_MS - 1, '59 min'],
    [HOUR_MS, '1 h'],
    [2 * DAY_MS - 1, '47 h'],
    [2 * DAY_MS, '2 d'],
    [400 * DAY_MS, '400 d'],
  ])('formatDuration: %d is %s', (milliseconds, shown) => {
    expect(formatDuration(milliseconds)).toBe(shown);
  });
});

describe('in a zone', () => {
  const now = Date.UTC(2026, 5, 3, 2, 30);

  test.each([
    ['UTC', now, '02:30:00 UTC'],
    ['UTC', now - 3 * HOUR_MS, '2026-06-02 23:30:00 UTC'],
    // Its date is still that of the day before.
    ['America/New_York', now, '22:30:00 EDT'],
    ['America/New_York', now - 3 * HOUR_MS, '19:30:00 EDT'],
    ['America/New_York', Date.UTC(2026, 0, 5, 15), '2026-01-05 10:00:00 EST'],
    ['Asia/Kolkata', now, '08:00:00 GMT+5:30'],
    [undefined, now, '02:30:00 UTC'],
    ['America/New_York', now + HOUR_MS, '23:30:00 EDT'],
    ['America/New_York', null, 'unknown'],
    ['America/New_York', -8.64e15, expect.stringMatching(/:/)],
  ])('%s: %d is %s', (zone, time, shown) => {
    expect(formatTimeWithZone(time, { now: now, timeZone: zone })).toEqual(shown);
  });

  test('the clock and the day are those of the zone', () => {
    expect(formatClock(now - HOUR_MS, { now: now, timeZone: 'America/New_York' })).toBe('21:30');
    expect(formatMonthDay(now, 'America/New_York')).toBe('06-02');
    expect(formatMonthDay(now, 'Asia/Tokyo')).toBe('06-03');
  });
});

test.each([
  [Date.UTC(2026, 5, 3, 9, 5, 59), '09:05'],
  [Date.UTC(2026, 5, 2, 14, 31), '14:31'],
  [Date.UTC(2026, 5, 3, 23), '23:00'],
  [Number.NaN, '–'],
])('the time of day of %d is %s, whatever the date', (time, text) => {
  expect(formatClock(time, { now: Date.UTC(2026, 5, 3, 14, 31), timeZone: undefined })).toBe(text);
});

test.each([
  [0, '<1m', '≥0m'],
  [59 * SECOND_MS, '<1m', '≥0m'],
  [MINUTE_MS, '1m', '≥1m'],
  [4 * MINUTE_MS + 59 * SECOND_MS, '4m', '≥4m'],
  [HOUR_MS - 1, '59m', '≥59m'],
  [HOUR_MS, '1h00', '≥1h00'],
  [2 * HOUR_MS + 5 * MINUTE_MS, '2h05', '≥2h05'],
  [10 * HOUR_MS - 1, '9h59', '≥9h59'],
  [10 * HOUR_MS + 5 * MINUTE_MS, '10h05', '≥10h'],
  [DAY_MS - 1, '23h59', '≥23h'],
  [DAY_MS, '1d00h', '≥1d'],
  [DAY_MS + 2 * HOUR_MS, '1d02h', '≥1d'],
  [10 * DAY_MS + 2 * HOUR_MS, '10d', '≥10d'],
])('%d ms is %j, at least %j', (milliseconds, text, atLeast) => {
  expect(formatAge({ milliseconds, isAtLeast: false })).toBe(text);
  expect(formatAge({ milliseconds, isAtLeast: true })).toBe(atLeast);
  expect(formatShortDuration(milliseconds)).toBe(text);
});
