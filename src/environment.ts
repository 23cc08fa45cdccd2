import type { Context } from './context.ts';

/** The value of an environment variable. An empty variable counts as not set. All variables are read through this function. */
export function variable(name: string, env: Context['env']): string | undefined {
  return env[name] || undefined;
}

/** Variables that can set a proxy for https, in order of precedence. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'] as const;
