import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Clock } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { MINUTE, SECOND } from '../market/calendar.ts';
import { chooseFault, type Fault, type FaultShare } from './faults.ts';
import { failure, type Service, type ServiceResponse } from './service.ts';

export interface ServerOptions {
  readonly service: Service;
  readonly clock: Clock;
  /** Of faults: a number in [0, 1). */
  readonly random: () => number;
  /** 0 picks a free one. */
  readonly port: number;
  readonly latencyMilliseconds: number;
  readonly faults: ReadonlyArray<FaultShare>;
}

export interface RunningServer {
  readonly url: string;
  /** Frees the port and destroys what is still connected. */
  readonly close: () => Promise<void>;
}

const HOST = '127.0.0.1';
/** Not JSON, and of another kind than it says in most ways. */
const GARBAGE = '<!doctype html><title>Simulated fault</title><p>{"boards": [';

const MISDIRECTED: ServiceResponse = {
  status: 421,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 'The sandbox responds to the names of this computer only.' }),
};

/** Serves on loopback only. Throws UsageError when the port cannot be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer((request, response) => {
    // A client that goes away ends the answer to it, and nothing else.
    answer(options, request, response).catch(() => response.destroy());
  });
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(refusal(port, cause)));
    server.listen(port, HOST, () => resolve());
  });
}

function refusal(port: number, cause: NodeJS.ErrnoException): UsageError {
  const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code ?? cause.message})`;
  return new UsageError(`port ${port} ${why}`, { hint: '--port 0 picks a free one.', cause });
}

async function answer(options: ServerOptions, request: IncomingMessage, response: ServerResponse) {
  // A web page can have its own name point here, and would read what is served under that name.
  if (!isLocalName(request.headers.host)) return response.end(encode(request, response, MISDIRECTED));
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (options.latencyMilliseconds > 0) await options.clock.sleep(options.latencyMilliseconds, gone.signal);
  const now = options.clock.now();
  const served = options.service.handle(serviceRequestOf(request), now);
  const fault = chooseFault(options.faults, options.random());
  const faulty = fault === undefined ? served : withFault(served, fault, now);
  const body = encode(request, response, faulty);
  if (fault?.kind === 'cut') return cut(response, body);
  if (fault?.kind === 'slow') return dribble(response, body, options.clock, gone.signal);
  response.end(body);
}

/** Whether a Host header names this computer, with any port. */
function isLocalName(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');
}

function serviceRequestOf({ method = 'GET', url = '/', headers }: IncomingMessage) {
  const split = url.indexOf('?');
  return {
    method,
    path: split < 0 ? url : url.slice(0, split),
    query: new URLSearchParams(split < 0 ? '' : url.slice(split)),
    headers: {
      'x-api-key': [headers['x-api-key']].flat()[0],
      authorization: headers.authorization,
    },
  };
}

/** What the fault makes of the answer; cut and slow leave it as it is and spoil its delivery. */
function withFault(served: ServiceResponse, fault: Fault, now: number): ServiceResponse {
  if (fault.kind === 'garbage') {
    return { status: 200, headers: { ...served.headers, 'content-type': 'text/html' }, body: GARBAGE };
  }
  if (fault.kind !== 'status') return served;
  const throttled = fault.status === 429;
  const remaining = throttled ? 0 : Number(served.headers['x-ratelimit-remaining']);
  const retryAfter = { 'retry-after': String(Math.ceil((MINUTE - (now % MINUTE)) / SECOND)) };
  return failure(
    fault.status,
    `Simulated fault ${fault.status}.`,
    { remaining },
    throttled ? retryAfter : {},
  );
}

/** Writes the head and gives the body, compressed where the client can read that. */
function encode(request: IncomingMessage, response: ServerResponse, served: ServiceResponse): Uint8Array {
  const gzipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = gzipped ? gzipSync(served.body) : Buffer.from(served.body);
  response.writeHead(served.status, {
    ...served.headers,
    ...(gzipped ? { 'content-encoding': 'gzip' } : {}),
    'content-length': body.length,
  });
  return body;
}

/** Half of the body, then a connection that breaks. */
function cut(response: ServerResponse, body: Uint8Array): void {
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}

/** A byte a second, until the client has had enough. */
async function dribble(response: ServerResponse, body: Uint8Array, clock: Clock, signal: AbortSignal) {
  for (let index = 0; index < body.length; index++) {
    response.write(body.subarray(index, index + 1));
    await clock.sleep(SECOND, signal);
  }
  response.end();
}
