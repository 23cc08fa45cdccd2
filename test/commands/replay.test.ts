import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { rowOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const DAY = '2026-06-03';
const NOW = Date.parse('2026-06-05T16:00:00Z');
const SERVICE = 'boards.example_443';

const at = (minute: number, date = DAY) =>
  new Date(Date.parse(`${date}T14:00:00Z`) + minute * 60_000).toISOString();

function line(minute: number, symbols: string, fields: { readonly [key: string]: unknown } = {}, date = DAY) {
  const movers = symbols.split(' ').map((symbol, index) => rowOf({ rank: index + 1, symbol }));
  return lineOf(at(minute, date), 0, { topPlay: null, boards: { movers }, ...fields });
}

/** BBB enters, AAA leaves, CCC enters. */
const LINES = [line(0, 'AAA'), line(1, 'AAA BBB'), line(2, 'BBB'), line(3, 'BBB CCC')];

function recorded(files: Readonly<Record<string, ReadonlyArray<string> | Uint8Array>>, service = SERVICE) {
  const data = temporaryDirectory();
  for (const [name, lines] of Object.entries(files)) writeRecording(join(data, service), name, lines);
  return data;
}

const ONE_DAY = { [`${DAY}/day.ndjson`]: LINES };

function replay(args: string, data: string, options: WorldOptions = {}) {
  const env = { BOARDS_DATA_DIR: data, BOARDS_API_KEY: undefined, TZ: 'UTC', ...options.env };
  return runCli(`replay ${args}`, { columns: 100, clock: createFakeClock(NOW), ...options, env });
}

const asOfs = (stdout: string) => parsed(stdout).map(({ asOf }) => asOf);
const parsed = (stdout: string): ReadonlyArray<Record<string, unknown>> =>
  stdout === ''
    ? []
    : stdout
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text));
const changes = (stdout: string) =>
  parsed(stdout).map(({ type, symbol, timeframe }) => `${timeframe} ${type} ${symbol}`);

describe('boards replay', () => {
  test('--json prints the recorded lines, without a key and without a request', async () => {
    const { exitCode, stdout, stderr, world } = await replay('--json', recorded(ONE_DAY));
    expect({ exitCode, requests: world.requests }).toEqual({ exitCode: 0, requests: [] });
    expect(stdout).toBe(`${LINES.join('\n')}\n`);
    expect(stderr).toMatch(
      /^note: RECORDED: data from 2026-06-03 \d\d:00:00 \S+ to 2026-06-03 \d\d:03:00 \S+\n$/,
    );
  });

  test('plays the last recorded day, or the day of a date', async () => {
    const data = recorded({ ...ONE_DAY, '2026-06-04/day.ndjson.gz': [line(0, 'ZZZ', {}, '2026-06-04')] });
    expect(asOfs((await replay('--json', data)).stdout)).toEqual([at(0, '2026-06-04')]);
    expect(asOfs((await replay(`${DAY} --json`, data)).stdout)).toEqual([0, 1, 2, 3].map((each) => at(each)));
  });

  test('plays the last day of any timeframe, or of the chosen one', async () => {
    const swing = [line(0, 'ZZZ', { timeframe: 'swing' }, '2026-06-04')];
    const data = recorded({ ...ONE_DAY, '2026-06-04/swing.ndjson': swing });
    expect(asOfs((await replay('--json', data)).stdout)).toEqual([at(0, '2026-06-04')]);
    expect(asOfs((await replay('-t day --json', data)).stdout)).toEqual([0, 1, 2, 3].map((each) => at(each)));
  });

  test('merges several timeframes by their times', async () => {
    const swing = [line(0.5, 'AAA', { timeframe: 'swing' }), line(2.5, 'DDD', { timeframe: 'swing' })];
    const data = recorded({ ...ONE_DAY, [`${DAY}/swing.ndjson`]: swing });
    const { stdout } = await replay('-t swing,day --json', data);
    expect(asOfs(stdout)).toEqual([0, 0.5, 1, 2, 2.5, 3].map((each) => at(each)));
    const events = await replay('-t swing,day --events', data);
    expect(changes(events.stdout)).toContain('swing entered DDD');
    const one = await replay('-t swing --json', data);
    expect(asOfs(one.stdout)).toEqual([at(0.5), at(2.5)]);
  });

  test.each([
    ['as the program writes them', (text: string) => text],
    [
      'with the timeframe at the end',
      (text: string) => {
        const { timeframe, ...fields } = JSON.parse(text);
        return JSON.stringify({ ...fields, timeframe });
      },
    ],
  ])('skips lines of another timeframe than their file, %s, and counts them', async (_, written) => {
    const others = [1.5, 2.5].map((minute) => written(line(minute, 'SWG', { timeframe: 'swing' })));
    const unnamed = line(4, 'BBB', { timeframe: null });
    const data = recorded({ [`${DAY}/day.ndjson`]: [others[0] ?? '', ...LINES, others[1] ?? '', unnamed] });
    const { stdout, stderr } = await replay('-t day --json', data);
    expect(asOfs(stdout)).toEqual([0, 1, 2, 3, 4].map((minute) => at(minute)));
    expect(stderr).toContain('note: skipped 2 invalid lines of the recording\n');
    const events = await replay('-t day --events', data);
    expect(changes(events.stdout).filter((change) => change.endsWith('SWG'))).toEqual([]);
    const env = { BOARDS_DATA_DIR: data, TZ: 'UTC' };
    const world = { columns: 100, clock: createFakeClock(NOW), env };
    const history = await runCli(`history SWG AAA --day ${DAY} --json`, world);
    expect(history.stderr).toContain('skipped 2 invalid lines');
    const [ofOther] = JSON.parse(history.stdout);
    expect(ofOther.points.map(({ boards }: { boards: number }) => boards)).toEqual([0, 0, 0, 0, 0]);
    const shown = await runCli(`boards --at ${at(2.9)} --json`, world);
    expect(JSON.parse(shown.stdout).asOf).toBe(at(2));
  });

  test('without a base URL, dates are errors, but files and the sandbox work', async () => {
    const env = { BOARDS_BASE_URL: undefined };
    expect(await replay('', recorded(ONE_DAY), { env })).toMatchObject({ exitCode: 3 });
    const file = writeRecording(temporaryDirectory(), 'x.ndjson', LINES);
    expect(await replay(`${file.path} --json`, temporaryDirectory(), { env })).toMatchObject({ exitCode: 0 });
  });
});

describe('boards replay --from', () => {
  /** Returns the local time of a minute. */
  const shown = (minute: number, date = DAY) => {
    const time = new Date(at(minute, date));
    return `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`;
  };

  test.each([
    ['a time of its day', shown(2), [2, 3]],
    ['a time between two snapshots', `${shown(1)}:30`, [2, 3]],
    ['a time with a zone', at(1), [1, 2, 3]],
    ['a duration before its end', '1m', [2, 3]],
    ['a duration with the word ago', '1mago', [2, 3]],
    ['a duration longer than it', '20h', [0, 1, 2, 3]],
    ['a time before it', shown(-60), [0, 1, 2, 3]],
    ['its last time', shown(3), [3]],
  ])('%s', async (_, from, minutes) => {
    const { exitCode, stdout } = await replay(`--json --from ${from}`, recorded(ONE_DAY));
    expect(exitCode).toBe(0);
    expect(asOfs(stdout)).toEqual(minutes.map((minute) => at(minute)));
  });

  test('snapshots before it cause no events', async () => {
    const { stdout } = await replay(`--events --from ${shown(2)}`, recorded(ONE_DAY));
    expect(changes(stdout)).toEqual(['day entered CCC', 'day confluence CCC']);
  });

  test('in a recording that continues after midnight, the time means the day with snapshots', async () => {
    const long = Array.from({ length: 20 }, (_, hour) => line(hour * 60 - 600, 'AAA'));
    const data = recorded({ [`${DAY}/day.ndjson`]: long });
    for (const minute of [-540, 0, 300]) {
      const { stdout } = await replay(`--json --from ${shown(minute)}`, data);
      expect(asOfs(stdout)[0]).toBe(at(minute));
    }
  });
});

describe('boards replay of a file', () => {
  const write = (name: string, lines: ReadonlyArray<string> | Uint8Array) =>
    writeRecording(temporaryDirectory(), name, lines).path;
  const nothing = temporaryDirectory();
  const swing = line(1, 'DDD', { timeframe: 'swing' });

  test.each(['day.ndjson', 'watched.ndjson.gz', 'deep/plain.txt'])('%s', async (name) => {
    const { exitCode, stdout } = await replay(`${write(name, LINES)} --json`, nothing);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`${LINES.join('\n')}\n`);
  });

  test('takes its timeframes from the lines, even if several have the same time', async () => {
    const path = write('mixed.ndjson', [LINES[0] ?? '', swing, ...LINES.slice(1)]);
    const { stdout } = await replay(`${path} --json`, nothing, { env: { BOARDS_TIMEFRAME: 'scalp' } });
    expect(parsed(stdout).map(({ timeframe }) => timeframe)).toEqual(['day', 'day', 'swing', 'day', 'day']);
    const one = await replay(`${path} -t swing --json`, nothing);
    expect(one.stdout).toBe(`${swing}\n`);
    const none = await replay(`${path} -t scalp --json`, nothing);
    expect(none).toMatchObject({ exitCode: 10, stdout: '' });
    expect(none.stderr).toContain('Timeframes in the file: day, swing.');
  });

  test('lines without a timeframe have the timeframe in the name of the file', async () => {
    const path = write('swing.ndjson', [line(0, 'AAA', { timeframe: undefined }), line(1, 'BBB')]);
    const { stdout } = await replay(`${path} -t swing --json`, nothing);
    expect(asOfs(stdout)).toEqual([at(0)]);
  });

  test.each([
    ['./sandbox-tests/day.ndjson', 'a directory like those of simulated data'],
    ['./sandbox-1/2026-06-03/copy.ndjson', 'a copy beside a day file'],
    ['./copies/2026-06-03/day.ndjson', 'a directory that is no service'],
    ['./saved.ndjson', 'output of watch --json'],
  ])('%s, %s, is labelled ORIGIN UNKNOWN, because it does not say if it is simulated', async (name) => {
    const data = recorded({ [name]: LINES }, '.');
    const tables = await replay(`--no-plain ${join(data, name)}`, data);
    expect(tables.stdout.match(/RECORDED \S+ \S+ UTC · ORIGIN UNKNOWN/g)).toHaveLength(4);
    const plain = await replay(join(data, name), data);
    expect(plain.stdout.split('\n')[0]).toMatch(/UTC {2}RECORDED {2}ORIGIN UNKNOWN$/);
    expect(tables.stdout + tables.stderr).not.toContain('SANDBOX');
    const narrow = await replay(`--no-plain ${join(data, name)}`, data, { columns: 30 });
    expect(narrow.stdout).toMatch(/RECORDED/);
    expect(narrow.stdout).toMatch(/ORIGIN (?:UNKNOWN|\?) *$/m);
    const json = await replay(`${join(data, name)} --json --quiet`, data);
    expect(json.stderr).toMatch(
      /^note: ORIGIN UNKNOWN: the file does not say whether its data is simulated\nnote: RECORDED: /,
    );
  });

  test('a day file of a service is not simulated', async () => {
    const data = recorded(ONE_DAY);
    const path = join(data, SERVICE, DAY, 'day.ndjson');
    const { stdout } = await replay(path, data);
    expect(stdout).toMatch(/as of 2026-06-03 \S+ UTC {2}RECORDED$/m);
    expect(stdout).not.toMatch(/SANDBOX|ORIGIN/);
  });

  test.each(['sandbox', 'sandbox-localhost_8787'])('below %s is labelled SANDBOX', async (service) => {
    const data = recorded(ONE_DAY, service);
    const path = join(data, service, DAY, 'day.ndjson');
    const { stdout } = await replay(path, nothing);
    expect(stdout).toMatch(/RECORDED .* SANDBOX/);
    const json = await replay(`${path} --json --quiet`, nothing);
    expect(json.stderr).toMatch(/^note: SANDBOX: simulated data\nnote: RECORDED: /);
  });

  test.each([
    ['a missing file', './no-such.ndjson', 2],
    ['a missing file without a path', 'no-such.ndjson.gz', 2],
    ['a directory', `${temporaryDirectory()}/`, 2],
    ['a file without snapshots', write('notes.ndjson', ['{"asOf":"2026-06-03T14:30:00Z"}', 'x']), 10],
    ['an empty file', write('empty.ndjson', []), 10],
    [
      'a file with boards that are none',
      write('none.ndjson', ['{"asOf":"2026-06-03T14:30:00Z","boards":5}']),
      10,
    ],
    [
      'a file of broken lines only',
      write('broken.ndjson', ['{"asOf":"2026-06-03T14:30:00Z","boards":{"movers":}}']),
      10,
    ],
  ])('%s: exit %s', async (_, path, exitCode) => {
    const ended = await replay(`${path} --json`, nothing);
    expect(ended).toMatchObject({ exitCode, stdout: '' });
  });

  test.each(['NO-SUCH.NDJSON', 'met.jsonl', 'MET.JSONL.GZ', 'C:\\met.txt', '.\\met.txt'])(
    'is the meaning of %s',
    async (path) => {
      const { stderr } = await replay(path, nothing);
      expect(stderr).toContain(`error: no such file: ${path}\n`);
    },
  );

  test('is played in order of time with each snapshot once, whatever the order of its lines', async () => {
    const minutes = Array.from({ length: 100 }, (_, minute) => minute);
    const day = minutes.map((minute) => line(minute, 'AAA'));
    const next = minutes.map((minute) => line(minute, 'AAA', {}, '2026-06-04'));
    const cases = [
      { lines: [...next, ...day], expected: [...day, ...next] },
      { lines: [...day.slice(60), ...day.slice(0, 60)], expected: day },
      { lines: [...day, ...day], expected: day },
      { lines: day.toReversed(), expected: day },
    ];
    for (const { lines, expected } of cases) {
      const { stdout, stderr } = await replay(`${write('day.ndjson', lines)} --json`, nothing);
      expect(stdout).toBe(`${expected.join('\n')}\n`);
      expect(stderr).not.toContain('skipped');
    }
  });

  test('that is hostile is played without its invalid lines, with one note that counts them', async () => {
    const good = LINES.map((text, index) => (index === 1 ? `${text}\r` : text));
    const lines = [
      `\uFEFF${good[0]}`,
      'garbage',
      '{"some":"JSON"}',
      '{"asOf":"2026-06-03T14:00:30Z","boards":"none"}',
      ...good.slice(1),
      line(0, 'LATE', {}, '2026-06-02'),
      '{"asOf":"2026-06-03T14:09:00Z","boards":{"movers":[',
    ];
    const { exitCode, stdout, stderr } = await replay(`${write('day.ndjson', lines)} --json`, nothing);
    expect(exitCode).toBe(0);
    expect(asOfs(stdout)).toEqual([at(0, '2026-06-02'), ...[0, 1, 2, 3].map((each) => at(each))]);
    expect(stderr).toMatch(
      /^note: ORIGIN.*\nnote: RECORDED.*\nnote: skipped 4 invalid lines of the recording\n$/,
    );
  });

  // Windows has no ENOTDIR and reports the file as missing.
  test.skipIf(isWindows)('that cannot be read is an error', async () => {
    const path = join(temporaryDirectory(), 'x');
    mkdirSync(path);
    writeFileSync(join(path, 'file'), '');
    const { exitCode, stderr } = await replay(`${path}/file/day.ndjson`, nothing);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(': ENOTDIR\n');
  });
});

describe('boards replay --sandbox', () => {
  const clock = () => createFakeClock(Date.parse('2026-06-05T04:05:30Z'));

  test('computes the market day so far, one snapshot a minute, and is labelled', async () => {
    const { exitCode, stdout, stderr } = await replay('--sandbox --json', temporaryDirectory(), {
      clock: clock(),
    });
    expect(exitCode).toBe(0);
    expect(asOfs(stdout)).toEqual([0, 1, 2, 3, 4, 5].map((minute) => `2026-06-05T04:0${minute}:00.000Z`));
    expect(stderr).toMatch(/^note: SANDBOX: simulated data\nnote: RECORDED: data from 2026-06-0\d /);
  });

  test.each([
    ['2026-06-05', 0],
    // The evening of this day is within the last four hours.
    ['2026-06-04', 0],
    ['2026-06-03', 10],
    ['./day.ndjson', 2],
  ])('of %s: exit %d', async (name, exitCode) => {
    const ended = await replay(`${name} --sandbox --from 1m --events`, temporaryDirectory(), {
      clock: clock(),
    });
    expect(ended.exitCode).toBe(exitCode);
  });
});

describe('boards replay FROM..TO', () => {
  const dates = ['2026-06-01', '2026-06-02', '2026-06-04', '2026-06-05'];
  /** The third day is unreadable. */
  const days = recorded({
    ...Object.fromEntries(
      dates.map((date) => [`${date}/day.ndjson`, [line(0, 'AAA', {}, date), line(1, 'BBB', {}, date)]]),
    ),
    '2026-06-02/swing.ndjson.gz': [line(0.5, 'CCC', { timeframe: 'swing' }, '2026-06-02')],
    '2026-06-03/day.ndjson': ['garbage'],
  });

  test('prints several days in order of time, with one label', async () => {
    const { stdout, stderr } = await replay('2026-06-01..2026-06-04 --json', days);
    const minutes = [
      ['2026-06-01', 0],
      ['2026-06-01', 1],
      ['2026-06-02', 0],
      ['2026-06-02', 0.5],
      ['2026-06-02', 1],
      ['2026-06-04', 0],
      ['2026-06-04', 1],
    ] as const;
    expect(asOfs(stdout)).toEqual(minutes.map(([date, minute]) => at(minute, date)));
    expect(stderr).toBe(
      'note: RECORDED: data from 2026-06-01 14:00:00 UTC to 2026-06-04 14:01:00 UTC\nnote: skipped 1 invalid line of the recording\n',
    );
  });

  test('compares each day with the previous one, and begins at --from on the first day', async () => {
    const { stdout } = await replay('2026-06-01..2026-06-02 -t day --events --from 14:01', days);
    const ofBoards = changes(stdout).filter((change) => !change.includes('confluence'));
    expect(ofBoards).toEqual(['day entered AAA', 'day left BBB', 'day entered BBB', 'day left AAA']);
    const later = await replay('2026-06-01..2026-06-05 -t day --json --from 2026-06-04T14:01', days);
    expect(asOfs(later.stdout)).toEqual([at(1, '2026-06-04'), at(0, '2026-06-05'), at(1, '2026-06-05')]);
  });

  test.each([
    ['2026-06-03..2026-06-03 --json', 10, 'no snapshot can be read from 2026-06-03 to 2026-06-03'],
    ['2026-05-01..2026-05-31 --json', 10, 'no snapshot is recorded from 2026-05-01 to 2026-05-31'],
    ['2026-06-01..2026-06-02', 2, 'a replay of several days needs --json or --events'],
    ['2026-06-01..2026-06-02 --plain', 2, 'a replay of several days needs --json or --events'],
    ['2026-06-02..2026-06-01 --json', 2, 'the last day is before the first one'],
    ['2026-06-01..2026-06-31 --json', 2, 'neither a date nor a file'],
    ['2026-06-01..2026-06-02 --json --sandbox', 2, '--sandbox has data only for the last four hours'],
  ])('%s: exit %d', async (args, exitCode, message) => {
    const ended = await replay(args, days);
    expect(ended).toMatchObject({ exitCode, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});

describe('boards replay -', () => {
  test('reads stdin as a file, even if compressed, and removes its temporary copy', async () => {
    const text = `${LINES.toReversed().join('\n')}\n`;
    for (const stdin of [
      Readable.from([text.slice(0, 50), text.slice(50)]),
      Readable.from([gzipSync(text)]),
    ]) {
      const { exitCode, stdout, stderr } = await replay('- --json', temporaryDirectory(), { stdin });
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${LINES.join('\n')}\n` });
      expect(stderr).toMatch(/^note: ORIGIN UNKNOWN: .*\nnote: RECORDED: data from /);
    }
  });

  test('needs a pipe with snapshots', async () => {
    const nothing = await replay('- --json', temporaryDirectory(), { stdin: 'x\n' });
    expect(nothing).toMatchObject({ exitCode: 10, stdout: '' });
    const terminal = Object.assign(Readable.from([]), { isTTY: true });
    const ended = await replay('- --json', temporaryDirectory(), { stdin: terminal });
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain('stdin is a terminal, not a recording');
  });
});
