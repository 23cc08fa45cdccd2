import { createReadStream, read } from 'node:fs';
import { promisify } from 'node:util';
import { constants, createGunzip } from 'node:zlib';

/** Without an object of Node that would have to be closed before it is collected. */
const readAt = promisify(read);

/** What is read at a time; between two reads, signals are heard. */
export const CHUNK_BYTES = 256 * 1024;
/** Longer lines are skipped, and not kept in memory: no response is as large. */
const MAX_LINE_BYTES = 9 * 1024 * 1024;
/** Of a compressed file. It is decompressed at most twice, so it costs at most 1 GB. */
const MAX_DECOMPRESSED_BYTES = 512 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Copies the next bytes of a file to a place in memory, at most `CHUNK_BYTES`. Returns how many; 0 at the end. */
type Source = (memory: Buffer, at: number) => Promise<number>;

export interface Line {
  /** In the file, decompressed. */
  readonly offset: number;
  /** Without the line feed. Valid only until the next line is asked for; null if the line is too long. */
  readonly bytes: Buffer | null;
  /** False for bytes behind the last line feed: the line may be torn. */
  readonly isComplete: boolean;
}

/**
 * Returns a function that gives the block at a multiple of `CHUNK_BYTES` of an open file, valid until the next one is asked for.
 * Where blocks are asked for in turn, the next one is read while one is in use.
 */
export function createBlockReader(file: number) {
  const memory: [Buffer, Buffer] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
  const load = (start: number) => {
    const [, target] = memory;
    const reading = readAt(file, target, 0, CHUNK_BYTES, start);
    const block = reading.then(({ bytesRead }) => target.subarray(0, bytesRead));
    // An error is reported where the block is used.
    block.catch(() => undefined);
    return { start, block };
  };
  let current: ReturnType<typeof load> | undefined;
  let ahead: ReturnType<typeof load> | undefined;
  return {
    async read(start: number): Promise<Buffer> {
      if (current?.start !== start) {
        const isInTurn = start === (current?.start ?? 0) + CHUNK_BYTES;
        if (ahead?.start !== start) {
          await ahead?.block.catch(() => undefined);
          ahead = load(start);
        }
        current = ahead;
        memory.reverse();
        ahead = isInTurn ? load(start + CHUNK_BYTES) : undefined;
      }
      return current.block;
    },
    /** Resolves when nothing is read any more. */
    idle: () => ahead?.block.catch(() => undefined),
  };
}

/** The lines of an open file. Throws the reason of an aborted signal. */
export function plainLines(
  readBlock: (start: number) => Promise<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<Line, void> {
  let position = 0;
  const source: Source = async (memory, at) => {
    // A file that grows meanwhile ends where its end was first met.
    if (position % CHUNK_BYTES !== 0) return 0;
    const block = await readBlock(position);
    position += block.length;
    return block.copy(memory, at);
  };
  return splitLines(source, signal);
}

/**
 * The lines of a compressed file; of a cut one, those that it has. Throws for a file that decompresses to too much, once its
 * first lines are read, and the reason of an aborted signal.
 */
export async function* compressedLines(path: string, signal?: AbortSignal): AsyncGenerator<Line, void> {
  const input = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // With this flush, the end of a cut file is no error.
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  input.on('error', (error) => gunzip.destroy(error));
  const chunks: AsyncIterator<Buffer> = input.pipe(gunzip)[Symbol.asyncIterator]();
  let total = 0;
  const source: Source = async (memory, at) => {
    const { value, done } = await chunks.next();
    if (done === true) return 0;
    total += value.length;
    if (total > MAX_DECOMPRESSED_BYTES) throw new Error('the file is too large');
    return value.copy(memory, at);
  };
  try {
    yield* splitLines(source, signal);
  } finally {
    input.destroy();
    gunzip.destroy();
  }
}

async function* splitLines(source: Source, signal?: AbortSignal): AsyncGenerator<Line, void> {
  let memory = Buffer.allocUnsafe(2 * CHUNK_BYTES);
  // The first bytes of a line of which the end is not read yet.
  let length = 0;
  let offset = 0;
  let isTooLong = false;
  for (;;) {
    signal?.throwIfAborted();
    if (length > MAX_LINE_BYTES) {
      offset += length;
      length = 0;
      isTooLong = true;
    }
    if (length + CHUNK_BYTES > memory.length)
      memory = Buffer.concat([memory.subarray(0, length)], 2 * memory.length);
    const count = await source(memory, length);
    const unread = memory.subarray(0, length + count);
    let start = 0;
    for (let end = unread.indexOf(LINE_FEED, length); end >= 0; end = unread.indexOf(LINE_FEED, start)) {
      const isSkipped = isTooLong || end - start > MAX_LINE_BYTES;
      yield {
        offset: offset + start,
        bytes: isSkipped ? null : unread.subarray(start, end),
        isComplete: true,
      };
      isTooLong = false;
      start = end + 1;
    }
    if (count === 0) {
      const rest = unread.subarray(start);
      if (isTooLong || rest.length > 0) yield { offset, bytes: isTooLong ? null : rest, isComplete: false };
      return;
    }
    unread.copyWithin(0, start);
    length = unread.length - start;
    offset += start;
  }
}
