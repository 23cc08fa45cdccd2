import type { Snapshot } from '../../service/snapshot.ts';
import { confluenceBySymbol, ranksByBoard } from '../ranks.ts';

/**
 * The values of something at the snapshots of a timeline: times, each with the value from then on, by turns, the oldest first.
 * Only changes are kept. NaN is the absence of a value.
 */
export type Track = Array<number>;
type SymbolTracks = Map<string, Track>;

/** What changed from snapshot to snapshot, by symbol. There is no value while a symbol is not listed. */
export interface Tracks {
  /** By board, in the order in which they were first seen. */
  readonly ranks: Map<string, SymbolTracks>;
  readonly confluence: SymbolTracks;
  readonly prices: SymbolTracks;
}

/** Longer names are not remembered, so that memory is bounded by their number. */
const MAX_NAME_LENGTH = 32;
/** A track takes as much memory as so many changes. */
const TRACK_SIZE = 16;

export function isShortName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH;
}

/** Takes the next snapshot. */
export function addToTracks(tracks: Tracks, time: number, snapshot: Snapshot): void {
  const ranks = ranksByBoard(snapshot);
  const boards = [...new Set([...tracks.ranks.keys(), ...ranks.keys()])].filter(isShortName);
  for (const board of boards) {
    const ofBoard: SymbolTracks = tracks.ranks.get(board) ?? new Map();
    tracks.ranks.set(board, ofBoard);
    addValues(ofBoard, time, ranks.get(board) ?? new Map());
  }
  addValues(tracks.confluence, time, confluenceBySymbol(snapshot));
  const prices = new Map<string, number | null>();
  for (const { symbol, price } of snapshot.boards.flatMap(({ rows }) => rows))
    if (symbol !== null) prices.set(symbol, prices.get(symbol) ?? price);
  addValues(tracks.prices, time, prices);
}

function addValues(tracks: SymbolTracks, time: number, values: ReadonlyMap<string, number | null>): void {
  for (const symbol of values.keys()) if (isShortName(symbol) && !tracks.has(symbol)) tracks.set(symbol, []);
  for (const [symbol, track] of tracks) {
    const value = values.get(symbol) ?? Number.NaN;
    if (!Object.is(track.at(-1) ?? Number.NaN, value)) track.push(time, value);
  }
}

/** Drops changes that only times before this one need. */
export function dropBefore(tracks: Tracks, time: number): void {
  for (const symbols of groupsOf(tracks)) {
    for (const [symbol, track] of symbols) {
      const place = placeAt(track, time);
      // Before the first change there is no value either.
      const dropped = Number.isNaN(changeValue(track, place)) ? place + 1 : place;
      if (dropped > 0) track.splice(0, 2 * dropped);
      if (track.length === 0) symbols.delete(symbol);
    }
  }
  for (const [board, symbols] of tracks.ranks) if (symbols.size === 0) tracks.ranks.delete(board);
}

/** How many changes take as much memory as all. */
export function sizeOf(tracks: Tracks): number {
  const all = groupsOf(tracks).flatMap((symbols) => [...symbols.values()]);
  return all.reduce((sum, track) => sum + track.length / 2 + TRACK_SIZE, 0);
}

function groupsOf({ ranks, confluence, prices }: Tracks): ReadonlyArray<SymbolTracks> {
  return [...ranks.values(), confluence, prices];
}

/** How many of ascending times are at or before a time. */
export function countUpTo(time: number, count: number, timeAt: (index: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeAt(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the last change at or before a time, for `changeTime` and `changeValue`; -1 if there is none. */
export function placeAt(track: Track, time: number): number {
  return countUpTo(time, track.length / 2, (place) => changeTime(track, place)) - 1;
}

/** NaN if there is no such change. */
export function changeTime(track: Track, place: number): number {
  return track[2 * place] ?? Number.NaN;
}

/** NaN also before the first change. */
export function changeValue(track: Track, place: number): number {
  return track[2 * place + 1] ?? Number.NaN;
}

/** The value at a time; null if there is none. */
export function valueAt(track: Track | undefined, time: number): number | null {
  return valuesAt(track, [time])[0] ?? null;
}

/** The value at each of some ascending times. */
export function valuesAt(
  track: Track | undefined,
  times: ReadonlyArray<number>,
): ReadonlyArray<number | null> {
  let place = placeAt(track ?? [], times[0] ?? 0);
  return times.map((time) => {
    while (track !== undefined && changeTime(track, place + 1) <= time) place++;
    const value = changeValue(track ?? [], place);
    return Number.isNaN(value) ? null : value;
  });
}
