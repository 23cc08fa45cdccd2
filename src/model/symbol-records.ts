import type { Gap } from './market-day.ts';
import type { Observation } from './observation.ts';

/** A symbol on this market day, on whatever boards. Times are those of snapshots. */
export interface SymbolRecord {
  /** When it was first on any board. */
  readonly firstSeen: number;
  /** Its confluence; 0 if it is on no board. */
  readonly boards: number;
  readonly boardsSince: number;
  /** True if memory does not reach back to when its confluence became what it is. */
  readonly isAtLeast: boolean;
  /** The confluence before; null if memory does not reach back to it. */
  readonly previousBoards: number | null;
}

export interface ConfluenceChange {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

/** What differs from the snapshot before. Empty for the first snapshot, and the first one behind a hole. */
export interface SymbolChanges {
  readonly confluence: ReadonlyArray<ConfluenceChange>;
  /** The symbols that have not been on any board on this market day, as far as memory reaches. */
  readonly firstSeen: ReadonlySet<string>;
}

export interface SymbolRecords {
  /** Takes the next snapshot, and what lies before it. */
  follow(observation: Observation, gap: Gap): SymbolChanges;
  /** Null if the symbol was on no board on this market day. */
  find(symbol: string): SymbolRecord | null;
  copy(): SymbolRecords;
}

/** The simulated market has 400 symbols. Beyond the limit, symbols that are on no board are forgotten. */
const MAX_RECORDS = 20_000;

export function createSymbolRecords(maxRecords = MAX_RECORDS): SymbolRecords {
  return recordsOf({ records: new Map(), listed: new Map(), maxRecords });
}

interface State {
  readonly records: Map<string, SymbolRecord>;
  /** The symbols of the last snapshot. */
  listed: ReadonlyMap<string, unknown>;
  readonly maxRecords: number;
}

function recordsOf(state: State): SymbolRecords {
  const { records } = state;
  return {
    follow({ asOf, symbols }, gap) {
      if (gap === 'day') records.clear();
      const isKnown = gap === 'none';
      const confluence: Array<ConfluenceChange> = [];
      const firstSeen = new Set<string>();
      const setBoards = (symbol: string, boards: number) => {
        const before = records.get(symbol) ?? null;
        const from = before?.boards ?? 0;
        if (before === null) firstSeen.add(symbol);
        if (from !== boards) confluence.push({ symbol, from, to: boards });
        records.set(symbol, nextRecord(before, boards, asOf, isKnown));
      };
      for (const symbol of (isKnown ? state.listed : records).keys())
        if (!symbols.has(symbol)) setBoards(symbol, 0);
      for (const [symbol, { boards }] of symbols) setBoards(symbol, boards);
      state.listed = symbols;
      limitRecords(state);
      return isKnown ? { confluence, firstSeen } : { confluence: [], firstSeen: new Set() };
    },
    find: (symbol) => records.get(symbol) ?? null,
    copy: () => recordsOf({ ...state, records: new Map(records) }),
  };
}

function limitRecords({ records, listed, maxRecords }: State): void {
  if (records.size <= maxRecords) return;
  for (const symbol of records.keys()) {
    if (records.size <= maxRecords) break;
    if (!listed.has(symbol)) records.delete(symbol);
  }
}

/** `isKnown` is false if the confluence of the snapshot before is not known. */
function nextRecord(
  before: SymbolRecord | null,
  boards: number,
  asOf: number,
  isKnown: boolean,
): SymbolRecord {
  const firstSeen = before?.firstSeen ?? asOf;
  if (!isKnown) return { firstSeen, boards, boardsSince: asOf, isAtLeast: true, previousBoards: null };
  if (before?.boards === boards) return before;
  const previousBoards = before?.boards ?? 0;
  return { firstSeen, boards, boardsSince: asOf, isAtLeast: false, previousBoards };
}
