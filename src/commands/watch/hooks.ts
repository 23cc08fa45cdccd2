import type { Snapshot } from '../../api/snapshot.ts';
import type { ChangeEvent } from '../../model/changes.ts';
import { selectedChanges } from '../../model/selected-changes.ts';
import { renderJson } from '../../view/json.ts';
import { unlessAborted } from '../../watch/abort.ts';
import type { FeedEvent } from '../../watch/feed.ts';
import { createHookRunner, type HookRunner } from '../../watch/hook.ts';
import type { Watch, WatchParts } from './session.ts';

export interface Hooks {
  /** Runs the command and tells whether the bell is due, when the event brings changes that count. */
  notify(event: FeedEvent): { readonly ring: boolean };
  /** Lets a run in progress come to its end; throws the signal's reason when that is aborted first. */
  settle(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** What `--exec`, `--bell` and `--on` ask for. `onFailure` is told of a command that failed. */
export async function createHooks(parts: Watch, onFailure: (reason: string) => void): Promise<Hooks> {
  const { options } = parts;
  const runner = options.exec === undefined ? null : await startRunner(options.exec, parts, onFailure);
  return {
    notify(event) {
      if (event.type !== 'snapshot' || event.previous === null) return { ring: false };
      const all = selectedChanges(event.previous, event.snapshot, parts.selection);
      const counting = options.on === undefined ? all : countingEvents(all, event.snapshot, options.on);
      if (counting.length > 0) {
        runner?.offer({
          timeframe: event.timeframe,
          asOf: event.snapshot.asOf ?? '',
          events: counting.length,
          input: renderEvents(counting),
        });
      }
      return { ring: options.bell === true && counting.some((change) => rings(change, options)) };
    },
    settle: async (signal) => {
      if (runner !== null) await unlessAborted(runner.idle(), signal);
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
  { context }: WatchParts,
  onFailure: (reason: string) => void,
): Promise<HookRunner> {
  const { spawn } = await import('node:child_process');
  const { env, clock, host } = context;
  // The key is none of the command's business.
  const { BOARDS_API_KEY: _, ...rest } = env;
  return createHookRunner({ command, env: rest, spawn, killGroup: host.killGroup, clock, onFailure });
}

function countingEvents(
  events: ReadonlyArray<ChangeEvent>,
  { boards }: Snapshot,
  condition: NonNullable<WatchParts['options']['on']>,
): ReadonlyArray<ChangeEvent> {
  const confluence = new Map<string, number>();
  for (const { rows } of boards) {
    for (const row of rows) if (row.symbol !== null) confluence.set(row.symbol, row.boards ?? 0);
  }
  return events.filter((event) => condition(event, (symbol) => confluence.get(symbol) ?? 0));
}

/** With `--on`, every event that counts; else a new top play, or whatever concerns a symbol of `--symbol`. */
function rings(event: ChangeEvent, { on, symbol }: WatchParts['options']): boolean {
  if (on !== undefined || event.type === 'topPlay') return true;
  return event.symbol !== null && symbol?.includes(event.symbol.toUpperCase()) === true;
}
