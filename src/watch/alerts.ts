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

export interface Alerts {
  showNotice(text: string): void;
  ring(): void;
  /** Also rings the bell. */
  notify(text: string): void;
  /** Keeps the changes for a user who was away. */
  rang?(event: SnapshotEvent, changes: ReadonlyArray<ChangeEvent>): void;
  /** Finds other changes to notify of, which the options do not name. */
  armedChanges?(diff: Diff | null): ReadonlyArray<ChangeEvent>;
}

export function createNotifications({ source, request, context }: Watch, alerts: Alerts) {
  const { exec: command } = request;
  const textOf = ({ events, ...run }: HookRun) => notificationText(events, run);
  const onFailure = alerts.showNotice;
  const runner = command === undefined ? null : createHookRunner({ command, textOf, onFailure }, context);
  const isRequested = runner !== null || request.bell === true || request.notify === true;
  const findChanges = createRequestedChanges({ source, request }, () => context.clock.monotonic());
  return {
    notify(event: FeedEvent) {
      if (event.type !== 'snapshot') return;
      const armed = alerts.armedChanges?.(event.diff) ?? [];
      const matching = isRequested ? findChanges(event.diff) : [];
      if (matching.length > 0) {
        const { timeframe, snapshot, isSimulated } = event;
        runner?.enqueue({ timeframe, isSimulated, asOf: snapshot.asOf ?? '', events: matching });
      }
      const alerting = matching.filter((change) => isAlert(change, request));
      const shown = uniqueEvents([...(request.notify === true ? alerting : []), ...armed]);
      if (shown.length > 0) alerts.notify(notificationText(shown, event));
      else if (request.bell === true && alerting.length > 0) alerts.ring();
      const rang = uniqueEvents([...alerting, ...armed]);
      if (rang.length > 0) alerts.rang?.(event, rang);
    },
    waitForHooks: async (signal: AbortSignal) => {
      if (runner !== null) await settledOrAborted(runner.whenIdle(), signal);
    },
    close: () => runner?.close(),
  };
}

/** Finds the changes that fire with `--on`, or all changes of the selected rows. */
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

/** Without `--on`, only a new top play or a symbol of `--symbol` alerts the user. */
function isAlert(event: ChangeEvent, { on, selection }: WatchRequest): boolean {
  if (on !== undefined || event.type === 'topPlay') return true;
  return event.symbol !== null && isOneOf(selection.symbols ?? [], event.symbol);
}

/** An alert describes the changes of this many symbols, and counts the others. */
const MAX_DESCRIBED = 3;

/** Replaces texts from the service other than tickers and numbers, such as the name of an unknown board. */
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

/** `words` is, for example, `in Movers 3, out of Search (was 2)`; `symbol` is null for the market. */
export interface AlertPhrase {
  readonly symbol: string | null;
  readonly words: string;
}

export function alertPhrases(
  events: ReadonlyArray<ChangeEvent>,
  texts?: ServiceTexts,
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

/** Returns text such as `EMLO in Movers 3; NVDA on 4 boards (was 3); and 2 more`. */
export function alertSentence(phrases: ReadonlyArray<AlertPhrase>): string {
  return phrases.map(({ symbol, words }) => (symbol === null ? words : `${symbol} ${words}`)).join('; ');
}

/** Takes board names from the catalogue, never from the service. */
const OWN_TEXTS: ServiceTexts = {
  board: (board) => BOARD_CATALOGUE.find(({ key }) => key === board)?.title ?? 'a board',
  text: symbolText,
};
