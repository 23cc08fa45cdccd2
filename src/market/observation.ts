import type { Snapshot } from '../service/snapshot.ts';
import { type BoardRanks, confluenceBySymbol, ranksByBoard } from './ranks.ts';

/** A symbol in one snapshot, wherever it is listed. */
export interface SymbolState {
  /** Confluence as `confluenceBySymbol` defines it, limited to 0 to 255. */
  readonly boards: number;
  readonly price: number | null;
}

/** The part of a snapshot that memory is about. */
export interface Observation {
  /** Milliseconds since 1970. */
  readonly asOf: number;
  /** The symbol of the top play. */
  readonly topPlay: string | null;
  /** As `ranksByBoard` defines them, limited to 0 to 65,535. */
  readonly ranks: BoardRanks;
  /** The symbols that have a rank. */
  readonly symbols: ReadonlyMap<string, SymbolState>;
}

/** A snapshot of the service has some 170 rows and 16 boards. What exceeds these is not remembered. */
const MAX_ROWS = 1000;
const MAX_BOARDS = 100;
const MAX_NAME_LENGTH = 32;
const MAX_RANK = 65_535;
const MAX_CONFLUENCE = 255;

/** Null if the time of the snapshot is unknown. */
export function observe(snapshot: Snapshot): Observation | null {
  const { asOfMilliseconds: asOf } = snapshot;
  if (asOf === null) return null;
  const ranks = limitRanks(ranksByBoard(snapshot));
  const topPlay = snapshot.topPlay?.symbol ?? null;
  return {
    asOf,
    topPlay: topPlay !== null && isShort(topPlay) ? topPlay : null,
    ranks,
    symbols: symbolStates(snapshot, ranks),
  };
}

function limitRanks(ranks: BoardRanks): BoardRanks {
  const limited = new Map<string, Map<string, number>>();
  let rows = 0;
  for (const [board, ranking] of ranks) {
    if (!isShort(board) || limited.size === MAX_BOARDS) continue;
    const kept = new Map<string, number>();
    limited.set(board, kept);
    for (const [symbol, rank] of ranking) {
      if (rows === MAX_ROWS) break;
      if (!isShort(symbol)) continue;
      kept.set(symbol, clamp(rank, MAX_RANK));
      rows++;
    }
  }
  return limited;
}

/** The states of the symbols that have a rank: each field from the first row of the symbol that has it. */
function symbolStates(snapshot: Snapshot, ranks: BoardRanks): ReadonlyMap<string, SymbolState> {
  const ranked = new Set([...ranks.values()].flatMap((ranking) => [...ranking.keys()]));
  const known = new Map<string, Omit<SymbolState, 'boards'>>();
  for (const { rows } of snapshot.boards) {
    for (const row of rows) {
      if (row.symbol === null || !ranked.has(row.symbol)) continue;
      const first = known.get(row.symbol) ?? row;
      known.set(row.symbol, { price: first.price ?? row.price });
    }
  }
  const confluence = confluenceBySymbol(snapshot);
  return new Map(
    [...known].map(([symbol, state]) => [
      symbol,
      { boards: clamp(confluence.get(symbol) ?? 0, MAX_CONFLUENCE), ...state },
    ]),
  );
}

/** Longer names are not remembered, so that memory is bounded by their number. */
function isShort(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH;
}

function clamp(value: number, maximum: number): number {
  return Math.min(Math.max(value, 0), maximum);
}
