import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Context, Transport, TransportRequest, TransportResponse } from '../context.ts';
import { PROXY_VARIABLES, variable } from '../environment.ts';
import { BoardsError, NetworkError } from '../errors.ts';
import { createLookup } from './lookup.ts';
import { toNetworkError } from './network-error.ts';
import { cutOffError, readBody } from './read-body.ts';

/** What one exchange needs in addition to its request. */
interface Exchange {
  readonly env: Context['env'];
  readonly lookup: LookupFunction;
  /** Aborted when the exchange ends, with or without a response. */
  readonly ended: AbortSignal;
  /** Who has to respond next, for the message of a time-out. */
  awaited: { readonly name: string; readonly hint: string; readonly isProxy?: boolean };
}

const TIMEOUT_HINT = 'Try again, or allow more time with --timeout <duration>.';

/**
 * The real transport: one connection per request, over https or, to loopback only (checked by the client), http.
 * It uses `node:https` because fetch starts slower, takes more memory, and sends the key to the target of a redirect.
 */
export function createTransport({ clock, env }: Pick<Context, 'clock' | 'env'>): Transport {
  const lookup = createLookup();
  return async (request) => {
    const { signal, timeoutMilliseconds } = request;
    const ended = new AbortController();
    const awaited = { name: request.url.host, hint: TIMEOUT_HINT };
    const current: Exchange = { env, lookup, ended: ended.signal, awaited };
    let stop: () => void = () => undefined;
    // Rejects without waiting for the connection to close, because a name lookup cannot be interrupted.
    const interrupted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
      clock.sleep(timeoutMilliseconds, ended.signal).then(
        () => reject(timedOut(request, current)),
        () => undefined,
      );
    });
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([exchange(request, current), interrupted]);
    } finally {
      signal.removeEventListener('abort', stop);
      ended.abort();
    }
  };
}

async function exchange({ url, headers }: TransportRequest, current: Exchange): Promise<TransportResponse> {
  const { lookup, ended } = current;
  try {
    const isSecure = url.protocol === 'https:';
    const createConnection = isSecure ? await throughProxy(url, current) : null;
    // Load only the module that the URL needs: node:https also loads TLS.
    const { request: send } = await (isSecure ? import('node:https') : import('node:http'));
    ended.throwIfAborted();
    const connection = createConnection === null ? { agent: false, lookup } : { createConnection };
    const sent = send(url, { headers, ...connection });
    ended.addEventListener('abort', () => sent.destroy(), { once: true });
    return await receive(sent);
  } catch (error) {
    throw error instanceof BoardsError ? error : toNetworkError(error, url.host);
  }
}

/** A function that opens a connection through the proxy set in the environment; null for a direct connection. */
async function throughProxy(url: URL, exchange: Exchange): Promise<(() => TLSSocket) | null> {
  if (PROXY_VARIABLES.every((name) => variable(name, exchange.env) === undefined)) return null;
  const [{ findProxy }, { openTunnel }] = await Promise.all([import('./proxy.ts'), import('./tunnel.ts')]);
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
      // An error before the body is read must not be thrown; readBody checks `errored`.
      message.on('error', () => undefined);
      resolve(message);
    });
    sent.on('error', reject);
    // An unrequested upgrade closes the connection without a response and without an error.
    sent.once('close', () => reject(cutOffError()));
    sent.end();
  });
  // Load zlib while waiting for the response.
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
