import type { Context } from '../context.ts';
import { PROXY_VARIABLES, variable } from '../environment.ts';
import { NetworkError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { looksLikeKey } from '../quote.ts';
import { isExempt } from './no-proxy.ts';

/** The proxy that the environment names for an address. */
export interface ProxyServer {
  /** http or https, without user and password. */
  readonly url: URL;
  /** As messages call it: `the proxy 192.0.2.1:3128`, without the address where that may be a key in the wrong place. */
  readonly name: string;
  /** What the proxy wants to see of a user, as its header; empty where the environment names none. */
  readonly credentials: Readonly<Record<string, string>>;
  /** What a person does about it. */
  readonly hint: string;
}

/**
 * The proxy for an https address; null when the environment names none, or the address is exempt: loopback always is, and
 * NO_PROXY names others. Throws NetworkError for a proxy that cannot be used. Its address is never shown whole, because
 * it may hold a password.
 */
export function findProxy(url: URL, env: Context['env']): ProxyServer | null {
  const name = PROXY_VARIABLES.find((each) => variable(each, env) !== undefined);
  if (name === undefined || isLoopback(url.hostname.replace(/\.$/, ''))) return null;
  if (isExempt(url, variable('no_proxy', env) ?? variable('NO_PROXY', env) ?? '')) return null;
  const text = variable(name, env)?.trim() ?? '';
  const hint = `Check ${name}, or exempt the host with NO_PROXY.`;
  const [, scheme = 'http'] = /^([a-z][a-z0-9+.-]{0,15}):\/\//i.exec(text) ?? [];
  if (!/^https?$/i.test(scheme)) {
    throw new NetworkError(`${name} names a ${scheme.toLowerCase()} proxy, which is not supported`, {
      hint: 'Set HTTPS_PROXY to an http:// or https:// proxy, or exempt the host with NO_PROXY.',
      retryable: false,
    });
  }
  const address = text.includes('://') ? text : `http://${text}`;
  if (!isProxyAddress(address)) {
    throw new NetworkError(`${name} is not an address`, { hint, retryable: false });
  }
  const proxy = new URL(address);
  const credentials = takeCredentials(proxy);
  return { url: proxy, name: nameOf(proxy), credentials, hint };
}

function nameOf({ hostname, host }: URL): string {
  return hostname.split('.').some(looksLikeKey) ? 'the proxy' : `the proxy ${host}`;
}

/** An @ behind the host belongs to a password with a slash in it, whose beginning was read as host and port. */
function isProxyAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || hostname === '') return false;
  return !`${pathname}${search}${hash}`.includes('@');
}

/** Moves user and password out of the address, so that whatever shows it cannot show them. */
function takeCredentials(proxy: URL): Readonly<Record<string, string>> {
  const [user, password] = [proxy.username, proxy.password].map(decode);
  if (user === '' && password === '') return {};
  proxy.username = '';
  proxy.password = '';
  return { 'Proxy-Authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
