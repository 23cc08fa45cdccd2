import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, lstat, open, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FILE_MODE, makeDirectory } from '../lib/private-files.ts';
import { causeOf } from '../lib/system-error.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { dateOf } from '../market/market-day.ts';
import { countRows, type Snapshot, type TimeframeSnapshot } from '../service/snapshot.ts';
import { DEFAULT_MARK, fileName, isUnused, recordingsDirectory, statsOf } from './directories.ts';
import { decodeLine } from './read.ts';
import { createTidying, type TidyingOptions } from './tidy.ts';

export interface RecorderOptions extends Omit<TidyingOptions, 'parent'> {
  /** The data directory, which the first snapshot creates; null without a home directory. */
  readonly parent: string | null;
  readonly hasSimulated: boolean;
  /** The user did not request recording: days get the mark file, and failures are not reported. */
  readonly isDefault: boolean;
  /** Returns the line of `watch --json`, with its line feed. */
  readonly render: (snapshot: Snapshot) => string;
}

export interface RecorderEvents {
  /** Reports each cause of a failure once until a snapshot is written, and reports removed days. */
  readonly note: (text: string) => void;
  /** Called when default recording begins in an unused data directory. */
  readonly begin?: (directory: string, days: number) => void;
  /** Receives the length of the unrecorded time in milliseconds, or null while recording works. */
  readonly change?: (lostMilliseconds: number | null) => void;
}

export interface Recorder {
  /** Resolves when the queue is empty. Ignores a snapshot without a time. */
  append(snapshot: TimeframeSnapshot): Promise<void>;
  waiting(): number;
  /** Waits until all snapshots are written, which never happens while the disk hangs. */
  close(): Promise<void>;
}

/** Appends snapshots one after the other. Never throws or blocks, so that a watch can go on without it. */
export function createRecorder(options: RecorderOptions, events: RecorderEvents): Recorder {
  const { parent, hasSimulated, isDefault, render } = options;
  const reports = createReports(isDefault ? () => undefined : events.note);
  const tidying = parent === null ? null : createTidying({ ...options, parent }, events.note, reports.report);
  const write = createWriter(options, events, reports.report);
  const queue = createQueue();
  let working: Promise<void> | null = null;
  const showState = () => {
    if (!isDefault) events.change?.(queue.lostMilliseconds());
  };
  const work = async () => {
    for (let entry = queue.first(); entry !== undefined; entry = queue.first()) {
      const isWritten = await write(entry);
      queue.removeFirst(isWritten);
      if (isWritten && !queue.isBehind()) reports.clear();
      showState();
      if (isWritten) tidying?.begin(entry);
    }
    working = null;
  };
  const settled = () => working ?? Promise.resolve();
  return {
    append({ timeframe, snapshot, ...origin }) {
      const { time, asOf, boards } = snapshot;
      const isSimulated = origin.isSimulated !== false;
      if (time === null || (isSimulated && !hasSimulated)) return settled();
      const entry = { timeframe, asOf, time, rows: countRows(boards), isSimulated, line: render(snapshot) };
      const fits = queue.add(entry);
      const behind = `${queue.length()} snapshots wait to be recorded: the disk is too slow`;
      if (!fits) reports.report(`${behind}; older ones are lost`, 'full');
      if (queue.isBehind()) {
        reports.report(behind, 'behind');
        showState();
      }
      working ??= work();
      return settled();
    },
    waiting: queue.length,
    async close() {
      const tidied = tidying?.close();
      await settled();
      await tidied;
    },
  };
}

interface QueuedSnapshot {
  readonly timeframe: Timeframe;
  readonly asOf: string | null;
  readonly time: number;
  readonly rows: number;
  readonly isSimulated: boolean;
  readonly line: string;
}

/** Beyond this limit, which holds the snapshots of two hours, the oldest ones are dropped. */
const MAX_WAITING_CHARACTERS = 16 * 1024 * 1024;

/** The first entry is being written. */
function createQueue() {
  const entries: Array<QueuedSnapshot> = [];
  let lostSince = Infinity;
  let newest = -Infinity;
  const remove = (index: number, isWritten: boolean) => {
    const [{ time } = { time: Infinity }] = entries.splice(index, 1);
    lostSince = isWritten ? Infinity : Math.min(lostSince, time);
  };
  const isTooMuch = () => entries.reduce((sum, { line }) => sum + line.length, 0) > MAX_WAITING_CHARACTERS;
  /** True if a snapshot was not written before the next one of its timeframe came. */
  const isBehind = () => new Set(entries.map(({ timeframe }) => timeframe)).size < entries.length;
  return {
    first: () => entries[0],
    length: () => entries.length,
    isBehind,
    lostMilliseconds() {
      const since = Math.min(lostSince, (isBehind() ? entries[0]?.time : null) ?? Infinity);
      return since === Infinity ? null : newest - since;
    },
    /** Returns false if older snapshots were dropped to make room. */
    add(entry: QueuedSnapshot): boolean {
      const length = entries.push(entry);
      newest = Math.max(newest, entry.time);
      while (isTooMuch() && entries.length > 2) remove(1, false);
      return entries.length === length;
    },
    removeFirst: (isWritten: boolean) => remove(0, isWritten),
  };
}

function createReports(note: (text: string) => void) {
  const reported = new Set<string>();
  return {
    report(text: string, cause = text): void {
      if (!reported.has(cause)) note(text);
      reported.add(cause);
    },
    clear: () => reported.clear(),
  };
}

function createWriter(
  { parent, baseUrl, isDefault, defaultDays }: RecorderOptions,
  { begin }: RecorderEvents,
  report: (text: string) => void,
) {
  let isFirst: boolean | null = isDefault ? null : false;
  return async (entry: QueuedSnapshot): Promise<boolean> => {
    const { timeframe, time, isSimulated, line } = entry;
    if (parent === null) {
      report('not recording: no home directory; set BOARDS_DATA_DIR to a directory');
      return false;
    }
    const directory = recordingsDirectory(parent, baseUrl, isSimulated);
    const day = join(directory, dateOf(time));
    // Use the requested timeframe; the timeframe in the response can be any text.
    const name = fileName(timeframe);
    try {
      isFirst ??= await isUnused(parent);
      await markDay(day, isDefault);
      await appendLine(day, name, line, (last) => holdsSnapshot(last, entry));
    } catch (error) {
      const cause = (await faultOf(day, name)) ?? causeOf(error);
      report(`not recording: ${cause} in ${directory}; boards tries again with each snapshot`);
      return false;
    }
    if (isFirst) begin?.(parent, defaultDays ?? 0);
    isFirst = false;
    return true;
  };
}

/** Marks a new day of default recording; requested recording removes the mark. */
async function markDay(day: string, isDefault: boolean): Promise<void> {
  const isNew = await makeDirectory(day);
  await rejectSymbolicLink(day);
  const mark = join(day, DEFAULT_MARK);
  if (!isDefault && (await statsOf(mark))?.isFile() === true) await rm(mark, { force: true });
  if (!isDefault || !isNew) return;
  try {
    await writeFile(mark, '', { mode: FILE_MODE });
  } catch (error) {
    await rmdir(day);
    throw error;
  }
}

function holdsSnapshot(line: Buffer, { asOf, time, rows, timeframe }: QueuedSnapshot): boolean {
  if (!line.includes(asOf ?? '')) return false;
  const recorded = decodeLine(line, timeframe);
  return recorded?.time === time && countRows(recorded.boards) >= rows;
}

/** O_NOFOLLOW rejects links, and O_NONBLOCK does not wait for a named pipe. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const LINE_FEED = 0x0a;
/** A last line that is longer is not found, and its snapshot is appended again. */
const TAIL_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 500_000_000;
/** A file is moved away once, when its day is over, so the second attempt finds a new file. */
const ATTEMPTS = 3;

/** Starts a new line after a torn one, and writes nothing if `isKnown` accepts the last line. */
export async function appendLine(
  directory: string,
  name: string,
  line: string,
  isKnown: (last: Buffer) => boolean = () => false,
): Promise<void> {
  const path = join(directory, name);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Windows has no O_NOFOLLOW.
    if ((await statsOf(path))?.isSymbolicLink() === true) throw new Error(`${name} is not a regular file`);
    // Open the file each time, because another watch may have moved, removed or compressed it.
    const file = await open(path, FLAGS, FILE_MODE);
    try {
      const stats = await file.stat();
      checkFile(name, stats, Buffer.byteLength(line));
      if ((stats.mode & 0o077) !== 0) await file.chmod(stats.mode & FILE_MODE);
      const last = stats.size === 0 ? null : await lastLine(file, stats.size);
      if (last !== null && isKnown(last)) return;
      await writeAll(file, Buffer.from(last === null && stats.size > 0 ? `\n${line}` : line));
      // Another watch that compresses the file moves it away first, and may have missed this line.
      if (await isAt(path, file)) return;
    } finally {
      await file.close();
    }
  }
}

/** Only a bigint can hold the inode numbers of Windows. */
async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return found?.ino === (await file.stat({ bigint: true })).ino;
}

/** Checks without writing whether a line could be appended. Returns the reason if not. */
export async function faultOf(directory: string, name: string): Promise<string | null> {
  try {
    const file = join(directory, name);
    const stats = await statsOf(file);
    if (stats !== null) checkFile(name, stats, 1);
    let existing = directory;
    // On Windows, not even the root of a missing drive exists.
    while ((await statsOf(existing)) === null && existing !== dirname(existing)) existing = dirname(existing);
    if (existing === directory) await rejectSymbolicLink(directory);
    // The dot makes `access` fail if the path is not a directory.
    await access(stats === null ? `${existing}/.` : file, constants.W_OK);
    const { blocks, bavail } = await statfs(existing);
    return blocks > 0 && bavail === 0 ? 'ENOSPC' : null;
  } catch (error) {
    return causeOf(error);
  }
}

function checkFile(name: string, stats: Stats, bytes: number): void {
  if (!stats.isFile()) throw new Error(`${name} is not a regular file`);
  if (stats.size + bytes > MAX_FILE_BYTES) throw new Error(`${name} has reached 500 MB`);
}

/** A second write could interleave with another program's line, so a partial write is cut off. */
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  const { bytesWritten: written } = await file.write(bytes);
  if (written === bytes.length) return;
  const start = (await file.stat()).size - written;
  // Do not cut off a line that another program has written since.
  if (start >= 0 && (await readAt(file, start, written)).equals(bytes.subarray(0, written)))
    await file.truncate(start);
  throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
}

async function lastLine(file: FileHandle, size: number): Promise<Buffer | null> {
  const length = Math.min(size, TAIL_BYTES);
  const tail = await readAt(file, size - length, length);
  return tail.at(-1) === LINE_FEED ? tail.subarray(tail.lastIndexOf(LINE_FEED, -2) + 1, -1) : null;
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

async function rejectSymbolicLink(directory: string): Promise<void> {
  if ((await statsOf(directory))?.isSymbolicLink() === true)
    throw new Error(`${basename(directory)} is a symbolic link`);
}
