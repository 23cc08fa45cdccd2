import { get } from 'node:http';
import { createConnection } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/context.ts';
import { UsageError } from '../../src/errors.ts';
import { parseFaults, type ServerOptions, startServer } from '../../src/sandbox/server.ts';
import { createService, SANDBOX_KEY } from '../../src/sandbox/service.ts';

const NOW = Date.UTC(2026, 3, 7, 12, 0, 15);
const running: Array<Awaited<ReturnType<typeof startServer>>> = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** The first `immediate` sleeps end immediately, later ones when their signal is aborted. */
function clockOf(slept: Array<number>, immediate: number): Clock {
  return {
    now: () => NOW,
    monotonic: () => 0,
    sleep: (milliseconds, signal) => {
      slept.push(milliseconds);
      if (slept.length <= immediate) return Promise.resolve();
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
  /** Whether the connection was closed before the body was complete. */
  readonly broken: boolean;
}

const WITH_KEY = { 'X-API-Key': SANDBOX_KEY };

function fetchBoards(
  url: string,
  headers: Record<string, string> = WITH_KEY,
  path = '/api/v1/boards',
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}`, { agent: false, headers }, (response) => {
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
    });
    request.on('error', reject);
  });
}

describe('the server', () => {
  test('responds on 127.0.0.1', async () => {
    const url = await serve();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { status, headers, body } = await fetchBoards(
      url,
      WITH_KEY,
      '/api/v1/boards?timeframe=scalp&limit=2',
    );
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-cache': 'MISS', 'x-ratelimit-remaining': '119' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString())).toMatchObject({
      timeframe: 'scalp',
      asOf: '2026-04-07T12:00:00.000Z',
    });
  });

  test('compresses the response for a client that accepts gzip', async () => {
    const { headers, body } = await fetchBoards(await serve(), {
      ...WITH_KEY,
      'Accept-Encoding': 'br, gzip',
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ timeframe: 'day' });
  });

  test('waits for the latency before it responds', async () => {
    const slept: Array<number> = [];
    const { status } = await fetchBoards(await serve({ clock: clockOf(slept, 1), latencyMilliseconds: 250 }));
    expect(status).toBe(200);
    expect(slept).toEqual([250]);
  });

  test('reports a port that is in use and suggests port 0', async () => {
    const port = Number(new URL(await serve()).port);
    const failed = serve({ port });
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toMatchObject({
      message: `port ${port} is in use`,
      hint: 'Use --port 0 to select a free port.',
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

describe('a fault', () => {
  test.each([400, 500, 503, 599])('%i is an error response', async (status) => {
    const { headers, body, ...response } = await fetchBoards(
      await serve({ faults: parseFaults(`${status}:1`) }),
    );
    expect(response.status).toBe(status);
    expect(JSON.parse(body.toString())).toEqual({ error: `Simulated fault ${status}.` });
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '119',
      'x-cache': 'MISS',
    });
    expect(headers).not.toHaveProperty('retry-after');
  });

  test('429 has a retry-after header', async () => {
    const { status, headers } = await fetchBoards(await serve({ faults: parseFaults('429:1') }));
    expect(status).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '45', 'x-ratelimit-remaining': '0' });
  });

  test.each([{}, { 'Accept-Encoding': 'gzip' }])(
    'cut closes the connection in the middle of the body',
    async (headers) => {
      const url = await serve({ faults: parseFaults('cut:1') });
      const { status, headers: received, body, broken } = await fetchBoards(url, { ...WITH_KEY, ...headers });
      expect({ status, broken }).toEqual({ status: 200, broken: true });
      expect(body.length).toBeGreaterThan(0);
      expect(body.length).toBeLessThan(Number(received['content-length']));
    },
  );

  test('slow sends one byte per second until the client disconnects', async () => {
    const slept: Array<number> = [];
    const url = await serve({ faults: parseFaults('slow:1'), clock: clockOf(slept, 3) });
    const received = await new Promise<number>((resolve) => {
      get(`${url}/api/v1/boards`, { agent: false, headers: WITH_KEY }, (response) => {
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

  test('garbage is a response with status 200 that is not JSON', async () => {
    const { status, headers, body } = await fetchBoards(await serve({ faults: parseFaults('garbage:1') }));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html');
    expect(() => JSON.parse(body.toString())).toThrow();
  });

  test('affects its share of the responses', async () => {
    const chances = [0.4, 0.6];
    const url = await serve({ faults: parseFaults('503:0.5'), random: () => chances.shift() ?? 0 });
    expect((await fetchBoards(url)).status).toBe(503);
    expect((await fetchBoards(url)).status).toBe(200);
  });
});
