import type { Context } from './context.ts';

/** The variable's value, or undefined where it is not set; an empty one counts as not set. Every variable is read here. */
export function variable(name: string, env: Context['env']): string | undefined {
  return env[name] || undefined;
}

/** What may name a proxy for https; the first one that is set does. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'] as const;
