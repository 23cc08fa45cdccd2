import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { constants, createGunzip } from 'node:zlib';
import type { DayFile } from './days.ts';

const CHUNK_BYTES = 256 * 1024;

/** The content of a file, decompressed. Each chunk may be overwritten by the next one. A cut gzip file gives what it has. */
export function readChunks(file: DayFile): AsyncIterable<Buffer> {
  return file.isCompressed ? readCompressed(file.path) : readPlain(file.path);
}

/** Memory of files that were read, for the next ones: released memory is collected late, and a recording may be read many times. */
const unused: Array<readonly [Buffer, Buffer]> = [];
const MAX_UNUSED = 2;

/** Reads a chunk while the one before it is in use. */
async function* readPlain(path: string): AsyncGenerator<Buffer, void> {
  const handle = await open(path);
  const chunks = unused.pop() ?? [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)];
  let [current, other] = chunks;
  let reading = handle.read(current, 0, CHUNK_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      reading = handle.read(other, 0, CHUNK_BYTES);
      yield current.subarray(0, bytesRead);
      [current, other] = [other, current];
    }
  } finally {
    await reading.catch(() => {});
    await handle.close();
    if (unused.length < MAX_UNUSED) unused.push(chunks);
  }
}

async function* readCompressed(path: string): AsyncGenerator<Buffer, void> {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // With this flush, the end of a cut file is no error.
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip)) yield chunk;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
