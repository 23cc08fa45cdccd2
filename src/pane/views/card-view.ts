import { type Card, cardOf } from '../../market/card.ts';
import { TIMEFRAMES, type Timeframe } from '../../market/catalogue.ts';
import { figuresIn } from '../../market/standings.ts';
import { isOneOf } from '../../market/ticker.ts';
import { renderCard } from '../../output/card-lines.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import type { View, ViewInput } from '../view.ts';
import { linesBody } from './board-body.ts';
import { SIGNS } from './help-view.ts';

export function cardView(symbol: string): View {
  return {
    name: 'card',
    symbol,
    keys: [],
    help: {
      sample: [
        'Movers         2  17:31, 11m ago  ···▁▁▂▃▅▆▇▇█  $3.26',
        'board, rank now, since when, ranks of the day, metric',
      ],
      signs: [
        ...[SIGNS.boards, SIGNS.bias, SIGNS.since],
        ...[SIGNS.trail, SIGNS.unknown, SIGNS.topPlay, SIGNS.climbs],
      ],
    },
    draw: (input) => linesBody(renderCard(cardIn(symbol, input), { ...input.style, lines: input.lines })),
  };
}

function cardIn(symbol: string, input: ViewInput): Card {
  const { pane, completed, memory, timeframes } = input;
  const { timeframe } = pane;
  return cardOf({
    symbol,
    timeframe,
    isPast: input.isPast,
    memory,
    last(seenAt) {
      const last = timeframes.at(timeframe, seenAt).snapshot;
      return last === null ? null : figuresIn(last, timeframe, symbol);
    },
    snapshots: TIMEFRAMES.map((each) => ({
      timeframe: each,
      snapshot: each === timeframe ? completed : newestOf(each, input),
    })),
    outcomeOf: (board, of) => timeframes.outcomeOf(pane, board, of),
    isPinned: isOneOf(pane.pins, symbol),
  });
}

/** Returns null before the first snapshot in memory. */
function newestOf(timeframe: Timeframe, { isPast, pane, timeframes }: ViewInput): Snapshot | null {
  if (!isPast) return timeframes.get(timeframe).completed;
  const { time, completed } = timeframes.at(timeframe, pane.pastAt);
  return time <= (pane.pastAt ?? time) ? completed : null;
}
