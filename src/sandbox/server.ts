import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Clock } from '../context.ts';
import { UsageError } from '../errors.ts';
import { quote } from '../lib/quote.ts';
import { SECOND_MS } from '../lib/time.ts';
import { retryAfter, type Service, type ServiceResponse } from './service.ts';

export interface ServerOptions {
  readonly service: Service;
  readonly clock: Clock;
  /** Returns a number in [0, 1), which selects the fault. */
  readonly random: () => number;
  /** 0 selects a free port. */
  readonly port: number;
  readonly latencyMilliseconds: number;
  readonly faults: ReadonlyArray<FaultShare>;
}

const HOST = '127.0.0.1';
const GARBAGE = '<!doctype html><title>Simulated fault</title><p>{"boards": [';

/** Throws UsageError if the port is not available. */
export async function startServer(options: ServerOptions) {
  const server = createServer((request, response) => {
    // A client that disconnects must affect only its own response.
    respond(options, request, response).catch(() => response.destroy());
  });
  server.listen(options.port, HOST);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw listenError(options.port, cause);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: `http://${HOST}:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function listenError(port: number, cause: NodeJS.ErrnoException): UsageError {
  const reason =
    cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code ?? cause.message})`;
  return new UsageError(`port ${port} ${reason}`, { hint: 'Use --port 0 to select a free port.', cause });
}

async function respond(options: ServerOptions, request: IncomingMessage, response: ServerResponse) {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  if (options.latencyMilliseconds > 0)
    await options.clock.sleep(options.latencyMilliseconds, disconnected.signal);
  const now = options.clock.now();
  const normal = options.service.handle(request, now);
  const fault = chooseFault(options.faults, options.random());
  const served = fault === undefined ? normal : withFault(normal, fault, now);
  const body = encode(request, response, served);
  if (fault === 'cut') return sendHalf(response, body);
  if (fault === 'slow') return sendSlowly(response, body, options.clock, disconnected.signal);
  response.end(body);
}

function withFault(normal: ServiceResponse, fault: string, now: number): ServiceResponse {
  if (fault === 'garbage') {
    return { status: 200, headers: { ...normal.headers, 'content-type': 'text/html' }, body: GARBAGE };
  }
  if (fault === 'cut' || fault === 'slow') return normal;
  const throttled = fault === '429' ? { ...retryAfter(now), 'x-ratelimit-remaining': '0' } : {};
  return {
    status: Number(fault),
    headers: { ...normal.headers, 'x-cache': 'MISS', ...throttled },
    body: JSON.stringify({ error: `Simulated fault ${fault}.` }),
  };
}

/** Writes the headers and returns the body, compressed if the client accepts gzip. */
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

function sendHalf(response: ServerResponse, body: Uint8Array): void {
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}

async function sendSlowly(response: ServerResponse, body: Uint8Array, clock: Clock, signal: AbortSignal) {
  for (let index = 0; index < body.length; index++) {
    response.write(body.subarray(index, index + 1));
    await clock.sleep(SECOND_MS, signal);
  }
  response.end();
}

export interface FaultShare {
  /** A status, `cut`, `slow` or `garbage`. */
  readonly fault: string;
  readonly share: number;
}

const FAULT_HINT =
  'The kind is cut, slow, garbage, or a status from 400 to 599; the share is from 0 to 1. For example: --fault 503:0.1,cut:0.02';

/** Parses text such as `503:0.1,cut:0.02`. */
export function parseFaults(text: string): ReadonlyArray<FaultShare> {
  const parts = text.split(',').map((part) => part.trim());
  const faults = parts.map((part) => {
    const [, fault, share] = /^([45]\d\d|cut|slow|garbage):(\d*\.?\d+)$/.exec(part) ?? [];
    return fault === undefined || Number(share) > 1 ? null : { fault, share: Number(share) };
  });
  const wrong = parts.filter((_, index) => faults[index] === null);
  if (wrong.length === 0) return faults.filter((fault) => fault !== null);
  throw new UsageError(`--fault expects kind:share, not ${wrong.map(quote).join(', ')}`, {
    hint: FAULT_HINT,
  });
}

function chooseFault(shares: ReadonlyArray<FaultShare>, chance: number): string | undefined {
  let below = 0;
  for (const { fault, share } of shares) {
    below += share;
    if (chance < below) return fault;
  }
  return undefined;
}
