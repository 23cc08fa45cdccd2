import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTransport } from '../../src/service/transport.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { realClock } from '../support/fake-clock.ts';
import {
  closedPort,
  gzipResponse,
  httpResponse,
  serveBytes,
  serveHttp,
  serveSockets,
} from '../support/loopback.ts';
import { failReal, fetchReal } from '../support/real-client.ts';
import { bodyOf } from '../support/snapshots.ts';

const SNAPSHOT = JSON.stringify(bodyOf());

test('responses that come together are handed on one a turn of the event loop', async () => {
  const waiting: Array<() => void> = [];
  const server = await serveHttp((_, response) => {
    waiting.push(() => response.end(SNAPSHOT));
    if (waiting.length === 5) for (const respond of waiting) respond();
  });
  const transport = createTransport({ clock: realClock, env: {} });
  const signal = new AbortController().signal;
  const request = {
    url: new URL(`http://${server.host}/`),
    headers: {},
    timeoutMilliseconds: 50_000,
    signal,
  };
  const happened: Array<string> = [];
  const fetched = Array.from({ length: 5 }, async () => {
    await transport(request);
    happened.push('response');
  });
  let isDone = false;
  const turn = () => {
    happened.push('turn');
    if (!isDone) setImmediate(turn);
  };
  turn();
  await Promise.all(fetched);
  isDone = true;
  const together = happened.filter((each, index) => each === 'response' && happened[index - 1] === each);
  expect(together).toEqual([]);
});
/** The head of a gzip file whose name field never ends. */
const GZIP_NAME = '\x1f\x8b\x08\x08\0\0\0\0\0\0';

describe('valid responses', () => {
  const zipped = gzipSync(SNAPSHOT);
  test.each<[string, Buffer]>([
    ['with a length', httpResponse(`Content-Length: ${SNAPSHOT.length}`, SNAPSHOT)],
    ['until the end of the connection', httpResponse('Connection: close', SNAPSHOT)],
    [
      'in chunks',
      httpResponse(
        'Transfer-Encoding: chunked',
        `${SNAPSHOT.length.toString(16)}\r\n${SNAPSHOT}\r\n0\r\n\r\n`,
      ),
    ],
    ['in gzip', gzipResponse(zipped)],
    ['in x-gzip', httpResponse('Content-Encoding: x-gzip', zipped)],
    ['with a byte order mark', httpResponse('Connection: close', `\ufeff${SNAPSHOT}`)],
    [
      'after early hints',
      Buffer.concat([httpResponse('Link: </>', '', '103 Early Hints'), httpResponse('', SNAPSHOT)]),
    ],
  ])('%s', async (_, bytes) => {
    const server = await serveBytes(bytes);
    const { snapshot } = await fetchReal(`http://${server.host}`);
    expect(snapshot.asOf).toBe('2026-06-03T14:30:00.000Z');
  });

  test('are requested with gzip and the key header', async () => {
    const server = await serveBytes(httpResponse('Connection: close', SNAPSHOT));
    await fetchReal(`http://${server.host}/prefix`);
    expect(server.received()).toMatch(
      /^GET \/prefix\/api\/v1\/boards\?timeframe=day&limit=10 HTTP\/1\.1\r\n/,
    );
    expect(server.received()).toMatch(new RegExp(`X-API-Key: ${CANARY_KEY}\\r\\n`));
    expect(server.received()).toMatch(/Accept-Encoding: gzip\r\n/);
  });

  test.each<[string, string, number | null]>([
    ['given twice', 'X-RateLimit-Remaining: 120\r\nX-RateLimit-Remaining: 119', null],
  ])('rate limit %s', async (_, head, requestsLeft) => {
    const server = await serveBytes(httpResponse(head, SNAPSHOT));
    expect((await fetchReal(`http://${server.host}`)).requestsLeft).toBe(requestsLeft);
  });

  test.each<[string, string, string | null]>([
    ['HIT', 'X-Cache: HIT', 'HIT'],
    ['C1 controls', 'X-Cache: \x9b31m', null],
    ['the key', `X-Cache: ${CANARY_KEY}!`, null],
  ])('X-Cache of %s', async (_, head, cache) => {
    const debug: Array<string> = [];
    const server = await serveBytes(httpResponse(head, SNAPSHOT));
    const response = await fetchReal(`http://${server.host}`, { debug: (line) => debug.push(line) });
    expect(response.cache).toBe(cache);
    expect(debug.join('\n')).toMatch(/^[\x20-\x7e\n]*$/);
    expect(debug.join('\n')).not.toContain(CANARY_KEY);
  });
});

describe('connections that fail', () => {
  const at = async (host: Promise<string>) => `http://${await host}`;
  const onData = (end: (socket: Socket) => void) =>
    serveSockets((socket) => socket.once('data', () => end(socket))).then(({ host }) => host);
  const port = (host: string) => closedPort().then((closed) => `${host}:${closed}`);
  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'an unknown host',
      async () => 'https://boards.invalid',
      /^cannot reach boards\.invalid: (host not found|name lookup failed) \(E[A-Z_]+\)$/,
    ],
    ['a closed port', () => at(port('127.0.0.1')), /: connection refused \(ECONNREFUSED\)$/],
    [
      'a closed port, two addresses',
      () => at(port('localhost')),
      /^cannot reach localhost:\d+: connection refused \(ECONNREFUSED\)$/,
    ],
    ['reset', () => at(onData((socket) => socket.resetAndDestroy())), /: connection reset \(ECONNRESET\)$/],
    [
      'closed without a response',
      () => at(onData((socket) => socket.end())),
      /: connection reset \(ECONNRESET\)$/,
    ],
  ])('%s', async (_, baseUrl, message) => {
    const failure = await failReal(await baseUrl());
    expect(failure).toMatchObject({ exitCode: 7, retryable: true });
    expect(failure.message).toMatch(message);
  });
});

describe('services that respond slowly or not at all', () => {
  const trickle = (first: string, piece: string) =>
    serveSockets((socket) => {
      socket.write(first, 'latin1');
      const timer = setInterval(() => socket.write(piece), 50);
      socket.on('close', () => clearInterval(timer));
    });
  const stall = (bytes: string) => serveSockets((socket) => socket.write(bytes, 'latin1'));
  test.each([
    ['no response', () => serveSockets(() => undefined)],
    ['no length, and nothing after the head', () => stall('HTTP/1.1 200 OK\r\n\r\n')],
    ['no length, and half a body', () => stall(`HTTP/1.1 200 OK\r\n\r\n${SNAPSHOT.slice(0, 200)}`)],
    ['no length, and a whole body', () => stall(`HTTP/1.1 200 OK\r\n\r\n${SNAPSHOT}`)],
    ['no length, and half a gzip', () => stall(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b`)],
    ['no length, and an error', () => stall('HTTP/1.1 503 Busy\r\n\r\n{"er')],
    ['slow headers', () => trickle('HTTP/1.1 200 OK\r\nX-Slow: ', 'x')],
    ['endless early hints', () => trickle('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['a body byte by byte', () => trickle('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', ' ')],
    [
      'gzip byte by byte',
      () => trickle(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n${GZIP_NAME}`, 'x'),
    ],
  ])('%s', async (_, start) => {
    const server = await start();
    const failure = await failReal(`http://${server.host}`, { timeoutSeconds: 0.3 });
    expect(failure).toMatchObject({
      ...{ exitCode: 7, retryable: true, reason: 'timed out after 0.3 s' },
      hint: 'Try again, or allow more time with --timeout <duration>.',
    });
    expect(failure.message).toBe(`${server.host} timed out after 0.3 s`);
    await expect.poll(server.open).toBe(0);
  });
});

describe('an aborted signal', () => {
  const reason = { stop: 'SIGINT' };
  test.each([
    ['before the request', null],
    ['before the response', ''],
    ['during the body', 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{"'],
    ['during a gzip body', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b'],
  ])('%s rejects with its reason', async (_, bytes) => {
    const server = await serveSockets((socket) => socket.write(bytes ?? '', 'latin1'));
    const stopping = new AbortController();
    if (bytes === null) stopping.abort(reason);
    const fetched = fetchReal(`http://${server.host}`, { signal: stopping.signal });
    const outcome = expect(fetched).rejects.toBe(reason);
    if (bytes !== null) await expect.poll(() => server.received() !== '' && server.sent()).toBe(bytes.length);
    stopping.abort(reason);
    await outcome;
    await expect.poll(server.open).toBe(0);
  });
});

test('200 requests leave no listeners and no sockets', async () => {
  let count = 0;
  const server = await serveHttp((_, response) => {
    if (count++ % 4 === 0) response.socket?.destroy();
    else response.end(SNAPSHOT);
  });
  const { signal } = new AbortController();
  const handles = () => process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout/.test(kind)).length;
  const before = handles();
  for (let index = 0; index < 200; index++) {
    await fetchReal(`http://${server.host}`, { signal }).catch(() => undefined);
  }
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  expect(server.connections()).toBe(200);
  await expect.poll(server.open).toBe(0);
  await expect.poll(handles).toBeLessThanOrEqual(before);
});
