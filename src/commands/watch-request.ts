import { type DataOptions, isForPane, selectionOf } from '../cli/options.ts';
import { type Context, variable } from '../context.ts';
import { UsageError } from '../errors.ts';
import { fieldNamed, isRemembered } from '../fields/fields.ts';
import type { Condition } from '../market/conditions.ts';
import type { Selection } from '../market/selection.ts';
import { dataDirectory } from '../paths.ts';
import { nearest, quote } from '../quote.ts';
import { serviceDirectory, simulatedDirectory } from '../recording/days.ts';
import { DEFAULT_RECORD_DAYS } from '../settings/preferences.ts';
import type { Settings } from '../settings/resolve.ts';
import { notificationOutput } from '../terminal/notification.ts';
import { isLoopback } from '../url.ts';
import { BOARD_CATALOGUE, MAX_LIMIT, type Timeframe } from '../vocabulary.ts';
import type { WatchSource } from '../watch/source.ts';
import { type BaselineChoice, USUAL_BASELINE_MS, type Watch, type WatchRequest } from '../watch/source.ts';
import type { Connection } from './connect.ts';

/** The options of `watch` and `replay` that say what to show, and how. */
export interface WatchViewOptions extends Omit<DataOptions, 'timeout' | 'retries' | 'at' | 'csv' | 'format'> {
  readonly since?: BaselineChoice;
  readonly events?: boolean;
  readonly on?: ReadonlyArray<Condition>;
  /** In seconds. */
  readonly cooldown?: number;
}

/** Throws UsageError for options that contradict each other, or the output. `other` is what to do instead of both formats. */
export function checkViewOptions(
  options: WatchViewOptions,
  settings: Settings,
  context: Context,
  other: string,
): void {
  const { json, events, sort, columns = [] } = options;
  if (json === true && events === true)
    throw new UsageError('--json and --events cannot be used together', { hint: other });
  if (outputOf(options, settings, context) === 'pane') return;
  const column = columns.find(isRemembered);
  const used = sort !== undefined && isRemembered(sort) ? `--sort ${sort}` : column && `--columns ${column}`;
  if (used !== undefined) {
    throw new UsageError(`${used} works in the pane only`, {
      hint: 'Only the pane remembers earlier snapshots. Run it in a terminal, without --json, --events and --plain.',
    });
  }
}

/** What to show, for a pane or stream that neither ends nor notifies by itself. `limit` is the number of rows a board. */
export function viewRequest(
  options: WatchViewOptions,
  { settings, limit }: { readonly settings: Settings; readonly limit: number },
  context: Context,
): WatchRequest {
  const { columns, sort } = options;
  const chosen = selectionOf(options, settings.boards.value ?? undefined);
  const { sort: order = null } = chosen;
  const isByMemory = sort !== undefined && isRemembered(sort);
  return {
    output: outputOf(options, settings, context),
    selection: { ...chosen, sort: isByMemory ? null : order, limit: limit < MAX_LIMIT ? limit : null },
    // The preference may have columns that boards alone shows.
    columns: columns ?? settings.columns.value?.filter((id) => isForPane(fieldNamed(id))) ?? null,
    rememberedOrder: isByMemory ? order : null,
    style: { color: options.color, palette: settings.palette.value, timeZone: settings.timeZone },
    baseline: options.since ?? USUAL_BASELINE_MS,
    pins: settings.pins.value ?? [],
    end: {},
    bell: false,
    notify: false,
    on: options.on,
    cooldownMilliseconds: (options.cooldown ?? 0) * 1000,
    initial: false,
  };
}

/** The options that other commands have, too: the past is a column of the pane alone. */
export function withoutPast<T extends WatchViewOptions>({ columns, sort: _sort, ...options }: T) {
  const known = columns?.filter((column) => !isRemembered(column));
  return { ...options, ...(known === undefined ? {} : { columns: known }) };
}

/** Runs the pane or the stream; only one of them is loaded. */
export async function runWatch(watch: Watch): Promise<void> {
  const run =
    watch.request.output === 'pane'
      ? (await import('../pane/live.ts')).runLive
      : (await import('../watch/stream.ts')).runStream;
  await run(watch);
}

/** Plain tables replace the pane if stdout is not a terminal, or one without cursor movement. */
function outputOf(
  { json, events }: Pick<WatchViewOptions, 'json' | 'events'>,
  { plain }: Pick<Settings, 'plain'>,
  { stdout, env }: Pick<Context, 'stdout' | 'env'>,
): WatchRequest['output'] {
  if (json === true) return 'json';
  if (events === true) return 'events';
  if (plain.value === true) return 'plain';
  if (stdout.isTTY === true && variable('TERM', env) !== 'dumb') return 'pane';
  return plain.value === false ? 'tables' : 'plain';
}

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
      hint: 'Neither stdout nor stderr is one. Use --exec with a command that notifies you: --exec \'notify-send boards "$BOARDS_TEXT"\'',
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

/**
 * Throws UsageError for a condition that would never fire: about what is hidden, or a board that no timeframe of the run has. The
 * service can add boards, so that one which this version does not know is noted only.
 */
export function checkConditions(
  { on = [], until = [] }: Pick<EndOptions, 'until'> & Pick<WatchViewOptions, 'on'>,
  { boards, symbols, limit, minBoards }: Selection,
  timeframes: ReadonlyArray<Timeframe>,
  note: (text: string) => void,
): void {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const isHidden = (shown: ReadonlyArray<string> | null | undefined, name: string) =>
    shown != null && shown.length > 0 && !shown.some((each) => isSame(each, name));
  for (const { text, board, symbol, bounds } of [...on, ...until]) {
    const refuse = (fault: string, hint: string) => {
      throw new UsageError(`${quote(text)} never fires: ${fault}`, { hint });
    };
    if (symbol !== null && isHidden(symbols, symbol)) refuse(`${symbol} is hidden`, 'Add it to --symbol.');
    for (const { number, isAtLeast, value } of bounds) {
      if (number === 'rank' && isAtLeast && limit != null && value > limit && board !== 'moneyFlow')
        refuse(
          `only ${limit} rows of a board are shown`,
          'Give a larger --limit, or change the preference limit.',
        );
      if (number === 'boards' && !isAtLeast && minBoards != null && value < minBoards)
        refuse(`only symbols on ${minBoards} boards are shown`, 'Give a smaller --min-boards.');
    }
    if (board === null) continue;
    if (isHidden(boards, board))
      refuse(`board ${board} is hidden`, 'Add it to -b, or to the preference boards.');
    const known = BOARD_CATALOGUE.find(({ key }) => isSame(key, board));
    if (known === undefined) {
      const meant = nearest(
        board,
        BOARD_CATALOGUE.map(({ key }) => key),
      );
      const guess = meant === undefined ? '' : `; did you mean ${meant}?`;
      note(`${quote(text)}: ${board} is not a board that this version knows${guess}`);
    } else if (!known.timeframes.some((timeframe) => timeframes.includes(timeframe))) {
      const where = `It is a board of ${known.timeframes.join(', ')}: -t ${known.timeframes[0]}`;
      refuse(`${timeframes.join(', ')} has no board ${known.key}`, where);
    }
  }
}

/** The options that end a watch. */
export interface EndOptions {
  readonly count?: number;
  readonly until?: ReadonlyArray<Condition>;
  /** In seconds. */
  readonly for?: number;
}

const DEFAULT_INTERVAL_SECONDS = 60;
/** Both the poll interval and the rebuild interval of the sandbox; short, so that changes are visible soon. */
export const SANDBOX_INTERVAL_SECONDS = 10;
/** Faster polls of a remote service return the same content. */
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

interface RecordOptions {
  /** False for `--no-record`. */
  readonly record?: boolean;
}

/**
 * Opens a recorder of what a watch receives; null if nothing is recorded. Without having been asked, only a pane records, unless
 * what the user has set cannot be read. Simulated snapshots are recorded with `--record` alone, and apart from real ones. Throws
 * ConfigError for a relative BOARDS_DATA_DIR.
 */
export function recorderOf(
  connection: Connection,
  options: WatchViewOptions & RecordOptions,
  context: Context,
): WatchSource['openRecorder'] {
  const { record, isFileIgnored } = connection.settings;
  const isSet = record.source !== 'default';
  const isDefault = options.record === undefined && !isSet;
  const isWanted = options.record ?? (record.value !== 'off' && !connection.isEmbedded);
  if (
    !isWanted ||
    (isDefault && (isFileIgnored || outputOf(options, connection.settings, context) !== 'pane'))
  )
    return null;
  // Only a number of the config file or the environment removes what was asked for.
  const days = isSet && record.value !== 'off' ? record.value : null;
  // What the user has set, also to keep all, is for every day.
  const defaultDays = isSet || isFileIgnored ? days : DEFAULT_RECORD_DAYS;
  const parent = dataDirectory(context);
  if (parent === null) return isDefault ? null : homeless;
  const baseUrl = connection.isEmbedded ? null : connection.settings.baseUrl.value;
  const hasSimulated = options.record === true || connection.isEmbedded;
  const plan = { parent, baseUrl, hasSimulated, isDefault, days, defaultDays, clock: context.clock };
  return async (events) => (await import('../watch/live-recorder.ts')).openRecorder(plan, events);
}

const homeless: WatchSource['openRecorder'] = async ({ note }) => {
  note('not recording: no home directory; set BOARDS_DATA_DIR to a directory');
  return { append: () => false, close: () => undefined };
};

/** What earlier watches of the same service have recorded; null if that can be nothing. */
export function recordedPast(connection: Connection, context: Context): WatchSource['loadPast'] {
  const parent = dataDirectory(context);
  const baseUrl = connection.settings.baseUrl.value;
  if (parent === null || baseUrl === null) return null;
  return async () => {
    const { snapshotsBefore } = await import('../recording/find.ts');
    return (timeframe, { asOf, isSimulated }, signal) => {
      const directory = (isSimulated ? simulatedDirectory : serviceDirectory)(parent, baseUrl);
      return snapshotsBefore({ directory, isSimulated }, timeframe, asOf, { signal });
    };
  };
}
