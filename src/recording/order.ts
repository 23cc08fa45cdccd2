import { decodeLine, type RecordedSnapshot, richer } from './decode.ts';
import type { LineBytes, ReadOptions } from './lines.ts';

/** Lines are put in order among so many; of two programs that record, neither is further ahead of the other. */
const WINDOW_LINES = 32;
/** Or among fewer, if they are large. */
const WINDOW_BYTES = 12 * 1024 * 1024;
/** Memory for larger lines is not kept for others. */
const MAX_KEPT_BYTES = 256 * 1024;

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
 * The snapshots of lines that are almost in order: ascending, each time once, with the rows of the line that has most. Lines
 * that are not snapshots, or whose time comes far too late, are counted as skipped.
 */
export async function* inOrder(
  lines: AsyncIterable<LineBytes>,
  options: ReadOptions,
): AsyncGenerator<RecordedSnapshot, void> {
  let skipped = 0;
  try {
    for await (const group of groupsInOrder(lines, options, createLineStore())) {
      const decoded = group.map(decodeLine);
      skipped += decoded.filter((each) => each === null).length;
      const recorded = decoded.reduce(richer, null);
      if (recorded !== null) yield recorded;
    }
  } finally {
    if (skipped > 0) options.onSkipped?.(skipped);
  }
}

interface Timed {
  /** In milliseconds since 1970. */
  readonly asOf: number;
}

/** How items wait for their turn. */
interface Store<T> {
  /** The item, valid for as long as it waits. */
  keep(item: T): T;
  release(item: T): void;
  bytesOf(item: T): number;
}

/**
 * The items of each time, in ascending order. A group is valid until the next one is asked for. Items whose time comes far too
 * late are counted as skipped. Without a store, items must be small and stay valid.
 */
export async function* groupsInOrder<T extends Timed>(
  items: AsyncIterable<T>,
  options: ReadOptions,
  store: Store<T> = createPlainStore(),
): AsyncGenerator<ReadonlyArray<T>, void> {
  const window = createWindow(store);
  let newest = Number.NEGATIVE_INFINITY;
  let skipped = 0;
  const take = () => {
    const group = window.takeOldest();
    newest = group[0]?.asOf ?? newest;
    return group;
  };
  try {
    for await (const item of items) {
      if (item.asOf < newest) skipped++;
      if (item.asOf <= newest) continue;
      window.add(item);
      while (window.isFull()) yield take();
    }
    while (!window.isEmpty()) yield take();
  } finally {
    if (skipped > 0) options.onSkipped?.(skipped);
  }
}

/** Items in the order of their times; those of one time in the order in which they were added. */
function createWindow<T extends Timed>(store: Store<T>) {
  const items: Array<T> = [];
  let size = 0;
  return {
    isEmpty: () => items.length === 0,
    isFull: () => items.length > WINDOW_LINES || (size > WINDOW_BYTES && items.length > 1),
    add(item: T): void {
      const after = items.findLastIndex(({ asOf }) => asOf <= item.asOf);
      items.splice(after + 1, 0, store.keep(item));
      size += store.bytesOf(item);
    },
    /** Removes and returns the items of the oldest time. They are valid until another item is added. */
    takeOldest(): ReadonlyArray<T> {
      const oldest = items[0]?.asOf;
      const next = items.findIndex(({ asOf }) => asOf !== oldest);
      const taken = items.splice(0, next < 0 ? items.length : next);
      for (const item of taken) {
        size -= store.bytesOf(item);
        store.release(item);
      }
      return taken;
    },
  };
}

/** For items that are small and stay valid. */
function createPlainStore<T>(): Store<T> {
  return { keep: (item) => item, release: () => {}, bytesOf: () => 0 };
}

/** Copies lines into the memory of released ones: new memory for each line is collected too late to stay below 64 MB. */
function createLineStore(): Store<LineBytes> {
  const free: Array<ArrayBufferLike> = [];
  return {
    keep({ asOf, bytes }) {
      const index = free.findIndex(({ byteLength }) => byteLength >= bytes.length);
      const [found = new ArrayBuffer(Math.ceil(1.25 * bytes.length))] =
        index < 0 ? [] : free.splice(index, 1);
      const copy = Buffer.from(found, 0, bytes.length);
      bytes.copy(copy);
      return { asOf, bytes: copy };
    },
    release({ bytes: { buffer } }) {
      if (buffer.byteLength <= MAX_KEPT_BYTES) free.push(buffer);
      if (free.length > WINDOW_LINES) free.shift();
    },
    bytesOf: ({ bytes }) => bytes.length,
  };
}
