import type { Clock, Transport } from '../../context.ts';
import { MAX_LIMIT, TIMEFRAMES, type Timeframe } from '../../vocabulary.ts';
import { SECOND } from '../market/calendar.ts';
import { createMarket } from '../market/market.ts';
import { cutToLimit, type ScannedSnapshot, scan } from '../market/scanner.ts';
import { keyOf, SANDBOX_KEY, statusOf } from './api-keys.ts';
import { createQuota, type QuotaState, REQUESTS_PER_MINUTE } from './quota.ts';

export { SANDBOX_KEY, SANDBOX_REVOKED_KEY } from './api-keys.ts';

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

/** api.md over a simulated market. The time of a request is given in milliseconds since 1970. */
export interface Service {
  readonly handle: (request: ServiceRequest, nowMilliseconds: number) => ServiceResponse;
}

export interface ServiceOptions {
  readonly seed: number;
  /** How often boards are rebuilt; the cache keeps an answer for three quarters of it, 45 s of the usual 60. */
  readonly recomputeSeconds: number;
  /** When the build in force at a time was made; by default at whole multiples of `recomputeSeconds`. */
  readonly buildTimeAt?: (nowMilliseconds: number) => number;
}

const BOARDS_PATH = '/api/v1/boards';
const CACHED_SHARE = 0.75;

const Message = {
  unauthorized: 'API key missing or not recognised.',
  revoked: 'API key revoked. Contact support.',
  throttled: `Rate limit exceeded: ${REQUESTS_PER_MINUTE} requests per minute.`,
  notFound: 'Not found.',
  method: 'Method not allowed; use GET.',
} as const;

interface Question {
  readonly timeframe: Timeframe;
  readonly limit: number;
}

/**
 * Rules that api.md leaves open: path and method are judged before the key; only an active key that asks for boards
 * uses up requests; whatever is no cached copy is a MISS.
 */
export function createService(options: ServiceOptions): Service {
  const window = createQuota();
  const answer = createCachedBoards(options);
  return {
    handle: ({ method, path, query, headers }, now) => {
      const key = keyOf(headers);
      const keyStatus = statusOf(key);
      const quota = window.look(keyStatus === 'active' ? (key ?? '') : '', now);
      if (path !== BOARDS_PATH) return failure(404, Message.notFound, quota);
      if (method !== 'GET') return failure(405, Message.method, quota, { allow: 'GET' });
      if (keyStatus === 'revoked') return failure(403, Message.revoked, quota);
      if (key === undefined || keyStatus === 'unknown') return failure(401, Message.unauthorized, quota);
      const taken = window.take(key, now);
      if (!taken.allowed) {
        return failure(429, Message.throttled, taken, { 'retry-after': String(taken.resetSeconds) });
      }
      const { body, cached } = answer(questionOf(query), now);
      return { status: 200, headers: headersOf(taken, cached), body };
    },
  };
}

/** Answers in process, without a port and without a key: the request's own key, if any, goes nowhere. */
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

/** An error of api.md section 7, with the headers of section 8. */
export function failure(
  status: number,
  message: string,
  quota: Pick<QuotaState, 'remaining'>,
  more: Readonly<Record<string, string>> = {},
): ServiceResponse {
  const headers = { ...headersOf(quota, false), ...more };
  return { status, headers, body: JSON.stringify({ error: message }) };
}

function headersOf({ remaining }: Pick<QuotaState, 'remaining'>, cached: boolean): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-limit': String(REQUESTS_PER_MINUTE),
    'x-ratelimit-remaining': String(remaining),
    'x-cache': cached ? 'HIT' : 'MISS',
    // Beyond api.md: whoever asks can label what is simulated.
    'x-sandbox': '1',
  };
}

/** api.md section 4: an unknown timeframe is `day`; a limit is brought into 1 to 10, and is 10 when it is no whole number. */
function questionOf(query: URLSearchParams): Question {
  const asked = query.get('timeframe');
  const limit = query.get('limit') ?? '';
  return {
    timeframe: TIMEFRAMES.find((timeframe) => timeframe === asked) ?? 'day',
    limit: /^[+-]?\d+$/.test(limit) ? Math.min(Math.max(Number(limit), 1), MAX_LIMIT) : MAX_LIMIT,
  };
}

/** As in the real service, a copy can be older than the latest build by the life of the cache (api.md section 8). */
function createCachedBoards(options: ServiceOptions) {
  const lifetime = options.recomputeSeconds * CACHED_SHARE * SECOND;
  const copies = new Map<string, { readonly body: string; readonly since: number }>();
  const latestScan = createLatestScan(options);
  return ({ timeframe, limit }: Question, now: number) => {
    const key = `${timeframe} ${limit}`;
    const copy = copies.get(key);
    // A clock that was set back makes a copy of the future, which is not fresh.
    if (copy !== undefined && now >= copy.since && now < copy.since + lifetime) {
      return { body: copy.body, cached: true };
    }
    const body = JSON.stringify(cutToLimit(latestScan(timeframe, now), limit));
    copies.set(key, { body, since: now });
    return { body, cached: false };
  };
}

function createLatestScan({ seed, recomputeSeconds, buildTimeAt }: ServiceOptions) {
  const market = createMarket(seed);
  const interval = recomputeSeconds * SECOND;
  const latestBuild = buildTimeAt ?? ((now: number) => Math.floor(now / interval) * interval);
  const scans = new Map<Timeframe, { readonly build: number; readonly whole: ScannedSnapshot }>();
  return (timeframe: Timeframe, now: number): ScannedSnapshot => {
    const build = latestBuild(now);
    const known = scans.get(timeframe);
    if (known?.build === build) return known.whole;
    const whole = scan(market, timeframe, build);
    scans.set(timeframe, { build, whole });
    return whole;
  };
}
