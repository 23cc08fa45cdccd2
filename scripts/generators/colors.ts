import type { Cell, CellColor } from '../../test/support/emulator.ts';

export const BACKGROUND = '#14171f';
export const TEXT = '#dce1ec';
export const BORDER = '#39404f';

/** Black, red, green, yellow, blue, magenta, cyan, white, then their bright variants. */
const ANSI_COLORS = [
  ...['#2a303c', '#f2777a', '#7fcf8e', '#f0c674', '#6cb0f5', '#c792ea', '#62c8d8', '#c9cfdb'],
  ...['#6b7485', '#ff9a9c', '#a3e2ae', '#ffdf9a', '#93c8ff', '#dcb3f5', '#8ee0ec', '#ffffff'],
];

/** Share of the text colour of a dim character; the rest is background. */
const DIM_SHARE = 0.6;
/** Channel values of the 6×6×6 colour cube in the 256-colour palette. */
const CUBE_STEPS = [0, 95, 135, 175, 215, 255];

interface CellColors {
  readonly color: string;
  readonly background: string;
}

/** The colours of a cell after dim and inverse are applied. */
export function paintCell(cell: Cell): CellColors {
  const text = toHex(cell.color) ?? TEXT;
  const fill = toHex(cell.background) ?? BACKGROUND;
  const [color, background] = cell.inverse ? [fill, text] : [text, fill];
  return { color: cell.dim ? mixColors(color, background, DIM_SHARE) : color, background };
}

/** Mixes `share` of one colour with the rest of the other. */
export function mixColors(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(start, start + 2), 16));
    return (a ?? 0) * share + (b ?? 0) * (1 - share);
  });
  return hexOf(channels);
}

function toHex(color: CellColor): string | null {
  if (typeof color !== 'number') return color;
  if (color < 16) return ANSI_COLORS[color] ?? null;
  if (color >= 232) return hexOf(new Array<number>(3).fill(8 + 10 * (color - 232)));
  const index = color - 16;
  return hexOf([36, 6, 1].map((unit) => CUBE_STEPS[Math.floor(index / unit) % 6] ?? 0));
}

function hexOf(channels: ReadonlyArray<number>): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
