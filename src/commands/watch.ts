import { Option } from 'commander';
import {
  baselineOption,
  conditionOptions,
  type DataOptions,
  hiddenWideOptions,
  jsonOption,
  listOption,
  noteWide,
  selectionOptions,
  snapshotOptions,
  valueOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { conditions } from '../market/conditions.ts';
import { DAY_SECONDS, duration, freeParser, parseInterval, wholeNumber } from '../parse.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { MINUTE_MS } from '../time.ts';
import { MAX_LIMIT } from '../vocabulary.ts';
import type { Polling } from '../watch/feed.ts';
import type { PastSnapshots, WatchRequest, WatchSource } from '../watch/source.ts';
import { type Connection, connect } from './connect.ts';
import {
  type AlertOptions,
  checkAlertOptions,
  checkConditions,
  checkViewOptions,
  type EndOptions,
  intervalOf,
  isOnLoopback,
  recordedPast,
  recorderOf,
  runWatch,
  SANDBOX_INTERVAL_SECONDS,
  viewRequest,
  withoutPast,
} from './watch-request.ts';
import { debugWriter } from './write.ts';

interface WatchOptions extends AlertOptions, EndOptions, Pick<DataOptions, 'timeout' | 'retries'> {
  readonly interval?: number;
  /** False for `--no-record`. */
  readonly record?: boolean;
}

const MAX_FOR_SECONDS = 7 * DAY_SECONDS;

export const command = (context: Context): Specification => ({
  options: [
    ...snapshotOptions('day'),
    ...selectionOptions('row', 'remembered'),
    ...hiddenWideOptions(),
    valueOption(
      '-n, --interval <duration>',
      parseInterval,
      'time between polls, at least 30 s for a remote service (default: polls follow its builds)',
    ),
    baselineOption(),
    valueOption(
      '--count <n>',
      wholeNumber('--count', { min: 1, max: 1_000_000, example: 10 }),
      'exit after n new snapshots',
    ),
    listOption('--until <conditions>', conditions('--until'), "exit when one is met: 'boards>=4', NVDA+left"),
    valueOption(
      '--for <duration>',
      duration('--for', MAX_FOR_SECONDS, '1h'),
      'exit after that time: 2h; code 9: --until not met',
    ),
    new Option(
      '--record',
      'record, also in a pipe and with --sandbox; kept for the days that record is set to, else until you remove it',
    ),
    new Option('--no-record', 'record nothing (by default, a pane keeps two days)'),
    jsonOption('print one line of JSON per new snapshot'),
    new Option('--events', 'print one line of JSON per change'),
    new Option('--initial', 'with --events: print each row of the first snapshot'),
    valueOption(
      '--exec <command>',
      freeParser('command', (text) => text),
      'run a command on changes (JSON lines on its stdin)',
    ),
    new Option('--bell', 'ring on a new top play, or a change of --symbol'),
    new Option('--notify', 'as --bell, with a desktop notification (OSC 9)'),
    ...conditionOptions(
      "only on these changes, also for --events: entered, NVDA, 'boards>=4' (boards help conditions)",
    ),
  ],
  notes: [
    'In a terminal, the pane: arrows select a row, Enter opens the card of its symbol, z zooms its board to show all columns, / filters, 1-5 and Tab change the timeframe, ? explains every key and sign, q quits. boards help keys prints the same.',
    'The pane records what it receives and keeps two days. boards help recordings says what for, and how to change it.',
    'A command of --exec gets BOARDS_TEXT (a sentence), BOARDS_ASOF, BOARDS_TIMEFRAME and BOARDS_EVENTS in its environment, never the key; it runs for at most 10 s, one at a time, and its failure is a message. A desktop alert: --exec \'notify-send boards "$BOARDS_TEXT"\'.',
    'With --plain, in a pipe, or where TERM is dumb: the tables of the first snapshot, then the time and the top play with a sentence for each change of ranks 1 to 5, as KI Movers 3 (was 9), and nothing where none changed. --no-plain in a pipe: the tables of each.',
  ],
  examples: {
    'boards watch --sandbox': 'a live pane of simulated data',
    'boards watch -t day,swing': 'two timeframes; press Tab to switch',
    'boards watch --bell --on topPlay': 'ring the bell when the top play changes',
    'boards watch --until NVDA --for 1h': 'wait for a change; exit code 9: none',
    'boards watch --events > changes.jsonl': 'one line per change, for a script',
    'boards watch --record': 'keep all it receives, one file per day',
  },
  run: (options: WatchOptions) => startWatch(options, context),
});

async function startWatch(options: WatchOptions, context: Context): Promise<void> {
  checkAlertOptions(options, context);
  const known = withoutPast(options);
  const settings = resolveSettings(known, context, { needsService: options.sandbox !== true });
  checkViewOptions(options, settings, context, 'Run two watches, one with each option.');
  const connection = await connect(known, context, { sandboxSeconds: SANDBOX_INTERVAL_SECONDS, settings });
  noteWide(options, connection.note);
  const { createFeed } = await import('../watch/feed.ts');
  const polling = pollingOf(connection, options);
  const source: WatchSource = {
    timeframes: polling.timeframes,
    intervalSeconds: polling.intervalSeconds,
    open: (signal) => ({ feed: createFeed(polling, context, signal), player: null }),
    note: connection.note,
    noteAlways: connection.noteAlways,
    debug: debugWriter(options, context),
    loadPast: connection.isEmbedded ? sandboxPast : recordedPast(connection, context),
    isPastRecorded: !connection.isEmbedded,
    openRecorder: recorderOf(connection, options, context),
  };
  const request = requestOf(connection, options, context);
  checkConditions(options, request.selection, polling.timeframes, connection.note);
  await runWatch({ source, request, context });
}

function pollingOf(connection: Connection, options: WatchOptions): Polling {
  const { settings, client } = connection;
  return {
    timeframes: settings.timeframe.value,
    // Always all rows: among fewer, a symbol that crosses the limit would seem to enter or leave the board.
    fetch: (timeframe, signal) => client.fetchSnapshot({ timeframe, limit: MAX_LIMIT }, signal),
    timeoutMilliseconds: options.timeout * 1000,
    intervalSeconds: intervalOf(connection),
    isIntervalFixed: settings.interval.value !== null || connection.isEmbedded,
    isLoopback: isOnLoopback(settings),
  };
}

function requestOf(connection: Connection, options: WatchOptions, context: Context): WatchRequest {
  const { exec, bell, notify, initial, count, until, for: seconds } = options;
  return {
    ...viewRequest(options, connection, context),
    exec,
    bell: bell === true,
    notify: notify === true,
    initial: initial === true,
    end: { count, until, forMilliseconds: seconds === undefined ? undefined : seconds * 1000 },
  };
}

const PAST_MINUTES = 30;

/** The last 30 minutes of the embedded sandbox, one snapshot a minute. */
async function sandboxPast(): Promise<PastSnapshots> {
  const { sandboxSnapshots } = await import('./recordings.ts');
  const snapshotAt = await sandboxSnapshots();
  return function* (timeframe, { asOf }) {
    const end = Math.ceil(asOf / MINUTE_MS) * MINUTE_MS;
    for (let minute = PAST_MINUTES; minute > 0; minute--) {
      const snapshot = snapshotAt(timeframe, end - minute * MINUTE_MS);
      if (snapshot !== null) yield snapshot;
    }
  };
}
