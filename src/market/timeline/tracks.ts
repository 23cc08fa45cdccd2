import type { Snapshot } from '../../service/snapshot.ts';
import { confluenceBySymbol, ranksByBoard, valuesBySymbol } from '../ranks.ts';

interface Series {
  first: number;
  readonly values: Array<number>;
}

/** One series for each uninterrupted sequence of values, oldest first. */
export type Track = Array<Series>;
type SymbolTracks = Map<string, Track>;

/** A symbol has no value while no board lists it. */
export interface Tracks {
  /** Numbers of rows by board; no value while the board is absent. */
  readonly boards: SymbolTracks;
  /** By board, in the order of first appearance. */
  readonly ranks: Map<string, SymbolTracks>;
  readonly confluence: SymbolTracks;
  readonly prices: SymbolTracks;
  /** The approximate size of everything, counted in values. */
  size: number;
}

/** A series takes about as much memory as this many values. */
const SERIES_SIZE = 16;

/** `index` must be the next one. */
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

function addValues(tracks: SymbolTracks, index: number, values: ReadonlyMap<string, number | null>): number {
  let added = 0;
  for (const [symbol, value] of values) {
    if (value === null) continue;
    const track = tracks.get(symbol) ?? [];
    tracks.set(symbol, track);
    const last = track.at(-1);
    if (last !== undefined && indexAfter(last) === index) last.values.push(value);
    else {
      track.push({ first: index, values: [value] });
      added += SERIES_SIZE;
    }
    added++;
  }
  return added;
}

/** Shifts all indices down by one. */
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

export function valueAt(track: Track | undefined, index: number): number | null {
  const series = track?.findLast(({ first }) => first <= index);
  return series?.values[index - series.first] ?? null;
}

/** Returns -1 if there is none. */
export function lastBefore(track: Track | undefined, index: number): number {
  const series = track?.findLast(({ first }) => first < index);
  return series === undefined ? -1 : Math.min(index, indexAfter(series)) - 1;
}

/** Returns Infinity if there is none. */
export function firstFrom(track: Track | undefined, index: number): number {
  const series = track?.find((each) => indexAfter(each) > index);
  return series === undefined ? Infinity : Math.max(index, series.first);
}

function indexAfter({ first, values }: Series): number {
  return first + values.length;
}
