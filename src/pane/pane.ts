import type { Stop } from '../context.ts';
import { BoardsError } from '../errors.ts';
import type { Timeline } from '../market/timeline/timeline.ts';
import type { TerminalInput } from '../terminal/keyboard.ts';
import { openLiveTerminal } from '../terminal/live-terminal.ts';
import { clipboardText } from '../text/safe-text.ts';
import type { Timeframe } from '../vocabulary.ts';
import { END_OF_RECORDING, type Feed, type FeedEvent } from '../watch/feed.ts';
import type { Watch } from '../watch/source.ts';
import { createPaneContent } from './pane-content.ts';
import { openedOf, timeframesToAskFor, timeframesToPoll } from './state.ts';
import type { Effect, View } from './view.ts';

export type Pane = ReturnType<typeof openPane>;

/**
 * Opens the live pane on the terminal: it takes keys and events, and draws. A notice stands in its footer for a few seconds.
 * `onExit` is called when the user quits by a key.
 */
export function openPane(watch: Watch, feed: Feed, onExit: () => void) {
  const { context } = watch;
  const content = createPaneContent(watch, feed);
  const { timeframes, notice } = content;
  let stop: Stop | null = null;
  const exit = (reason: Stop | null) => {
    stop ??= reason;
    onExit();
  };
  const say = (text: string | null) => {
    if (text !== null) notice.set(text);
  };
  const draw = () => terminal.paint(content.render());
  let asked: { readonly view: View; readonly time: number | null } | null = null;
  /** A card asks once for other timeframes, in a replay for each time that it shows. */
  const askOthers = () => {
    const pane = content.state();
    const others = timeframesToAskFor(pane);
    const { view } = openedOf(pane);
    const newest = timeframes.get(pane.timeframe).snapshot?.asOfMilliseconds;
    const time = feed.player === null ? null : (pane.pastAt ?? newest ?? feed.player.now());
    const before = asked;
    asked = others.length === 0 ? null : { view, time };
    if (asked === null || (before?.view === view && before.time === time)) return;
    say(feed.ask(others, time ?? 0));
  };
  /** Carries out what a key asks for. Returns what to say about it. */
  const carryOut = (effect: Effect): string | null => {
    const { timeframe } = content.state();
    switch (effect.type) {
      case 'say':
        return effect.text;
      case 'copy': {
        const text = clipboardText(effect.symbol);
        const isSent = text !== null && terminal.copy(text);
        return isSent ? `${text} sent to the terminal` : 'this symbol cannot be copied';
      }
      case 'next':
        return feed.requestNext(timeframe);
      case 'play-to':
        feed.player?.goTo(effect.time);
        break;
      case 'quit':
        exit(null);
        break;
      case 'stop':
        exit({ stop: effect.signal });
        break;
      case 'suspend':
        void terminal.suspend();
    }
    return null;
  };
  const onInput = (inputs: ReadonlyArray<TerminalInput>) => {
    const before = content.state();
    const requested = content.apply(inputs);
    if (requested === null) return;
    notice.end();
    const pane = content.state();
    if (pane.timeframe !== before.timeframe) feed.setTimeframes(timeframesToPoll(pane));
    if (pane.paused !== before.paused) {
      feed.setPaused(pane.paused);
      if (feed.player?.isAtEnd() === true && pane.pastAt === null) notice.set(END_OF_RECORDING);
    }
    for (const effect of requested.effects) say(carryOut(effect));
    askOthers();
    draw();
  };
  const terminal = openLiveTerminal(context, { onInput, onRepaint: draw });
  draw();
  return {
    update(event: FeedEvent) {
      if (event.type === 'asked' && event.answer instanceof BoardsError)
        notice.set(`${event.timeframe} not polled: ${event.answer.reason}`);
      if (event.type !== 'tick') timeframes.update(event, feed.millisecondsToNextPoll(event.timeframe));
      if (event.type === 'tick' && !content.changesWithTime()) return;
      if (event.type === 'snapshot') askOthers();
      draw();
    },
    setLost: content.setLost,
    /** The pins of which notifications tell; none while they are off. */
    pinsToTell(): ReadonlyArray<string> {
      const { pins, notifiesOfPins } = content.state();
      return notifiesOfPins ? pins : [];
    },
    /** Puts older snapshots before those of a timeframe. */
    extend(timeframe: Timeframe, older: Timeline) {
      timeframes.extend(timeframe, older);
      if (timeframe === content.state().timeframe) draw();
    },
    showNotice(text: string) {
      notice.set(text);
      draw();
    },
    ring: terminal.ring,
    notify: terminal.notify,
    /** The signal that a key stands for, such as SIGINT for Ctrl-C; null if no such key was pressed. */
    requestedStop: () => stop,
    /** Restores the terminal and prints the last frame on its main screen. */
    close: () => terminal.close(content.remainingLines()),
  };
}
