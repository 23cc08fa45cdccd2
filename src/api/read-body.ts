import type { IncomingMessage } from 'node:http';
import type { Gunzip } from 'node:zlib';
import { BadResponseError, NetworkError } from '../errors.ts';

/** A snapshot is about 30 KB; this is what a hostile or broken response may cost us, compressed or not. */
const MAX_BYTES = 8 * 1024 * 1024;
/** With what frames the body: a chunk of one byte can carry 16 KB of extensions, and no limit bounds their number. */
const MAX_WIRE_BYTES = 2 * MAX_BYTES;
const FIRST_BYTES = 64 * 1024;
/** Decompressed at a time: each time costs a turn of a thread, and memory of its own. */
const GUNZIP_BYTES = 16 * 1024;

/** The decompressed bytes of a response. Rejects with NetworkError or BadResponseError. */
export function readBody(message: IncomingMessage, createGunzip: () => Gunzip): Promise<Uint8Array> {
  const isZipped = /^(x-)?gzip$/i.test(message.headers['content-encoding'] ?? '');
  const gunzip = isZipped ? createGunzip() : null;
  const reading = new Promise<Uint8Array>((resolve, reject) => {
    const received = createByteBuffer();
    // No body at all is no gzip either, whatever its header says.
    const fail = (error: Error) =>
      received.length() === 0 && message.complete ? resolve(new Uint8Array()) : reject(cutOff(error));
    if (message.errored !== null) return fail(message.errored);
    message.on('error', fail);
    message.on('data', (chunk: Uint8Array) => {
      if (message.socket.bytesRead > MAX_WIRE_BYTES)
        reject(tooLarge(message, '16 MB with its chunk headers'));
      else if (!received.append(chunk)) reject(tooLarge(message, '8 MB'));
    });
    const finish = (body: ByteBuffer) => (message.complete ? resolve(body.bytes()) : reject(cutOff()));
    if (gunzip === null) message.on('end', () => finish(received));
    else {
      const body = createByteBuffer();
      gunzip.on('error', fail);
      gunzip.on('data', (chunk: Uint8Array) => {
        if (!body.append(chunk)) reject(tooLarge(message, '8 MB'));
      });
      gunzip.on('end', () => finish(body));
      feed(gunzip, received, message);
    }
  });
  return reading.finally(() => {
    message.destroy();
    gunzip?.destroy();
  });
}

/**
 * Gives the gunzip what was received, a piece after the other. The message flows on meanwhile: what it waits with while
 * it is paused is kept as one Buffer for each chunk.
 */
function feed(gunzip: Gunzip, received: ByteBuffer, message: IncomingMessage): void {
  let fed = 0;
  let isBusy = false;
  let hasEnded = false;
  const give = () => {
    const more = received.bytes().subarray(fed);
    if (isBusy || (more.byteLength < GUNZIP_BYTES && !hasEnded)) return;
    if (more.byteLength === 0) return void gunzip.end();
    fed += more.byteLength;
    isBusy = true;
    gunzip.write(more, () => {
      isBusy = false;
      give();
    });
  };
  message.on('data', give);
  message.on('end', () => {
    hasEnded = true;
    give();
  });
}

interface ByteBuffer {
  /** False when that would be too much; nothing is kept then. */
  append(chunk: Uint8Array): boolean;
  length(): number;
  bytes(): Uint8Array;
}

/**
 * One buffer that grows with what is put into it. Chunks are copied, because a Buffer for each would take a hundred times
 * the memory of its bytes when a response comes in tiny chunks.
 */
function createByteBuffer(): ByteBuffer {
  let buffer = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  return {
    append(chunk) {
      const needed = length + chunk.byteLength;
      if (needed > MAX_BYTES) return false;
      if (needed > buffer.byteLength) {
        const larger = Buffer.allocUnsafe(Math.min(MAX_BYTES, Math.max(needed, 2 * buffer.byteLength)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length = needed;
      return true;
    },
    length: () => length,
    bytes: () => buffer.subarray(0, length),
  };
}

export function cutOff(cause?: unknown): NetworkError {
  return new NetworkError('the answer was cut off', { hint: 'Try again in a moment.', cause });
}

function tooLarge({ statusCode }: IncomingMessage, limit: string): BadResponseError {
  return new BadResponseError(`the answer is too large (more than ${limit})`, {
    status: statusCode,
    hint: 'Check the base URL with `boards status`.',
  });
}
