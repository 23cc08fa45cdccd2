/**
 * The values of something at the snapshots of a timeline: times, each with the value from then on, by turns, the oldest first.
 * Only changes are kept. NaN is the absence of a value.
 */
export type Track = Array<number>;

/** Adds a change at a time after all others. Returns false if the value is the same as before. */
export function addTo(track: Track, time: number, value: number): boolean {
  if (Object.is(track.at(-1) ?? Number.NaN, value)) return false;
  track.push(time, value);
  return true;
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

/** Drops what nobody can ask for who asks for no time before this one. Returns how many changes were dropped. */
export function dropBefore(track: Track, time: number): number {
  const place = placeAt(track, time);
  // Before the first change there is no value either.
  const dropped = Number.isNaN(changeValue(track, place)) ? place + 1 : place;
  if (dropped > 0) track.splice(0, 2 * dropped);
  return Math.max(0, dropped);
}

/**
 * Drops the changes between two values before a time, but for those that are lower than all since there was no value or since one
 * of some ascending times, the value at each of these times, and the last one before there is none. Returns how many were dropped.
 */
export function dropMoves(track: Track, time: number, starts: ReadonlyArray<number>): number {
  const end = Math.max(0, placeAt(track, time));
  let [lowest, kept, nextStart] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let place = 0; place < end; place++) {
    const value = changeValue(track, place);
    const until = changeTime(track, place + 1);
    const firstStart = nextStart;
    while ((starts[nextStart] ?? Number.POSITIVE_INFINITY) < until) nextStart++;
    const isAtStart = nextStart > firstStart;
    const isLast = Number.isNaN(changeValue(track, place + 1));
    if (!isLast && !isAtStart && value >= lowest) continue;
    if (Number.isNaN(value)) lowest = Number.POSITIVE_INFINITY;
    else lowest = isAtStart ? value : Math.min(lowest, value);
    track[2 * kept] = changeTime(track, place);
    track[2 * kept + 1] = value;
    kept++;
  }
  if (kept < end) track.splice(2 * kept, 2 * (end - kept));
  return end - kept;
}
