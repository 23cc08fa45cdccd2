import { expect, test } from 'vitest';
import { parseTimeZone } from '../../src/settings/zone.ts';

test('every zone that Node lists keeps its spelling, whatever case it is typed in', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  expect(zones.length).toBeGreaterThan(300);
  const typed = zones.flatMap((zone) => [zone.toLowerCase(), zone.toUpperCase()]);
  expect(
    typed.filter((zone) => !zones.includes(parseTimeZone(zone)) && zone.toLowerCase() !== 'utc'),
  ).toEqual([]);
});
