import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { gunzipSync } from 'node:zlib';
import type { Context, Transport, TransportRequest, TransportResponse } from '../context.ts';
import { BadResponseError, BoardsError, NetworkError, STORED_BASE_URL } from '../errors.ts';
import { linkAbort } from '../lib/abort.ts';
import { errnoOf } from '../lib/system-error.ts';
import { toNetworkError } from './network-error.ts';

interface Exchange {
  readonly env: Context['env'];
  readonly lookup: LookupFunction;
  readonly ended: AbortSignal;
  /** Named in the message of a timeout. */
  awaited: { readonly name: string; readonly hint: string; readonly isProxy?: boolean };
}

const TIMEOUT_HINT = 'Try again, or allow more time with --timeout <duration>.';

/** Uses `node:https`, because fetch sends the key to the target of a redirect. */
export function createTransport({ clock, env }: Pick<Context, 'clock' | 'env'>): Transport {
  const lookup = createLookup();
  let turn: Promise<unknown> = Promise.resolve();
  return async (request) => {
    const { signal, timeoutMilliseconds } = request;
    const ended = linkAbort(signal);
    const awaited = { name: request.url.host, hint: TIMEOUT_HINT };
    const current: Exchange = { env, lookup, ended: ended.signal, awaited };
    const timeout = clock.sleep(timeoutMilliseconds, ended.signal).then(() => {
      throw timedOut(request, current);
    });
    try {
      // Do not wait for the connection to close, because a name lookup cannot be interrupted.
      const response = await Promise.race([exchange(request, current), timeout]);
      // Decode one response in each turn of the event loop, so that signals are handled between them.
      turn = turn.then(() => new Promise(setImmediate));
      await turn;
      return response;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      ended.abort();
    }
  };
}

async function exchange({ url, headers }: TransportRequest, current: Exchange): Promise<TransportResponse> {
  const { lookup, ended } = current;
  try {
    const isSecure = url.protocol === 'https:';
    const createConnection = isSecure ? await throughProxy(url, current) : null;
    const { request: send } = await (isSecure ? import('node:https') : import('node:http'));
    ended.throwIfAborted();
    const connection = createConnection === null ? { agent: false, lookup } : { createConnection };
    const sent = send(url, { headers, ...connection });
    ended.addEventListener('abort', () => sent.destroy(), { once: true });
    return await receive(sent);
  } catch (error) {
    // With a tunnel, the name includes the proxy, which may have closed it.
    throw error instanceof BoardsError ? error : toNetworkError(error, current.awaited.name);
  }
}

async function throughProxy(url: URL, exchange: Exchange): Promise<(() => TLSSocket) | null> {
  // Load the module only if a proxy may be set.
  if (!Object.keys(exchange.env).some((name) => /^(https|all)_proxy$/i.test(name))) return null;
  const { findProxy, openTunnel } = await import('./proxy.ts');
  const proxy = findProxy(url, exchange.env);
  if (proxy === null) return null;
  exchange.awaited = { ...proxy, isProxy: true };
  const connect = await openTunnel(url, proxy, exchange);
  exchange.awaited = { name: `${url.host} through ${proxy.name}`, hint: TIMEOUT_HINT };
  return connect;
}

async function receive(sent: ClientRequest): Promise<TransportResponse> {
  const arrived = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', (message) => {
      // Ignore an error before the body is read; `receiveBytes` checks `errored`.
      message.on('error', () => undefined);
      resolve(message);
    });
    sent.on('error', reject);
    // An unrequested upgrade closes the connection without a response and without an error.
    sent.once('close', () => reject(cutOffError()));
    sent.end();
  });
  const [message, { gunzipSync }] = await Promise.all([arrived, import('node:zlib')]);
  const headers = Object.entries(message.headersDistinct).map(([name, values]) => [name, values?.join(', ')]);
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: await readBody(message, gunzipSync),
  };
}

function timedOut({ timeoutMilliseconds }: TransportRequest, { awaited }: Exchange): NetworkError {
  const { name, hint, isProxy = false } = awaited;
  const reason = `timed out after ${timeoutMilliseconds / 1000} s`;
  return new NetworkError(`${name} ${reason}`, { reason: isProxy ? `proxy ${reason}` : reason, hint });
}

type Callback = Parameters<LookupFunction>[2];

/** Shares a lookup between requests for the same name, because it delays the exit of the process. */
function createLookup(): LookupFunction {
  const pending = new Map<string, Array<Callback>>();
  return (hostname, options, callback) => {
    const cacheKey = JSON.stringify([hostname, options]);
    const waiting = pending.get(cacheKey);
    if (waiting !== undefined) return void waiting.push(callback);
    const callbacks = [callback];
    pending.set(cacheKey, callbacks);
    void import('node:dns').then(({ lookup }) => {
      lookup(hostname, options, (...result) => {
        pending.delete(cacheKey);
        for (const each of callbacks) each(...result);
      });
    });
  };
}

/** Applies to the compressed and the decompressed body. A snapshot has about 30 KB. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Includes chunk headers: a chunk of one byte can have 16 KB of extensions. */
const MAX_WIRE_BYTES = 2 * MAX_BYTES;

async function readBody(message: IncomingMessage, gunzip: typeof gunzipSync): Promise<Uint8Array> {
  const received = await receiveBytes(message).finally(() => message.destroy());
  const isZipped = /^(x-)?gzip$/i.test(message.headers['content-encoding'] ?? '');
  // An empty body is not valid gzip, but valid with `Content-Encoding: gzip`.
  if (!isZipped || received.byteLength === 0) return received;
  try {
    return gunzip(received, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw errnoOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLargeError(message, '8 MB') : cutOffError(error);
  }
}

/** Copies chunks into one buffer, because a response can consist of tiny chunks. */
function receiveBytes(message: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const buffer = new ArrayBuffer(0, { maxByteLength: MAX_BYTES });
    const body = new Uint8Array(buffer);
    const fail = (error?: Error | null) => reject(cutOffError(error));
    if (message.errored !== null) return fail(message.errored);
    message.on('error', fail);
    message.on('data', (chunk: Uint8Array) => {
      const start = body.byteLength;
      if (message.socket.bytesRead > MAX_WIRE_BYTES)
        return reject(tooLargeError(message, '16 MB with its chunk headers'));
      if (start + chunk.byteLength > MAX_BYTES) return reject(tooLargeError(message, '8 MB'));
      buffer.resize(start + chunk.byteLength);
      body.set(chunk, start);
    });
    message.on('end', () => (message.complete ? resolve(body) : fail()));
  });
}

function cutOffError(cause?: unknown): NetworkError {
  return new NetworkError('the response was cut off', {
    reason: 'response cut off',
    hint: 'Try again in a moment.',
    cause,
  });
}

function tooLargeError({ statusCode }: IncomingMessage, limit: string): BadResponseError {
  return new BadResponseError(`the response is too large (more than ${limit})`, {
    reason: 'response too large',
    status: statusCode,
    hint: `Check ${STORED_BASE_URL}.`,
  });
}
