import { get } from 'node:http';
import { createConnection } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/context.ts';
import { UsageError } from '../../../src/errors.ts';
import { parseFaults } from '../../../src/sandbox/protocol/faults.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../../src/sandbox/protocol/server.ts';
import { createService, SANDBOX_KEY } from '../../../src/sandbox/protocol/service.ts';

const NOW = Date.UTC(2026, 3, 7, 12, 0, 15);
const running: Array<RunningServer> = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** Sleeps end when the signal does, and at once when `sleeps` still has room for them. */
function clockOf(slept: Array<number>, room: number): Clock {
  return {
    now: () => NOW,
    monotonic: () => 0,
    sleep: (milliseconds, signal) => {
      slept.push(milliseconds);
      if (slept.length <= room) return Promise.resolve();
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  };
}

async function serve(options: Partial<ServerOptions> = {}): Promise<string> {
  const server = await startServer({
    service: createService({ seed: 1, recomputeSeconds: 60 }),
    clock: clockOf([], 0),
    random: () => 0,
    port: 0,
    latencyMilliseconds: 0,
    faults: [],
    ...options,
  });
  running.push(server);
  return server.url;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>;
  readonly body: Buffer;
  /** The connection broke before the body was whole. */
  readonly broken: boolean;
}

function fetchBoards(
  url: string,
  headers: Record<string, string> = {},
  path = '/api/v1/boards',
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${url}${path}`,
      { agent: false, headers: { 'X-API-Key': SANDBOX_KEY, ...headers } },
      (response) => {
        const chunks: Array<Buffer> = [];
        const done = (broken: boolean) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            broken,
          });
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => done(false));
        response.on('error', () => done(true));
      },
    );
    request.on('error', reject);
  });
}

describe('the server', () => {
  test('answers on 127.0.0.1 as the service does', async () => {
    const url = await serve();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { status, headers, body } = await fetchBoards(url, {}, '/api/v1/boards?timeframe=scalp&limit=2');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-cache': 'MISS', 'x-ratelimit-remaining': '119' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString())).toMatchObject({
      timeframe: 'scalp',
      asOf: '2026-04-07T12:00:00.000Z',
    });
  });

  test('takes a bearer token, and refuses what the service refuses', async () => {
    const url = await serve();
    const bearer = { 'X-API-Key': SANDBOX_KEY, Authorization: `Bearer ${SANDBOX_KEY}` };
    expect((await fetchBoards(url, bearer)).status).toBe(200);
    expect((await fetchBoards(url, { 'X-API-Key': 'wrong' })).status).toBe(401);
    expect((await fetchBoards(url, {}, '//elsewhere')).status).toBe(404);
    expect((await fetchBoards(url, {}, '/?/api/v1/boards')).status).toBe(404);
  });

  test.each([
    ['127.0.0.1:8787', 200],
    ['127.0.0.1', 200],
    ['localhost:1', 200],
    ['LocalHost', 200],
    ['[::1]:8787', 200],
    ['rebound.example', 421],
    ['rebound.example:8787', 421],
    ['localhost.rebound.example', 421],
    ['127.0.0.1.rebound.example', 421],
    ['127.0.0.1@rebound.example', 421],
  ])('asked as %s responds with %i', async (host, status) => {
    const { headers, body, ...response } = await fetchBoards(await serve(), { Host: host });
    expect(response.status).toBe(status);
    expect(headers['content-type']).toContain('application/json');
    const parsed: unknown = JSON.parse(body.toString());
    if (status === 421) expect(parsed).toEqual({ error: expect.stringContaining('this computer') });
    else expect(parsed).toHaveProperty('boards');
  });

  test('compresses for a client that reads gzip', async () => {
    const { headers, body } = await fetchBoards(await serve(), { 'Accept-Encoding': 'br, gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ timeframe: 'day' });
  });

  test('waits for the latency before it answers', async () => {
    const slept: Array<number> = [];
    const { status } = await fetchBoards(await serve({ clock: clockOf(slept, 1), latencyMilliseconds: 250 }));
    expect(status).toBe(200);
    expect(slept).toEqual([250]);
  });

  test('says that a port is in use, and which one is free', async () => {
    const port = Number(new URL(await serve()).port);
    const refused = serve({ port });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toMatchObject({
      message: `port ${port} is in use`,
      hint: '--port 0 picks a free one.',
    });
  });

  test('destroys open connections when it closes', async () => {
    const url = await serve({ latencyMilliseconds: 1 });
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise<void>((resolve) =>
      socket.write('GET /api/v1/boards HTTP/1.1\r\nHost: localhost\r\n\r\n', () => resolve()),
    );
    await running.pop()?.close();
    await closed;
    await expect(fetchBoards(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('faults', () => {
  test.each([400, 500, 503, 599])('%i is an error of the service', async (status) => {
    const { headers, body, ...answer } = await fetchBoards(
      await serve({ faults: parseFaults(`${status}:1`) }),
    );
    expect(answer.status).toBe(status);
    expect(JSON.parse(body.toString())).toEqual({ error: `Simulated fault ${status}.` });
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '119',
      'x-cache': 'MISS',
    });
    expect(headers).not.toHaveProperty('retry-after');
  });

  test('429 says when the window resets', async () => {
    const { status, headers } = await fetchBoards(await serve({ faults: parseFaults('429:1') }));
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '45', 'x-ratelimit-remaining': '0' });
  });

  test.each([{}, { 'Accept-Encoding': 'gzip' }])(
    'cut breaks off in the middle of the body',
    async (headers) => {
      const url = await serve({ faults: parseFaults('cut:1') });
      const { status, headers: received, body, broken } = await fetchBoards(url, headers);
      expect({ status, broken }).toEqual({ status: 200, broken: true });
      expect(body.length).toBeGreaterThan(0);
      expect(body.length).toBeLessThan(Number(received['content-length']));
    },
  );

  test('slow gives a byte a second, and stops when the client goes', async () => {
    const slept: Array<number> = [];
    const url = await serve({ faults: parseFaults('slow:1'), clock: clockOf(slept, 3) });
    const received = await new Promise<number>((resolve) => {
      get(`${url}/api/v1/boards`, { agent: false, headers: { 'X-API-Key': SANDBOX_KEY } }, (response) => {
        let bytes = 0;
        response.on('error', () => undefined);
        response.on('data', (chunk) => {
          bytes += chunk.length;
          if (bytes < 4) return;
          response.destroy();
          resolve(bytes);
        });
      });
    });
    expect(received).toBe(4);
    expect(slept).toEqual([1000, 1000, 1000, 1000]);
  });

  test('garbage is a 200 that is no JSON', async () => {
    const { status, headers, body } = await fetchBoards(await serve({ faults: parseFaults('garbage:1') }));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html');
    expect(() => JSON.parse(body.toString())).toThrow();
  });

  test('strike by their share', async () => {
    const chances = [0.4, 0.6];
    const url = await serve({ faults: parseFaults('503:0.5'), random: () => chances.shift() ?? 0 });
    expect((await fetchBoards(url)).status).toBe(503);
    expect((await fetchBoards(url)).status).toBe(200);
  });
});
