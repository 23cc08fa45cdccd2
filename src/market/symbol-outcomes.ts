import { groupBy } from '../lib/group-by.ts';
import { DAY_MS } from '../lib/time.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from './catalogue.ts';
import { absentBoards, fillAbsent } from './fill-absent.ts';
import {
  changeOf,
  findLaterPrices,
  lastPriceBetween,
  pricesByTicker,
  type TimedPrice,
  type Unpriced,
} from './last-prices.ts';
import { gapBetween, MAX_GAP_MS } from './market-day.ts';
import { type SnapshotIn, standingsIn } from './standings.ts';
import { tickerKey } from './ticker.ts';

/** Times are in milliseconds since 1970. */
interface Departure {
  /** The first snapshot without the symbol, or the last one with it before a gap; null if unknown. */
  readonly leftAt: number | null;
  /** Percent until the newest snapshot, or until the last price in any timeframe. */
  readonly changePct: number | null;
}

export interface RowOutcome extends Departure {
  /** In the newest snapshot; null if the symbol left the board. */
  readonly rank: number | null;
}

export interface SymbolOutcome extends Departure {
  readonly shownAt: number;
  /** In the newest snapshot; null if the symbol left all boards. */
  readonly boards: number | null;
}

export interface SymbolOutcomes {
  readonly newestAt: number;
  /** Returns null if neither snapshot lists the symbol, or if its departure is uncertain. */
  find(symbol: string | null): SymbolOutcome | null;
}

/** No search goes back further than this from the newest snapshot. */
const MAX_BACK_MS = 3 * DAY_MS;

/** An older snapshot; if `symbols` is null, the outcomes of all its symbols are wanted. */
export interface Shown extends SnapshotIn {
  readonly symbols: ReadonlyArray<string> | null;
}

export interface Later {
  /** Yields the newest snapshot first, and none before the time `from`. */
  snapshots(timeframe: Timeframe, from: number): AsyncGenerator<Snapshot, void>;
  entries(from: number): Parameters<typeof findLaterPrices>[1];
}

/** Reads other timeframes only for symbols without a price. */
export async function symbolOutcomes(shown: ReadonlyArray<Shown>, later: Later): Promise<OutcomesAcross> {
  const found: Array<Awaited<ReturnType<typeof outcomesIn>>> = [];
  for (const each of shown) found.push(await outcomesIn(each, later));
  const unpriced = found.flatMap((each) => [...each.unpriced.values()]);
  if (unpriced.length > 0) {
    const from = Math.min(...unpriced.map(({ last, after }) => last?.time ?? after));
    const newest = Math.max(...unpriced.map(({ until }) => until));
    await findLaterPrices(unpriced, later.entries(Math.max(from, newest - MAX_BACK_MS)));
  }
  const byTimeframe = new Map(found.map(({ timeframe, outcomes }) => [timeframe, outcomes]));
  const all = [...byTimeframe.values()];
  return {
    newestAt: Math.min(...all.map(({ newestAt }) => newestAt)),
    find: (symbol) => join(all.flatMap((outcomes) => outcomes.find(symbol) ?? [])),
    in: (timeframe) => byTimeframe.get(timeframe),
  };
}

/** A board that the newest snapshot lacks comes from the last one with it, but not across a gap. */
async function outcomesIn(shown: Shown, later: Later) {
  const { timeframe, snapshot } = shown;
  const shownAt = snapshot.time ?? NaN;
  const snapshots = later.snapshots(timeframe, shownAt);
  const received = (await snapshots.next()).value ?? snapshot;
  const { newest, left, prices } = await lookBack(shown, received, snapshots);
  const newestAt = newest.time ?? NaN;
  const byTicker = (listed: Snapshot) => {
    const standings = standingsIn([{ timeframe, snapshot: listed }]);
    return new Map(standings.map((entry) => [tickerKey(entry.symbol), entry]));
  };
  const [before, after] = [byTicker(snapshot), byTicker(newest)];
  const unpriced = new Map<string, Unpriced>();
  for (const [ticker, price] of prices) {
    if (after.get(ticker)?.price != null) continue;
    const last = lastPriceBetween([price], shownAt, newestAt);
    unpriced.set(ticker, { ticker, timeframe, after: shownAt, until: newestAt, last });
  }
  const outcomes: SymbolOutcomes = {
    newestAt,
    find(symbol) {
      const ticker = tickerKey(symbol ?? '');
      const [then, now] = [before.get(ticker), after.get(ticker)];
      const leftAt = left.get(ticker) ?? null;
      const isUnknown = left.has(ticker) && leftAt === null;
      if (isUnknown || (then === undefined && now === undefined)) return null;
      const boards = now === undefined ? null : (now.standings[0]?.boards ?? 0);
      const price = now?.price ?? unpriced.get(ticker)?.last?.price ?? null;
      return { shownAt, boards, leftAt, changePct: changeOf(then?.price ?? null, price) };
    },
  };
  return { timeframe, outcomes, unpriced };
}

/** Reads back from the newest snapshot until nothing is missing. A null in `left` is an unknown time. */
async function lookBack(
  { snapshot: older, symbols }: Shown,
  received: Snapshot,
  later: AsyncGenerator<Snapshot, void>,
) {
  const until = received.time ?? NaN;
  let newest = received;
  const listed = boardsByTicker(received);
  const wanted = symbols === null ? null : new Set(symbols.map(tickerKey));
  const isWanted = (ticker: string) => wanted?.has(ticker) !== false;
  const missing = new Set(
    [...boardsByTicker(older).keys()].filter((ticker) => isWanted(ticker) && !listed.has(ticker)),
  );
  const pricedNow = pricesByTicker(received);
  const unpriced = new Set(
    [...pricesByTicker(older).keys()].filter((ticker) => isWanted(ticker) && !pricedNow.has(ticker)),
  );
  const prices = new Map<string, TimedPrice | null>([...unpriced].map((ticker) => [ticker, null]));
  const left = new Map<string, number | null>();
  /** By board, the time of the oldest snapshot so far that has it. */
  const seenAt = new Map(received.boards.map(({ key }) => [key, until]));
  let afterGap = Infinity;
  const isComplete = () => afterGap < Infinity || absentBoards(newest, older).length === 0;
  for (let after = until; missing.size > 0 || unpriced.size > 0 || !isComplete(); ) {
    const at = (await later.next()).value;
    const time = at?.time ?? null;
    if (at === undefined || time === null || until - time > MAX_BACK_MS) break;
    if (gapBetween(time, after, MAX_GAP_MS) !== 'none') afterGap = after;
    if (afterGap === Infinity) newest = fillAbsent(newest, at);
    const listedNow = boardsByTicker(newest);
    for (const [ticker, boards] of boardsByTicker(at)) {
      if (!missing.delete(ticker) || listedNow.has(ticker)) continue;
      // A symbol has left once each of its boards has arrived without it.
      const goneAt = Math.max(...boards.map(({ key }) => seenAt.get(key) ?? NaN));
      const leftAt = goneAt >= afterGap ? time : goneAt;
      left.set(ticker, Number.isNaN(leftAt) ? null : leftAt);
    }
    for (const [ticker, price] of pricesByTicker(at))
      if (unpriced.delete(ticker)) prices.set(ticker, { time, price });
    for (const { key } of at.boards) seenAt.set(key, time);
    after = time;
  }
  return { newest, left, prices };
}

function boardsByTicker({ boards }: Snapshot) {
  const listings = boards.flatMap(({ key, rows }) =>
    rows.flatMap(({ symbol }) => (symbol === null ? [] : [{ key, ticker: tickerKey(symbol) }])),
  );
  return groupBy(listings, ({ ticker }) => ticker);
}

/** Adds up confluence; a symbol has left when it left the last timeframe. */
export interface OutcomesAcross extends SymbolOutcomes {
  in(timeframe: Timeframe): SymbolOutcomes | undefined;
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
