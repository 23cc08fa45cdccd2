import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../support/loopback.ts';
import { failReal, fetchReal } from '../support/real-client.ts';

const MB = 1024 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

/** A stream of zeros, made as it is read; `made` tells how far the reader let it come. */
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

describe('more than 8 MB is stopped while it streams', () => {
  test.each([
    ['1 GB in plain, announced', { 'Content-Length': String(1024 * MB) }, 32 * MB],
    ['1 GB in chunks', {}, 32 * MB],
    // A few KB on the wire are many MB of zeros: all that the buffers of two sockets hold.
    ['1 GB of zeros in gzip', { 'Content-Encoding': 'gzip' }, 512 * MB],
  ])('%s', async (_, headers, most) => {
    const source = zeros(1024 * MB);
    const server = await serveHttp((_request, response) => {
      response.writeHead(200, headers);
      const isGzip = 'Content-Encoding' in headers;
      if (isGzip) pipeline(source.stream, createGzip({ level: 1 }), response, () => undefined);
      else pipeline(source.stream, response, () => undefined);
    });
    const failure = await failReal(`http://${server.host}`);
    expect(failure).toMatchObject({ exitCode: 8, retryable: false, status: 200 });
    expect(failure.message).toBe('the answer is too large (more than 8 MB)');
    await expect.poll(server.open).toBe(0);
    expect(source.made()).toBeLessThan(most);
  });

  test('gzip that goes on without a byte of content', async () => {
    // A head, then empty blocks.
    const begin = Buffer.from('1f8b0800000000000003', 'hex');
    const blocks = Buffer.from('000000ffff'.repeat(4096), 'hex');
    const server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).write(begin);
      pipeline(Readable.from(endless(blocks)), response, () => undefined);
    });
    const failure = await failReal(`http://${server.host}`);
    expect(failure.message).toBe('the answer is too large (more than 8 MB)');
    await expect.poll(server.open).toBe(0);
  });

  test('and just below 8 MB is read', async () => {
    const body = `{"boards":{},"padding":"${'x'.repeat(8 * MB - 30)}"}`;
    const server = await serveHttp((_, response) => response.end(body));
    expect((await fetchReal(`http://${server.host}`)).bytes).toBe(body.length);
  });
});
