import type { Snapshot } from '../api/snapshot.ts';
import type { Context } from '../context.ts';
import { type ChangeEvent, selectedChanges } from '../model/changes.ts';
import type { Condition } from '../model/conditions.ts';
import { renderJson } from '../view/json.ts';
import { untilAborted } from './abort.ts';
import { createHookRunner, type HookRunner } from './exec-hook.ts';
import type { FeedEvent } from './feed.ts';
import type { Watch, WatchRequest } from './source.ts';

export interface Notifications {
  /** Runs the command and tells whether the bell is due, when the event brings changes that count. */
  notify(event: FeedEvent): { readonly ring: boolean };
  /** Waits for the run in progress, or until the signal is aborted. */
  settle(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** What `--exec`, `--bell` and `--on` ask for. `onFailure` is told of a command that failed. */
export async function createNotifications(
  watch: Watch,
  onFailure: (reason: string) => void,
): Promise<Notifications> {
  const { request, context } = watch;
  const runner = request.exec === undefined ? null : await startRunner(request.exec, context, onFailure);
  return {
    notify(event) {
      if (event.type !== 'snapshot' || event.previous === null) return { ring: false };
      const all = selectedChanges(event.previous, event.snapshot, request.selection);
      const counting = request.on === undefined ? all : countingEvents(all, event.snapshot, request.on);
      if (counting.length > 0) {
        runner?.offer({
          timeframe: event.timeframe,
          asOf: event.snapshot.asOf ?? '',
          events: counting.length,
          input: renderEvents(counting),
        });
      }
      return { ring: request.bell && counting.some((change) => rings(change, request)) };
    },
    settle: async (signal) => {
      if (runner !== null) await untilAborted(runner.idle(), signal);
    },
    close: () => runner?.close(),
  };
}

/** One line of JSON per change. */
export function renderEvents(events: ReadonlyArray<ChangeEvent>): string {
  return events
    .map(({ type, asOf, timeframe, board, symbol, from, to }) =>
      renderJson({ type, asOf, timeframe, board, symbol, from, to }, false),
    )
    .join('');
}

async function startRunner(
  command: string,
  context: Context,
  onFailure: (reason: string) => void,
): Promise<HookRunner> {
  const { spawn } = await import('node:child_process');
  const { env, clock, host } = context;
  // The command does not need the key.
  const { BOARDS_API_KEY: _, ...rest } = env;
  return createHookRunner({ command, env: rest, spawn, killGroup: host.killGroup, clock, onFailure });
}

function countingEvents(
  events: ReadonlyArray<ChangeEvent>,
  { boards }: Snapshot,
  condition: Condition,
): ReadonlyArray<ChangeEvent> {
  const confluence = new Map<string, number>();
  for (const { rows } of boards) {
    for (const row of rows) if (row.symbol !== null) confluence.set(row.symbol, row.boards ?? 0);
  }
  return events.filter((event) => condition(event, (symbol) => confluence.get(symbol) ?? 0));
}

/** With `--on`, every event that counts; else a new top play, or whatever concerns a symbol of `--symbol`. */
function rings(event: ChangeEvent, { on, selection }: WatchRequest): boolean {
  if (on !== undefined || event.type === 'topPlay') return true;
  return event.symbol !== null && selection.symbols?.includes(event.symbol.toUpperCase()) === true;
}
