import { Chalk, type ChalkInstance } from 'chalk';
import { asciiGlyphs } from './ascii.ts';
import type { ColorLevel } from './capabilities.ts';
import type { Palette } from './palettes.ts';

export type Paint = (text: string) => string;

export const unpainted: Paint = (text) => text;

/** A sign or a word accompanies every role, so that colour is never the only signal. */
export interface Theme {
  /** Replaces signs that the terminal cannot show, in text that is not painted yet. */
  readonly glyphs: (text: string) => string;
  /** Only for price changes and breadth. */
  readonly up: Paint;
  readonly down: Paint;
  readonly strong: Paint;
  readonly muted: Paint;
  readonly title: Paint;
  /** New or rising symbols, three boards or more, the top play. */
  readonly accent: Paint;
  readonly badge: Paint;
  readonly banner: Paint;
  readonly selected: Paint;
  /** The selected symbol on other boards. */
  readonly related: Paint;
}

/** Most roles use weights and the terminal's own green and red, which suit its background. */
export function createTheme(wanted: Palette, level: ColorLevel, ascii = false): Theme {
  const palette = level === 'mono' ? 'mono' : wanted;
  const chalk = new Chalk({ level: level === 'mono' ? 1 : level });
  const [up, down] = directions(chalk, palette);
  return {
    glyphs: ascii ? asciiGlyphs : unpainted,
    up,
    down,
    strong: chalk.bold,
    muted: mutedOf(chalk, palette),
    title: chalk.bold,
    accent: accentOf(chalk, palette),
    badge: chalk.inverse.bold,
    banner: bannerOf(chalk, palette),
    selected: chalk.inverse.bold,
    related: chalk.underline,
  };
}

/** Cyan is illegible on white; these colours are legible on black and on white. */
function accentOf(chalk: ChalkInstance, palette: Palette): ChalkInstance {
  if (palette === 'mono') return chalk.bold;
  if (chalk.level < 2) return chalk.magenta.bold;
  // The bluer hue (31) is too close to the blue of this palette.
  return chalk.ansi256(palette === 'colorblind' ? 30 : 31).bold;
}

/** Some terminals draw dim text nearly black on white, so grey is better; the 16 colours have no grey. */
function mutedOf(chalk: ChalkInstance, palette: Palette): ChalkInstance {
  return palette === 'mono' || chalk.level < 2 ? chalk.dim : chalk.ansi256(244);
}

/** Inverse yellow would use the background as text colour, which is illegible on white. */
function bannerOf(chalk: ChalkInstance, palette: Palette): ChalkInstance {
  if (palette === 'mono') return chalk.inverse.bold;
  // Many terminals show bold black as grey, but not the black of the 256 colours.
  return chalk.level < 2 ? chalk.black.bgYellow : chalk.ansi256(16).bgAnsi256(220).bold;
}

function directions(chalk: ChalkInstance, palette: Palette): readonly [ChalkInstance, ChalkInstance] {
  switch (palette) {
    case 'classic':
      return [chalk.green, chalk.red];
    case 'red-up':
      return [chalk.red, chalk.green];
    case 'colorblind':
      // Blue and orange differ in every common form of colour blindness, and are legible on dark and light.
      return chalk.level >= 2 ? [chalk.ansi256(32), chalk.ansi256(166)] : [chalk.blueBright, chalk.red];
    case 'mono':
      // The sign of the number shows the direction.
      return [chalk, chalk];
  }
}
