import type { ClientRequest, RequestOptions } from 'node:http';
import { BlockList, isIP, type LookupFunction, type Socket } from 'node:net';
import { unescape as decode } from 'node:querystring';
import { connect as startTls, type TLSSocket } from 'node:tls';
import { domainToASCII } from 'node:url';
import type { Context } from '../context.ts';
import { NetworkError } from '../errors.ts';
import { variable } from '../lib/environment.ts';
import { isLoopback, withoutBrackets } from '../lib/host-name.ts';
import { toNetworkError } from './network-error.ts';

type ProxyServer = NonNullable<ReturnType<typeof findProxy>>;

/** In order of precedence. */
const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];

/** Loopback is always exempt. Errors do not quote the proxy URL, which may contain a password. */
export function findProxy(url: URL, env: Context['env']) {
  const found = PROXY_VARIABLES.find((each) => variable(each, env) !== undefined);
  // Windows ignores the case of variable names.
  const name = found !== undefined && found in { ...env } ? found : found?.toUpperCase();
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
  // If an @ follows the host, a password has an unescaped slash and was parsed as the host.
  if (!URL.canParse(address) || !/^https?:/i.test(address) || /:\/\/.*[/\\?#].*@/.test(address)) {
    throw new NetworkError(`${name} is not a valid address`, {
      reason: 'invalid proxy address',
      hint,
      retryable: false,
    });
  }
  const proxy = new URL(address);
  return {
    url: proxy,
    name: `the proxy ${proxy.host}`,
    headers: credentialsOf(proxy),
    hint,
  };
}

function credentialsOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const credentials = Buffer.from(`${decode(username)}:${decode(password)}`);
  return { 'Proxy-Authorization': `Basic ${credentials.toString('base64')}` };
}

/** An entry is `*`, a domain with its subdomains, an IP address or a CIDR block, with an optional port. */
export function isExempt(url: URL, noProxy: string): boolean {
  const host = normalizeHost(url.hostname);
  const port = url.port || '443';
  return noProxy.split(/[\s,]+/).some((entry) => {
    // An IPv6 address without brackets has several colons and no port.
    const [, named = entry, entryPort = port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
    if (entry === '*' || entryPort !== port) return entry === '*';
    const name = normalizeHost(named.replace(/^\*?\./, ''));
    if (isIP(host) !== 0) return containsAddress(name, host);
    const domain = domainToASCII(name);
    return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
  });
}

/** Removes the dot at the end of a fully qualified name. */
function normalizeHost(hostname: string): string {
  return withoutBrackets(hostname).replace(/\.$/, '');
}

function containsAddress(block: string, host: string): boolean {
  const [address = '', length] = block.split('/');
  const version = isIP(address);
  if (version === 0 || version !== isIP(host)) return false;
  const [family, bits] = version === 4 ? (['ipv4', '32'] as const) : (['ipv6', '128'] as const);
  const list = new BlockList();
  try {
    list.addSubnet(address, Number.parseInt(length ?? bits, 10), family);
  } catch {
    return false;
  }
  return list.check(host, family);
}

const MAX_CONNECT_HEAD_BYTES = 16 * 1024;

/** Opens a tunnel (CONNECT) and returns a function that starts TLS in it. Aborting `ended` closes it. */
export async function openTunnel(
  url: URL,
  proxy: ProxyServer,
  { lookup, ended }: { readonly lookup: LookupFunction; readonly ended: AbortSignal },
): Promise<() => TLSSocket> {
  const { request } = await (proxy.url.protocol === 'https:' ? import('node:https') : import('node:http'));
  ended.throwIfAborted();
  const proxyHost = withoutBrackets(proxy.url.hostname);
  const authority = `${url.hostname}:${url.port || '443'}`;
  const options: RequestOptions & { readonly servername: string } = {
    agent: false,
    method: 'CONNECT',
    host: proxyHost,
    port: proxy.url.port || (proxy.url.protocol === 'https:' ? 443 : 80),
    // Without this, node:https uses the Host header as the server name of the proxy.
    servername: serverName(proxyHost),
    path: authority,
    headers: { Host: authority, ...proxy.headers },
    lookup,
    maxHeaderSize: MAX_CONNECT_HEAD_BYTES,
  };
  const socket = await tunnel(request(options), proxy, ended);
  const host = withoutBrackets(url.hostname);
  return () => startTls({ socket, host, ALPNProtocols: ['http/1.1'], servername: serverName(host) });
}

/** SNI does not allow IP addresses. */
function serverName(host: string): string {
  return isIP(host) === 0 ? host : '';
}

function tunnel(
  connectRequest: ClientRequest,
  { name, hint }: ProxyServer,
  ended: AbortSignal,
): Promise<Socket> {
  ended.addEventListener('abort', () => connectRequest.destroy(), { once: true });
  return new Promise((resolve, reject) => {
    connectRequest.on('error', (error) => {
      const { message, reason, retryable } = toNetworkError(error, name);
      reject(new NetworkError(message, { reason: `proxy: ${reason}`, hint, retryable, cause: error }));
    });
    connectRequest.once('connect', ({ statusCode = 0 }, socket, head) => {
      // Ignore errors while no TLS socket listens for them.
      socket.on('error', () => undefined);
      ended.addEventListener('abort', () => socket.destroy(), { once: true });
      if (head.byteLength > 0) socket.unshift(head);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      const reason = `refused the connection (${statusCode})`;
      reject(new NetworkError(`${name} ${reason}`, { reason: `proxy ${reason}`, hint, retryable: false }));
    });
    connectRequest.end();
  });
}
