import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listDays } from '../../src/recording/days.ts';
import { recordedHint } from '../../src/recording/find.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';

const LINE = lineOf('2026-11-20T15:14:30Z', 8);

async function hintOf(directory: string, isSimulated = false) {
  const recordings = { directory, isSimulated, files: await listDays(directory) };
  return recordedHint(recordings, 'UTC');
}

describe('what is not recorded', () => {
  test('names the first and last time of each timeframe', async () => {
    const directory = temporaryDirectory();
    writeRecording(directory, '2026-11-18/swing.ndjson.gz', [lineOf('2026-11-18T15:00:00Z')]);
    writeRecording(directory, '2026-11-19/swing.ndjson.gz', [lineOf('2026-11-19T15:00:00Z')]);
    writeRecording(directory, '2026-11-20/swing.ndjson', [LINE]);
    const lines = ['20:00:00', '15:30:02', '21:02:04'].map((time) => lineOf(`2026-11-20T${time}Z`));
    // A line of another day does not count.
    writeRecording(directory, '2026-11-20/day.ndjson', [...lines, lineOf('2026-11-18T15:00:00Z')]);
    expect(await hintOf(directory)).toBe(
      'Recorded: day 2026-11-20 15:30:02 UTC to 21:02:04 UTC; swing 2026-11-18 15:00:00 UTC to 2026-11-20 15:14:30 UTC.',
    );
  });

  test.each([
    [false, 'Record with `boards watch --record`.'],
    [true, 'Record with `boards watch --sandbox --record`.'],
  ])('says how to record if nothing is (simulated: %s)', async (isSimulated, hint) => {
    const directory = join(temporaryDirectory(), 'boards.example_443');
    expect(await hintOf(directory, isSimulated)).toBe(hint);
  });

  test('names times of two days with both dates, and a single time alone', async () => {
    const directory = temporaryDirectory();
    writeRecording(directory, '2026-11-20/day.ndjson', [lineOf('2026-11-20T15:30:02Z')]);
    expect(await hintOf(directory)).toBe('Recorded: day 2026-11-20 15:30:02 UTC.');
    writeRecording(directory, '2026-11-23/day.ndjson.gz', [lineOf('2026-11-24T00:10:00Z')]);
    writeRecording(directory, '2026-11-23/day.ndjson', ['bad']);
    expect(await hintOf(directory)).toBe('Recorded: day 2026-11-20 15:30:02 UTC to 2026-11-24 00:10:00 UTC.');
  });

  test('says so if files have no snapshot, and names other services that are recorded', async () => {
    const data = temporaryDirectory();
    const directory = join(data, 'boards.example_443');
    writeRecording(directory, '2026-11-20/day.ndjson', ['bad']);
    writeRecording(data, 'localhost_8787/2026-11-20/day.ndjson', [LINE]);
    writeRecording(data, 'notes/2026-11-20/day.ndjson', [LINE]);
    expect(await hintOf(directory)).toBe(
      'The recorded files contain no snapshot. Record with `boards watch --record`.',
    );
    expect(await hintOf(join(data, 'other_443'))).toBe(
      'Recorded for other base URLs: boards.example_443, localhost_8787. Record with `boards watch --record`.',
    );
  });
});
