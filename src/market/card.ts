import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from './catalogue.ts';
import { isAbout, type LogItem, logLines } from './log.ts';
import { figuresIn, type SymbolFigures } from './standings.ts';
import type { RowOutcome } from './symbol-outcomes.ts';
import type { AsOf } from './timeline/as-of.ts';

/** Where a card gets what it shows. */
interface CardSource {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly isPinned: boolean;
  /** Whether its ranks are those of the past or of a recording. */
  readonly isPast: boolean;
  readonly memory: AsOf;
  /** Of the timeframe, and of others. */
  readonly snapshots: ReadonlyArray<{
    readonly timeframe: Timeframe;
    /** Null if there is none yet. */
    readonly snapshot: Snapshot | null;
  }>;
  /** The figures in the last snapshot that lists it, where this one does not; null if it is not kept. */
  last(seenAt: number): SymbolFigures | null;
  /** The outcome of a row of an older snapshot, by the newest one. */
  outcomeOf?(board: string, symbol: string): RowOutcome | null;
  /** Of the past only what is not older is shown, in milliseconds since 1970. */
  readonly from?: number;
}

export type Card = Readonly<ReturnType<typeof cardOf>>;
export type CardBoard = Card['places'][number];

/** What is known of a symbol in one timeframe. */
export function cardOf({ snapshots, last, from, ...source }: CardSource) {
  const { symbol, timeframe, isPinned, memory } = source;
  const own = snapshots.find((each) => each.timeframe === timeframe)?.snapshot ?? null;
  const here = own === null ? null : figuresIn(own, timeframe, symbol);
  const placements = here?.placements ?? [];
  const path = memory.pathOf(symbol, from);
  const isOlder = memory.position < memory.count;
  const figures = placements.length > 0 ? here : path.lastSeenAt === null ? null : last(path.lastSeenAt);
  const timeframes = snapshots.map(({ snapshot, ...each }) => ({
    ...each,
    time: snapshot?.time ?? null,
    /** Null without a snapshot. */
    standing: snapshot === null ? null : figuresIn(snapshot, each.timeframe, symbol),
  }));
  const named = timeframes.find(({ standing }) => standing !== null && standing.name !== null);
  const first = new Map(placements.toReversed().map((placement) => [placement.board, placement]));
  const isListed = (item: LogItem) => item.time >= (from ?? 0) && isAbout(item, symbol, isPinned);
  return {
    ...source,
    name: figures?.name ?? named?.standing?.name ?? null,
    /** Of a symbol that is on no board now, those of when it was last seen; null if they are not known. */
    figures,
    /** Confluence; 0 if it is on no board. Null without a snapshot. */
    boards: here?.boards ?? null,
    isTopPlay: own?.topPlay?.symbol === symbol,
    path,
    /** The boards that it is on. One that lists it twice is one place. */
    places: placements
      .filter((placement) => first.get(placement.board) === placement)
      .map(({ board, row }) => ({
        board,
        row,
        /** Null where memory has nothing: the snapshot has no time. */
        path: path.places.find((place) => place.board === board) ?? null,
        /** The outcome by the newest snapshot; null: unknown, undefined: this is the newest one. */
        outcome: isOlder ? source.outcomeOf?.(board, symbol) : undefined,
      })),
    timeframes,
    /** What happened to it in this timeframe, the newest first. */
    log: logLines(memory.log().filter(isListed)),
  };
}
