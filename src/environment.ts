import type { Context } from './context.ts';

/** The value of an environment variable. An empty variable counts as not set. All variables of the program are read through this function. */
export function variable(name: string, env: Context['env']): string | undefined {
  return env[name] || undefined;
}

/** Variables that can set a proxy for https, in order of precedence. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'] as const;

/** The charset in the name of a locale: `en_US.UTF-8`, `C.utf8`, and `UTF-8` alone as on macOS. */
const UTF8_LOCALE = /(?:^|\.)utf-?8(?:@|$)/i;

/**
 * Whether text for people must be ASCII: on the Linux console, whose fonts have few signs, and in a locale with another
 * charset than UTF-8. A locale without a charset, such as `C` or `de_DE@euro`, has an older one in most C libraries; if that
 * is wrong, ASCII is still readable, while UTF-8 shown as Latin-1 is not. Without a locale, terminals use UTF-8.
 */
export function usesAscii(env: Context['env']): boolean {
  if (variable('TERM', env) === 'linux') return true;
  const locale = variable('LC_ALL', env) ?? variable('LC_CTYPE', env) ?? variable('LANG', env);
  return locale !== undefined && !UTF8_LOCALE.test(locale);
}
