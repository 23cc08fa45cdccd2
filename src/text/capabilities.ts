import { type Environment, variable } from '../lib/environment.ts';
import type { Output } from '../lib/streams.ts';

export const COLOR_WHEN = ['auto', 'always', 'never'] as const;
export type ColorWhen = (typeof COLOR_WHEN)[number];

/**
 * 0: no escape codes; `mono`: only bold, dim, underline and inverse; 1: 16 colours; 2: 256; 3: true colour.
 */
export type ColorLevel = 0 | 'mono' | 1 | 2 | 3;

export interface TerminalSystem {
  readonly env: Environment;
  readonly platform: string;
}

/** `false` stands for `--no-color`. A terminal gets `mono` where colours are switched off. */
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
  // Some terminals announce true colour only by name, and Windows Terminal (also in WSL) by WT_SESSION.
  const names = `${variable('COLORTERM', env)} ${term}`;
  if (/truecolor|24bit|kitty|ghostty/.test(names) || variable('WT_SESSION', env) !== undefined) return 3;
  // Consoles of Windows 10 and newer have true colour but set no variable.
  if (term === undefined) return platform === 'win32' ? 3 : 1;
  return term.includes('256') ? 2 : 1;
}

/** Some of these terminals would print the title as text. */
const TERMS_WITHOUT_TITLE = /^(?:ansi|cons|dumb|eterm|linux|sun|vt\d)/;

export function hasTitle({ env, platform }: TerminalSystem): boolean {
  const term = variable('TERM', env);
  return term === undefined ? platform === 'win32' : !TERMS_WITHOUT_TITLE.test(term);
}

export function paneWidth(columns: number | undefined): number {
  const width = columns === undefined || !Number.isFinite(columns) || columns <= 0 ? 80 : Math.floor(columns);
  return Math.min(1000, Math.max(20, width));
}

export function outputWidth({ columns }: Pick<Output, 'columns'>, env: Environment): number {
  const wanted = variable('COLUMNS', env) ?? '';
  return paneWidth(columns || !/^\d{1,5}$/.test(wanted) ? columns : Number(wanted));
}

/** Matches `en_US.UTF-8`, `C.utf8` and the bare `UTF-8` of macOS. */
const UTF8_LOCALE = /(?:^|\.)utf-?8(?:@|$)/i;

/**
 * Returns true on the Linux console, whose fonts have few signs, and in a locale that does not name UTF-8:
 * needless ASCII is readable, but UTF-8 shown as Latin-1 is not.
 */
export function usesAscii(env: Environment): boolean {
  if (variable('TERM', env) === 'linux') return true;
  const locale = variable('LC_ALL', env) ?? variable('LC_CTYPE', env) ?? variable('LANG', env);
  return locale !== undefined && !UTF8_LOCALE.test(locale);
}
