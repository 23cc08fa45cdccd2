import type { ClientRequest, RequestOptions } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as startTls, type TLSSocket } from 'node:tls';
import { NetworkError } from '../errors.ts';
import { withoutBrackets } from '../url-host.ts';
import { toNetworkError } from './network-error.ts';
import type { ProxyServer } from './proxy.ts';

/** The limit for the head of the CONNECT response, and for all heads after an interim one. The request's timeout limits the time. */
const MAX_HEAD_BYTES = 16 * 1024;
const END_OF_HEAD = '\r\n\r\n';

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
    const { status: first, socket } = await connected(connectRequest);
    options.ended.addEventListener('abort', () => socket.destroy(), { once: true });
    const status = await finalStatus(first, socket);
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

/** The status after interim responses (1xx): Node treats the first head as final, so the others are read here. */
async function finalStatus(first: number, socket: Socket): Promise<number> {
  let status = first;
  let left = MAX_HEAD_BYTES;
  // After 101 another protocol begins, not another head.
  while (status >= 100 && status < 200 && status !== 101) {
    const head = await readHead(socket, left);
    left -= head.length;
    const code = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(head)?.[1];
    if (code === undefined) throw errorOf('HPE_INVALID_CONSTANT');
    status = Number(code);
  }
  return status;
}

/** Reads one head from the socket and puts back the bytes after it. */
function readHead(socket: Socket, mostBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const settle = (finish: () => void) => {
      socket.off('readable', onReadable).off('close', onClose);
      finish();
    };
    const onClose = () => settle(() => reject(errorOf('ECONNRESET')));
    const onReadable = () => {
      const chunk: Buffer | null = socket.read();
      text += chunk?.toString('latin1') ?? '';
      const end = text.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
      if (end >= END_OF_HEAD.length && end <= mostBytes) {
        const rest = Buffer.from(text.slice(end), 'latin1');
        settle(() => resolve(text.slice(0, end)));
        if (rest.byteLength > 0) socket.unshift(rest);
      } else if (text.length >= mostBytes) {
        settle(() => reject(errorOf('HPE_HEADER_OVERFLOW')));
        socket.destroy();
      }
    };
    socket.on('readable', onReadable).on('close', onClose);
  });
}

/** An error like those of Node, with a code. */
function errorOf(code: string): Error {
  return Object.assign(new Error(code), { code });
}
