import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { type KeptDays, maintain } from '../../src/recording/tidy.ts';
import { createRecorder } from '../../src/recording/write.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { timeframeSnapshot } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
import { until } from '../support/wait.ts';

const TODAY = '2026-06-03';

/** A directory with these files; the content of each is its path and a line feed. */
function directoryWith(...paths: ReadonlyArray<string>): string {
  const directory = join(temporaryDirectory(), 'boards.example_443');
  mkdirSync(directory);
  for (const path of paths) {
    mkdirSync(join(directory, dirname(path)), { recursive: true });
    writeFileSync(join(directory, path), `${path}\n`);
  }
  return directory;
}

/** Files and days may be replaced or removed in between. */
function filesIn(directory: string): ReadonlyArray<string> {
  return readdirSync(directory, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesOfDay(directory, entry.name) : [entry.name]))
    .sort();
}

function filesOfDay(directory: string, date: string): ReadonlyArray<string> {
  try {
    return readdirSync(join(directory, date)).map((name) => `${date}/${name}`);
  } catch {
    return [];
  }
}

const run = (
  directory: string,
  {
    days = 2,
    defaultDays = null,
    today = TODAY,
    signal = new AbortController().signal,
  }: Partial<KeptDays & { readonly today: string; readonly signal: AbortSignal }> = {},
  onRemoved: (dates: ReadonlyArray<string>, days: number) => void = () => undefined,
) => maintain({ directory, days, defaultDays, today, signal, onRemoved });

describe('finished days', () => {
  test('lose what a compression that was ended has left', async () => {
    const remains = '2026-06-02/day.ndjson.0b5f4d0e-6d8c-4a52-9b1f-3f1c3a0b7d11.tmp';
    const own = '2026-06-02/notes.tmp';
    const directory = directoryWith('2026-06-02/day.ndjson', remains, own, '2026-06-03/day.ndjson');
    await run(directory);
    expect(filesIn(directory)).toEqual(['2026-06-02/day.ndjson.gz', own, '2026-06-03/day.ndjson']);
  });

  test('are compressed, and can be read as before', async () => {
    const directory = directoryWith(
      '2026-06-02/day.ndjson',
      '2026-06-02/swing.ndjson',
      '2026-06-03/day.ndjson',
    );
    await run(directory);
    expect(filesIn(directory)).toEqual([
      '2026-06-02/day.ndjson.gz',
      '2026-06-02/swing.ndjson.gz',
      '2026-06-03/day.ndjson',
    ]);
    const compressed = join(directory, '2026-06-02/day.ndjson.gz');
    expect(gunzipSync(readFileSync(compressed)).toString()).toBe('2026-06-02/day.ndjson\n');
    if (!isWindows) expect(statSync(compressed).mode & 0o777).toBe(0o600);
  });

  test('are compressed beside a compressed file, which stays as it is', async () => {
    const directory = directoryWith('2026-06-02/day.ndjson', '2026-06-02/day.ndjson.gz');
    await run(directory);
    const [added = '', existing = ''] = filesIn(directory);
    expect(added).toMatch(/^2026-06-02\/day\.[\da-f-]{36}\.ndjson\.gz$/);
    expect(gunzipSync(readFileSync(join(directory, added))).toString()).toBe('2026-06-02/day.ndjson\n');
    expect(readFileSync(join(directory, existing), 'utf8')).toBe('2026-06-02/day.ndjson.gz\n');
  });

  test('stay as they are when watch ends at once', async () => {
    const directory = directoryWith('2026-06-02/day.ndjson', '2026-05-01/day.ndjson');
    await run(directory, { signal: AbortSignal.abort() });
    expect(filesIn(directory)).toEqual(['2026-06-02/day.ndjson']);
  });

  test('that several watches compress at once lose nothing, and no empty file is left', async () => {
    for (let round = 0; round < 40; round++) {
      const directory = directoryWith('2026-06-02/day.ndjson', '2026-06-01/day.ndjson');
      await Promise.all([run(directory), run(directory), run(directory)]);
      const files = filesIn(directory).map((name) => readFileSync(join(directory, name)));
      const texts = files.map((bytes) => (bytes.length === 0 ? 'empty' : gunzipSync(bytes).toString()));
      expect(texts).toEqual(['2026-06-01/day.ndjson\n', '2026-06-02/day.ndjson\n']);
    }
  });
});

describe('old days', () => {
  const all = ['2026-05-31', '2026-06-01', '2026-06-02', TODAY, '2026-06-04'];

  test.each([
    [1, ['2026-06-02', TODAY, '2026-06-04']],
    [2, ['2026-06-01', '2026-06-02', TODAY, '2026-06-04']],
    [30, all],
    [null, all],
  ])('are removed %s days after their end, and named', async (days, dates) => {
    const directory = directoryWith(...all.map((date) => `${date}/day.ndjson.gz`));
    const removed: Array<string> = [];
    await run(directory, { days }, (names) => removed.push(...names));
    expect(readdirSync(directory)).toEqual(dates);
    expect(removed.toSorted()).toEqual(all.filter((date) => !dates.includes(date)));
  });

  test('that are marked are kept as long as recording by default says, the others as it was asked', async () => {
    const dates = ['2026-05-28', '2026-05-29', '2026-05-30', '2026-05-31', '2026-06-01', '2026-06-02'];
    const marked = ['2026-05-29', '2026-05-31', '2026-06-01'];
    const left = async (kept: KeptDays) => {
      const directory = directoryWith(
        ...dates.map((date) => `${date}/day.ndjson.gz`),
        ...marked.map((date) => `${date}/.default`),
      );
      const removed: Array<unknown> = [];
      await run(directory, kept, (names, after) => removed.push([after, names.toSorted()]));
      expect(removed.flatMap((each) => (each as [number, Array<string>])[1]).toSorted()).toEqual(
        dates.filter((date) => !existsSync(join(directory, date))),
      );
      return removed;
    };
    expect(await left({ days: null, defaultDays: null })).toEqual([]);
    expect(await left({ days: null, defaultDays: 2 })).toEqual([[2, ['2026-05-29', '2026-05-31']]]);
    expect(await left({ days: 5, defaultDays: 2 })).toEqual([
      [2, ['2026-05-29', '2026-05-31']],
      [5, ['2026-05-28']],
    ]);
    expect(await left({ days: 5, defaultDays: null })).toEqual([[5, ['2026-05-28']]]);
  });

  test.each([
    ['2026-06-01', '2026-05-28'],
    ['2026-06-02', '2026-05-29'],
    ['2026-06-03', '2026-06-01'],
    ['2026-05-31', '2026-05-28'],
  ])('that are marked are kept over a weekend: on %s from %s on', async (day, first) => {
    const dates = ['2026-05-27', '2026-05-28', '2026-05-29', '2026-05-30', '2026-05-31', '2026-06-01'];
    const directory = directoryWith(
      ...dates.flatMap((date) => [`${date}/day.ndjson.gz`, `${date}/.default`]),
    );
    await run(directory, { days: null, defaultDays: 2, today: day });
    expect(dates.filter((date) => existsSync(join(directory, date)))).toEqual(
      dates.filter((date) => date >= first),
    );
  });

  test('keep what recording has not written', async () => {
    const directory = directoryWith(
      '2026-01-01/day.ndjson',
      '2026-01-01/day.ndjson.gz',
      '2026-01-01/day.ndjson.0b5f4d0e-6d8c-4a52-9b1f-3f1c3a0b7d11.tmp',
      '2026-01-01/day.ndjson.bak',
      '2026-01-01/day.ndjson.gz.old',
      '2026-01-01/days.ndjson',
      '2026-01-01/notes.txt',
      '2026-01-02/swing.ndjson',
      'archive/day.ndjson',
    );
    await run(directory);
    expect(filesIn(directory)).toEqual([
      '2026-01-01/day.ndjson.bak',
      '2026-01-01/day.ndjson.gz.old',
      '2026-01-01/days.ndjson',
      '2026-01-01/notes.txt',
      'archive/day.ndjson',
    ]);
    expect(existsSync(join(directory, '2026-01-02'))).toBe(false);
  });

  test('are not compressed after their removal, while another process still reads them (Windows)', async () => {
    const directory = directoryWith('2026-01-01/day.ndjson');
    await run(directory, {}, () => {
      mkdirSync(join(directory, '2026-01-01'));
      writeFileSync(join(directory, '2026-01-01', 'day.ndjson'), '');
    });
    expect(filesIn(directory)).toEqual(['2026-01-01/day.ndjson']);
  });

  test('that cannot be removed are one error, and the others are tidied up', async () => {
    const directory = directoryWith(
      '2026-01-01/swing.ndjson',
      '2026-06-02/day.ndjson/x',
      '2026-06-02/swing.ndjson',
    );
    const locked = join(directory, '2026-01-01');
    chmodSync(locked, 0o500);
    const tidied = run(directory);
    // The superuser may write everywhere, and on Windows everybody may.
    if (isWindows || process.getuid?.() === 0) await tidied;
    else await expect(tidied).rejects.toMatchObject({ code: 'EACCES' });
    if (existsSync(locked)) chmodSync(locked, 0o700);
    expect(filesIn(directory)).toContain('2026-06-02/swing.ndjson.gz');
  });
});

describe('a recorder', () => {
  const noon = Date.parse('2026-06-03T16:00:00Z');

  function scene(service: string, isSimulated = false) {
    const directory = isSimulated ? join(dirname(service), 'sandbox-boards.example_443') : service;
    if (isSimulated) renameSync(service, directory);
    const clock = { time: noon, now: () => clock.time };
    const problems: Array<string> = [];
    const recorder = createRecorder(
      {
        parent: dirname(directory),
        baseUrl: 'https://boards.example',
        hasSimulated: isSimulated,
        days: 2,
        defaultDays: null,
        isDefault: false,
        clock,
        render: ({ asOf }) => `{"asOf":"${asOf}"}\n`,
      },
      { note: (text) => problems.push(text) },
    );
    const append = (asOf: string) =>
      recorder.append({ ...timeframeSnapshot('day', {}, { asOf }), isSimulated });
    const becomes = (...files: ReadonlyArray<string>) =>
      until(
        () => JSON.stringify(filesIn(directory)) === JSON.stringify(files),
        () => filesIn(directory).join(),
      );
    return { clock, recorder, append, becomes, problems };
  }

  test('tidies up at its first snapshot, and when a day begins in New York', async () => {
    const directory = directoryWith('2026-05-01/day.ndjson', '2026-06-02/day.ndjson');
    const { clock, append, becomes, problems } = scene(directory);
    await append('2026-06-03T16:00:00Z');
    await becomes('2026-06-02/day.ndjson.gz', '2026-06-03/day.ndjson');
    clock.time = Date.parse('2026-06-04T03:59:00Z');
    await append('2026-06-04T03:59:00Z');
    clock.time = Date.parse('2026-06-04T04:00:00Z');
    await append('2026-06-04T04:00:00Z');
    await becomes('2026-06-02/day.ndjson.gz', '2026-06-03/day.ndjson.gz', '2026-06-04/day.ndjson');
    clock.time = Date.parse('2026-06-05T16:00:00Z');
    await append('2026-06-05T16:00:00Z');
    await becomes('2026-06-03/day.ndjson.gz', '2026-06-04/day.ndjson.gz', '2026-06-05/day.ndjson');
    expect(problems).toEqual([
      'removed recordings older than 2 days (set by record): 2026-05-01',
      'removed recordings older than 2 days (set by record): 2026-06-02',
    ]);
  });

  test('begins the days of simulated data in New York, too', async () => {
    const { clock, append, becomes } = scene(directoryWith('2026-06-03/day.ndjson'), true);
    await append('2026-06-04T03:59:00Z');
    await becomes('2026-06-03/day.ndjson');
    clock.time = Date.parse('2026-06-04T04:00:00Z');
    await append('2026-06-04T04:00:00Z');
    await becomes('2026-06-03/day.ndjson.gz', '2026-06-04/day.ndjson');
  });

  test.each([
    ['the clock', '2036-06-03T16:00:00Z', '2026-06-03T16:00:00Z', '2026-06-03'],
    ['the service', '2026-06-03T16:00:00Z', '2036-06-03T16:00:00Z', '2036-06-03'],
  ])('removes nothing when only %s is ten years ahead', async (_, now, asOf, date) => {
    const { clock, append, becomes } = scene(directoryWith('2026-06-01/day.ndjson'));
    clock.time = Date.parse(now);
    await append(asOf);
    await becomes('2026-06-01/day.ndjson.gz', `${date}/day.ndjson`);
  });

  test('names the first cause if it cannot tidy up, and does the rest', async () => {
    const directory = directoryWith('2026-06-01/day.ndjson', '2026-06-02/day.ndjson');
    const { append, recorder, becomes, problems } = scene(directory);
    const failure = Object.assign(new Error('rename failed'), { code: 'EIO', syscall: 'rename' });
    vi.spyOn(promises, 'rename').mockRejectedValueOnce(failure);
    syncBuiltinESMExports();
    await append('2026-06-03T16:00:00Z');
    await becomes('2026-06-01/day.ndjson.gz', '2026-06-02/day.ndjson', '2026-06-03/day.ndjson');
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await recorder.close();
    expect(problems).toEqual([`cannot remove or compress old recordings: EIO in ${directory}`]);
  });

  test('appends to a day that is compressed already in a file of its own', async () => {
    const { append, becomes } = scene(directoryWith('2026-06-02/day.ndjson'));
    await append('2026-06-03T16:00:00Z');
    await becomes('2026-06-02/day.ndjson.gz', '2026-06-03/day.ndjson');
    await append('2026-06-02T16:00:00Z');
    await becomes('2026-06-02/day.ndjson', '2026-06-02/day.ndjson.gz', '2026-06-03/day.ndjson');
  });
});
