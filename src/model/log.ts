import { groupBy } from '../group-by.ts';
import { HIGH_CONFLUENCE, type MarketSession, type Timeframe } from '../vocabulary.ts';
import { type BiasEntry, biasLog } from './bias-log.ts';
import type { ReadableHistory } from './history.ts';
import type { LedgerUpdate, TopPlayStint } from './ledger.ts';
import type { Age, Departure, Entry } from './stints.ts';
import type { ConfluenceChange } from './symbol-records.ts';

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

/** Everything about a symbol and its boards. `kind` is the most important of what it contains, in this order. */
interface SymbolEntry {
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

/** A line of the log: one for each symbol and snapshot, and those of top play, session, and the bias of pinned symbols. */
export type LogEntry = SessionEntry | TopPlayEntry | BiasEntry | SymbolEntry;

const MAX_ENTRIES = 2000;

/** The entries of one snapshot, the most important first. */
export function logEntries(update: LedgerUpdate): ReadonlyArray<LogEntry> {
  const { session, topPlay } = update;
  const { asOf } = update.observation;
  return [
    ...(session === null ? [] : [{ kind: 'session' as const, asOf, symbol: null, ...session }]),
    ...(topPlay?.previous == null ? [] : [topPlayEntry(asOf, topPlay.symbol, topPlay.previous)]),
    ...symbolEntries(update),
  ];
}

/** Whether older entries may have been dropped. */
export function isLogFull(log: ReadonlyArray<LogEntry>): boolean {
  return log.length >= MAX_ENTRIES;
}

/** Adds entries to a log, whose newest are first; beyond 2,000 the oldest are dropped. */
export function addToLog(
  log: ReadonlyArray<LogEntry>,
  added: ReadonlyArray<LogEntry>,
): ReadonlyArray<LogEntry> {
  return added.length === 0 ? log : [...added, ...log].slice(0, MAX_ENTRIES);
}

/** The log with the changes of bias of some symbols, at the end of what each snapshot changed. */
export function withBias(
  log: ReadonlyArray<LogEntry>,
  history: ReadableHistory,
  symbols: ReadonlyArray<string>,
): ReadonlyArray<LogEntry> {
  const changes = biasLog(history, symbols, MAX_ENTRIES);
  if (changes.length === 0) return log;
  // The sort is stable: entries of one time keep their order.
  return [...log, ...changes].sort((a, b) => b.asOf - a.asOf).slice(0, MAX_ENTRIES);
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
      if (timeOf(cursor) > (newest === undefined ? Number.NEGATIVE_INFINITY : timeOf(newest)))
        newest = cursor;
    }
    const entry = newest?.log[newest.next];
    if (newest === undefined || entry === undefined) break;
    newest.next++;
    merged.push({ ...entry, timeframe: newest.timeframe });
  }
  return merged;
}

function timeOf({ log, next }: { readonly log: ReadonlyArray<LogEntry>; readonly next: number }): number {
  return log[next]?.asOf ?? Number.NEGATIVE_INFINITY;
}

function topPlayEntry(
  asOf: number,
  symbol: string | null,
  previous: NonNullable<TopPlayStint['previous']>,
): LogEntry {
  return { kind: 'topPlay', asOf, symbol, was: previous.symbol, there: previous.there };
}

/** Those with confluence come first, by descending confluence. The others are in the order of the boards. */
function symbolEntries(update: LedgerUpdate): ReadonlyArray<SymbolEntry> {
  const entered = groupBy(update.entered, symbolOf);
  const left = groupBy(update.left, symbolOf);
  const notable = update.confluence.filter(isNotable).sort((a, b) => b.to - a.to);
  const confluence = new Map(notable.map(({ symbol, from, to }) => [symbol, { from, to }]));
  const symbols = new Set([...confluence.keys(), ...entered.keys(), ...left.keys()]);
  const { asOf } = update.observation;
  return [...symbols].map((symbol) => ({
    kind: confluence.has(symbol) ? 'confluence' : entered.has(symbol) ? 'entered' : 'left',
    asOf,
    symbol,
    entered: entered.get(symbol) ?? [],
    left: left.get(symbol) ?? [],
    confluence: confluence.get(symbol) ?? null,
    places: confluence.has(symbol) ? placesOf(symbol, update) : [],
    firstSeen: !update.firstSeen.has(symbol) ? null : update.isWholeDay ? 'today' : 'memory',
  }));
}

function symbolOf({ symbol }: { readonly symbol: string }): string {
  return symbol;
}

/** A rise from 3 to 4 is notable too; a fall is only if the symbol stands out no more. */
function isNotable({ from, to }: ConfluenceChange): boolean {
  return to > from ? to >= HIGH_CONFLUENCE : from >= HIGH_CONFLUENCE && to < HIGH_CONFLUENCE;
}

function placesOf(
  symbol: string,
  { observation: { ranks }, ranksBefore }: LedgerUpdate,
): ReadonlyArray<ConfluencePlace> {
  const boards = new Set([...ranks.keys(), ...(ranksBefore?.keys() ?? [])]);
  return [...boards].flatMap((board) => {
    const rank = ranks.get(board)?.get(symbol) ?? null;
    const was = ranksBefore?.get(board)?.get(symbol) ?? null;
    return rank === null && was === null ? [] : [{ board, rank, was }];
  });
}
