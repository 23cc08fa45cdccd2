import { describe, expect, test } from 'vitest';
import { httpResponse, serveBytes, serveHttp, serveSockets } from '../support/loopback.ts';
import { runAgainst } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';

const SNAPSHOT = JSON.stringify(bodyOf());
const DEEP = `{"boards":{},"x":${'['.repeat(1e6)}${']'.repeat(1e6)}}`;
const STACK = /^(debug: )? +at .*:\d+:\d+\)?$/m;

interface Failure {
  readonly code: string;
  readonly exitCode: number;
  readonly message: RegExp;
  readonly status?: number;
  readonly retryable?: boolean;
}

const FAILURES: ReadonlyArray<readonly [string, Buffer, Failure]> = [
  [
    '503',
    httpResponse('', '{"error":"busy"}', '503 Busy'),
    { code: 'unavailable', exitCode: 6, status: 503, retryable: true, message: /\(503: busy\)/ },
  ],
  [
    '1,000,000 deep',
    httpResponse('', DEEP),
    { code: 'bad_response', exitCode: 8, status: 200, message: /nested too deeply/ },
  ],
  [
    'cut off',
    httpResponse('Content-Length: 9999', SNAPSHOT),
    { code: 'network', exitCode: 7, retryable: true, message: /^the response was cut off$/ },
  ],
];

describe.concurrent('the built program against a service that fails', () => {
  test.each(FAILURES)('%s', async (_, bytes, { message, ...error }) => {
    const { exitCode, code, status = null, retryable = false } = error;
    const server = await serveBytes(bytes);
    const modes = [[], ['--json'], ['--debug'], ['--csv']];
    const [table, json, debug, csv] = await Promise.all(
      modes.map((mode) => runAgainst(`http://${server.host}`, ['--retries', '0', ...mode])),
    );
    for (const ended of [table, json, debug, csv]) expect(ended).toMatchObject({ exitCode, stdout: '' });
    const [fact = '', hint, ...rest] = table?.stderr.trimEnd().split('\n') ?? [];
    expect(fact.replace(/^error: /, '')).toMatch(message);
    expect(hint).toMatch(/^hint: ./);
    expect(rest).toEqual([]);
    expect(JSON.parse(json?.stderr ?? '')).toMatchObject({ error: { code, status, retryable } });
    expect(json?.stderr).toMatch(/^\{"error":\{.*\}\}\n$/);
    expect(debug?.stderr).toMatch(/^debug: GET http/);
    expect(debug?.stderr).toMatch(STACK);
    expect(server.connections()).toBe(modes.length);
  });

  test('429 is retried after Retry-After, with a note', async () => {
    const times: Array<number> = [];
    const server = await serveHttp((_, response) => {
      times.push(performance.now());
      response.writeHead(429, { 'Retry-After': '1' }).end();
    });
    const { exitCode, stdout, stderr } = await runAgainst(`http://${server.host}`, [
      '--json',
      '--retries',
      '1',
    ]);
    const [note, error = ''] = stderr.split('\n');
    expect(note).toMatch(/^note: rate limited, retrying in \d s \(1 of 1\)$/);
    expect(JSON.parse(error)).toMatchObject({ error: { code: 'rate_limited', retryAfterSeconds: 1 } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  test('a reset connection is retried', async () => {
    let requests = 0;
    const server = await serveHttp((_, response) => {
      if (++requests === 1) response.socket?.resetAndDestroy();
      else response.end(SNAPSHOT);
    });
    const { exitCode, stdout, stderr } = await runAgainst(`http://${server.host}`, ['--json', '--quiet']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(bodyOf());
  });

  test.each([
    ['nothing', ''],
    ['half a snapshot', SNAPSHOT.slice(0, 200)],
  ])('a response without a length that stalls after %s is retried', async (_, body) => {
    const server = await serveSockets((socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${body}`));
    const ended = await runAgainst(`http://${server.host}`, ['--timeout', '1', '--retries', '1']);
    expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
    expect(ended.stderr).toMatch(
      /timed out after 1 s, retrying in \d s \(1 of 1\)\nerror: .* timed out after 1 s\n/,
    );
    expect(server.connections()).toBe(2);
  });

  test.each([
    ['no response', ''],
    ['a body byte by byte', 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n'],
  ])('--timeout 1 with %s ends within 2 s', async (_, head) => {
    const server = await serveSockets((socket) => {
      socket.write(head);
      const timer = setInterval(() => head !== '' && socket.write(' '), 100);
      socket.on('close', () => clearInterval(timer));
    });
    const ended = await runAgainst(`http://${server.host}`, ['--timeout', '1', '--retries', '0']);
    expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
    expect(ended.stderr).toMatch(/ timed out after 1 s\n/);
  });
});
