import type { Cell, CellColor } from '../../test/support/emulator.ts';

export const GROUND = '#14171f';
export const TEXT = '#dce1ec';
export const BORDER = '#39404f';

/** Black, red, green, yellow, blue, magenta, cyan, white, and the bright ones of the same names. */
const SIXTEEN = [
  ...['#2a303c', '#f2777a', '#7fcf8e', '#f0c674', '#6cb0f5', '#c792ea', '#62c8d8', '#c9cfdb'],
  ...['#6b7485', '#ff9a9c', '#a3e2ae', '#ffdf9a', '#93c8ff', '#dcb3f5', '#8ee0ec', '#ffffff'],
];

/** How much of a dim character's colour stays; the rest is the ground. */
const DIM = 0.6;
/** The red, green or blue of the 6×6×6 colours between the sixteen and the greys. */
const CUBE_STEPS = [0, 95, 135, 175, 215, 255];

interface CellColors {
  readonly color: string;
  readonly background: string;
}

/** What a cell looks like once dim and inverse are applied. */
export function paintCell(cell: Cell): CellColors {
  const text = toHex(cell.color) ?? TEXT;
  const ground = toHex(cell.background) ?? GROUND;
  const [color, background] = cell.inverse ? [ground, text] : [text, ground];
  return { color: cell.dim ? mixColors(color, background, DIM) : color, background };
}

/** `share` of the one, the rest of the other. */
export function mixColors(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((start) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(start, start + 2), 16));
    return (a ?? 0) * share + (b ?? 0) * (1 - share);
  });
  return hexOf(channels);
}

function toHex(color: CellColor): string | null {
  if (typeof color !== 'number') return color;
  if (color < 16) return SIXTEEN[color] ?? null;
  if (color >= 232) return hexOf(new Array<number>(3).fill(8 + 10 * (color - 232)));
  const index = color - 16;
  return hexOf([36, 6, 1].map((unit) => CUBE_STEPS[Math.floor(index / unit) % 6] ?? 0));
}

function hexOf(channels: ReadonlyArray<number>): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
