import { groupBy } from '../group-by.ts';
import { dateOf } from '../market/market-day.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { HOUR_MS } from '../time-units.ts';
import type { Timeframe } from '../vocabulary.ts';
import { indexFiles, type ReadOptions } from './day.ts';
import { listDays, type RecordedPlace } from './days.ts';

/** As far as the memory of a watch reaches: 960 snapshots, one a minute. */
const MAX_AGE_MS = 16 * HOUR_MS;

/**
 * The recorded snapshots of the 16 hours before a time, the newest first, each `asOf` once. Each is decoded when it is asked for.
 */
export async function* snapshotsBefore(
  { directory, isSimulated }: RecordedPlace,
  timeframe: Timeframe,
  time: number,
  options: ReadOptions = {},
): AsyncGenerator<Snapshot, void> {
  const since = time - MAX_AGE_MS;
  const [first, last] = [dateOf(since, isSimulated), dateOf(time, isSimulated)];
  const files = (await listDays(directory)).filter((file) => file.timeframe === timeframe);
  for (const [date, ofDay] of groupBy(files, (file) => file.date)) {
    if (date < first || date > last) continue;
    const { linesOf, close } = await indexFiles(ofDay, { ...options, isSimulated });
    const { times, read } = linesOf(timeframe);
    try {
      for (const asOf of times.toReversed()) {
        const snapshot = asOf >= since && asOf < time ? await read(asOf) : null;
        if (snapshot !== null) yield snapshot;
      }
    } finally {
      await close();
    }
  }
}
