import { isAbout, logLines } from '../../market/log.ts';
import type { SymbolHistory, SymbolMemory } from '../../market/symbol-history.ts';
import type { Card, CardTimeframe } from '../../output/card.ts';
import type { HistoryCard } from '../../output/history.ts';
import { topPlayDuration } from '../../output/top-play.ts';

/** The cards of some symbols from their histories, as the pane shows them; `points` are those of the part of the day to show. */
export function historyCards(histories: ReadonlyArray<SymbolHistory>): ReadonlyArray<HistoryCard> {
  return histories.map((history) =>
    historyCard(history, histories.filter(({ symbol }) => symbol === history.symbol).map(timeframeOf)),
  );
}

function historyCard(history: SymbolHistory, timeframes: ReadonlyArray<CardTimeframe>): HistoryCard {
  const { symbol, timeframe, points, last } = history;
  const memory = memoryOf(history);
  const { path, remembered } = memory;
  const [first, newest] = [points.at(0), points.at(-1)];
  const start = first?.asOfMilliseconds ?? 0;
  const standing = last?.standing ?? null;
  const isListed = path.lastSeenAt === remembered.asOf;
  const isTopPlay = remembered.snapshot?.topPlay?.symbol === symbol;
  const card: Card = {
    symbol,
    name: last?.name ?? null,
    price: last?.price ?? null,
    dayPct: standing?.dayPct ?? null,
    volume: last?.volume ?? null,
    bias: standing?.bias ?? null,
    tag: isListed ? (standing?.placements.find(({ row }) => row.tag !== null)?.row.tag ?? null) : null,
    boards: isListed ? (standing?.boards ?? 0) : 0,
    topPlayFor: isTopPlay ? topPlayDuration(remembered.asOf, remembered) : null,
    isPinned: false,
    isRecorded: true,
    timeframe,
    lastSeenAt: isListed ? null : path.lastSeenAt,
    memoryStartsAt: path.points[0]?.asOf ?? null,
    record: path.record,
    points: path.points.filter(({ asOf }) => asOf >= start),
    maxGap: remembered.maxGap,
    places: isListed ? placesOf(memory, last, start) : [],
    left: path.left,
    timeframes,
    log: logLines(remembered.log().filter((item) => item.asOf >= start && isAbout(item, symbol, false))),
  };
  return { card, snapshots: points.length, startsAt: start, endsAt: newest?.asOfMilliseconds ?? start };
}

function memoryOf({ memory }: SymbolHistory): SymbolMemory {
  if (memory === null) throw new Error('the history was read as data');
  return memory;
}

function timeframeOf(history: SymbolHistory): CardTimeframe {
  const { path, remembered } = memoryOf(history);
  const { timeframe, last } = history;
  const standing = path.lastSeenAt === remembered.asOf ? (last?.standing ?? null) : null;
  const off = { boards: 0, bias: null, dayPct: null, placements: [] };
  return { timeframe, asOf: remembered.asOf, standing: standing ?? off, isAsked: false };
}

/** A board that lists the symbol twice is one place. */
function placesOf(
  { path, remembered }: SymbolMemory,
  last: SymbolHistory['last'],
  start: number,
): Card['places'] {
  const placements = last?.standing.placements ?? [];
  return path.places.map((place) => {
    const { board, rank, symbol } = place;
    const metric = placements.find((placement) => placement.board === board)?.row.metric ?? null;
    const shown = { ...place, trail: place.trail.filter(({ asOf }) => asOf >= start) };
    return { board, rank, metric, path: shown, trend: remembered.pastOf(board, symbol)?.trend ?? null };
  });
}
