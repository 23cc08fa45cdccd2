import { Chalk, type ChalkInstance } from 'chalk';
import type { Bias, Palette } from '../vocabulary.ts';
import type { ColorLevel } from './color-level.ts';

export type Paint = (text: string) => string;

/** Colours by role. Every role is paired with a sign or a word, so colour is never the only signal. */
export interface Theme {
  readonly up: Paint;
  readonly down: Paint;
  /** Emphasized text: the ticker, a confluence of three or more. */
  readonly strong: Paint;
  /** De-emphasized text: borders, subtitles, units. */
  readonly muted: Paint;
  readonly title: Paint;
  /** The frame and title of the top play. */
  readonly accent: Paint;
  /** A label with its own background: SANDBOX. */
  readonly badge: Paint;
  /** A full line that draws attention. */
  readonly banner: Paint;
}

/** Most roles use only the terminal's own 16 colours and weights, which suit both dark and light backgrounds. */
export function createTheme(palette: Palette, level: ColorLevel): Theme {
  const chalk = new Chalk({ level });
  const [up, down] = directions(chalk, palette);
  const hue = (color: ChalkInstance): ChalkInstance => (palette === 'mono' ? chalk : color);
  return {
    up,
    down,
    strong: chalk.bold,
    muted: chalk.dim,
    title: chalk.bold,
    accent: hue(chalk.cyan),
    badge: chalk.inverse.bold,
    banner: hue(chalk.yellow).inverse.bold,
  };
}

function directions(chalk: ChalkInstance, palette: Palette): readonly [ChalkInstance, ChalkInstance] {
  switch (palette) {
    case 'classic':
      return [chalk.green, chalk.red];
    case 'red-up':
      return [chalk.red, chalk.green];
    case 'colorblind':
      // Blue and orange are distinguishable in every common form of colour blindness. These two shades are legible on light
      // and dark backgrounds.
      return chalk.level >= 2 ? [chalk.ansi256(32), chalk.ansi256(166)] : [chalk.blueBright, chalk.yellow];
    case 'mono':
      return [chalk.bold, chalk];
  }
}

/** The paint for a change: up, down, or none for an unknown value and for one displayed as 0.00. */
export function paintOfSign(theme: Theme, value: number | null): Paint {
  if (value === null || Math.abs(value) < 0.005) return (text) => text;
  return value > 0 ? theme.up : theme.down;
}

export function paintOfBias(theme: Theme, bias: Bias | null): Paint {
  return paintOfSign(theme, bias === 'bullish' ? 1 : bias === 'bearish' ? -1 : 0);
}
