import { NotRecordedError } from '../../errors.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import type { Timeframe } from '../../market/catalogue.ts';
import { dateOf } from '../../market/market-day.ts';
import { describeDates } from '../../recording/directories.ts';
import {
  entriesOf,
  indexFiles,
  type ReadOptions,
  type Recording,
  recordedHint,
  snapshotsIn,
} from '../../recording/read.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { countSkipped, describeAbsence, recordingsOf, SANDBOX_PAST, sandboxRecording } from './recordings.ts';
import type { Session } from './session.ts';

/** Without `--day`, the report reads at most this many of the newest days. */
const MAX_DAYS = 10;

export interface DaysRequest {
  readonly timeframe: Timeframe;
  /** Null stands for the newest days. */
  readonly dates: readonly [from: string, to: string] | null;
  /** Milliseconds before the newest snapshot; Infinity reads all. */
  readonly last: number;
}

export interface OpenDay {
  /** The times of the requested timeframe, in ascending order. */
  readonly times: ReadonlyArray<number>;
  /** Reads snapshots in order. The requested timeframe can be read only once. */
  read(timeframe: Timeframe, from: number, until: number): AsyncGenerator<Snapshot, void>;
}

/** The oldest day comes first. A day is opened when it is read. */
export type ReportDays = Awaited<ReturnType<typeof findReportDays>>;

export async function findReportDays(request: DaysRequest, session: Session) {
  const found =
    session.options.sandbox === true
      ? await computedDays(request, session)
      : await recordedDays(request, session);
  const entriesIn = (recording: Recording, timeframe: Timeframe, date: string, from: number, until: number) =>
    entriesOf(recording, timeframe).filter(
      ({ time }) => time >= from && time <= until && dateOf(time) === date,
    );
  const open = async (date: string): Promise<OpenDay> => {
    const own = await found.open(date, request.timeframe);
    return {
      times: entriesIn(own, request.timeframe, date, found.from, Infinity).map(({ time }) => time),
      // Opens one timeframe at a time, because compressed files stay unpacked while they are open.
      async *read(timeframe, from, until) {
        const recording = timeframe === request.timeframe ? own : await found.open(date, timeframe);
        try {
          yield* snapshotsIn(entriesIn(recording, timeframe, date, from, until));
        } finally {
          recording.close();
        }
      },
    };
  };
  return { ...found, dates: found.dates.filter((date) => date >= startDate(found.from)), open };
}

/** The bounds of all dates; dates are compared as text. */
const ALL_DATES = ['', '9999-12-31'] as const;

const startDate = (from: number) => (Number.isFinite(from) ? dateOf(from) : '');

async function recordedDays({ timeframe, dates, last }: DaysRequest, session: Session) {
  const skipped = countSkipped(session);
  const [first, final] = dates ?? ALL_DATES;
  const recordings = await recordingsOf(session, first === final ? first : undefined);
  const { isSimulated } = recordings;
  const hint = recordedHint(recordings, session.options.timeframe);
  const files = recordings.files.filter(({ date }) => date >= first && date <= final);
  const own = files.filter((file) => file.timeframe === timeframe);
  const all = [...new Set(own.map(({ date }) => date))];
  if (all.length === 0) throw notRecorded(timeframe, dates, false, hint);
  const { signal } = session.context;
  const open = (date: string, wanted: Timeframe, listeners: ReadOptions = skipped) => {
    const ofDay = files.filter((file) => file.date === date && file.timeframe === wanted);
    return indexFiles(ofDay, { ...listeners, isSimulated, signal });
  };
  /** Passes no listeners, because invalid lines are counted later, when the days are read. */
  const startOfLast = async () => {
    for (const date of all) {
      const { times, close } = await open(date, timeframe, {});
      close();
      const newest = times.get(timeframe)?.at(-1);
      if (newest !== undefined) return newest - last;
    }
    return -Infinity;
  };
  return {
    isSimulated,
    isRecorded: true,
    dates: (dates === null ? all.slice(0, MAX_DAYS) : all).toReversed(),
    from: Number.isFinite(last) ? await startOfLast() : -Infinity,
    open,
    noteSkipped: skipped.noteSkipped,
    absence: () => notRecorded(timeframe, dates, skipped.isAny(), hint),
  };
}

function notRecorded(
  timeframe: Timeframe,
  dates: DaysRequest['dates'],
  isSkipped: boolean,
  hint: string,
): NotRecordedError {
  const where =
    dates === null ? '' : dates[0] === dates[1] ? ` on ${dates[0]}` : ` from ${dates.join(' to ')}`;
  return new NotRecordedError(describeAbsence({ wanted: [timeframe], where, isSkipped }), { hint });
}

async function computedDays({ dates, last }: DaysRequest, { context }: Session) {
  const [first, final] = dates ?? ALL_DATES;
  const from = Math.floor((context.clock.now() - last) / MINUTE_MS) * MINUTE_MS;
  const recording = await sandboxRecording(context, (time) => {
    const date = dateOf(time);
    return time >= from && date >= first && date <= final;
  });
  const [times = []] = recording.times.values();
  const absence = () =>
    new NotRecordedError(`the sandbox has no data for ${describeDates([first, final])}`, {
      hint: SANDBOX_PAST,
    });
  if (times.length === 0) throw absence();
  return {
    isSimulated: recording.isSimulated,
    isRecorded: false,
    dates: [...new Set(times.map(dateOf))],
    from,
    open: async () => recording,
    noteSkipped: () => undefined,
    absence,
  };
}
