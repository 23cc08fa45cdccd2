import { isAbout, logLines } from '../../market/log.ts';
import { figuresIn, type SymbolFigures } from '../../market/standings.ts';
import type { AsOf, SymbolPath } from '../../market/timeline/as-of.ts';
import { type Card, type CardPlace, type CardTimeframe, renderCard } from '../../output/card.ts';
import { topPlayDuration } from '../../output/top-play.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../../vocabulary.ts';
import type { Body, Shown, View } from '../view.ts';
import { linesBody } from './board-body.ts';
import { SIGNS } from './help.ts';
import { renderLogLine } from './log-line.ts';

/** The path of a symbol. */
export function cardView(symbol: string): View {
  return {
    name: 'card',
    about: symbol,
    symbol,
    yieldsToFilter: true,
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
  const options = { ...shown.ctx, lines: shown.lines, renderEntry: renderLogLine };
  return linesBody(renderCard(cardOf(symbol, shown), options).map(({ painted }) => painted.trimEnd()));
}

function cardOf(symbol: string, shown: Shown): Card {
  const { pane, known, remembered, past, timeframes } = shown;
  const { timeframe } = pane;
  const isPinned = pane.pins.includes(symbol);
  const lastFigures = (lastSeenAt: number) => {
    const { snapshot } = timeframes.at(timeframe, lastSeenAt);
    return snapshot === null ? null : figuresIn(snapshot, timeframe, symbol);
  };
  const card = symbolCard(symbol, timeframe, remembered, known.snapshot, lastFigures, isPinned);
  const others = TIMEFRAMES.map((each) => timeframeOf(symbol, each, shown));
  return {
    ...card,
    name: card.name ?? others.find(({ found }) => found?.name != null)?.found?.name ?? null,
    isPinned,
    isRecorded: past !== null,
    timeframes: others,
  };
}

/** What a card shows of one timeframe at a snapshot. `lastFigures` are those of the last snapshot that listed the symbol. */
export function symbolCard(
  symbol: string,
  timeframe: Timeframe,
  remembered: AsOf,
  snapshot: Snapshot | null,
  lastFigures: (lastSeenAt: number) => SymbolFigures | null,
  isPinned = false,
): Omit<Card, 'isPinned' | 'isRecorded' | 'timeframes'> {
  const path = remembered.pathOf(symbol);
  const here = snapshot === null ? null : figuresIn(snapshot, timeframe, symbol);
  const places = here === null ? [] : placesOf(here, path, remembered, symbol);
  const isListed = places.length > 0;
  const figures = isListed ? here : path.lastSeenAt === null ? null : lastFigures(path.lastSeenAt);
  const isTopPlay = snapshot?.topPlay?.symbol === symbol;
  return {
    symbol,
    timeframe,
    name: figures?.name ?? null,
    price: figures?.price ?? null,
    dayPct: figures?.dayPct ?? null,
    volume: figures?.volume ?? null,
    bias: figures?.bias ?? null,
    tag: isListed ? (here?.placements.find(({ row }) => row.tag !== null)?.row.tag ?? null) : null,
    boards: snapshot === null ? null : isListed ? (here?.boards ?? 0) : 0,
    topPlayFor: isTopPlay ? topPlayDuration(remembered.asOf, remembered) : null,
    lastSeenAt: isListed ? null : path.lastSeenAt,
    memoryStartsAt: remembered.startsAt,
    record: path.record,
    points: path.points,
    maxGap: remembered.maxGap,
    places,
    left: path.left,
    log: logLines(remembered.log().filter((item) => isAbout(item, symbol, isPinned))),
  };
}

/** A board that lists the symbol twice is one place. */
function placesOf(
  { placements }: SymbolFigures,
  { places }: SymbolPath,
  { pastOf }: Pick<AsOf, 'pastOf'>,
  symbol: string,
): ReadonlyArray<CardPlace> {
  const seen = new Set<string>();
  return placements.flatMap(({ board, row }) => {
    if (seen.has(board)) return [];
    seen.add(board);
    const path = places.find((place) => place.board === board) ?? null;
    const { rank, group = null, metric } = row;
    return [{ board, rank, group, metric, path, trend: pastOf(board, symbol)?.trend ?? null }];
  });
}

/** The symbol in the newest snapshot of a timeframe, also one that only a card asked for; or in that of a time in the past. */
function timeframeOf(
  symbol: string,
  timeframe: Timeframe,
  shown: Shown,
): CardTimeframe & { readonly found: SymbolFigures | null } {
  const { pane, known, origin } = shown;
  const snapshot = timeframe === pane.timeframe ? known.snapshot : newestOf(timeframe, shown);
  const found = snapshot === null ? null : figuresIn(snapshot, timeframe, symbol);
  const isAsked = canAsk(shown) && (origin.feed ?? origin.player).isAsked(timeframe);
  return { timeframe, asOf: snapshot?.asOfMilliseconds ?? null, standing: found, isAsked, found };
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

/** Before the first snapshot in memory there is none. */
function snapshotUpTo(time: number, { asOf, snapshot }: AsOf): Snapshot | null {
  return asOf <= time ? snapshot : null;
}
