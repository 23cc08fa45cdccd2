import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedSnapshot } from '../../src/recording/decode.ts';
import { newestSnapshot, snapshotAtOrBefore, snapshotsSince } from '../../src/recording/find.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { collect, lineOf, writeRecording } from '../support/recordings.ts';

const MINUTE = 60_000;
const TEN = Date.parse('2026-11-20T15:00:00Z');

/** The line of a snapshot so many minutes after 10:00 in New York. */
function line(minute: number, rows = 1): string {
  return lineOf(new Date(TEN + minute * MINUTE).toISOString(), rows);
}

/** A snapshot as minutes after 10:00 and rows, `5×1`; null for none. */
function short(recorded: RecordedSnapshot | null): string | null {
  if (recorded === null) return null;
  const { asOfMilliseconds, boards } = recorded.snapshot;
  return `${((asOfMilliseconds ?? Number.NaN) - TEN) / MINUTE}×${boards[0]?.rows.length}`;
}

async function at(directory: string, minute: number) {
  return short(await snapshotAtOrBefore(directory, 'day', TEN + minute * MINUTE));
}

/** All snapshots since so many minutes after 10:00, and how many lines were skipped. */
async function since(directory: string, minute: number) {
  let skipped = 0;
  const onSkipped = (count: number) => {
    skipped += count;
  };
  const found = await collect(snapshotsSince(directory, 'day', TEN + minute * MINUTE, { onSkipped }));
  return { found: found.map(short), skipped };
}

/** A directory with a recording of 20 November. */
function recordingOf(lines: ReadonlyArray<string>, name = 'day.ndjson'): string {
  const directory = temporaryDirectory();
  writeRecording(directory, `2026-11-20/${name}`, lines);
  return directory;
}

describe('the snapshot at a time', () => {
  test.each(['day.ndjson', 'day.ndjson.gz'])('is the newest at or before it in %s', async (name) => {
    const directory = recordingOf([line(0), line(1), line(5)], name);
    expect(await at(directory, -1)).toBeNull();
    expect(await at(directory, 0)).toBe('0×1');
    expect(await at(directory, 4.9)).toBe('1×1');
    expect(await at(directory, 5)).toBe('5×1');
    expect(short(await newestSnapshot(directory, 'day'))).toBe('5×1');
    expect(await newestSnapshot(directory, 'swing')).toBeNull();
  });

  test('is found on an earlier day if that day has none before it', async () => {
    const directory = recordingOf([line(0)]);
    writeRecording(directory, '2026-11-18/day.ndjson.gz', [line(-2 * 24 * 60)]);
    expect(await at(directory, -1)).toBe('-2880×1');
    expect(await at(directory, 1)).toBe('0×1');
  });

  test('is found in the evening, when the date in UTC is that of tomorrow', async () => {
    const directory = recordingOf([line(9 * 60 + 30)]);
    expect(await at(directory, 10 * 60)).toBe('570×1');
    const simulated = temporaryDirectory();
    writeRecording(simulated, '2026-11-21/day.ndjson', [line(9 * 60 + 30)]);
    expect(await at(simulated, 10 * 60)).toBe('570×1');
    expect((await since(simulated, 9 * 60)).found).toEqual(['570×1']);
  });

  test('is found when lines are out of order, as after a clock was set back', async () => {
    const directory = recordingOf([30, 31, 32, 1, 2, 3, 33].map((minute) => line(minute)));
    expect(await at(directory, 10)).toBe('3×1');
    expect(await at(directory, 32)).toBe('32×1');
    expect(await at(directory, 99)).toBe('33×1');
  });

  test('is the line with more rows if two programs recorded it, also across two files', async () => {
    const directory = recordingOf([line(0, 2), line(0, 3), line(0, 1), line(1, 1)]);
    writeRecording(directory, '2026-11-20/day.ndjson.gz', [line(0, 2), line(1, 4)]);
    expect(await at(directory, 0)).toBe('0×3');
    expect(await at(directory, 1)).toBe('1×4');
  });

  test('is the one before if its line is torn in the middle or is not a snapshot', async () => {
    const torn = line(5, 2);
    const end = torn.indexOf('}', 300) + 1;
    const other = '{"asOf":"2026-11-20T15:04:00Z","level":"info"}';
    const directory = recordingOf([line(0), line(2), torn.slice(0, end), other]);
    let skipped = 0;
    const found = await snapshotAtOrBefore(directory, 'day', TEN + 10 * MINUTE, {
      onSkipped: (count) => {
        skipped += count;
      },
    });
    expect(short(found)).toBe('2×1');
    expect(skipped).toBe(2);
  });

  test('is null where nothing is recorded, and links and directories are not read', async () => {
    expect(await newestSnapshot(join(temporaryDirectory(), 'missing'), 'day')).toBeNull();
    const directory = temporaryDirectory();
    mkdirSync(join(directory, '2026-11-20', 'day.ndjson'), { recursive: true });
    const elsewhere = writeRecording(temporaryDirectory(), '2026-11-20/day.ndjson', [line(0)]);
    symlinkSync(elsewhere.path, join(directory, '2026-11-20', 'day.ndjson.gz'));
    expect(await newestSnapshot(directory, 'day')).toBeNull();
  });
});

describe('the snapshots since a time', () => {
  test('are those of all days, in order', async () => {
    const directory = recordingOf([line(0), line(1), line(2)]);
    writeRecording(directory, '2026-11-19/day.ndjson.gz', [line(-24 * 60), line(-23 * 60)]);
    expect((await since(directory, -23.5 * 60)).found).toEqual(['-1380×1', '0×1', '1×1', '2×1']);
    expect((await since(directory, 1)).found).toEqual(['1×1', '2×1']);
    expect((await since(directory, 3)).found).toEqual([]);
  });

  test('are each given once, with the rows of the line that has most, when two programs record', async () => {
    const directory = recordingOf([line(0, 2), line(1), line(0, 3), line(1, 2), line(3), line(2), line(2)]);
    writeRecording(directory, '2026-11-20/day.ndjson.gz', [line(0, 4), line(2, 2), line(4)]);
    expect(await since(directory, 0)).toEqual({
      found: ['0×4', '1×2', '2×2', '3×1', '4×1'],
      skipped: 0,
    });
  });

  test('are in order where lines of another day are in the file, as after midnight', async () => {
    const directory = recordingOf([line(0), line(14 * 60), line(1)]);
    writeRecording(directory, '2026-11-21/day.ndjson', [line(14 * 60, 2), line(14 * 60 + 1)]);
    expect((await since(directory, 0)).found).toEqual(['0×1', '1×1', '840×2', '841×1']);
    expect(await at(directory, 2)).toBe('1×1');
  });

  test('do not contain torn lines and garbage, which are counted; lines that come far too late are put in order', async () => {
    const many = Array.from({ length: 60 }, (_, minute) => line(minute + 10));
    const torn = line(5, 2);
    const directory = recordingOf([
      line(0),
      torn.slice(0, torn.indexOf('}', 300) + 1),
      torn.slice(0, 100),
      'garbage',
      ...many,
      line(1),
    ]);
    const { found, skipped } = await since(directory, 0);
    expect(found.slice(0, 3)).toEqual(['0×1', '1×1', '10×1']);
    expect(found).toHaveLength(62);
    expect(skipped).toBe(3);
  });

  test('have the texts of the service as they were recorded, decoded as a response is', async () => {
    const directory = recordingOf([
      lineOf('2026-11-20T15:00:00Z', 1, {
        session: 'sabotage',
        topPlay: { symbol: '\u001b[2J', price: '1' },
      }),
    ]);
    const [recorded] = await collect(snapshotsSince(directory, 'day', 0));
    expect(recorded?.snapshot).toMatchObject({
      session: null,
      topPlay: { symbol: '\u001b[2J', price: null },
    });
  });
});

test('what is found is what a simple reader of the whole text finds', async () => {
  const entry = fc.record({ minute: fc.nat({ max: 40 }), rows: fc.integer({ min: 1, max: 3 }) });
  const files = fc.record({
    plain: fc.array(entry, { maxLength: 12 }),
    packed: fc.array(entry, { maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(files, fc.nat({ max: 40 }), async ({ plain, packed }, minute) => {
      const directory = recordingOf(plain.map((each) => line(each.minute, each.rows)));
      writeRecording(
        directory,
        '2026-11-20/day.ndjson.gz',
        packed.map((each) => line(each.minute, each.rows)),
      );
      const best = new Map<number, number>();
      for (const each of [...plain, ...packed])
        best.set(each.minute, Math.max(each.rows, best.get(each.minute) ?? 0));
      const expected = [...best].sort(([a], [b]) => a - b).map(([time, rows]) => ({ time, rows }));
      const text = (each: (typeof expected)[number]) => `${each.time}×${each.rows}`;
      const before = expected.findLast(({ time }) => time <= minute);
      expect(await at(directory, minute)).toBe(before === undefined ? null : text(before));
      const { found } = await since(directory, minute);
      expect(found).toEqual(expected.filter(({ time }) => time >= minute).map(text));
    }),
    { numRuns: 100 },
  );
});
