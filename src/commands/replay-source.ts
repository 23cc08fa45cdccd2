import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Context } from '../context.ts';
import { errnoOf, NotRecordedError, UsageError } from '../errors.ts';
import { dateOf } from '../market/market-day.ts';
import { freeParser, isDate, type Parser, timesMeant } from '../parse.ts';
import { unexpected } from '../quote.ts';
import { indexFiles, type ReadOptions } from '../recording/day.ts';
import { type RecordedFile, simulatedIn } from '../recording/days.ts';
import { notRecorded } from '../recording/find.ts';
import type { Simulated } from '../service/snapshot.ts';
import type { Settings } from '../settings/resolve.ts';
import { cleanText } from '../text/safe-text.ts';
import { describeTime, MINUTE_MS, type TimeZone, utcDayStart } from '../time.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import type { Recording } from '../watch/player.ts';
import { sandboxSnapshots } from './connect.ts';
import { SANDBOX_PAST_MS } from './past.ts';
import { notInSandbox, recordingsOf } from './recordings.ts';
import type { Notes } from './write.ts';

/** A recording with what to say of it where something is missing. */
export interface FoundRecording {
  readonly recording: Recording;
  /** `on 2026-11-20`, `in the file`. */
  readonly where: string;
  /** The error for what it does not have. */
  missing(message: string): Promise<NotRecordedError>;
}

export interface RecordingRequest {
  /** As the user gave it; undefined for the last recorded day. */
  readonly date: string | undefined;
  readonly settings: Settings;
  readonly note: Notes['note'];
  readonly onSkipped: () => void;
}

/** What `boards replay` takes for a file. */
export function isFileName(name: string): boolean {
  return name.includes('/') || /\.ndjson(\.gz)?$/.test(name);
}

/** A recorded day of the service. Throws NotRecordedError, also if the day has no snapshot, and ConfigError as `recordingsOf`. */
export async function recordedDay(
  { date: given, settings, note, onSkipped }: RecordingRequest,
  context: Context,
): Promise<FoundRecording> {
  if (given !== undefined) checkDate(given);
  const recordings = await recordingsOf({ settings, note, date: given }, context);
  const { isSimulated } = recordings;
  const missing = (message: string) => notRecorded(message, recordings, settings.timeZone, context.signal);
  const date = given ?? recordings.files[0]?.date;
  const files = recordings.files.filter((file) => file.date === date);
  if (date === undefined) throw await missing('no snapshot is recorded');
  if (files.length === 0) throw await missing(`no snapshot is recorded on ${date}`);
  return {
    recording: await recordingOf(files, isSimulated, { onSkipped, signal: context.signal }),
    where: `on ${date}`,
    missing,
  };
}

/** A file with the lines of `watch --json`, of one or of several timeframes. Throws UsageError if it cannot be read. */
export async function recordedFile(path: string, options: ReadOptions): Promise<FoundRecording> {
  const realPath = await openable(path);
  const isCompressed = path.endsWith('.gz');
  const named = TIMEFRAMES.find((timeframe) => basename(path).startsWith(`${timeframe}.`));
  const file = { date: null, timeframe: named ?? 'day', path: realPath, isCompressed };
  const recording = await recordingOf([file], simulatedIn(realPath), options);
  return {
    recording,
    where: 'in the file',
    missing: async (message) => {
      const names = [...recording.times.keys()].join(', ');
      const hint = names === '' ? 'It needs lines of `boards watch --json`.' : `It has: ${names}.`;
      return new NotRecordedError(message, { hint });
    },
  };
}

/**
 * The last four hours of the UTC day of the embedded sandbox, one snapshot a minute, each computed when it is played: some
 * 10 ms.
 */
export async function sandboxDay(name: string | undefined, { clock }: Context): Promise<FoundRecording> {
  if (name !== undefined && isFileName(name))
    throw new UsageError('--sandbox needs no file', { hint: 'Leave out --sandbox, or the file.' });
  if (name !== undefined) checkDate(name);
  const snapshotAt = await sandboxSnapshots();
  const now = clock.now();
  const today = dateOf(now, true);
  const newest = now - (now % MINUTE_MS);
  const start = Math.max(utcDayStart(now), newest - SANDBOX_PAST_MS);
  if (name !== undefined && name !== today) throw notInSandbox(name, now);
  const times = Array.from(
    { length: (newest - start) / MINUTE_MS + 1 },
    (_, minute) => start + minute * MINUTE_MS,
  );
  return {
    recording: {
      isSimulated: true,
      times: new Map(TIMEFRAMES.map((timeframe) => [timeframe, times])),
      read: async (timeframe, time) => snapshotAt(timeframe, time),
    },
    where: `on ${today}`,
    missing: async (message) => new NotRecordedError(message),
  };
}

/** The timeframes with at least one snapshot. Files stay open until the program ends. */
async function recordingOf(
  files: ReadonlyArray<RecordedFile>,
  isSimulated: Simulated,
  options: ReadOptions,
): Promise<Recording> {
  const index = await indexFiles(files, { ...options, isSimulated: isSimulated === true });
  const times = new Map<Timeframe, ReadonlyArray<number>>();
  for (const [timeframe, ofTimeframe] of index.times) {
    for (const time of ofTimeframe) {
      if ((await index.read(timeframe, time)) === null) continue;
      times.set(timeframe, ofTimeframe);
      break;
    }
  }
  return { isSimulated, times, read: index.read };
}

function checkDate(name: string): void {
  if (isDate(name)) return;
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)[\d:.Z+-]*$/.exec(name) ?? [];
  if (day !== '')
    throw new UsageError('a day is replayed from a time with --from', {
      hint: `For example: \`boards replay ${day} --from ${time}\``,
    });
  const hint = 'Give a date such as 2026-11-20, or a file: ./day.ndjson';
  throw unexpected('neither a date nor a file:', name, hint);
}

/** Only a file can be read twice, which is needed: once to know what there is, once to play it. */
async function openable(path: string): Promise<string> {
  try {
    const found = await stat(path);
    if (!found.isFile())
      throw new UsageError(`not a file: ${cleanText(path)}`, {
        hint: 'Give a file of `boards watch --json`.',
      });
    await access(path, constants.R_OK);
    return await realpath(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const errno = errnoOf(error);
    const name = cleanText(path);
    const fault = errno === 'ENOENT' ? `no such file: ${name}` : `cannot read ${name} (${errno})`;
    throw new UsageError(fault, {
      hint: 'Give a date such as 2026-11-20, or the path of a file.',
      cause: error,
    });
  }
}

const OPTION = '--from';

/** The text of `--from`: what it means depends on the recording, which is not known yet. */
export const parseFrom: Parser<string> = freeParser(
  'time',
  (text) => {
    timesMeant(text, { now: 0, option: OPTION, timeZone: 'UTC' });
    return text.trim();
  },
  '10:15',
);

/**
 * The time that a text means in a recording, in milliseconds since 1970: `10:15` is that of its day (or of the first of two on
 * which it has snapshots), `15m` is before its end. A time before the first snapshot is that of the first one. Throws
 * UsageError for a time after the last one.
 */
export function startIn(
  text: string,
  { first, last }: { readonly first: number; readonly last: number },
  timeZone: TimeZone,
): number {
  // Of two times that clocks show, the later one; a time of day is that of the day on which the recording begins or ends.
  const times = [first, last].map((now) => Math.max(...timesMeant(text, { now, option: OPTION, timeZone })));
  const start = times.find((time) => time >= first && time <= last) ?? times.findLast((time) => time <= last);
  if (start !== undefined) return Math.max(first, start);
  throw new UsageError(`--from: ${text} is after the last snapshot, of ${describeTime(last, timeZone)}`, {
    hint: `The first one is of ${describeTime(first, timeZone)}.`,
  });
}
