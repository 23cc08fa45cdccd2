import { type ServiceTexts, sentenceWords } from '../fields/change-words.ts';
import { settledOrAborted } from '../lib/abort.ts';
import { groupBy } from '../lib/group-by.ts';
import { SECOND_MS } from '../lib/time.ts';
import { BOARD_CATALOGUE, type Timeframe } from '../market/catalogue.ts';
import { createConditionTracker } from '../market/condition-tracker.ts';
import { type ChangeEvent, type Diff, selectedChanges, uniqueEvents } from '../market/diff.ts';
import { maxGapOf } from '../market/market-day.ts';
import { isOneOf } from '../market/ticker.ts';
import type { Simulated, Snapshot } from '../service/snapshot.ts';
import { symbolText } from '../text/safe-text.ts';
import { createHookRunner, type HookRun } from './exec-hook.ts';
import type { FeedEvent, SnapshotEvent, Watch, WatchRequest } from './feed.ts';

/** How the user is alerted beside the data. */
export interface Alerts {
  /** Shows a short text, such as why a hook failed. */
  showNotice(text: string): void;
  ring(): void;
  /** Shows a notification on the desktop, and rings the bell. */
  notify(text: string): void;
  /** Keeps the changes of an alert for a user who was away. */
  rang?(event: SnapshotEvent, changes: ReadonlyArray<ChangeEvent>): void;
}

/**
 * Implements `--exec`, `--bell` and `--notify`, with `--on`, for the snapshots of a feed of live data. `armedChanges` finds other
 * changes to notify of, which the options do not name.
 */
export function createNotifications(
  { source, request, context }: Watch,
  alerts: Alerts,
  armedChanges: (diff: Diff | null) => ReadonlyArray<ChangeEvent> = () => [],
) {
  const { exec: command } = request;
  const textOf = ({ events, ...run }: HookRun) => notificationText(events, run);
  const onFailure = alerts.showNotice;
  const runner = command === undefined ? null : createHookRunner({ command, textOf, onFailure }, context);
  const isRequested = runner !== null || request.bell === true || request.notify === true;
  const findChanges = createRequestedChanges({ source, request }, () => context.clock.monotonic());
  return {
    /** Starts the `--exec` command and alerts the user if the event has matching changes. */
    notify(event: FeedEvent) {
      if (event.type !== 'snapshot') return;
      const armed = armedChanges(event.diff);
      // Without hooks no changes are needed: finding them takes time and, for thousands of snapshots in a row, memory.
      const matching = isRequested ? findChanges(event.diff) : [];
      if (matching.length > 0) {
        const { timeframe, snapshot, isSimulated } = event;
        runner?.enqueue({ timeframe, isSimulated, asOf: snapshot.asOf ?? '', events: matching });
      }
      const alerting = matching.filter((change) => isAlert(change, request));
      const shown = uniqueEvents([...(request.notify === true ? alerting : []), ...armed]);
      // A notification rings the bell itself.
      if (shown.length > 0) alerts.notify(notificationText(shown, event));
      else if (request.bell === true && alerting.length > 0) alerts.ring();
      const rang = uniqueEvents([...alerting, ...armed]);
      if (rang.length > 0) alerts.rang?.(event, rang);
    },
    /** Resolves when all queued hooks have finished or the signal is aborted. */
    waitForHooks: async (signal: AbortSignal) => {
      if (runner !== null) await settledOrAborted(runner.whenIdle(), signal);
    },
    close: () => runner?.close(),
  };
}

/** Returns a function that finds what fires with `--on`, or all changes of the selected rows. It follows the cool-down. */
export function createRequestedChanges(
  { source, request: { on, selection, cooldown = 0 } }: Pick<Watch, 'source' | 'request'>,
  now: (snapshot: Snapshot) => number,
): (diff: Diff | null) => ReadonlyArray<ChangeEvent> {
  const maxGap = maxGapOf(source.intervalSeconds);
  const tracker = on && createConditionTracker(on, selection, cooldown * SECOND_MS, maxGap);
  return (diff) => {
    if (diff === null) return [];
    return tracker?.observe(diff, now(diff.after)) ?? selectedChanges(diff, selection);
  };
}

/** Without `--on`, only a new top play or a change of a symbol of `--symbol` alerts the user. */
function isAlert(event: ChangeEvent, { on, selection }: WatchRequest): boolean {
  if (on !== undefined || event.type === 'topPlay') return true;
  return event.symbol !== null && isOneOf(selection.symbols ?? [], event.symbol);
}

/** How many changes a notification describes; the others are counted. */
const MAX_DESCRIBED = 3;

/**
 * The text of a notification about the changes of one snapshot, such as `boards day: EMLO in Movers 3, out of Search (was 2)`. Of the
 * service it has tickers and numbers only: other text, such as the name of a board that is not in the catalogue, is replaced.
 */
export function notificationText(
  events: ReadonlyArray<ChangeEvent>,
  { timeframe, isSimulated }: { readonly timeframe: Timeframe; readonly isSimulated: Simulated },
): string {
  const named = events.map((event) => ({
    ...event,
    symbol: event.symbol === null ? null : symbolText(event.symbol),
  }));
  const label = isSimulated === true ? 'boards SANDBOX' : 'boards';
  return `${label} ${timeframe}: ${alertSentence(alertPhrases(named, OWN_TEXTS))}`;
}

/** A symbol with the words of its changes: `in Movers 3, out of Search (was 2)`. Null for changes of the market. */
interface AlertPhrase {
  readonly symbol: string | null;
  readonly words: string;
}

/** The phrases of the first symbols of an alert, and one that counts the others. */
export function alertPhrases(
  events: ReadonlyArray<ChangeEvent>,
  texts: ServiceTexts,
): ReadonlyArray<AlertPhrase> {
  const bySymbol = groupBy(events, ({ symbol }) => symbol);
  const phrases = [...bySymbol].map(([symbol, group]) => ({
    symbol,
    words: group.map((event) => sentenceWords(event, texts)).join(', '),
  }));
  const others = phrases.length - MAX_DESCRIBED;
  const count = others > 0 ? [{ symbol: null, words: `and ${others} more` }] : [];
  return [...phrases.slice(0, MAX_DESCRIBED), ...count];
}

/** `EMLO in Movers 3; NVDA on 4 boards (was 3); and 2 more` */
export function alertSentence(phrases: ReadonlyArray<AlertPhrase>): string {
  return phrases.map(({ symbol, words }) => (symbol === null ? words : `${symbol} ${words}`)).join('; ');
}

/** Texts of the service where they are among ours. */
const OWN_TEXTS: ServiceTexts = {
  board: (board) => BOARD_CATALOGUE.find(({ key }) => key === board)?.title ?? 'a board',
  text: symbolText,
};
