import type { LogEntry, SymbolEntry, TimeframeLogEntry } from '../../market/log.ts';
import { MINUTE_MS } from '../../time-units.ts';
import { CONFLUENCE_RANKS, isWithinLimit } from '../../vocabulary.ts';
import { matchesFilter } from '../shown-boards.ts';
import type { Shown } from '../view.ts';

/** What the log is about: ranks 1 to 5, all ranks, or all ranks of pinned symbols. */
export const LOG_SCOPES = ['top ranks', 'all ranks', 'pins'] as const;
export type LogScope = (typeof LOG_SCOPES)[number];

/** How often a symbol came to a board and left it, and in what time. */
interface Churn {
  readonly times: number;
  readonly milliseconds: number;
}

/** With churn, it is about that board alone, or about the symbol's number of boards. */
export type FoldedEntry = LogEntry & { readonly churn?: Churn };
export type ShownLogEntry = TimeframeLogEntry & FoldedEntry;

/** The entries of the log that a scope and the filters let through, the newest first. */
export function shownEntries(
  log: ReadonlyArray<TimeframeLogEntry>,
  scope: LogScope,
  shown: Shown,
): ReadonlyArray<ShownLogEntry> {
  const { filter, pins } = shown.pane;
  const isAbout = ({ kind, symbol }: TimeframeLogEntry) =>
    kind === 'gap' ||
    ((filter === '' || matchesFilter(symbol, filter)) &&
      ((scope !== 'pins' && kind !== 'bias') || (symbol !== null && pins.includes(symbol))));
  return foldChurn(log.filter(isAbout).flatMap((entry) => selectEntry(entry, scope, shown) ?? []));
}

/** What came to a board and left it, in all ranks that are shown. */
export function entriesOn(
  wanted: string,
  log: ReadonlyArray<LogEntry>,
  shown: Shown,
): ReadonlyArray<ShownLogEntry> {
  const isHere = ({ board }: { readonly board: string }) => board === wanted;
  const { timeframe } = shown.pane;
  const found = log.flatMap((entry) => {
    if (!isOfSymbol(entry)) return [];
    const [entered, left] = [entry.entered.filter(isHere), entry.left.filter(isHere)];
    const kind = entered.length > 0 ? ('entered' as const) : ('left' as const);
    const isAny = entered.length + left.length > 0;
    return isAny ? [{ ...entry, kind, entered, left, places: [], timeframe }] : [];
  });
  return shownEntries(found, 'all ranks', shown);
}

/** The part of an entry that is about the selected boards, ranks and symbols; null if there is none. */
function selectEntry(
  entry: TimeframeLogEntry,
  scope: LogScope,
  { pane, style: { selection, limit } }: Shown,
): TimeframeLogEntry | null {
  if (!isOfSymbol(entry)) return entry;
  const symbols = selection.symbols ?? [];
  if (symbols.length > 0 && !symbols.includes(entry.symbol.toUpperCase())) return null;
  const boards = (selection.boards ?? []).map((key) => key.toLowerCase());
  const hidden = pane.hiddenBoards[entry.timeframe] ?? [];
  const isShown = (board: string, rank: number) =>
    (boards.length === 0 || boards.includes(board.toLowerCase())) &&
    !hidden.includes(board) &&
    isWithinLimit(board, rank, limit);
  const isNews = (board: string, rank: number) =>
    (scope !== 'top ranks' || rank <= CONFLUENCE_RANKS) && isShown(board, rank);
  const entered = entry.entered.filter(({ board, rank }) => isNews(board, rank));
  const left = entry.left.filter(({ board, was }) => isNews(board, was));
  const isOfPlace = entry.places.some(({ board, rank }) => rank !== null && isShown(board, rank));
  return entered.length + left.length > 0 || isOfPlace ? withParts(entry, entered, left) : null;
}

function isOfSymbol<Entry extends LogEntry>(entry: Entry): entry is Entry & SymbolEntry {
  return entry.kind === 'confluence' || entry.kind === 'entered' || entry.kind === 'left';
}

function withParts<Entry extends SymbolEntry>(
  entry: Entry,
  entered: SymbolEntry['entered'],
  left: SymbolEntry['left'],
): Entry {
  const kind = entry.kind === 'confluence' ? entry.kind : entered.length > 0 ? 'entered' : 'left';
  return { ...entry, kind, entered, left };
}

/** A symbol that comes to a board and leaves it, or the reverse, in this time or less is one entry. */
const CHURN_MS = 10 * MINUTE_MS;

type Part = SymbolEntry['entered'][number] | SymbolEntry['left'][number];

/** Comings and goings of a symbol on a board by turns. */
interface Chain {
  readonly newestAt: number;
  oldestAt: number;
  /** Whether the oldest one is a coming. */
  isComing: boolean;
  count: number;
  /** Whether an entry about the number of boards is among its newer ones: one is shown. */
  hasConfluence: boolean;
}

function foldChurn(entries: ReadonlyArray<TimeframeLogEntry>): ReadonlyArray<ShownLogEntry> {
  const chains = new Map<string, Chain>();
  const newest = new Map<Part, Chain>();
  const folded = new Set<Part>();
  const gaps = new Map<string, number>();
  for (const entry of entries) {
    const { timeframe, asOf, symbol } = entry;
    // What came and went in it is unknown.
    if (entry.kind === 'gap') gaps.set(timeframe, asOf);
    if (!isOfSymbol(entry)) continue;
    const isConfluence = entry.kind === 'confluence';
    const add = (part: Part, isComing: boolean) => {
      const key = `${timeframe} ${gaps.get(timeframe)} ${part.board} ${symbol}`;
      const chain = chains.get(key);
      if (chain === undefined || chain.isComing === isComing || chain.oldestAt - asOf > CHURN_MS) {
        const begun = { newestAt: asOf, oldestAt: asOf, isComing, count: 1, hasConfluence: isConfluence };
        chains.set(key, begun);
        newest.set(part, begun);
        return;
      }
      if (!isConfluence || chain.hasConfluence) folded.add(part);
      Object.assign(chain, { oldestAt: asOf, isComing, count: chain.count + 1 });
      chain.hasConfluence ||= isConfluence;
    };
    for (const part of entry.entered) add(part, true);
    for (const part of entry.left) add(part, false);
  }
  const churnOf = (part: Part): Churn | null => {
    const { count, newestAt, oldestAt } = newest.get(part) ?? { count: 1, newestAt: 0, oldestAt: 0 };
    return count < 2 ? null : { times: Math.ceil(count / 2), milliseconds: newestAt - oldestAt };
  };
  return entries.flatMap((entry): ReadonlyArray<ShownLogEntry> => {
    if (!isOfSymbol(entry)) return [entry];
    const isCalm = (part: Part) => !folded.has(part) && churnOf(part) === null;
    if (entry.entered.every(isCalm) && entry.left.every(isCalm)) return [entry];
    const entered = entry.entered.filter((part) => !folded.has(part));
    const left = entry.left.filter((part) => !folded.has(part));
    const parts = [...entered, ...left];
    if (parts.length === 0) return [];
    if (entry.kind === 'confluence') {
      const churn = parts.map(churnOf).find((each) => each !== null);
      return [{ ...withParts(entry, entered, left), ...(churn && { churn }) }];
    }
    const calm = withParts(entry, entered.filter(isCalm), left.filter(isCalm));
    const of = (part: Part, each: TimeframeLogEntry) => {
      const churn = churnOf(part);
      return churn === null ? [] : [{ ...each, churn }];
    };
    return [
      ...(calm.entered.length + calm.left.length > 0 ? [calm] : []),
      ...entered.flatMap((part) => of(part, withParts(entry, [part], []))),
      ...left.flatMap((part) => of(part, withParts(entry, [], [part]))),
    ];
  });
}
