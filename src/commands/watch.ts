import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { UsageError } from '../errors.ts';
import { CONDITION_TYPES, type Condition, parseConditions } from '../model/conditions.ts';
import type { Since } from '../model/since.ts';
import { parseInterval, parser, wholeNumber } from '../parse.ts';
import {
  COLUMNS,
  type Column,
  isPastColumn,
  MAX_LIMIT,
  PAST_COLUMNS,
  type PastColumn,
} from '../vocabulary.ts';
import type { WatchRequest, WatchSource } from '../watch/source.ts';
import { type Connection, connect, sandboxPast } from './shared/connection.ts';
import { intervalOf, SANDBOX_INTERVAL_SECONDS } from './shared/interval.ts';
import {
  addColorOptions,
  addExamples,
  addSelectionOptions,
  addServiceOptions,
  addSnapshotOptions,
  type DataOptions,
  selectionOf,
  valueOption,
} from './shared/options.ts';
import { parseSince } from './shared/since.ts';

interface WatchOptions extends Omit<DataOptions, 'columns' | 'sort'> {
  readonly columns?: ReadonlyArray<Column | PastColumn>;
  readonly sort?: Column | PastColumn;
  readonly interval?: number;
  readonly count?: number;
  readonly onceChanged?: boolean;
  readonly events?: boolean;
  readonly exec?: string;
  readonly bell?: boolean;
  readonly on?: Condition;
  readonly since?: Since;
  /** False for `--no-record`. */
  readonly record?: boolean;
}

const conditions = parser(parseConditions, { name: 'condition', kind: 'list', words: CONDITION_TYPES });

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
        'changes that trigger --exec and --bell: entered, left, moved, topPlay, bias, session, boards>=4, NVDA',
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
  if (options.json === true && options.events === true) {
    throw new UsageError('--json and --events cannot be used together', {
      hint: 'Run two watches, one with each option.',
    });
  }
  if (options.exec?.trim() === '') {
    throw new UsageError('--exec requires a command', { hint: "For example: --exec 'cat >> changes.log'" });
  }
  const { columns, sort } = options;
  if (sort !== undefined && isPastColumn(sort) && outputOf(options, context) !== 'pane') {
    throw new UsageError(`--sort ${sort} works in the pane only`, {
      hint: 'Only the pane remembers earlier snapshots. Run it in a terminal, without --json and --events.',
    });
  }
  const data = {
    ...withoutPast(options),
    ...(columns === undefined ? {} : { columns: columns.filter((column) => !isPastColumn(column)) }),
  };
  const connection = await connect(data, context, { sandboxSeconds: SANDBOX_INTERVAL_SECONDS });
  const { recordedPast, recorderOf } = await import('./shared/recording.ts');
  const source = {
    ...sourceOf(connection, options),
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

function sourceOf(
  connection: Connection,
  options: WatchOptions,
): Omit<WatchSource, 'loadPast' | 'openRecorder' | 'offersRecording'> {
  const { settings, client, note, noteAlways } = connection;
  return {
    timeframes: settings.timeframes.value,
    // Always all rows: among fewer, a symbol that crosses the limit would seem to enter or leave the board.
    fetch: (timeframe, signal) => client.fetchSnapshot({ timeframe, limit: MAX_LIMIT }, signal),
    timeoutMilliseconds: options.timeout * 1000,
    intervalSeconds: intervalOf(connection),
    isIntervalFixed: settings.intervalSeconds !== null,
    note,
    noteAlways,
  };
}

function requestOf({ settings, limit }: Connection, options: WatchOptions, context: Context): WatchRequest {
  const { columns, sort } = options;
  const chosen = selectionOf(withoutPast(options), settings.boards?.value);
  const selection = { ...chosen, sort: sort !== undefined && !isPastColumn(sort) ? sort : null };
  return {
    output: outputOf(options, context),
    selection: { ...selection, limit: limit < MAX_LIMIT ? limit : null },
    columns: columns ?? settings.columns?.value ?? null,
    sortByPast: sort !== undefined && isPastColumn(sort) ? sort : null,
    wide: settings.wide.value,
    style: { color: options.color, palette: settings.palette.value },
    count: options.count,
    since: options.since ?? 'last',
    pins: settings.pins?.value ?? [],
    onceChanged: options.onceChanged === true,
    exec: options.exec,
    bell: options.bell === true,
    on: options.on,
  };
}

/** The options that other commands have, too. */
function withoutPast({ columns: _columns, sort: _sort, ...options }: WatchOptions): DataOptions {
  return options;
}

/** Tables replace the pane if stdout is not a terminal, or one without cursor movement. */
function outputOf({ json, events }: WatchOptions, { stdout, env }: Context): WatchRequest['output'] {
  if (json === true) return 'json';
  if (events === true) return 'events';
  return stdout.isTTY === true && variable('TERM', env) !== 'dumb' ? 'pane' : 'tables';
}
