import { groupBy } from '../lib/group-by.ts';
import { type Age, MINUTE_MS } from '../lib/time.ts';
import { isTopRank, type Timeframe } from './catalogue.ts';
import {
  byBoardsGainedOrLost,
  type ChangeEvent,
  crossesTopRanks,
  type Diff,
  isHighConfluenceChange,
} from './diff.ts';
import { isBeforeOpen } from './market-day.ts';
import { ranksByBoard } from './ranks.ts';
import { leftBefore, rowTrack, type Stay, stayAt, type TimelineData, topPlayAt } from './timeline/stays.ts';
import type { Track } from './timeline/tracks.ts';

/** The most important first, in one snapshot. */
const TYPES = ['gap', 'day', 'session', 'topPlay', 'confluence', 'entered', 'left', 'bias', 'rang'] as const;

/**
 * A change between two snapshots with what memory knows of it; a time without data, whose `from` and `to` are times; the beginning of
 * a market day; or what alerted the user, with its words in `to`.
 */
export interface LogItem extends Pick<ChangeEvent, 'board' | 'symbol' | 'from' | 'to'> {
  /** `entered` and `left` are also said of ranks 1 to 5 of a board. */
  readonly type: (typeof TYPES)[number];
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly timeframe?: Timeframe;
  /** How long a symbol that left was on the board, or another one was the top play. */
  readonly there?: Age | undefined;
  /** How long a symbol that came to a board was away from it. */
  readonly awayMilliseconds?: number | undefined;
  /** A symbol that is on any board for the first time today, or in memory that does not reach back to before the market opened. */
  readonly isNew?: 'today' | 'in memory' | undefined;
  /** The boards that the number of boards counts, or did before. */
  readonly boards?: ReadonlyArray<string>;
  /** Set where changes of the ten minutes before are folded into this one: `again`, or how often it happened and in what time. */
  readonly repeated?: Repeated | undefined;
}

type Repeated = 'again' | { readonly times: number; readonly milliseconds: number };

/**
 * Lists the changes of a snapshot, the most important first. After a gap, an item for the gap comes first, and the changes are those
 * since the snapshot before it. The boards of two market days are not compared.
 */
export function logItems(diff: Diff | null, timeline: TimelineData, index: number): ReadonlyArray<LogItem> {
  const { entries, maxGap } = timeline;
  const [last, now] = [entries[index - 1], entries[index]];
  if (diff === null || last === undefined || now === undefined) return [];
  const { time } = now;
  const about = { time, board: null, symbol: null };
  const gap: ReadonlyArray<LogItem> =
    time - last.time > maxGap ? [{ ...about, type: 'gap', from: last.time, to: time }] : [];
  const isNewDay = now.startOfDay === time;
  const day: ReadonlyArray<LogItem> = isNewDay ? [{ ...about, type: 'day', from: null, to: null }] : [];
  const counting = countingBoards(diff, timeline.tracks.ranks.keys());
  const items = diff
    .changes()
    .filter(({ type }) => !isNewDay || type === 'session' || type === 'topPlay')
    .flatMap((change) => itemOf(change, timeline, index, counting) ?? []);
  const byType = groupBy([...gap, ...day, ...items], ({ type }) => type);
  const sorted = TYPES.flatMap((type) => {
    const own = byType.get(type) ?? [];
    return type === 'confluence' ? own.toSorted(byBoardsGainedOrLost) : own;
  });
  // A copy, because an array that was made of others has room for more.
  return sorted.slice();
}

/**
 * The boards on which each symbol is, or was before, among the ranks that its number of boards counts, in the order in which the boards
 * were first seen.
 */
function countingBoards({ before, after }: Diff, seen: Iterable<string>): ReadonlyMap<string, Set<string>> {
  const sides = [before, after].map(ranksByBoard);
  const boards = new Map<string, Set<string>>();
  for (const board of seen)
    for (const [symbol, rank] of sides.flatMap((side) => [...(side.get(board) ?? [])]))
      if (isTopRank(rank)) boards.set(symbol, (boards.get(symbol) ?? new Set()).add(board));
  return boards;
}

/**
 * A change, with what memory knows of it; null where the symbol is not remembered, and for what is in no log: a move within the top
 * ranks, or below them, and numbers of boards that are not notable.
 */
function itemOf(
  change: ChangeEvent,
  { entries, tracks }: TimelineData,
  index: number,
  counting: ReturnType<typeof countingBoards>,
): LogItem | null {
  const { type, board, symbol, from, to } = change;
  const now = entries[index];
  if (now === undefined) return null;
  const { time } = now;
  // A stay that ended in a gap lasted at least until the last snapshot before it.
  const isInGap = now.startAfterGap === time;
  const endedAt = isInGap ? (entries[index - 1]?.time ?? time) : time;
  const thereFrom = ({ since, isAtLeast }: Pick<Stay, 'since' | 'isAtLeast'>): Age => ({
    milliseconds: endedAt - since,
    isAtLeast: isAtLeast || isInGap,
  });
  const item = { time, board, symbol, from, to };
  if (type === 'session') return { ...item, type };
  if (type === 'topPlay') return { ...item, type, there: thereFrom(topPlayAt(entries, index - 1)) };
  const counts = tracks.confluence.get(symbol ?? '');
  if (counts === undefined) return null;
  if (type === 'bias') return { ...item, type };
  if (type === 'confluence') {
    if (!isHighConfluenceChange(change)) return null;
    return { ...item, type, boards: [...(counting.get(symbol ?? '') ?? [])] };
  }
  const track = tracks.ranks.get(board ?? '')?.get(symbol ?? '');
  if (track === undefined) return null;
  if (type === 'moved') {
    const direction = crossesTopRanks(change);
    return direction && { ...item, type: direction === 'in' ? 'entered' : 'left' };
  }
  if (type === 'left') {
    const stay = stayAt(rowTrack(tracks, board ?? '', symbol ?? ''), index - 1, entries);
    return { ...item, type, there: stay === null ? undefined : thereFrom(stay) };
  }
  return type === 'entered' ? { ...item, type, ...returnOf(track, counts, index, entries) } : null;
}

/** How long a symbol that comes to a board was away from it, and if it is new to all boards, from its ranks and numbers of boards. */
function returnOf(
  ranks: Track,
  counts: Track,
  index: number,
  entries: TimelineData['entries'],
): Pick<LogItem, 'awayMilliseconds' | 'isNew'> {
  const { time = NaN, startAfterGap = NaN } = entries[index] ?? {};
  const seen = leftBefore(ranks, index, entries);
  const leftAt = seen === null ? NaN : (entries[seen + 1]?.time ?? NaN);
  const isFirst = leftBefore(counts, index, entries) === null;
  return {
    awayMilliseconds: leftAt > startAfterGap ? time - leftAt : undefined,
    isNew: !isFirst ? undefined : isBeforeOpen(startAfterGap) ? 'today' : 'in memory',
  };
}

/** Whether an item says what happened to a symbol; that another top play takes its place does, too. Bias is reported for pins only. */
export function isAbout({ type, symbol, from }: LogItem, about: string, isPinned: boolean): boolean {
  if (type === 'bias' && !isPinned) return false;
  return symbol === about || (type === 'topPlay' && from === about);
}

/** Whether it brings a symbol to a board, or to more boards, or takes it from there; null for what is not about boards. */
export function directionOf({ type, from, to }: LogItem): 'in' | 'out' | null {
  if (type === 'confluence') return Number(to) > Number(from) ? 'in' : 'out';
  return type === 'entered' ? 'in' : type === 'left' ? 'out' : null;
}

/** Items that are read together: what happened to a symbol on its boards at one snapshot. `first` is the most important one. */
export type LogLine = Readonly<ReturnType<typeof logLines>[number]>;

/** The lines of a log. Where a symbol came and went within ten minutes, there is one line, which says how it ended. */
export function logLines(items: ReadonlyArray<LogItem>) {
  const folded = foldReturns(items);
  const subjectOf = ({ timeframe, time, symbol }: LogItem) => `${timeframe} ${time} ${symbol}`;
  // The line about the number of boards of a symbol says why it changed, too.
  const counted = new Set(folded.filter(({ type }) => type === 'confluence').map(subjectOf));
  const groups = groupBy(folded, (item) => {
    if (directionOf(item) === null) return item;
    const subject = subjectOf(item);
    return counted.has(subject) ? subject : `${subject} ${item.type} ${JSON.stringify(item.repeated)}`;
  });
  return [...groups.values()].flatMap((group) => (group[0] ? [{ first: group[0], items: group }] : []));
}

/** Changes of a board, or of a number of boards, that follow each other within this time are one item. */
const MAX_CHAIN_MS = 10 * MINUTE_MS;

/**
 * The last item of each chain of changes that undo each other, on one board or of one number of boards, and the items that are in no
 * chain. A chain begins with the oldest item that is in no other, so that what comes later changes none that is complete.
 */
function foldReturns(items: ReadonlyArray<LogItem>): ReadonlyArray<LogItem> {
  const places = groupBy(
    items.filter((item) => directionOf(item) !== null),
    ({ timeframe, board, symbol }) => `${timeframe} ${board} ${symbol}`,
  );
  /** Null for the items of a chain before its last one. */
  const replaced = new Map<LogItem, LogItem | null>();
  for (const place of places.values()) {
    let chain: ReadonlyArray<LogItem> = [];
    for (const item of place.toReversed()) {
      const [first, last] = [chain[0], chain.at(-1)];
      const isNext =
        first !== undefined &&
        last !== undefined &&
        directionOf(last) !== directionOf(item) &&
        item.time - first.time <= MAX_CHAIN_MS;
      chain = isNext ? [...chain, item] : [item];
      if (!isNext) continue;
      replaced.set(last, null);
      replaced.set(item, { ...item, repeated: repeatedIn(chain, item) });
    }
  }
  return items.flatMap((item) => {
    const shown = replaced.get(item);
    return shown === undefined ? item : (shown ?? []);
  });
}

/** How the last item of a chain names those before it. One that has `back after 9m` needs no `again`. */
function repeatedIn(chain: ReadonlyArray<LogItem>, last: LogItem): Repeated | undefined {
  const { type, to, time, awayMilliseconds } = last;
  const first = chain[0] ?? last;
  const times = Math.ceil(chain.length / 2);
  const isAsBefore = type === 'confluence' ? to === first.from : type === 'left';
  if (isAsBefore) return 'again';
  if (times > 1) return { times, milliseconds: time - first.time };
  return type === 'entered' && awayMilliseconds === undefined ? 'again' : undefined;
}
