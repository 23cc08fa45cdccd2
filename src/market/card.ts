import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { isAbout, type LogItem, type LogLine, logLines } from './log.ts';
import { figuresIn, type Placement, type SymbolFigures } from './standings.ts';
import type { AsOf, PathPlace, SymbolPath } from './timeline/as-of.ts';
import type { Trend } from './timeline/trend.ts';

/** Where a card gets what it shows. */
interface CardSource extends Pick<Card, 'symbol' | 'timeframe' | 'isPinned' | 'remembered'> {
  /** Of the shown timeframe, and of the others of which anything is known; null if there is none yet. */
  readonly snapshots: ReadonlyArray<
    Pick<CardTimeframe, 'timeframe' | 'isAsked'> & { readonly snapshot: Snapshot | null }
  >;
  /** The figures in the last snapshot that lists it, where this one does not; null if it is not kept. */
  last(seenAt: number): SymbolFigures | null;
  /** Of the past only what is not older is shown, in milliseconds since 1970. */
  readonly from?: number;
}

/** What is known of a symbol in one timeframe. */
export interface Card {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly name: string | null;
  /** Of a symbol that is on no board now, those of when it was last seen; null if they are not known. */
  readonly figures: SymbolFigures | null;
  /** Confluence; 0 if it is on no board. Null without a snapshot. */
  readonly boards: number | null;
  readonly isTopPlay: boolean;
  readonly isPinned: boolean;
  readonly remembered: AsOf;
  readonly path: SymbolPath;
  /** The boards that it is on. */
  readonly places: ReadonlyArray<CardPlace>;
  /** The timeframes of which anything is known, the shown one included. */
  readonly timeframes: ReadonlyArray<CardTimeframe>;
  /** What happened to it in this timeframe, the newest first. */
  readonly log: ReadonlyArray<LogLine>;
}

/** A board that the symbol is on. */
export interface CardPlace extends Placement {
  /** Null where memory has nothing: the snapshot has no time. */
  readonly path: PathPlace | null;
  readonly trend: Trend | null;
}

/** A symbol in a timeframe. */
export interface CardTimeframe {
  readonly timeframe: Timeframe;
  /** The time of the snapshot; null if it has none. */
  readonly asOf: number | null;
  /** Null without a snapshot. */
  readonly standing: SymbolFigures | null;
  /** Whether it was asked for and no response has come. */
  readonly isAsked?: boolean;
}

export function cardOf(source: CardSource): Card {
  const { snapshots, last, from, ...shared } = source;
  const { symbol, timeframe, isPinned, remembered } = shared;
  const timeframes = snapshots.map(({ snapshot, ...each }) => ({
    ...each,
    asOf: snapshot?.asOfMilliseconds ?? null,
    standing: snapshot === null ? null : figuresIn(snapshot, each.timeframe, symbol),
  }));
  const own = snapshots.find((each) => each.timeframe === timeframe)?.snapshot ?? null;
  const here = own === null ? null : figuresIn(own, timeframe, symbol);
  const placements = here?.placements ?? [];
  const path = remembered.pathOf(symbol, from);
  const figures = placements.length > 0 ? here : path.lastSeenAt === null ? null : last(path.lastSeenAt);
  const named = timeframes.find(({ standing }) => standing !== null && standing.name !== null);
  const isTold = (item: LogItem) => item.asOf >= (from ?? 0) && isAbout(item, symbol, isPinned);
  return {
    ...shared,
    timeframes,
    name: figures?.name ?? named?.standing?.name ?? null,
    figures,
    boards: here?.boards ?? null,
    isTopPlay: own?.topPlay?.symbol === symbol,
    path,
    places: placesOf(placements, path, source),
    log: logLines(remembered.log().filter(isTold)),
  };
}

/** A board that lists the symbol twice is one place. */
function placesOf(
  placements: ReadonlyArray<Placement>,
  { places }: SymbolPath,
  { symbol, remembered }: Pick<CardSource, 'symbol' | 'remembered'>,
): ReadonlyArray<CardPlace> {
  const first = new Map(placements.toReversed().map((placement) => [placement.board, placement] as const));
  return placements
    .filter((placement) => first.get(placement.board) === placement)
    .map(({ board, row }) => ({
      board,
      row,
      path: places.find((place) => place.board === board) ?? null,
      trend: remembered.memoryOf(board, symbol).trend,
    }));
}
