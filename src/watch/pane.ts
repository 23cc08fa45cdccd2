import type { Snapshot } from '../api/snapshot.ts';
import type { Stop } from '../context.ts';
import type { TerminalInput } from '../terminal/key-decoder.ts';
import { openLiveTerminal } from '../terminal/live-terminal.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Feed } from './feed.ts';
import type { FeedEvent } from './feed-event.ts';
import type { Alerts } from './notifications.ts';
import { createPaneContent, type PaneContent } from './pane-content.ts';
import { createEffects } from './pane-effects.ts';
import type { Watch } from './source.ts';

/** Its notices are shown in the footer for a few seconds. */
export interface Pane extends Alerts {
  update(event: FeedEvent): void;
  /** Adds snapshots from before the first one to memory, which are shown when all are there: see `showPast`. */
  addPast(timeframe: Timeframe, snapshots: ReadonlyArray<Snapshot>): void;
  showPast(timeframe: Timeframe): void;
  /** The signal that a key stands for, such as SIGINT for Ctrl-C; null if no such key was pressed. */
  requestedStop(): Stop | null;
  /** Restores the terminal and prints the last frame on its main screen. */
  close(): void;
}

/** Opens the pane on the terminal. `onExit` is called when the user quits by a key. */
export function openPane(watch: Watch, feed: Feed, onExit: () => void): Pane {
  const { context } = watch;
  const content = createPaneContent(watch, feed);
  const { timeframes, notice } = content;
  let stop: Stop | null = null;
  const exit = (reason: Stop | null) => {
    stop ??= reason;
    onExit();
  };
  const draw = () => terminal.paint(content.render());
  const onInput = (inputs: ReadonlyArray<TerminalInput>) => {
    const requested = content.apply(inputs);
    if (requested === null) return;
    for (const effect of requested.effects) effects[effect](requested.details.get(effect) ?? '');
    draw();
  };
  const terminal = openLiveTerminal(context, { onInput, onRepaint: draw });
  const effects = createEffects({ content, feed, terminal, stdout: context.stdout, exit });
  draw();
  return {
    update(event) {
      if (event.type !== 'tick') timeframes.update(event, feed.millisecondsToNextPoll(event.timeframe));
      if (isShown(event, content)) draw();
    },
    addPast: timeframes.addPast,
    showPast(timeframe) {
      timeframes.finishPast(timeframe);
      if (timeframe === content.state().timeframe) draw();
    },
    showNotice(text) {
      notice.set(text);
      draw();
    },
    ring: () => terminal.ring(),
    notify: (text) => terminal.notify(text),
    requestedStop: () => stop,
    close: () => terminal.close(content.remainingLines()),
  };
}

/** Whether an event changes what is on the screen. */
function isShown(event: FeedEvent, content: PaneContent): boolean {
  const { timeframe, card } = content.state();
  if (event.type === 'tick')
    return content.isTimeDependent() || content.timeframes.staleness(timeframe) !== null;
  if (event.type === 'snapshot') return event.isFollowed !== true;
  // Another timeframe than the one shown has a place in a card.
  const isDelayed = event.type === 'failure' && event.delayed.includes(timeframe);
  return event.timeframe === timeframe || isDelayed || card !== null;
}
