import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { UsageError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { CONDITION_TYPES, type Condition, parseConditions } from '../model/conditions.ts';
import { parseInterval, parser, wholeNumber } from '../parse.ts';
import type { WatchRequest, WatchSource } from '../watch/source.ts';
import { type Connection, connect } from './shared/connection.ts';
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

interface WatchOptions extends DataOptions {
  readonly interval?: number;
  readonly count?: number;
  readonly onceChanged?: boolean;
  readonly events?: boolean;
  readonly exec?: string;
  readonly bell?: boolean;
  readonly on?: Condition;
}

const conditions = parser(parseConditions, { name: 'condition', kind: 'list', words: CONDITION_TYPES });

const DEFAULT_SECONDS = 60;
/** The sandbox rebuilds as often, so that a newcomer sees movement at once. */
const SANDBOX_SECONDS = 10;
/** Faster polls of a remote service bring identical content (api.md section 6). */
const REMOTE_FLOOR_SECONDS = 30;
const LOCAL_FLOOR_SECONDS = 1;

export function registerWatch(command: Command, context: Context): void {
  addSnapshotOptions(command);
  addSelectionOptions(command);
  command.addOption(
    valueOption(
      '-n, --interval <duration>',
      parseInterval,
      'time between polls; default 60, at least 30 for a remote service',
    ),
  );
  command
    .addOption(valueOption('--count <n>', wholeNumber('--count', 1, 1_000_000), 'exit after n new snapshots'))
    .option('--once-changed', 'exit at the first snapshot that differs from the first')
    .option('--json', 'one line of JSON per new snapshot')
    .option('--events', 'one line of JSON per change')
    .option('--exec <command>', 'run a command on changes, with the changes as JSON lines on its stdin')
    .option('--bell', 'ring the terminal bell on a new top play or a change of a --symbol')
    .addOption(
      valueOption(
        '--on <conditions>',
        conditions,
        'changes that trigger --exec and --bell: entered, left, topPlay, boards>=4, NVDA',
      ),
    );
  addServiceOptions(command);
  addColorOptions(command);
  addExamples(command, {
    'boards watch --sandbox': 'a live pane with simulated data',
    'boards watch -t day,swing': 'two timeframes; Tab switches',
    'boards watch --bell --on topPlay': 'ring when the top play changes',
    'boards watch --events > changes.jsonl': 'one line per change, for a script',
  });
  command.action((options: WatchOptions) => runWatch(options, context));
}

/** Builds what watch polls and what it does with it, and runs it. */
async function runWatch(options: WatchOptions, context: Context): Promise<void> {
  if (options.json === true && options.events === true) {
    throw new UsageError('--json and --events cannot be used together', {
      hint: 'Run `boards watch` once for each.',
    });
  }
  if (options.exec?.trim() === '') {
    throw new UsageError('--exec needs a command', { hint: "For example: --exec 'cat >> changes.log'" });
  }
  const connection = await connect(options, context, { sandboxSeconds: SANDBOX_SECONDS });
  const source = sourceOf(connection, options);
  const request = requestOf(connection, options, context);
  const run =
    request.output === 'pane'
      ? (await import('../watch/live.ts')).runLive
      : (await import('../watch/stream.ts')).runStream;
  await run({ source, request, context });
}

function sourceOf(connection: Connection, options: WatchOptions): WatchSource {
  const { settings, client, limit, note, label } = connection;
  return {
    timeframes: settings.timeframes.value,
    limit,
    fetch: (timeframe, signal) => client.fetchSnapshot({ timeframe, limit }, signal),
    timeoutMilliseconds: options.timeout * 1000,
    intervalSeconds: intervalOf(connection),
    isIntervalFixed: settings.intervalSeconds !== null,
    note,
    label,
  };
}

function requestOf({ settings }: Connection, options: WatchOptions, context: Context): WatchRequest {
  return {
    output: outputOf(options, context),
    selection: selectionOf(options, settings.boards?.value),
    columns: settings.columns?.value ?? null,
    style: { color: options.color, palette: settings.palette.value },
    count: options.count,
    onceChanged: options.onceChanged === true,
    exec: options.exec,
    bell: options.bell === true,
    on: options.on,
  };
}

/** A pane needs a terminal that can show one. */
function outputOf({ json, events }: WatchOptions, { stdout, env }: Context): WatchRequest['output'] {
  if (json === true) return 'json';
  if (events === true) return 'events';
  return stdout.isTTY === true && variable('TERM', env) !== 'dumb' ? 'pane' : 'tables';
}

/** Seconds between polls: what was asked for, within the floor of product and service. */
function intervalOf({ settings, isEmbedded, note }: Connection): number {
  const asked = settings.intervalSeconds?.value ?? (isEmbedded ? SANDBOX_SECONDS : DEFAULT_SECONDS);
  const isLocal =
    isEmbedded || (settings.baseUrl !== null && isLoopback(new URL(settings.baseUrl.value).hostname));
  const floor = isLocal ? LOCAL_FLOOR_SECONDS : REMOTE_FLOOR_SECONDS;
  if (asked >= floor) return asked;
  note(`polling every ${floor} s instead of every ${asked} s: the service has no newer data sooner`);
  return floor;
}
