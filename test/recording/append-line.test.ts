import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  type PathLike,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { maintain } from '../../src/recording/tidy.ts';
import { appendLine } from '../../src/recording/write.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { isWindows } from '../support/system.ts';

/** Each module imports the functions of Node by name: this has them find what a test has put in their place. */
function replace(change: () => void) {
  change();
  syncBuiltinESMExports();
}
afterEach(() => replace(() => vi.restoreAllMocks()));

const opened = await promises.open(devNull);
const handles: FileHandle = Object.getPrototypeOf(opened);
await opened.close();

/** Something comes before the next write; or the disk takes so many bytes of it, and something comes after that. */
function nextWrite({
  before = () => {},
  bytes: bytesTaken = Number.POSITIVE_INFINITY,
  after = () => {},
}: {
  before?: () => void;
  bytes?: number;
  after?: () => void;
}) {
  replace(() =>
    vi.spyOn(handles, 'write').mockImplementation(async function (this: FileHandle, bytes: Buffer) {
      replace(() => vi.restoreAllMocks());
      before();
      const buffer = bytes.subarray(0, bytesTaken);
      const bytesWritten = writeSync(this.fd, buffer);
      after();
      return { bytesWritten, buffer };
    } as FileHandle['write']),
  );
}

/** Compresses what is finished beside a day. */
function compressDays(directory: string) {
  const { signal } = new AbortController();
  const kept = { days: null, defaultDays: null, onRemoved: () => undefined };
  return maintain({ directory: dirname(directory), today: '2026-06-04', signal, ...kept });
}

/** A slow disk: something comes before each change of a name. */
function slowDown(before: (...paths: Array<PathLike>) => void | Promise<void>) {
  const { rename, unlink } = promises;
  const slow =
    (work: (...paths: Array<PathLike>) => Promise<void>) =>
    async (...paths: Array<PathLike>) => {
      await before(...paths);
      return work(...paths);
    };
  replace(() => {
    vi.spyOn(promises, 'rename').mockImplementation(slow(rename as never));
    vi.spyOn(promises, 'unlink').mockImplementation(slow(unlink as never));
  });
}

/** The lines of all files, sorted. */
function linesIn(directory: string): ReadonlyArray<string> {
  const texts = readdirSync(directory).map((name) => {
    const bytes = readFileSync(join(directory, name));
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  });
  return texts.join('').trimEnd().split('\n').toSorted();
}

const MOVED_AND_COMPRESSED = /^day\.[\da-f-]{36}\.ndjson\.gz$/;

function scene() {
  const directory = join(temporaryDirectory(), '2026-06-03');
  mkdirSync(directory);
  const file = join(directory, 'day.ndjson');
  const text = () => readFileSync(file, 'utf8');
  return { directory, file, text, append: (line: string) => appendLine(directory, 'day.ndjson', line) };
}

test('a line is written again where the file was moved away before it came', async () => {
  const { directory, file, text, append } = scene();
  await append('1\n');
  nextWrite({ before: () => renameSync(file, join(directory, 'moved')) });
  await append('2\n');
  await append('3\n');
  expect(text()).toBe('2\n3\n');
});

test('a file to which lines are appended while it is compressed loses none of them', async () => {
  const { directory, append } = scene();
  const lines: Array<string> = [];
  const appendOne = async () => {
    lines.push(`line ${lines.length}`);
    await append(`${lines.at(-1)}\n`);
  };
  await appendOne();
  slowDown(appendOne);
  await compressDays(directory);
  expect(linesIn(directory)).toEqual(lines);
  expect(readdirSync(directory)).toEqual(['day.ndjson', 'day.ndjson.gz']);
  expect(lines.length).toBeGreaterThan(3);
});

test('a compressed file that appears meanwhile is not replaced', async () => {
  const { directory, file, append } = scene();
  await append('1\n');
  slowDown(() => {
    if (!existsSync(`${file}.gz`)) writeFileSync(`${file}.gz`, gzipSync('other\n'));
  });
  await compressDays(directory);
  expect(linesIn(directory)).toEqual(['1', 'other']);
  expect(readdirSync(directory)).toEqual([expect.stringMatching(MOVED_AND_COMPRESSED), 'day.ndjson.gz']);
});

test.each([
  ['before', (path: string) => path.endsWith('.tmp')],
  ['after', (path: string) => /-[\da-f]{12}\.ndjson$/.test(path)],
])('a file that another watch takes over %s it is compressed is left to that one', async (_, isMoment) => {
  const { directory, append } = scene();
  await append('1\n');
  const other = 'day.0b5f4d0e-6d8c-4a52-9b1f-3f1c3a0b7d11.ndjson';
  slowDown((path) => {
    const [own = ''] = readdirSync(directory).filter((name) => name.endsWith('.ndjson'));
    if (isMoment(String(path))) renameSync(join(directory, own), join(directory, other));
  });
  await compressDays(directory);
  expect(readdirSync(directory)).toEqual([other]);
  replace(() => vi.restoreAllMocks());
  await compressDays(directory);
  expect(readdirSync(directory)).toEqual(['day.ndjson.gz']);
  expect(linesIn(directory)).toEqual(['1']);
});

describe('a disk that takes a part of a line', () => {
  test('has the part cut off', async () => {
    const { text, append } = scene();
    await append('1\n');
    nextWrite({ bytes: 4 });
    await expect(append('222222\n')).rejects.toThrow('disk full');
    expect(text()).toBe('1\n');
    await append('3\n');
    expect(text()).toBe('1\n3\n');
  });

  test('keeps it where another program has written behind it', async () => {
    const { file, text, append } = scene();
    await append('1\n');
    nextWrite({ bytes: 4, after: () => appendFileSync(file, '\n4\n') });
    await expect(append('222222\n')).rejects.toThrow('disk full');
    await append('3\n');
    expect(text()).toBe('1\n2222\n4\n3\n');
  });
});

test('a file stops growing at 500 MB', async () => {
  const { file, append } = scene();
  await append('1\n');
  truncateSync(file, 499_999_999);
  await expect(append('2\n')).rejects.toThrow('day.ndjson has reached 500 MB');
  expect(statSync(file).size).toBe(499_999_999);
});

test.skipIf(isWindows)(
  'a link in place of the file is not followed, also where the system has no option for that',
  async () => {
    const { file, append } = scene();
    const target = join(dirname(file), 'target');
    writeFileSync(target, '1\n');
    symlinkSync(target, file);
    await expect(append('2\n')).rejects.toThrow('day.ndjson is not a regular file');
    expect(readFileSync(target, 'utf8')).toBe('1\n');
  },
);

test.skipIf(isWindows)('a file that others may read is closed to them', async () => {
  const { file, append } = scene();
  writeFileSync(file, '1\n');
  chmodSync(file, 0o664);
  await append('2\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
