import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { conditions } from '../../model/parse-conditions.ts';
import { DAY_SECONDS, duration } from '../../parse-duration.ts';
import { notificationOutput } from '../../terminal/notification.ts';
import type { WatchRequest } from '../../watch/source.ts';
import { listOption, valueOption } from './common-options.ts';
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
