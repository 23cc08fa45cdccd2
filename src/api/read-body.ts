import type { IncomingMessage } from 'node:http';
import type { Gunzip } from 'node:zlib';
import { BadResponseError, NetworkError } from '../errors.ts';

/** The limit for a body, compressed or not. A snapshot is about 30 KB. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The limit including chunk headers: each one-byte chunk can have 16 KB of extensions. */
const MAX_WIRE_BYTES = 2 * MAX_BYTES;
const INITIAL_BUFFER_BYTES = 64 * 1024;
/** A larger buffer grows to the limit at once: each step would leave another copy behind until it is collected. */
const MAX_DOUBLED_BYTES = 512 * 1024;
/** The least input for a call of the decompressor, because each call costs a thread switch and memory. */
const MIN_GUNZIP_BYTES = 16 * 1024;

/** The decompressed body of a response. Rejects with NetworkError or BadResponseError. */
export function readBody(message: IncomingMessage, createGunzip: () => Gunzip): Promise<Uint8Array> {
  const isZipped = /^(x-)?gzip$/i.test(message.headers['content-encoding'] ?? '');
  const gunzip = isZipped ? createGunzip() : null;
  const reading = new Promise<Uint8Array>((resolve, reject) => {
    const received = createByteBuffer();
    // An empty body is not valid gzip, but valid with `Content-Encoding: gzip`.
    const fail = (error: Error) =>
      received.length() === 0 && message.complete ? resolve(new Uint8Array()) : reject(cutOffError(error));
    if (message.errored !== null) return fail(message.errored);
    message.on('error', fail);
    message.on('data', (chunk: Uint8Array) => {
      if (message.socket.bytesRead > MAX_WIRE_BYTES)
        reject(tooLargeError(message, '16 MB with its chunk headers'));
      else if (!received.append(chunk)) reject(tooLargeError(message, '8 MB'));
    });
    const finish = (body: ByteBuffer) => (message.complete ? resolve(body.bytes()) : reject(cutOffError()));
    if (gunzip === null) message.on('end', () => finish(received));
    else {
      const body = createByteBuffer();
      gunzip.on('error', fail);
      gunzip.on('data', (chunk: Uint8Array) => {
        if (!body.append(chunk)) reject(tooLargeError(message, '8 MB'));
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
 * Writes the received bytes to the decompressor, one block at a time. The message is not paused meanwhile, because a
 * paused message keeps one Buffer per chunk, which takes much memory for tiny chunks.
 */
function feed(gunzip: Gunzip, received: ByteBuffer, message: IncomingMessage): void {
  let fed = 0;
  let isBusy = false;
  let hasEnded = false;
  const writeNext = () => {
    const rest = received.bytes().subarray(fed);
    if (isBusy || (rest.byteLength < MIN_GUNZIP_BYTES && !hasEnded)) return;
    if (rest.byteLength === 0) return void gunzip.end();
    fed += rest.byteLength;
    isBusy = true;
    gunzip.write(rest, () => {
      isBusy = false;
      writeNext();
    });
  };
  message.on('data', writeNext);
  message.on('end', () => {
    hasEnded = true;
    writeNext();
  });
}

interface ByteBuffer {
  /** Returns false, and does not append, if the buffer would exceed MAX_BYTES. */
  append(chunk: Uint8Array): boolean;
  length(): number;
  bytes(): Uint8Array;
}

/**
 * A growing buffer. Chunks are copied, because for a response in tiny chunks, one Buffer per chunk would take a hundred
 * times as much memory as its bytes.
 */
function createByteBuffer(): ByteBuffer {
  let buffer = Buffer.allocUnsafe(INITIAL_BUFFER_BYTES);
  let length = 0;
  return {
    append(chunk) {
      const needed = length + chunk.byteLength;
      if (needed > MAX_BYTES) return false;
      if (needed > buffer.byteLength) {
        const isLarge = Math.max(needed, buffer.byteLength) > MAX_DOUBLED_BYTES;
        const larger = Buffer.allocUnsafe(isLarge ? MAX_BYTES : Math.max(needed, 2 * buffer.byteLength));
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

export function cutOffError(cause?: unknown): NetworkError {
  return new NetworkError('the response was cut off', {
    reason: 'response cut off',
    hint: 'Try again in a moment.',
    cause,
  });
}

function tooLargeError({ statusCode }: IncomingMessage, limit: string): BadResponseError {
  return new BadResponseError(`the response is too large (more than ${limit})`, {
    reason: 'response too large',
    status: statusCode,
    hint: 'Check the base URL with `boards status`.',
  });
}
