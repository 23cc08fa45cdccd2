import { type Environment, variable } from '../lib/environment.ts';
import type { Output } from '../lib/streams.ts';

export const COLOR_WHEN = ['auto', 'always', 'never'] as const;
export type ColorWhen = (typeof COLOR_WHEN)[number];

/**
 * 0: no codes; `mono`: bold, dim, underline and inverse alone, which are no colours; 1: the 16 colours of the terminal's theme;
 * 2: 256 colours; 3: true colour.
 */
export type ColorLevel = 0 | 'mono' | 1 | 2 | 3;

/** What says what a terminal can show. */
export interface TerminalSystem {
  readonly env: Environment;
  readonly platform: string;
}

/**
 * Precedence: `--color` (`false` is the value of `--no-color`), then NO_COLOR, then FORCE_COLOR, then whether `output` is a terminal.
 * A terminal without colours is `mono`. stdout and stderr can have different levels.
 */
export function colorLevel(when: ColorWhen | false, output: Output, system: TerminalSystem): ColorLevel {
  const { env } = system;
  if (when === 'always') return terminalLevel(system);
  const isStyled = output.isTTY === true && variable('TERM', env) !== 'dumb';
  const forced = variable('FORCE_COLOR', env);
  const isOff = when === 'never' || when === false || variable('NO_COLOR', env) !== undefined;
  if (isOff || forced === '0' || forced === 'false') return isStyled ? 'mono' : 0;
  if (forced === '2' || forced === '3') return forced === '2' ? 2 : 3;
  return isStyled || forced !== undefined ? terminalLevel(system) : 0;
}

function terminalLevel({ env, platform }: TerminalSystem): 1 | 2 | 3 {
  const term = variable('TERM', env);
  // Some terminals say it by their name alone, and Windows Terminal by its variable, also in WSL.
  const names = `${variable('COLORTERM', env)} ${term}`;
  if (/truecolor|24bit|kitty|ghostty/.test(names) || variable('WT_SESSION', env) !== undefined) return 3;
  // Each console of Windows 10 and newer has true colour, and sets no variable.
  if (term === undefined) return platform === 'win32' ? 3 : 1;
  return term.includes('256') ? 2 : 1;
}

/** Terminals without a title, of which some would show it as text. */
const WITHOUT_TITLE = /^(?:ansi|cons|dumb|eterm|linux|sun|vt\d)/;

export function hasTitle({ env, platform }: TerminalSystem): boolean {
  const term = variable('TERM', env);
  return term === undefined ? platform === 'win32' : !WITHOUT_TITLE.test(term);
}

/** Pane width in cells, from 20 to 1000. An unknown or zero width counts as 80. */
export function paneWidth(columns: number | undefined): number {
  const width = columns === undefined || !Number.isFinite(columns) || columns <= 0 ? 80 : Math.floor(columns);
  return Math.min(1000, Math.max(20, width));
}

/** Width in cells of text for people on an output: that of the terminal; for a pipe COLUMNS, or 80. */
export function outputWidth({ columns }: Pick<Output, 'columns'>, env: Environment): number {
  const wanted = variable('COLUMNS', env) ?? '';
  return paneWidth(columns || !/^\d{1,5}$/.test(wanted) ? columns : Number(wanted));
}

/** The charset in the name of a locale: `en_US.UTF-8`, `C.utf8`, and `UTF-8` alone as on macOS. */
const UTF8_LOCALE = /(?:^|\.)utf-?8(?:@|$)/i;

/**
 * Whether text for people must be ASCII: on the Linux console, whose fonts have few signs, and in a locale with another
 * charset than UTF-8. A locale without a charset, such as `C` or `de_DE@euro`, has an older one in most C libraries; if that
 * is wrong, ASCII is still readable, while UTF-8 shown as Latin-1 is not. Without a locale, terminals use UTF-8.
 */
export function usesAscii(env: Environment): boolean {
  if (variable('TERM', env) === 'linux') return true;
  const locale = variable('LC_ALL', env) ?? variable('LC_CTYPE', env) ?? variable('LANG', env);
  return locale !== undefined && !UTF8_LOCALE.test(locale);
}
