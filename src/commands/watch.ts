import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { parseInterval } from '../parse-duration.ts';
import { MAX_LIMIT } from '../vocabulary.ts';
import type { Polling } from '../watch/feed.ts';
import type { WatchRequest, WatchSource } from '../watch/source.ts';
import { addCommonOptions, valueOption } from './shared/common-options.ts';
import { type Connection, connect, sandboxPast } from './shared/connection.ts';
import {
  acceptWideOptions,
  addExamples,
  addSelectionOptions,
  addSnapshotOptions,
  type DataOptions,
  noteWide,
} from './shared/options.ts';
import {
  type AlertOptions,
  addAlertOptions,
  addEndOptions,
  alertRequest,
  checkAlertOptions,
  type EndOptions,
  endRequest,
  intervalOf,
  isOnLoopback,
  parseSince,
  SANDBOX_INTERVAL_SECONDS,
  SINCE_HELP,
} from './shared/watch-options.ts';

import { checkViewOptions, runWatch, viewRequest, withoutPast } from './shared/watch-request.ts';

interface WatchOptions extends AlertOptions, EndOptions, Pick<DataOptions, 'timeout' | 'retries'> {
  readonly interval?: number;
  /** False for `--no-record`. */
  readonly record?: boolean;
}

const PANE_KEYS = `
In a terminal, the pane: arrows select a row, Enter opens the card of its
symbol, z zooms its board to show all columns, / filters, 1-5 and Tab change
the timeframe, ? explains every key and sign, q quits. boards help keys prints
the same.`;

export function registerWatch(command: Command, context: Context): void {
  addSnapshotOptions(command, 'day');
  addSelectionOptions(command, 'row', 'remembered');
  acceptWideOptions(command)
    .addOption(
      valueOption(
        '-n, --interval <duration>',
        parseInterval,
        'time between polls, at least 30 s for a remote service (default: polls follow its builds)',
      ),
    )
    .addOption(valueOption('--since <duration>', parseSince, SINCE_HELP));
  addEndOptions(command)
    .option(
      '--record',
      'record snapshots, kept as long as the preference record says, else until you remove them',
    )
    .option('--no-record', 'record nothing; overrides the preference record')
    .option('--json', 'print one line of JSON per new snapshot');
  addAlertOptions(command);
  addCommonOptions(command);
  command.addHelpText('after', PANE_KEYS);
  addExamples(command, {
    'boards watch --sandbox': 'a live pane of simulated data',
    'boards watch -t day,swing': 'two timeframes; press Tab to switch',
    'boards watch --bell --on topPlay': 'ring the bell when the top play changes',
    'boards watch --until NVDA --for 1h': 'wait for a change; exit code 9: none',
    'boards watch --events > changes.jsonl': 'one line per change, for a script',
    'boards watch --record': 'keep all it receives, a file a day',
  });
  command.action((options: WatchOptions) => startWatch(options, context));
}

async function startWatch(options: WatchOptions, context: Context): Promise<void> {
  checkViewOptions(options, context, 'Run two watches, one with each option.');
  checkAlertOptions(options, context);
  const connection = await connect(withoutPast(options), context, {
    sandboxSeconds: SANDBOX_INTERVAL_SECONDS,
  });
  noteWide(options, connection.note);
  const { recordedPast, recorderOf } = await import('./shared/recording.ts');
  const { openFeed } = await import('../watch/feed.ts');
  const polling = pollingOf(connection, options);
  const source: WatchSource = {
    timeframes: polling.timeframes,
    intervalSeconds: polling.intervalSeconds,
    open: (signal) => ({ feed: openFeed(polling, context, signal), player: null }),
    note: connection.note,
    noteAlways: connection.noteAlways,
    loadPast: connection.isEmbedded ? sandboxPast : recordedPast(connection, context),
    isPastRecorded: !connection.isEmbedded,
    openRecorder: recorderOf(connection, options, context),
    offersRecording: connection.settings.record.value === 'off' && options.record !== false,
  };
  const request = requestOf(connection, options, context);
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
  return {
    ...viewRequest(options, connection, context),
    ...alertRequest(options),
    end: endRequest(options),
  };
}
