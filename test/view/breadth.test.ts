import { describe, expect, test } from 'vitest';
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
    expect(renderShortBreadth(breadthOf(advancers, decliners), cells, CLASSIC).plain).toBe(text);
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
        const { plain } = renderShortBreadth(breadthOf(value, other), 10, CLASSIC);
        expect(displayWidth(plain), plain).toBeLessThanOrEqual(15 + 11);
        expect(plain).not.toMatch(/NaN|Infinity/);
      }
    }
  });

  test('are painted by role', () => {
    expect(renderShortBreadth(breadthOf(111, 289), 10, ROLES).painted).toBe(
      '<up>▲111</up> <up>▓▓▓</up><down>░░░░░░░</down> <down>▼289</down>',
    );
  });
});
