const LINE_FEED = 10;

/**
 * Longer lines are skipped: no response is as large. Their bytes are not kept, so that a file without line feeds takes no
 * memory.
 */
const MAX_LINE_BYTES = 9 * 1024 * 1024;

export interface SplitLine {
  /** Without the line feed. Valid only until the next line is asked for; null if the line is too long. */
  readonly bytes: Buffer | null;
  /** False for bytes behind the last line feed: the line may be torn. */
  readonly isComplete: boolean;
}

/** The lines of a file that is read in chunks, in which a chunk may be overwritten by the next one. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<SplitLine, void> {
  const pending = createPendingLine();
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield { bytes: pending.finish(chunk.subarray(start, end)), isComplete: true };
      start = end + 1;
    }
    pending.add(chunk.subarray(start));
  }
  if (!pending.isEmpty()) yield { bytes: pending.finish(Buffer.alloc(0)), isComplete: false };
}

/** The beginning of a line whose end is in a later chunk, in memory that is used again for the next line. */
function createPendingLine() {
  let memory = Buffer.alloc(0);
  let length = 0;
  const add = (bytes: Buffer) => {
    const end = length + bytes.length;
    if (end > memory.length && end <= MAX_LINE_BYTES) {
      const larger = Buffer.alloc(Math.min(MAX_LINE_BYTES, Math.max(end, 2 * memory.length)));
      memory.copy(larger, 0, 0, length);
      memory = larger;
    }
    // The length of a line that is too long is counted, nothing more.
    if (end <= MAX_LINE_BYTES) bytes.copy(memory, length);
    length = end;
  };
  return {
    add,
    isEmpty: () => length === 0,
    /** The whole line with its last bytes; null if it is too long. */
    finish(bytes: Buffer): Buffer | null {
      const isWhole = length === 0;
      if (!isWhole) add(bytes);
      const line = isWhole ? bytes : memory.subarray(0, Math.min(length, MAX_LINE_BYTES));
      const isTooLong = (isWhole ? bytes.length : length) > MAX_LINE_BYTES;
      length = 0;
      return isTooLong ? null : line;
    },
  };
}
