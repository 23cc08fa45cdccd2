import type { Snapshot } from '../../service/snapshot.ts';
import { confluenceBySymbol, ranksByBoard, valuesBySymbol } from '../ranks.ts';

/** The values of something at snapshots that follow each other. */
interface Series {
  /** The index of the first one of them in the timeline. */
  first: number;
  readonly values: Array<number>;
}

/** The values of something at the snapshots of a timeline that have one, the oldest first. */
export type Track = Array<Series>;
type SymbolTracks = Map<string, Track>;

/** Values of each symbol by snapshot; there is none while no board lists the symbol. */
export interface Tracks {
  /** The number of rows of each board; no value while the board is absent. */
  readonly boards: SymbolTracks;
  /** By board, in the order in which they were first seen. */
  readonly ranks: Map<string, SymbolTracks>;
  readonly confluence: SymbolTracks;
  readonly prices: SymbolTracks;
  /** How many values take as much memory as all. */
  size: number;
}

/** A series takes as much memory as so many more values. */
const SERIES_SIZE = 16;

/** Takes the completed snapshot of an index, which is the next one. */
export function addToTracks(tracks: Tracks, index: number, completed: Snapshot): void {
  for (const [board, ranks] of ranksByBoard(completed)) {
    const ofBoard: SymbolTracks = tracks.ranks.get(board) ?? new Map();
    tracks.ranks.set(board, ofBoard);
    tracks.size += addValues(ofBoard, index, ranks);
  }
  const boards = new Map(completed.boards.map(({ key, rows }) => [key, rows.length]));
  tracks.size += addValues(tracks.boards, index, boards);
  tracks.size += addValues(tracks.confluence, index, confluenceBySymbol(completed));
  tracks.size += addValues(tracks.prices, index, valuesBySymbol(completed, 'price'));
}

/** Returns the added size. */
function addValues(tracks: SymbolTracks, index: number, values: ReadonlyMap<string, number | null>): number {
  let added = 0;
  for (const [symbol, value] of values) {
    if (value === null) continue;
    const track = tracks.get(symbol) ?? [];
    tracks.set(symbol, track);
    const last = track.at(-1);
    if (last !== undefined && endOf(last) === index) last.values.push(value);
    else {
      track.push({ first: index, values: [value] });
      added += SERIES_SIZE;
    }
    added++;
  }
  return added;
}

/** Drops the oldest snapshot: all indices are one less from then on. */
export function dropOldest(tracks: Tracks): void {
  for (const symbols of [...tracks.ranks.values(), tracks.boards, tracks.confluence, tracks.prices]) {
    for (const [symbol, track] of symbols) {
      for (const series of track) {
        if (series.first > 0) series.first--;
        else {
          series.values.shift();
          tracks.size--;
        }
      }
      if (track[0]?.values.length === 0) {
        track.shift();
        tracks.size -= SERIES_SIZE;
      }
      if (track.length === 0) symbols.delete(symbol);
    }
  }
  for (const [board, symbols] of tracks.ranks) if (symbols.size === 0) tracks.ranks.delete(board);
}

/** The value at a snapshot; null if there is none. */
export function valueAt(track: Track | undefined, index: number): number | null {
  const series = track?.findLast(({ first }) => first <= index);
  return series?.values[index - series.first] ?? null;
}

/** The index of the last value before a snapshot; -1 if there is none. */
export function lastBefore(track: Track | undefined, index: number): number {
  const series = track?.findLast(({ first }) => first < index);
  return series === undefined ? -1 : Math.min(index, endOf(series)) - 1;
}

/** The index of the first value at or after a snapshot; Infinity if there is none. */
export function firstFrom(track: Track | undefined, index: number): number {
  const series = track?.find((each) => endOf(each) > index);
  return series === undefined ? Infinity : Math.max(index, series.first);
}

/** The index of the snapshot after it. */
function endOf({ first, values }: Series): number {
  return first + values.length;
}
