import { type DataOptions, selectionOf } from '../../cli/options.ts';
import type { Context } from '../../context.ts';
import { variable } from '../../environment.ts';
import { UsageError } from '../../errors.ts';
import { fieldNamed, isRemembered, orderBy } from '../../fields/fields.ts';
import type { Condition } from '../../market/conditions/parse-conditions.ts';
import type { Settings } from '../../settings/resolve.ts';
import { type Column, MAX_LIMIT } from '../../vocabulary.ts';
import { type BaselineChoice, USUAL_BASELINE_MS, type Watch, type WatchRequest } from '../../watch/source.ts';

/** The options of `watch` and `replay` that say what to show, and how. */
export interface WatchViewOptions
  extends Omit<DataOptions, 'columns' | 'sort' | 'timeout' | 'retries' | 'at' | 'csv' | 'format'> {
  readonly columns?: ReadonlyArray<Column>;
  readonly sort?: Column;
  readonly since?: BaselineChoice;
  readonly events?: boolean;
  readonly on?: ReadonlyArray<Condition>;
  /** In seconds. */
  readonly cooldown?: number;
}

/** Throws UsageError for options that contradict each other, or the output. `other` is what to do instead of both formats. */
export function checkViewOptions(options: WatchViewOptions, context: Context, other: string): void {
  const { json, events, sort, columns = [] } = options;
  if (json === true && events === true)
    throw new UsageError('--json and --events cannot be used together', { hint: other });
  if (outputOf(options, context) === 'pane') return;
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
  const { columns, sort, ...filters } = options;
  const chosen = selectionOf(filters, settings.boards.value ?? undefined);
  const order = sort === undefined ? null : orderBy(sort);
  const isByMemory = sort !== undefined && isRemembered(sort);
  return {
    output: outputOf(options, context),
    selection: { ...chosen, sort: isByMemory ? null : order, limit: limit < MAX_LIMIT ? limit : null },
    // The preference may have columns of older data, which boards --at shows.
    columns: columns ?? settings.columns.value?.filter((id) => !fieldNamed(id).isOfOlder) ?? null,
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
      ? (await import('../../pane/live.ts')).runLive
      : (await import('../../watch/stream.ts')).runStream;
  await run(watch);
}

/** Plain tables replace the pane if stdout is not a terminal, or one without cursor movement. */
function outputOf(
  { json, events, plain }: Pick<WatchViewOptions, 'json' | 'events' | 'plain'>,
  { stdout, env }: Pick<Context, 'stdout' | 'env'>,
): WatchRequest['output'] {
  if (json === true) return 'json';
  if (events === true) return 'events';
  if (plain === true) return 'plain';
  if (stdout.isTTY === true && variable('TERM', env) !== 'dumb') return 'pane';
  return plain === false ? 'tables' : 'plain';
}
