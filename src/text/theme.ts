import { Chalk, type ChalkInstance } from 'chalk';
import { asciiGlyphs } from './ascii.ts';
import type { ColorLevel } from './capabilities.ts';
import type { Palette } from './palettes.ts';

export type Paint = (text: string) => string;

export const unpainted: Paint = (text) => text;

/** The roles of colours. Every role is paired with a sign or a word, so colour is never the only signal. */
export interface Theme {
  /** Puts the signs of the terminal into a text of our own, before it is painted. */
  readonly glyphs: (text: string) => string;
  /** Price and breadth alone. */
  readonly up: Paint;
  readonly down: Paint;
  /** Emphasized text: the ticker. */
  readonly strong: Paint;
  /** De-emphasized text: borders, subtitles, units. */
  readonly muted: Paint;
  readonly title: Paint;
  /** What stands out most: what is new or moved up, three boards or more, the top play. */
  readonly accent: Paint;
  /** A label with its own background: SANDBOX. */
  readonly badge: Paint;
  /** What is wrong: a full line, or a word. */
  readonly banner: Paint;
  /** The selected row, and the tab that is shown. */
  readonly selected: Paint;
  /** The selected symbol on other boards. */
  readonly related: Paint;
}

/** Most roles use only weights and the terminal's own green and red, which its theme has chosen for its background. */
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

/** Cyan cannot be read on white. These can be read on black and on white; bold, so that they are no darker than other text. */
function accentOf(chalk: ChalkInstance, palette: Palette): ChalkInstance {
  if (palette === 'mono') return chalk.bold;
  if (chalk.level < 2) return chalk.magenta.bold;
  // Beside the blue of the colour-blind palette, teal is easier to tell apart than the bluer hue.
  return chalk.ansi256(palette === 'colorblind' ? 30 : 31).bold;
}

/** Calm on black and on white: some terminals draw dim text nearly black on white, and grey is none of the 16 colours. */
function mutedOf(chalk: ChalkInstance, palette: Palette): ChalkInstance {
  return palette === 'mono' || chalk.level < 2 ? chalk.dim : chalk.ansi256(244);
}

/** Black on yellow. Inverse yellow would have the terminal's background as its text, which on white cannot be read. */
function bannerOf(chalk: ChalkInstance, palette: Palette): ChalkInstance {
  if (palette === 'mono') return chalk.inverse.bold;
  // Many terminals show bold black as grey; they leave the black of the 256 colours as it is.
  return chalk.level < 2 ? chalk.black.bgYellow : chalk.ansi256(16).bgAnsi256(220).bold;
}

function directions(chalk: ChalkInstance, palette: Palette): readonly [ChalkInstance, ChalkInstance] {
  switch (palette) {
    case 'classic':
      return [chalk.green, chalk.red];
    case 'red-up':
      return [chalk.red, chalk.green];
    case 'colorblind':
      // Blue and orange are distinguishable in every common form of colour blindness. These two shades are legible on light
      // and dark backgrounds; of the 16 colours, yellow and the darker blue are not.
      return chalk.level >= 2 ? [chalk.ansi256(32), chalk.ansi256(166)] : [chalk.blueBright, chalk.red];
    case 'mono':
      // The sign of a number says it, and a gain is no louder than a loss.
      return [chalk, chalk];
  }
}
