import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ColorLevel } from '../../src/view/color-level.ts';
import { renderSnapshot } from '../../src/view/snapshot.ts';
import { createTheme, paintOfBias, paintOfSign } from '../../src/view/theme.ts';
import { PALETTES } from '../../src/vocabulary.ts';
import { manySnapshot, NOW, ROLES } from './fixtures.ts';

const LEVELS = [0, 1, 2, 3] as const satisfies ReadonlyArray<ColorLevel>;
const GREEN = '\x1b[32m';
const RED = '\x1b[31m';

describe('up and down', () => {
  test.each([
    ['classic', 1, GREEN, RED],
    ['classic', 3, GREEN, RED],
    ['red-up', 1, RED, GREEN],
    ['red-up', 3, RED, GREEN],
    ['colorblind', 1, '\x1b[94m', '\x1b[33m'],
    ['colorblind', 2, '\x1b[38;5;32m', '\x1b[38;5;166m'],
    ['mono', 3, '\x1b[1m', ''],
    ['classic', 0, '', ''],
  ] as const)('%s at level %d', (palette, level, up, down) => {
    const theme = createTheme(palette, level);
    expect([theme.up('x'), theme.down('x')].map((text) => text.slice(0, text.indexOf('x')))).toEqual([
      up,
      down,
    ]);
  });
});

test('mono uses weights, never colours', () => {
  const painted = Object.values(createTheme('mono', 3)).map((paint) => paint('x'));
  const codes = painted.join('').match(/(?<=\[)[\d;]+(?=m)/g);
  expect(new Set(codes)).toEqual(new Set(['1', '2', '7', '22', '27']));
});

test('colour is never the only signal: the text is the same with every palette and level', () => {
  const snapshot = manySnapshot();
  const texts = PALETTES.flatMap((palette) =>
    LEVELS.map((level) => {
      const theme = createTheme(palette, level);
      const lines = renderSnapshot(snapshot, snapshot.boards, {
        width: 130,
        theme,
        nowMilliseconds: NOW,
        sandbox: true,
        showAge: true,
        columns: null,
      });
      return stripVTControlCharacters(lines.join('\n'));
    }),
  );
  expect(new Set(texts).size).toBe(1);
  for (const word of ['+4.56%', '-1.20%', '▲ 231', '154 ▼', '◆4', 'bull', 'bear', 'SANDBOX']) {
    expect(texts[0]).toContain(word);
  }
});

test.each([
  [4.56, '<up>x</up>'],
  [-1.2, '<down>x</down>'],
  [0, 'x'],
  [0.004, 'x'],
  [-0.001, 'x'],
  [null, 'x'],
])('a change of %s is painted %s', (change, painted) => {
  expect(paintOfSign(ROLES, change)('x')).toBe(painted);
});

test.each([
  ['bullish', '<up>x</up>'],
  ['bearish', '<down>x</down>'],
  ['neutral', 'x'],
  [null, 'x'],
] as const)('a bias of %s is painted %s', (bias, painted) => {
  expect(paintOfBias(ROLES, bias)('x')).toBe(painted);
});
