import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { type Condition, conditions } from '../../market/conditions/parse-conditions.ts';
import { type Parser, parser, wholeNumber } from '../../parse.ts';
import { DAY_SECONDS, duration } from '../../parse-duration.ts';
import { notificationOutput } from '../../terminal/notification.ts';
import { isLoopback } from '../../url-host.ts';
import type { BaselineChoice, EndRequest, WatchRequest } from '../../watch/source.ts';
import { listOption, valueOption } from './common-options.ts';
import type { Connection } from './connection.ts';
import type { WatchViewOptions } from './watch-request.ts';

/** The options of `watch` that say what follows from a change, with `--events`. */
export interface AlertOptions extends WatchViewOptions {
  readonly initial?: boolean;
  readonly exec?: string;
  readonly bell?: boolean;
  readonly notify?: boolean;
}

export function addAlertOptions(command: Command): Command {
  command
    .option('--events', 'print one line of JSON per change')
    .option('--initial', 'with --events: print each row of the first snapshot')
    .option('--exec <command>', 'run a command on changes (JSON lines on its stdin)')
    .option('--bell', 'ring on a new top play, or a change of --symbol')
    .option('--notify', 'as --bell, with a desktop notification (OSC 9)');
  return addConditionOptions(
    command,
    "only on these changes, also for --events: entered, NVDA, 'boards>=4' (boards help conditions)",
  );
}

/** `--on` and `--cooldown`. */
export function addConditionOptions(command: Command, description: string): Command {
  return command
    .addOption(listOption('--on <conditions>', conditions('--on'), description))
    .addOption(
      valueOption(
        '--cooldown <duration>',
        duration('--cooldown', DAY_SECONDS, '15m'),
        'each condition once in that time for a symbol: 15m',
      ),
    );
}

/** Throws UsageError for an option that needs another one, or a terminal. */
export function checkAlertOptions(options: AlertOptions, context: Context): void {
  const { exec, bell, notify, events, initial } = options;
  if (exec?.trim() === '') {
    throw new UsageError('--exec needs a command', { hint: "For example: --exec 'cat >> changes.log'" });
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
      hint: 'Neither stdout nor stderr is one. Use --exec with a command that notifies you: --exec "notify-send boards"',
    });
  }
}

/** Throws UsageError for `--on` without something that it selects for (`outputs`), and for `--cooldown` without `--on`. */
export function checkConditionOptions(
  { on, cooldown }: Pick<WatchViewOptions, 'on' | 'cooldown'>,
  hasOutput: boolean,
  outputs: string,
  example: string,
): void {
  if (cooldown !== undefined && on === undefined) {
    throw new UsageError('--cooldown needs --on', {
      hint: `For example: \`boards ${example} --on 'boards>=4' --cooldown 15m\``,
    });
  }
  if (on === undefined || hasOutput) return;
  throw new UsageError(`--on needs ${outputs}`, { hint: `For example: \`boards ${example} --on topPlay\`` });
}

export function alertRequest(
  options: AlertOptions,
): Pick<WatchRequest, 'exec' | 'bell' | 'notify' | 'initial'> {
  const { exec, bell, notify, initial } = options;
  return { exec, bell: bell === true, notify: notify === true, initial: initial === true };
}

const MAX_FOR_SECONDS = 7 * DAY_SECONDS;

/** The options that end a watch. */
export interface EndOptions {
  readonly count?: number;
  readonly until?: ReadonlyArray<Condition>;
  /** In seconds. */
  readonly for?: number;
}

export function addEndOptions(command: Command): Command {
  return command
    .addOption(
      valueOption(
        '--count <n>',
        wholeNumber('--count', { min: 1, max: 1_000_000, example: 10 }),
        'exit after n new snapshots',
      ),
    )
    .addOption(
      listOption(
        '--until <conditions>',
        conditions('--until'),
        "exit when one is met: 'boards>=4', NVDA+left",
      ),
    )
    .addOption(
      valueOption(
        '--for <duration>',
        duration('--for', MAX_FOR_SECONDS, '1h'),
        'exit after that time: 2h; code 9: --until not met',
      ),
    );
}

export function endRequest(options: EndOptions): EndRequest {
  const { count, until, for: seconds } = options;
  return { count, until, forMilliseconds: seconds === undefined ? undefined : seconds * 1000 };
}

const DEFAULT_INTERVAL_SECONDS = 60;
/** Both the poll interval and the rebuild interval of the sandbox; short, so that changes are visible soon. */
export const SANDBOX_INTERVAL_SECONDS = 10;
/** Faster polls of a remote service return the same content (api.md section 6). */
const MIN_REMOTE_INTERVAL_SECONDS = 30;
const MIN_LOCAL_INTERVAL_SECONDS = 1;

/** Returns the seconds between polls. Raises an interval below the minimum, with a note. */
export function intervalOf({ settings, isEmbedded, note }: Connection): number {
  const defaultSeconds = isEmbedded ? SANDBOX_INTERVAL_SECONDS : DEFAULT_INTERVAL_SECONDS;
  const requested = settings.interval.value ?? defaultSeconds;
  const isLocal = isEmbedded || isOnLoopback(settings);
  const minimum = isLocal ? MIN_LOCAL_INTERVAL_SECONDS : MIN_REMOTE_INTERVAL_SECONDS;
  if (requested >= minimum) return requested;
  const reason = isLocal ? 'that is the least' : 'the service does not update more often';
  note(`polling every ${minimum} s instead of every ${requested} s: ${reason}`);
  return minimum;
}

export function isOnLoopback({ baseUrl }: Connection['settings']): boolean {
  return baseUrl.value !== null && isLoopback(new URL(baseUrl.value).hostname);
}

export const SINCE_HELP = 'what marks compare with: 15m, 1h, start or last; default 5m';
const EXAMPLE = '15m';

/** What the pane compares with: `last`, `start`, or milliseconds. */
export const parseSince: Parser<BaselineChoice> = (() => {
  const words = ['last', 'start'] as const;
  const milliseconds = duration('--since', DAY_SECONDS, EXAMPLE, words);
  const parse = (text: string) =>
    words.find((word) => word === text.toLowerCase()) ?? milliseconds(text) * 1000;
  return parser(parse, { name: 'duration', kind: 'one', words, example: EXAMPLE });
})();
