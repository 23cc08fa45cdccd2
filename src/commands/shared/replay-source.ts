import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeSnapshot, type Simulated, type Snapshot } from '../../api/snapshot.ts';
import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../context.ts';
import { errnoOf, NotRecordedError, UsageError } from '../../errors.ts';
import { dateOf } from '../../model/market-day.ts';
import { unexpected } from '../../quote.ts';
import { simulatedIn } from '../../recording/location.ts';
import { notRecorded } from '../../recording/not-recorded.ts';
import { type Recorded, recordedSnapshots, survey } from '../../recording/survey.ts';
import { MINUTE_MS, utcDayStart } from '../../time-units.ts';
import { cleanText } from '../../view/safe-text.ts';
import { TIMEFRAMES } from '../../vocabulary.ts';
import type { Recording } from '../../watch/replay-player.ts';
import { SANDBOX_SEED } from './connection.ts';
import { findRecordedPlace } from './recorded-place.ts';

/** A recording with what to say of it where something is missing. */
export interface FoundRecording {
  readonly recording: Recording;
  /** `on 2026-11-20`, `in the file`. */
  readonly where: string;
  /** The error for what it does not have. */
  missing(message: string): Promise<NotRecordedError>;
}

interface ReadingOptions {
  readonly onSkipped: (count: number) => void;
  readonly signal: AbortSignal;
}

export interface RecordingRequest {
  /** As the user gave it; undefined for the last recorded day. */
  readonly date: string | undefined;
  readonly settings: Settings;
  readonly onSkipped: (count: number) => void;
}

/** What `boards replay` takes for a file. */
export function isFileName(name: string): boolean {
  return name.includes('/') || /\.ndjson(\.gz)?$/.test(name);
}

/** A recorded day of the service. Throws NotRecordedError, also if the day has no snapshot, and ConfigError as `findRecordedPlace`. */
export async function recordedDay(
  { date: given, settings, onSkipped }: RecordingRequest,
  context: Context,
): Promise<FoundRecording> {
  if (given !== undefined) checkDate(given);
  const place = await findRecordedPlace(settings, context);
  const missing = (message: string) => notRecorded(message, place, settings.timeZone);
  const date = given ?? place.files[0]?.date;
  const files = place.files.filter((file) => file.date === date);
  if (date === undefined) throw await missing('no snapshot is recorded');
  if (files.length === 0) throw await missing(`no snapshot is recorded on ${date}`);
  const recorded: Recorded = { type: 'day', files, isSimulated: place.isSimulated };
  return {
    recording: await recordingOf(recorded, place.isSimulated, { onSkipped, signal: context.signal }),
    where: `on ${date}`,
    missing,
  };
}

/** A file with the lines of `watch --json`, of one or of several timeframes. Throws UsageError if it cannot be read. */
export async function recordedFile(path: string, options: ReadingOptions): Promise<FoundRecording> {
  const { realPath, bytes } = await openable(path);
  const isCompressed = path.endsWith('.gz');
  const named = TIMEFRAMES.find((timeframe) => basename(path).startsWith(`${timeframe}.`));
  const file = { date: '', timeframe: named ?? 'day', path: realPath, isCompressed, bytes };
  const recording = await recordingOf({ type: 'file', file }, simulatedIn(realPath), options);
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

/** The UTC day so far of the embedded sandbox, one snapshot a minute, each computed when it is played: some 10 ms. */
export async function sandboxDay(name: string | undefined, { clock }: Context): Promise<FoundRecording> {
  if (name !== undefined && isFileName(name))
    throw new UsageError('--sandbox needs no file', { hint: 'Leave out --sandbox, or the file.' });
  if (name !== undefined) checkDate(name);
  const { createPast } = await import('../../sandbox/protocol/past.ts');
  const now = clock.now();
  const today = dateOf(now, true);
  const start = utcDayStart(now);
  const missing = async (message: string) =>
    new NotRecordedError(message, { hint: `The sandbox has the UTC day so far, ${today}.` });
  if (name !== undefined && name !== today) throw await missing(`the sandbox has no data of ${name}`);
  const times = Array.from(
    { length: Math.floor((now - start) / MINUTE_MS) + 1 },
    (_, minute) => start + minute * MINUTE_MS,
  );
  const past = createPast(SANDBOX_SEED);
  return {
    recording: {
      isSimulated: true,
      times: new Map(TIMEFRAMES.map((timeframe) => [timeframe, times])),
      async *snapshots(timeframe, since) {
        for (const time of times.filter((each) => each >= since)) {
          const snapshot = decodeSnapshot(past.at(timeframe, time));
          if (snapshot !== null) yield snapshot;
        }
      },
    },
    where: `on ${today}`,
    missing,
  };
}

async function recordingOf(
  recorded: Recorded,
  isSimulated: Simulated,
  options: ReadingOptions,
): Promise<Recording> {
  const surveyed = await survey(recorded, options);
  return {
    isSimulated,
    times: new Map([...surveyed].map(([timeframe, { times }]) => [timeframe, times] as const)),
    snapshots: (timeframe, since): AsyncGenerator<Snapshot, void> => {
      const isInOrder = surveyed.get(timeframe)?.isInOrder === true;
      return recordedSnapshots(recorded, { timeframe, since, isInOrder }, { onSkipped: options.onSkipped });
    },
  };
}

function checkDate(name: string): void {
  const date = new Date(`${name}T00:00:00Z`);
  const isDate = /^\d{4}-\d\d-\d\d$/.test(name) && date.getTime() > 0;
  if (isDate && date.toISOString().startsWith(name)) return;
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)[\d:.Z+-]*$/.exec(name) ?? [];
  if (day !== '')
    throw new UsageError('a day is replayed from a time with --from', {
      hint: `For example: \`boards replay ${day} --from ${time}\``,
    });
  const hint = 'Give a date such as 2026-11-20, or a file: ./day.ndjson';
  throw unexpected('neither a date nor a file:', name, hint);
}

/** Only a file can be read twice, which is needed: once to know what there is, once to play it. */
async function openable(path: string): Promise<{ readonly realPath: string; readonly bytes: number }> {
  try {
    const found = await stat(path);
    if (!found.isFile())
      throw new UsageError(`not a file: ${cleanText(path)}`, {
        hint: 'Give a file of `boards watch --json`.',
      });
    await access(path, constants.R_OK);
    return { realPath: await realpath(path), bytes: found.size };
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
