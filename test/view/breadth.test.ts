import { describe, expect, test } from 'vitest';
import type { Breadth } from '../../src/api/snapshot.ts';
import { renderShortBreadth } from '../../src/view/breadth.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

const breadthOf = (advancers: number | null, decliners: number | null) => ({
  advancers,
  decliners,
  symbols: 400,
});

describe('advancers and decliners', () => {
  test.each([
    [111, 289, 10, '▲111 ▓▓▓░░░░░░░ ▼289'],
    [111, 289, 0, '▲111 ▼289'],
    [289, 111, 20, '▲289 ▓▓▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░ ▼111'],
    [400, 0, 10, '▲400 ▓▓▓▓▓▓▓▓▓▓ ▼0'],
    [0, 400, 10, '▲0 ░░░░░░░░░░ ▼400'],
    [0, 0, 10, '▲0 ▼0'],
    [null, 289, 10, '▲– ▼289'],
    [111, null, 10, '▲111 ▼–'],
    [null, null, 10, '▲– ▼–'],
    [-5, 10, 10, '▲-5 ▼10'],
    [99_999, 100_000, 10, '▲99999 ▓▓▓▓▓░░░░░ ▼100.0K'],
    [12.5, 0.4, 0, '▲13 ▼0'],
    [1e308, 5, 10, '▲1e308 ▓▓▓▓▓▓▓▓▓▓ ▼5'],
    [1e308, 1e308, 10, '▲1e308 ░░░░░░░░░░ ▼1e308'],
  ])('%s and %s with a bar of %d cells: %s', (advancers, decliners, cells, text) => {
    expect(renderShortBreadth(breadthOf(advancers, decliners), null, cells, CLASSIC).plain).toBe(text);
  });

  test('are never wider than 15 cells beside the bar and its space', () => {
    for (const value of [
      null,
      0,
      -1,
      0.1,
      12.5,
      1e308,
      -1e308,
      5e-324,
      2 ** 53,
      -99_999.5,
      123.456_789_012,
    ]) {
      for (const other of [null, 0, 7, 1 / 3]) {
        const { plain } = renderShortBreadth(breadthOf(value, other), null, 10, CLASSIC);
        expect(displayWidth(plain), plain).toBeLessThanOrEqual(15 + 11);
        expect(plain).not.toMatch(/NaN|Infinity/);
      }
    }
  });

  test('are painted by role', () => {
    expect(renderShortBreadth(breadthOf(111, 289), null, 10, ROLES).painted).toBe(
      '<up>▲111</up> <up>▓▓▓</up><down>░░░░░░░</down> <down>▼289</down>',
    );
  });
});

describe('what changed since an older snapshot', () => {
  const changes = (advancers: number | null, decliners: number | null, before: Breadth | null) =>
    renderShortBreadth(breadthOf(advancers, decliners), before, 10, CLASSIC).plain;

  test.each([
    ['more advance', 111, 289, breadthOf(99, 298), '▲111 +12  ▓▓▓░░░░░░░ ▼289 -9  '],
    ['as many as before', 111, 289, breadthOf(111, 289), '▲111      ▓▓▓░░░░░░░ ▼289     '],
    ['unknown before', 111, 289, breadthOf(null, null), '▲111      ▓▓▓░░░░░░░ ▼289     '],
    ['unknown now', null, 289, breadthOf(99, 298), '▲–      ▼289 -9  '],
    ['nothing to compare with', 111, 289, null, '▲111 ▓▓▓░░░░░░░ ▼289'],
    ['by three digits', 311, 112, breadthOf(111, 324), '▲311 +200 ▓▓▓▓▓▓▓░░░ ▼112 -212'],
    ['by five digits', 99_999, 1, breadthOf(1, 99_999), '▲99999 +99… ▓▓▓▓▓▓▓▓▓▓ ▼1 -99…'],
    ['by more than a number can hold', 1e308, 0, breadthOf(-1e308, 0), '▲1e308      ▓▓▓▓▓▓▓▓▓▓ ▼0     '],
  ])('%s', (_, advancers, decliners, before, text) => {
    expect(changes(advancers, decliners, before)).toBe(text);
  });

  test('never moves the bar, nor what is at its left', () => {
    const places = [0, 1, -9, 12, -99, 100, 999, null].map((by) => {
      const text = changes(111, 289, breadthOf(by === null ? null : 111 - by, by === null ? null : 289 - by));
      return [displayWidth(text), text.indexOf('▓'), text.indexOf('▼')].join(' ');
    });
    expect(new Set(places)).toEqual(new Set(['30 10 21']));
  });

  test('is dim', () => {
    expect(renderShortBreadth(breadthOf(111, 289), breadthOf(99, 298), 10, ROLES).painted).toBe(
      '<up>▲111</up><muted> +12 </muted> <up>▓▓▓</up><down>░░░░░░░</down> <down>▼289</down><muted> -9  </muted>',
    );
  });
});
