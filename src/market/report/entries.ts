import { groupBy } from '../../lib/group-by.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { type Bias, HIGH_CONFLUENCE, isTopRank, type Timeframe } from '../catalogue.ts';
import { gapBetween } from '../market-day.ts';
import { matches, type Selection } from '../selection.ts';
import { standingsIn } from '../standings.ts';
import { tickerKey } from '../ticker.ts';

export type EntryKind = 'board' | 'confluence' | 'topPlay';

/** A symbol reaches ranks 1 to 5 of a board, three boards, or the top play. */
export interface Entry {
  readonly kind: EntryKind;
  /** Null but for the kind `board`. */
  readonly board: string | null;
  readonly symbol: string;
  /** The time of the snapshot, in milliseconds since 1970. */
  readonly time: number;
  /** Null but for the kind `board`. */
  readonly rank: number | null;
  /** Above zero; null if the snapshot has none. */
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly bias: Bias | null;
  /** The prices of all symbols of its snapshot, by `tickerKey`. Entries of one snapshot share the object. */
  readonly listed: ReadonlyMap<string, number>;
}

/** An entry, if the snapshot before is known to be without it. */
interface Candidate extends Omit<Entry, 'time' | 'listed'> {
  readonly confluence: number | null;
  /** The boards that the snapshot before must have. */
  readonly boards: ReadonlyArray<string>;
}

/** The filters of the report. They leave out entries that do not match, and make no later one the first. */
export type ReportSelection = Pick<Selection, 'boards' | 'bias' | 'minBoards'>;

/** Collects the entries of a day from its snapshots, in order of time, and the gaps between these. */
export function createEntryScan(timeframe: Timeframe, maxGap: number, selection: ReportSelection) {
  const seen = new Set<string>();
  const entries: Array<Entry> = [];
  /** The last snapshot before each gap. */
  const gaps: Array<number> = [];
  let before: Before | null = null;
  let snapshots = 0;
  let first = NaN;
  return {
    add(snapshot: Snapshot, time: number, listed: ReadonlyMap<string, number>): void {
      if (snapshots++ === 0) first = time;
      const isBehindGap = before !== null && gapBetween(before.time, time, maxGap) !== 'none';
      if (isBehindGap) gaps.push(before?.time ?? NaN);
      const comparable = isBehindGap ? null : before;
      for (const candidate of candidatesIn(snapshot, timeframe, listed)) {
        const { confluence, boards, ...entry } = candidate;
        const id = JSON.stringify([entry.kind, entry.board, tickerKey(entry.symbol)]);
        if (seen.has(id)) continue;
        seen.add(id);
        const isNew = comparable !== null && wasAbsent(candidate, comparable);
        if (isNew && isSelected(candidate, selection)) entries.push({ ...entry, time, listed });
      }
      const boards = new Set(snapshot.boards.map(({ key }) => key));
      before = { time, boards, hasTopPlay: snapshot.topPlay !== undefined };
    },
    result: () => ({ entries, gaps, snapshots, first, last: before?.time ?? NaN }),
  };
}

/** The facts about the snapshot before that decide on entries. */
interface Before {
  readonly time: number;
  readonly boards: ReadonlySet<string>;
  readonly hasTopPlay: boolean;
}

/** The candidate was not there before if the snapshot before has the boards, or the top play, that it depends on. */
function wasAbsent({ kind, boards }: Candidate, before: Before): boolean {
  return kind === 'topPlay' ? before.hasTopPlay : boards.every((key) => before.boards.has(key));
}

/** Boards choose the kind `board` alone. */
function isSelected(
  { kind, board, symbol, bias, confluence }: Candidate,
  { boards = [], ...filters }: ReportSelection,
): boolean {
  const isOfBoards = kind === 'board' && boards.some((key) => key.toLowerCase() === board?.toLowerCase());
  return (boards.length === 0 || isOfBoards) && matches({ symbol, bias, boards: confluence }, filters);
}

/** In the order of the boards and their rows, then those of three boards, then the top play. */
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
