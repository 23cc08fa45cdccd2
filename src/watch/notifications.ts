import type { Context } from '../context.ts';
import type { ChangeEvent } from '../model/changes.ts';
import { renderJson } from '../view/json.ts';
import { settledOrAborted } from './abort.ts';
import { createHookRunner, type HookRunner } from './exec-hook.ts';
import type { FeedEvent } from './feed-event.ts';
import { createRequestedChanges } from './requested-changes.ts';
import type { Watch, WatchRequest } from './source.ts';

export interface Notifications {
  /** Starts the `--exec` command if the event has matching changes. `ring` is true if the bell should ring. */
  notify(event: FeedEvent): { readonly ring: boolean };
  /** Resolves when all queued hooks have finished or the signal is aborted. */
  waitForHooks(signal: AbortSignal): Promise<void>;
  /** Kills a running hook. */
  close(): void;
}

/** Implements `--exec`, `--bell` and `--on`. `onFailure` is called when a hook fails. */
export async function createNotifications(
  watch: Watch,
  onFailure: (reason: string) => void,
): Promise<Notifications> {
  const { request, context } = watch;
  const runner = request.exec === undefined ? null : await startRunner(request.exec, context, onFailure);
  const findChanges = createRequestedChanges(request, () => context.clock.monotonic());
  return {
    notify(event) {
      if (event.type !== 'snapshot') return { ring: false };
      const matching = findChanges(event);
      if (matching.length > 0) {
        runner?.enqueue({
          timeframe: event.timeframe,
          asOf: event.snapshot.asOf ?? '',
          eventCount: matching.length,
          input: renderEvents(matching),
        });
      }
      return { ring: request.bell && matching.some((change) => shouldRing(change, request)) };
    },
    waitForHooks: async (signal) => {
      if (runner !== null) await settledOrAborted(runner.whenIdle(), signal);
    },
    close: () => runner?.close(),
  };
}

/** Returns one line of JSON per change. */
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
  // Do not expose the API key to the command.
  const { BOARDS_API_KEY: _, ...rest } = env;
  return createHookRunner({ command, env: rest, spawn, killGroup: host.killGroup, clock, onFailure });
}

/** Without `--on`, only a new top play or a change of a symbol of `--symbol` rings the bell. */
function shouldRing(event: ChangeEvent, { on, selection }: WatchRequest): boolean {
  if (on !== undefined || event.type === 'topPlay') return true;
  return event.symbol !== null && selection.symbols?.includes(event.symbol.toUpperCase()) === true;
}
