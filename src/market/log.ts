import { groupBy } from '../group-by.ts';
import { CONFLUENCE_RANKS, HIGH_CONFLUENCE, type MarketSession, type Timeframe } from '../vocabulary.ts';
import type { ChangeEvent, Diff } from './diff.ts';
import { isBeforeOpen } from './market-day.ts';
import { type BoardRanks, ranksByBoard } from './ranks.ts';
import { type Facts, topPlayAt } from './timeline/moments.ts';
import { type Age, leftBeforeAt, recordAt, runAt } from './timeline/runs.ts';
import { valueAt } from './timeline/track.ts';
import type { Tracks } from './timeline/tracks.ts';

/** A symbol that came to a board, or to its top ranks. */
interface Entry {
  readonly board: string;
  readonly symbol: string;
  readonly rank: number;
  /** The rank below the top ranks that it had; null if it was not on the board. */
  readonly from: number | null;
  /** True if it had been on the board before, on the same market day, even if it was missing from one snapshot only. */
  readonly isReturn: boolean;
  /** Since it was first missing. Null if it is no return, or if it left before a hole. */
  readonly awayMilliseconds: number | null;
}

/** A symbol that left a board, or its top ranks. */
interface Departure {
  readonly board: string;
  readonly symbol: string;
  readonly was: number;
  /** The rank below the top ranks that it has; null if it is not on the board any more. */
  readonly to: number | null;
  /** On the board. */
  readonly there: Age;
}

/** No data between two snapshots. */
interface GapEntry {
  readonly kind: 'gap';
  /** The end of the gap. */
  readonly asOf: number;
  readonly symbol: null;
  readonly from: number;
}

interface SessionEntry {
  readonly kind: 'session';
  /** Milliseconds since 1970. */
  readonly asOf: number;
  readonly symbol: null;
  readonly from: MarketSession | null;
  readonly to: MarketSession | null;
}

interface TopPlayEntry {
  readonly kind: 'topPlay';
  readonly asOf: number;
  /** Null if no symbol qualifies any more. */
  readonly symbol: string | null;
  readonly was: string | null;
  /** How long the other one was the top play. */
  readonly there: Age;
}

/** A change of the bias of a symbol, shown of pins alone. */
interface BiasEntry {
  readonly kind: 'bias';
  readonly asOf: number;
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
}

/** Everything about a symbol and its boards. `kind` is the most important of what it contains, in this order. */
export interface SymbolEntry {
  readonly kind: 'confluence' | 'entered' | 'left';
  readonly asOf: number;
  readonly symbol: string;
  readonly entered: ReadonlyArray<Entry>;
  readonly left: ReadonlyArray<Departure>;
  /** Null unless the confluence rose to 3 or more, or fell below 3. */
  readonly confluence: { readonly from: number; readonly to: number } | null;
  /** The boards that the symbol is or was on, if the confluence is not null. The score counts their top ranks only. */
  readonly places: ReadonlyArray<ConfluencePlace>;
  /** 'memory': on any board for the first time in memory, which does not reach back to before the market opened. */
  readonly firstSeen: 'today' | 'memory' | null;
}

/** A board of a symbol in a snapshot and the one before; null where the symbol is not on it. */
interface ConfluencePlace {
  readonly board: string;
  readonly rank: number | null;
  readonly was: number | null;
}

/** A line of the log: one for each symbol and snapshot, and those of top play, session, gaps and bias. */
export type LogEntry = GapEntry | SessionEntry | TopPlayEntry | BiasEntry | SymbolEntry;

/** More entries of a log are not shown. */
export const MAX_ENTRIES = 2000;

/** What the newest snapshot changed, the most important first. It is unknown behind a hole. */
export function logEntries(diff: Diff | null, { entries, tracks, maxGap }: Facts): ReadonlyArray<LogEntry> {
  const [last, now] = entries.slice(-2);
  if (last === undefined || now === undefined) return [];
  const { asOf } = now;
  if (asOf - last.asOf > maxGap) return [{ kind: 'gap', asOf, symbol: null, from: last.asOf }];
  if (diff === null || now.startOfPart === asOf) return [];
  const session = diff.changes().some(({ type }) => type === 'session')
    ? [{ kind: 'session' as const, asOf, symbol: null, from: diff.before.session, to: diff.after.session }]
    : [];
  const step = { last, now, entries, tracks };
  return [...session, ...topPlayEntry(entries), ...symbolEntries(diff, step), ...biasEntries(diff, step)];
}

/** Whether an entry says what happened to a symbol; that another top play takes its place does, too. Bias is told of pins alone. */
export function isAbout(entry: LogEntry, symbol: string, isPinned: boolean): boolean {
  if (entry.kind === 'bias' && !isPinned) return false;
  return entry.symbol === symbol || (entry.kind === 'topPlay' && entry.was === symbol);
}

export type TimeframeLogEntry = LogEntry & { readonly timeframe: Timeframe };

/** The logs of several timeframes, each the newest first, as one. Only what is kept is visited: opening the log must be fast. */
export function mergeLogs(
  logs: ReadonlyMap<Timeframe, ReadonlyArray<LogEntry>>,
): ReadonlyArray<TimeframeLogEntry> {
  const cursors = [...logs].map(([timeframe, log]) => ({ timeframe, log, next: 0 }));
  const merged: Array<TimeframeLogEntry> = [];
  while (merged.length < MAX_ENTRIES) {
    let newest: (typeof cursors)[number] | undefined;
    for (const cursor of cursors) {
      if (newestOf(cursor) > (newest === undefined ? Number.NEGATIVE_INFINITY : newestOf(newest)))
        newest = cursor;
    }
    const entry = newest?.log[newest.next];
    if (newest === undefined || entry === undefined) break;
    newest.next++;
    merged.push({ ...entry, timeframe: newest.timeframe });
  }
  return merged;
}

function newestOf({ log, next }: { readonly log: ReadonlyArray<LogEntry>; readonly next: number }): number {
  return log[next]?.asOf ?? Number.NEGATIVE_INFINITY;
}

function topPlayEntry(entries: Facts['entries']): ReadonlyArray<LogEntry> {
  const now = topPlayAt(entries, entries.length - 1);
  const was = topPlayAt(entries, entries.length - 2);
  if (now.symbol === was.symbol) return [];
  const there = { milliseconds: now.since - was.since, isAtLeast: was.former === undefined };
  return [{ kind: 'topPlay', asOf: now.since, symbol: now.symbol, was: was.symbol, there }];
}

/** The newest two snapshots, and what is known of both. */
interface Step {
  readonly last: Facts['entries'][number];
  readonly now: Facts['entries'][number];
  readonly entries: Facts['entries'];
  readonly tracks: Tracks;
}

function biasEntries(diff: Diff, { now: { asOf }, tracks }: Step): ReadonlyArray<BiasEntry> {
  return diff.changes().flatMap(({ type, symbol, from, to }) => {
    if (type !== 'bias' || symbol === null || tracks.symbolOf(symbol) === undefined) return [];
    return [{ kind: 'bias', asOf, symbol, from: String(from), to: String(to) }];
  });
}

/** Those with confluence come first, by descending confluence. The others are in the order of the boards. */
function symbolEntries(diff: Diff, step: Step): ReadonlyArray<SymbolEntry> {
  const { now, tracks } = step;
  const changes = diff.changes();
  const entered = groupBy(
    changes.flatMap((change) => entryOf(change, step)),
    symbolOf,
  );
  const left = groupBy(departures(changes, step), symbolOf);
  const notable = changes.flatMap(notableOf).filter(({ symbol }) => tracks.symbolOf(symbol) !== undefined);
  const confluence = new Map(
    notable.sort((a, b) => b.to - a.to).map(({ symbol, from, to }) => [symbol, { from, to }]),
  );
  const symbols = new Set([...confluence.keys(), ...entered.keys(), ...left.keys()]);
  const [ranksBefore, ranks] =
    confluence.size === 0 ? [NO_RANKS, NO_RANKS] : [ranksByBoard(diff.before), ranksByBoard(diff.after)];
  const { asOf } = now;
  return [...symbols].map((symbol) => ({
    kind: confluence.has(symbol) ? 'confluence' : entered.has(symbol) ? 'entered' : 'left',
    asOf,
    symbol,
    entered: entered.get(symbol) ?? [],
    left: left.get(symbol) ?? [],
    confluence: confluence.get(symbol) ?? null,
    places: confluence.has(symbol) ? placesOf(symbol, ranksBefore, ranks) : [],
    firstSeen: firstSeen(symbol, step),
  }));
}

const NO_RANKS: BoardRanks = new Map();

function symbolOf({ symbol }: { readonly symbol: string }): string {
  return symbol;
}

function isTop(rank: ChangeEvent['to']): boolean {
  return Number(rank) <= CONFLUENCE_RANKS;
}

function entryOf(
  { type, board, symbol, from, to }: ChangeEvent,
  { now, tracks }: Step,
): ReadonlyArray<Entry> {
  if (board === null || symbol === null) return [];
  const hasClimbed = type === 'moved' && !isTop(from) && isTop(to);
  if (hasClimbed)
    return [{ board, symbol, rank: Number(to), from: Number(from), isReturn: false, awayMilliseconds: null }];
  if (type !== 'entered') return [];
  const track = tracks.ranksOf(board, symbol);
  if (track === undefined || Number.isNaN(valueAt(track, now.asOf))) return [];
  const leftAt = leftBeforeAt(track, now);
  const awayMilliseconds = leftAt !== null && leftAt > now.startOfPart ? now.asOf - leftAt : null;
  return [{ board, symbol, rank: Number(to), from: null, isReturn: leftAt !== null, awayMilliseconds }];
}

/** In the order of the boards; on each, those that were there longest come first. */
function departures(changes: ReadonlyArray<ChangeEvent>, step: Step): ReadonlyArray<Departure> {
  const byBoard = groupBy(
    changes.flatMap((change) => departureOf(change, step)),
    ({ board }) => board,
  );
  return [...byBoard.values()].flatMap((left) =>
    left.toSorted((one, other) => other.there.milliseconds - one.there.milliseconds),
  );
}

function departureOf(
  { type, board, symbol, from, to }: ChangeEvent,
  { last, now, entries, tracks }: Step,
): ReadonlyArray<Departure> {
  if (board === null || symbol === null) return [];
  const hasFallen = type === 'moved' && isTop(from) && !isTop(to);
  if (type !== 'left' && !hasFallen) return [];
  const track = tracks.ranksOf(board, symbol);
  const run = track === undefined ? null : runAt(track, last, entries);
  if (run === null) return [];
  const there = { milliseconds: now.asOf - run.since, isAtLeast: run.isAtLeast };
  return [{ board, symbol, was: Number(from), to: hasFallen ? Number(to) : null, there }];
}

/** A rise from 3 to 4 is notable too; a fall is only if the symbol stands out no more. */
function notableOf({ type, symbol, ...change }: ChangeEvent) {
  if (type !== 'confluence' || symbol === null) return [];
  const [from, to] = [Number(change.from), Number(change.to)];
  const isNotable = to > from ? to >= HIGH_CONFLUENCE : from >= HIGH_CONFLUENCE && to < HIGH_CONFLUENCE;
  return isNotable ? [{ symbol, from, to }] : [];
}

function placesOf(symbol: string, before: BoardRanks, after: BoardRanks): ReadonlyArray<ConfluencePlace> {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((board) => {
    const rank = after.get(board)?.get(symbol) ?? null;
    const was = before.get(board)?.get(symbol) ?? null;
    return rank === null && was === null ? [] : [{ board, rank, was }];
  });
}

/** Memory without a hole since before the market opened knows what is new today. */
function firstSeen(symbol: string, { now, tracks }: Step): SymbolEntry['firstSeen'] {
  const track = tracks.symbolOf(symbol)?.boards;
  const isFirst = track !== undefined && recordAt(track, now)?.firstSeen === now.asOf;
  return !isFirst ? null : isBeforeOpen(now.startOfPart) ? 'today' : 'memory';
}
