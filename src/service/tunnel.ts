import type { ClientRequest, RequestOptions } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls, type TLSSocket } from 'node:tls';
import { NetworkError } from '../errors.ts';
import { withoutBrackets } from '../url-host.ts';
import { toNetworkError } from './network-error.ts';
import type { ProxyServer } from './proxy.ts';

/** The limit for the head of the CONNECT response. The request's timeout limits the time. */
const MAX_HEAD_BYTES = 16 * 1024;

export interface TunnelOptions {
  readonly lookup: LookupFunction;
  /** Aborted when the exchange that uses the tunnel ends. */
  readonly ended: AbortSignal;
}

/**
 * Opens a tunnel to the host of `url` through a proxy (CONNECT), and returns a function that starts TLS inside it.
 * Throws NetworkError with the name of the proxy.
 */
export async function openTunnel(
  url: URL,
  proxy: ProxyServer,
  options: TunnelOptions,
): Promise<() => TLSSocket> {
  const host = withoutBrackets(url.hostname);
  const socket = await requestTunnel(`${url.hostname}:${url.port || '443'}`, proxy, options);
  return () =>
    startTls({
      socket,
      host,
      ALPNProtocols: ['http/1.1'],
      // SNI does not allow IP addresses.
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
}

async function requestTunnel(authority: string, proxy: ProxyServer, options: TunnelOptions): Promise<Duplex> {
  const { url, name, hint } = proxy;
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  options.ended.throwIfAborted();
  const connectRequest = request(connectOptions(authority, proxy, options));
  options.ended.addEventListener('abort', () => connectRequest.destroy(), { once: true });
  try {
    const { status, socket } = await connected(connectRequest);
    options.ended.addEventListener('abort', () => socket.destroy(), { once: true });
    if (status >= 200 && status < 300) return socket;
    socket.destroy();
    throw new NetworkError(`${name} refused the connection (${status})`, {
      reason: `proxy refused the connection (${status})`,
      hint,
      retryable: false,
    });
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    const { message, reason, retryable } = toNetworkError(error, name);
    // The message of Node contains the address.
    const cause = name.endsWith(url.host) ? error : undefined;
    throw new NetworkError(message, { reason: `proxy: ${reason}`, hint, retryable, cause });
  }
}

function connectOptions(
  authority: string,
  { url, credentials }: ProxyServer,
  { lookup }: TunnelOptions,
): RequestOptions & { readonly servername: string } {
  const host = withoutBrackets(url.hostname);
  return {
    agent: false,
    method: 'CONNECT',
    host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    // Without this, node:https uses the Host header as the server name of the proxy.
    servername: isIP(host) === 0 ? host : '',
    path: authority,
    headers: { Host: authority, ...credentials },
    lookup,
    maxHeaderSize: MAX_HEAD_BYTES,
  };
}

interface Connected {
  readonly status: number;
  readonly socket: Socket;
}

/** Resolves with the CONNECT response of any status; rejects with the error of Node. */
function connected(connectRequest: ClientRequest): Promise<Connected> {
  return new Promise((resolve, reject) => {
    connectRequest.on('error', reject);
    connectRequest.once('connect', ({ statusCode = 0 }, socket, head) => {
      // Ignore errors while no TLS socket listens for them.
      socket.on('error', () => undefined);
      if (head.byteLength > 0) socket.unshift(head);
      resolve({ status: statusCode, socket });
    });
    connectRequest.end();
  });
}
