import type { Stop } from '../context.ts';
import type { LiveTerminal } from '../terminal/live-terminal.ts';
import { clipboardText } from '../text/clipboard-text.ts';
import type { Origin } from '../watch/source.ts';
import { timeframesToPoll } from './state.ts';
import type { Effect, PaneState } from './view.ts';

/** What keys can do beyond changing the state. */
export interface Reach {
  readonly origin: Origin;
  readonly terminal: Pick<LiveTerminal, 'suspend' | 'copy'>;
  /** Ends the pane: as the signal that a key stands for, or null for `q`. */
  exit(reason: Stop | null): void;
}

const END = 'the end of the recording';

/** Carries out what a key asks for. Returns what to say about it: null if nothing is to be said, empty if no longer. */
export function carryOut(effect: Effect, pane: PaneState, { origin, terminal, exit }: Reach): string | null {
  const { feed, player } = origin;
  switch (effect.type) {
    case 'say':
      return effect.text;
    case 'quit':
      exit(null);
      return null;
    case 'stop':
      exit({ stop: effect.signal });
      return null;
    case 'suspend':
      void terminal.suspend();
      return null;
    case 'copy': {
      const text = clipboardText(effect.symbol);
      const isSent = text !== null && terminal.copy(text);
      return isSent ? `${text} sent to the terminal` : 'this symbol cannot be copied';
    }
    case 'timeframe':
      (feed ?? player).setTimeframes(timeframesToPoll(pane));
      return null;
    case 'poll':
      return feed?.pollNow(pane.timeframe) ?? null;
    case 'pause':
      (feed ?? player).setPaused(pane.paused);
      // Also removes a message about the pause, which is no longer true.
      return player?.isAtEnd() === true && pane.past === null ? END : '';
    case 'play-one':
      player?.setPaused(true);
      return player?.playOne(pane.timeframe) === false ? END : null;
    case 'play-to':
      player?.goTo(effect.time);
      return null;
  }
}
