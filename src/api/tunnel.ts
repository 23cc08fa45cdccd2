import type { ClientRequest } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls, type TLSSocket } from 'node:tls';
import { NetworkError } from '../errors.ts';
import { toNetworkError } from './network-error.ts';
import type { ProxyServer } from './proxy.ts';

/** For the head of the response to CONNECT; the request's time-out bounds the time. */
const MAX_HEAD_BYTES = 16 * 1024;

export interface TunnelOptions {
  readonly lookup: LookupFunction;
  /** Aborted when the exchange that uses the tunnel has ended. */
  readonly over: AbortSignal;
}

/**
 * Connects to the host of `url` through a proxy (CONNECT), and returns what starts TLS with that host inside the tunnel.
 * Throws NetworkError that names the proxy.
 */
export async function openTunnel(
  url: URL,
  proxy: ProxyServer,
  options: TunnelOptions,
): Promise<() => TLSSocket> {
  const host = withoutBrackets(url.hostname);
  const socket = await askProxy(`${url.hostname}:${url.port || '443'}`, proxy, options);
  return () =>
    startTls({
      socket,
      host,
      ALPNProtocols: ['http/1.1'],
      // An address in numbers is no name that TLS could ask for.
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
}

async function askProxy(authority: string, proxy: ProxyServer, options: TunnelOptions): Promise<Duplex> {
  const { url, credentials, hint } = proxy;
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  options.over.throwIfAborted();
  const host = withoutBrackets(url.hostname);
  const asked = request({
    agent: false,
    method: 'CONNECT',
    host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    // Left alone, node:https takes the name in the Host header for that of the proxy.
    servername: isIP(host) === 0 ? host : '',
    path: authority,
    headers: { Host: authority, ...credentials },
    lookup: options.lookup,
    maxHeaderSize: MAX_HEAD_BYTES,
  });
  options.over.addEventListener('abort', () => asked.destroy(), { once: true });
  try {
    const { status, socket } = await connected(asked);
    options.over.addEventListener('abort', () => socket.destroy(), { once: true });
    if (status >= 200 && status < 300) return socket;
    socket.destroy();
    throw new NetworkError(`the proxy ${url.host} refused the connection (${status})`, {
      hint,
      retryable: false,
    });
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    const { message, retryable } = toNetworkError(error, `the proxy ${url.host}`);
    throw new NetworkError(message, { hint, retryable, cause: error });
  }
}

interface Connected {
  readonly status: number;
  readonly socket: Socket;
}

/** Waits for the response to CONNECT, whatever its status; rejects with what Node threw. */
function connected(asked: ClientRequest): Promise<Connected> {
  return new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.once('connect', ({ statusCode = 0 }, socket, head) => {
      // Until TLS listens, and after it has ended.
      socket.on('error', () => undefined);
      if (head.byteLength > 0) socket.unshift(head);
      resolve({ status: statusCode, socket });
    });
    asked.end();
  });
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
