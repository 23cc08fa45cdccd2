import { describe, expect, test } from 'vitest';
import { PALETTES } from '../../src/text/palettes.ts';
import { createTheme, type Theme } from '../../src/text/theme.ts';

/** Each role with its codes, except those of all palettes and levels. */
test.each([
  ['classic', 1, 'up 32, down 31, muted 2, accent 35 1, banner 30 43'],
  ['classic', 2, 'up 32, down 31, muted 38;5;244, accent 38;5;31 1, banner 38;5;16 48;5;220 1'],
  ['colorblind', 1, 'up 94, down 31, muted 2, accent 35 1, banner 30 43'],
  ['colorblind', 2, 'up 38;5;32, down 38;5;166, muted 38;5;244, accent 38;5;30 1, banner 38;5;16 48;5;220 1'],
  ['red-up', 1, 'up 31, down 32, muted 2, accent 35 1, banner 30 43'],
  ['red-up', 2, 'up 31, down 32, muted 38;5;244, accent 38;5;31 1, banner 38;5;16 48;5;220 1'],
  ['mono', 1, 'up , down , muted 2, accent 1, banner 7 1'],
  ['mono', 2, 'up , down , muted 2, accent 1, banner 7 1'],
] as const)('the palette %s has at level %d the codes %s', (palette, level, expected) => {
  const usual = 'strong 1, title 1, badge 7 1, selected 7 1, related 4';
  expect(codesOf(createTheme(palette, level))).toBe(`${expected}, ${usual}`);
  if (level === 2) expect(codesOf(createTheme(palette, 3))).toBe(`${expected}, ${usual}`);
});

test.each(PALETTES)('without colours, the palette %s has the weights of mono', (palette) => {
  expect(codesOf(createTheme(palette, 'mono'))).toBe(codesOf(createTheme('mono', 1)));
  expect(codesOf(createTheme(palette, 0))).not.toMatch(/\d/);
});

function codesOf({ glyphs: _, strong, title, badge, selected, related, ...others }: Theme): string {
  return Object.entries({ ...others, strong, title, badge, selected, related })
    .map(
      ([role, paint]) =>
        `${role} ${
          paint('x')
            .match(/[\d;]+(?=.*x)/g)
            ?.join(' ') ?? ''
        }`,
    )
    .join(', ');
}

const BACKGROUNDS = ['#111418', '#ffffff'] as const;
const MIN_CONTRAST = 3.5;
/** The user has chosen these colours with the background. */
const MIN_CONTRAST_OF_16 = 3;

/** The red, green and blue of a colour of the 256-colour palette from 16 on. */
function channelsOf(color: number): ReadonlyArray<number> {
  if (color > 231) return Array.from({ length: 3 }, () => 8 + 10 * (color - 232));
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
    const { up, down, accent, muted } = createTheme(palette, level);
    const colors = [up, down, accent, muted]
      .map((paint) => colorOf(paint('x'), 38))
      .filter((color) => color !== null);
    // The other palettes keep the terminal's own green and red.
    expect(colors.length).toBe({ classic: 2, 'red-up': 2, colorblind: 4, mono: 0 }[palette]);
    for (const color of colors) {
      for (const background of BACKGROUNDS) {
        expect(contrast(channelsOf(color), channelsOfHex(background))).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    }
  });
});

/** Red, green, magenta and bright blue, as a terminal program has them on black and on white. */
const COLORS_OF_16 = [
  { background: '#111418', 31: '#cd3131', 32: '#0dbc79', 35: '#bc3fbc', 94: '#5c5cff' },
  { background: '#ffffff', 31: '#cd3131', 32: '#107c10', 35: '#bc05bc', 94: '#5c5cff' },
] as const;

const channelsOfHex = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

describe.each(PALETTES)('with 16 colours, %s', (palette) => {
  test('uses neither yellow nor the darker blue for text, and can be read on black and on white', () => {
    const { up, down, accent, muted } = createTheme(palette, 1);
    expect(muted('x')).toBe('\x1b[2mx\x1b[22m');
    const codes = [up, down, accent].flatMap((paint) => [...paint('x').matchAll(/\[([39]\d)m/g)]);
    for (const code of new Set(codes.map(([, number]) => Number(number)).filter((number) => number !== 39))) {
      expect([31, 32, 35, 94]).toContain(code);
      for (const { background, ...colors } of COLORS_OF_16) {
        const color = channelsOfHex(colors[code as 31 | 32 | 35 | 94]);
        expect(contrast(color, channelsOfHex(background))).toBeGreaterThanOrEqual(MIN_CONTRAST_OF_16);
      }
    }
  });
});

/** Black on yellow, whatever the background, as a terminal program has them. */
const BANNERS_OF_16 = [
  { 30: '#000000', 43: '#e5e510' },
  { 30: '#000000', 43: '#949800' },
] as const;

describe.each(PALETTES.filter((palette) => palette !== 'mono'))('a fault in %s', (palette) => {
  test.each([2, 3] as const)('can be read on its own background at level %d', (level) => {
    const painted = createTheme(palette, level).banner('x');
    const [text, ground] = [colorOf(painted, 38), colorOf(painted, 48)].map((color) =>
      channelsOf(color ?? 0),
    );
    expect(contrast(text ?? [], ground ?? [])).toBeGreaterThanOrEqual(4.5);
  });

  test('can be read on its own background with 16 colours', () => {
    expect(createTheme(palette, 1).banner('x')).toBe('\x1b[30m\x1b[43mx\x1b[49m\x1b[39m');
    for (const colors of BANNERS_OF_16)
      expect(contrast(channelsOfHex(colors[30]), channelsOfHex(colors[43]))).toBeGreaterThanOrEqual(4.5);
  });
});
