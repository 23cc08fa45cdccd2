import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Context, Transport, TransportRequest, TransportResponse } from '../context.ts';
import { BadResponseError, NetworkError } from '../errors.ts';
import { toNetworkError } from './network-error.ts';
import type { Tunnel } from './tunnel.ts';

/** A snapshot is about 30 KB; this is what a hostile or broken answer may cost us. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * The real transport: one connection per request, https or (loopback only, which the client has checked) http.
 * `node:https` rather than fetch: less start-up, steady memory, and no redirect that could carry the key away.
 */
export function createTransport({ clock, env }: Pick<Context, 'clock' | 'env'>): Transport {
  return async (request) => {
    const { url, signal, timeoutMilliseconds } = request;
    const over = new AbortController();
    const isSecure = url.protocol === 'https:';
    const tunnel = isSecure ? await findTunnel(url, env, over.signal) : undefined;
    // Only the module that the address needs: node:https brings TLS with it.
    const { request: send } = await (isSecure ? import('node:https') : import('node:http'));
    const exchange = send(url, { agent: false, headers: request.headers, ...tunnel?.options }).end();
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

async function receive(exchange: ClientRequest, tunnel: Tunnel | undefined): Promise<TransportResponse> {
  const arrived = new Promise<IncomingMessage>((resolve, reject) => {
    exchange.once('response', (message) => {
      // Until the body is read; `errored` keeps what happened before that.
      message.on('error', () => undefined);
      resolve(message);
    });
    exchange.on('error', reject);
    // An upgrade that nobody asked for ends the exchange without a response and without an error.
    exchange.once('close', () => reject(cutOff()));
  });
  // While the request is on its way.
  const [message, { createGunzip }] = await Promise.all([arrived, import('node:zlib')]);
  tunnel?.requireTunnel();
  const headers = Object.entries(message.headersDistinct).map(([name, values]) => [name, values?.join(', ')]);
  const isZipped = /^(x-)?gzip$/i.test(message.headers['content-encoding'] ?? '');
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: await readBody(message, isZipped ? message.pipe(createGunzip()) : message),
  };
}

/** The bytes of `body`, which is the message or what decompresses it. Rejects with NetworkError or BadResponseError. */
function readBody(message: IncomingMessage, body: Readable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Array<Uint8Array> = [];
    let bytes = 0;
    let isEmpty = true;
    message.once('data', () => {
      isEmpty = false;
    });
    // No body at all is no gzip either, whatever its header says.
    const fail = (error: Error) =>
      isEmpty && message.complete ? resolve(new Uint8Array()) : reject(cutOff(error));
    if (message.errored !== null) return fail(message.errored);
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
