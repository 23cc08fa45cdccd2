import { describe, expect, test } from 'vitest';
import type { SymbolOutcome } from '../../src/model/symbol-outcomes.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import {
  renderNewestTime,
  renderSinceLine,
  type SinceView,
  sinceViews,
} from '../../src/view/since-columns.ts';
import { CLASSIC, NOW, ROLES } from './fixtures.ts';

const SHOWN_AT = NOW - 60 * MINUTE_MS;

function viewOf(now: SymbolOutcome['now'], changePct: number | null = null): SinceView {
  const find = () => ({ now, changePct });
  const view = sinceViews({ shownAt: SHOWN_AT, newestAt: NOW, find }, NOW, 'UTC')('AAA');
  if (view === null) throw new Error('nothing is known of the symbol');
  return view;
}

function leftAt(time: number | null, isLeftInHole = false): string {
  return viewOf({ kind: 'left', leftAt: time, isLeftInHole }).now;
}

describe('what became of a symbol', () => {
  test('is its number of boards, marked from three', () => {
    expect([0, 2, 3].map((boards) => viewOf({ kind: 'listed', boards }).now)).toEqual(['0', '2', '◆3']);
  });

  test('is when it left, with the date of another day than the one shown', () => {
    expect(leftAt(NOW - 6 * MINUTE_MS)).toBe('left 14:24');
    expect(leftAt(NOW - 6 * MINUTE_MS, true)).toBe('left >14:24');
    expect(leftAt(NOW - 25 * 60 * MINUTE_MS)).toBe('left 06-02');
    expect(leftAt(null)).toBe('left');
  });

  test('is nothing for a row without a symbol', () => {
    const find = () => null;
    expect(sinceViews({ shownAt: SHOWN_AT, newestAt: NOW, find }, NOW, 'UTC')(null)).toBeNull();
  });

  test.each([
    [4, 1.2, '<muted>now </muted><highlight>◆4</highlight><highlight> boards</highlight>', 'up'],
    [1, -1.2, '<muted>now </muted>1 board', 'down'],
  ])('is painted by the sign of the change: %i boards, %f %', (boards, changePct, start, role) => {
    const { painted } = renderSinceLine(viewOf({ kind: 'listed', boards }, changePct), 80, ROLES);
    const change = changePct > 0 ? '+1.20%' : '-1.20%';
    expect(painted).toBe(`${start}<muted>  since </muted><${role}>${change}</${role}>`);
  });

  test('is shorter in a narrow panel', () => {
    const listed = viewOf({ kind: 'listed', boards: 4 }, 123.45);
    const lines = [28, 27, 20].map((width) => renderSinceLine(listed, width, CLASSIC).plain);
    expect(lines).toEqual(['now ◆4  since +123.45%', 'now ◆4  since +123.45%', 'now ◆4  since +123.…']);
    expect(renderSinceLine(listed, 29, CLASSIC).plain).toBe('now ◆4 boards  since +123.45%');
  });
});

test.each([
  [80, 'now, since: 14:29:12 UTC, the newest snapshot'],
  [40, 'now, since: 14:29:12 UTC'],
  [22, 'now, since: 14:29:12'],
  [17, 'now, since: 14:29'],
])('what older data is compared with, in %i cells', (width, expected) => {
  expect(renderNewestTime(NOW - MINUTE_MS, NOW, width, CLASSIC)).toBe(expected);
});
