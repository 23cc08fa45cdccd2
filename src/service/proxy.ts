import type { Context } from '../context.ts';
import { PROXY_VARIABLES, variable } from '../environment.ts';
import { NetworkError } from '../errors.ts';
import { looksLikeKey } from '../quote.ts';
import { isLoopback } from '../url-host.ts';
import { isExempt } from './no-proxy.ts';

/** A proxy from the environment. */
export interface ProxyServer {
  /** An http or https URL, without user and password. */
  readonly url: URL;
  /** For messages: `the proxy 192.0.2.1:3128`, without the address if that may be a key in the wrong place. */
  readonly name: string;
  /** The Proxy-Authorization header; empty without a user and password. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The hint for errors that concern this proxy. */
  readonly hint: string;
}

/**
 * The proxy for an https URL, or null if none is set or the host is exempt: loopback always is, other hosts by NO_PROXY.
 * Throws NetworkError for a proxy that cannot be used, without its full URL, which may contain a password.
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
      reason: 'proxy not supported',
      hint: 'Set HTTPS_PROXY to an http:// or https:// proxy, or exempt the host with NO_PROXY.',
      retryable: false,
    });
  }
  const address = text.includes('://') ? text : `http://${text}`;
  if (!isProxyAddress(address)) {
    throw new NetworkError(`${name} is not a valid address`, {
      reason: 'invalid proxy address',
      hint,
      retryable: false,
    });
  }
  const proxy = new URL(address);
  const credentials = takeCredentials(proxy);
  return { url: proxy, name: nameOf(proxy), credentials, hint };
}

function nameOf({ hostname, host }: URL): string {
  return hostname.split('.').some(looksLikeKey) ? 'the proxy' : `the proxy ${host}`;
}

/** False for an @ after the host: the URL has an unescaped slash in its password, part of which was parsed as the host. */
function isProxyAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || hostname === '') return false;
  return !`${pathname}${search}${hash}`.includes('@');
}

/** Removes user and password from the URL, so that it can be printed, and returns them as a header. */
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
