import type { Snapshot } from '../api/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import { decodeLine, type RecordedSnapshot, richer } from './decode.ts';
import { linesSince, recordedDays } from './find.ts';
import type { ReadOptions } from './lines.ts';

/** As far as the memory of a watch reaches: 960 snapshots, one a minute. */
const MAX_AGE_MS = 16 * 60 * 60 * 1000;
/** So many lines are kept at a time: files are read again for each part, so that 16 hours take little memory. */
const PART_LINES = 120;

/**
 * The recorded snapshots of the 16 hours before a time, the newest first, each `asOf` once: of two lines with one `asOf`, the
 * one with more rows. Each is decoded when it is asked for.
 */
export async function* snapshotsBefore(
  directory: string,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions = {},
): AsyncGenerator<Snapshot, void> {
  const days = await recordedDays(directory, timeframe, time - MAX_AGE_MS);
  const times = new Set<number>();
  for await (const { asOf } of linesSince(days, time - MAX_AGE_MS, options)) {
    if (asOf < time) times.add(asOf);
  }
  const descending = [...times].sort((a, b) => b - a);
  for (let start = 0; start < descending.length; start += PART_LINES) {
    const part = descending.slice(start, start + PART_LINES);
    const lines = await linesOf(part, days);
    for (const asOf of part) {
      const recorded = (lines.get(asOf) ?? [])
        .map((bytes) => decodeLine({ asOf, bytes }))
        .reduce<RecordedSnapshot | null>(richer, null);
      if (recorded !== null) yield recorded.snapshot;
    }
  }
}

/** The lines with these times, which are descending. */
async function linesOf(
  times: ReadonlyArray<number>,
  days: Parameters<typeof linesSince>[0],
): Promise<ReadonlyMap<number, ReadonlyArray<Buffer>>> {
  const wanted = new Set(times);
  const found = new Map<number, Array<Buffer>>();
  for await (const { asOf, bytes } of linesSince(days, times.at(-1) ?? 0, {})) {
    if (!wanted.has(asOf)) continue;
    const copy = Buffer.from(bytes);
    const others = found.get(asOf);
    if (others === undefined) found.set(asOf, [copy]);
    else others.push(copy);
  }
  return found;
}
