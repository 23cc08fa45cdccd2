import type { IncomingMessage } from 'node:http';
import type { gunzipSync } from 'node:zlib';
import { BadResponseError, errnoOf, NetworkError } from '../errors.ts';

/** The limit for a body, compressed or not. A snapshot is about 30 KB. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The limit including chunk headers: each one-byte chunk can have 16 KB of extensions. */
const MAX_WIRE_BYTES = 2 * MAX_BYTES;
const INITIAL_BUFFER_BYTES = 64 * 1024;
/** A larger buffer grows to the limit at once: each step would leave another copy behind until it is collected. */
const MAX_DOUBLED_BYTES = 512 * 1024;

/** The decompressed body of a response. Rejects with NetworkError or BadResponseError. */
export async function readBody(message: IncomingMessage, gunzip: typeof gunzipSync): Promise<Uint8Array> {
  const received = await receive(message).finally(() => message.destroy());
  const isZipped = /^(x-)?gzip$/i.test(message.headers['content-encoding'] ?? '');
  // An empty body is not valid gzip, but valid with `Content-Encoding: gzip`.
  if (!isZipped || received.byteLength === 0) return received;
  try {
    return gunzip(received, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw errnoOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLargeError(message, '8 MB') : cutOffError(error);
  }
}

/** The message is never paused, because a paused message keeps one Buffer per chunk, which takes much memory for tiny chunks. */
function receive(message: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const body = createByteBuffer();
    const fail = (error?: Error | null) => reject(cutOffError(error));
    if (message.errored !== null) return fail(message.errored);
    message.on('error', fail);
    message.on('data', (chunk: Uint8Array) => {
      if (message.socket.bytesRead > MAX_WIRE_BYTES)
        reject(tooLargeError(message, '16 MB with its chunk headers'));
      else if (!body.append(chunk)) reject(tooLargeError(message, '8 MB'));
    });
    message.on('end', () => (message.complete ? resolve(body.bytes()) : fail()));
  });
}

interface ByteBuffer {
  /** Returns false, and does not append, if the buffer would exceed MAX_BYTES. */
  append(chunk: Uint8Array): boolean;
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
