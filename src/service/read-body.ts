import type { IncomingMessage } from 'node:http';
import type { gunzipSync } from 'node:zlib';
import { BadResponseError, errnoOf, NetworkError } from '../errors.ts';

/** The limit for a body, compressed or not. A snapshot is about 30 KB. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The limit including chunk headers: each one-byte chunk can have 16 KB of extensions. */
const MAX_WIRE_BYTES = 2 * MAX_BYTES;

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

/**
 * Chunks are copied to one buffer as they come, and the message is never paused: for a response in tiny chunks, one Buffer per
 * chunk would take a hundred times as much memory as its bytes.
 */
function receive(message: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const buffer = new ArrayBuffer(0, { maxByteLength: MAX_BYTES });
    // Its length follows that of the buffer.
    const body = new Uint8Array(buffer);
    const fail = (error?: Error | null) => reject(cutOffError(error));
    if (message.errored !== null) return fail(message.errored);
    message.on('error', fail);
    message.on('data', (chunk: Uint8Array) => {
      const start = body.byteLength;
      if (message.socket.bytesRead > MAX_WIRE_BYTES)
        return reject(tooLargeError(message, '16 MB with its chunk headers'));
      if (start + chunk.byteLength > MAX_BYTES) return reject(tooLargeError(message, '8 MB'));
      buffer.resize(start + chunk.byteLength);
      body.set(chunk, start);
    });
    message.on('end', () => (message.complete ? resolve(body) : fail()));
  });
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
