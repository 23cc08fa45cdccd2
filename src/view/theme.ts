import { Chalk, type ChalkInstance } from 'chalk';
import type { Bias, Palette } from '../vocabulary.ts';
import type { ColorLevel } from './color-level.ts';

export type Paint = (text: string) => string;

/** Colours by role. Signs and words say the same, so that colour is never the only signal. */
export interface Theme {
  readonly up: Paint;
  readonly down: Paint;
  /** What stands out: the ticker, a confluence of three or more. */
  readonly strong: Paint;
  /** What may step back: borders, subtitles, units. */
  readonly muted: Paint;
  readonly title: Paint;
  /** The top play's frame and what belongs to it. */
  readonly accent: Paint;
  /** A label on a ground of its own: SANDBOX. */
  readonly badge: Paint;
  /** A whole line that must not be overlooked. */
  readonly banner: Paint;
}

/** Only the terminal's own sixteen colours and weights in most roles: they follow a dark or a light ground. */
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
      // Blue and orange stay apart in every common form of colour blindness; these two read on light and on dark.
      return chalk.level >= 2 ? [chalk.ansi256(32), chalk.ansi256(166)] : [chalk.blueBright, chalk.yellow];
    case 'mono':
      return [chalk.bold, chalk];
  }
}

/** The paint for a change: up, down, or none for unknown and for what reads 0.00. */
export function paintOfSign(theme: Theme, value: number | null): Paint {
  if (value === null || Math.abs(value) < 0.005) return (text) => text;
  return value > 0 ? theme.up : theme.down;
}

export function paintOfBias(theme: Theme, bias: Bias | null): Paint {
  return paintOfSign(theme, bias === 'bullish' ? 1 : bias === 'bearish' ? -1 : 0);
}
