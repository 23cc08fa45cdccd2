import { expect, test } from 'vitest';
import { describeRefusal, type PollRefusal } from '../../src/watch/poll-schedule.ts';

test.each<[PollRefusal, string]>([
  [{ type: 'paused' }, 'paused; press space to resume'],
  [{ type: 'polling' }, 'polling now'],
  [{ type: 'recent', secondsAgo: 0 }, 'polled just now'],
  [{ type: 'recent', secondsAgo: 3 }, 'polled 3 s ago'],
  [{ type: 'waiting', seconds: 12 }, 'the service allows no poll for 12 s'],
  [{ type: 'notPolled' }, 'not polled yet'],
])('the refusal %j is described as "%s"', (refusal, text) => {
  expect(describeRefusal(refusal)).toBe(text);
});
