import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NotRecordedError } from '../../src/errors.ts';
import { createRecordedClient, type RecordedClientOptions } from '../../src/recording/client.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { rejectionOf } from '../support/errors.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';

const LINE = lineOf('2026-11-20T15:14:30Z', 8);

function clientOf(options: Partial<RecordedClientOptions> = {}) {
  return createRecordedClient({
    directory: temporaryDirectory(),
    at: Date.parse('2026-11-20T15:15:00Z'),
    isSimulated: false,
    timeZone: 'UTC',
    ...options,
  });
}

describe('a client over recordings', () => {
  test('responds with the newest snapshot at or before its time', async () => {
    const directory = temporaryDirectory();
    writeRecording(directory, '2026-11-20/day.ndjson', [LINE, lineOf('2026-11-20T15:15:01Z')]);
    const response = await clientOf({ directory }).fetchSnapshot({ timeframe: 'day', limit: 10 });
    expect(response).toMatchObject({ requestsLeft: null, serverTime: null, isSimulated: false });
    expect(response.snapshot.raw).toEqual(JSON.parse(LINE));
  });

  test('labels what was simulated', async () => {
    const directory = temporaryDirectory();
    writeRecording(directory, '2026-11-20/day.ndjson', [LINE]);
    const client = clientOf({ directory, isSimulated: true });
    expect((await client.fetchSnapshot({ timeframe: 'day', limit: 10 })).isSimulated).toBe(true);
  });

  test('is aborted by its signal', async () => {
    const reason = new Error('stopped');
    const fetching = clientOf().fetchSnapshot({ timeframe: 'day', limit: 10 }, AbortSignal.abort(reason));
    await expect(fetching).rejects.toBe(reason);
  });
});

describe('what is not recorded', () => {
  test('names the first and last time of each timeframe', async () => {
    const directory = temporaryDirectory();
    writeRecording(directory, '2026-11-18/swing.ndjson.gz', [lineOf('2026-11-18T15:00:00Z')]);
    writeRecording(directory, '2026-11-19/swing.ndjson.gz', [lineOf('2026-11-19T15:00:00Z')]);
    writeRecording(directory, '2026-11-20/swing.ndjson', [LINE]);
    const lines = ['20:00:00', '15:30:02', '21:02:04'].map((time) => lineOf(`2026-11-20T${time}Z`));
    // A line of another day does not count.
    writeRecording(directory, '2026-11-20/day.ndjson', [...lines, lineOf('2026-11-18T15:00:00Z')]);
    const error = await rejectionOf(clientOf({ directory }).fetchSnapshot({ timeframe: 'day', limit: 10 }));
    expect(error).toMatchObject({
      code: 'not_recorded',
      exitCode: 10,
      retryable: false,
      message: 'no snapshot of day is recorded at or before 2026-11-20 15:15:00 UTC',
      hint: 'Recorded: day 2026-11-20 15:30:02 to 21:02:04 UTC; swing 2026-11-18 15:00:00 UTC to 2026-11-20 15:14:30 UTC.',
    });
  });

  test.each([
    [false, 'Record with `boards watch --record`.'],
    [true, 'Record with `boards watch --sandbox --record`.'],
  ])('says how to record if nothing is (simulated: %s)', async (isSimulated, hint) => {
    const directory = join(temporaryDirectory(), 'boards.example_443');
    const error = await rejectionOf(
      clientOf({ directory, isSimulated }).fetchSnapshot({ timeframe: 'day', limit: 10 }),
    );
    expect(error).toMatchObject({ exitCode: 10, hint });
  });

  test('names times of two days with both dates, and a single time alone', async () => {
    const directory = temporaryDirectory();
    writeRecording(directory, '2026-11-20/day.ndjson', [lineOf('2026-11-20T15:30:02Z')]);
    const hintNow = async () => {
      const error = await rejectionOf(clientOf({ directory }).fetchSnapshot({ timeframe: 'day', limit: 10 }));
      return error instanceof NotRecordedError ? error.hint : error;
    };
    expect(await hintNow()).toBe('Recorded: day 2026-11-20 15:30:02 UTC.');
    writeRecording(directory, '2026-11-23/day.ndjson.gz', [lineOf('2026-11-24T00:10:00Z')]);
    writeRecording(directory, '2026-11-23/day.ndjson', ['bad']);
    expect(await hintNow()).toBe('Recorded: day 2026-11-20 15:30:02 UTC to 2026-11-24 00:10:00 UTC.');
  });

  test('says so if files have no snapshot, and names other services that are recorded', async () => {
    const data = temporaryDirectory();
    const directory = join(data, 'boards.example_443');
    writeRecording(directory, '2026-11-20/day.ndjson', ['bad']);
    writeRecording(data, 'localhost_8787/2026-11-20/day.ndjson', [LINE]);
    writeRecording(data, 'notes/2026-11-20/day.ndjson', [LINE]);
    const hintIn = async (place: string) => {
      const fetching = clientOf({ directory: place }).fetchSnapshot({ timeframe: 'day', limit: 10 });
      const error = await rejectionOf(fetching);
      return error instanceof NotRecordedError ? error.hint : error;
    };
    expect(await hintIn(directory)).toBe(
      'The recorded files contain no snapshot. Record with `boards watch --record`.',
    );
    expect(await hintIn(join(data, 'other_443'))).toBe(
      'Recorded for other base URLs: boards.example_443, localhost_8787. Record with `boards watch --record`.',
    );
  });
});
