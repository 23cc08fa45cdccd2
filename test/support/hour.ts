import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Transport } from '../../src/context.ts';
import { decodeSnapshot, type Snapshot } from '../../src/service/snapshot.ts';
import { temporaryDirectory } from './directories.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { writeRecording } from './recordings.ts';
import { responseOf } from './responses.ts';

// One recorded hour of two timeframes, a snapshot a minute.

/** Data directory of the recorded hour; commands that use it must not write to it. */
export const HOUR_DIRECTORY = fileURLToPath(new URL('../fixtures/hour', import.meta.url));
const HOUR_SERVICE = 'boards.example_443';
export const HOUR_DATE = '2026-06-03';
/** The session changes from open to after hours at 22:00. */
const HOUR_START = Date.UTC(2026, 5, 3, 21, 30);

const [DAY = [], SWING = []] = ['day', 'swing'].map((timeframe) =>
  gunzipSync(readFileSync(join(HOUR_DIRECTORY, HOUR_SERVICE, HOUR_DATE, `${timeframe}.ndjson.gz`)))
    .toString('utf8')
    .trimEnd()
    .split('\n'),
);

export function hourSnapshots(timeframe: 'day' | 'swing'): ReadonlyArray<Snapshot> {
  return (timeframe === 'day' ? DAY : SWING).flatMap(
    (line) => decodeSnapshot(JSON.parse(line), timeframe) ?? [],
  );
}

export function hourClock(seconds = 20): FakeClock {
  return createFakeClock(HOUR_START + seconds * 1000);
}

/** After the hour, the last snapshot repeats. All timeframes but `swing` get the snapshots of `day`. */
export function hourTransport(clock: Pick<FakeClock, 'now'>): Transport {
  return async ({ url }) => {
    const timeframe = url.searchParams.get('timeframe');
    const lines = timeframe === 'swing' ? SWING : DAY;
    const minute = Math.floor((clock.now() - HOUR_START) / 60_000);
    const line = (lines[Math.min(minute, lines.length - 1)] ?? '').replace(
      '"timeframe":"day"',
      `"timeframe":"${timeframe}"`,
    );
    const json = { 'content-type': 'application/json' };
    return { ...responseOf(200, {}, json), body: new TextEncoder().encode(line) };
  };
}

/** The files are not compressed, because Node decompresses in threads that the fake clock does not see. */
export function recordedHour(minutes = 60): string {
  const data = temporaryDirectory();
  for (const [timeframe, lines] of Object.entries({ day: DAY, swing: SWING }))
    writeRecording(join(data, HOUR_SERVICE), join(HOUR_DATE, `${timeframe}.ndjson`), lines.slice(0, minutes));
  return data;
}
