import type { Snapshot } from '../service/snapshot.ts';
import { tickerKey } from '../ticker.ts';
import { DAY_MS } from '../time.ts';
import type { Timeframe } from '../vocabulary.ts';
import { gapBetween, MAX_GAP_MS } from './market-day.ts';
import { type SnapshotIn, standingsIn } from './standings.ts';

/** When a symbol left a board, or all boards. Times are in milliseconds since 1970. */
export interface Departure {
  /** When it was last seen if it left in a hole; null if that is not known, or if it did not leave. */
  readonly leftAt: number | null;
  readonly isLeftInHole: boolean;
}

/** What became of a row of an older snapshot. */
export interface RowOutcome extends Departure {
  /** Its rank in the newest one; null if it left the board. */
  readonly rank: number | null;
}

/** What became of a symbol of an older snapshot. */
export interface SymbolOutcome extends Departure {
  /** The time of the older snapshot. */
  readonly shownAt: number;
  /** Its confluence in the newest one; null if it left all boards. */
  readonly boards: number | null;
  /** The change of its price between the two in percent; null if either has no price of it. */
  readonly changePct: number | null;
}

/** What became of the symbols of an older snapshot by the newest one. */
export interface SymbolOutcomes {
  /** The time of the newest one. */
  readonly newestAt: number;
  /** Matching ignores case. Null for a symbol that neither of the two lists. */
  find(symbol: string | null): SymbolOutcome | null;
}

/** When a symbol left is looked for no further back than this from the newest snapshot. */
const MAX_BACK_MS = 3 * DAY_MS;
const UNKNOWN: Departure = { leftAt: null, isLeftInHole: false };

/**
 * What became of the symbols of a snapshot by the newest one, which may be the one shown. `later` are the snapshots from the newest
 * one back to the one shown. When a symbol left is looked for in them, and for `symbols` only; null: for all.
 */
export async function symbolOutcomes(
  { timeframe, snapshot }: SnapshotIn,
  later: AsyncGenerator<Snapshot, void>,
  symbols: ReadonlyArray<string> | null,
): Promise<SymbolOutcomes> {
  const newest = (await later.next()).value ?? snapshot;
  const until = newest.time ?? NaN;
  const listed = tickersOf(newest);
  const wanted = symbols === null ? null : new Set(symbols.map(tickerKey));
  const isWanted = (ticker: string) => !listed.has(ticker) && wanted?.has(ticker) !== false;
  const missing = new Set([...tickersOf(snapshot)].filter(isWanted));
  const left = new Map<string, Departure>();
  for (let after = until; missing.size > 0; ) {
    const at = (await later.next()).value;
    const time = at?.time ?? null;
    if (at === undefined || time === null || until - time > MAX_BACK_MS) break;
    const isLeftInHole = gapBetween(time, after, MAX_GAP_MS) !== 'none';
    for (const ticker of tickersOf(at))
      if (missing.delete(ticker)) left.set(ticker, { leftAt: isLeftInHole ? time : after, isLeftInHole });
    after = time;
  }
  const byTicker = (listed: Snapshot) => {
    const standings = standingsIn([{ timeframe, snapshot: listed }]);
    return new Map(standings.map((entry) => [tickerKey(entry.symbol), entry]));
  };
  const [before, after] = [byTicker(snapshot), byTicker(newest)];
  const shownAt = snapshot.time ?? NaN;
  return {
    newestAt: newest.time ?? NaN,
    find(symbol) {
      const ticker = tickerKey(symbol ?? '');
      const [then, now] = [before.get(ticker), after.get(ticker)];
      if (then === undefined && now === undefined) return null;
      const boards = now === undefined ? null : (now.standings[0]?.boards ?? 0);
      const changePct = changeOf(then?.price ?? null, now?.price ?? null);
      return { shownAt, boards, ...(left.get(ticker) ?? UNKNOWN), changePct };
    },
  };
}

function tickersOf({ boards }: Snapshot): ReadonlySet<string> {
  const rows = boards.flatMap((board) => board.rows);
  return new Set(rows.flatMap(({ symbol }) => (symbol === null ? [] : [tickerKey(symbol)])));
}

/** What became of symbols across timeframes: the sum of their confluence, or when they left the last timeframe. */
export interface OutcomesAcross extends SymbolOutcomes {
  /** In one of them. */
  in(timeframe: Timeframe): SymbolOutcomes | undefined;
}

export function outcomesAcross(byTimeframe: ReadonlyMap<Timeframe, SymbolOutcomes>): OutcomesAcross {
  const all = [...byTimeframe.values()];
  return {
    newestAt: Math.min(...all.map(({ newestAt }) => newestAt)),
    find: (symbol) => join(all.flatMap((outcomes) => outcomes.find(symbol) ?? [])),
    in: (timeframe) => byTimeframe.get(timeframe),
  };
}

function join(found: ReadonlyArray<SymbolOutcome>): SymbolOutcome | null {
  if (found.length === 0) return null;
  const listed = found.flatMap(({ boards }) => boards ?? []);
  const last = found.reduce((a, b) => ((b.leftAt ?? 0) > (a.leftAt ?? 0) ? b : a));
  return {
    ...last,
    shownAt: Math.min(...found.map(({ shownAt }) => shownAt)),
    boards: listed.length === 0 ? null : listed.reduce((sum, each) => sum + each),
    changePct: found.find(({ changePct }) => changePct !== null)?.changePct ?? null,
  };
}

function changeOf(then: number | null, now: number | null): number | null {
  if (then === null || now === null) return null;
  const change = (now / then - 1) * 100;
  return Number.isFinite(change) ? change : null;
}
