import { expect, test } from 'vitest';
import { visitAfter } from '../../src/pane/state.ts';
import type { Press, Visit } from '../../src/pane/view.ts';

const START = Date.UTC(2026, 5, 3, 14, 0);

/** Presses keys so many seconds after the start, and returns when the reader was here before the last pause. */
function hereAfter(presses: ReadonlyArray<number>, heldFrom = Number.POSITIVE_INFINITY): number {
  let last: Press = { at: START, asOf: null };
  let visit: Visit = { ...last, pause: 0 };
  for (const press of presses) {
    const now = { at: START + press * 1000, asOf: null };
    visit = visitAfter(visit, last, now, press >= heldFrom);
    last = now;
  }
  return (visit.at - START) / 1000;
}

test.each<readonly [name: string, presses: ReadonlyArray<number>, here: number]>([
  ['no key yet: the start', [], 0],
  ['the first key, soon: the start', [5], 0],
  ['the first key after a pause: the start', [300], 0],
  ['keys all the time: the start', [10, 40, 90, 140, 190], 0],
  ['the key before a pause of a minute', [5, 65], 5],
  ['not one before a shorter pause', [6, 65], 0],
  ['several keys after the pause', [5, 10, 100, 110, 130], 10],
  ['the last of two pauses', [5, 100, 110, 1000], 110],
  ['the clock was set back: a time that has not come is not said', [100, 200, 20], 20],
])('%s', (_, presses, here) => {
  expect(hereAfter(presses)).toBe(here);
});

test('while it is held it stays, and moves at the first key after the next pause', () => {
  expect(hereAfter([5, 100, 300, 500], 100)).toBe(0);
  expect(hereAfter([5, 100, 300, 500], 300)).toBe(5);
});
