import type { Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { gapBetween, MAX_GAP_MS } from './market-day.ts';
import { listedSymbols } from './ranks.ts';
import { collectStandings, type SymbolStandings } from './standings.ts';

/** When a symbol left all boards, as `Outcome` says it of one board. */
type Departure = Extract<Outcome, { readonly kind: 'left' }>;

/** What became of a symbol of an older snapshot by the newest one. */
export interface SymbolOutcome {
  /** Its confluence in the newest snapshot, or when it left all boards. */
  readonly now: { readonly kind: 'listed'; readonly boards: number } | Departure;
  /** The change of its price between the two in percent; null if either has no price of it. */
  readonly changePct: number | null;
}

/** What became of the symbols of an older snapshot by the newest one. */
export interface SymbolOutcomes {
  /** Times of the two snapshots, in milliseconds since 1970. */
  readonly shownAt: number;
  readonly newestAt: number;
  /** Matching ignores case. Null for a symbol that neither of the two lists. */
  find(symbol: string): SymbolOutcome | null;
}

/** When symbols were last listed, in upper case, and the times of all snapshots that were looked at, in any order. */
export interface LastListed {
  readonly lastSeen: ReadonlyMap<string, number>;
  readonly times: ReadonlyArray<number>;
  /** Two of the times further apart than this have a hole between them; missing: as snapshots of a service. */
  readonly maxGapMilliseconds?: number;
}

const NOTHING: LastListed = { lastSeen: new Map(), times: [] };
const UNKNOWN_DEPARTURE: Departure = { kind: 'left', leftAt: null, isLeftInHole: false };

/** `LastListed` must be that of `symbolsThatLeft`: when other symbols left is unknown. */
export function symbolOutcomes(
  shown: TimeframeSnapshot,
  newest: Snapshot,
  { lastSeen, times, maxGapMilliseconds }: LastListed,
): SymbolOutcomes {
  const before = standingsOf(shown.timeframe, shown.snapshot);
  const after = standingsOf(shown.timeframe, newest);
  const ascending = [...times].sort((a, b) => a - b);
  const isHole = (earlier: number, later: number) =>
    maxGapMilliseconds === undefined
      ? gapBetween(earlier, later, MAX_GAP_MS) !== 'none'
      : later - earlier > maxGapMilliseconds;
  return {
    shownAt: shown.snapshot.asOfMilliseconds ?? Number.NaN,
    newestAt: newest.asOfMilliseconds ?? Number.NaN,
    find(symbol) {
      const ticker = symbol.toUpperCase();
      const [then, now] = [before.get(ticker), after.get(ticker)];
      if (then === undefined && now === undefined) return null;
      const changePct = changeOf(then?.price ?? null, now?.price ?? null);
      if (now !== undefined)
        return { now: { kind: 'listed', boards: now.standings[0]?.boards ?? 0 }, changePct };
      return { now: departureOf(lastSeen.get(ticker), ascending, isHole), changePct };
    },
  };
}

/** The symbols of a snapshot, as it has them, that no board of the newest one lists. */
export function symbolsThatLeft(shown: Snapshot, newest: Snapshot): ReadonlyArray<string> {
  const listed = new Set(listedSymbols(newest).map((symbol) => symbol.toUpperCase()));
  return [...new Set(listedSymbols(shown))].filter((symbol) => !listed.has(symbol.toUpperCase()));
}

/**
 * What became of symbols across timeframes: the sum of their confluence, or when they left the last timeframe. Of a timeframe
 * that `byTimeframe` lacks, the newest snapshot is shown. Null if that is so in all.
 */
export function outcomesAcross(
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  byTimeframe: ReadonlyMap<Timeframe, SymbolOutcomes>,
): SymbolOutcomes | null {
  if (byTimeframe.size === 0) return null;
  const all = snapshots.map(
    (shown) => byTimeframe.get(shown.timeframe) ?? symbolOutcomes(shown, shown.snapshot, NOTHING),
  );
  return {
    shownAt: Math.min(...all.map(({ shownAt }) => shownAt)),
    newestAt: Math.min(...all.map(({ newestAt }) => newestAt)),
    find: (symbol) => join(all.flatMap((outcomes) => outcomes.find(symbol) ?? [])),
  };
}

function join(found: ReadonlyArray<SymbolOutcome>): SymbolOutcome | null {
  if (found.length === 0) return null;
  const listed = found.flatMap(({ now }) => (now.kind === 'listed' ? [now.boards] : []));
  const left = found.flatMap(({ now }) => (now.kind === 'left' ? [now] : []));
  const last = left.reduce((a, b) => ((b.leftAt ?? 0) > (a.leftAt ?? 0) ? b : a), UNKNOWN_DEPARTURE);
  const boards = listed.reduce((sum, each) => sum + each, 0);
  return {
    now: listed.length > 0 ? { kind: 'listed', boards } : last,
    changePct: found.find(({ changePct }) => changePct !== null)?.changePct ?? null,
  };
}

function standingsOf(timeframe: Timeframe, snapshot: Snapshot): ReadonlyMap<string, SymbolStandings> {
  const all = collectStandings([{ timeframe, snapshot }]);
  return new Map(all.map((entry) => [entry.symbol.toUpperCase(), entry]));
}

function changeOf(then: number | null, now: number | null): number | null {
  if (then === null || now === null) return null;
  const change = (now / then - 1) * 100;
  return Number.isFinite(change) ? change : null;
}

/** As in the pane: the time of the first snapshot without the symbol, or of the last one with it if it left in a hole. */
function departureOf(
  lastSeenAt: number | undefined,
  times: ReadonlyArray<number>,
  isHole: (earlier: number, later: number) => boolean,
): Departure {
  if (lastSeenAt === undefined) return UNKNOWN_DEPARTURE;
  const next = times.find((time) => time > lastSeenAt);
  if (next === undefined) return UNKNOWN_DEPARTURE;
  const isLeftInHole = isHole(lastSeenAt, next);
  return { kind: 'left', leftAt: isLeftInHole ? lastSeenAt : next, isLeftInHole };
}

/** What became of a row of an older snapshot: its rank in the newest one, or when it left the board. */
export type Outcome =
  | { readonly kind: 'listed'; readonly rank: number }
  /** Null where memory does not know the time; when it was last seen if it left in a hole. */
  | { readonly kind: 'left'; readonly leftAt: number | null; readonly isLeftInHole: boolean };
