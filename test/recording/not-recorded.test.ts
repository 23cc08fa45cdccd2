import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Timeframe } from '../../src/market/catalogue.ts';
import { listDays } from '../../src/recording/directories.ts';
import { recordedHint } from '../../src/recording/read.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';

const LINE = lineOf('2026-11-20T15:14:30Z', 8);

async function hintOf(directory: string, isSimulated = false, chosen?: ReadonlyArray<Timeframe>) {
  return recordedHint({ isSimulated, files: await listDays(directory) }, chosen);
}

describe('what is not recorded', () => {
  test('names the days of each timeframe', async () => {
    const directory = temporaryDirectory();
    for (const day of ['18', '19', '20'])
      writeRecording(directory, `2026-11-${day}/swing.ndjson.gz`, [lineOf(`2026-11-${day}T15:00:00Z`)]);
    writeRecording(directory, '2026-11-20/day.ndjson', [LINE]);
    expect(await hintOf(directory)).toBe(
      'Recorded: day: 2026-11-20; swing: 3 days from 2026-11-18 to 2026-11-20.',
    );
  });

  test.each([
    [false, 'Record with `boards watch --record`.'],
    [true, 'Record with `boards watch --sandbox --record`.'],
  ])('says how to record if nothing is (simulated: %s)', async (isSimulated, hint) => {
    const directory = join(temporaryDirectory(), 'boards.example_443');
    expect(await hintOf(directory, isSimulated)).toBe(hint);
  });

  test('says how to record the timeframes of -t', async () => {
    const directory = temporaryDirectory();
    expect(await hintOf(directory, false, ['swing'])).toBe('Record with `boards watch -t swing --record`.');
    writeRecording(directory, '2026-11-20/day.ndjson', [LINE]);
    expect(await hintOf(directory, false, ['day'])).toBe('Recorded: day: 2026-11-20.');
    expect(await hintOf(directory, true, ['day', 'swing', 'position'])).toBe(
      'Recorded: day: 2026-11-20. Record swing, position with `boards watch --sandbox -t swing,position --record`.',
    );
  });
});
