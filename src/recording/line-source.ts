import { closeSync, openSync } from 'node:fs';
import type { RecordedFile } from './days.ts';
import { CHUNK_BYTES, compressedLines, createBlockReader, type Line, plainLines } from './lines.ts';

/** Where a line lies in a file, decompressed. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

/** A file of lines, which is open until it is closed. What is aborted throws the reason of the signal. */
export interface LineFile {
  /** In the order of the file. */
  lines(): AsyncGenerator<Line, void>;
  /** The line at a place; valid until the next one is asked for. Null if it cannot be had any more. */
  read(place: LinePlace): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** What is kept of a compressed file for lines that are asked for later than they come. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Opens a file. `placesIn` are all lines that may be asked for. */
export function openLines(
  { path, isCompressed }: RecordedFile,
  placesIn: () => Iterable<LinePlace>,
  signal?: AbortSignal,
): LineFile {
  return isCompressed ? openCompressed(path, placesIn, signal) : openPlain(path, signal);
}

/** Lines can be asked for in any order. */
function openPlain(path: string, signal?: AbortSignal): LineFile {
  const file = openSync(path, 'r');
  const blocks = createBlockReader(file);
  let line = Buffer.alloc(0);
  return {
    lines: () => plainLines(blocks.read, signal),
    async read({ offset, length }) {
      if (line.length < length) line = Buffer.allocUnsafe(2 * length);
      for (let copied = 0; copied < length; ) {
        signal?.throwIfAborted();
        const start = (offset + copied) % CHUNK_BYTES;
        const block = await blocks.read(offset + copied - start);
        if (block.length <= start) return null;
        copied += block.copy(line, copied, start, start + length - copied);
      }
      return line.subarray(0, length);
    },
    async close() {
      await blocks.idle();
      closeSync(file);
    },
  };
}

/**
 * The first line that is asked for begins to decompress the file once more. Of the lines that come before those that are asked for,
 * the last ones are kept; the others cannot be had any more.
 */
function openCompressed(path: string, placesIn: () => Iterable<LinePlace>, signal?: AbortSignal): LineFile {
  const open = () => {
    const lengths = new Map([...placesIn()].map(({ offset, length }) => [offset, length]));
    const bytes = [...lengths.values()].reduce((sum, length) => sum + length, 0);
    return {
      lines: compressedLines(path, signal),
      lengths,
      kept: createKeptLines(Math.min(bytes, KEPT_BYTES)),
    };
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    lines: () => compressedLines(path, signal),
    async read(place) {
      signal?.throwIfAborted();
      opened ??= open();
      const { lines, lengths, kept } = opened;
      while (!kept.has(place)) {
        const { value } = await lines.next();
        if (value === undefined) return null;
        const { offset, bytes } = value;
        if (bytes !== null && bytes.length === lengths.get(offset)) kept.add(offset, bytes);
      }
      return kept.find(place);
    },
    async close() {
      await opened?.lines.return();
    },
  };
}

/** Copies of lines by their offsets, of which the last ones that fit are kept. */
function createKeptLines(size: number) {
  const memory = Buffer.allocUnsafeSlow(size);
  /** Where each line begins in the endless row of bytes of which `memory` has the last ones. */
  const starts = new Map<number, number>();
  let total = 0;
  return {
    add(offset: number, bytes: Buffer): void {
      const room = size - (total % size);
      // No line is kept in two pieces.
      if (room < bytes.length) total += room;
      starts.set(offset, total);
      total += bytes.copy(memory, total % size);
    },
    /** Whether a line was added; it may be kept no more. */
    has: ({ offset }: LinePlace) => starts.has(offset),
    find({ offset, length }: LinePlace): Buffer | null {
      const start = starts.get(offset) ?? Number.NEGATIVE_INFINITY;
      return total - start > size ? null : memory.subarray(start % size, (start % size) + length);
    },
  };
}
