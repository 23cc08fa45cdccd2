import { constants, createReadStream } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isTimeframeChosen } from '../../cli/options.ts';
import type { Context } from '../../context.ts';
import { ConfigError, NotRecordedError, UsageError } from '../../errors.ts';
import { unlessAborted } from '../../lib/abort.ts';
import { groupBy } from '../../lib/group-by.ts';
import { errnoOf } from '../../lib/system-error.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../../market/catalogue.ts';
import { dateOf } from '../../market/market-day.ts';
import {
  addDays,
  type DayFile,
  describeDates,
  listDays,
  type RecordedFile,
  type Recordings,
  recordingsDirectory,
  simulatedIn,
} from '../../recording/directories.ts';
import { copyPiped, MAX_PIPED_MB } from '../../recording/piped.ts';
import { indexFiles, type ReadOptions, type Recording, recordedHint } from '../../recording/read.ts';
import { decodeSnapshot, type Simulated } from '../../service/snapshot.ts';
import { dataDirectory } from '../../settings/places.ts';
import { requireBaseUrl } from '../../settings/resolve.ts';
import { counted } from '../../text/format.ts';
import { cleanText } from '../../text/safe-text.ts';
import { debugWriter, type Session } from './session.ts';

/** The sandbox computes one snapshot per minute for this period. */
const SANDBOX_PAST_MS = 4 * HOUR_MS;
export const SANDBOX_PAST = 'The sandbox has data only for the last 4 hours.';

const WHOSE_RECORDINGS = [
  'Recordings are stored separately for each service. Name the service with --base-url, or store its URL: `boards config set baseUrl https://api.example`',
  'For simulated data, which needs no recording, use --sandbox.',
].join('\n');

/** Falls back to simulated recordings. Leaves out days after tomorrow, which would hide the newest one. */
export async function recordingsOf({ settings, context, note }: Session, date?: string): Promise<Recordings> {
  const baseUrl = requireBaseUrl(settings, WHOSE_RECORDINGS);
  const parent = dataDirectory(context);
  if (parent === null) {
    throw new ConfigError('cannot find recordings: there is no home directory', {
      hint: 'Set BOARDS_DATA_DIR to a directory.',
    });
  }
  const recordingsIn = (isSimulated: boolean) =>
    readRecordings(recordingsDirectory(parent, baseUrl, isSimulated), isSimulated, context);
  const real = await recordingsIn(false);
  const simulated = real.files.length > 0 ? null : await recordingsIn(true);
  const found = simulated !== null && simulated.files.length > 0 ? simulated : real;
  const tomorrow = addDays(dateOf(context.clock.now()), 1);
  const isFuture = (file: DayFile) => file.date > tomorrow && file.date !== date;
  const future = found.files.filter(isFuture).map((file) => file.date);
  if (future.length > 0) note(`ignored recordings dated in the future: ${describeDates(future)}`);
  return { ...found, files: found.files.filter((file) => !isFuture(file)) };
}

async function readRecordings(
  directory: string,
  isSimulated: boolean,
  { signal }: Context,
): Promise<Recordings> {
  try {
    return { isSimulated, files: await unlessAborted(listDays(directory), signal) };
  } catch (error) {
    signal.throwIfAborted();
    throw new NotRecordedError(`the recordings cannot be read: ${errnoOf(error)}`, {
      hint: '`boards status` shows their directory.',
      cause: error,
    });
  }
}

export function countSkipped({ note, options, context }: Session) {
  const debug = debugWriter(options, context);
  let count = 0;
  const unreadable = new Map<string, string>();
  return {
    onSkipped(path: string, line: number | null) {
      count++;
      debug?.(`invalid line: ${cleanText(path)}${line === null ? '' : `:${line}`}`);
    },
    onUnreadable(path: string, errno: string) {
      unreadable.set(path, errno);
    },
    /** Returns true if a line or a file was skipped. */
    isAny: () => count + unreadable.size > 0,
    noteSkipped() {
      for (const [path, errno] of unreadable) note(`cannot read ${cleanText(path)}: ${errno}`);
      if (count > 0) note(`skipped ${counted(count, 'invalid line')} of the recording`);
    },
  };
}

interface RecordingRequest {
  readonly path?: string | undefined;
  /** Default: the last date on which any of the timeframes is recorded. */
  readonly date?: string | undefined;
  /** Milliseconds before now for which the sandbox computes data. */
  readonly last?: number | undefined;
}

/** Null stands for all recorded timeframes. */
type Wanted = ReadonlyArray<Timeframe> | null;

/** The caller closes the recording. Throws NotRecordedError if it has none of the wanted timeframes. */
export async function findRecording({ path, date, last }: RecordingRequest, session: Session) {
  const { options, context, settings, note } = session;
  const skipped = countSkipped(session);
  const reading = { ...skipped, signal: context.signal };
  const isChosen = path === undefined ? isTimeframeChosen(options, context) : options.timeframe !== undefined;
  // By default, only recordings use all timeframes, because the sandbox would have to compute them.
  const wanted = isChosen || options.sandbox === true ? settings.timeframe.value : null;
  const recording =
    options.sandbox === true
      ? await sandboxDay(date, last, context)
      : path === undefined
        ? await recordedDay(date, wanted, session, reading)
        : await recordedFile(path, wanted, session, reading);
  context.signal.throwIfAborted();
  const recorded = [...recording.times.keys()];
  const timeframes = wanted?.filter((each) => recorded.includes(each)) ?? recorded;
  const missing = wanted?.filter((each) => !recorded.includes(each)) ?? [];
  if (missing.length > 0) note(`not recorded: ${missing.join(', ')}`);
  return { recording, timeframes, noteSkipped: skipped.noteSkipped };
}

const isAny = ({ times }: Recording, wanted: Wanted) =>
  (wanted ?? TIMEFRAMES).some((timeframe) => times.has(timeframe));

type Reading = ReadOptions & Pick<ReturnType<typeof countSkipped>, 'isAny' | 'noteSkipped'>;

function nothingOf(wanted: Wanted, where: string, hint: string, { isAny, noteSkipped }: Reading) {
  noteSkipped();
  return new NotRecordedError(describeAbsence({ wanted, where, isSkipped: isAny() }), { hint });
}

export function describeAbsence(absence: {
  readonly wanted: Wanted;
  /** Empty, or text such as ` on 2026-06-03`. */
  readonly where: string;
  readonly isSkipped: boolean;
}): string {
  const { wanted, where, isSkipped } = absence;
  const noun = wanted?.length === 1 ? 'timeframe' : 'timeframes';
  const timeframes = wanted === null ? '' : ` of the ${noun} ${wanted.join(', ')}`;
  return `no snapshot${timeframes} ${isSkipped ? 'can be read' : 'is recorded'}${where}`;
}

export interface Recorded {
  readonly first: Recording;
  readonly last: Recording;
  readonly timeframes: ReadonlyArray<Timeframe>;
  /** A recording can be read until the next one is yielded. */
  all(): AsyncGenerator<Recording, void>;
  close(): void;
  noteSkipped(): void;
}

export async function findOne(request: RecordingRequest, session: Session): Promise<Recorded> {
  const { recording, ...found } = await findRecording(request, session);
  return {
    ...found,
    first: recording,
    last: recording,
    async *all() {
      yield recording;
    },
    close: recording.close,
  };
}

export async function findDays(
  { from, to }: { readonly from: string; readonly to: string },
  session: Session,
): Promise<Recorded> {
  const { options, context, settings, note } = session;
  const skipped = countSkipped(session);
  const reading = { ...skipped, signal: context.signal };
  const wanted = isTimeframeChosen(options, context) ? settings.timeframe.value : null;
  const recordings = await recordingsOf(session, to);
  const isWanted = ({ date, timeframe }: DayFile) =>
    date >= from && date <= to && (wanted ?? TIMEFRAMES).includes(timeframe);
  const files = recordings.files.filter(isWanted);
  const recorded = TIMEFRAMES.filter((timeframe) => files.some((file) => file.timeframe === timeframe));
  const days = [...groupBy(files, ({ date }) => date).values()].reverse();
  const opened = new Set<Recording>();
  const close = (recording: Recording) => opened.delete(recording) && recording.close();
  const openNext = async (next: () => ReadonlyArray<DayFile> | undefined): Promise<Recording | null> => {
    for (let day = next(); day !== undefined; day = next()) {
      const recording = await recordingOf(day, recordings.isSimulated, reading);
      opened.add(recording);
      if (isAny(recording, wanted)) return recording;
      close(recording);
    }
    return null;
  };
  const first = await openNext(() => days.shift());
  if (first === null) {
    const hint = recordedHint(recordings, options.timeframe);
    throw nothingOf(wanted, ` from ${from} to ${to}`, hint, reading);
  }
  const last = (await openNext(() => days.pop())) ?? first;
  const missing = wanted?.filter((each) => !recorded.includes(each)) ?? [];
  if (missing.length > 0) note(`not recorded: ${missing.join(', ')}`);
  return {
    first,
    last,
    timeframes: wanted?.filter((each) => recorded.includes(each)) ?? recorded,
    async *all() {
      for (let day: Recording | null = first; day !== null; day = await openNext(() => days.shift())) {
        yield day;
        close(day);
      }
      if (last !== first) yield last;
    },
    close: () => [...opened].forEach(close),
    noteSkipped: skipped.noteSkipped,
  };
}

async function recordedDay(
  date: string | undefined,
  wanted: Wanted,
  session: Session,
  options: Reading,
): Promise<Recording> {
  const recordings = await recordingsOf(session, date);
  for (const [day, files] of groupBy(recordings.files, (file) => file.date)) {
    const isLikely = files.some(({ timeframe }) => (wanted ?? TIMEFRAMES).includes(timeframe));
    if (!isLikely || (date !== undefined && day !== date)) continue;
    const recording = await recordingOf(files, recordings.isSimulated, options);
    if (isAny(recording, wanted)) return recording;
    recording.close();
  }
  const hint = recordedHint(recordings, session.options.timeframe);
  throw nothingOf(wanted, date === undefined ? '' : ` on ${date}`, hint, options);
}

async function recordedFile(
  path: string,
  wanted: Wanted,
  { context, note }: Session,
  options: Reading,
): Promise<Recording> {
  const input = path === '-' ? pipedTo(context) : await unlessAborted(openable(path), context.signal);
  const piped = typeof input === 'string' ? null : await copied(input, path, context.signal);
  if (piped?.isCut === true) note(`only the first ${MAX_PIPED_MB} MB of the pipe are read`);
  const realPath = typeof input === 'string' ? input : (piped?.path ?? '');
  const named = TIMEFRAMES.find((timeframe) => basename(path).startsWith(`${timeframe}.`));
  const file = {
    date: null,
    timeframe: named ?? 'day',
    path: realPath,
    isCompressed: piped?.isCompressed ?? /\.gz$/i.test(path),
  } as const;
  const read = await recordingOf([file], simulatedIn(realPath), options).catch((error) => {
    piped?.remove();
    throw error;
  });
  const recording = {
    ...read,
    close() {
      read.close();
      piped?.remove();
    },
  };
  if (isAny(recording, wanted)) return recording;
  recording.close();
  const names = [...recording.times.keys()].join(', ');
  const hint =
    names === ''
      ? 'The file must contain lines from `boards watch --json`.'
      : `Timeframes in the file: ${names}.`;
  throw nothingOf(wanted, ' in the file', hint, options);
}

function pipedTo({ stdin }: Context): Context['stdin'] {
  if (stdin.isTTY !== true) return stdin;
  throw new UsageError('stdin is a terminal, not a recording', {
    hint: 'Pipe lines from `boards watch --json` to the command, or give the path of a file.',
  });
}

/** Copies a pipe to a file, because recordings are read twice: to find their times, and to play them. */
async function copied(input: AsyncIterable<string | Buffer>, path: string, signal: AbortSignal) {
  try {
    return await copyPiped(input, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new UsageError(`cannot copy ${cleanText(path)} to a temporary file: ${errnoOf(error)}`, {
      hint: 'Save the recording to a file, and give its path.',
    });
  }
}

/** Resolves the symbolic links of a file, or returns the content of a pipe. */
async function openable(path: string): Promise<string | AsyncIterable<Buffer>> {
  const name = cleanText(path);
  let fault = `not a file: ${name}`;
  try {
    await access(path, constants.R_OK);
    const stats = await stat(path);
    if (stats.isFile()) return await realpath(path);
    if (stats.isFIFO()) return createReadStream(path);
  } catch (error) {
    const errno = errnoOf(error);
    fault = errno === 'ENOENT' ? `no such file: ${name}` : `cannot read ${name}: ${errno}`;
  }
  throw new UsageError(fault, { hint: 'Give a date such as 2026-11-20, or the path of a file.' });
}

/** Computes a snapshot when it is read: one per minute, at most four hours back. */
export async function sandboxRecording(
  { clock, signal }: Context,
  isWanted: (time: number) => boolean = () => true,
): Promise<Recording> {
  const { createPast, EMBEDDED_SEED } = await import('../../sandbox/service.ts');
  const snapshotAt = createPast(EMBEDDED_SEED);
  const oldest = Math.floor((clock.now() - SANDBOX_PAST_MS) / MINUTE_MS) * MINUTE_MS;
  const count = SANDBOX_PAST_MS / MINUTE_MS + 1;
  const times = Array.from({ length: count }, (_, index) => oldest + index * MINUTE_MS).filter(isWanted);
  return {
    isSimulated: true,
    times: new Map(TIMEFRAMES.map((timeframe) => [timeframe, times])),
    async read(timeframe, time) {
      // Lets signal handlers run between two snapshots.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      return decodeSnapshot(snapshotAt(timeframe, time), timeframe);
    },
    close: () => undefined,
  };
}

async function sandboxDay(date: string | undefined, last = Infinity, context: Context): Promise<Recording> {
  const now = context.clock.now();
  const from = Math.floor((now - last) / MINUTE_MS) * MINUTE_MS;
  const day = date ?? dateOf(now);
  const recording = await sandboxRecording(context, (time) => time >= from && dateOf(time) === day);
  if (![...recording.times.values()].some((times) => times.length > 0))
    throw new NotRecordedError(`the sandbox has no data for ${day}`, { hint: SANDBOX_PAST });
  return recording;
}

/** Leaves out timeframes without a readable snapshot. Files stay open until the recording is closed. */
async function recordingOf(files: ReadonlyArray<RecordedFile>, isSimulated: Simulated, options: ReadOptions) {
  const index = await indexFiles(files, { ...options, isSimulated });
  const times = new Map<Timeframe, ReadonlyArray<number>>();
  for (const [timeframe, ofTimeframe] of index.times) {
    for (const time of ofTimeframe) {
      if ((await index.read(timeframe, time)) === null) continue;
      times.set(timeframe, ofTimeframe);
      break;
    }
  }
  return { ...index, times };
}
