import type { Context, Output } from '../context.ts';
import { usesAscii } from '../environment.ts';
import type { TimeZone } from '../time-zone.ts';
import type { Palette } from '../vocabulary.ts';
import { type ColorWhen, colorLevel } from './color-level.ts';
import type { Ctx } from './ctx.ts';
import { outputWidth } from './pane-width.ts';
import { createTheme } from './theme.ts';

export type ScreenStyle = Omit<Ctx, 'nowMilliseconds'>;

export interface StyleOptions {
  /** `false` is the value of `--no-color`. */
  readonly color?: ColorWhen | false | undefined;
  readonly palette: Palette;
  readonly timeZone: TimeZone;
}

/** How `output` is written. The width is COLUMNS, or the width of the terminal, or 80. */
export function screenStyle(
  { color, palette, timeZone }: StyleOptions,
  output: Output,
  env: Context['env'],
  style: Ctx['style'] = 'screen',
): ScreenStyle {
  const when = color === false ? 'never' : (color ?? 'auto');
  return {
    theme: createTheme(palette, colorLevel(when, output, env)),
    width: outputWidth(output, env),
    timeZone,
    style,
    ascii: usesAscii(env),
  };
}
