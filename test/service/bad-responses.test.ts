import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY } from '../support/canary.ts';
import { gzipResponse, httpResponse, serveBytes } from '../support/loopback.ts';
import { failReal } from '../support/real-client.ts';
import { bodyOf } from '../support/snapshots.ts';

const SNAPSHOT = JSON.stringify(bodyOf());

function manyBoards(count: number): string {
  return JSON.stringify({
    boards: Object.fromEntries(Array.from({ length: count }, (_, index) => [`b${index}`, []])),
  });
}

const UNEXPECTED = /^unexpected response/;
const CUT_OFF = /^the response was cut off$/;
const TOO_DEEP = /nested too deeply/;

describe('bad responses', () => {
  const html = `<!doctype html>${'x'.repeat(1200)}`;
  const wrongChecksum = Buffer.concat([gzipSync(SNAPSHOT).subarray(0, -8), Buffer.alloc(8)]);
  const deep = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);
  const error = (status: string, value: unknown) =>
    httpResponse('', JSON.stringify({ error: value }), status);
  const chunked = (chunks: string) => httpResponse('Transfer-Encoding: chunked', chunks);
  const page = httpResponse('Content-Type: text/html; charset=utf-8', html);
  const keyAsType = httpResponse(`Content-Type: ${'x'.repeat(40)}${CANARY_KEY}`);
  const upgrade = httpResponse('Upgrade: x\r\nConnection: upgrade', '', '101 Switching');
  const twice = httpResponse('Retry-After: 5\r\nRetry-After: 9', '', '429 Slow');
  test.each<[string, Buffer, number, RegExp]>([
    ['HTML', page, 8, /^unexpected response \(200 text\/html, 1\.2 KB\)$/],
    [
      '2 MB of HTML',
      httpResponse('Content-Type: text/html', 'x'.repeat(2 * 1024 ** 2)),
      8,
      /^unexpected response \(200 text\/html, 2\.0 MB\)$/,
    ],
    ['1 KB', httpResponse('', 'x'.repeat(1024)), 8, /^unexpected response \(200 no content type, 1\.0 KB\)$/],
    [
      '1 MB of a type with a long name',
      httpResponse(`Content-Type: ${'t'.repeat(70)}`, 'x'.repeat(1024 ** 2)),
      8,
      /^unexpected response \(200 t{60}, 1\.0 MB\)$/,
    ],
    ['nothing', httpResponse('Content-Length: 0'), 8, /^unexpected response \(200 no content type, 0 B\)$/],
    ['204', httpResponse('X-Cache: MISS', '', '204 No Content'), 8, /^unexpected response \(204\)$/],
    ['304', httpResponse('ETag: "1"', '', '304 Not Modified'), 8, /^unexpected response \(304\)$/],
    [
      '204 in gzip',
      httpResponse('Content-Encoding: gzip', '', '204 No Content'),
      8,
      /^unexpected response \(204\)$/,
    ],
    [
      'truncated JSON',
      httpResponse('', SNAPSHOT.slice(0, 200)),
      8,
      /^unexpected response \(200 no content type, 200 B\)$/,
    ],
    ['UTF-16', httpResponse('', Buffer.from(`\ufeff${SNAPSHOT}`, 'utf16le')), 8, UNEXPECTED],
    ['UTF-16 without a mark', httpResponse('', Buffer.from(SNAPSHOT, 'utf16le')), 8, UNEXPECTED],
    ['10,000 deep, known field', httpResponse('', `{"boards":${deep(10_000)}}`), 8, TOO_DEEP],
    ['10,000 deep, unknown', httpResponse('', `{"boards":{},"x":${deep(10_000)}}`), 8, TOO_DEEP],
    ['1,000,000 deep, known field', httpResponse('', `{"boards":${deep(1e6)}}`), 8, TOO_DEEP],
    [
      '1,000,000 deep, unknown',
      httpResponse('', `{"boards":{},"x":${deep(1e6, '{"a":', '}')}}`),
      8,
      TOO_DEEP,
    ],
    ['30,000 boards', httpResponse('', manyBoards(30_000)), 8, /^the response has too many boards or fields/],
    ['unrequested brotli', httpResponse('Content-Encoding: br', '\x8b\x03'), 8, UNEXPECTED],
    ['body cut off', httpResponse('Content-Length: 9999', SNAPSHOT), 7, CUT_OFF],
    ['chunks without an end', chunked('5\r\n{"boa\r\n'), 7, CUT_OFF],
    ['a chunk of bad size', chunked('5\r\n{"boa\r\nzz\r\n'), 7, CUT_OFF],
    ['gzip that is plain text', gzipResponse(Buffer.from(SNAPSHOT)), 7, CUT_OFF],
    ['gzip without its end', gzipResponse(gzipSync(SNAPSHOT).subarray(0, -20)), 7, CUT_OFF],
    ['gzip with a wrong checksum', gzipResponse(wrongChecksum), 7, CUT_OFF],
    ['another protocol', Buffer.from('SSH-2.0-OpenSSH_9.9\r\n'), 7, /does not use HTTP \(HPE_/],
    [
      'endless headers',
      httpResponse(`X-Cache: ${'x'.repeat(64 * 1024)}`),
      8,
      /^cannot read the response from \S+: headers over 16 KB \(HPE_HEADER_OVERFLOW\)$/,
    ],
    ['an unrequested upgrade', upgrade, 7, CUT_OFF],
    [
      '500 with a message',
      error('500 Oops', ' out of\u0000 hamsters '),
      6,
      /^the service is unavailable \(500: out of/,
    ],
    ['500 with null', error('500 Oops', null), 6, /^the service is unavailable \(500\)$/],
    ['500 with an object', error('500 Oops', { deep: 1 }), 6, /^the service is unavailable \(500\)$/],
    ['503 with 1 MB', error('503 Busy', 'x'.repeat(1e6)), 6, /^the service is unavailable \(503: x{200}\)$/],
    ['503 cut off', httpResponse('Content-Length: 99', '{"er', '503 Busy'), 7, CUT_OFF],
    [
      '400 with a part of the key',
      error('400 Bad', `no: ${CANARY_KEY.slice(0, 30)}...`),
      8,
      /no: \[redacted\]\.\.\.\)$/,
    ],
    ['the key as the content type', keyAsType, 8, /x\[redacted\], 0 B\)$/],
    ['Retry-After twice', twice, 5, /try again in 30 s$/],
  ])('%s', async (_, bytes, exitCode, message) => {
    const server = await serveBytes(bytes);
    const failure = await failReal(`http://${server.host}`);
    expect(failure.message).toMatch(message);
    expect(failure.exitCode).toBe(exitCode);
    expect(failure.reason).not.toMatch(/127\.0\.0\.1|redacted|hamsters|xxx/);
    if (failure.message === 'the response was cut off')
      expect(failure).toMatchObject({ reason: 'response cut off', hint: 'Try again in a moment.' });
    expect(server.connections()).toBe(1);
  });
});
