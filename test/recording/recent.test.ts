import { expect, test } from 'vitest';
import { countSkipped, type ReadOptions } from '../../src/recording/day.ts';
import { snapshotsBefore } from '../../src/recording/find.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { collect, lineOf, writeRecording } from '../support/recordings.ts';

const NOW = Date.UTC(2026, 5, 3, 18, 0);

const timeOf = (minutesAgo: number) => new Date(NOW - minutesAgo * MINUTE_MS).toISOString();

/** The minutes before now of what is read, in the order in which it comes, with the number of rows. */
async function readBefore(directory: string, options: ReadOptions = {}) {
  const place = { directory, isSimulated: false };
  const snapshots = await collect(snapshotsBefore(place, 'day', NOW, options));
  return snapshots.map(({ asOfMilliseconds, boards }) => [
    (NOW - (asOfMilliseconds ?? Number.NaN)) / MINUTE_MS,
    boards.flatMap(({ rows }) => rows).length,
  ]);
}

test('the newest comes first, and none that is not older than the time', async () => {
  const directory = temporaryDirectory();
  writeRecording(
    directory,
    '2026-06-03/day.ndjson',
    [3, 2, 1, 0].map((minutes) => lineOf(timeOf(minutes))),
  );
  expect(await readBefore(directory)).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
});

test('a day has more lines than are kept at a time', async () => {
  const directory = temporaryDirectory();
  const minutes = Array.from({ length: 300 }, (_, index) => 300 - index);
  writeRecording(
    directory,
    '2026-06-03/day.ndjson',
    minutes.map((each) => lineOf(timeOf(each))),
  );
  expect((await readBefore(directory)).map(([each]) => each)).toEqual(minutes.toReversed());
});

test('lines of two programs, out of order and twice, are read once, with the most rows', async () => {
  const directory = temporaryDirectory();
  const lines = [
    lineOf(timeOf(5), 2),
    lineOf(timeOf(3)),
    lineOf(timeOf(4)),
    lineOf(timeOf(5), 3),
    lineOf(timeOf(3)),
  ];
  writeRecording(directory, '2026-06-03/day.ndjson', lines);
  expect(await readBefore(directory)).toEqual([
    [3, 1],
    [4, 1],
    [5, 3],
  ]);
});

test('it reaches back 16 hours, over midnight and into compressed files', async () => {
  const directory = temporaryDirectory();
  const old = [17 * 60, 16 * 60 + 1].map((minutes) => lineOf(timeOf(minutes)));
  const recent = [16 * 60, 15 * 60 + 59].map((minutes) => lineOf(timeOf(minutes)));
  writeRecording(directory, '2026-06-02/day.ndjson.gz', [...old, ...recent]);
  writeRecording(directory, '2026-06-03/day.ndjson', [lineOf(timeOf(1))]);
  expect((await readBefore(directory)).map(([minutes]) => minutes)).toEqual([1, 15 * 60 + 59, 16 * 60]);
});

test('of lines of another day, those count that are in its own file', async () => {
  const directory = temporaryDirectory();
  const midnight = lineOf('2026-06-03T03:59:00Z');
  writeRecording(directory, '2026-06-03/day.ndjson', [lineOf(timeOf(1)), midnight, lineOf(timeOf(15 * 60))]);
  expect((await readBefore(directory)).map(([minutes]) => minutes)).toEqual([1]);
  writeRecording(directory, '2026-06-02/day.ndjson', [midnight, lineOf(timeOf(2))]);
  expect((await readBefore(directory)).map(([minutes]) => minutes)).toEqual([1, 14 * 60 + 1]);
});

test('nothing is recorded, or only long ago: nothing is read', async () => {
  const directory = temporaryDirectory();
  expect(await readBefore(directory)).toEqual([]);
  writeRecording(directory, '2026-06-02/day.ndjson', [lineOf(timeOf(24 * 60))]);
  expect(await readBefore(directory)).toEqual([]);
});

test('bad lines are counted once, and the others read', async () => {
  const directory = temporaryDirectory();
  const lines = [lineOf(timeOf(2)), 'garbage', '{"a":1}', lineOf(timeOf(1)), lineOf(timeOf(0)).slice(0, 80)];
  writeRecording(directory, '2026-06-03/day.ndjson', lines);
  const skipped = countSkipped();
  expect((await readBefore(directory, skipped)).map(([minutes]) => minutes)).toEqual([1, 2]);
  expect(skipped.count()).toBe(3);
});

test('a signal ends it', async () => {
  const directory = temporaryDirectory();
  writeRecording(directory, '2026-06-03/day.ndjson', [lineOf(timeOf(1))]);
  await expect(readBefore(directory, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
    'stopped',
  );
});
