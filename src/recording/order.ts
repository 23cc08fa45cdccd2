import { decodeLine, type LineDecoder, type RecordedSnapshot, richer } from './decode.ts';
import type { LineBytes, ReadOptions } from './lines.ts';

/** Lines are put in order among so many; of two programs that record, neither is further ahead of the other. */
const WINDOW_LINES = 32;
/** Or among fewer, if they are large. */
const WINDOW_BYTES = 12 * 1024 * 1024;
/** Memory for larger lines is not kept for others. */
const MAX_KEPT_BYTES = 256 * 1024;

export interface OrderOptions extends ReadOptions {
  readonly onLate: () => void;
  /** By default `decodeLine`. */
  readonly decode?: LineDecoder | undefined;
}

/** The lines of two files in which lines are almost in order, almost in order. */
export async function* mergeLines(
  first: AsyncIterable<LineBytes>,
  second: AsyncIterable<LineBytes>,
): AsyncGenerator<LineBytes, void> {
  const sources = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()] as const;
  try {
    let [a, b] = await Promise.all([sources[0].next(), sources[1].next()]);
    while (!a.done || !b.done) {
      if (!a.done && (b.done || a.value.asOf <= b.value.asOf)) {
        yield a.value;
        a = await sources[0].next();
      } else if (!b.done) {
        yield b.value;
        b = await sources[1].next();
      }
    }
  } finally {
    for (const source of sources) await source.return?.();
  }
}

/**
 * The snapshots of lines that are almost in order: ascending, each time once, with the rows of the line that has most. Calls
 * `onLate` for a line that comes too late to be put in order, and leaves it out. Lines that are not snapshots are counted as
 * skipped. Lines wait for their turn as bytes: what has been decoded would outlive some collections of garbage, and V8 takes
 * more memory the more does.
 */
export async function* inOrder(
  lines: AsyncIterable<LineBytes>,
  { decode = decodeLine, onLate, ...options }: OrderOptions,
): AsyncGenerator<RecordedSnapshot, void> {
  let skipped = 0;
  try {
    for await (const group of groupsInOrder(lines, onLate)) {
      const decoded = group.map(decode);
      skipped += decoded.filter((each) => each === null).length;
      const recorded = decoded.reduce(richer, null);
      if (recorded !== null) yield recorded;
    }
  } finally {
    if (skipped > 0) options.onSkipped?.(skipped);
  }
}

/** Returns a function that takes all lines in turn, and returns false from the first one on for which `inOrder` calls `onLate`. */
export function createOrderCheck(): (line: LineBytes) => boolean {
  const window = createWindow<{ readonly asOf: number; readonly bytes: { readonly length: number } }>();
  let newest = Number.NEGATIVE_INFINITY;
  let isInOrder = true;
  return ({ asOf, bytes: { length } }) => {
    isInOrder &&= asOf > newest;
    if (!isInOrder) return false;
    window.add({ asOf, bytes: { length } });
    while (window.isFull()) newest = window.takeOldest()[0]?.asOf ?? newest;
    return true;
  };
}

/** The lines of each time, in ascending order. A group is valid until the next one is asked for. */
async function* groupsInOrder(
  lines: AsyncIterable<LineBytes>,
  onLate: () => void,
): AsyncGenerator<ReadonlyArray<LineBytes>, void> {
  const window = createWindow<LineBytes>();
  const store = createLineStore();
  let newest = Number.NEGATIVE_INFINITY;
  const take = () => {
    const group = window.takeOldest();
    group.forEach(store.release);
    newest = group[0]?.asOf ?? newest;
    return group;
  };
  for await (const line of lines) {
    if (line.asOf <= newest) {
      onLate();
      continue;
    }
    window.add(store.keep(line));
    while (window.isFull()) yield take();
  }
  while (!window.isEmpty()) yield take();
}

/** Lines in the order of their times; those of one time in the order in which they were added. */
function createWindow<Line extends { readonly asOf: number; readonly bytes: { readonly length: number } }>() {
  const lines: Array<Line> = [];
  let size = 0;
  return {
    isEmpty: () => lines.length === 0,
    isFull: () => lines.length > WINDOW_LINES || (size > WINDOW_BYTES && lines.length > 1),
    add(line: Line): void {
      const after = lines.findLastIndex(({ asOf }) => asOf <= line.asOf);
      lines.splice(after + 1, 0, line);
      size += line.bytes.length;
    },
    /** Removes and returns the lines of the oldest time. */
    takeOldest(): ReadonlyArray<Line> {
      const oldest = lines[0]?.asOf;
      const next = lines.findIndex(({ asOf }) => asOf !== oldest);
      const taken = lines.splice(0, next < 0 ? lines.length : next);
      for (const line of taken) size -= line.bytes.length;
      return taken;
    },
  };
}

/** Copies lines into the memory of released ones: new memory for each line is collected too late to stay below 64 MB. */
function createLineStore() {
  const free: Array<ArrayBufferLike> = [];
  return {
    /** Valid until it is released and another line is kept. */
    keep({ asOf, bytes }: LineBytes): LineBytes {
      const index = free.findIndex(({ byteLength }) => byteLength >= bytes.length);
      const [found = new ArrayBuffer(Math.ceil(1.25 * bytes.length))] =
        index < 0 ? [] : free.splice(index, 1);
      const copy = Buffer.from(found, 0, bytes.length);
      bytes.copy(copy);
      return { asOf, bytes: copy };
    },
    release({ bytes: { buffer } }: LineBytes): void {
      if (buffer.byteLength <= MAX_KEPT_BYTES) free.push(buffer);
      if (free.length > WINDOW_LINES) free.shift();
    },
  };
}
