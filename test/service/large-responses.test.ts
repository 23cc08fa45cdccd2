import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serveHttp, serveSockets } from '../support/loopback.ts';
import { failReal, fetchReal } from '../support/real-client.ts';

const MB = 1024 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

/** A stream of zeros; `made` returns how many bytes were read from it. */
function zeros(bytes: number) {
  let made = 0;
  const stream = new Readable({
    read() {
      made += ZEROS.length;
      this.push(made > bytes ? null : ZEROS);
    },
  });
  return { stream, made: () => made };
}

function* endless(block: Buffer) {
  for (;;) yield block;
}

describe('a response of more than 8 MB, as received or decompressed, is refused', () => {
  test.each([
    ['1 GB with Content-Length', { 'Content-Length': String(1024 * MB) }],
    ['1 GB in chunks', {}],
  ])('%s', async (_, headers) => {
    const source = zeros(1024 * MB);
    const server = await serveHttp((_request, response) => {
      response.writeHead(200, headers);
      pipeline(source.stream, response, () => undefined);
    });
    const failure = await failReal(`http://${server.host}`);
    expect(failure).toMatchObject({
      ...{ exitCode: 8, retryable: false, status: 200 },
      reason: 'response too large',
      hint: 'Check the base URL with `boards status`.',
    });
    expect(failure.message).toBe('the response is too large (more than 8 MB)');
    await expect.poll(server.open).toBe(0);
    expect(source.made()).toBeLessThan(32 * MB);
  });

  test('1 GB of zeros in gzip', async () => {
    // Parts of gzip, one behind the other, are decompressed as one text.
    const part = gzipSync(Buffer.alloc(16 * MB));
    const body = Buffer.concat(Array.from({ length: 64 }, () => part));
    const server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body);
    });
    const failure = await failReal(`http://${server.host}`);
    expect(failure.message).toBe('the response is too large (more than 8 MB)');
  });

  test('endless gzip without content', async () => {
    // A head, then empty blocks.
    const begin = Buffer.from('1f8b0800000000000003', 'hex');
    const blocks = Buffer.from('000000ffff'.repeat(4096), 'hex');
    const server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).write(begin);
      pipeline(Readable.from(endless(blocks)), response, () => undefined);
    });
    const failure = await failReal(`http://${server.host}`);
    expect(failure.message).toBe('the response is too large (more than 8 MB)');
    await expect.poll(server.open).toBe(0);
  });

  test('endless extensions of chunks', async () => {
    const chunk = `1;${'x'.repeat(8000)}\r\n \r\n`;
    const endlessChunks = await serveSockets((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      pipeline(Readable.from(endless(Buffer.from(chunk))), socket, () => undefined);
    });
    const failure = await failReal(`http://${endlessChunks.host}`);
    expect(failure.message).toBe('the response is too large (more than 16 MB with its chunk headers)');
    await expect.poll(endlessChunks.open).toBe(0);
    expect(endlessChunks.sent()).toBeGreaterThan(16 * MB);
    expect(endlessChunks.sent()).toBeLessThan(32 * MB);
  });

  test('a response of exactly 8 MB is read', async () => {
    const empty = '{"boards":{},"padding":""}';
    const body = empty.replace('""', `"${'x'.repeat(8 * MB - empty.length)}"`);
    const server = await serveHttp((_, response) => response.end(body));
    expect((await fetchReal(`http://${server.host}`)).bytes).toBe(body.length);
  });
});
