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

/** Ordered by importance within a snapshot. */
const TYPES = ['gap', 'day', 'session', 'topPlay', 'confluence', 'entered', 'left', 'bias', 'rang'] as const;

/** For `gap`, `from` and `to` are times; for `rang`, `to` has the words of the alert. */
export interface LogItem extends Pick<ChangeEvent, 'board' | 'symbol' | 'from' | 'to'> {
  /** `entered` and `left` also stand for reaching and leaving ranks 1 to 5 of a board. */
  readonly type: (typeof TYPES)[number];
  readonly time: number;
  readonly timeframe?: Timeframe;
  /** For `left`, the time on the board; for `topPlay`, the time that the former top play lasted. */
  readonly there?: Age | undefined;
  readonly awayMilliseconds?: number | undefined;
  /** Set on the first appearance on any board, today or since memory starts. */
  readonly isNew?: 'today' | 'in memory' | undefined;
  /** The boards that confluence counts, or counted before the change. */
  readonly boards?: ReadonlyArray<string>;
  readonly repeated?: Repeated | undefined;
}

type Repeated = 'again' | { readonly times: number; readonly milliseconds: number };

/** On the first snapshot of a market day, only the session and the top play are compared. */
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
  const overallocated = TYPES.flatMap((type) => {
    const own = byType.get(type) ?? [];
    return type === 'confluence' ? own.toSorted(byBoardsGainedOrLost) : own;
  });
  return overallocated.slice();
}

function countingBoards({ before, after }: Diff, seen: Iterable<string>): ReadonlyMap<string, Set<string>> {
  const sides = [before, after].map(ranksByBoard);
  const boards = new Map<string, Set<string>>();
  for (const board of seen)
    for (const [symbol, rank] of sides.flatMap((side) => [...(side.get(board) ?? [])]))
      if (isTopRank(rank)) boards.set(symbol, (boards.get(symbol) ?? new Set()).add(board));
  return boards;
}

/** Returns null for moves that do not cross rank 5, low confluence and symbols outside memory. */
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
  // A stay that ended in a gap lasted at least until the last snapshot before the gap.
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

/** True also for a symbol that loses the top play. Changes of bias count only for pinned symbols. */
export function isAbout({ type, symbol, from }: LogItem, about: string, isPinned: boolean): boolean {
  if (type === 'bias' && !isPinned) return false;
  return symbol === about || (type === 'topPlay' && from === about);
}

export function directionOf({ type, from, to }: LogItem): 'in' | 'out' | null {
  if (type === 'confluence') return Number(to) > Number(from) ? 'in' : 'out';
  return type === 'entered' ? 'in' : type === 'left' ? 'out' : null;
}

/** All items about the boards of a symbol at one snapshot. `first` is the most important one. */
export type LogLine = Readonly<ReturnType<typeof logLines>[number]>;

/** Folds opposite changes within ten minutes into one line for the last of them. */
export function logLines(items: ReadonlyArray<LogItem>) {
  const folded = foldReturns(items);
  const subjectOf = ({ timeframe, time, symbol }: LogItem) => `${timeframe} ${time} ${symbol}`;
  // A line about confluence includes the changes of boards behind it.
  const counted = new Set(folded.filter(({ type }) => type === 'confluence').map(subjectOf));
  const groups = groupBy(folded, (item) => {
    if (directionOf(item) === null) return item;
    const subject = subjectOf(item);
    return counted.has(subject) ? subject : `${subject} ${item.type} ${JSON.stringify(item.repeated)}`;
  });
  return [...groups.values()].flatMap((group) => (group[0] ? [{ first: group[0], items: group }] : []));
}

const MAX_CHAIN_MS = 10 * MINUTE_MS;

/**
 * Replaces each chain of opposite changes by its last item. Chains start from the oldest item, so that a new
 * item never changes a finished chain.
 */
function foldReturns(items: ReadonlyArray<LogItem>): ReadonlyArray<LogItem> {
  const places = groupBy(
    items.filter((item) => directionOf(item) !== null),
    ({ timeframe, board, symbol }) => `${timeframe} ${board} ${symbol}`,
  );
  /** Maps the last item of a chain to its replacement, and the others to null. */
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

/** Returns undefined if `awayMilliseconds` already says that the symbol is back. */
function repeatedIn(chain: ReadonlyArray<LogItem>, last: LogItem): Repeated | undefined {
  const { type, to, time, awayMilliseconds } = last;
  const first = chain[0] ?? last;
  const times = Math.ceil(chain.length / 2);
  const isAsBefore = type === 'confluence' ? to === first.from : type === 'left';
  if (isAsBefore) return 'again';
  if (times > 1) return { times, milliseconds: time - first.time };
  return type === 'entered' && awayMilliseconds === undefined ? 'again' : undefined;
}
