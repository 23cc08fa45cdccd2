import { type Card, cardOf, cardTimeframe } from '../../market/card.ts';
import { figuresIn } from '../../market/standings.ts';
import type { AsOf } from '../../market/timeline/as-of.ts';
import { renderCard } from '../../output/card.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../../vocabulary.ts';
import type { Body, Shown, View } from '../view.ts';
import { linesBody } from './board-body.ts';
import { SIGNS } from './help.ts';

/** The path of a symbol. */
export function cardView(symbol: string): View {
  return {
    name: 'card',
    about: symbol,
    symbol,
    keys: [],
    help: {
      sample: [
        'Movers         2     2  17:31 · 11m  ···▁▁▂▃▅▆▇▇█  $3.26',
        'board, rank now, best, since when and how long, ranks of the day, metric',
      ],
      signs: [
        ...[SIGNS.boards, SIGNS.bias, SIGNS.since, SIGNS.atLeast],
        ...[SIGNS.trail, SIGNS.unknown, SIGNS.topPlay, SIGNS.entered],
      ],
    },
    draw: (shown) => draw(symbol, shown),
  };
}

function draw(symbol: string, shown: Shown): Body {
  const options = { ...shown.ctx, lines: shown.lines };
  return linesBody(renderCard(cardIn(symbol, shown), options));
}

function cardIn(symbol: string, shown: Shown): Card {
  const { pane, known, remembered, timeframes } = shown;
  const { timeframe } = pane;
  return cardOf({
    symbol,
    timeframe,
    snapshot: known.snapshot,
    remembered,
    last(seenAt) {
      const { snapshot } = timeframes.at(timeframe, seenAt);
      return snapshot === null ? null : figuresIn(snapshot, timeframe, symbol);
    },
    timeframes: TIMEFRAMES.map((each) => {
      const snapshot = each === timeframe ? known.snapshot : newestOf(each, shown);
      return cardTimeframe(symbol, each, snapshot, isAsked(each, shown));
    }),
    isPinned: pane.pins.includes(symbol),
  });
}

function isAsked(timeframe: Timeframe, shown: Shown): boolean {
  return canAsk(shown) && shown.feed.isAsked(timeframe);
}

/** In the past of a live pane, there is only what memory had then. */
function canAsk({ pane, past }: Shown): boolean {
  return past === null || pane.recorded !== null;
}

/** What is known at the time that is shown. */
function newestOf(timeframe: Timeframe, shown: Shown): Snapshot | null {
  const { past, timeframes } = shown;
  const kept =
    past === null
      ? timeframes.get(timeframe).snapshot
      : snapshotUpTo(past.asOf, timeframes.at(timeframe, past.asOf));
  const asked = canAsk(shown) ? timeframes.answered(timeframe) : null;
  const askedAt = asked?.asOfMilliseconds ?? 0;
  if (past !== null && askedAt > past.asOf) return kept;
  return kept === null || askedAt > (kept.asOfMilliseconds ?? 0) ? asked : kept;
}

/** Before the first snapshot in memory, no card is known. */
function snapshotUpTo(time: number, { asOf, snapshot }: AsOf): Snapshot | null {
  return asOf <= time ? snapshot : null;
}
