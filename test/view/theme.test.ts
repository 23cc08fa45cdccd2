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

describe('the accent', () => {
  test.each([
    ['classic', 0, ''],
    ['classic', 1, '\x1b[35m'],
    ['classic', 2, '\x1b[38;5;31m'],
    ['red-up', 3, '\x1b[38;5;31m'],
    ['colorblind', 1, '\x1b[35m'],
    ['colorblind', 2, '\x1b[38;5;30m'],
    ['mono', 3, '\x1b[1m'],
  ] as const)('of %s at level %d', (palette, level, start) => {
    const text = createTheme(palette, level).accent('x');
    expect(text.slice(0, text.indexOf('x'))).toBe(start);
  });
});

describe('a pinned symbol', () => {
  test.each([
    ['classic', 0, 'x'],
    ['classic', 1, '\x1b[1m\x1b[35mx\x1b[39m\x1b[22m'],
    ['classic', 3, '\x1b[1m\x1b[38;5;31mx\x1b[39m\x1b[22m'],
    ['colorblind', 2, '\x1b[1m\x1b[38;5;30mx\x1b[39m\x1b[22m'],
    ['mono', 3, '\x1b[1m\x1b[1mx\x1b[22m\x1b[1m\x1b[22m'],
  ] as const)('of %s at level %d is bold in the accent colour', (palette, level, painted) => {
    expect(createTheme(palette, level).pinned('x')).toBe(painted);
  });
});

const BACKGROUNDS = ['#111418', '#ffffff'] as const;
const MIN_CONTRAST = 3.5;

/** The red, green and blue of a colour of the 256-colour palette from 16 to 231. */
function channelsOf(color: number): ReadonlyArray<number> {
  return [36, 6, 1].map((step) => [0, 95, 135, 175, 215, 255][Math.floor((color - 16) / step) % 6] ?? 0);
}

/** Relative luminance, as WCAG defines it. */
function luminance(channels: ReadonlyArray<number>): number {
  const linear = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => sum + weight * (linear[index] ?? 0), 0);
}

function contrast(one: ReadonlyArray<number>, other: ReadonlyArray<number>): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The number of a 256-colour code in painted text; `ground` is 38 for the text and 48 for its background. */
function colorOf(painted: string, ground: 38 | 48): number | null {
  const color = new RegExp(`\\[${ground};5;(\\d+)m`).exec(painted)?.[1];
  return color === undefined ? null : Number(color);
}

describe.each(PALETTES)('with 256 colours, %s', (palette) => {
  test.each([2, 3] as const)('can be read on black and on white at level %d', (level) => {
    const { up, down, accent, pinned } = createTheme(palette, level);
    const colors = [up, down, accent, pinned]
      .map((paint) => colorOf(paint('x'), 38))
      .filter((color) => color !== null);
    // The other palettes keep the terminal's own green and red.
    expect(colors.length).toBe({ classic: 2, 'red-up': 2, colorblind: 4, mono: 0 }[palette]);
    for (const color of colors) {
      for (const background of BACKGROUNDS) {
        const channels = [1, 3, 5].map((start) => Number.parseInt(background.slice(start, start + 2), 16));
        expect(contrast(channelsOf(color), channels)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    }
  });
});

describe('the banner', () => {
  test.each(['classic', 'red-up', 'colorblind'] as const)('of %s is black on yellow', (palette) => {
    expect(createTheme(palette, 1).banner('x')).toBe('\x1b[30m\x1b[43mx\x1b[49m\x1b[39m');
    const painted = createTheme(palette, 2).banner('x');
    const [text, background] = [colorOf(painted, 38), colorOf(painted, 48)];
    expect([text, background]).toEqual([16, 220]);
    expect(contrast(channelsOf(text ?? 0), channelsOf(background ?? 0))).toBeGreaterThan(7);
  });

  test('of mono is inverse', () => {
    expect(createTheme('mono', 3).banner('x')).toBe('\x1b[7m\x1b[1mx\x1b[22m\x1b[27m');
  });
});

describe('a selection', () => {
  test.each(PALETTES)('in %s is the same with all colours', (palette) => {
    for (const level of [1, 2, 3] as const) {
      const { selected, related, selectedTab } = createTheme(palette, level);
      expect(selected('x')).toBe('\x1b[7m\x1b[1mx\x1b[22m\x1b[27m');
      expect(related('x')).toBe('\x1b[4mx\x1b[24m');
      expect(selectedTab('2 DAY')).toBe('\x1b[7m\x1b[1m 2 DAY \x1b[22m\x1b[27m');
    }
  });

  test.each(PALETTES)('in %s without colours has brackets around a tab only', (palette) => {
    const { selectedTab, timeZone: _, ...others } = createTheme(palette, 0);
    expect(selectedTab('2 DAY')).toBe('[2 DAY]');
    expect(Object.values(others).map((paint) => paint('x'))).toEqual(Object.values(others).map(() => 'x'));
  });
});

test('mono uses weights, never colours', () => {
  const { timeZone: _, ...paints } = createTheme('mono', 3);
  const painted = Object.values(paints).map((paint) => paint('x'));
  const codes = painted.join('').match(/(?<=\[)[\d;]+(?=m)/g);
  expect(new Set(codes)).toEqual(new Set(['1', '2', '4', '7', '22', '24', '27']));
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
        isSimulated: true,
        showAge: true,
        columns: null,
      });
      return stripVTControlCharacters(lines.join('\n'));
    }),
  );
  expect(new Set(texts).size).toBe(1);
  for (const word of ['+4.56%', '-1.20%', '▲ 231', '154 ▼', '◆4▲', ' 1▼', 'SANDBOX']) {
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
  ['neutral', '<muted>x</muted>'],
  [null, 'x'],
] as const)('a bias of %s is painted %s', (bias, painted) => {
  expect(paintOfBias(ROLES, bias)('x')).toBe(painted);
});
