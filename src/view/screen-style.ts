import type { Context, Output } from '../context.ts';
import { usesAscii } from '../environment.ts';
import type { TimeZone } from '../time-zone.ts';
import type { Palette } from '../vocabulary.ts';
import { type ColorWhen, colorLevel } from './color-level.ts';
import { outputWidth } from './pane-width.ts';
import { createTheme, type Theme } from './theme.ts';

export interface ScreenStyle {
  readonly theme: Theme;
  /** Cells. */
  readonly width: number;
  /** The writer must pass the lines through `toAscii`. */
  readonly ascii: boolean;
}

export interface StyleOptions {
  /** `false` is the value of `--no-color`. */
  readonly color?: ColorWhen | false | undefined;
  readonly palette: Palette;
  readonly timeZone: TimeZone;
}

/** Theme, width and character set for `output`. The width is COLUMNS, or the width of the terminal, or 80. */
export function screenStyle(
  { color, palette, timeZone }: StyleOptions,
  output: Output,
  env: Context['env'],
): ScreenStyle {
  const when = color === false ? 'never' : (color ?? 'auto');
  return {
    theme: createTheme(palette, colorLevel(when, output, env), timeZone),
    width: outputWidth(output, env),
    ascii: usesAscii(env),
  };
}
