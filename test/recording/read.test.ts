import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIMEFRAMES } from '../../src/market/catalogue.ts';
import { type DayFile, listDay } from '../../src/recording/directories.ts';
import { indexFiles } from '../../src/recording/read.ts';
import { maintain } from '../../src/recording/tidy.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { countSkipped, lineOf, writeRecording } from '../support/recordings.ts';
import { isWindows } from '../support/system.ts';

const DAY = '2026-11-20';
const FIRST = lineOf(`${DAY}T15:00:00.000Z`);
const SECOND = lineOf(`${DAY}T15:01:00.000Z`);
const MEGABYTE = 1024 * 1024;

/** The times of the snapshots, such as `15:00`, their bodies, and how many lines were skipped. */
async function read(file: DayFile) {
  const skipped = countSkipped();
  const index = await indexFiles([file], { ...skipped, isSimulated: false });
  const found = index.times.get('day') ?? [];
  const bodies = [];
  for (const time of found) bodies.push((await index.read('day', time))?.raw);
  index.close();
  const times = found.map((asOf) => new Date(asOf).toISOString().slice(11, 16));
  return { times, skipped: skipped.count(), bodies };
}

function fileOf(content: ReadonlyArray<string> | Uint8Array, name = 'day.ndjson'): DayFile {
  return writeRecording(temporaryDirectory(), `${DAY}/${name}`, content);
}

describe('snapshots of a recorded day', () => {
  test.each(['day.ndjson', 'day.ndjson.gz'])('are read from %s', async (name) => {
    expect(await read(fileOf([FIRST, SECOND], name))).toEqual({
      times: ['15:00', '15:01'],
      bodies: [JSON.parse(FIRST), JSON.parse(SECOND)],
      skipped: 0,
    });
  });

  test.each(['day.ndjson', 'day.ndjson.gz'])('are read by two at once from %s', async (name) => {
    const all = Array.from({ length: 120 }, (_, at) =>
      lineOf(new Date(Date.parse(`${DAY}T15:00:00Z`) + at * 1000).toISOString(), 50),
    );
    const skipped = countSkipped();
    const index = await indexFiles([fileOf(all, name)], { ...skipped, isSimulated: false });
    const times = index.times.get('day') ?? [];
    const readFrom = async (first: number) => {
      const found = [];
      for (const time of times.slice(first, first + 60)) found.push((await index.read('day', time))?.time);
      return found;
    };
    const found = await Promise.all([readFrom(0), readFrom(60)]);
    index.close();
    expect(found.flat()).toEqual(times);
    expect(times).toHaveLength(120);
    expect(skipped.count()).toBe(0);
  });

  test('may have a byte order mark, CRLF, blank lines and no line feed at the end', async () => {
    const file = fileOf(Buffer.from(`\uFEFF${FIRST}\r\n\r\n\n  ${SECOND}`));
    expect(await read(file)).toMatchObject({ times: ['15:00', '15:01'], skipped: 0 });
  });

  test('may have their time behind other fields, in any form of JSON', async () => {
    const file = fileOf([
      `{"note":"a \\" quote","n":-1.5e3,"ok":true,"asOf":"${DAY}T15:00:00Z","boards":{}}`,
      `{"boards":{"movers":[{"asOf":"2001-01-01T00:00:00Z"}]}, "asOf" : "${DAY}T15:01:00Z"}`,
      `{"text":"\\"asOf\\":\\"2001-01-01T00:00:00Z\\"","asOf":"${DAY}T15:02:00Z","boards":{}}`,
    ]);
    expect(await read(file)).toMatchObject({ times: ['15:00', '15:01', '15:02'], skipped: 0 });
  });
});

test('a day of all timeframes may have one snapshot every two seconds', async () => {
  const directory = temporaryDirectory();
  const start = Date.parse(`${DAY}T05:00:00Z`);
  const lines = Array.from(
    { length: 43_200 },
    (_, index) => `{"asOf":"${new Date(start + index * 2000).toISOString()}","boards":{}}`,
  );
  const files = (['scalp', 'day', 'swing'] as const).map((timeframe) => ({
    ...writeRecording(directory, `${DAY}/${timeframe}.ndjson`, lines),
    timeframe,
  }));
  const skipped = countSkipped();
  const { times, close } = await indexFiles(files, { ...skipped, isSimulated: false });
  close();
  for (const { timeframe } of files) expect(times.get(timeframe)).toHaveLength(lines.length);
  expect(skipped.count()).toBe(0);
});

describe('lines that are skipped and counted', () => {
  test.each([
    ['garbage', '\u0000\u001b[31m garbage'],
    ['a number', '17'],
    ['a list', `[${FIRST}]`],
    ['an object without a time', '{"level":"info","message":"started"}'],
    ['a time of another type', '{"asOf":1700000000000,"boards":{}}'],
    ['no valid time', '{"asOf":"2026-02-30T10:00:00Z","boards":{}}'],
    ['a time in a part of the snapshot only', '{"row":{"asOf":"2026-11-20T10:00:00Z"}}'],
    ['no boards', `{"asOf":"${DAY}T15:00:30Z","level":"info"}`],
    ['boards that are none', `{"asOf":"${DAY}T15:00:30Z","boards":5}`],
    ['a torn line', FIRST.slice(0, 200)],
    ['a line that is too long', `{"asOf":"${DAY}T15:00:30Z","x":"${'x'.repeat(9 * MEGABYTE)}"}`],
  ])('%s', async (_, bad) => {
    expect(await read(fileOf([FIRST, bad, SECOND]))).toMatchObject({
      times: ['15:00', '15:01'],
      skipped: 1,
    });
  });

  test('a torn last line, wherever it is torn', async () => {
    for (let length = 1; length < SECOND.length; length += 5) {
      const file = fileOf(Buffer.from(`${FIRST}\n${SECOND.slice(0, length)}`));
      expect(await read(file)).toMatchObject({ times: ['15:00'], skipped: 1 });
      rmSync(file.path);
    }
  });

  test('the line in which a gzip file is cut', async () => {
    const directory = temporaryDirectory();
    const file = writeRecording(
      directory,
      `${DAY}/day.ndjson.gz`,
      Buffer.from(`${FIRST}\n${randomLine(SECOND)}`),
    );
    truncateSync(file.path, gzipSync(`${FIRST}\n`).length + 1000);
    expect(await read(file)).toMatchObject({ times: ['15:00'], skipped: 1 });
  });

  test('a gzip file cut anywhere gives whole lines only', async () => {
    const directory = temporaryDirectory();
    const texts = [FIRST, randomLine(SECOND), lineOf(`${DAY}T15:02:00.000Z`)];
    const whole = gzipSync(texts.map((text) => `${text}\n`).join(''));
    for (let length = 0; length < whole.length; length += 397) {
      const file = writeRecording(directory, `${DAY}/day.ndjson.gz`, []);
      writeFileSync(file.path, whole.subarray(0, length));
      const { bodies } = await read(file);
      expect(bodies).toEqual(texts.slice(0, bodies.length).map((text) => JSON.parse(text)));
    }
  });

  test('a file that is no gzip file', async () => {
    const file = fileOf([FIRST], 'day.ndjson.gz');
    writeFileSync(file.path, FIRST);
    expect(await read(file)).toMatchObject({ times: [], skipped: 1 });
  });

  test('an empty compressed file has nothing to skip', async () => {
    const file = fileOf([FIRST], 'day.ndjson.gz');
    writeFileSync(file.path, '');
    expect(await read(file)).toMatchObject({ times: [], skipped: 0 });
  });
});

test('a file of more than a million lines is read up to there, and counts as a bad line', async () => {
  const lines = [FIRST, ...Array.from({ length: 1_000_000 }, () => ''), SECOND];
  expect(await read(fileOf(lines, 'day.ndjson.gz'))).toMatchObject({ times: ['15:00'], skipped: 1 });
});

test('lines of any length are read as by splitting the whole text', async () => {
  const directory = temporaryDirectory();
  const line = fc.oneof(
    fc.nat({ max: 900_000 }).map((length) => `{"asOf":"TIME","x":"${'é'.repeat(length)}","boards":{}}`),
    fc.constantFrom('', '\r', 'x', '{}', '{', '{"asOf":"TIME","boards" : {}}'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.boolean(), async (forms, isCompressed) => {
      const texts = forms.map((form, index) => form.replace('TIME', `${DAY}T15:00:${10 + index}Z`));
      const name = `${DAY}/day.ndjson${isCompressed ? '.gz' : ''}`;
      const file = writeRecording(directory, name, Buffer.from(texts.join('\n')));
      const { bodies } = await read(file);
      const whole = texts.filter((text) => text.includes('asOf')).map((text) => JSON.parse(text));
      expect(bodies).toEqual(whole);
    }),
    { numRuns: 15 },
  );
});

/** The line with a name that hardly compresses. */
function randomLine(line: string): string {
  const noise = Array.from({ length: 3000 }, (_, index) => Math.sin(index).toString(36).slice(3)).join('');
  return line.replace('"asOf"', `"noise":"${noise}","asOf"`);
}

test.each([
  ['does not let us read', 'EISDIR', () => undefined],
  ['does not have any more', 'ENOENT', (path: string) => rmSync(path, { recursive: true })],
])('a file that the system %s is named, and is no bad line', async (_, errno, spoil) => {
  const path = temporaryDirectory();
  spoil(path);
  const skipped = countSkipped();
  const unreadable: Array<readonly [string, string]> = [];
  const index = await indexFiles([{ date: DAY, timeframe: 'day', path, isCompressed: false }], {
    ...skipped,
    onUnreadable: (...file) => unreadable.push(file),
    isSimulated: false,
  });
  index.close();
  expect({ unreadable, skipped: skipped.count() }).toEqual({ unreadable: [[path, errno]], skipped: 0 });
});

test('a day that a watch compresses after its files were listed is read whole', async ({ skip }) => {
  skip(isWindows, 'does not let a file that is read be replaced');
  const today = '2026-11-21';
  const unreadable: Array<string> = [];
  const onUnreadable = (path: string, errno: string) => unreadable.push(`${path}: ${errno}`);
  const counts: Array<number | undefined> = [];
  for (let round = 0; round < 10; round++) {
    const directory = temporaryDirectory();
    writeRecording(directory, `${DAY}/day.ndjson`, [FIRST, SECOND]);
    const { signal } = new AbortController();
    const kept = { days: null, defaultDays: null, onRemoved: () => undefined };
    let isOver = false;
    const compressing = maintain({ directory, today, signal, ...kept }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const files = await listDay(directory, DAY);
      await new Promise(setImmediate);
      const { times, close } = await indexFiles(files, { onUnreadable, isSimulated: false });
      close();
      counts.push(times.get('day')?.length);
    }
    await compressing;
  }
  expect(unreadable).toEqual([]);
  expect(new Set(counts)).toEqual(new Set([2]));
});

test('a line that is cut off once it was found is no bad line', async () => {
  const file = fileOf([FIRST, SECOND]);
  const skipped = countSkipped();
  const unreadable: Array<string> = [];
  const onUnreadable = (_: string, cause: string) => unreadable.push(cause);
  const index = await indexFiles([file], { ...skipped, onUnreadable, isSimulated: false });
  truncateSync(file.path, FIRST.length + 10);
  const [first = 0, second = 0] = index.times.get('day') ?? [];
  expect([(await index.read('day', first))?.time, await index.read('day', second)]).toEqual([first, null]);
  index.close();
  expect({ unreadable, skipped: skipped.count() }).toEqual({
    unreadable: ['the file was shortened while it was read'],
    skipped: 0,
  });
});

describe('a signal is heard', () => {
  /** Aborts its signal in the next turn of the event loop. */
  const createStop = () => {
    const controller = new AbortController();
    const stop = () => setImmediate(() => controller.abort(new Error('stopped')));
    return { signal: controller.signal, stop };
  };

  test.each(['day.ndjson', 'day.ndjson.gz'])('between the short lines of one chunk of %s', async (name) => {
    const lines = Array.from({ length: 80_000 }, () => '{}');
    const { signal, stop } = createStop();
    let skipped = 0;
    const onSkipped = () => {
      if (skipped++ === 0) stop();
    };
    const reading = indexFiles([fileOf(lines, name)], { onSkipped, signal, isSimulated: false });
    await expect(reading).rejects.toThrow('stopped');
    expect(skipped).toBeLessThan(lines.length / 2);
  });

  test('between many lines of one time', async () => {
    const bad = FIRST.replace(/"boards":.*/, '"boards":{"movers":}}');
    const file = fileOf([bad, ...Array.from({ length: 1000 }, () => FIRST)], 'day.ndjson.gz');
    const { signal, stop } = createStop();
    const index = await indexFiles([file], { onSkipped: stop, signal, isSimulated: false });
    await expect(index.read('day', Date.parse(`${DAY}T15:00:00Z`))).rejects.toThrow('stopped');
  });
});

test('a compressed session of five timeframes, 44 MB in any order, loses no line in any order of reading', async () => {
  const start = Date.parse(`${DAY}T15:00:00Z`);
  const padding = 'x'.repeat(400_000);
  const lines = Array.from({ length: 22 }, (_, minute) => new Date(start + minute * 60_000).toISOString());
  const all = TIMEFRAMES.flatMap((timeframe) => lines.map((asOf) => lineOf(asOf, 1, { timeframe, padding })));
  const shuffled = all.map((_, at) => all[(at * 137) % all.length] ?? '');
  const { path } = writeRecording(temporaryDirectory(), 'session.ndjson.gz', shuffled);
  const skipped = countSkipped();
  const file = { date: null, timeframe: 'day', path, isCompressed: true } as const;
  const { times, read, close } = await indexFiles([file], { ...skipped, isSimulated: false });
  const wanted = TIMEFRAMES.flatMap((timeframe) =>
    (times.get(timeframe) ?? []).map((time) => ({ timeframe, time })),
  );
  expect(wanted).toHaveLength(all.length);
  for (const { timeframe, time } of [...wanted, ...wanted.toReversed()])
    expect(await read(timeframe, time)).toMatchObject({ timeframe, time, raw: { padding } });
  close();
  expect(skipped.count()).toBe(0);
});
