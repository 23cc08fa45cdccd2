import { Argument, InvalidArgumentError, Option } from 'commander';
import {
  baselineOption,
  conditionOptions,
  limitOption,
  type Options,
  selectionOptions,
  timeframeOption,
  timeText,
  valueOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import { isDate, timesMeant } from '../cli/values/times.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { describeTime, type TimeZone } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { Recording } from '../recording/read.ts';
import { playedFrom } from '../recording/read.ts';
import { createServiceClock } from '../service/service-clock.ts';
import { startProgress } from '../terminal/progress.ts';
import type { Received, StreamSource } from '../watch/feed.ts';
import { findDays, findOne } from './shared/recordings.ts';
import { checkConditionOptions, checkFormats, openWatch, runWatch } from './shared/watch-request.ts';

const OPTION = '--from';

export const command = (context: Context): Specification => ({
  arguments: [
    new Argument(
      '[date or file]',
      '2026-11-20, ./day.ndjson, or - for stdin (default: the last recorded day)',
    ).argParser(parseName),
  ],
  options: [
    timeframeOption(),
    limitOption('10'),
    ...selectionOptions('row', 'memory'),
    valueOption(
      `${OPTION} <time>`,
      timeText(OPTION),
      'start at 10:15, 2026-11-20T10:15, or 15m before the end',
    ),
    baselineOption(),
    new Option('--json', 'print one line of JSON per snapshot'),
    new Option('--events', 'print one line of JSON per change'),
    ...conditionOptions('limit --events to these conditions, as watch --on does'),
  ],
  notes: [
    'replay plays what watch has recorded (boards help recordings). It plays the last recorded day, or the day or file that you name. A file has the lines of watch --json and can be compressed with gzip. With --json or --events, replay also reads several days, such as 2026-11-16..2026-11-20. With --sandbox, it plays the last four hours of simulated data.',
    'Without -t, replay uses all recorded timeframes, or with --sandbox those of the preference timeframe. It sends no request, needs no key, records nothing and runs no --exec command.',
    'In a terminal, replay opens the pane and shows one snapshot a second. Space stops and plays, [ and ] go back and forward by one snapshot, and @ goes to a time. The other keys are the same as in watch. While replay is stopped, each row shows its rank and its change of price at the end of the recording. In a pipe, or with --json or --events, replay prints what watch would have printed.',
  ],
  examples: {
    'boards replay --sandbox --from 15m': 'play 15 minutes of simulated data',
    'boards replay --events --on topPlay': 'try a condition on the last day',
    'boards replay 2026-11-16..2026-11-20 --json': 'print five days for a script',
    'zcat old/*.gz | boards replay -': 'play recordings from a pipe',
  },
  check(options, name: string | undefined) {
    checkConditionOptions(options, options.events === true, '--events', 'replay --events');
    if (options.sandbox === true && name !== undefined && isFileName(name))
      throw new UsageError('--sandbox and a file cannot be used together', {
        hint: 'Leave out --sandbox, or the file.',
      });
    checkFormats(options);
    if (name === undefined || rangeOf(name) === null) return;
    if (options.sandbox === true)
      throw new UsageError('--sandbox has data only for the last four hours', {
        hint: 'Leave out --sandbox, or the days.',
      });
    if (options.json !== true && options.events !== true)
      throw new UsageError('a replay of several days needs --json or --events', {
        hint: `For example: \`boards replay ${name} --events\``,
      });
  },
  run: (options, name: string | undefined) => replay(name, options, context),
});

async function replay(name: string | undefined, options: Options, context: Context): Promise<void> {
  const path = name !== undefined && isFileName(name) ? name : undefined;
  const date = path === undefined ? name : undefined;
  const needsService = options.sandbox !== true && path === undefined;
  const session = openWatch(options, context, needsService);
  const { settings, note, noteAlways } = session;
  const usual = settings.timeframe.value;
  const progress = startProgress('reading the recording', context, session.options);
  const range = rangeOf(name ?? '');
  const finding = range === null ? findOne({ path, date }, session) : findDays(range, session);
  const found = await finding.finally(progress.stop);
  const { first, last } = found;
  // The pane opens on the first timeframe, so those of the settings come first.
  const timeframes = [...found.timeframes].sort(
    (one, other) => Number(usual.includes(other)) - Number(usual.includes(one)),
  );
  const until = endOf(last, timeframes);
  const from = startOf(first, until, timeframes, options.from, settings.timeZone);
  const source: StreamSource = {
    timeframes,
    clock: createServiceClock(context.clock),
    open: () => ({ events: () => eventsOf(found.all(), timeframes, from) }),
    // Recorded data is never overdue.
    intervalSeconds: Infinity,
    recordedUntil: until,
    openRecorder: null,
    note,
    noteAlways,
  };
  try {
    await runWatch(source, session, async (watch) =>
      (await import('../pane/playback.ts')).runReplay(watch, first, from),
    );
  } finally {
    found.close();
    found.noteSkipped();
  }
}

async function* eventsOf(
  recordings: AsyncIterable<Recording>,
  timeframes: ReadonlyArray<Timeframe>,
  from: number,
): AsyncGenerator<Received, void> {
  for await (const recording of recordings) {
    const { isSimulated } = recording;
    for await (const played of playedFrom(recording, timeframes, from)) {
      yield { ...played, type: 'snapshot', isFirst: false, isSimulated, isRecorded: true };
      // Lets signal handlers run between two snapshots.
      await new Promise(setImmediate);
    }
  }
}

function isFileName(name: string): boolean {
  return name === '-' || /[\\/]|\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(name);
}

function rangeOf(name: string) {
  const [from = '', to = '', ...others] = name.split('..');
  return others.length === 0 && isDate(from) && isDate(to) ? { from, to } : null;
}

function parseName(name: string): string {
  if (isDate(name) || isFileName(name)) return name;
  const range = rangeOf(name);
  if (range !== null && range.from <= range.to) return name;
  if (range !== null)
    throw new UsageError('the last day is before the first one', {
      hint: `Did you mean \`boards replay ${range.to}..${range.from} --json\`?`,
    });
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)[\d:.Z+-]*$/.exec(name) ?? [];
  if (day === '') throw new InvalidArgumentError('');
  throw new UsageError('replay takes a day, not a time', {
    hint: `To begin at that time: \`boards replay ${day} --from ${time}\``,
  });
}

/** Returns milliseconds since 1970. Throws UsageError for a time after the last snapshot. */
function startOf(
  { times: firstTimes }: Recording,
  last: number,
  timeframes: ReadonlyArray<Timeframe>,
  from: string | undefined,
  timeZone: TimeZone,
): number {
  const first = Math.min(...timeframes.map((timeframe) => firstTimes.get(timeframe)?.[0] ?? Infinity));
  if (from === undefined) return first;
  // A time of day belongs to the first or the last day. If clocks show it twice, the later one counts.
  const times = [first, last].map((now) => Math.max(...timesMeant(from, { now, option: OPTION, timeZone })));
  const start = times.find((time) => time >= first && time <= last) ?? times.findLast((time) => time <= last);
  if (start !== undefined) return Math.max(first, start);
  throw new UsageError(`--from: ${from} is after the last snapshot (${describeTime(last, timeZone)})`, {
    hint: `The first snapshot is from ${describeTime(first, timeZone)}.`,
  });
}

function endOf({ times }: Recording, timeframes: ReadonlyArray<Timeframe>): number {
  return Math.max(...timeframes.map((timeframe) => times.get(timeframe)?.at(-1) ?? -Infinity));
}
