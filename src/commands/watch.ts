import { Option } from 'commander';
import {
  baselineOption,
  conditionOptions,
  limitOption,
  type Options,
  selectionOptions,
  timeframeOption,
  valueOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import { DAY_SECONDS, duration, parseInterval } from '../cli/values/durations.ts';
import { freeParser, wholeNumber } from '../cli/values/values.ts';
import type { Context } from '../context.ts';
import { AuthError, UsageError } from '../errors.ts';
import { unlessAborted } from '../lib/abort.ts';
import { isLoopback } from '../lib/host-name.ts';
import { renderJson } from '../lib/json-text.ts';
import { MINUTE_MS, SECOND_MS } from '../lib/time.ts';
import { MAX_LIMIT } from '../market/catalogue.ts';
import { conditions } from '../market/conditions.ts';
import { listDays, recordingsDirectory } from '../recording/directories.ts';
import type { TidyingOptions } from '../recording/tidy.ts';
import type { Client } from '../service/client.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { dataDirectory } from '../settings/places.ts';
import { DEFAULT_RECORD_DAYS } from '../settings/preferences.ts';
import { notificationOutput } from '../terminal/notification.ts';
import type { LiveSource } from '../watch/feed.ts';
import type { Polling } from '../watch/poller.ts';
import { type Connection, connect } from './shared/connect.ts';
import {
  checkConditionOptions,
  checkFormats,
  openWatch,
  outputOf,
  runWatch,
} from './shared/watch-request.ts';

const MAX_FOR_SECONDS = 7 * DAY_SECONDS;

export const command = (context: Context): Specification => ({
  options: [
    timeframeOption('day'),
    limitOption('10'),
    ...selectionOptions('row', 'memory'),
    valueOption(
      '-n, --interval <duration>',
      parseInterval,
      'time between polls, at least 30 s for a remote service (default: poll when the next snapshot is due)',
    ),
    baselineOption(),
    valueOption(
      '--count <n>',
      wholeNumber('--count', { min: 1, max: 1_000_000, example: 10 }),
      'exit after n new snapshots',
    ),
    valueOption(
      '--until <conditions>',
      conditions('--until'),
      'exit when a condition is met: "boards>=4", NVDA+left',
    ),
    valueOption(
      '--for <duration>',
      duration('--for', MAX_FOR_SECONDS, '1h'),
      'exit after this time, such as 2h; the code is 9 if --until was not met',
    ),
    new Option(
      '--record',
      'record this run, even in a pipe or with --sandbox; keep it until you delete it, or for the days of the preference record',
    ),
    new Option('--no-record', 'do not record (default: a pane records and keeps two days)'),
    new Option('--json', 'print one line of JSON per new snapshot'),
    new Option('--events', 'print one line of JSON per change'),
    new Option('--initial', 'with --events, begin with each row of the first snapshot'),
    valueOption(
      '--exec <command>',
      freeParser((text) => text),
      'run a command on changes, with JSON lines on its stdin',
    ),
    new Option('--bell', 'ring the bell on a new top play or a change of a ticker in --symbol'),
    new Option('--notify', 'ring the bell and show a desktop notification (OSC 9 or 777)'),
    ...conditionOptions(
      'limit --exec, --bell, --notify and --events to conditions: entered, NVDA, "boards>=4" (boards help conditions)',
    ),
  ],
  notes: [
    'In a terminal, watch opens a pane. The arrow keys select a row, and Enter opens the card of its symbol. z zooms its board to show all columns. / filters the rows. 1-5 and Tab change the timeframe. q quits. Press ? for the keys and signs, or run boards help keys.',
    'The pane records what it receives and keeps it for two days. To learn what you can do with recordings, and how to turn them off, see boards help recordings.',
    `The command of --exec gets BOARDS_TEXT (a sentence), BOARDS_ASOF, BOARDS_TIMEFRAME and BOARDS_EVENTS in its environment. It never gets the key. Only one command runs at a time, and for at most 10 s. If it fails, watch shows a message. This shows a desktop alert: ${notifyExample(context)}.`,
    'In a pipe, with --plain, or if TERM is dumb, watch prints text instead of a pane. It starts with the tables of the first snapshot. When a later snapshot changes ranks 1 to 5, it prints the time, the top play and a sentence for each change, such as: KI Movers 3 (was 9). With --no-plain in a pipe, it prints the tables of every snapshot.',
  ],
  examples: {
    'boards watch --sandbox': 'open a pane with simulated data',
    'boards watch -t day,swing': 'watch two timeframes; Tab switches',
    'boards watch --bell --on topPlay': 'ring the bell when the top play changes',
    'boards watch --until NVDA --for 1h': 'wait up to an hour for a change of NVDA',
    'boards watch --events > changes.jsonl': 'write one line per change to a file',
    'boards watch --record': 'record until you delete the files',
  },
  check(options) {
    checkAlertOptions(options, context);
    checkFormats(options);
  },
  run: (options) => watch(options, context),
});

async function watch(options: Options, context: Context): Promise<void> {
  const session = openWatch(options, context);
  const connection = await connect(session, SANDBOX_INTERVAL_SECONDS);
  const { settings, isEmbedded, note, noteAlways } = connection;
  const { clock, fetchSnapshot } = await openWatchClient(connection);
  const { createPoller } = await import('../watch/poller.ts');
  const timeframes = settings.timeframe.value;
  const intervalSeconds = intervalOf(connection);
  const polling: Polling = {
    timeframes,
    // With fewer rows, a symbol that crosses the limit would seem to enter or leave the board.
    fetch: (timeframe, signal) => fetchSnapshot({ timeframe, limit: MAX_LIMIT }, signal),
    timeoutMilliseconds: options.timeout * SECOND_MS,
    intervalSeconds,
    isIntervalFixed: settings.interval.value !== null || isEmbedded,
    isLoopback: isEmbedded || isOnLoopback(settings),
  };
  const source: LiveSource = {
    timeframes,
    clock,
    intervalSeconds,
    open: (signal) => createPoller(polling, context, signal),
    note,
    noteAlways,
    past: (isEmbedded ? sandboxPast : recordedPast)(connection),
    isPastRecorded: !isEmbedded,
    recordedUntil: null,
    openRecorder: recorderOf(connection),
    lastPress: lastPressOf(connection, clock),
  };
  await runWatch(source, session, async (watch) =>
    (await import('../pane/live.ts')).runLive({ ...watch, source }),
  );
}

/** Reads the key again before the next request after the service refused it. */
async function openWatchClient({ openClient, reopenClient }: Connection) {
  let client = await openClient();
  let isRefused = false;
  return {
    clock: { now: () => client.clock.now(), ahead: () => client.clock.ahead() },
    async fetchSnapshot(...request: Parameters<Client['fetchSnapshot']>) {
      if (isRefused) client = await reopenClient();
      isRefused = false;
      try {
        return await client.fetchSnapshot(...request);
      } catch (error) {
        isRefused = error instanceof AuthError;
        throw error;
      }
    },
  };
}

/** On Windows, the quotes must work in PowerShell and in cmd.exe, which runs the command. */
function notifyExample({ platform }: Context): string {
  return platform === 'win32'
    ? '--exec "msg * %BOARDS_TEXT%"'
    : '--exec \'notify-send boards "$BOARDS_TEXT"\'';
}

function checkAlertOptions(options: Options, context: Context): void {
  const { exec, bell, notify, events, initial } = options;
  if (exec?.trim() === '') {
    throw new UsageError('--exec needs a command', {
      hint: `For example: --exec "${context.platform === 'win32' ? 'more' : 'cat'} >> changes.log"`,
    });
  }
  const hasOutput = exec !== undefined || bell === true || notify === true || events === true;
  checkConditionOptions(options, hasOutput, '--exec, --bell, --notify or --events', 'watch --bell');
  if (initial === true && events !== true) {
    throw new UsageError('--initial needs --events', {
      hint: 'For example: `boards watch --events --initial`',
    });
  }
  if (notify === true && notificationOutput(context) === null) {
    throw new UsageError('--notify needs a terminal that can show notifications', {
      hint: `Neither stdout nor stderr is such a terminal. Use --exec with a command that notifies you: ${notifyExample(context)}`,
    });
  }
}

const DEFAULT_INTERVAL_SECONDS = 60;
/** The sandbox builds a snapshot once per interval, and watch polls it as often. */
const SANDBOX_INTERVAL_SECONDS = 10;
/** Faster polls of a remote service return the same content. */
const MIN_REMOTE_INTERVAL_SECONDS = 30;
const MIN_LOCAL_INTERVAL_SECONDS = 1;

function intervalOf({ settings, isEmbedded, note }: Connection): number {
  const defaultSeconds = isEmbedded ? SANDBOX_INTERVAL_SECONDS : DEFAULT_INTERVAL_SECONDS;
  const requested = settings.interval.value ?? defaultSeconds;
  const isLocal = isEmbedded || isOnLoopback(settings);
  const minimum = isLocal ? MIN_LOCAL_INTERVAL_SECONDS : MIN_REMOTE_INTERVAL_SECONDS;
  if (requested >= minimum) return requested;
  const reason = isLocal ? 'this is the minimum' : 'the service does not update more often';
  note(`polling every ${minimum} s instead of every ${requested} s: ${reason}`);
  return minimum;
}

function isOnLoopback({ baseUrl }: Connection['settings']): boolean {
  return baseUrl.value !== null && isLoopback(new URL(baseUrl.value).hostname);
}

/**
 * By default, only a pane records, and only if the config file is valid. A pane that does not record still
 * removes old days that were recorded by default. Throws ConfigError for a relative BOARDS_DATA_DIR.
 */
function recorderOf(connection: Connection): LiveSource['openRecorder'] {
  const { settings, isEmbedded, context, options } = connection;
  const { record, baseUrl, isFileIgnored } = settings;
  const isSet = record.source !== 'default';
  const isDefault = options.record === undefined && !isSet;
  const isOn = options.record ?? (record.value !== 'off' && !isEmbedded);
  const isSilent = isDefault || !isOn;
  if (isSilent && (isFileIgnored || isEmbedded || outputOf(connection) !== 'pane')) return null;
  // Days of `--record` are removed only if the user has set a number of days.
  const setDays = isSet && record.value !== 'off' ? record.value : null;
  // A number that the user has set also applies to days that were recorded by default.
  const defaultDays = setDays ?? (isFileIgnored ? null : DEFAULT_RECORD_DAYS);
  const parent = dataDirectory(context);
  if (parent === null && isSilent) return null;
  const { clock } = context;
  const plan = { parent, baseUrl: isEmbedded ? null : baseUrl.value, days: setDays, defaultDays, clock };
  if (!isOn && parent !== null) return tidyOnly({ ...plan, parent, days: null });
  const recording = {
    ...plan,
    hasSimulated: options.record === true || isEmbedded,
    isDefault,
    render: ({ raw }: Snapshot) => renderJson(raw, false),
  };
  return async (events) => (await import('../recording/write.ts')).createRecorder(recording, events);
}

function tidyOnly(options: TidyingOptions): LiveSource['openRecorder'] {
  return async ({ note }) => {
    const { createTidying } = await import('../recording/tidy.ts');
    const tidying = createTidying(options, note, () => undefined);
    return {
      async append({ snapshot: { time }, isSimulated }) {
        if (time !== null && isSimulated === false) tidying.begin({ time, isSimulated });
      },
      waiting: () => 0,
      close: tidying.close,
    };
  };
}

/** Stores the last key press of a pane beside the recordings. Returns null if recording is off. */
function lastPressOf(
  { settings, isEmbedded, context, options }: Connection,
  clock: LiveSource['clock'],
): LiveSource['lastPress'] {
  const isOn = options.record ?? (settings.record.value !== 'off' && !settings.isFileIgnored);
  if (!isOn) return null;
  const file = async (isSimulated: boolean) => {
    const parent = dataDirectory(context);
    if (parent === null) return null;
    const { createPressFile } = await import('../watch/last-press.ts');
    const baseUrl = isEmbedded ? null : settings.baseUrl.value;
    return createPressFile(recordingsDirectory(parent, baseUrl, isSimulated), clock);
  };
  return {
    read: async (isSimulated) => (await file(isSimulated))?.read(),
    keep: async (press, isSimulated) => (await file(isSimulated))?.keep(press),
  };
}

function recordedPast({ settings, context }: Connection): LiveSource['past'] {
  const parent = dataDirectory(context);
  const baseUrl = settings.baseUrl.value;
  if (parent === null || baseUrl === null) return null;
  return async function* (timeframe, { time, isSimulated }, signal) {
    const { memoryBefore, openPast } = await import('../recording/read.ts');
    const directory = recordingsDirectory(parent, baseUrl, isSimulated);
    const files = await unlessAborted(listDays(directory), signal);
    const past = openPast({ files, isSimulated }, { signal });
    try {
      yield* memoryBefore(past, timeframe, time);
    } finally {
      await past.close();
    }
  };
}

const SANDBOX_MEMORY_MS = 30 * MINUTE_MS;

function sandboxPast({ context }: Connection): LiveSource['past'] {
  return async function* (timeframe, { time }) {
    const { sandboxRecording } = await import('./shared/recordings.ts');
    const { memoryBefore, pastOf } = await import('../recording/read.ts');
    yield* memoryBefore(pastOf(await sandboxRecording(context)), timeframe, time, SANDBOX_MEMORY_MS);
  };
}
