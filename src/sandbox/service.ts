import type { IncomingMessage } from 'node:http';
import type { Clock, Transport } from '../context.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import { MAX_LIMIT, TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { createListings } from './listings.ts';
import { buildSnapshot, cutToLimit } from './scanner.ts';

export type ServiceRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Service = ReturnType<typeof createService>;

export interface ServiceOptions {
  readonly seed: number;
  /** Boards are rebuilt at whole multiples of this time, and cached for three quarters of it. */
  readonly recomputeSeconds: number;
}

export const EMBEDDED_SEED = 1;
/** The keys have the format of live keys, but no other service accepts them. */
export const SANDBOX_KEY = 'rb_live_SandboxKeyNotReal00000000000000000000001';
export const SANDBOX_REVOKED_KEY = 'rb_live_SandboxRevokedNotReal0000000000000000002';

/** Only the sandbox sends this header. It tells the client that the data is simulated. */
const SEED_HEADER = 'x-sandbox';
const REQUESTS_PER_MINUTE = 120;
const CACHED_SHARE = 0.75;

/** Checks path and method before the key. Only requests with an active key count towards the rate limit. */
export function createService(options: ServiceOptions) {
  const boards = createCachedBoards(options);
  let window = { minute: 0, requests: 0 };
  return {
    handle({ method, url = '/', headers }: ServiceRequest, now: number): ServiceResponse {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const minute = Math.floor(now / MINUTE_MS);
      const used = window.minute === minute ? window.requests : 0;
      const key = headers['x-api-key'] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      const common = {
        'content-type': 'application/json; charset=utf-8',
        'x-ratelimit-limit': String(REQUESTS_PER_MINUTE),
        'x-ratelimit-remaining': String(REQUESTS_PER_MINUTE - (key === SANDBOX_KEY ? used : 0)),
        'x-cache': 'MISS',
        [SEED_HEADER]: String(options.seed),
      };
      const fail = (status: number, error: string, more: Readonly<Record<string, string>> = {}) => ({
        status,
        headers: { ...common, ...more },
        body: JSON.stringify({ error }),
      });
      if (pathname !== '/api/v1/boards') return fail(404, 'Not found.');
      if (method !== 'GET') return fail(405, 'Method not allowed; use GET.', { allow: 'GET' });
      if (key === SANDBOX_REVOKED_KEY) return fail(403, 'API key revoked. Contact support.');
      if (key !== SANDBOX_KEY) return fail(401, 'API key missing or not recognised.');
      if (used === REQUESTS_PER_MINUTE)
        return fail(429, `Rate limit exceeded: ${REQUESTS_PER_MINUTE} requests per minute.`, retryAfter(now));
      window = { minute, requests: used + 1 };
      const { body, isCached } = boards(parseQuery(searchParams), now);
      const more = {
        'x-ratelimit-remaining': String(REQUESTS_PER_MINUTE - window.requests),
        'x-cache': isCached ? 'HIT' : 'MISS',
      };
      return { status: 200, headers: { ...common, ...more }, body };
    },
  };
}

export function retryAfter(now: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / SECOND_MS)) };
}

/** Finds the newest snapshot that the sandbox had built at a time. */
export function createPast(seed: number, interval = MINUTE_MS) {
  const listings = createListings(seed);
  return (timeframe: Timeframe, time: number) =>
    buildSnapshot(listings, timeframe, Math.floor(time / interval) * interval);
}

/** Responds in process, with the sandbox key in place of the key of the request. */
export function createSandboxTransport(service: Service, clock: Clock): Transport {
  const headers = { 'x-api-key': SANDBOX_KEY };
  const encoder = new TextEncoder();
  return async ({ url, signal }) => {
    signal.throwIfAborted();
    const response = service.handle({ method: 'GET', url: url.pathname + url.search, headers }, clock.now());
    return { ...response, body: encoder.encode(response.body) };
  };
}

function parseQuery(query: URLSearchParams): { timeframe: Timeframe; limit: number } {
  const requested = query.get('timeframe');
  const limit = query.get('limit') ?? '';
  return {
    timeframe: TIMEFRAMES.find((timeframe) => timeframe === requested) ?? 'day',
    limit: /^[+-]?\d+$/.test(limit) ? Math.min(Math.max(Number(limit), 1), MAX_LIMIT) : MAX_LIMIT,
  };
}

/** As in the live service, a cached copy can be older than the latest build. */
function createCachedBoards({ seed, recomputeSeconds }: ServiceOptions) {
  const interval = recomputeSeconds * SECOND_MS;
  const latestSnapshot = createPast(seed, interval);
  const copies = new Map<string, { readonly body: string; readonly since: number }>();
  return ({ timeframe, limit }: ReturnType<typeof parseQuery>, now: number) => {
    const key = `${timeframe} ${limit}`;
    const copy = copies.get(key);
    // After the clock was set back, a copy can be from the future.
    if (copy !== undefined && now >= copy.since && now < copy.since + interval * CACHED_SHARE)
      return { body: copy.body, isCached: true };
    const body = JSON.stringify(cutToLimit(latestSnapshot(timeframe, now), limit));
    copies.set(key, { body, since: now });
    return { body, isCached: false };
  };
}
