import { groupBy } from '../../lib/group-by.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { type Bias, HIGH_CONFLUENCE, isTopRank, type Timeframe } from '../catalogue.ts';
import { gapBetween } from '../market-day.ts';
import { matches, type Selection } from '../selection.ts';
import { standingsIn } from '../standings.ts';
import { tickerKey } from '../ticker.ts';
import { pricesIn } from './prices.ts';

export type EntryKind = 'board' | 'confluence' | 'topPlay';

export interface Entry {
  readonly kind: EntryKind;
  /** Null except for the kind `board`. */
  readonly board: string | null;
  readonly symbol: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Null except for the kind `board`. */
  readonly rank: number | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly bias: Bias | null;
  /** By `tickerKey`. Entries of one snapshot share the object. */
  readonly listed: ReadonlyMap<string, number>;
}

/** Becomes an entry only if the previous snapshot certainly lacks it. */
interface Candidate extends Omit<Entry, 'time' | 'listed'> {
  readonly confluence: number | null;
  /** The boards that the previous snapshot must have to show that the candidate is new. */
  readonly boards: ReadonlyArray<string>;
}

/** Filters only hide entries. They do not make a later appearance the first one. */
export type ReportSelection = Pick<Selection, 'boards' | 'bias' | 'minBoards'>;

export type Facts = ReturnType<typeof factsOf>;

/** Adds each candidate to `seen` and leaves out those that it has. Session `open` has candidates of its own. */
export function factsOf(snapshot: Snapshot, time: number, timeframe: Timeframe, seen: Set<string>) {
  const { session, boards, topPlay } = snapshot;
  const listed = pricesIn(snapshot);
  const isOpen = session === 'open';
  const isFirst = ({ kind, board, symbol }: Candidate) => {
    const { size } = seen;
    return seen.add(JSON.stringify([isOpen, kind, board, tickerKey(symbol)])).size > size;
  };
  return {
    ...{ time, session, isOpen, listed },
    boards: boards.map(({ key }) => key),
    hasTopPlay: topPlay !== undefined,
    candidates: candidatesIn(snapshot, timeframe, listed).filter(isFirst),
  };
}

export function entriesIn(
  snapshots: ReadonlyArray<Facts>,
  maxGap: number,
  selection: ReportSelection,
): ReadonlyArray<Entry> {
  return snapshots.flatMap(({ candidates, time, listed }, index) => {
    const before = snapshots[index - 1];
    if (before === undefined || gapBetween(before.time, time, maxGap) !== 'none') return [];
    return candidates
      .filter((each) => wasAbsent(each, before) && isSelected(each, selection))
      .map(({ confluence: _, boards: __, ...entry }) => ({ ...entry, time, listed }));
  });
}

/** Without the boards or the top play of the candidate, the previous snapshot proves nothing. */
function wasAbsent({ kind, boards }: Candidate, before: Facts): boolean {
  return kind === 'topPlay' ? before.hasTopPlay : boards.every((key) => before.boards.includes(key));
}

/** A choice of boards hides the other two kinds of entries. */
function isSelected(
  { kind, board, symbol, bias, confluence }: Candidate,
  { boards = [], ...filters }: ReportSelection,
): boolean {
  const isOfBoards = kind === 'board' && boards.some((key) => key.toLowerCase() === board?.toLowerCase());
  return (boards.length === 0 || isOfBoards) && matches({ symbol, bias, boards: confluence }, filters);
}

function candidatesIn(
  snapshot: Snapshot,
  timeframe: Timeframe,
  prices: ReadonlyMap<string, number>,
): ReadonlyArray<Candidate> {
  const { boards, topPlay } = snapshot;
  const whole = { board: null, rank: null, boards: [] };
  const figures = new Map(
    standingsIn([{ timeframe, snapshot }]).map(({ symbol, dayPct, standings: [standing] }) => {
      const { bias = null, boards: confluence = 0 } = standing ?? {};
      const key = tickerKey(symbol);
      return [key, { symbol, price: prices.get(key) ?? null, dayPct, bias, confluence }] as const;
    }),
  );
  const placed = boards.flatMap(({ key: board, rows }) =>
    rows.flatMap(({ symbol, rank: sent }, index) => {
      const rank = sent ?? index + 1;
      const found = symbol === null || !isTopRank(rank) ? undefined : figures.get(tickerKey(symbol));
      return found === undefined ? [] : [{ ...found, kind: 'board' as const, board, rank, boards: [board] }];
    }),
  );
  const boardsOf = groupBy(placed, ({ symbol }) => symbol);
  const confluent = [...figures.values()]
    .filter(({ confluence }) => confluence >= HIGH_CONFLUENCE)
    .map((each) => {
      const own = boardsOf.get(each.symbol)?.map(({ board }) => board) ?? [];
      return { ...whole, ...each, kind: 'confluence' as const, boards: own };
    });
  if (topPlay?.symbol == null) return [...placed, ...confluent];
  const key = tickerKey(topPlay.symbol);
  const { symbol, dayPct, bias, boards: confluence } = topPlay;
  const unlisted = { symbol, price: prices.get(key) ?? null, dayPct, bias, confluence };
  const top = { ...whole, ...(figures.get(key) ?? unlisted), kind: 'topPlay' as const };
  return [...placed, ...confluent, top];
}
