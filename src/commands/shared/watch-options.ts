import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Condition } from '../../market/conditions/parse-conditions.ts';
import { notificationOutput } from '../../terminal/notification.ts';
import { isLoopback } from '../../url-host.ts';
import type { EndRequest, WatchRequest } from '../../watch/source.ts';
import type { Connection } from './connection.ts';
import type { WatchViewOptions } from './watch-request.ts';

/** The options of `watch` that say what follows from a change, with `--events`. */
export interface AlertOptions extends WatchViewOptions {
  readonly initial?: boolean;
  readonly exec?: string;
  readonly bell?: boolean;
  readonly notify?: boolean;
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

/** The options that end a watch. */
export interface EndOptions {
  readonly count?: number;
  readonly until?: ReadonlyArray<Condition>;
  /** In seconds. */
  readonly for?: number;
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
