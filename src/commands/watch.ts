import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { parseInterval, wholeNumber } from '../parse.ts';
import { COLUMNS, MAX_LIMIT, PAST_COLUMNS } from '../vocabulary.ts';
import type { Polling, WatchRequest, WatchSource } from '../watch/source.ts';
import { conditions } from './shared/conditions.ts';
import { type Connection, connect, sandboxPast } from './shared/connection.ts';
import { intervalOf, SANDBOX_INTERVAL_SECONDS } from './shared/interval.ts';
import {
  addColorOptions,
  addExamples,
  addSelectionOptions,
  addServiceOptions,
  addSnapshotOptions,
  type DataOptions,
  valueOption,
} from './shared/options.ts';
import { parseSince } from './shared/since.ts';
import { checkViewOptions, viewRequest, type WatchViewOptions, withoutPast } from './shared/watch-request.ts';

interface WatchOptions extends WatchViewOptions, Pick<DataOptions, 'timeout' | 'retries'> {
  readonly interval?: number;
  readonly count?: number;
  readonly onceChanged?: boolean;
  readonly exec?: string;
  readonly bell?: boolean;
  /** False for `--no-record`. */
  readonly record?: boolean;
}

const PANE_KEYS = `
In a terminal, the pane: arrows select a row, Enter opens the card of its
symbol, z zooms its board, w shows all columns, / filters, 1-5 and Tab change
the timeframe, ? explains every key and sign, q quits. boards help keys prints
the same.`;

export function registerWatch(command: Command, context: Context): void {
  addSnapshotOptions(command);
  addSelectionOptions(command, [...COLUMNS, ...PAST_COLUMNS]);
  command
    .option('-w, --wide', 'all columns, one board a row')
    .option('--no-wide', 'boards side by side; overrides the preference wide')
    .addOption(
      valueOption(
        '-n, --interval <duration>',
        parseInterval,
        'fixed time between polls, at least 30 s for a remote service; by default polls follow its builds, about every 60 s',
      ),
    )
    .addOption(
      valueOption(
        '--since <duration>',
        parseSince,
        'compare with the snapshot that long ago in marks, changes and breadth: 15m, 1h, start, last (default)',
      ),
    )
    .addOption(valueOption('--count <n>', wholeNumber('--count', 1, 1_000_000), 'exit after n new snapshots'))
    .option('--once-changed', 'exit at the first snapshot that differs from the first')
    .option('--record', 'record all snapshots; keeps 30 days, or as many as the preference record says')
    .option('--no-record', 'record nothing; overrides the preference record')
    .option('--json', 'print one line of JSON per new snapshot')
    .option('--events', 'print one line of JSON per change')
    .option('--exec <command>', 'run a command on changes, with the changes as JSON lines on its stdin')
    .option('--bell', 'ring the bell on a new top play, or on a change of a symbol of --symbol')
    .addOption(
      valueOption(
        '--on <conditions>',
        conditions,
        "what triggers --exec and --bell, and what --events prints: entered, left, moved, topPlay, bias, session, confluence, a board, a ticker, 'boards>=4', 'rank<=3', 'dayPct>=8', 'breadth<=0.4'; with + all must hold: 'entered+movers'",
      ),
    );
  addServiceOptions(command, 'not used: watch polls until it is stopped');
  addColorOptions(command);
  command.addHelpText('after', PANE_KEYS);
  addExamples(command, {
    'boards watch --sandbox': 'a live pane of simulated data',
    'boards watch -t day,swing': 'two timeframes; press Tab to switch',
    'boards watch --bell --on topPlay': 'ring the bell when the top play changes',
    'boards watch --events > changes.jsonl': 'one line per change, for a script',
    'boards watch --record': 'keep all it receives, a file a day',
  });
  command.action((options: WatchOptions) => runWatch(options, context));
}

async function runWatch(options: WatchOptions, context: Context): Promise<void> {
  checkViewOptions(options, context, 'Run two watches, one with each option.');
  if (options.exec?.trim() === '') {
    throw new UsageError('--exec requires a command', { hint: "For example: --exec 'cat >> changes.log'" });
  }
  const connection = await connect(withoutPast(options), context, {
    sandboxSeconds: SANDBOX_INTERVAL_SECONDS,
  });
  const { recordedPast, recorderOf } = await import('./shared/recording.ts');
  const { openFeed } = await import('../watch/open-feed.ts');
  const polling = pollingOf(connection, options);
  const source: WatchSource = {
    timeframes: polling.timeframes,
    intervalSeconds: polling.intervalSeconds,
    openFeed: (signal) => openFeed(polling, context, signal),
    note: connection.note,
    noteAlways: connection.noteAlways,
    loadPast: connection.isEmbedded ? sandboxPast : recordedPast(connection, context),
    openRecorder: recorderOf(connection, options, context),
    offersRecording: connection.settings.record.value === 'off' && options.record !== false,
  };
  const request = requestOf(connection, options, context);
  const run =
    request.output === 'pane'
      ? (await import('../watch/live.ts')).runLive
      : (await import('../watch/stream.ts')).runStream;
  await run({ source, request, context });
}

function pollingOf(connection: Connection, options: WatchOptions): Polling {
  const { settings, client } = connection;
  return {
    timeframes: settings.timeframes.value,
    // Always all rows: among fewer, a symbol that crosses the limit would seem to enter or leave the board.
    fetch: (timeframe, signal) => client.fetchSnapshot({ timeframe, limit: MAX_LIMIT }, signal),
    timeoutMilliseconds: options.timeout * 1000,
    intervalSeconds: intervalOf(connection),
    isIntervalFixed: settings.intervalSeconds !== null,
  };
}

function requestOf(connection: Connection, options: WatchOptions, context: Context): WatchRequest {
  return {
    ...viewRequest(options, connection, context),
    count: options.count,
    onceChanged: options.onceChanged === true,
    exec: options.exec,
    bell: options.bell === true,
  };
}
