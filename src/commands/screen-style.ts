import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { paneWidth } from '../view/boards.ts';
import { colorLevel } from '../view/color-level.ts';
import { createTheme, type Theme } from '../view/theme.ts';
import type { Palette } from '../vocabulary.ts';
import type { DataOptions } from './options.ts';

export interface ScreenStyle {
  readonly theme: Theme;
  /** Cells. */
  readonly width: number;
}

/** Colours and width for what goes to stdout: COLUMNS, else its own size, else 80. */
export function screenStyle(
  options: Pick<DataOptions, 'color'>,
  palette: Palette,
  context: Context,
): ScreenStyle {
  const when = options.color === false ? 'never' : (options.color ?? 'auto');
  const { stdout, env } = context;
  const columns = variable('COLUMNS', env) ?? '';
  const fromEnv = /^\d{1,5}$/.test(columns) ? Number(columns) : undefined;
  return {
    theme: createTheme(palette, colorLevel(when, stdout, env)),
    width: paneWidth(fromEnv ?? stdout.columns),
  };
}
