import type { SymbolHistory } from '../../model/symbol-history.ts';
import { firstBoards } from '../../model/symbol-path.ts';
import type { Card } from '../../view/card.ts';
import type { HistoryCard } from '../../view/history.ts';

/** The card of a symbol from its history, as the pane shows it; `points` are those of the part of the day to show. */
export function historyCard(history: SymbolHistory): HistoryCard {
  const { symbol, timeframe, points, path, last } = history;
  const [first, newest] = [points.at(0), points.at(-1)];
  const start = first?.asOfMilliseconds ?? 0;
  const standing = last?.standing ?? null;
  const { isListed } = path;
  const card: Card = {
    symbol,
    name: last?.name ?? null,
    price: last?.price ?? null,
    dayPct: standing?.dayPct ?? null,
    volume: last?.volume ?? null,
    bias: standing?.bias ?? null,
    boards: isListed ? (standing?.boards ?? 0) : 0,
    isPinned: false,
    isRecorded: true,
    timeframe,
    lastSeenAt: isListed ? null : history.lastSeenAt,
    memoryStartsAt: path.points[0]?.asOf ?? null,
    record: path.record,
    firstBoards: firstBoards(path),
    points: path.points.filter(({ asOf }) => asOf >= start),
    places: isListed ? placesOf(history) : [],
    left: path.left,
    others: [],
  };
  return { card, snapshots: points.length, startsAt: start, endsAt: newest?.asOfMilliseconds ?? start };
}

/** A board that lists the symbol twice is one place. */
function placesOf({ path, trends, last }: SymbolHistory): Card['places'] {
  const placements = last?.standing.placements ?? [];
  return path.places.map((place) => {
    const { board, rank } = place;
    const metric = placements.find((placement) => placement.board === board)?.row.metric ?? null;
    return { board, rank, metric, path: place, trend: trends.get(board) ?? null };
  });
}
