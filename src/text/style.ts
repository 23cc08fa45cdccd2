import type { Output } from '../lib/streams.ts';
import type { Reading, TimeZone } from '../lib/time.ts';
import { type ColorWhen, colorLevel, outputWidth, type TerminalSystem, usesAscii } from './capabilities.ts';
import type { Palette } from './palettes.ts';
import { createTheme, type Theme } from './theme.ts';

/** `screen` has signs and shortens, `plain` has words, `template` is for `--format`. */
export type Mode = 'screen' | 'plain' | 'template';

/** How something is shown, but for what depends on the data. */
export interface Style extends Reading {
  readonly theme: Theme;
  /** Cells for all of it, or for a part that is drawn. */
  readonly width: number;
  readonly mode: Mode;
}

export interface ScreenStyle extends Omit<Style, 'now'> {
  /** Whether the writer passes the lines through `toAscii`, which keeps their widths. */
  readonly ascii: boolean;
}

export interface StyleOptions {
  /** `false` is the value of `--no-color`. */
  readonly color?: ColorWhen | false | undefined;
  readonly palette: Palette;
  readonly timeZone: TimeZone;
}

/** How stdout is written. The width is that of the terminal; for a pipe COLUMNS, or 80. */
export function screenStyle(
  { color, palette, timeZone }: StyleOptions,
  { stdout, env, platform }: TerminalSystem & { readonly stdout: Output },
  mode: Style['mode'] = 'screen',
): ScreenStyle {
  const ascii = usesAscii(env);
  return {
    theme: createTheme(palette, colorLevel(color ?? 'auto', stdout, { env, platform }), ascii),
    width: outputWidth(stdout, env),
    timeZone,
    mode,
    ascii,
  };
}
