import { rmSync } from 'node:fs';
import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlessAborted } from '../lib/abort.ts';
import { FILE_MODE } from '../lib/private-files.ts';

export const MAX_PIPED_MB = 512;
const MAX_BYTES = MAX_PIPED_MB * 1024 * 1024;
const GZIP_MAGIC = 0x1f8b;

/** Copies to a temporary file, because a recording is read more than once. */
export async function copyPiped(input: AsyncIterable<string | Buffer>, signal: AbortSignal) {
  const directory = await mkdtemp(join(tmpdir(), 'boards-'));
  const path = join(directory, 'recording.ndjson');
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const chunks = input[Symbol.asyncIterator]();
  let bytes = 0;
  let isCompressed = false;
  try {
    const file = await open(path, 'wx', FILE_MODE);
    try {
      for (let next = await unlessAborted(chunks.next(), signal); next.done !== true; ) {
        const chunk = Buffer.from(next.value).subarray(0, MAX_BYTES - bytes);
        if (bytes === 0) isCompressed = chunk.length > 1 && chunk.readUInt16BE() === GZIP_MAGIC;
        await file.writeFile(chunk);
        bytes += chunk.length;
        if (bytes === MAX_BYTES) break;
        next = await unlessAborted(chunks.next(), signal);
      }
    } finally {
      await file.close();
      // A pipe that does not end would keep the program running.
      void chunks.return?.();
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { path, isCompressed, isCut: bytes === MAX_BYTES, remove };
}
