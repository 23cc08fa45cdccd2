import { describe, expect, test } from 'vitest';
import { serveHttp, serveSockets } from '../support/loopback.ts';
import { runAgainst } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';

const SNAPSHOT = JSON.stringify(bodyOf());
describe.concurrent('the built program against a service that fails', () => {
  test('429 is retried after Retry-After, with a note', async () => {
    const server = await serveHttp((_, response) => response.writeHead(429, { 'Retry-After': '1' }).end());
    const { exitCode, stdout, stderr } = await runAgainst(`http://${server.host}`, [
      '--json',
      '--retries',
      '1',
    ]);
    const [note, error = ''] = stderr.split('\n');
    expect(note).toMatch(/^note: rate limited, retrying in \d s \(1 of 1\)$/);
    expect(JSON.parse(error)).toMatchObject({ error: { code: 'rate_limited', retryAfterSeconds: 1 } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
    expect(server.received().match(/^GET /gm)).toHaveLength(2);
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
});
