import type { ChangeEvent } from '../market/diff.ts';
import { formatClock } from '../text/format.ts';
import { clipboardText } from '../text/safe-text.ts';
import { alertPhrases, alertSentence } from '../watch/alerts.ts';
import { type FeedEvent, POLLING, type SnapshotEvent } from '../watch/feed.ts';
import { openChart } from './chart.ts';
import { timeframesToPoll, watchedTimeframes } from './state.ts';
import type { Surroundings } from './surroundings.ts';
import type { Effect, PaneState } from './view.ts';

export function carryOut(effect: Effect, pane: PaneState, surroundings: Surroundings): string {
  const { watch, terminal } = surroundings;
  switch (effect.type) {
    case 'copy': {
      const text = clipboardText(effect.symbol);
      const isSent = text !== null && terminal.copy(text);
      return isSent ? `${text} copied, if the terminal allows it` : 'this symbol cannot be copied';
    }
    case 'chart':
      return openChart(effect.chart, watch.context, { copy: terminal.copy, say: surroundings.notices.show });
    case 'next':
      return watch.feed?.requestNext(pane.timeframe) ?? '';
    case 'quit':
      surroundings.exit(effect.stop);
      break;
    case 'suspend':
      void terminal.suspend();
      break;
    case 'redraw':
      terminal.reset();
  }
  return '';
}

export function followState(
  before: PaneState,
  pane: PaneState,
  { watch: { feed }, armedAlerts, pinSaver }: Surroundings,
): void {
  const polled = timeframesToPoll(pane);
  if (polled.join() !== timeframesToPoll(before).join()) feed?.setTimeframes(polled);
  if (pane.paused !== before.paused) feed?.setPaused(pane.paused);
  if (pane.armed !== before.armed) armedAlerts.arm(pane);
  pinSaver.update(before.pins, pane.pins);
}

/** A poll that the user requested reports its result in the footer. */
export function receive(
  event: Exclude<FeedEvent, { readonly type: 'tick' }>,
  pane: PaneState,
  { notices, timeframes }: Surroundings,
): void {
  const { type, timeframe } = event;
  const isRequested = timeframe === pane.timeframe && notices.isSaying(POLLING);
  if (isRequested) notices.say(type === 'unchanged' ? 'nothing new yet' : '');
  // A failure is reported once for a card, not after each try.
  const isForCard = !watchedTimeframes(pane).includes(timeframe);
  const isFirstForCard = isForCard && timeframes.get(timeframe).failure === null;
  if (type === 'failure' && (isRequested || isFirstForCard))
    notices.say(`polling ${timeframe} failed: ${event.error.reason}`);
  timeframes.update(event);
}

export function showAlert(
  { timeframe, snapshot }: SnapshotEvent,
  changes: ReadonlyArray<ChangeEvent>,
  pane: PaneState,
  { timeframes, notices, screen, clock }: Surroundings,
): void {
  const phrases = alertPhrases(changes);
  const time = snapshot.time ?? clock.now();
  timeframes.addAlerts(timeframe, time, phrases);
  const at = formatClock(time, { ...screen, now: clock.now() });
  const where = timeframe === pane.timeframe ? at : `${at} ${timeframe}`;
  notices.showAlert(`rang ${where}: ${alertSentence(phrases)}`);
}
