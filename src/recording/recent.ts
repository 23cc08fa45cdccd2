import type { Snapshot } from '../api/snapshot.ts';
import { HOUR_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { RecordedPlace } from './days.ts';
import { linesOfDays, recordedDays } from './find.ts';
import type { LineBytes, ReadOptions } from './lines.ts';
import { inParts } from './parts.ts';

/** As far as the memory of a watch reaches: 960 snapshots, one a minute. */
const MAX_AGE_MS = 16 * HOUR_MS;
/** A watch goes on meanwhile, so little is kept at a time: some 120 lines. */
const PART_BYTES = 2 * 1024 * 1024;

/**
 * The recorded snapshots of the 16 hours before a time, the newest first, each `asOf` once: of two lines with one `asOf`, the
 * one with more rows. Each is decoded when it is asked for.
 */
export async function* snapshotsBefore(
  place: RecordedPlace,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions = {},
): AsyncGenerator<Snapshot, void> {
  const since = time - MAX_AGE_MS;
  const days = await recordedDays(place, timeframe, since);
  const read = (counting: ReadOptions) =>
    linesBetween(linesOfDays(days, place.isSimulated, counting), since, time);
  const parts = inParts(read, { ...options, isDescending: true, partBytes: PART_BYTES });
  for await (const { snapshot } of parts) yield snapshot;
}

/** Those at and after the first time, and before the second one. */
async function* linesBetween(
  lines: AsyncIterable<LineBytes>,
  since: number,
  until: number,
): AsyncGenerator<LineBytes, void> {
  for await (const line of lines) if (line.asOf >= since && line.asOf < until) yield line;
}
