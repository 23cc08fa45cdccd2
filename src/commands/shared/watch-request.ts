import { isForPane, type Options, selectionOf } from '../../cli/options.ts';
import { PREFERENCES } from '../../cli/preference-registry.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { fieldNamed, isFromMemory } from '../../fields/fields.ts';
import { variable } from '../../lib/environment.ts';
import { SECOND_MS } from '../../lib/time.ts';
import { MAX_LIMIT } from '../../market/catalogue.ts';
import { checkConditions } from '../../market/conditions.ts';
import { type StreamSource, USUAL_BASELINE_MS, type Watch, type WatchRequest } from '../../watch/feed.ts';
import { isPlain } from './print.ts';
import { openSession, type Session } from './session.ts';

export function checkFormats({ json, events }: Options): void {
  if (json === true && events === true)
    throw new UsageError('--json and --events cannot be used together', {
      hint: 'Run the command twice, once with each option.',
    });
}

/** Throws UsageError if `--sort` or `--columns` needs the pane, but the output is another one. */
export function openWatch(
  options: Options,
  context: Context,
  needsService = options.sandbox !== true,
): Session {
  const { sort, columns = [] } = options;
  const session = openSession(options, context, { needsService });
  const column = columns.find(isFromMemory);
  const used = sort !== undefined && isFromMemory(sort) ? `--sort ${sort}` : column && `--columns ${column}`;
  if (used !== undefined && outputOf(session) !== 'pane') {
    throw new UsageError(`${used} works only in the pane`, {
      hint: 'Run the command in a terminal, without --json, --events and --plain. Other output does not remember earlier snapshots.',
    });
  }
  return session;
}

/** Throws UsageError for a condition that would never fire. */
export async function runWatch(
  source: StreamSource,
  session: Session,
  runPane: (watch: Watch) => Promise<void>,
): Promise<void> {
  const { context } = session;
  const request = requestOf(session);
  const { on = [], until = [] } = request;
  checkConditions([...on, ...until], request.selection, source.timeframes).forEach(source.note);
  const watch = { source, request, context };
  if (request.output === 'pane') return runPane(watch);
  const { runStream } = await import('../../watch/stream.ts');
  await runStream(watch, async () => (await import('./stream-tables.ts')).loadTables(watch));
}

function requestOf(session: Session): WatchRequest {
  const { options, settings, context } = session;
  const chosen = selectionOf(options, settings.boards.value ?? undefined);
  const limit = settings.limit.value;
  const { since = USUAL_BASELINE_MS / SECOND_MS } = options;
  return {
    ...options,
    output: outputOf(session),
    selection: { ...chosen, limit: limit === null || limit >= MAX_LIMIT ? undefined : limit },
    // The preference may contain columns that only `boards` shows.
    columns: options.columns ?? settings.columns.value?.filter((id) => isForPane(fieldNamed(id))) ?? null,
    style: { color: options.color, palette: settings.palette.value, timeZone: settings.timeZone },
    baseline: typeof since === 'number' ? since * SECOND_MS : since,
    pins: settings.pins.value ?? [],
    chart: settings.chart.value,
    savePin:
      options.sandbox === true
        ? null
        : async (symbol, isPinned) =>
            (await import('../../settings/pins.ts')).savePin(PREFERENCES, symbol, isPinned, context),
  };
}

export function outputOf(session: Session): WatchRequest['output'] {
  const { options, context } = session;
  if (options.json === true) return 'json';
  if (options.events === true) return 'events';
  if (isPlain(session)) return 'plain';
  return context.stdout.isTTY === true && variable('TERM', context.env) !== 'dumb' ? 'pane' : 'tables';
}

/** `outputs` names the options that `--on` can restrict. */
export function checkConditionOptions(
  { on, cooldown }: Options,
  hasOutput: boolean,
  outputs: string,
  example: string,
): void {
  if (cooldown !== undefined && on === undefined) {
    throw new UsageError('--cooldown needs --on', {
      hint: `For example: \`boards ${example} --on "boards>=4" --cooldown 15m\``,
    });
  }
  if (on === undefined || hasOutput) return;
  throw new UsageError(`--on needs ${outputs}`, { hint: `For example: \`boards ${example} --on topPlay\`` });
}
