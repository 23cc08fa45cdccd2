import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from './catalogue.ts';
import { isAbout, type LogItem, logLines } from './log.ts';
import { figuresIn, type SymbolFigures } from './standings.ts';
import type { RowOutcome } from './symbol-outcomes.ts';
import type { AsOf } from './timeline/as-of.ts';

interface CardSource {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly isPinned: boolean;
  readonly isPast: boolean;
  readonly memory: AsOf;
  readonly snapshots: ReadonlyArray<{
    readonly timeframe: Timeframe;
    readonly snapshot: Snapshot | null;
  }>;
  /** Returns null if the snapshot of that time is not kept. */
  last(seenAt: number): SymbolFigures | null;
  outcomeOf?(board: string, symbol: string): RowOutcome | null;
  /** Milliseconds since 1970; the path and the log contain nothing older. */
  readonly from?: number;
}

export type Card = Readonly<ReturnType<typeof cardOf>>;
export type CardBoard = Card['places'][number];

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
    standing: snapshot === null ? null : figuresIn(snapshot, each.timeframe, symbol),
  }));
  const named = timeframes.find(({ standing }) => standing !== null && standing.name !== null);
  const first = new Map(placements.toReversed().map((placement) => [placement.board, placement]));
  const isListed = (item: LogItem) => item.time >= (from ?? 0) && isAbout(item, symbol, isPinned);
  return {
    ...source,
    name: figures?.name ?? named?.standing?.name ?? null,
    /** For a symbol on no board, these come from the last snapshot that lists it. */
    figures,
    boards: here?.boards ?? null,
    isTopPlay: own?.topPlay?.symbol === symbol,
    path,
    /** Contains a board once, even if it lists the symbol twice. */
    places: placements
      .filter((placement) => first.get(placement.board) === placement)
      .map(({ board, row }) => ({
        board,
        row,
        /** Null for a snapshot without a time, because memory does not contain it. */
        path: path.places.find((place) => place.board === board) ?? null,
        /** Null if the outcome is unknown; undefined for the newest snapshot. */
        outcome: isOlder ? source.outcomeOf?.(board, symbol) : undefined,
      })),
    timeframes,
    /** Newest first. */
    log: logLines(memory.log().filter(isListed)),
  };
}
