import { expect, test } from 'vitest';
import { createServiceClock } from '../../src/service/service-clock.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const NOW = Date.UTC(2026, 5, 3, 14, 30);
const TWO_MINUTES = 120_000;

test.each([
  [TWO_MINUTES, 0],
  [TWO_MINUTES + 1, TWO_MINUTES + 1],
  [-TWO_MINUTES, 0],
  [-TWO_MINUTES - 1, -TWO_MINUTES - 1],
])('a service whose clock is %i ms ahead moves the time by %i ms', (difference, moved) => {
  const serviceClock = createServiceClock(createFakeClock(NOW));
  serviceClock.set(NOW + difference, 0);
  expect([serviceClock.ahead(), serviceClock.now()]).toEqual([moved, NOW + moved]);
});

test.each([
  [TWO_MINUTES, -3_600_000 + TWO_MINUTES],
  [TWO_MINUTES + 1, 0],
])('the time of a service that jumps by %i ms moves the time by %i ms', (jump, moved) => {
  const serviceClock = createServiceClock(createFakeClock(NOW));
  serviceClock.set(NOW - 3_600_000, 0);
  serviceClock.set(NOW - 3_600_000 + jump, 0);
  expect(serviceClock.ahead()).toBe(moved);
});
