import type { ClientRequest, IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type { Context, Transport, TransportRequest, TransportResponse } from '../context.ts';
import { BadResponseError, NetworkError } from '../errors.ts';
import { toNetworkError } from './network-error.ts';
import type { Tunnel } from './tunnel.ts';

/** A snapshot is about 30 KB; this is what a hostile or broken answer may cost us. */
const MOST_BYTES = 8 * 1024 * 1024;

const require = createRequire(import.meta.url);

/**
 * The real transport: one connection per request, https or (loopback only, which the client has checked) http.
 * `node:https` rather than fetch: less start-up, steady memory, and no redirect that could carry the key away.
 */
export function createTransport({ clock, env }: Pick<Context, 'clock' | 'env'>): Transport {
  return async (request) => {
    const { url, signal, timeoutMilliseconds } = request;
    const over = new AbortController();
    const tunnel = url.protocol === 'https:' ? await findTunnel(url, env, over.signal) : undefined;
    const exchange = openRequest(request, tunnel?.options);
    let interruption: unknown;
    const interrupt = (reason: unknown) => {
      interruption = reason;
      exchange.destroy(new Error('interrupted'));
      over.abort();
    };
    const stop = () => interrupt(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    clock.sleep(timeoutMilliseconds, over.signal).then(
      () => interrupt(timedOut(request)),
      () => undefined,
    );
    try {
      if (signal.aborted) stop();
      return await receive(exchange, tunnel);
    } catch (error) {
      if (interruption !== undefined) throw interruption;
      if (error instanceof BadResponseError || error instanceof NetworkError) throw error;
      throw tunnel === undefined ? toNetworkError(error, url.host) : tunnel.explain(error, url.host);
    } finally {
      signal.removeEventListener('abort', stop);
      over.abort();
      exchange.destroy();
    }
  };
}

async function findTunnel(url: URL, env: Context['env'], over: AbortSignal): Promise<Tunnel | undefined> {
  const { tunnelFor } = await import('./tunnel.ts');
  return tunnelFor(url, env, over);
}

function openRequest({ url, headers }: TransportRequest, tunneled: RequestOptions = {}): ClientRequest {
  // Only the one that is needed, and through require: importing node:http from an ES module costs several times as much.
  const { request }: Pick<typeof import('node:https'), 'request'> = require(
    url.protocol === 'https:' ? 'node:https' : 'node:http',
  );
  return request(url, { agent: false, headers, ...tunneled }).end();
}

async function receive(exchange: ClientRequest, tunnel: Tunnel | undefined): Promise<TransportResponse> {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    exchange.once('response', resolve);
    exchange.on('error', reject);
    // An upgrade that nobody asked for ends the exchange without a response and without an error.
    exchange.once('close', () => reject(cutOff()));
  });
  tunnel?.requireTunnel();
  const headers = Object.entries(message.headersDistinct).map(([name, values]) => [name, values?.join(', ')]);
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: await readBody(message),
  };
}

function readBody(message: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Array<Uint8Array> = [];
    let bytes = 0;
    const body = decompress(message);
    let isEmpty = true;
    message.once('data', () => {
      isEmpty = false;
    });
    // No body at all is no gzip either, whatever its header says.
    const fail = (error: Error) =>
      isEmpty && message.complete ? resolve(new Uint8Array()) : reject(cutOff(error));
    for (const stream of new Set([message, body])) stream.on('error', fail);
    body.on('data', (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
      chunks.push(chunk);
      if (bytes <= MOST_BYTES) return;
      chunks.length = 0;
      message.destroy();
      body.destroy();
      reject(tooLarge(message));
    });
    body.on('end', () => (message.complete ? resolve(Buffer.concat(chunks)) : reject(cutOff())));
  });
}

function decompress(message: IncomingMessage): Readable {
  if (!/^(x-)?gzip$/i.test(message.headers['content-encoding'] ?? '')) return message;
  const zlib: typeof import('node:zlib') = require('node:zlib');
  return message.pipe(zlib.createGunzip());
}

function tooLarge({ statusCode }: IncomingMessage): BadResponseError {
  return new BadResponseError('the answer is too large (more than 8 MB)', {
    status: statusCode,
    hint: 'Check the base URL with `boards status`.',
  });
}

function timedOut({ url, timeoutMilliseconds }: TransportRequest): NetworkError {
  return new NetworkError(`${url.host} timed out after ${timeoutMilliseconds / 1000} s`, {
    hint: 'Try again, or allow more time with --timeout <seconds>.',
  });
}

function cutOff(cause?: unknown): NetworkError {
  return new NetworkError('the answer was cut off', { hint: 'Try again in a moment.', cause });
}
