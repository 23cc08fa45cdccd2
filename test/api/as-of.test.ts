import { afterEach, describe, expect, test } from 'vitest';
import { snapshotOf } from '../support/snapshots.ts';

const { TZ } = process.env;

afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const millisecondsOf = (asOf: unknown) => snapshotOf({ asOf }).asOfMilliseconds;

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'])('with TZ=%s', (zone) => {
  test.each([
    ['2026-06-03T14:30:00Z', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03T14:30:00', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03T14:30', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03 14:30:00', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03T14:30:00.25', '2026-06-03T14:30:00.250Z'],
    ['2026-06-03T14:30:00.123456789Z', '2026-06-03T14:30:00.123Z'],
    ['2026-06-03T14:30:00,5Z', '2026-06-03T14:30:00.500Z'],
    ['2026-06-03t14:30:00z', '2026-06-03T14:30:00.000Z'],
    ['2026-06-03T14:30:00+02:00', '2026-06-03T12:30:00.000Z'],
    ['2026-06-03T14:30:00-0430', '2026-06-03T19:00:00.000Z'],
    ['2026-06-03T14:30:00+05', '2026-06-03T09:30:00.000Z'],
    ['2028-02-29T00:00:00', '2028-02-29T00:00:00.000Z'],
    // New York skips this hour for daylight saving time.
    ['2026-03-08T02:30:00', '2026-03-08T02:30:00.000Z'],
  ])('asOf %s is %s', (asOf, time) => {
    process.env.TZ = zone;
    expect(new Date(millisecondsOf(asOf) ?? Number.NaN).toISOString()).toBe(time);
  });

  test.each([
    '12',
    '2026',
    '1780497000000',
    'yesterday',
    'June 3 2026',
    'June 3 2026 14:30',
    '6/3/2026 14:30',
    'Wed, 03 Jun 2026 14:30:00 GMT',
    '2026-06-03',
    '2026-06-03T',
    '2026-W23-3T14:30:00Z',
    '2026-02-30T14:30:00Z',
    '2026-13-01T14:30:00Z',
    '2026-06-03T24:30:00Z',
    '2026-06-03T14:61:00Z',
    '2026-06-03T14:30:00+25:00',
    '2026-06-03T14:30:00 EST',
    ' 2026-06-03T14:30:00Z',
    '2026-06-03T14:30:00Z\n',
    '1969-12-31T23:59:59Z',
    '+275760-09-13T00:00:00Z',
  ])('asOf %j is an unknown time', (asOf) => {
    process.env.TZ = zone;
    expect(millisecondsOf(asOf)).toBeNull();
  });
});
