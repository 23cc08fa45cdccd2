import { groupBy } from '../group-by.ts';
import { MINUTE_MS } from '../time.ts';
import {
  CONFLUENCE_RANKS,
  HIGH_CONFLUENCE,
  MARKET_SESSIONS,
  type MarketSession,
  type Timeframe,
} from '../vocabulary.ts';
import { type ChangeEvent, crossesTopRanks, type Diff } from './diff.ts';
import { isBeforeOpen } from './market-day.ts';
import {
  type Age,
  type Facts,
  isMissedOnce,
  leftBeforeAt,
  recordAt,
  runAt,
  topPlayAt,
} from './timeline/runs.ts';
import { type Track, type Tracks, valueAt, valuesAt } from './timeline/tracks.ts';

/** What one snapshot changed is told by items, the most important first; those about a symbol by one for each of its boards. */
export type LogItem = Gap | SessionChange | TopPlayChange | BoardCount | Entry | Departure | BiasChange;

/** When it was, in milliseconds since 1970, and of which symbol. */
interface Item<Kind extends string, Symbol extends string | null = string> {
  readonly kind: Kind;
  readonly asOf: number;
  readonly symbol: Symbol;
}

/** No data between two snapshots, up to the second one. */
interface Gap extends Item<'gap', null> {
  readonly from: number;
}

interface SessionChange extends Item<'session', null> {
  readonly from: MarketSession | null;
  readonly to: MarketSession | null;
}

/** Another top play; null if no symbol qualifies any more. */
interface TopPlayChange extends Item<'topPlay', string | null> {
  readonly was: string | null;
  /** How long the other one was the top play. */
  readonly there: Age;
}

/** The confluence of a symbol rose to 3 or more, or fell below 3. */
export interface BoardCount extends Item<'confluence'> {
  readonly from: number;
  readonly to: number;
  /** The boards that the symbol is or was on, with its ranks; null where it is not. The score counts top ranks only. */
  readonly places: ReadonlyArray<{
    readonly board: string;
    readonly rank: number | null;
    readonly was: number | null;
  }>;
}

/** A symbol came to a board, or to its top ranks. */
export interface Entry extends Item<'entered'> {
  readonly board: string;
  readonly rank: number;
  /** The rank below the top ranks that it had; null if it was not on the board. */
  readonly from: number | null;
  /** True if it had been on the board before, on the same market day, even if it was missing from one snapshot only. */
  readonly isReturn: boolean;
  /** Since it was first missing. Null if it is no return, or if it left before a hole. */
  readonly awayMilliseconds: number | null;
  /** 'unknown': on any board for the first time in memory, which does not reach back to before the market opened. */
  readonly firstSeen: 'today' | 'unknown' | null;
}

/** A symbol left a board, or its top ranks. */
export interface Departure extends Item<'left'> {
  readonly board: string;
  readonly was: number;
  /** The rank below the top ranks that it has; null if it is not on the board any more. */
  readonly to: number | null;
  /** On the board. */
  readonly there: Age;
}

/** A change of the bias of a symbol, shown of pins alone. */
interface BiasChange extends Item<'bias'> {
  readonly from: string;
  readonly to: string;
}

/** More items of a log are not shown. */
export const MAX_ITEMS = 3000;

/** What the log tells of; who moved within the top ranks, or below them, is in no log. */
export function changesToLog(diff: Diff | null): ReadonlyArray<ChangeEvent> {
  const isTold = (change: ChangeEvent) =>
    (change.type !== 'moved' || crossesTopRanks(change) !== null) &&
    (change.type !== 'confluence' || isNotable(change));
  // A copy, because an array that was filtered has room for more.
  return diff === null ? [] : diff.changes().filter(isTold).slice();
}

/**
 * What a snapshot changed, as known at a newer one, the most important first. It is unknown behind a hole. That a symbol is missing
 * from one snapshot alone is no change.
 */
export function logItems(
  { entries, tracks, maxGap }: Facts,
  index: number,
  newest: number,
): ReadonlyArray<LogItem> {
  const [last, now] = [entries[index - 1], entries[index]];
  if (last === undefined || now === undefined) return [];
  const { asOf } = now;
  if (asOf - last.asOf > maxGap) return [{ kind: 'gap', asOf, symbol: null, from: last.asOf }];
  if (now.startOfPart === asOf) return [];
  const wasMissed = (track: Track) => isMissedOnce(track, index - 1, entries);
  const isMissed = (track: Track) => index < newest && isMissedOnce(track, index, entries);
  const step = { last, now, index, entries, tracks, wasMissed, isMissed };
  return [
    ...sessionChange(step),
    ...topPlayChange(entries, index),
    ...symbolItems(step),
    ...biasChanges(step),
  ];
}

/** Whether an item says what happened to a symbol; that another top play takes its place does, too. Bias is told of pins alone. */
export function isAbout(item: LogItem, symbol: string, isPinned: boolean): boolean {
  if (item.kind === 'bias' && !isPinned) return false;
  return item.symbol === symbol || (item.kind === 'topPlay' && item.was === symbol);
}

/** Items that are read together: all about a symbol and its boards at one snapshot, or a single one. */
export interface LogLine<Item extends LogItem = LogItem> {
  /** The most important one. */
  readonly first: Item;
  readonly items: ReadonlyArray<Item>;
  /** Null unless it is about that of the board of the only one. */
  readonly churn: Churn | null;
}

/** How often a symbol came to a board and left it, and in what time. */
export interface Churn {
  readonly times: number;
  readonly milliseconds: number;
}

export function logLines<Item extends LogItem>(items: ReadonlyArray<Item>): ReadonlyArray<LogLine<Item>> {
  const keyOf = (item: Item) => (isOfBoards(item) ? subjectOf(item) : item);
  return [...groupBy(items, keyOf).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ first, items: group, churn: null }];
  });
}

/** The same for items of one line. */
export function subjectOf(item: LogItem): string {
  return `${'timeframe' in item ? item.timeframe : ''} ${item.asOf} ${item.symbol}`;
}

export function isOfBoards<Item extends LogItem>(
  item: Item,
): item is Item & (BoardCount | Entry | Departure) {
  return item.kind === 'confluence' || item.kind === 'entered' || item.kind === 'left';
}

export type TimeframeLogItem = LogItem & { readonly timeframe: Timeframe };

/** The logs of several timeframes, each the newest first, as one. */
export function mergeLogs(
  logs: ReadonlyMap<Timeframe, ReadonlyArray<LogItem>>,
): ReadonlyArray<TimeframeLogItem> {
  // The sort is stable: items of one snapshot keep their order.
  return [...logs]
    .flatMap(([timeframe, log]) => log.map((item) => ({ item, timeframe })))
    .sort((one, other) => other.item.asOf - one.item.asOf)
    .slice(0, MAX_ITEMS)
    .map(({ item, timeframe }) => ({ ...item, timeframe }));
}

/** From its first to its last change, what is one line takes this time or less. */
const CHURN_MS = 10 * MINUTE_MS;

/** A symbol came to a board or left it. */
type Move = Extract<TimeframeLogItem, { readonly kind: 'entered' | 'left' }>;

function isMove(item: TimeframeLogItem): item is Move {
  return item.kind === 'entered' || item.kind === 'left';
}

/**
 * The lines of these items, with comings and goings by turns in the line of the newest of them. Those that a line about the number
 * of boards tells of stay there.
 */
export function foldChurn(items: ReadonlyArray<TimeframeLogItem>): ReadonlyArray<LogLine<TimeframeLogItem>> {
  const counted = new Set(items.filter(({ kind }) => kind === 'confluence').map(subjectOf));
  const isFree = (move: Move) => !counted.has(subjectOf(move));
  const churns = new Map<TimeframeLogItem, Churn>();
  const folded = new Set<TimeframeLogItem>();
  for (const chain of chainsOf(items)) {
    const [newest, ...others] = chain.slice(Math.max(0, chain.findIndex(isFree)));
    const oldest = others.at(-1);
    if (newest === undefined || oldest === undefined || !isFree(newest)) continue;
    churns.set(newest, {
      times: Math.ceil((1 + others.length) / 2),
      milliseconds: newest.asOf - oldest.asOf,
    });
    for (const move of others) if (isFree(move)) folded.add(move);
  }
  const left = items.filter((item) => !folded.has(item));
  return logLines(left).flatMap((line) => {
    const own = line.items.filter((item) => churns.has(item));
    return [
      ...(own.length === 0 ? [line] : logLines(line.items.filter((item) => !churns.has(item)))),
      ...own.map((item) => ({ first: item, items: [item], churn: churns.get(item) ?? null })),
    ];
  });
}

/**
 * The comings and goings of a symbol on a board by turns, the newest first. Each chain begins with the oldest move that is in no
 * other, so that what comes later changes none that is complete.
 */
function chainsOf(items: ReadonlyArray<TimeframeLogItem>): ReadonlyArray<ReadonlyArray<Move>> {
  const gaps = new Map<string, number>();
  const places = groupBy(items, (item) => {
    // What came and went in a gap is unknown.
    if (item.kind === 'gap') gaps.set(item.timeframe, item.asOf);
    return isMove(item) ? `${item.timeframe} ${gaps.get(item.timeframe)} ${item.board} ${item.symbol}` : null;
  });
  return [...places.values()].flatMap((found) => {
    const chains: Array<Array<Move>> = [];
    for (const move of found.filter(isMove).toReversed()) {
      const chain = chains.at(-1);
      const [last, first] = [chain?.at(0), chain?.at(-1)];
      const isNext = first !== undefined && last?.kind !== move.kind && move.asOf - first.asOf <= CHURN_MS;
      if (isNext) chain?.unshift(move);
      else chains.push([move]);
    }
    return chains;
  });
}

function sessionChange({ now: { asOf, changes } }: Step): ReadonlyArray<LogItem> {
  const sessionOf = (text: ChangeEvent['to']) => MARKET_SESSIONS.find((session) => session === text) ?? null;
  return changes.flatMap(({ type, from, to }) => {
    if (type !== 'session') return [];
    return [{ kind: 'session', asOf, symbol: null, from: sessionOf(from), to: sessionOf(to) }];
  });
}

function topPlayChange(entries: Facts['entries'], index: number): ReadonlyArray<LogItem> {
  const now = topPlayAt(entries, index);
  const was = topPlayAt(entries, index - 1);
  if (now.symbol === was.symbol) return [];
  const there = { milliseconds: now.since - was.since, isAtLeast: was.former === undefined };
  return [{ kind: 'topPlay', asOf: now.since, symbol: now.symbol, was: was.symbol, there }];
}

/** Two snapshots that follow each other, and what is known of both. */
interface Step {
  readonly last: Facts['entries'][number];
  readonly now: Facts['entries'][number];
  readonly index: number;
  readonly entries: Facts['entries'];
  readonly tracks: Tracks;
  /** Whether something was missing from the last snapshot alone, or is missing from this one alone. */
  wasMissed(track: Track): boolean;
  isMissed(track: Track): boolean;
}

function biasChanges({ now: { asOf, changes }, tracks }: Step): ReadonlyArray<LogItem> {
  return changes.flatMap(({ type, symbol, from, to }) => {
    if (type !== 'bias' || symbol === null || !tracks.confluence.has(symbol)) return [];
    return [{ kind: 'bias', asOf, symbol, from: String(from), to: String(to) }];
  });
}

/** Those with confluence come first, by descending confluence. The others are in the order of the boards. */
function symbolItems(step: Step): ReadonlyArray<LogItem> {
  const moves = step.now.changes.flatMap((change) => moveOf(change, step));
  const left = groupBy(
    moves.flatMap((move) => (move.kind === 'left' ? [move] : [])),
    ({ board }) => board,
  );
  return [
    ...boardCounts(step),
    ...moves.filter(({ kind }) => kind === 'entered'),
    // On each board, those that were there longest come first.
    ...[...left.values()].flatMap((each) =>
      each.toSorted((one, other) => other.there.milliseconds - one.there.milliseconds),
    ),
  ];
}

function boardCounts(step: Step): ReadonlyArray<BoardCount> {
  const { asOf, changes } = step.now;
  return changes
    .flatMap(({ type, symbol, from, to }): ReadonlyArray<BoardCount> => {
      const count = symbol === null ? undefined : step.tracks.confluence.get(symbol);
      if (type !== 'confluence' || symbol === null || count === undefined) return [];
      const { entries, index, tracks } = step;
      const countAt = (place: number) => valueAt(count, entries[place]?.asOf ?? Number.NaN) ?? 0;
      const ranks = [...tracks.ranks.keys()].flatMap((board) => [tracks.ranks.get(board)?.get(symbol) ?? []]);
      const isRise = Number(to) > Number(from);
      if (!isRise && ranks.some(step.isMissed) && countAt(index + 1) >= HIGH_CONFLUENCE) return [];
      const was =
        isRise && ranks.some(step.wasMissed) ? Math.max(Number(from), countAt(index - 2)) : Number(from);
      if (isRise && was >= Number(to)) return [];
      return [
        { kind: 'confluence', asOf, symbol, from: was, to: Number(to), places: placesOf(symbol, step) },
      ];
    })
    .sort((one, other) => other.to - one.to);
}

function isTop(rank: ChangeEvent['to']): boolean {
  return Number(rank) <= CONFLUENCE_RANKS;
}

/** A row that came to a board or to its top ranks, or left them. */
function moveOf(
  { type, board, symbol, from, to }: ChangeEvent,
  step: Step,
): ReadonlyArray<Entry | Departure> {
  const { last, now, index, entries, tracks } = step;
  const track = tracks.ranks.get(board ?? '')?.get(symbol ?? '');
  if (board === null || symbol === null || track === undefined) return [];
  const about = { asOf: now.asOf, symbol, board };
  // Where the symbol was missing from the snapshot before alone, its rank is that in the one before that.
  const wasMissed = type === 'entered' && step.wasMissed(track);
  const was = wasMissed ? valueAt(track, entries[index - 2]?.asOf ?? Number.NaN) : from;
  const entry = { kind: 'entered', ...about, rank: Number(to) } as const;
  if (type === 'entered' && was === null) {
    const leftAt = leftBeforeAt(track, now);
    const awayMilliseconds = leftAt !== null && leftAt > now.startOfPart ? now.asOf - leftAt : null;
    const isReturn = leftAt !== null;
    return [{ ...entry, from: null, isReturn, awayMilliseconds, firstSeen: firstSeen(symbol, step) }];
  }
  if (type === 'left' ? step.isMissed(track) : isTop(was) === isTop(to)) return [];
  if (type !== 'left' && isTop(to))
    return [{ ...entry, from: Number(was), isReturn: false, awayMilliseconds: null, firstSeen: null }];
  const run = runAt(track, type === 'entered' ? now : last, entries);
  if (run === null) return [];
  const there = { milliseconds: now.asOf - run.since, isAtLeast: run.isAtLeast };
  return [{ kind: 'left', ...about, was: Number(was), to: type === 'left' ? null : Number(to), there }];
}

/** A rise from 3 to 4 is notable too; a fall is only if the symbol stands out no more. */
function isNotable(change: ChangeEvent): boolean {
  const [from, to] = [Number(change.from), Number(change.to)];
  return to > from ? to >= HIGH_CONFLUENCE : from >= HIGH_CONFLUENCE && to < HIGH_CONFLUENCE;
}

function placesOf(
  symbol: string,
  { last, now, index, entries, tracks, wasMissed }: Step,
): BoardCount['places'] {
  return [...tracks.ranks.keys()].flatMap((board) => {
    const track = tracks.ranks.get(board)?.get(symbol);
    const before = track !== undefined && wasMissed(track) ? (entries[index - 2] ?? last) : last;
    const [was = null, rank = null] = valuesAt(track, [before.asOf, now.asOf]);
    return rank === null && was === null ? [] : [{ board, rank, was }];
  });
}

/** Memory without a hole since before the market opened knows what is new today. */
function firstSeen(symbol: string, { now, tracks }: Step): Entry['firstSeen'] {
  const track = tracks.confluence.get(symbol);
  const isFirst = track !== undefined && recordAt(track, now)?.firstSeen === now.asOf;
  return !isFirst ? null : isBeforeOpen(now.startOfPart) ? 'today' : 'unknown';
}
