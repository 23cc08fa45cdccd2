import { describe, expect, test } from 'vitest';
import { createTheme, paintOfBias, paintOfSign } from '../../src/view/theme.ts';
import { PALETTES } from '../../src/vocabulary.ts';
import { ROLES } from './fixtures.ts';

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

test('mono uses weights, never colours', () => {
  const { timeZone: _, ...paints } = createTheme('mono', 3);
  const painted = Object.values(paints).map((paint) => paint('x'));
  const codes = painted.join('').match(/(?<=\[)[\d;]+(?=m)/g);
  expect(new Set(codes)).toEqual(new Set(['1', '2', '4', '7', '22', '24', '27']));
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
