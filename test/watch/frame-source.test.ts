import { expect, test } from 'vitest';
import { describeState } from '../../src/watch/frame-source.ts';

const AS_OF = Date.parse('2026-06-03T14:00:00Z');

test.each([
  ['to 14:20', Date.parse('2026-06-03T14:20:00Z'), false, false],
  ['end', null, true, true],
  ['stopped', null, false, true],
  ['playing', null, false, false],
])('a replay says %j', (expected, goal, isAtEnd, isStopped) => {
  const replay = { goingTo: () => goal, isAtEnd: () => isAtEnd };
  expect(describeState(replay, isStopped, { asOf: AS_OF, timeZone: 'UTC' })).toBe(expected);
});
