import { Argument, Option } from 'commander';
import {
  baselineOption,
  conditionOptions,
  hiddenWideOptions,
  isTimeframeChosen,
  jsonOption,
  noteWide,
  selectionOptions,
  snapshotOptions,
  valueOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import type { TimeZone } from '../time.ts';
import { MAX_LIMIT, type Timeframe } from '../vocabulary.ts';
import type { WatchSource } from '../watch/source.ts';
import { noteSkipped } from './recordings.ts';
import {
  type FoundRecording,
  isFileName,
  parseFrom,
  recordedDay,
  recordedFile,
  sandboxDay,
  startIn,
} from './replay-source.ts';
import {
  checkConditionOptions,
  checkConditions,
  checkViewOptions,
  runWatch,
  viewRequest,
  type WatchViewOptions,
  withoutPast,
} from './watch-request.ts';
import { createNotes, type Notes } from './write.ts';

interface ReplayOptions extends WatchViewOptions {
  /** A valid time of the recording, which is not known when it is parsed. */
  readonly from?: string;
}

export const command = (context: Context): Specification => ({
  arguments: [new Argument('[date or file]', '2026-11-20 or ./day.ndjson (default: the last day)')],
  options: [
    ...snapshotOptions(),
    ...selectionOptions('row', 'remembered'),
    ...hiddenWideOptions(),
    valueOption('--from <time>', parseFrom, 'start at 10:15, 2026-11-20T10:15, 15m before the end'),
    baselineOption(),
    jsonOption('print one line of JSON per snapshot'),
    new Option('--events', 'print one line of JSON per change'),
    ...conditionOptions('only these changes of --events, as in watch --on'),
  ],
  notes: [
    'Plays what watch has recorded (boards help recordings): the last recorded day, or that of a date, or a file with the lines of watch --json; with --sandbox, the last four hours of simulated data. Without -t: all timeframes that are recorded, or with --sandbox the preference timeframe. Sends nothing, needs no key, records nothing and runs no hooks.',
    'In a terminal, the pane: one snapshot a second. Space stops and plays, [ and ] step, @ goes to a time; the other keys are those of watch. Otherwise, or with --json or --events, what watch would have printed.',
  ],
  examples: {
    'boards replay --sandbox --from 15m': 'the last 15 minutes of simulated data',
    'boards replay --events --on topPlay': 'try a condition on the last day',
  },
  run: (options: ReplayOptions, name: string | undefined) => runReplay(name, options, context),
});

/** Finds what to play, and plays it as a pane or a stream. */
async function runReplay(name: string | undefined, options: ReplayOptions, context: Context): Promise<void> {
  checkConditionOptions(options, options.events === true, '--events', 'replay --events');
  const notes = createNotes(options, context);
  const isFile = name !== undefined && isFileName(name);
  const isSandbox = options.sandbox === true;
  const settings = resolveSettings(withoutPast(options), context, { needsService: !isSandbox && !isFile });
  checkViewOptions(options, settings, context, 'Run it twice, once with each option.');
  settings.warnings.forEach(notes.note);
  noteWide(options, notes.note);
  const { countSkipped } = await import('../recording/day.ts');
  const { onSkipped, count } = countSkipped();
  const progress = startProgress('reading the recording', context, options);
  const usual = settings.timeframe.value;
  // What is computed takes time, what is recorded is there.
  const isChosen = isFile ? options.timeframe !== undefined : isTimeframeChosen(options, context);
  const chosen = isSandbox || isChosen ? usual : null;
  const finding = isSandbox
    ? sandboxDay(name, context)
    : isFile
      ? recordedFile(name, { onSkipped, signal: context.signal })
      : recordedDay({ date: name, settings, note: notes.note, onSkipped }, context);
  const found = await finding.finally(progress.stop);
  context.signal.throwIfAborted();
  const all = await timeframesOf(found, chosen, notes);
  // The pane opens on the first one.
  const first = all.filter((timeframe) => usual.includes(timeframe));
  const timeframes = chosen === null ? [...new Set([...first, ...all])] : all;
  const limit = Math.min(MAX_LIMIT, settings.limit.value);
  const request = viewRequest(options, { settings, limit }, context);
  checkConditions(options, request.selection, timeframes, notes.note);
  const from = startOf(found, timeframes, options.from, settings.timeZone);
  const { recording } = found;
  const { createPlayer, pastOf } = await import('../watch/player.ts');
  const source: WatchSource = {
    timeframes,
    open: (signal) => ({
      feed: null,
      player: createPlayer({ recording, timeframes, from, clock: context.clock, signal }),
    }),
    // Recorded data is never overdue.
    intervalSeconds: Number.POSITIVE_INFINITY,
    loadPast: async () => pastOf(recording),
    isPastRecorded: true,
    openRecorder: null,
    ...notes,
  };
  try {
    await runWatch({ source, request, context });
  } finally {
    noteSkipped(count(), notes);
  }
}

/** Those to play; null: all that are recorded. Throws NotRecordedError if there is none of them. */
async function timeframesOf(
  { recording, where, missing }: FoundRecording,
  wanted: ReadonlyArray<Timeframe> | null,
  { note }: Notes,
): Promise<ReadonlyArray<Timeframe>> {
  const recorded = [...recording.times.keys()];
  const found = wanted?.filter((timeframe) => recorded.includes(timeframe)) ?? recorded;
  const names = wanted?.filter((timeframe) => !found.includes(timeframe)) ?? [];
  if (found.length === 0)
    throw await missing(
      `no snapshot${names.length > 0 ? ` of ${names.join(', ')}` : ''} is recorded ${where}`,
    );
  if (names.length > 0) note(`not recorded ${where}: ${names.join(', ')}`);
  return found;
}

/** The first time to play. Throws UsageError for one after the last snapshot. */
function startOf(
  { recording }: FoundRecording,
  timeframes: ReadonlyArray<Timeframe>,
  from: string | undefined,
  timeZone: TimeZone,
): number {
  const times = timeframes.map((timeframe) => recording.times.get(timeframe) ?? []);
  const first = Math.min(...times.map((each) => each[0] ?? Number.POSITIVE_INFINITY));
  const last = Math.max(...times.map((each) => each.at(-1) ?? Number.NEGATIVE_INFINITY));
  return from === undefined ? first : startIn(from, { first, last }, timeZone);
}
