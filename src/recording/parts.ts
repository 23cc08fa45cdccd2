import { decodeLine, type LineDecoder, type RecordedSnapshot } from './decode.ts';
import type { LineBytes, ReadOptions } from './lines.ts';

/** Of more times, those that come last are left out, so that memory is bounded. They are of some hundred days. */
export const MAX_TIMES = 100_000;
const MEGABYTE = 1024 * 1024;
/** Lines of so many bytes are kept at a time. */
const PART_BYTES = 4 * MEGABYTE;

/** Reads the same lines again each time it is called. Bad lines are counted with the options that it is given. */
export type LineReader = (options: ReadOptions) => AsyncIterable<LineBytes>;

export interface PartsOptions extends ReadOptions {
  /** By default `decodeLine`. */
  readonly decode?: LineDecoder | undefined;
  readonly isDescending?: boolean;
  readonly partBytes?: number;
}

/**
 * The snapshots of lines in any order: sorted, each time once, with the rows of the line that has most. Lines are read once to
 * find their times, and once for each part of the result, so that memory is bounded. Lines that are not snapshots are counted as
 * skipped. Each snapshot is decoded when it is asked for.
 */
export async function* inParts(
  read: LineReader,
  { decode = decodeLine, isDescending = false, partBytes = PART_BYTES, ...options }: PartsOptions,
): AsyncGenerator<RecordedSnapshot, void> {
  const sizes = await sizesOf(read(options));
  const times = [...sizes.keys()].sort((a, b) => (isDescending ? b - a : a - b));
  let skipped = 0;
  // Used again for the next part, because memory that is released is collected late.
  let memory = Buffer.allocUnsafe(Math.min(partBytes, bytesOf(times, sizes)));
  try {
    for (const part of partsOf(times, sizes, partBytes)) {
      const bytes = bytesOf(part, sizes);
      if (bytes > memory.length) memory = Buffer.allocUnsafe(bytes);
      const best = createBestLines(slotsOf(part, sizes, memory), decode);
      try {
        for await (const line of read({})) best.add(line);
        for (const asOf of part) {
          const recorded = best.take(asOf);
          if (recorded !== null) yield recorded;
        }
      } finally {
        skipped += best.skipped();
      }
    }
  } finally {
    if (skipped > 0) options.onSkipped?.(skipped);
  }
}

/** By time, the bytes of its longest line. */
async function sizesOf(lines: AsyncIterable<LineBytes>): Promise<ReadonlyMap<number, number>> {
  const sizes = new Map<number, number>();
  for await (const { asOf, bytes } of lines) {
    const size = sizes.get(asOf);
    if (size !== undefined || sizes.size < MAX_TIMES) sizes.set(asOf, Math.max(size ?? 0, bytes.length));
  }
  return sizes;
}

function bytesOf(times: ReadonlyArray<number>, sizes: ReadonlyMap<number, number>): number {
  return times.reduce((sum, asOf) => sum + (sizes.get(asOf) ?? 0), 0);
}

function* partsOf(
  times: ReadonlyArray<number>,
  sizes: ReadonlyMap<number, number>,
  partBytes: number,
): Generator<ReadonlyArray<number>, void> {
  let part: Array<number> = [];
  let bytes = 0;
  for (const asOf of times) {
    const size = sizes.get(asOf) ?? 0;
    if (part.length > 0 && bytes + size > partBytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(asOf);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** Room for the line of a time. */
interface Slot {
  readonly memory: Buffer;
  /** Of the line; 0 before there is one. */
  length: number;
}

function slotsOf(times: ReadonlyArray<number>, sizes: ReadonlyMap<number, number>, memory: Buffer) {
  const slots = new Map<number, Slot>();
  let start = 0;
  for (const asOf of times) {
    const end = start + (sizes.get(asOf) ?? 0);
    slots.set(asOf, { memory: memory.subarray(start, end), length: 0 });
    start = end;
  }
  return slots;
}

/** One line for each of the times: the one with most rows. */
function createBestLines(slots: ReadonlyMap<number, Slot>, decode: LineDecoder) {
  let skipped = 0;
  const kept = (asOf: number) => {
    const slot = slots.get(asOf);
    return slot === undefined || slot.length === 0
      ? null
      : decode({ asOf, bytes: slot.memory.subarray(0, slot.length) });
  };
  return {
    add(line: LineBytes): void {
      const slot = slots.get(line.asOf);
      // A line that came in the meantime may have no room.
      if (slot === undefined || line.bytes.length > slot.memory.length) return;
      if (slot.length > 0) {
        const [first, second] = [kept(line.asOf), decode(line)];
        if (first === null || second === null) skipped++;
        if (second === null || (first !== null && second.rows <= first.rows)) return;
      }
      slot.length = line.bytes.copy(slot.memory);
    },
    /** Null if none of the lines is a snapshot. */
    take(asOf: number): RecordedSnapshot | null {
      const recorded = kept(asOf);
      if (recorded === null) skipped++;
      return recorded;
    },
    skipped: () => skipped,
  };
}
