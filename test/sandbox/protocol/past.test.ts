import { describe, expect, test } from 'vitest';
import { createPast } from '../../../src/sandbox/protocol/past.ts';
import { createService, SANDBOX_KEY } from '../../../src/sandbox/protocol/service.ts';
import { MINUTE_MS } from '../../../src/time-units.ts';
import { TIMEFRAMES } from '../../../src/vocabulary.ts';

const NOON = Date.UTC(2026, 3, 7, 16);
const past = createPast(1);

test.each([
  ['a whole minute', 0],
  ['a second after one', 1000],
  ['ten seconds before the next', 50_000],
])('has one snapshot a minute: before %s the newest first, and at it that of its minute', (_, after) => {
  const before = NOON + after;
  const times = [...past.before('day', before, 30)].map(({ asOf }) => Date.parse(asOf));
  const newest = after === 0 ? NOON - MINUTE_MS : NOON;
  expect(times).toEqual(Array.from({ length: 30 }, (__, index) => newest - index * MINUTE_MS));
  expect(Math.max(...times)).toBeLessThan(before);
  expect(Date.parse(past.at('day', before).asOf)).toBe(NOON);
});

describe('is the same market as the service had at that minute', () => {
  test.each(TIMEFRAMES)('in %s', (timeframe) => {
    const service = createService({ seed: 1, recomputeSeconds: 60 });
    const snapshots = [...past.before(timeframe, NOON, 3)];
    expect(snapshots).toHaveLength(3);
    for (const snapshot of snapshots) {
      const request = {
        method: 'GET',
        path: '/api/v1/boards',
        query: new URLSearchParams({ timeframe, limit: '10' }),
        headers: { 'x-api-key': SANDBOX_KEY },
      };
      const { body } = service.handle(request, Date.parse(snapshot.asOf));
      expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(snapshot)));
    }
  });

  test('and with another seed another one', () => {
    const [one, other] = [1, 2].map((seed) => createPast(seed).at('day', NOON));
    expect(one?.boards).not.toEqual(other?.boards);
  });
});

test('a snapshot is computed only when it is asked for', () => {
  const iterator = past.before('day', NOON, 1e9);
  expect(iterator.next().value).toMatchObject({ timeframe: 'day' });
  expect(past.before('day', NOON, 0).next().done).toBe(true);
});
