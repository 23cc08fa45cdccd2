import type { Clock, Transport } from '../../context.ts';
import { SECOND_MS } from '../../time-units.ts';
import { MAX_LIMIT, TIMEFRAMES, type Timeframe } from '../../vocabulary.ts';
import { createMarket } from '../market/market.ts';
import { buildSnapshot, cutToLimit, type SandboxSnapshot } from '../market/scanner.ts';
import { createQuota, type QuotaState, REQUESTS_PER_MINUTE } from './quota.ts';

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface ServiceResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The service over a simulated market. Times are in milliseconds since 1970. */
export interface Service {
  readonly handle: (request: ServiceRequest, nowMilliseconds: number) => ServiceResponse;
}

export interface ServiceOptions {
  readonly seed: number;
  /** How often boards are rebuilt, at whole multiples of it. Responses are cached for three quarters of it: 45 s of the default 60. */
  readonly recomputeSeconds: number;
}

/** Keys in the format of live keys. No other service accepts them. */
export const SANDBOX_KEY = 'rb_live_SandboxKeyNotReal00000000000000000000001';
export const SANDBOX_REVOKED_KEY = 'rb_live_SandboxRevokedNotReal0000000000000000002';

/** In every response. */
export const SEED_HEADER = 'x-sandbox';
const BOARDS_PATH = '/api/v1/boards';
const CACHED_SHARE = 0.75;

const Message = {
  unauthorized: 'API key missing or not recognised.',
  revoked: 'API key revoked. Contact support.',
  throttled: `Rate limit exceeded: ${REQUESTS_PER_MINUTE} requests per minute.`,
  notFound: 'Not found.',
  method: 'Method not allowed; use GET.',
} as const;

interface BoardsQuery {
  readonly timeframe: Timeframe;
  readonly limit: number;
}

/**
 * What the service does not document: path and method are checked before the key; only board requests with an active key count towards
 * the rate limit; every response that is not a cached copy is a MISS.
 */
export function createService(options: ServiceOptions): Service {
  const respond = createResponder(options);
  // Not a header of the service: lets a client label the data as simulated, and keep markets apart.
  const origin = { [SEED_HEADER]: String(options.seed) };
  return {
    handle: (request, now) => {
      const { headers, ...response } = respond(request, now);
      return { ...response, headers: { ...headers, ...origin } };
    },
  };
}

function createResponder(options: ServiceOptions): Service['handle'] {
  const quotas = createQuota();
  const boards = createCachedBoards(options);
  return ({ method, path, query, headers }, now) => {
    const key = apiKeyOf(headers);
    const keyStatus = keyStatusOf(key);
    const quota = quotas.peek(keyStatus === 'active' ? (key ?? '') : '', now);
    if (path !== BOARDS_PATH) return failure(404, Message.notFound, quota);
    if (method !== 'GET') return failure(405, Message.method, quota, { allow: 'GET' });
    if (keyStatus === 'revoked') return failure(403, Message.revoked, quota);
    if (key === undefined || keyStatus === 'unknown') return failure(401, Message.unauthorized, quota);
    const taken = quotas.take(key, now);
    if (!taken.allowed) {
      return failure(429, Message.throttled, taken, { 'retry-after': String(taken.resetSeconds) });
    }
    const { body, cached } = boards(parseQuery(query), now);
    return { status: 200, headers: headersOf(taken, cached), body };
  };
}

/** A transport that responds in process. It sends the sandbox key in place of the key of the request. */
export function createSandboxTransport(service: Service, clock: Clock): Transport {
  const headers = { 'x-api-key': SANDBOX_KEY };
  const encoder = new TextEncoder();
  return async ({ url, signal }) => {
    signal.throwIfAborted();
    const request = { method: 'GET', path: url.pathname, query: url.searchParams, headers };
    const response = service.handle(request, clock.now());
    return { ...response, body: encoder.encode(response.body) };
  };
}

/** An error response, with the headers of every response. */
export function failure(
  status: number,
  message: string,
  quota: Pick<QuotaState, 'remaining'>,
  more: Readonly<Record<string, string>> = {},
): ServiceResponse {
  const headers = { ...headersOf(quota, false), ...more };
  return { status, headers, body: JSON.stringify({ error: message }) };
}

type KeyStatus = 'active' | 'revoked' | 'unknown';

/** The API key from either of the two headers that the service accepts. */
function apiKeyOf(headers: ServiceRequest['headers']): string | undefined {
  return headers['x-api-key'] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function keyStatusOf(key: string | undefined): KeyStatus {
  if (key === SANDBOX_KEY) return 'active';
  return key === SANDBOX_REVOKED_KEY ? 'revoked' : 'unknown';
}

function headersOf({ remaining }: Pick<QuotaState, 'remaining'>, cached: boolean): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-limit': String(REQUESTS_PER_MINUTE),
    'x-ratelimit-remaining': String(remaining),
    'x-cache': cached ? 'HIT' : 'MISS',
  };
}

/** An unknown timeframe means `day`; a limit is clamped to 1 to 10, and is 10 if it is not an integer. */
function parseQuery(query: URLSearchParams): BoardsQuery {
  const requested = query.get('timeframe');
  const limit = query.get('limit') ?? '';
  return {
    timeframe: TIMEFRAMES.find((timeframe) => timeframe === requested) ?? 'day',
    limit: /^[+-]?\d+$/.test(limit) ? Math.min(Math.max(Number(limit), 1), MAX_LIMIT) : MAX_LIMIT,
  };
}

/** As in the live service, a cached copy can be older than the latest build. */
function createCachedBoards(options: ServiceOptions) {
  const lifetimeMilliseconds = options.recomputeSeconds * CACHED_SHARE * SECOND_MS;
  const copies = new Map<string, { readonly body: string; readonly since: number }>();
  const latestSnapshot = createLatestSnapshot(options);
  return ({ timeframe, limit }: BoardsQuery, now: number) => {
    const key = `${timeframe} ${limit}`;
    const copy = copies.get(key);
    // After the clock was set back, a copy can be from the future; it is not used.
    if (copy !== undefined && now >= copy.since && now < copy.since + lifetimeMilliseconds) {
      return { body: copy.body, cached: true };
    }
    const body = JSON.stringify(cutToLimit(latestSnapshot(timeframe, now), limit));
    copies.set(key, { body, since: now });
    return { body, cached: false };
  };
}

function createLatestSnapshot({ seed, recomputeSeconds }: ServiceOptions) {
  const market = createMarket(seed);
  const interval = recomputeSeconds * SECOND_MS;
  const snapshots = new Map<Timeframe, { readonly build: number; readonly snapshot: SandboxSnapshot }>();
  return (timeframe: Timeframe, now: number): SandboxSnapshot => {
    const build = Math.floor(now / interval) * interval;
    const known = snapshots.get(timeframe);
    if (known?.build === build) return known.snapshot;
    const snapshot = buildSnapshot(market, timeframe, build);
    snapshots.set(timeframe, { build, snapshot });
    return snapshot;
  };
}
