import type { Output } from '../lib/streams.ts';
import type { Reading, TimeZone } from '../lib/time.ts';
import { type ColorWhen, colorLevel, outputWidth, type TerminalSystem, usesAscii } from './capabilities.ts';
import type { Palette } from './palettes.ts';
import { createTheme, type Theme } from './theme.ts';

/** `screen` shortens texts and uses signs, `plain` uses words, and `template` serves `--format`. */
export type Mode = 'screen' | 'plain' | 'template';

export interface Style extends Reading {
  readonly theme: Theme;
  readonly width: number;
  readonly mode: Mode;
}

export interface ScreenStyle extends Omit<Style, 'now'> {
  /** True if the writer converts all lines with `toAscii`, which keeps their widths. */
  readonly ascii: boolean;
}

export interface StyleOptions {
  /** `--no-color` gives `false`. */
  readonly color?: ColorWhen | false | undefined;
  readonly palette: Palette;
  readonly timeZone: TimeZone;
}

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
