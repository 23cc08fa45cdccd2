import { describe, expect, test } from 'vitest';
import { type Steps, snapshotAt, stepsOf, timelineOf } from '../support/timeline.ts';

/** The outcome of A on movers by the last snapshot: its rank, or when it left. */
function outcomeOf(steps: Steps, board = 'movers', symbol = 'A'): string | number {
  const timeline = timelineOf(stepsOf(steps).map((step) => snapshotAt(...step)));
  const outcome = timeline.at('newest').outcomeOf(board, symbol);
  if (outcome === null) return 'unknown';
  if (outcome.rank !== null) return outcome.rank;
  return outcome.leftAt === null ? 'left' : `left at ${new Date(outcome.leftAt).toISOString().slice(11, 16)}`;
}

describe('the outcome of a symbol on a board', () => {
  test.each<readonly [string, Steps, string | number]>([
    ['still there: its rank now', '14:30 movers: A B C | 14:31 movers: C B A', 3],
    [
      'there again: its rank now',
      '14:30 movers: A B | 14:31 movers: B | 14:32 movers: B | 14:33 movers: B A',
      2,
    ],
    [
      'gone: when it was first missing',
      '14:30 movers: A B | 14:31 movers: B | 14:32 movers: B',
      'left at 14:31',
    ],
    ['gone in the newest snapshot', '14:30 movers: A B | 14:31 movers: B', 'left at 14:31'],
    [
      'gone twice: the second time',
      '14:30 movers: A | 14:31 movers: B | 14:32 movers: B | 14:33 movers: A | 14:34 movers: B | 14:35 movers: B',
      'left at 14:34',
    ],
    ['its board is absent: its last rank', '14:30 movers: A; rvol: B | 14:31 rvol: B | 14:32 rvol: B', 1],
    ['its board is absent after a gap', '14:30 movers: A; rvol: B | 14:50 rvol: B', 'unknown'],
    [
      'gone when its absent board returned',
      '14:30 movers: A | 14:31 rvol: B | 14:32 movers: B | 14:33 movers: B',
      'left at 14:32',
    ],
    [
      'on another board only',
      '14:30 movers: A | 14:31 movers: B; rvol: A | 14:32 movers: B; rvol: A',
      'left at 14:31',
    ],
    [
      'gone after a gap: when it was last seen',
      '14:30 movers: A B | 14:31 movers: A B | 14:50 movers: B',
      'left at 14:31',
    ],
    [
      'gone on another day: unknown when',
      '2026-11-19T14:30:00Z movers: A | 2026-11-20T14:30:00Z movers: B',
      'left',
    ],
  ])('%s', (_, steps, expected) => {
    expect(outcomeOf(steps)).toBe(expected);
  });

  test('names like those of properties of objects are not confused', () => {
    expect(outcomeOf('14:30 movers: A', '__proto__', 'constructor')).toBe('unknown');
    expect(outcomeOf('14:30 __proto__: B constructor', '__proto__', 'constructor')).toBe(2);
  });
});
