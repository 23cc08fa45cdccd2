import type { Snapshot } from '../api/snapshot.ts';
import { findPlacements } from '../model/placements.ts';
import type { Standing } from '../model/standings.ts';
import { firstBoards, type SymbolPath } from '../model/symbol-path.ts';
import type { Card } from '../view/card.ts';
import type { CardPlace } from '../view/card-places.ts';
import type { CardTimeframe } from '../view/card-timeframes.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import type { Feed } from './feed.ts';
import type { KnownTimeframe } from './known-timeframe.ts';
import type { Remembered } from './remembered.ts';
import { shownData } from './shown-data.ts';
import { shownCard, timeframesToPoll, type ViewState } from './state.ts';
import type { Timeframes } from './timeframes.ts';

/** What the open card shows; null if none is open. */
export function cardOf(state: ViewState, timeframes: Timeframes, feed: Pick<Feed, 'isAsked'>): Card | null {
  const card = shownCard(state);
  if (card === null) return null;
  const { symbol } = card;
  const { timeframe } = state;
  const { known, remembered, past } = shownData(state, timeframes);
  const { snapshot } = known;
  const path = remembered.pathOf(symbol);
  const here = snapshot === null ? null : standingIn(snapshot, timeframe, symbol);
  const places = here === null ? [] : placesOf(here, path, remembered, symbol);
  const isListed = places.length > 0;
  const figures = isListed ? here : lastFigures(path, timeframe, symbol, timeframes);
  const others = othersOf(symbol, state, timeframes, past?.asOf ?? null);
  return {
    symbol,
    name: figures?.name ?? others.find(({ found }) => found?.name != null)?.found?.name ?? null,
    price: figures?.price ?? null,
    dayPct: figures?.dayPct ?? null,
    volume: figures?.volume ?? null,
    bias: figures?.bias ?? null,
    boards: snapshot === null ? null : isListed ? (here?.boards ?? 0) : 0,
    isPinned: state.pins.includes(symbol),
    isRecorded: past !== null,
    timeframe,
    lastSeenAt: isListed ? null : (path.lastSeen?.asOf ?? null),
    memoryStartsAt: remembered.startsAt,
    record: path.record,
    firstBoards: firstBoards(path),
    points: path.points,
    places,
    left: path.left,
    others: others.map((other) => describeOther(other, state, feed)),
  };
}

/** A symbol in one snapshot; without placements if the snapshot does not have it. */
interface SymbolFigures extends Pick<Standing, 'boards' | 'bias' | 'dayPct' | 'placements'> {
  readonly name: string | null;
  readonly price: number | null;
  readonly volume: number | null;
}

function standingIn(snapshot: Snapshot, timeframe: Timeframe, symbol: string): SymbolFigures | null {
  const [found] = findPlacements([symbol], [{ timeframe, snapshot }]);
  const [standing] = found?.standings ?? [];
  if (found === undefined || standing === undefined) return null;
  const { boards, bias, dayPct, placements } = standing;
  return { name: found.name, price: found.price, volume: found.volume, boards, bias, dayPct, placements };
}

/** A board that lists the symbol twice is one place. */
function placesOf(
  { placements }: SymbolFigures,
  { places }: SymbolPath,
  { pastOf }: Remembered,
  symbol: string,
): ReadonlyArray<CardPlace> {
  const seen = new Set<string>();
  return placements.flatMap(({ board, row }) => {
    if (seen.has(board)) return [];
    seen.add(board);
    const path = places.find((place) => place.board === board) ?? null;
    return [{ board, rank: row.rank, metric: row.metric, path, trend: pastOf(board, symbol)?.trend ?? null }];
  });
}

/** The figures of the last snapshot that listed the symbol: of its body, or, where that is not kept, what memory knows. */
function lastFigures({ lastSeen }: SymbolPath, timeframe: Timeframe, symbol: string, timeframes: Timeframes) {
  if (lastSeen === null) return null;
  const snapshot = timeframes.snapshotAt(timeframe, lastSeen.index);
  const standing = snapshot === null ? null : standingIn(snapshot, timeframe, symbol);
  return standing ?? { ...lastSeen.state, name: null, volume: null };
}

interface OtherTimeframe {
  readonly timeframe: Timeframe;
  readonly snapshot: Snapshot | null;
  /** Of the last request. */
  readonly failure: KnownTimeframe['failure'];
  /** Null without a snapshot. */
  readonly found: SymbolFigures | null;
}

/** The symbol in the other timeframes: in their newest snapshots, or at a time in the past. */
function othersOf(
  symbol: string,
  state: ViewState,
  timeframes: Timeframes,
  pastTime: number | null,
): ReadonlyArray<OtherTimeframe> {
  const others = (state.recorded ?? TIMEFRAMES).filter((other) => other !== state.timeframe);
  return others.map((timeframe) => {
    const live = timeframes.get(timeframe);
    const snapshot = pastTime === null ? live.snapshot : timeframes.snapshotAtTime(timeframe, pastTime);
    const found = snapshot === null ? null : standingIn(snapshot, timeframe, symbol);
    return { timeframe, snapshot, failure: live.failure, found };
  });
}

function describeOther(
  { timeframe, snapshot, failure, found }: OtherTimeframe,
  state: ViewState,
  feed: Pick<Feed, 'isAsked'>,
): CardTimeframe {
  const isPolled = timeframesToPoll(state).includes(timeframe);
  return {
    timeframe,
    boards: found === null ? null : found.boards,
    bias: found?.bias ?? null,
    isListed: found !== null && found.placements.length > 0,
    asOf: isPolled && failure === null ? null : (snapshot?.asOfMilliseconds ?? null),
    canBeAsked: !isPolled && state.recorded === null,
    isAsked: feed.isAsked(timeframe),
    failure: failure === null ? null : failure.reason,
  };
}
