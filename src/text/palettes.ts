export const PALETTES = ['classic', 'colorblind', 'red-up', 'mono'] as const;
export type Palette = (typeof PALETTES)[number];
