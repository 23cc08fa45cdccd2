import { clipboardText } from '../text/safe-text.ts';
import { openChart } from './chart.ts';
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
      return openChart(effect.chart, watch.context, { copy: terminal.copy, say: surroundings.showNotice });
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
