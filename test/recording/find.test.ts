import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/lib/time.ts';
import type { Timeframe } from '../../src/market/catalogue.ts';
import { confluenceBySymbol } from '../../src/market/ranks.ts';
import { decodeLine, memoryBefore, newestIn, snapshotsIn } from '../../src/recording/read.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { collect, countSkipped, lineOf, pastIn, writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { tryLink } from '../support/system.ts';

const TEN = Date.parse('2026-11-20T15:00:00Z');

/** The line of a snapshot so many minutes after 10:00 in New York. */
function line(minute: number, rows = 1): string {
  return lineOf(new Date(TEN + minute * MINUTE_MS).toISOString(), rows);
}

/** A snapshot as minutes after 10:00 and rows, `5×1`; null for none. */
function short(snapshot: Snapshot | null | undefined): string | null {
  if (snapshot == null) return null;
  const { time, boards } = snapshot;
  return `${((time ?? Number.NaN) - TEN) / MINUTE_MS}×${boards[0]?.rows.length}`;
}

async function at(directory: string, minute: number) {
  const time = TEN + minute * MINUTE_MS;
  return short(await newestIn(await pastIn(directory), 'day', time - DAY_MS, time));
}

async function newest(directory: string, timeframe: Timeframe = 'day') {
  return short(await newestIn(await pastIn(directory), timeframe, TEN - DAY_MS, TEN + DAY_MS));
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
    expect(await newest(directory)).toBe('5×1');
    expect(await newest(directory, 'swing')).toBeNull();
  });

  test('is found in the evening, which is the next day in UTC', async () => {
    const directory = recordingOf([line(9 * 60 + 30)]);
    expect(await at(directory, 10 * 60)).toBe('570×1');
  });

  test('is not a line of another day, whose own file has those that count', async () => {
    const directory = recordingOf([line(0), line(14 * 60), line(-24 * 60)]);
    expect(await newest(directory)).toBe('0×1');
    expect(await at(directory, -1)).toBeNull();
    writeRecording(directory, '2026-11-19/day.ndjson', [line(-25 * 60), line(1)]);
    expect(await at(directory, -25 * 60)).toBe('-1500×1');
    expect(await at(directory, 1)).toBe('0×1');
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
    const skipped = countSkipped();
    const found = await newestIn(await pastIn(directory, skipped), 'day', TEN - DAY_MS, TEN + DAY_MS);
    expect(short(found)).toBe('2×1');
    expect(skipped.count()).toBe(2);
  });

  test('is null where nothing is recorded, and links and directories are not read', async () => {
    expect(await newest(join(temporaryDirectory(), 'missing'))).toBeNull();
    const directory = temporaryDirectory();
    mkdirSync(join(directory, '2026-11-20', 'day.ndjson'), { recursive: true });
    const elsewhere = writeRecording(temporaryDirectory(), '2026-11-20/day.ndjson', [line(0)]);
    tryLink(elsewhere.path, join(directory, '2026-11-20', 'day.ndjson.gz'));
    expect(await newest(directory)).toBeNull();
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
      const last = expected.findLast(({ time }) => time <= minute);
      expect(await at(directory, minute)).toBe(last === undefined ? null : text(last));
      const before = await collect(memoryBefore(await pastIn(directory), 'day', TEN + minute * MINUTE_MS));
      const earlier = expected.filter(({ time }) => time < minute);
      expect(before.map(short)).toEqual(earlier.map(text));
    }),
    { numRuns: 60 },
  );
});

describe('what a watch resumes from', () => {
  const resumed = async (directory: string, minute = 0, signal?: AbortSignal) =>
    (await collect(memoryBefore(await pastIn(directory, { signal }), 'day', TEN + minute * MINUTE_MS))).map(
      short,
    );

  test('reaches back 16 hours, over midnight and into compressed files, the oldest first', async () => {
    const directory = recordingOf([line(-60), line(-1), line(0)]);
    const old = [-17 * 60, -16 * 60 - 1, -16 * 60, -16 * 60 + 1].map((minute) => line(minute));
    writeRecording(directory, '2026-11-19/day.ndjson.gz', old);
    expect(await resumed(directory)).toEqual(['-960×1', '-959×1', '-60×1', '-1×1']);
  });

  test('is no more than a watch remembers', async () => {
    const directory = recordingOf(Array.from({ length: 1000 }, (_, second) => line(second / 60)));
    const times = await resumed(directory, 60);
    expect([times.length, times[0]]).toEqual([960, short(decodeLine(Buffer.from(line(40 / 60)), 'day'))]);
  });

  test('is nothing where nothing is recorded, or only long ago', async () => {
    expect(await resumed(temporaryDirectory())).toEqual([]);
    expect(await resumed(recordingOf([line(0)]), 24 * 60)).toEqual([]);
  });

  test('ends on a signal', async () => {
    const stopped = resumed(recordingOf([line(0)]), 1, AbortSignal.abort(new Error('stopped')));
    await expect(stopped).rejects.toThrow('stopped');
  });
});

const DAY = 24 * 60;

/** The snapshot of so many minutes after ten in New York that lists these symbols. */
function listing(minute: number, ...symbols: ReadonlyArray<string>): string {
  const movers = symbols.map((symbol) => rowOf({ symbol }));
  const topPlay = { symbol: 'TOP', reasons: [] };
  const asOf = new Date(TEN + minute * MINUTE_MS).toISOString();
  return JSON.stringify(bodyOf({ asOf, topPlay, boards: { movers } }));
}

/** `5: AAA BBB` for each snapshot between two times, in minutes after ten. */
async function backwards(files: Readonly<Record<string, ReadonlyArray<string>>>, from = 0, until = 60) {
  const directory = temporaryDirectory();
  for (const [name, lines] of Object.entries(files)) writeRecording(directory, name, lines);
  const { backwards } = await pastIn(directory);
  const entries = backwards('day', TEN + from * MINUTE_MS, TEN + until * MINUTE_MS);
  return (await collect(snapshotsIn(entries))).map((snapshot) =>
    `${((snapshot.time ?? 0) - TEN) / MINUTE_MS}: ${[...confluenceBySymbol(snapshot).keys()].join(' ')}`.trim(),
  );
}

describe('the snapshots of a recording, the newest first', () => {
  test.each(['day.ndjson', 'day.ndjson.gz'])('are those of %s, in lines of any order', async (name) => {
    const lines = [
      listing(3, 'BBB'),
      listing(0, 'AAA', 'BBB'),
      listing(1, 'AAA'),
      listing(5),
      'garbage',
      '{"asOf":',
    ];
    const expected = ['5:', '3: BBB', '1: AAA', '0: AAA BBB'];
    expect(await backwards({ [`2026-11-20/${name}`]: lines })).toEqual(expected);
  });

  test('are those between two times', async () => {
    const lines = [listing(0, 'AAA'), listing(1, 'AAA'), listing(2, 'BBB'), listing(3, 'AAA')];
    expect(await backwards({ '2026-11-20/day.ndjson': lines }, 1, 2)).toEqual(['2: BBB', '1: AAA']);
  });

  test('may be of earlier days, and have no line of another day', async () => {
    const files = {
      '2026-11-18/day.ndjson.gz': [listing(-2 * DAY, 'AAA')],
      '2026-11-19/day.ndjson': [listing(-DAY, 'BBB')],
      '2026-11-20/day.ndjson': [listing(0, 'ÄÖ'), listing(-DAY, 'OTHER')],
    };
    const expected = ['0: ÄÖ', `${-DAY}: BBB`, `${-2 * DAY}: AAA`];
    expect(await backwards(files, -4 * DAY)).toEqual(expected);
  });
});
