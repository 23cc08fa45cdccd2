import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createRecorder } from '../../src/recording/write.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { ranked, timeframeSnapshot } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';

const at = (asOf: string | null) => timeframeSnapshot('day', {}, { asOf });
const MORNING = '2026-06-03T14:30:00.000Z';

function scene({
  directory = join(temporaryDirectory(), 'data', 'boards.example_443'),
  isDefault = false,
} = {}) {
  const problems: Array<string> = [];
  const changes: Array<number | null> = [];
  const recorder = createRecorder(
    {
      parent: dirname(directory),
      baseUrl: 'https://boards.example',
      hasSimulated: true,
      days: 30,
      defaultDays: null,
      isDefault,
      clock: { now: () => Date.parse(MORNING) },
      render: ({ raw }) => `${JSON.stringify(raw)}\n`,
    },
    { note: (text) => problems.push(text), change: (lost) => changes.push(lost) },
  );
  const file = join(directory, '2026-06-03', 'day.ndjson');
  /** `asOf` of each line; the text of a line that is not JSON. */
  const lines = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        try {
          return JSON.parse(line).asOf;
        } catch {
          return line;
        }
      });
  return { directory, problems, recorder, append: recorder.append, changes, file, lines };
}

describe('a recorder', () => {
  test('appends each snapshot to the file of its timeframe and day', async () => {
    const { directory, append, lines } = scene();
    await append(at(MORNING));
    await append(at('2026-06-03T14:31:00.000Z'));
    await append(at('2026-06-04T03:59:00.000Z'));
    await append(at('2026-06-04T04:00:00.000Z'));
    await append(timeframeSnapshot('swing', {}, { asOf: MORNING, timeframe: '../../../etc' }));
    await append({ ...at('2026-06-04T03:59:00.000Z'), timeframe: 'scalp', isSimulated: true });
    expect(lines()).toEqual([MORNING, '2026-06-03T14:31:00.000Z', '2026-06-04T03:59:00.000Z']);
    expect(readdirSync(directory).sort()).toEqual(['2026-06-03', '2026-06-04']);
    expect(readdirSync(join(directory, '2026-06-03')).sort()).toEqual(['day.ndjson', 'swing.ndjson']);
    expect(readdirSync(join(directory, '2026-06-04'))).toEqual(['day.ndjson']);
    const simulated = join(dirname(directory), 'sandbox-boards.example_443');
    expect(readdirSync(join(simulated, '2026-06-03'))).toEqual(['scalp.ndjson']);
  });

  test.each([null, 'yesterday', '../../x'])('leaves out a snapshot with the time %j', async (asOf) => {
    const { directory, append, problems } = scene();
    await append(at(asOf));
    expect({ exists: existsSync(directory), problems }).toEqual({ exists: false, problems: [] });
  });

  test('begins a new line behind a torn one, and does not extend or delete it', async () => {
    const { append, file, lines } = scene();
    await append(at(MORNING));
    appendFileSync(file, '{"asOf":"2026-06-03T14:3');
    await append(at('2026-06-03T14:32:00.000Z'));
    await append(at('2026-06-03T14:33:00.000Z'));
    expect(lines()).toEqual([
      MORNING,
      '{"asOf":"2026-06-03T14:3',
      '2026-06-03T14:32:00.000Z',
      '2026-06-03T14:33:00.000Z',
    ]);
  });

  test('shares a file with another one, and appends nothing that the last line has', async () => {
    const { directory, append, lines } = scene();
    const other = scene({ directory }).recorder;
    for (let minute = 10; minute < 60; minute++) {
      await append(at(`2026-06-03T14:${minute}:00.000Z`));
      await other.append(at(`2026-06-03T14:${minute}:00.000Z`));
    }
    expect(lines()).toEqual(Array.from({ length: 50 }, (_, index) => `2026-06-03T14:${index + 10}:00.000Z`));
  });

  test.each([
    ['fewer rows', 'AAA', 'AAA BBB', 2],
    ['more rows', 'AAA BBB', 'AAA', 1],
    ['as many rows, of other symbols', 'AAA', 'BBB', 1],
  ])('compares with a last line of %s', async (_, before, after, count) => {
    const { append, lines } = scene();
    for (const movers of [before, after])
      await append(timeframeSnapshot('day', { movers: ranked(movers) }, { asOf: MORNING }));
    expect(lines()).toEqual(Array(count).fill(MORNING));
  });

  test('appends behind a last line that is long, torn or no snapshot', async () => {
    const { append, file, lines } = scene();
    await append(at(MORNING));
    for (const text of [
      `${'x'.repeat(400_000)}\n`,
      `{"asOf":"${MORNING}"}\n`,
      readFileSync(file, 'utf8').trimEnd(),
    ]) {
      appendFileSync(file, text);
      await append(at(MORNING));
    }
    expect(lines().filter((line) => line === MORNING)).toHaveLength(6);
  });

  test.skipIf(isWindows).each([0o000, 0o022, 0o077])(
    'keeps its files to the user with the umask %s',
    async (mask) => {
      const before = process.umask(mask);
      try {
        const { directory, append, file } = scene();
        await append(at(MORNING));
        const modeOf = (path: string) => statSync(path).mode & 0o777;
        expect(modeOf(file)).toBe(0o600);
        for (const path of [dirname(file), directory, dirname(directory)]) expect(modeOf(path)).toBe(0o700);
      } finally {
        process.umask(before);
      }
    },
  );
});

describe('a data directory that cannot be written', () => {
  const block: Readonly<Record<string, (directory: string) => void>> = {
    'is a file': (directory) => {
      mkdirSync(dirname(directory), { recursive: true });
      writeFileSync(directory, '');
    },
    'lies below a file': (directory) => writeFileSync(dirname(directory), ''),
    'is a dangling link': (directory) => {
      mkdirSync(dirname(directory), { recursive: true });
      symlinkSync(join(directory, '..', '..', 'nowhere', 'else'), directory);
    },
    'has a directory in place of the file': (directory) =>
      mkdirSync(join(directory, '2026-06-03', 'day.ndjson'), { recursive: true }),
    'has a link in place of the file': (directory) => {
      mkdirSync(join(directory, '2026-06-03'), { recursive: true });
      symlinkSync(join(directory, 'target'), join(directory, '2026-06-03', 'day.ndjson'));
    },
    'has a link in place of the day': (directory) => {
      mkdirSync(directory, { recursive: true });
      symlinkSync(temporaryDirectory(), join(directory, '2026-06-03'));
    },
    'has a named pipe in place of the file': (directory) => {
      mkdirSync(join(directory, '2026-06-03'), { recursive: true });
      execFileSync('mkfifo', [join(directory, '2026-06-03', 'day.ndjson')]);
    },
    'has a device in place of the file': (directory) => {
      mkdirSync(join(directory, '2026-06-03'), { recursive: true });
      symlinkSync('/dev/full', join(directory, '2026-06-03', 'day.ndjson'));
    },
  };

  test.for(Object.keys(block))(
    'because it %s is one notice, and recording resumes when it can',
    async (name, { skip }) => {
      skip(isWindows && / (link|pipe|device)\b/.test(name), 'needs Unix');
      const { directory, append, problems, lines } = scene();
      block[name]?.(directory);
      for (let i = 0; i < 3; i++) await append(at(MORNING));
      expect(problems).toEqual([
        expect.stringMatching(
          /^not recording: (?:E[A-Z]+|day\.ndjson is not a regular file|2026-06-03 is a symbolic link) in (?:\/|[A-Z]:\\).*; boards tries again with each snapshot$/,
        ),
      ]);
      rmSync(dirname(directory), { recursive: true });
      await append(at('2026-06-03T14:33:00.000Z'));
      expect(lines()).toEqual(['2026-06-03T14:33:00.000Z']);
      expect(problems).toHaveLength(1);
      rmSync(dirname(directory), { recursive: true });
      block[name]?.(directory);
      await append(at(MORNING));
      expect(problems).toEqual([problems[0], problems[0]]);
    },
  );

  test('is no news to somebody who has not asked for a recording', async () => {
    const { directory, append, problems, lines } = scene({ isDefault: true });
    block['is a file']?.(directory);
    await append(at(MORNING));
    rmSync(dirname(directory), { recursive: true });
    await append(at(MORNING));
    expect({ lines: lines(), problems }).toEqual({ lines: [MORNING], problems: [] });
  });
});

describe('a disk that hangs', () => {
  /** An operation, such as opening a file, takes until the returned function is called. */
  function hang(name: 'open' | 'readdir' = 'open'): () => void {
    const { [name]: call } = promises;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.spyOn(promises, name).mockImplementation(async (...args: ReadonlyArray<unknown>) => {
      await answered;
      return Reflect.apply(call, promises, args);
    });
    syncBuiltinESMExports();
    return answer;
  }
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const MINUTES = Array.from({ length: 40 }, (_, minute) => `2026-06-03T14:${minute + 10}:00.000Z`);

  test('is behind from the second snapshot of a timeframe on, and gets all of them in order', async () => {
    const { recorder, append, problems, changes, lines } = scene();
    const answer = hang();
    const swing = timeframeSnapshot('swing', {}, { asOf: MORNING });
    const appended = [append(at(MINUTES[0] ?? '')), append(swing)];
    expect({ problems, changes, waiting: recorder.waiting() }).toEqual({
      problems: [],
      changes: [],
      waiting: 2,
    });
    appended.push(...MINUTES.slice(1).map((asOf) => append(at(asOf))));
    expect(problems).toEqual(['3 snapshots wait to be recorded: the disk is too slow']);
    expect(changes.at(-1)).toBe(39 * 60_000);
    answer();
    await Promise.all(appended);
    expect(lines()).toEqual(MINUTES);
    expect({ problems: problems.length, last: changes.at(-1), waiting: recorder.waiting() }).toEqual({
      problems: 1,
      last: null,
      waiting: 0,
    });
  });

  test('does not keep snapshots waiting while old days are removed and compressed, which its end waits for', async () => {
    const { recorder, append, problems, changes, lines } = scene();
    const answer = hang('readdir');
    const ended = vi.fn();
    for (const asOf of MINUTES.slice(0, 3)) await append(at(asOf));
    expect(lines()).toEqual(MINUTES.slice(0, 3));
    expect({ problems, changes }).toEqual({ problems: [], changes: [null, null, null] });
    const closed = recorder.close().then(ended);
    await new Promise(setImmediate);
    expect(ended).not.toHaveBeenCalled();
    answer();
    await closed;
  });

  test('loses the oldest snapshots that wait where they are too many, and says so once', async () => {
    const { append, problems, changes, lines } = scene();
    const answer = hang();
    const padding = 'x'.repeat(1024 * 1024);
    const appended = MINUTES.map((asOf) => append(timeframeSnapshot('day', {}, { asOf, padding })));
    expect(problems).toEqual([
      '2 snapshots wait to be recorded: the disk is too slow',
      '15 snapshots wait to be recorded: the disk is too slow; older ones are lost',
    ]);
    expect(changes.at(-1)).toBe(39 * 60_000);
    answer();
    await Promise.all(appended);
    expect(lines()).toEqual([MINUTES[0], ...MINUTES.slice(-14)]);
    expect(changes.at(-1)).toBeNull();
  });
});

test.for<[errno: number | undefined, cause: string]>([
  [constants.errno.ESTALE, 'stale file handle (ESTALE)'],
  [999, 'errno 999'],
])('an error %s of the system without a name in Node is named', async ([errno, cause], { skip }) => {
  if (errno === undefined) return skip('Windows has no such error');
  const { directory, append, problems } = scene();
  const error = new Error('open failed');
  const failure = Object.assign(error, {
    errno: -errno,
    code: `Unknown system error -${errno}`,
    syscall: 'open',
  });
  vi.spyOn(promises, 'open').mockRejectedValueOnce(failure);
  syncBuiltinESMExports();
  await append(at(MORNING));
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  expect(problems).toEqual([
    `not recording: ${cause} in ${directory}; boards tries again with each snapshot`,
  ]);
});
