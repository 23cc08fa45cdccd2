import { close, createReadStream, open, read } from 'node:fs';
import { dirname } from 'node:path';
import { addAbortSignal, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants, createGunzip } from 'node:zlib';
import { unlessAborted } from '../lib/abort.ts';
import { isObject } from '../lib/json.ts';
import { errnoOf, isSystemError } from '../lib/system-error.ts';
import { HOUR_MS } from '../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { dateOf } from '../market/market-day.ts';
import { MAX_SNAPSHOTS } from '../market/timeline/timeline.ts';
import { excessOf } from '../service/json-limits.ts';
import {
  countRows,
  decodeSnapshot,
  otherTimeframe,
  parseAsOf,
  type Simulated,
  type Snapshot,
} from '../service/snapshot.ts';
import { describeDates, listDay, type RecordedFile, type Recordings } from './directories.ts';

export interface ReadOptions {
  /** Called once for each bad line, counted from 1; null means that the whole file cannot be used. */
  readonly onSkipped?: ((path: string, line: number | null) => void) | undefined;
  /** Called, possibly several times, for a file that the system cannot read. */
  readonly onUnreadable?: ((path: string, cause: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Snapshots of past times, recorded or computed. */
export interface Recording {
  readonly isSimulated: Simulated;
  /** The times of each recorded timeframe, ascending. A time can belong to a bad line. */
  readonly times: ReadonlyMap<Timeframe, ReadonlyArray<number>>;
  /** Reads the snapshot of one of these times; of several, the one with most rows. */
  read(timeframe: Timeframe, time: number): Promise<Snapshot | null>;
  close(): void;
}

export interface RecordedEntry {
  readonly time: number;
  /** Resolves with null for a bad line. */
  read(): Promise<Snapshot | null>;
}

export interface Past {
  /** Yields the newest entry first. Both times are included. */
  backwards(timeframe: Timeframe, from: number, until: number): AsyncGenerator<RecordedEntry, void>;
  close(): Promise<void>;
}

/** A watch remembers `MAX_SNAPSHOTS` snapshots, one a minute. */
const MEMORY_MS = 16 * HOUR_MS;

/** Indexes each day once. Its files stay open until `close` is called. */
export function openPast({ files, isSimulated }: Recordings, options: ReadOptions = {}): Past {
  const opened = new Map<string, Promise<Recording>>();
  return {
    async *backwards(timeframe, from, until) {
      const [first, last] = [dateOf(from), dateOf(until)];
      const isWanted = (date: string) => date >= first && date <= last;
      for (const day of new Set(files.map(({ date }) => date).filter(isWanted))) {
        const ofDay = files.filter((file) => file.date === day && file.timeframe === timeframe);
        const key = `${timeframe} ${day}`;
        const opening = opened.get(key) ?? indexFiles(ofDay, { ...options, isSimulated });
        opened.set(key, opening);
        yield* pastOf(await opening).backwards(timeframe, from, until);
      }
    },
    async close() {
      for (const opening of await Promise.allSettled(opened.values()))
        if (opening.status === 'fulfilled') opening.value.close();
    },
  };
}

export function pastOf(recording: Recording): Past {
  return {
    async *backwards(timeframe, from, until) {
      const entries = entriesOf(recording, timeframe).toReversed();
      yield* entries.filter(({ time }) => time >= from && time <= until);
    },
    close: async () => recording.close(),
  };
}

export async function* backwardsIn(
  timeframes: ReadonlyArray<Timeframe>,
  past: Past,
  from: number,
  until: number,
) {
  const entries: Array<RecordedEntry & { readonly timeframe: Timeframe }> = [];
  for (const timeframe of timeframes)
    for await (const entry of past.backwards(timeframe, from, until)) entries.push({ ...entry, timeframe });
  // The sort is stable, so entries of one time keep the order of `timeframes`.
  yield* entries.sort((one, other) => other.time - one.time);
}

export function entriesOf({ times, read }: Recording, timeframe: Timeframe): ReadonlyArray<RecordedEntry> {
  return (times.get(timeframe) ?? []).map((time) => ({ time, read: () => read(timeframe, time) }));
}

export async function* snapshotsIn(
  entries: AsyncIterable<RecordedEntry> | Iterable<RecordedEntry>,
): AsyncGenerator<Snapshot, void> {
  for await (const { read } of entries) {
    const snapshot = await read();
    if (snapshot !== null) yield snapshot;
  }
}

export async function* playedFrom(
  recording: Recording,
  timeframes: ReadonlyArray<Timeframe>,
  from: number,
): AsyncGenerator<{ readonly timeframe: Timeframe; readonly snapshot: Snapshot }, void> {
  const entries = timeframes.flatMap((timeframe) =>
    entriesOf(recording, timeframe).map((entry) => ({ ...entry, timeframe })),
  );
  for (const { time, timeframe, read } of entries.sort((one, other) => one.time - other.time)) {
    const snapshot = time < from ? null : await read();
    if (snapshot !== null) yield { timeframe, snapshot };
  }
}

export async function newestIn(
  past: Past,
  timeframe: Timeframe,
  from: number,
  until: number,
): Promise<Snapshot | null> {
  for await (const snapshot of snapshotsIn(past.backwards(timeframe, from, until))) return snapshot;
  return null;
}

export async function* memoryBefore(
  past: Past,
  timeframe: Timeframe,
  time: number,
  milliseconds = MEMORY_MS,
): AsyncGenerator<Snapshot, void> {
  const entries: Array<RecordedEntry> = [];
  for await (const entry of past.backwards(timeframe, time - milliseconds, time - 1))
    if (entries.push(entry) === MAX_SNAPSHOTS) break;
  yield* snapshotsIn(entries.reverse());
}

/** `chosen` has the timeframes of `-t`; without it, the hint is about the default ones. */
export function recordedHint(
  { files, isSimulated }: Recordings,
  chosen: ReadonlyArray<Timeframe> = [],
): string {
  const recorded = TIMEFRAMES.flatMap((timeframe) => {
    const dates = files.filter((file) => file.timeframe === timeframe).map(({ date }) => date);
    return dates.length === 0 ? [] : [`${timeframe}: ${describeDates(dates)}`];
  });
  const missing = chosen.filter((timeframe) => !files.some((file) => file.timeframe === timeframe));
  const command = `\`boards watch${isSimulated ? ' --sandbox' : ''}${missing.length > 0 ? ` -t ${missing.join(',')}` : ''} --record\``;
  if (recorded.length === 0) return `Record with ${command}.`;
  const record = missing.length === 0 ? '' : ` Record ${missing.join(', ')} with ${command}.`;
  return `Recorded: ${recorded.join('; ')}.${record}`;
}

interface IndexedLine {
  readonly path: string;
  readonly text: Text;
  readonly number: number;
  readonly offset: number;
  readonly length: number;
  isBad: boolean;
}

/** Further lines of a file are skipped. One line a second makes 86,400 lines a day. */
const MAX_LINES = 100_000;
/** Reading a file ends after this many lines, including blank and bad ones. */
const MAX_READ_LINES = 1_000_000;
/** A chunk can have hundreds of thousands of short lines, which would block keys and signals. */
const LINES_PER_TURN = 1000;
/** The shortest JSON object is `{}`. */
const MIN_SNAPSHOT_BYTES = 2;
/** Further files are opened for each read, because the system limits the number of open files. */
const MAX_OPEN_FILES = 12;

type LineIndex = ReadonlyMap<Timeframe, Map<number, Array<IndexedLine>>>;

/** Reports bad lines and lines of another timeframe; ignores lines of another day. */
export async function indexFiles(
  files: ReadonlyArray<RecordedFile>,
  options: ReadOptions & Pick<Recording, 'isSimulated'>,
): Promise<Recording> {
  const { isSimulated, signal } = options;
  const index: LineIndex = new Map(TIMEFRAMES.map((timeframe) => [timeframe, new Map()]));
  const texts: Array<Text> = [];
  const close = () => {
    for (const text of texts) text.close();
  };
  const toRead = [...files];
  for (const file of toRead) {
    const text = file.isCompressed
      ? packedText(file.path, signal)
      : plainText(file.path, texts.length < MAX_OPEN_FILES, signal);
    texts.push(text);
    try {
      await addLines(index, text, file, options);
    } catch (error) {
      if (signal?.aborted === true) close();
      const moved = errnoOf(error) === 'ENOENT' ? await movedFrom(file, toRead) : [];
      if (moved.length === 0) reportFailure(file.path, error, options);
      toRead.push(...moved);
    }
  }
  const withLines = [...index].filter(([, lines]) => lines.size > 0);
  return {
    isSimulated,
    times: new Map(
      withLines.map(([timeframe, lines]) => [timeframe, [...lines.keys()].sort((a, b) => a - b)]),
    ),
    read: (timeframe, time) => readBest(index.get(timeframe)?.get(time) ?? [], timeframe, time, options),
    close,
  };
}

/** Finds the files into which a watch has compressed a missing file. Includes plain files that are not `known`. */
async function movedFrom(
  { path, date, timeframe }: RecordedFile,
  known: ReadonlyArray<RecordedFile>,
): Promise<ReadonlyArray<RecordedFile>> {
  if (date === null) return [];
  const paths = known.map((file) => file.path);
  const found = await listDay(dirname(dirname(path)), date).catch(() => []);
  return found.filter(
    (file) => file.timeframe === timeframe && (file.isCompressed || !paths.includes(file.path)),
  );
}

async function addLines(
  index: LineIndex,
  text: Text,
  file: RecordedFile,
  { onSkipped, signal }: ReadOptions,
): Promise<void> {
  const { date, path } = file;
  let count = 0;
  let number = 0;
  for await (const { offset, bytes, isComplete } of linesOf(text.chunks())) {
    if (number++ === MAX_READ_LINES) throw new Error('the file has too many lines');
    if (number % LINES_PER_TURN === 0) await yieldToEvents(signal);
    const isSnapshot = bytes !== null && bytes.length >= MIN_SNAPSHOT_BYTES && count < MAX_LINES;
    const line = isSnapshot ? recordedLine(bytes, isComplete, file) : null;
    if (line === null) {
      if (bytes === null || bytes.toString('latin1').trim() !== '') onSkipped?.(path, number);
    } else if (date === null || date === dateOf(line.time)) {
      count++;
      const lines = index.get(line.timeframe);
      const indexed = { path, text, number, offset, length: bytes?.length ?? 0, isBad: false };
      const others = lines?.get(line.time);
      if (others === undefined) lines?.set(line.time, [indexed]);
      else others.push(indexed);
    }
  }
}

async function readBest(
  lines: ReadonlyArray<IndexedLine>,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions,
): Promise<Snapshot | null> {
  let best: Snapshot | null = null;
  for (const line of lines) {
    if (line.isBad) continue;
    if (best !== null) await yieldToEvents(options.signal);
    const { path, text, number, offset, length } = line;
    try {
      const bytes = await text.read(offset, length);
      if (bytes.length < length) {
        options.onUnreadable?.(path, 'the file was shortened while it was read');
        continue;
      }
      const snapshot = decodeLine(bytes, timeframe);
      line.isBad = snapshot?.time !== time;
      if (line.isBad) options.onSkipped?.(path, number);
      else if (snapshot !== null && (best === null || countRows(snapshot.boards) > countRows(best.boards)))
        best = snapshot;
    } catch (error) {
      reportFailure(path, error, options);
    }
  }
  return best;
}

async function yieldToEvents(signal: AbortSignal | undefined): Promise<void> {
  await new Promise(setImmediate);
  signal?.throwIfAborted();
}

function reportFailure(path: string, error: unknown, options: ReadOptions): void {
  const { signal, onSkipped, onUnreadable } = options;
  signal?.throwIfAborted();
  if (isSystemError(error)) onUnreadable?.(path, errnoOf(error));
  else onSkipped?.(path, null);
}

/** A line of a loose file can name another timeframe. */
export function decodeLine(line: Buffer, timeframe: Timeframe, isLoose = false): Snapshot | null {
  // A file may begin with a byte order mark.
  const text = line.toString().replace(/^\uFEFF/, '');
  if (excessOf(text) !== null) return null;
  try {
    const body: unknown = JSON.parse(text);
    const named = isLoose && isObject(body) ? otherTimeframe(body.timeframe, timeframe) : null;
    return decodeSnapshot(body, named ?? timeframe);
  } catch {
    return null;
  }
}

/** Appears only in a snapshot: the field `boards` of a row is a number. */
const BOARDS_FIELD = '"boards":{';
/** Matches the end of a complete line. A line that is torn after a row ends differently. */
const USUAL_END = /[\]}]\}\r?$/;
const HEAD_BYTES = 512;
/** Matches a field of the snapshot itself: only fields with plain values may come before it, no objects. */
const fieldPattern = (name: string) =>
  new RegExp(
    String.raw`^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,\s*)*?"${name}"\s*:\s*"([^"\\]*)"`,
  );
const AS_OF = fieldPattern('asOf');
const TIMEFRAME = fieldPattern('timeframe');

/** A line of a day file that begins and ends as usual is not decoded until it is read. */
function recordedLine(line: Buffer, isComplete: boolean, { date, timeframe }: RecordedFile) {
  const isUsual = USUAL_END.test(line.toString('latin1', line.length - 3)) && line.includes(BOARDS_FIELD);
  if (date !== null && isComplete && isUsual) {
    const head = line.toString('latin1', 0, HEAD_BYTES);
    const time = parseAsOf(AS_OF.exec(head)?.[1] ?? '');
    const named = TIMEFRAME.exec(head)?.[1] ?? null;
    if (time !== null) return otherTimeframe(named, timeframe) === null ? { time, timeframe } : null;
  }
  const snapshot = decodeLine(line, timeframe, date === null);
  return snapshot === null || snapshot.time === null
    ? null
    : { time: snapshot.time, timeframe: snapshot.timeframe };
}

interface Text {
  /** A chunk is valid until the next one is read. Throws after the last chunk if the text is too large. */
  chunks(): AsyncGenerator<Buffer, void>;
  /** Reads any range of bytes after `chunks` has ended. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): void;
}

interface Line {
  readonly offset: number;
  /** Excludes the line feed, and is null if the line is too long. Valid until the next line is read. */
  readonly bytes: Buffer | null;
  /** False after the last line feed, where the line may be torn. */
  readonly isComplete: boolean;
}

const CHUNK_BYTES = 256 * 1024;
/** Longer lines are skipped; no response is as large. */
const MAX_LINE_BYTES = 9 * 1024 * 1024;
const MAX_DECOMPRESSED_BYTES = 512 * 1024 * 1024;
/** Limits the compressed blocks of a file. A day from the service shrinks to a seventh or less. */
const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 20 } };
const LINE_FEED = 0x0a;

const openFile = promisify(open);
const readAt = promisify(read);
const unpack = promisify(brotliDecompress);
/** The file was only read, so an error does not matter. */
const closeFile = (file: number) => close(file, () => undefined);

function plainText(path: string, isKeptOpen: boolean, signal?: AbortSignal): Text {
  let kept: Promise<number> | null = null;
  const readInto = async (buffer: Buffer, position: number) => {
    signal?.throwIfAborted();
    const opening = kept ?? openFile(path, 'r');
    if (isKeptOpen) kept = opening;
    const file = await unlessAborted(opening, signal);
    const reading = readAt(file, buffer, 0, buffer.length, position).finally(() => {
      if (!isKeptOpen) closeFile(file);
    });
    const { bytesRead } = await unlessAborted(reading, signal);
    return buffer.subarray(0, bytesRead);
  };
  return {
    async *chunks() {
      const memory = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let position = 0; ; ) {
        const chunk = await readInto(memory, position);
        if (chunk.length === 0) return;
        position += chunk.length;
        yield chunk;
      }
    },
    read: (offset, length) => readInto(Buffer.allocUnsafe(length), offset),
    close: () => void kept?.then(closeFile, () => undefined),
  };
}

/** Decompresses a gzip file once and keeps it in compressed blocks, which can be read in any order. */
function packedText(path: string, signal?: AbortSignal): Text {
  const blocks: Array<{ readonly start: number; readonly end: number; readonly packed: Buffer }> = [];
  let [size, packedBytes] = [0, 0];
  let last: { readonly block: unknown; readonly bytes: Promise<Buffer> } | null = null;
  return {
    async *chunks() {
      // With this flush, a gzip file that is cut off is not an error.
      const gunzip = createGunzip({ chunkSize: 2 * CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
      if (signal !== undefined) addAbortSignal(signal, gunzip);
      for await (const chunk of pipeline(createReadStream(path), gunzip, () => undefined)) {
        const packed = brotliCompressSync(chunk, PACKING);
        blocks.push({ start: size, end: size + chunk.length, packed });
        size += chunk.length;
        packedBytes += packed.length;
        yield chunk;
        if (size > MAX_DECOMPRESSED_BYTES || packedBytes > MAX_PACKED_BYTES)
          throw new Error('the file is too large');
      }
    },
    async read(offset, length) {
      const parts: Array<Buffer> = [];
      for (const block of blocks) {
        if (block.end <= offset || block.start >= offset + length) continue;
        signal?.throwIfAborted();
        if (last?.block !== block) last = { block, bytes: unpack(block.packed) };
        const from = Math.max(0, offset - block.start);
        parts.push((await last.bytes).subarray(from, offset + length - block.start));
      }
      return Buffer.concat(parts);
    },
    close: () => undefined,
  };
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  // The line whose end is not read yet.
  let parts: Array<Buffer> = [];
  let length = 0;
  let offset = 0;
  const lineWith = (rest: Buffer): Line['bytes'] => {
    if (length > MAX_LINE_BYTES) return null;
    return parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
  };
  for await (const chunk of chunks) {
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
  }
  if (length > 0) yield { offset, bytes: lineWith(Buffer.alloc(0)), isComplete: false };
}
