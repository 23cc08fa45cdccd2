import { groupBy } from '../lib/group-by.ts';
import { DAY_MS } from '../lib/time.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from './catalogue.ts';
import { absentBoards, fillAbsent } from './fill-absent.ts';
import { gapBetween, MAX_GAP_MS } from './market-day.ts';
import { type SnapshotIn, standingsIn } from './standings.ts';
import { tickerKey } from './ticker.ts';

/** When a symbol left a board, or all boards, and its price. Times are in milliseconds since 1970. */
interface Departure {
  /** When it was first missing, or last seen if a gap follows; null if that is not known, or if it did not leave. */
  readonly leftAt: number | null;
  /** The change of its price in percent, until the newest snapshot; null if either has no price of it. */
  readonly changePct: number | null;
}

/** The outcome of a row of an older snapshot. */
export interface RowOutcome extends Departure {
  /** Its rank in the newest one; null if it left the board. */
  readonly rank: number | null;
}

/** The outcome of a symbol of an older snapshot. */
export interface SymbolOutcome extends Departure {
  /** The time of the older snapshot. */
  readonly shownAt: number;
  /** Its confluence in the newest one; null if it left all boards. */
  readonly boards: number | null;
}

/** The outcomes of the symbols of an older snapshot. */
export interface SymbolOutcomes {
  /** The time of the newest one. */
  readonly newestAt: number;
  /** Matching ignores case. Null for a symbol that neither of the two lists, or of which it is unknown whether it left. */
  find(symbol: string | null): SymbolOutcome | null;
}

/** When a symbol left is looked for no further back than this from the newest snapshot. */
const MAX_BACK_MS = 3 * DAY_MS;

/**
 * Compares the symbols of a snapshot with the newest one (possibly the same). `later` are the snapshots from the newest one back to
 * the one shown. It looks in them for the time when each of `symbols` left; null: for all symbols. A board that the newest one lacks
 * is as it was in the last one that has it, unless a gap lies between: then it is unknown.
 */
export async function symbolOutcomes(
  { timeframe, snapshot }: SnapshotIn,
  later: AsyncGenerator<Snapshot, void>,
  symbols: ReadonlyArray<string> | null,
): Promise<SymbolOutcomes> {
  const received = (await later.next()).value ?? snapshot;
  const { newest, left } = await lookBack(snapshot, received, later, symbols);
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
      const leftAt = left.get(ticker) ?? null;
      const isUnknown = left.has(ticker) && leftAt === null;
      if (isUnknown || (then === undefined && now === undefined)) return null;
      const boards = now === undefined ? null : (now.standings[0]?.boards ?? 0);
      const changePct = changeOf(then?.price ?? null, now?.price ?? null);
      return { shownAt, boards, leftAt, changePct };
    },
  };
}

/** Goes back from the newest snapshot, as far as needed, to complete it, and to find when symbols left; null: unknown. */
async function lookBack(
  older: Snapshot,
  received: Snapshot,
  later: AsyncGenerator<Snapshot, void>,
  symbols: ReadonlyArray<string> | null,
) {
  const until = received.time ?? NaN;
  let newest = received;
  const listed = boardsByTicker(received);
  const wanted = symbols === null ? null : new Set(symbols.map(tickerKey));
  const isWanted = (ticker: string) => !listed.has(ticker) && wanted?.has(ticker) !== false;
  const missing = new Set([...boardsByTicker(older).keys()].filter(isWanted));
  const left = new Map<string, number | null>();
  /** By board, the time of the oldest snapshot so far that has it. */
  const seenAt = new Map(received.boards.map(({ key }) => [key, until]));
  /** The time of the oldest snapshot so far that is after a gap. */
  let afterGap = Infinity;
  const isComplete = () => afterGap < Infinity || absentBoards(newest, older).length === 0;
  for (let after = until; missing.size > 0 || !isComplete(); ) {
    const at = (await later.next()).value;
    const time = at?.time ?? null;
    if (at === undefined || time === null || until - time > MAX_BACK_MS) break;
    if (gapBetween(time, after, MAX_GAP_MS) !== 'none') afterGap = after;
    if (afterGap === Infinity) newest = fillAbsent(newest, at);
    const listedNow = boardsByTicker(newest);
    for (const [ticker, boards] of boardsByTicker(at)) {
      if (!missing.delete(ticker) || listedNow.has(ticker)) continue;
      // It had left when each of its boards had come without it.
      const goneAt = Math.max(...boards.map(({ key }) => seenAt.get(key) ?? NaN));
      const leftAt = goneAt >= afterGap ? time : goneAt;
      left.set(ticker, Number.isNaN(leftAt) ? null : leftAt);
    }
    for (const { key } of at.boards) seenAt.set(key, time);
    after = time;
  }
  return { newest, left };
}

function boardsByTicker({ boards }: Snapshot) {
  const listings = boards.flatMap(({ key, rows }) =>
    rows.flatMap(({ symbol }) => (symbol === null ? [] : [{ key, ticker: tickerKey(symbol) }])),
  );
  return groupBy(listings, ({ ticker }) => ticker);
}

/** The outcomes of symbols across timeframes: the sum of their confluence, or when they left the last timeframe. */
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

export function changeOf(then: number | null, now: number | null): number | null {
  if (then === null || now === null) return null;
  const change = (now / then - 1) * 100;
  return Number.isFinite(change) ? change : null;
}
