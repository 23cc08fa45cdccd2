import { close, open, read } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGunzip } from 'node:zlib';
import { unlessAborted } from '../lib/abort.ts';
import type { RecordedFile } from './directories.ts';

/** What is read at a time; between two reads, signals are heard. */
const CHUNK_BYTES = 256 * 1024;
/** Longer lines are skipped, and not kept in memory: no response is as large. */
const MAX_LINE_BYTES = 9 * 1024 * 1024;
/** Of a compressed file. It is decompressed at most twice, so it costs at most 1 GB. */
const MAX_DECOMPRESSED_BYTES = 512 * 1024 * 1024;
/** How much of a compressed file is kept behind the place of reading, for lines that are asked for in another order. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** What keeping a line takes beside its text, so that very many short lines do not fill memory. */
const LINE_OVERHEAD = 256;
const LINE_FEED = 0x0a;

const openFile = promisify(open);
const readAt = promisify(read);
/** Nothing was written, so no error matters. */
const closeFile = (file: number) => close(file, () => undefined);

interface Line {
  /** In the file, decompressed. */
  readonly offset: number;
  /** Without the line feed; null if the line is too long. Valid only until the next line is asked for. */
  readonly bytes: Buffer | null;
  /** False for bytes behind the last line feed: the line may be torn. */
  readonly isComplete: boolean;
}

export type LineFile = ReturnType<typeof openLines>;

/**
 * A file of lines. It stays open until it is closed, or, if it is not kept open, is opened for each passage and each read. What is aborted
 * throws the reason of the signal.
 */
export function openLines({ path, isCompressed }: RecordedFile, isKeptOpen: boolean, signal?: AbortSignal) {
  let kept: Promise<number> | null = null;
  const acquire = () => {
    const opening = kept ?? openFile(path, 'r');
    if (isKeptOpen) kept = opening;
    return unlessAborted(opening, signal);
  };
  const release = (file: number) => {
    if (!isKeptOpen) closeFile(file);
  };
  async function* lines() {
    const file = await acquire();
    try {
      yield* readLines(file, isCompressed, signal);
    } finally {
      release(file);
    }
  }
  const rest = isCompressed ? createPassage(lines) : null;
  return {
    /** In the order of the file. Throws for one that decompresses to too much, once its first lines are read. */
    lines,
    /** The bytes at a place of a line, in any order. Null if they cannot be had any more. */
    async read(offset: number, length: number): Promise<Buffer | null> {
      signal?.throwIfAborted();
      if (rest !== null) return rest.find(offset);
      const file = await acquire();
      const reading = readAt(file, Buffer.allocUnsafe(length), 0, length, offset).finally(() =>
        release(file),
      );
      const { bytesRead, buffer } = await unlessAborted(reading, signal);
      return bytesRead === length ? buffer : null;
    },
    close() {
      rest?.close();
      kept?.then(closeFile, () => undefined);
    },
  };
}

/** Goes through a compressed file once more, as far as lines are asked for, and keeps the last ones that it has passed. */
function createPassage(open: () => AsyncGenerator<Line, void>) {
  const kept = new Map<number, Buffer>();
  let keptBytes = 0;
  let lines: AsyncGenerator<Line, void> | null = null;
  let passed = -1;
  const passTo = async (offset: number) => {
    lines ??= open();
    while (passed < offset) {
      const { value } = await lines.next();
      if (value === undefined) return null;
      passed = value.offset;
      kept.set(passed, Buffer.from(value.bytes ?? ''));
      keptBytes += LINE_OVERHEAD + (value.bytes?.length ?? 0);
      for (const [first, bytes] of kept) {
        if (keptBytes <= KEPT_BYTES) break;
        kept.delete(first);
        keptBytes -= LINE_OVERHEAD + bytes.length;
      }
    }
    return kept.get(offset) ?? null;
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** One after the other: a replay and the memory of its pane read the same file. */
    find(offset: number): Promise<Buffer | null> {
      const found = last.then(() => passTo(offset));
      last = found.catch(() => undefined);
      return found;
    },
    close: () => void lines?.return(),
  };
}

/** Chunks of a file, which stays open; each is valid only until the next one is asked for if memory for them is given. */
async function* chunksOf(
  file: number,
  signal: AbortSignal | undefined,
  memory?: Buffer,
): AsyncGenerator<Buffer, void> {
  for (let position = 0; ; ) {
    const chunk = memory ?? Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await unlessAborted(readAt(file, chunk, 0, CHUNK_BYTES, position), signal);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** What a compressed file contains; of a cut one, as much as it has. */
function decompressed(file: number, signal: AbortSignal | undefined): AsyncIterable<Buffer> {
  const input = Readable.from(chunksOf(file, signal), { objectMode: false });
  // With this flush, the end of a cut file is no error.
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  return pipeline(input, gunzip, () => undefined);
}

async function* readLines(
  file: number,
  isCompressed: boolean,
  signal?: AbortSignal,
): AsyncGenerator<Line, void> {
  // Of a line whose end is not read yet: what was read of it, its length, and where it begins.
  let parts: Array<Buffer> = [];
  let length = 0;
  let offset = 0;
  const lineWith = (rest: Buffer): Line['bytes'] => {
    if (length > MAX_LINE_BYTES) return null;
    return parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
  };
  const chunks = isCompressed
    ? decompressed(file, signal)
    : chunksOf(file, signal, Buffer.allocUnsafe(CHUNK_BYTES));
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      length += end - start;
      yield { offset, bytes: lineWith(chunk.subarray(start, end)), isComplete: true };
      parts = [];
      offset += length + 1;
      length = 0;
      start = end + 1;
    }
    length += chunk.length - start;
    if (length > MAX_LINE_BYTES) parts = [];
    else if (start < chunk.length) parts.push(Buffer.from(chunk.subarray(start)));
    if (isCompressed && offset + length > MAX_DECOMPRESSED_BYTES) throw new Error('the file is too large');
  }
  signal?.throwIfAborted();
  if (length > 0) yield { offset, bytes: lineWith(Buffer.alloc(0)), isComplete: false };
}
