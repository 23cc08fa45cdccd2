import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { delayToNextBuild, NO_RHYTHM, observe } from '../../src/watch/rhythm.ts';
import { type SimulatedService, simulateWatch } from '../support/rhythm-simulation.ts';

const minute = 60_000;

describe('learning the rebuild rhythm of a service', () => {
  test.each<[string, SimulatedService]>([
    ['a rebuild each 50 s', { periodSeconds: 50, noiseSeconds: 2 }],
    ['a rebuild each 55 s', { periodSeconds: 55, noiseSeconds: 3 }],
    ['a rebuild each 60 s', { periodSeconds: 60, noiseSeconds: 2 }],
    ['a rebuild each 65 s', { periodSeconds: 65, noiseSeconds: 4 }],
    ['a rebuild each 75 s', { periodSeconds: 75, noiseSeconds: 4 }],
    ['a clock that is 5 min ahead', { periodSeconds: 60, noiseSeconds: 2, skewSeconds: 300 }],
    ['a clock that is 20 s behind', { periodSeconds: 60, noiseSeconds: 2, skewSeconds: -20 }],
    ['other clients that fill the cache', { periodSeconds: 60, noiseSeconds: 2, othersShare: 0.3 }],
  ])(
    'with %s shows builds within 8 s (median), at most 1.1 polls per build or minute, at least 30 s apart',
    (_, service) => {
      const learned = simulateWatch(service, { isLearning: true });
      expect(learned.medianAgeSeconds).toBeLessThanOrEqual(8);
      expect(learned.pollsPerMinute).toBeLessThanOrEqual(maxPollsPerMinute(service));
      expect(learned.minGapSeconds).toBeGreaterThanOrEqual(30);
      expect(learned.medianAgeSeconds).toBeLessThan(
        simulateWatch(service, { isLearning: false }).medianAgeSeconds / 2,
      );
    },
  );

  test('with any period from 40 to 75 s misses no build for long, with few polls', () => {
    const service = fc
      .record({
        periodSeconds: fc.double({ min: 40, max: 75, noNaN: true }),
        noiseSeconds: fc.double({ min: 0, max: 3, noNaN: true }),
        isUncached: fc.boolean(),
        skewSeconds: fc.integer({ min: -300, max: 300 }),
      })
      .chain((one) =>
        fc
          .double({ min: 0, max: one.periodSeconds, noNaN: true })
          .map((firstAgeSeconds) => ({ ...one, firstAgeSeconds })),
      );
    fc.assert(
      fc.property(service, (one) => {
        const learned = simulateWatch(one, { isLearning: true });
        const gap = one.isUncached ? one.periodSeconds : Math.max(46, one.periodSeconds);
        expect(learned.longestOldSeconds).toBeLessThanOrEqual(one.isUncached ? 38 : 55);
        expect(learned.maxGapSeconds).toBeLessThanOrEqual(gap * 1.1 + 5);
        expect(learned.minGapSeconds).toBeGreaterThanOrEqual(30);
        expect(learned.pollsPerMinute).toBeLessThanOrEqual(maxPollsPerMinute(one));
      }),
      { numRuns: 60 },
    );
  });

  test.each([0.1, 0.5, 1, 5, 25, 45, 49.5])(
    'polls every build with a period of 50 s if the first one is %d s old when polled',
    (firstAgeSeconds) => {
      const service = { periodSeconds: 50, noiseSeconds: 2, firstAgeSeconds };
      expect(simulateWatch(service, { isLearning: true }).maxGapSeconds).toBeLessThan(60);
    },
  );

  test('needs four builds, and fails if builds are not periodic', () => {
    const steady = [0, 1, 2].reduce((rhythm, index) => observe(rhythm, seen(index * minute)), NO_RHYTHM);
    expect(delayToNextBuild(steady, 3 * minute, () => 0)).toBeNull();
    const irregular = [0, 60, 95, 200, 222, 300, 385].reduce(
      (rhythm, at) => observe(rhythm, seen(at * 1000)),
      NO_RHYTHM,
    );
    expect(delayToNextBuild(irregular, 400_000, () => 0)).toBeNull();
  });

  test('is not lost overnight', () => {
    const night = 480;
    const minutes = [0, 1, 2, 3, night];
    const rhythm = minutes.reduce((known, index) => observe(known, seen(index * minute)), NO_RHYTHM);
    const wait = delayToNextBuild(rhythm, night * minute + 1000, () => 0) ?? 0;
    expect(Math.round(wait / 1000)).toBe(60);
  });

  test('adds jitter, so that many clients do not poll at once', () => {
    const known = [0, 1, 2, 3].reduce((rhythm, index) => observe(rhythm, seen(index * minute)), NO_RHYTHM);
    const earliest = delayToNextBuild(known, 3 * minute + 1000, () => 0) ?? 0;
    const latest = delayToNextBuild(known, 3 * minute + 1000, () => 0.999) ?? 0;
    expect(latest - earliest).toBeGreaterThan(1000);
  });
});

function maxPollsPerMinute({ periodSeconds }: SimulatedService): number {
  return 1.1 * Math.max(1, 60 / periodSeconds);
}

/** A response received a second after its build. */
function seen(asOf: number) {
  return { receivedAt: asOf + 1000, asOf, serverTime: null, isCacheMiss: false };
}
