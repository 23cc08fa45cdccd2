import type { Context } from '../context.ts';
import type { ChangeEvent } from '../model/changes.ts';
import { settledOrAborted } from './abort.ts';
import { renderEvents } from './event-lines.ts';
import { createHookRunner, type HookRunner } from './exec-hook.ts';
import type { FeedEvent } from './feed-event.ts';
import { notificationText } from './notification-text.ts';
import { createRequestedChanges } from './requested-changes.ts';
import type { Watch, WatchRequest } from './source.ts';

/** How the user is alerted beside the data. */
export interface Alerts {
  /** Shows a short text, such as why a hook failed. */
  showNotice(text: string): void;
  ring(): void;
  /** Shows a notification on the desktop, and rings the bell. */
  notify(text: string): void;
}

export interface Notifications {
  /** Starts the `--exec` command and alerts the user if the event has matching changes. */
  notify(event: FeedEvent): void;
  /** Resolves when all queued hooks have finished or the signal is aborted. */
  waitForHooks(signal: AbortSignal): Promise<void>;
  /** Kills a running hook. */
  close(): void;
}

/** Implements `--exec`, `--bell` and `--notify`, with `--on`, for the snapshots of a feed of live data. */
export async function createNotifications(watch: Watch, alerts: Alerts): Promise<Notifications> {
  const { request, context } = watch;
  const runner =
    request.exec === undefined ? null : await startRunner(request.exec, context, alerts.showNotice);
  const isAsked = runner !== null || request.bell || request.notify;
  const findChanges = createRequestedChanges(request, () => context.clock.monotonic());
  return {
    notify(event) {
      // Nobody asked for changes: finding them takes time and, for thousands of snapshots in a row, memory.
      if (event.type !== 'snapshot' || !isAsked) return;
      const matching = findChanges(event);
      if (matching.length > 0) {
        runner?.enqueue({
          timeframe: event.timeframe,
          asOf: event.snapshot.asOf ?? '',
          eventCount: matching.length,
          input: renderEvents(matching),
        });
      }
      const alerting = matching.filter((change) => isAlert(change, request));
      if (alerting.length === 0) return;
      // A notification rings the bell itself.
      if (request.notify) alerts.notify(notificationText(alerting, event));
      else if (request.bell) alerts.ring();
    },
    waitForHooks: async (signal) => {
      if (runner !== null) await settledOrAborted(runner.whenIdle(), signal);
    },
    close: () => runner?.close(),
  };
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

/** Without `--on`, only a new top play or a change of a symbol of `--symbol` alerts the user. */
function isAlert(event: ChangeEvent, { on, selection }: WatchRequest): boolean {
  if (on !== undefined || event.type === 'topPlay') return true;
  return event.symbol !== null && selection.symbols?.includes(event.symbol.toUpperCase()) === true;
}
