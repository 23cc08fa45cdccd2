import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Context, Transport, TransportRequest, TransportResponse } from '../context.ts';
import { PROXY_VARIABLES, variable } from '../environment.ts';
import { BoardsError, NetworkError } from '../errors.ts';
import { createLookup, type LimitNameLookup } from './lookup.ts';
import { toNetworkError } from './network-error.ts';
import { cutOff, readBody } from './read-body.ts';

/** What one exchange needs beyond its request. */
interface Exchange {
  readonly env: Context['env'];
  readonly lookup: LookupFunction;
  /** Aborted when the exchange has ended, with or without a response. */
  readonly over: AbortSignal;
}

/**
 * The real transport: one connection per request, https or (loopback only, which the client has checked) http.
 * `node:https` rather than fetch: less start-up, steady memory, and no redirect that could carry the key away.
 */
export function createTransport(
  { clock, env }: Pick<Context, 'clock' | 'env'>,
  limitNameLookup: LimitNameLookup,
): Transport {
  const lookupFor = createLookup(limitNameLookup);
  return async (request) => {
    const { signal, timeoutMilliseconds } = request;
    const over = new AbortController();
    let stop: () => void = () => undefined;
    // Does not wait for the connection to end: a name lookup cannot be interrupted.
    const interruption = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
      clock.sleep(timeoutMilliseconds, over.signal).then(
        () => reject(timedOut(request)),
        () => undefined,
      );
    });
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      const lookup = lookupFor(timeoutMilliseconds / 1000);
      return await Promise.race([exchange(request, { env, lookup, over: over.signal }), interruption]);
    } finally {
      signal.removeEventListener('abort', stop);
      over.abort();
    }
  };
}

async function exchange(
  { url, headers }: TransportRequest,
  { env, lookup, over }: Exchange,
): Promise<TransportResponse> {
  try {
    const isSecure = url.protocol === 'https:';
    const createConnection = isSecure ? await throughProxy(url, { env, lookup, over }) : null;
    // Only the module that the address needs: node:https brings TLS with it.
    const { request: send } = await (isSecure ? import('node:https') : import('node:http'));
    over.throwIfAborted();
    const connection = createConnection === null ? { agent: false, lookup } : { createConnection };
    const sent = send(url, { headers, ...connection });
    over.addEventListener('abort', () => sent.destroy(), { once: true });
    return await receive(sent);
  } catch (error) {
    throw error instanceof BoardsError ? error : toNetworkError(error, url.host);
  }
}

/** How to connect through the proxy that the environment names; null for a direct connection. */
async function throughProxy(url: URL, exchange: Exchange): Promise<(() => TLSSocket) | null> {
  if (PROXY_VARIABLES.every((name) => variable(name, exchange.env) === undefined)) return null;
  const [{ findProxy }, { openTunnel }] = await Promise.all([import('./proxy.ts'), import('./tunnel.ts')]);
  const proxy = findProxy(url, exchange.env);
  return proxy === null ? null : openTunnel(url, proxy, exchange);
}

async function receive(sent: ClientRequest): Promise<TransportResponse> {
  const arrived = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', (message) => {
      // Until the body is read; `errored` keeps what happened before that.
      message.on('error', () => undefined);
      resolve(message);
    });
    sent.on('error', reject);
    // An upgrade that nobody asked for ends the exchange without a response and without an error.
    sent.once('close', () => reject(cutOff()));
    sent.end();
  });
  // While the request is on its way.
  const [message, { createGunzip }] = await Promise.all([arrived, import('node:zlib')]);
  const headers = Object.entries(message.headersDistinct).map(([name, values]) => [name, values?.join(', ')]);
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: await readBody(message, createGunzip),
  };
}

function timedOut({ url, timeoutMilliseconds }: TransportRequest): NetworkError {
  return new NetworkError(`${url.host} timed out after ${timeoutMilliseconds / 1000} s`, {
    hint: 'Try again, or allow more time with --timeout <seconds>.',
  });
}
