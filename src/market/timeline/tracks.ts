import type { Observation } from '../ranks.ts';

/**
 * The values of something at the snapshots of a timeline: times, each with the value from then on, by turns, the oldest first.
 * Only changes are kept. NaN is the absence of a value.
 */
export type Track = Array<number>;

/** Adds a change at a time after all others, unless the value is the same as before. */
function addTo(track: Track, time: number, value = Number.NaN): void {
  if (!Object.is(track.at(-1) ?? Number.NaN, value)) track.push(time, value);
}

/** The place of the last change at or before a time, for `changeTime` and `changeValue`; -1 if there is none. */
export function placeAt(track: Track, time: number): number {
  let low = 0;
  let high = track.length / 2;
  if (changeTime(track, high - 1) <= time) return high - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changeTime(track, middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** NaN if there is no such change. */
export function changeTime(track: Track, place: number): number {
  return track[2 * place] ?? Number.NaN;
}

/** NaN also before the first change. */
export function changeValue(track: Track, place: number): number {
  return track[2 * place + 1] ?? Number.NaN;
}

export function valueAt(track: Track | undefined, time: number): number {
  return track === undefined ? Number.NaN : changeValue(track, placeAt(track, time));
}

/** The value at each of some ascending times. */
export function valuesAt(track: Track | undefined, times: ReadonlyArray<number>): ReadonlyArray<number> {
  if (track === undefined || times.length === 0) return times.map(() => Number.NaN);
  let place = placeAt(track, times[0] ?? 0);
  return times.map((time) => {
    while (changeTime(track, place + 1) <= time) place++;
    return changeValue(track, place);
  });
}

/** Drops what nobody can ask for who asks for no time before this one. Returns true if nothing is left. */
function dropBefore(track: Track, time: number): boolean {
  const place = placeAt(track, time);
  // Before the first change there is no value either.
  const dropped = Number.isNaN(changeValue(track, place)) ? place + 1 : place;
  if (dropped > 0) track.splice(0, 2 * dropped);
  return track.length === 0;
}

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
  /** Nobody asks any more what was before a time. */
  dropBefore(time: number): void;
  /** How many changes take as much memory as all. */
  size(): number;
}

/** A track takes as much memory as so many changes. */
const TRACK_SIZE = 16;

export function createTracks(): Tracks {
  const boards = new Map<string, Map<string, Track>>();
  const symbols = new Map<string, SymbolTracks>();
  let last: Observation | null = null;
  let ids = 0;

  const addRanks = ({ asOf, ranks }: Observation) => {
    for (const [board, ranking] of ranks) {
      const tracks = boards.get(board) ?? new Map<string, Track>();
      boards.set(board, tracks);
      for (const [symbol, rank] of ranking) {
        const track = tracks.get(symbol) ?? [];
        addTo(track, asOf, rank ?? undefined);
        tracks.set(symbol, track);
      }
    }
    for (const [board, ranking] of last?.ranks ?? []) {
      const present = ranks.get(board);
      for (const symbol of ranking.keys()) {
        const track = present?.has(symbol) ? undefined : boards.get(board)?.get(symbol);
        if (track !== undefined) addTo(track, asOf);
      }
    }
  };
  const addSymbols = ({ asOf, symbols: states }: Observation) => {
    const prices: Array<number> = [];
    for (const [symbol, { boards: count, price }] of states) {
      const tracks = symbols.get(symbol) ?? { boards: [], id: ids++ };
      addTo(tracks.boards, asOf, count);
      // What 32 bits cannot hold is unknown.
      if (price !== null && Number.isFinite(Math.fround(price))) prices.push(tracks.id, price);
      symbols.set(symbol, tracks);
    }
    for (const symbol of last?.symbols.keys() ?? []) {
      const tracks = states.has(symbol) ? undefined : symbols.get(symbol);
      if (tracks !== undefined) addTo(tracks.boards, asOf);
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
    dropBefore(time) {
      for (const [board, tracks] of boards) {
        for (const [symbol, track] of tracks) if (dropBefore(track, time)) tracks.delete(symbol);
        if (tracks.size === 0) boards.delete(board);
      }
      for (const [symbol, tracks] of symbols) if (dropBefore(tracks.boards, time)) symbols.delete(symbol);
    },
    size() {
      const ofRanks = [...boards.values()].flatMap((tracks) => [...tracks.values()]);
      const all = [...ofRanks, ...[...symbols.values()].map((tracks) => tracks.boards)];
      return all.reduce((sum, track) => sum + track.length / 2 + TRACK_SIZE, 0);
    },
  };
}
