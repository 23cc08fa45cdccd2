import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAgeText, formatSpan } from '../../src/text/format.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/time.ts';

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
  expect(formatAgeText({ milliseconds, isAtLeast: false })).toBe(text);
  expect(formatAgeText({ milliseconds, isAtLeast: true })).toBe(atLeast);
  expect(formatSpan(milliseconds)).toBe(text);
});

describe('for any age', () => {
  const age = fc.integer({ min: 0, max: 999 * DAY_MS });

  test('the text has at most five cells', () => {
    fc.assert(
      fc.property(age, fc.boolean(), (milliseconds, isAtLeast) => {
        expect(displayWidth(formatAgeText({ milliseconds, isAtLeast }))).toBeLessThanOrEqual(5);
      }),
    );
  });
});
