import { type Command, Option } from 'commander';
import { parseIntervalSeconds } from '../config/values.ts';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { UsageError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { type Condition, parseConditions } from '../model/conditions.ts';
import { addExamples } from './examples.ts';
import {
  addColorOptions,
  addSelectionOptions,
  addServiceOptions,
  addSnapshotOptions,
  type DataOptions,
  wholeNumber,
} from './options.ts';
import { openSession, type Session } from './session.ts';

export interface WatchOptions extends DataOptions {
  readonly interval?: number;
  readonly count?: number;
  readonly onceChanged?: boolean;
  readonly events?: boolean;
  readonly exec?: string;
  readonly bell?: boolean;
  readonly on?: Condition;
}

const DEFAULT_SECONDS = 60;
/** The sandbox rebuilds as often, so that a newcomer sees movement at once. */
const SANDBOX_SECONDS = 10;
/** Faster polls of a remote service bring identical content (api.md section 6). */
const REMOTE_FLOOR_SECONDS = 30;
const LOCAL_FLOOR_SECONDS = 1;

export function registerWatch(program: Command, context: Context): void {
  const command = program.command('watch').description('live view; redraws only when the data is new');
  addSnapshotOptions(command);
  addSelectionOptions(command);
  command.addOption(
    new Option(
      '-n, --interval <seconds>',
      'between polls; default 60, at least 30 for a remote service',
    ).argParser(parseIntervalSeconds),
  );
  command
    .addOption(
      new Option('--count <n>', 'end after n new snapshots').argParser(wholeNumber('--count', 1, 1_000_000)),
    )
    .option('--once-changed', 'end at the first snapshot that differs from the first')
    .option('--json', 'one line of JSON per new snapshot')
    .option('--events', 'one line of JSON per change')
    .option('--exec <command>', 'run it when something changed, the changes as JSON lines on its stdin')
    .option('--bell', 'ring on a new top play, or on a change of a symbol of --symbol')
    .addOption(
      new Option(
        '--on <conditions>',
        'what counts for --exec and --bell: entered, left, topPlay, boards>=4, NVDA',
      ).argParser(parseConditions),
    );
  addServiceOptions(command);
  addColorOptions(command);
  addExamples(command, {
    'boards watch --sandbox': 'a live pane that moves at once',
    'boards watch -t day,swing': 'two timeframes: Tab goes to the other',
    'boards watch --bell --on topPlay': 'ring when the top play changes',
    'boards watch --events > changes.jsonl': 'one line per change, for a script',
  });
  command.action((options: WatchOptions) => runWatch(options, context));
}

/** Watches until it is told to end: as a live pane on a terminal that can show one, else as lines appended to stdout. */
async function runWatch(options: WatchOptions, context: Context): Promise<void> {
  if (options.json === true && options.events === true) {
    throw new UsageError('--json and --events exclude each other', { hint: 'Run one watch for each.' });
  }
  if (options.exec?.trim() === '') {
    throw new UsageError('--exec takes a command', { hint: "For example: --exec 'cat >> changes.log'" });
  }
  const session = await openSession(options, context, { sandboxSeconds: SANDBOX_SECONDS });
  const { createWatch } = await import('./watch/session.ts');
  const watch = createWatch({ session, options, context, intervalSeconds: intervalOf(session) });
  const isScreen = context.stdout.isTTY === true && variable('TERM', context.env) !== 'dumb';
  if (options.json === true || options.events === true || !isScreen) {
    const { runStream } = await import('./watch/stream.ts');
    return runStream(watch);
  }
  const { runLive } = await import('./watch/live.ts');
  return runLive(watch);
}

/** Seconds between polls: what was asked for, but never faster than is any use. */
function intervalOf({ settings, sandbox, note }: Session): number {
  const asked = settings.intervalSeconds?.value ?? (sandbox ? SANDBOX_SECONDS : DEFAULT_SECONDS);
  const local =
    sandbox || (settings.baseUrl !== null && isLoopback(new URL(settings.baseUrl.value).hostname));
  const floor = local ? LOCAL_FLOOR_SECONDS : REMOTE_FLOOR_SECONDS;
  if (asked >= floor) return asked;
  note(`polling every ${floor} s instead of every ${asked} s: the service has nothing newer to give`);
  return floor;
}
