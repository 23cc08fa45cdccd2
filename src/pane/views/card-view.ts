import { type Card, cardOf } from '../../market/card.ts';
import { TIMEFRAMES, type Timeframe } from '../../market/catalogue.ts';
import { figuresIn } from '../../market/standings.ts';
import { isOneOf } from '../../market/ticker.ts';
import { renderCard } from '../../output/card-lines.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import type { Shown, View } from '../view.ts';
import { linesBody } from './board-body.ts';
import { SIGNS } from './help-view.ts';

/** The path of a symbol. */
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
    draw: (shown) => linesBody(renderCard(cardIn(symbol, shown), { ...shown.style, lines: shown.lines })),
  };
}

function cardIn(symbol: string, shown: Shown): Card {
  const { pane, completed, remembered, timeframes, feed } = shown;
  const { timeframe } = pane;
  return cardOf({
    symbol,
    timeframe,
    isPast: shown.isPast || pane.isReplay,
    remembered,
    last(seenAt) {
      const last = timeframes.at(timeframe, seenAt).snapshot;
      return last === null ? null : figuresIn(last, timeframe, symbol);
    },
    snapshots: TIMEFRAMES.map((each) => {
      const newest = each === timeframe ? completed : newestOf(each, shown);
      return { timeframe: each, snapshot: newest, isFetching: canFetch(shown) && feed.isFetching(each) };
    }),
    isPinned: isOneOf(pane.pins, symbol),
  });
}

/** In the past of a live pane, there is only what memory had then. */
function canFetch({ pane, isPast }: Shown): boolean {
  return !isPast || pane.isReplay;
}

/** The newest one at the time that is shown: what memory has, or what a card asked for. */
function newestOf(timeframe: Timeframe, shown: Shown): Snapshot | null {
  const { isPast, remembered, timeframes } = shown;
  const kept = keptOf(timeframe, shown);
  const fetched = canFetch(shown) ? timeframes.get(timeframe).fetchedOnce : null;
  const fetchedAt = fetched?.time ?? 0;
  if (isPast && fetchedAt > remembered.time) return kept;
  return kept === null || fetchedAt > (kept.time ?? 0) ? fetched : kept;
}

function keptOf(timeframe: Timeframe, { isPast, remembered, timeframes }: Shown): Snapshot | null {
  if (!isPast) return timeframes.get(timeframe).completed;
  const { time, completed } = timeframes.at(timeframe, remembered.time);
  // Before the first snapshot in memory, none is known.
  return time <= remembered.time ? completed : null;
}
