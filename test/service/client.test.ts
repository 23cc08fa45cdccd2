import { describe, expect, test } from 'vitest';
import type { TransportResponse } from '../../src/context.ts';
import type { BoardsError } from '../../src/errors.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { createClient } from '../../src/service/client.ts';
import { createRedactor } from '../../src/service/redact.ts';
import { readSnapshot } from '../../src/service/response.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { rejectionOf } from '../support/errors.ts';
import { responseOf, transportOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { createWorld } from '../support/world.ts';

function fetchFrom(
  response: TransportResponse | Error,
  env: Record<string, string> = {},
  baseUrl = 'https://boards.example',
) {
  const world = createWorld({ transport: transportOf(response), env });
  const debug: Array<string> = [];
  const options = {
    baseUrl,
    apiKey: CANARY_KEY,
    keySource: 'BOARDS_API_KEY',
    timeoutSeconds: 10,
    debug: (line: string) => debug.push(line),
  };
  const fetched = async () =>
    createClient(options, world.context).fetchSnapshot({ timeframe: 'swing', limit: 7 });
  return { fetched, world, debug };
}

/** A snapshot of the timeframe that is requested. */
const swing = (fields: JsonObject = {}) => bodyOf({ timeframe: 'swing', ...fields });

function failure(response: TransportResponse): Promise<BoardsError> {
  return rejectionOf(fetchFrom(response).fetched());
}

describe('the request', () => {
  test('names timeframe and limit, carries the key in X-API-Key and keeps a path prefix of the base URL', async () => {
    const { fetched, world } = fetchFrom(responseOf(200, swing()), {}, 'https://boards.example/partner');
    await fetched();
    const [request] = world.requests;
    expect(request?.url.href).toBe('https://boards.example/partner/api/v1/boards?timeframe=swing&limit=7');
    expect(request?.headers['X-API-Key']).toBe(CANARY_KEY);
    expect(request?.timeoutMilliseconds).toBe(10_000);
  });

  test('is not sent when certificate checks are off, except to loopback', async () => {
    const off = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const far = fetchFrom(responseOf(200, swing()), off);
    await expect(far.fetched()).rejects.toMatchObject({
      exitCode: 3,
      message: 'NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks, so no key is sent',
    });
    expect(far.world.requests).toHaveLength(0);
    await fetchFrom(responseOf(200, swing()), off, 'https://127.0.0.1:9').fetched();
  });
});

describe('the response', () => {
  test('is logged by --debug with rate limit and cache, and never with the key', async () => {
    const headers = { 'x-ratelimit-remaining': '117', 'x-cache': 'HIT' };
    const { fetched, debug } = fetchFrom(responseOf(200, swing({ note: CANARY_KEY }), headers));
    expect(await fetched()).toMatchObject({ requestsLeft: 117, cache: 'HIT' });
    expect(debug.join()).toMatch(/200 swing: X-Cache HIT, 117 requests left, \d+ ms, \d+ bytes/);
    expect(debug.join()).not.toContain(CANARY_KEY);
  });

  test.each(['1', 'yes', ''])('with the header X-Sandbox: %j is simulated', async (header) => {
    const response = responseOf(200, swing(), { 'x-sandbox': header });
    expect(await fetchFrom(response).fetched()).toMatchObject({ isSimulated: true });
  });

  test('without that header is not simulated', async () => {
    expect(await fetchFrom(responseOf(200, swing())).fetched()).toMatchObject({ isSimulated: false });
  });

  test.each(['-1', 'NaN', '120, 120', '1e3', '', '1234567890'])(
    'a rate limit of "%s" is unknown',
    async (header) => {
      const { fetched } = fetchFrom(responseOf(200, swing(), { 'x-ratelimit-remaining': header }));
      expect((await fetched()).requestsLeft).toBeNull();
    },
  );

  test('has the key redacted, escaped or not', async () => {
    const escaped = CANARY_KEY.replace('r', '\\u0072');
    const body = JSON.stringify(
      swing({ boards: { movers: [rowOf({ name: CANARY_KEY, tag: 'TAG' })] } }),
    ).replace('TAG', escaped);
    const { snapshot } = await fetchFrom(responseOf(200, body)).fetched();
    expect(snapshot.boards[0]?.rows[0]).toMatchObject({ name: '[redacted]', tag: '[redacted]' });
    expect(JSON.stringify(snapshot.raw)).not.toContain(CANARY_KEY.slice(10));
  });

  test('of 20,000 rows is searched for the key only in what is kept', () => {
    let searched = 0;
    const redact = (text: string) => {
      searched += text.length;
      return createRedactor(CANARY_KEY)(text);
    };
    const rows = Array.from({ length: 20_000 }, (_, index) =>
      rowOf({ symbol: `S${index}`, name: `"${CANARY_KEY}"` }),
    );
    const response = responseOf(200, swing({ boards: { movers: rows }, boardNames: ['movers'] }));
    const snapshot = readSnapshot(response, 'swing', { keySource: 'BOARDS_API_KEY', redact }, 0);
    expect(snapshot.boards[0]?.rows.map(({ name }) => name)).toEqual(Array(100).fill('"[redacted]"'));
    expect(JSON.stringify(snapshot.raw)).not.toContain(CANARY_KEY.slice(10));
    expect(snapshot.leftOut).toMatch(/^only 100 of 20000 rows are shown/);
    expect(searched).toBeLessThan(response.body.byteLength / 20);
  });

  test('is decoded in one turn of the event loop, and a signal is heard before the next one', async () => {
    const stop = new AbortController();
    const world = createWorld({ transport: transportOf(responseOf(200, swing())) });
    const transport = async (...request: Parameters<typeof world.context.transport>) => {
      setImmediate(() => stop.abort(new Error('stopped')));
      return world.context.transport(...request);
    };
    const client = createClient(
      { baseUrl: 'https://boards.example', apiKey: '', keySource: '', timeoutSeconds: 10 },
      { ...world.context, transport },
    );
    const fetched = client.fetchSnapshot({ timeframe: 'swing', limit: 7 }, stop.signal);
    await expect(fetched).rejects.toThrow('stopped');
  });
});

describe('failures, by status and body', () => {
  const html = '<!doctype html><p>Hello';
  const utf16 = {
    ...responseOf(200, ''),
    body: new Uint8Array(Buffer.from('\ufeff{"boards":{}}', 'utf16le')),
  };
  const long = 'x'.repeat(1e6);
  const deep = `{"boards":{},"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  test.each<[string, TransportResponse, number, RegExp, string]>([
    [
      '401',
      responseOf(401, { error: 'no' }),
      4,
      /not recognise the key/,
      'the service does not recognise the key (401)',
    ],
    ['403', responseOf(403, { error: 'no' }), 4, /the key is revoked/, 'the key is revoked (403)'],
    ['403 without a body', responseOf(403, ''), 4, /the key is revoked/, 'the key is revoked (403)'],
    ['403 with another error', responseOf(403, { error: null }), 4, /is revoked/, 'the key is revoked (403)'],
    ...[401, 402, 403].flatMap((status) =>
      [html, {}, [], null, 'error'].map((body): [string, TransportResponse, number, RegExp, string] => [
        `${status} of another server, ${JSON.stringify(body)}`,
        responseOf(status, body),
        8,
        new RegExp(`^unexpected response \\(${status} \\S+, \\d+ B\\)$`),
        `another server responded (${status}); check base URL and proxy`,
      ]),
    ),
    ['402', responseOf(402, { error: 'Trial over.' }), 4, /\(402: Trial over\.\)$/, 'payment required (402)'],
    ['402 without a body', responseOf(402, ''), 4, /payment \(402\)$/, 'payment required (402)'],
    ['429', responseOf(429, {}, { 'retry-after': '12' }), 5, /try again in 12 s/, 'rate limited'],
    ['500', responseOf(500, { error: 'oops' }), 6, /\(500: oops\)/, 'service unavailable (500)'],
    ['503 with HTML', responseOf(503, html), 6, /unavailable \(503\)/, 'service unavailable (503)'],
    ['302', responseOf(302, ''), 8, /a redirect \(302\)/, 'redirect (302)'],
    ['404', responseOf(404, { error: null }), 8, /response \(404\)/, 'unexpected response (404)'],
    ['a long message', responseOf(418, { error: long }), 8, /^.{1,240}$/, 'unexpected response (418)'],
    ['HTML', responseOf(200, html), 8, /unexpected response/, 'the response is not a snapshot'],
    ['UTF-16', utf16, 8, /unexpected response/, 'the response is not a snapshot'],
    ['an array', responseOf(200, []), 8, /unexpected response/, 'the response is not a snapshot'],
    ['null', responseOf(200, null), 8, /unexpected response/, 'the response is not a snapshot'],
    [
      'no boards',
      responseOf(200, { asOf: '2026' }),
      8,
      /unexpected response/,
      'the response is not a snapshot',
    ],
    [
      'a list of boards',
      responseOf(200, { boards: [] }),
      8,
      /unexpected response/,
      'the response is not a snapshot',
    ],
    ['deep JSON', responseOf(200, deep), 8, /nested too deeply/, 'response is nested too deeply'],
  ])('%s: an exit code, a message, and a short reason without the words of the service', async (...row) => {
    const [, response, exitCode, message, reason] = row;
    const error = await failure(response);
    expect(error).toMatchObject({ exitCode, reason });
    expect(error.message).toMatch(message);
  });

  test('have hints with the source of the key and the next step', async () => {
    expect((await failure(responseOf(401, { error: 'no' }))).hint).toMatch(/BOARDS_API_KEY.*boards login/);
    expect((await failure(responseOf(403, { error: 'no' }))).hint).toMatch(/BOARDS_API_KEY.*Contact support/);
    expect((await failure(responseOf(402, { error: 'no' }))).hint).toBe(
      'Contact support about the subscription.',
    );
    expect((await failure(responseOf(403, html))).hint).toBe(
      'A proxy, firewall or login page seems to have responded instead of the service. Check HTTPS_PROXY and NO_PROXY, and the base URL with `boards status`; --debug shows how the response begins.',
    );
    expect((await failure(responseOf(200, html))).hint).toBe(
      'Check the base URL with `boards status`; --debug shows how the response begins.',
    );
    for (const response of [responseOf(404, ''), responseOf(200, deep)])
      expect((await failure(response)).hint).toBe('Check the base URL with `boards status`.');
    expect((await failure(responseOf(429, {}))).hint).toMatch(/120 requests a minute.*BOARDS_API_KEY/);
  });

  test('count a date in Retry-After from the Date header, whatever this computer says', async () => {
    const headers = { date: 'Fri, 20 Nov 2026 15:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 15:00:07 GMT' };
    expect(await failure(responseOf(429, {}, headers))).toMatchObject({ retryAfterSeconds: 7 });
  });

  test('keep an excerpt of at most 200 characters in the cause, for --debug only', async () => {
    const error = await failure(responseOf(200, `${html}${'x'.repeat(5000)}`));
    expect(error.message).not.toContain('doctype');
    expect(error.cause).toEqual(
      new Error(`the response begins with: ${html}${'x'.repeat(200 - html.length)}`),
    );
  });
});
