import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTransport } from '../../src/service/transport.ts';
import { CANARY_KEY, leakIn } from '../support/canary.ts';
import { realClock } from '../support/fake-clock.ts';
import { gzipResponse, httpResponse, serveBytes, serveSockets } from '../support/loopback.ts';
import { bodyOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const PASSWORD = 'hunter2-correct-horse';
const escaped = [...CANARY_KEY].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`).join('');
const half = CANARY_KEY.slice(0, 24);

/** Responses that contain the key, or a part of it, in every place of a response. */
const ECHOES: ReadonlyArray<readonly [string, string | Buffer]> = [
  ['a page', httpResponse('Content-Type: text/html', `<p>${CANARY_KEY}`)],
  ['JSON', httpResponse('', JSON.stringify(bodyOf({ [CANARY_KEY]: CANARY_KEY })))],
  ['an error', httpResponse('', JSON.stringify({ error: `no ${CANARY_KEY}` }), '401 No')],
  ['JSON with escapes', httpResponse('', JSON.stringify({ error: 'x' }).replace('x', escaped), '400 No')],
  ['broken JSON', httpResponse('', `{"error":"${CANARY_KEY}`)],
  ['broken JSON with escapes', httpResponse('', `{"error":"${escaped}`)],
  ['JSON with escapes that is no snapshot', httpResponse('', `{"error":"${escaped}"}`)],
  ['UTF-16', httpResponse('', Buffer.from(`"${CANARY_KEY}"`, 'utf16le'))],
  ['UTF-16, big-endian', httpResponse('', Buffer.from(`"${CANARY_KEY}"`, 'utf16le').swap16())],
  ['text with zero bytes', httpResponse('', [...CANARY_KEY].join('\0'))],
  ['text with invisible characters', httpResponse('', [...CANARY_KEY].join('\u200b'))],
  ['a part of it at the end of the excerpt', httpResponse('', `${'x'.repeat(190)}${half}`)],
  ['the reason phrase', httpResponse('', '', `400 ${CANARY_KEY}`)],
  ['the content type', httpResponse(`Content-Type: ${CANARY_KEY}/${CANARY_KEY}`, 'x')],
  ['X-Cache', httpResponse(`X-Cache: ${half.slice(0, 20)}`, JSON.stringify(bodyOf()))],
  ['the name of a header', httpResponse(`${CANARY_KEY}: x`, 'x')],
  ['a broken header', httpResponse(`X: y\r\n${CANARY_KEY}\x01: x`, 'x')],
  ['a broken status line', `HTTP/1.1 ${CANARY_KEY}\r\n\r\n`],
  ['the target of a redirect', httpResponse(`Location: https://${CANARY_KEY}.example/`, '', '302 Found')],
  ['Retry-After', httpResponse(`Retry-After: ${CANARY_KEY}`, '', '429 Slow')],
  ['a chunk size', httpResponse('Transfer-Encoding: chunked', `${CANARY_KEY}\r\nx\r\n`)],
  ['a chunk extension', httpResponse('Transfer-Encoding: chunked', `1;${CANARY_KEY}\r\nx\r\nzz\r\n`)],
  [
    'gzip with a wrong checksum',
    gzipResponse(Buffer.concat([gzipSync(CANARY_KEY).subarray(0, -8), Buffer.alloc(8)])),
  ],
  ['another protocol', `220 ${CANARY_KEY} ready\r\n`],
];

/** Runs `boards --debug` with the real transport. */
function debug(baseUrl: string, proxy: WorldOptions['env'] = {}) {
  const env = { BOARDS_BASE_URL: baseUrl, BOARDS_API_KEY: CANARY_KEY, ...proxy };
  const transport = createTransport({ clock: realClock, env });
  return runCli('--debug --retries 0', { env, transport, isRealTime: true });
}

describe('--debug never shows a key that the service returns in', () => {
  test.each(ECHOES)('%s', async (_, bytes) => {
    const server = await serveBytes(bytes);
    const { stdout, stderr } = await debug(`http://${server.host}`);
    expect(stderr).toMatch(/^debug: GET http/);
    expect(leakIn(decoded(stdout + stderr))).toBeNull();
  });
});

/** The text as a reader could decode it: escapes resolved, control and replacement characters removed. */
function decoded(text: string): string {
  return text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/[^\x20-\x7e\n]|\?|\\u\{[0-9a-f]+\}/gi, '');
}

describe('--debug never shows the password of a proxy', () => {
  test.each([
    ['echoed in the head', (secret: string) => `HTTP/1.1 407 ${secret}\r\nX-Echo: ${secret}\r\n\r\n`],
    ['echoed in a broken head', (secret: string) => `HTTP/1.1 200 OK\r\n${secret}\x01\r\n\r\n`],
    ['echoed instead of TLS', (secret: string) => `HTTP/1.1 200 OK\r\n\r\n${secret}`],
    ['echoed as another protocol', (secret: string) => `220 ${secret}\r\n`],
  ])('%s', async (_, respond) => {
    const credentials = Buffer.from(`trader:${PASSWORD}`).toString('base64');
    const proxy = await serveSockets((socket) =>
      socket.once('data', () => socket.end(respond(`${PASSWORD} ${credentials}`))),
    );
    const env = { HTTPS_PROXY: `http://trader:${PASSWORD}@${proxy.host}`, DEBUG: '*' };
    const ended = await debug('https://boards.example', env);
    expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
    expect(ended.stderr).not.toContain(PASSWORD);
    expect(ended.stderr).not.toContain(credentials);
    expect(proxy.received()).toContain(credentials);
  });

  test.each([
    `http://trader:${PASSWORD}@[`,
    `trader:${PASSWORD}`,
    `http://trader:12345/${PASSWORD}@proxy.example`,
    `http://trader:12345?${PASSWORD}@proxy.example`,
    `socks5://trader:${PASSWORD}@proxy.example`,
    `${PASSWORD}://proxy.example`,
  ])('in an invalid proxy URL: %s', async (address) => {
    const env = { HTTPS_PROXY: address };
    const ended = await debug('https://boards.example', env);
    expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
    expect(ended.stderr).toMatch(/^error: HTTPS_PROXY /m);
    expect(ended.stderr).not.toMatch(/hunter2|12345/);
  });
});
