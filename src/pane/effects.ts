import type { Context, Stop } from '../context.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { openLiveTerminal } from '../terminal/live-terminal.ts';
import { clipboardText } from '../text/safe-text.ts';
import type { LiveFeed } from '../watch/feed.ts';
import { openChart } from './chart.ts';
import type { Effect } from './view.ts';

/** What the effects of keys change. */
interface Surroundings {
  readonly context: Context;
  readonly terminal: ReturnType<typeof openLiveTerminal>;
  /** Null in a replay. */
  readonly feed: LiveFeed | null;
  exit(stop: Stop | null): void;
  showNotice(text: string): void;
}

/** Carries out what a key asks for. Returns a message about it; empty for none. */
export function carryOut(
  effect: Effect,
  shown: Timeframe,
  { context, terminal, feed, exit, showNotice }: Surroundings,
): string {
  switch (effect.type) {
    case 'copy': {
      const text = clipboardText(effect.symbol);
      const isSent = text !== null && terminal.copy(text);
      return isSent ? `${text} copied, if the terminal allows it` : 'this symbol cannot be copied';
    }
    case 'chart':
      return openChart(effect.chart, context, { copy: terminal.copy, say: showNotice });
    case 'next':
      return feed?.requestNext(shown) ?? '';
    case 'stop':
      exit({ stop: effect.signal });
      break;
    case 'quit':
      exit(null);
      break;
    case 'suspend':
      void terminal.suspend();
      break;
    case 'redraw':
      terminal.reset();
  }
  return '';
}
