import type { Observation } from '../ranks.ts';
import { addTo, dropBefore, dropMoves, type Track } from './track.ts';

/** What is known of a symbol, whatever its boards are. It has no values while the symbol is on no board. */
interface SymbolTracks {
  /** Its confluence. */
  readonly boards: Track;
  readonly id: number;
}

/** All that changed from snapshot to snapshot. */
export interface Tracks {
  /** Takes the next snapshot. Returns its prices, most of which are new in each: id and price of each symbol by turns. */
  add(observation: Observation): Float32Array;
  /** The ranks of a symbol on a board. */
  ranksOf(board: string, symbol: string): Track | undefined;
  symbolOf(symbol: string): SymbolTracks | undefined;
  /** In the order in which they were first seen. */
  boards(): Iterable<string>;
  /**
   * Nobody asks any more what was before the second time, nor for more than runs and boards before the first one. Runs begin anew
   * at each of some ascending times.
   */
  dropBefore(first: number, known: number, starts: ReadonlyArray<number>): void;
  /** How many changes take as much memory as all. */
  size(): number;
}

/** A track takes as much memory as so many changes. */
const TRACK_SIZE = 16;

export function createTracks(): Tracks {
  const boards = new Map<string, Map<string, Track>>();
  const symbols = new Map<string, SymbolTracks>();
  let last: Observation | null = null;
  let size = 0;
  let ids = 0;

  const put = (track: Track, time: number, value: number | null) => {
    const isFirst = track.length === 0;
    if (addTo(track, time, value ?? Number.NaN)) size += isFirst ? 1 + TRACK_SIZE : 1;
  };
  /** Returns true if nothing is left of a track. */
  const drop = (track: Track, time: number) => {
    if (track.length === 0) return true;
    size -= dropBefore(track, time);
    if (track.length === 0) size -= TRACK_SIZE;
    return track.length === 0;
  };
  const addRanks = ({ asOf, ranks }: Observation) => {
    for (const [board, ranking] of ranks) {
      const tracks = boards.get(board) ?? new Map<string, Track>();
      boards.set(board, tracks);
      for (const [symbol, rank] of ranking) {
        const track = tracks.get(symbol) ?? [];
        put(track, asOf, rank);
        tracks.set(symbol, track);
      }
    }
    for (const [board, ranking] of last?.ranks ?? []) {
      const present = ranks.get(board);
      for (const symbol of ranking.keys()) {
        const track = present?.has(symbol) ? undefined : boards.get(board)?.get(symbol);
        if (track !== undefined) put(track, asOf, null);
      }
    }
  };
  const addSymbols = ({ asOf, symbols: states }: Observation) => {
    const prices: Array<number> = [];
    for (const [symbol, { boards: count, price }] of states) {
      const tracks = symbols.get(symbol) ?? { boards: [], id: ids++ };
      put(tracks.boards, asOf, count);
      // What 32 bits cannot hold is unknown.
      if (price !== null && Number.isFinite(Math.fround(price))) prices.push(tracks.id, price);
      symbols.set(symbol, tracks);
    }
    for (const symbol of last?.symbols.keys() ?? []) {
      const tracks = states.has(symbol) ? undefined : symbols.get(symbol);
      if (tracks !== undefined) put(tracks.boards, asOf, null);
    }
    return Float32Array.from(prices);
  };

  return {
    add(observation) {
      addRanks(observation);
      const prices = addSymbols(observation);
      last = observation;
      return prices;
    },
    ranksOf: (board, symbol) => boards.get(board)?.get(symbol),
    symbolOf: (symbol) => symbols.get(symbol),
    boards: () => boards.keys(),
    dropBefore(first, known, starts) {
      for (const [board, tracks] of boards) {
        for (const [symbol, track] of tracks) {
          if (drop(track, known)) tracks.delete(symbol);
          else size -= dropMoves(track, first, starts);
        }
        if (tracks.size === 0) boards.delete(board);
      }
      for (const [symbol, tracks] of symbols) {
        if (drop(tracks.boards, known)) symbols.delete(symbol);
      }
    },
    size: () => size,
  };
}
