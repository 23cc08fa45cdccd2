import { describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../src/lib/time.ts';
import { TIMEFRAMES } from '../../src/market/catalogue.ts';
import {
  createPast,
  createSandboxTransport,
  createService,
  SANDBOX_KEY,
  SANDBOX_REVOKED_KEY,
  type Service,
  type ServiceRequest,
} from '../../src/sandbox/service.ts';
import { decodeSnapshot } from '../../src/service/snapshot.ts';

const NOON = Date.UTC(2026, 3, 7, 12);

function freshService(recomputeSeconds = 60): Service {
  return createService({ seed: 1, recomputeSeconds });
}

function get(query = '', more: Partial<ServiceRequest> = {}): ServiceRequest {
  const headers = { 'x-api-key': SANDBOX_KEY };
  return { method: 'GET', url: `/api/v1/boards?${query}`, headers, ...more };
}

function snapshotOf(service: Service, query: string, now = NOON) {
  return JSON.parse(service.handle(get(query), now).body);
}

describe('keys', () => {
  test('have the format of live keys', () => {
    for (const key of [SANDBOX_KEY, SANDBOX_REVOKED_KEY]) expect(key).toMatch(/^rb_live_[A-Za-z0-9]{40}$/);
  });

  test.each([
    { sent: 'X-API-Key', headers: { 'x-api-key': SANDBOX_KEY }, status: 200 },
    { sent: 'Authorization: Bearer', headers: { authorization: `Bearer ${SANDBOX_KEY}` }, status: 200 },
    { sent: 'bearer in lower case', headers: { authorization: `bearer ${SANDBOX_KEY}` }, status: 200 },
    { sent: 'nothing', headers: {}, status: 401 },
    { sent: 'an empty key', headers: { 'x-api-key': '' }, status: 401 },
    { sent: 'an unknown key', headers: { 'x-api-key': `${SANDBOX_KEY}x` }, status: 401 },
    { sent: 'Basic', headers: { authorization: `Basic ${SANDBOX_KEY}` }, status: 401 },
    { sent: 'a revoked key', headers: { 'x-api-key': SANDBOX_REVOKED_KEY }, status: 403 },
    { sent: 'a revoked bearer', headers: { authorization: `Bearer ${SANDBOX_REVOKED_KEY}` }, status: 403 },
  ])('$sent: status $status', ({ headers, status }) => {
    expect(freshService().handle(get('', { headers }), NOON).status).toBe(status);
  });
});

describe('errors', () => {
  test.each([
    { request: get('', { headers: {} }), status: 401 },
    { request: get('', { headers: { 'x-api-key': SANDBOX_REVOKED_KEY } }), status: 403 },
    { request: get('', { url: '/' }), status: 404 },
    { request: get('', { url: '/api/v1/boards/' }), status: 404 },
    { request: get('', { url: '/api/v2/boards' }), status: 404 },
    { request: get('', { method: 'POST' }), status: 405 },
  ])('$status has a JSON body and the common headers (section 8)', ({ request, status }) => {
    const response = freshService().handle(request, NOON);
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toEqual({ error: expect.stringMatching(/./) });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '120',
      'x-cache': 'MISS',
      'x-sandbox': '1',
    });
    expect(response.headers).not.toHaveProperty('retry-after');
  });

  test('405 has an allow header', () => {
    expect(freshService().handle(get('', { method: 'DELETE' }), NOON).headers.allow).toBe('GET');
  });
});

describe('the query', () => {
  test.each([
    ...TIMEFRAMES.map((timeframe) => ({ query: `timeframe=${timeframe}`, served: timeframe })),
    { query: '', served: 'day' },
    { query: 'timeframe=', served: 'day' },
    { query: 'timeframe=weekly', served: 'day' },
    { query: 'timeframe=SWING', served: 'day' },
    { query: 'timeframe=__proto__', served: 'day' },
  ])('?$query returns $served', ({ query, served }) => {
    expect(snapshotOf(freshService(), query).timeframe).toBe(served);
  });

  test.each([
    { limit: undefined, rows: 10 },
    { limit: '1', rows: 1 },
    { limit: '7', rows: 7 },
    { limit: '10', rows: 10 },
    { limit: '11', rows: 10 },
    { limit: '99999999999999999999999', rows: 10 },
    { limit: '0', rows: 1 },
    { limit: '-3', rows: 1 },
    { limit: '2.5', rows: 10 },
    { limit: 'many', rows: 10 },
    { limit: '', rows: 10 },
  ])('limit $limit returns $rows rows per board, and 24 for moneyFlow', ({ limit, rows }) => {
    const { boards } = snapshotOf(freshService(), limit === undefined ? '' : `limit=${limit}`);
    expect(boards.movers).toHaveLength(rows);
    expect(boards.moneyFlow).toHaveLength(24);
  });
});

describe('a snapshot', () => {
  test.each(TIMEFRAMES)('of %s is decoded by the client without loss', (timeframe) => {
    const body = snapshotOf(freshService(), `timeframe=${timeframe}`);
    const snapshot = decodeSnapshot(body, timeframe);
    expect(Object.keys(body).join()).toBe('asOf,timeframe,session,breadth,topPlay,boards,boardNames');
    const { asOf, session, breadth, topPlay } = body;
    expect(snapshot).toMatchObject({ asOf, timeframe, session, breadth, topPlay });
    for (const [key, rows] of Object.entries(body.boards)) {
      const decoded = snapshot?.boards.find((board) => board.key === key)?.rows;
      expect(decoded?.map(({ group: _, ...row }) => row)).toEqual(rows);
    }
  });

  test('is the same from two services within the same build', () => {
    expect(freshService().handle(get(), NOON + 5)).toEqual(
      freshService().handle(get(), NOON + 55 * SECOND_MS),
    );
  });

  test('depends on the seed', () => {
    const other = createService({ seed: 2, recomputeSeconds: 60 });
    expect(other.handle(get(), NOON).body).not.toBe(freshService().handle(get(), NOON).body);
  });
});

test.each(TIMEFRAMES)(
  'the past of %s has the snapshot of each minute as the service served it',
  (timeframe) => {
    const served = snapshotOf(freshService(), `timeframe=${timeframe}`);
    for (const seconds of [0, 1, 59.9])
      expect(JSON.parse(JSON.stringify(createPast(1)(timeframe, NOON + seconds * SECOND_MS)))).toEqual(
        served,
      );
    expect(createPast(1)(timeframe, NOON - 1).asOf).toBe('2026-04-07T11:59:00.000Z');
  },
);

describe('the rate limit', () => {
  test('allows 120 requests per clock minute, counts down, and throttles the next', () => {
    const service = freshService();
    const left = Array.from(
      { length: 120 },
      () => service.handle(get(), NOON + 100).headers['x-ratelimit-remaining'],
    );
    expect(left).toEqual(Array.from({ length: 120 }, (_, index) => String(119 - index)));
    const throttled = service.handle(get(), NOON + 20 * SECOND_MS);
    expect(throttled.status).toBe(429);
    expect(throttled.headers).toMatchObject({
      'retry-after': '40',
      'x-ratelimit-remaining': '0',
      'x-cache': 'MISS',
    });
    expect(JSON.parse(throttled.body).error).toMatch(/120 requests per minute/);
    expect(service.handle(get(), NOON + 60 * SECOND_MS - 1).headers['retry-after']).toBe('1');
    expect(service.handle(get(), NOON + 60 * SECOND_MS).headers['x-ratelimit-remaining']).toBe('119');
  });

  test('does not count rejected requests', () => {
    const service = freshService();
    service.handle(get('', { url: '/elsewhere' }), NOON);
    service.handle(get('', { headers: { 'x-api-key': SANDBOX_REVOKED_KEY } }), NOON);
    service.handle(get('', { headers: {} }), NOON);
    expect(service.handle(get(), NOON).headers['x-ratelimit-remaining']).toBe('119');
  });
});

describe('the cache', () => {
  const responseAt = (service: Service, query: string, seconds: number) => {
    const { headers, body } = service.handle(get(query), NOON + seconds * SECOND_MS);
    return `${headers['x-cache']} ${JSON.parse(body).asOf.slice(11, 19)}`;
  };

  test('keeps a copy for 45 s, even after the next build', () => {
    const service = freshService();
    const seen = [0, 30, 44.999, 45, 61, 89.999, 90].map((seconds) => responseAt(service, '', seconds));
    expect(seen).toEqual([
      'MISS 12:00:00',
      'HIT 12:00:00',
      'HIT 12:00:00',
      'MISS 12:00:00',
      'HIT 12:00:00',
      'HIT 12:00:00',
      'MISS 12:01:00',
    ]);
  });

  test('keeps one copy per timeframe and limit', () => {
    const service = freshService();
    const seen = ['', 'limit=5', 'timeframe=swing', 'limit=10', 'timeframe=weekly', 'limit=99'].map((query) =>
      responseAt(service, query, 0).slice(0, 4).trim(),
    );
    expect(seen).toEqual(['MISS', 'MISS', 'MISS', 'HIT', 'HIT', 'HIT']);
  });

  test('keeps a copy for three quarters of the build interval', () => {
    const service = freshService(10);
    const seen = [0, 7.4, 7.5, 10, 15].map((seconds) => responseAt(service, '', seconds));
    expect(seen).toEqual(['MISS 12:00:00', 'HIT 12:00:00', 'MISS 12:00:00', 'HIT 12:00:00', 'MISS 12:00:10']);
  });

  test('rebuilds when the clock was set back', () => {
    const service = freshService();
    responseAt(service, '', 0);
    expect(responseAt(service, '', -3600)).toBe('MISS 11:00:00');
  });
});

describe('the sandbox transport', () => {
  const clock = { now: () => NOON, monotonic: () => 0, sleep: async () => undefined };
  const request = {
    url: new URL('https://sandbox.example/api/v1/boards?timeframe=swing&limit=3'),
    headers: { 'X-API-Key': 'rb_live_somebody-else' },
    timeoutMilliseconds: 1000,
  };

  test('responds in process, regardless of the key of the request', async () => {
    const { signal } = new AbortController();
    const response = await createSandboxTransport(freshService(), clock)({ ...request, signal });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ 'x-cache': 'MISS', 'x-sandbox': '1' });
    const body = new TextDecoder().decode(response.body);
    expect(JSON.parse(body)).toMatchObject({ timeframe: 'swing', asOf: '2026-04-07T12:00:00.000Z' });
  });

  test('rejects with the reason of an aborted signal', async () => {
    const transport = createSandboxTransport(freshService(), clock);
    await expect(transport({ ...request, signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
