import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { newDirectoryPath, temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { rowOf, topPlayOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const DAY = '2026-06-03';
const NOW = Date.parse(`${DAY}T20:10:00Z`);

interface Row {
  readonly symbol: string;
  readonly [field: string]: unknown;
}

/** Takes the rows of boards in order of rank; boards that are not given are empty. */
function lineWith(asOf: string, boards: Readonly<Record<string, ReadonlyArray<string | Row>>>): string {
  const all = { movers: [], rvol: [], search: [], ...boards };
  const ranked = Object.entries(all).map(([board, rows]) => [
    board,
    rows.map((row, index) =>
      rowOf({ rank: index + 1, ...(typeof row === 'string' ? { symbol: row } : row) }),
    ),
  ]);
  return lineOf(asOf, 0, {
    topPlay: null,
    boards: Object.fromEntries(ranked),
    boardNames: Object.keys(all),
  });
}

const AT = (minute: number) => new Date(Date.parse(`${DAY}T20:00:00Z`) + minute * 60_000).toISOString();

/** NVDA climbs on Movers, enters Relative volume, and leaves Search. */
const LINES = [
  lineWith(AT(0), { movers: ['AMD', 'XOM', 'NVDA'], search: ['NVDA'] }),
  lineWith(AT(1), { movers: ['AMD', { symbol: 'NVDA', boards: 1, price: 13, dayPct: 5 }] }),
  lineWith(AT(2), { movers: ['AMD', 'XOM'] }),
  lineWith(AT(3), { movers: [{ symbol: 'NVDA', price: 14, dayPct: 6.5, boards: 2 }], rvol: ['AMD', 'NVDA'] }),
];

/** Takes lines by the path of their file below the directory of the service. */
function recorded(files: Readonly<Record<string, ReadonlyArray<string>>>, service = 'boards.example_443') {
  const data = temporaryDirectory();
  for (const [name, lines] of Object.entries(files)) writeRecording(join(data, service), name, lines);
  return data;
}

function history(args: string, data: string, options: WorldOptions = {}) {
  const env = { BOARDS_DATA_DIR: data, BOARDS_API_KEY: undefined, TZ: 'UTC', ...options.env };
  const clock = createFakeClock(NOW);
  return runCli(`history --no-plain ${args}`, { columns: 110, clock, ...options, env });
}

const ONE_DAY = { [`${DAY}/day.ndjson`]: LINES };
const POINTS = [
  { asOf: AT(0), boards: 2, price: 12.5, dayPct: 4.56, ranks: { movers: 3, search: 1 } },
  { asOf: AT(1), boards: 1, price: 13, dayPct: 5, ranks: { movers: 2 } },
  { asOf: AT(2), boards: 0, price: null, dayPct: null, ranks: {} },
  { asOf: AT(3), boards: 2, price: 14, dayPct: 6.5, ranks: { movers: 1, rvol: 2 } },
];

describe('boards history', () => {
  test('--day shows an older day', async () => {
    const other = '2026-06-02';
    const old = [lineWith(AT(0).replace(DAY, other), { movers: ['NVDA'] })];
    const data = recorded({ ...ONE_DAY, [`${other}/day.ndjson`]: old });
    const { stdout } = await history(`NVDA --json --day ${other}`, data);
    expect(JSON.parse(stdout)[0].points.map(({ asOf }: { asOf: string }) => asOf)).toEqual([
      AT(0).replace(DAY, other),
    ]);
    const missing = await history('NVDA --day 2026-06-01', data);
    expect(missing).toMatchObject({ exitCode: 10, stdout: '' });
    expect(missing.stderr).toContain(
      'error: no snapshot is recorded on 2026-06-01\nhint: Recorded: day: 2026-06-02',
    );
    expect(await history('NVDA --day 2026-02-30', data)).toMatchObject({ exitCode: 2 });
    const sandbox = await history('NVDA --sandbox --day 2026-06-02', data);
    expect(sandbox).toMatchObject({
      exitCode: 10,
      stderr: expect.stringContaining('the sandbox has no data for 2026-06-02'),
    });
  });

  test('--last shows the end of the day, with ages since its start', async () => {
    const data = recorded(ONE_DAY);
    const { stdout } = await history('NVDA --last 1m --json', data);
    expect(JSON.parse(stdout)[0].points).toEqual(POINTS.slice(2));
    const text = await history('NVDA --last 1m', data);
    expect(text.stdout).toContain('2 snapshots');
    expect(text.stdout).toMatch(/^Movers .* by .*, 3m before /m);
    expect(text.stdout).not.toMatch(/^20:01/m);
    // The log includes the changes of the first snapshot.
    expect((await history('NVDA --last 2m', data)).stdout).toMatch(/^20:01 +out +NVDA +Search /m);
  });

  test.each(['movers', 'rvol'])('names the tag of a symbol that only %s gives it', async (tagged) => {
    const rowIn = (board: string) => ({ symbol: 'NVDA', tag: board === tagged ? 'low float' : null });
    const line = lineWith(AT(0), { movers: [rowIn('movers')], rvol: [rowIn('rvol')] });
    const { stdout } = await history('NVDA', recorded({ [`${DAY}/day.ndjson`]: [line] }));
    expect(stdout).toMatch(/^NVDA .* bullish · low float$/m);
  });

  test('shows a board that lists the symbol twice once, with its first rank', async () => {
    const line = lineWith(AT(0), { movers: ['AMD', 'NVDA', 'XOM', 'NVDA'] });
    const { stdout } = await history('NVDA', recorded({ [`${DAY}/day.ndjson`]: [line] }));
    expect(stdout.match(/^Movers .*/gm)).toEqual([
      expect.stringMatching(/^Movers +2 +by 20:00 /),
      expect.stringMatching(/^Movers +2$/),
    ]);
  });

  test('begins anew after a gap', async () => {
    const later = lineWith(AT(9), { movers: ['NVDA'] });
    const data = recorded({ [`${DAY}/day.ndjson`]: [...LINES, later] });
    const { stdout } = await history('NVDA', data);
    expect((await history('NVDA --plain', data)).stdout).toMatch(/^movers +1 +by \d\d:\d\d {2}/m);
    expect(stdout).toMatch(/^Movers +1 +by \d\d:09 /m);
    expect(stdout).toMatch(/left: Relative volume \d\d:03 \(was 2\)/);
  });

  test('reads only the newest recorded market day, without lines of other days in its file', async () => {
    const before = lineWith('2026-06-02T20:00:00Z', { movers: ['NVDA'] });
    const data = recorded({ '2026-06-02/day.ndjson': [before], [`${DAY}/day.ndjson`]: [before, ...LINES] });
    const { stdout } = await history('NVDA --json', data);
    expect(JSON.parse(stdout)[0].points).toEqual(POINTS);
  });

  test('reads the day before if the newest has no good line', async () => {
    const data = recorded({ '2026-06-04/day.ndjson': ['garbage'], ...ONE_DAY });
    const { exitCode, stdout, stderr } = await history('NVDA --json', data);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)[0].points).toEqual(POINTS);
    expect(stderr).toContain('note: skipped 1 invalid line of the recording\n');
  });
});

describe('bad recordings', () => {
  test.each([
    'history NVDA --json',
    'replay --json',
    '--at 20:02 --json',
    'confluence --at 20:02 --json',
    'confluence --at 20:02',
  ])('%s: a day in the future does not hide the newest one, and is named once', async (command) => {
    const future = lineWith('2099-01-01T20:00:00Z', { movers: ['NVDA'] });
    const tomorrow = { '2026-06-04/swing.ndjson': [lineWith('2026-06-04T20:00:00Z', { movers: ['AMD'] })] };
    const days = { '2099-01-01/day.ndjson': [future], '2099-01-01/swing.ndjson.gz': [future] };
    const options = (data: string) => ({
      clock: createFakeClock(NOW),
      env: { BOARDS_DATA_DIR: data, BOARDS_API_KEY: undefined, TZ: 'UTC' },
    });
    const usual = await runCli(command, options(recorded({ ...ONE_DAY, ...tomorrow })));
    const { exitCode, stdout, stderr } = await runCli(
      command,
      options(recorded({ ...ONE_DAY, ...tomorrow, ...days })),
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: usual.exitCode, stdout: usual.stdout });
    const note = 'note: ignored recordings dated in the future: 2099-01-01\n';
    expect(stderr).toBe(note + usual.stderr);
  });

  test('a day in the future is replayed if it is named', async () => {
    const future = lineWith('2099-01-01T20:00:00Z', { movers: ['NVDA'] });
    const env = { BOARDS_DATA_DIR: recorded({ '2099-01-01/day.ndjson': [future] }) };
    const { stdout, stderr } = await runCli('replay 2099-01-01 --json', { env });
    expect(stdout).toBe(`${future}\n`);
    expect(stderr).not.toContain('ignored');
  });
});

describe('simulated data', () => {
  test('begins with the market day, and is labelled in data formats, too', async () => {
    const clock = createFakeClock(Date.parse(`${DAY}T04:02:30Z`));
    const options = { clock, env: { BOARDS_BASE_URL: undefined } };
    const { stdout, stderr } = await history(
      'TLLT --sandbox -t scalp --json -q',
      newDirectoryPath(),
      options,
    );
    const [{ timeframe, points }] = JSON.parse(stdout);
    expect(timeframe).toBe('scalp');
    expect(points.map(({ asOf }: Row) => asOf)).toEqual(
      ['00', '01', '02'].map((minute) => `${DAY}T04:${minute}:00.000Z`),
    );
    expect(stderr).toBe('note: SANDBOX: simulated data\n');
    const cards = await history('TLLT --sandbox -t scalp', '/nowhere', options);
    expect(cards.stdout).toContain('SCALP  3 snapshots, 04:00 to 04:02 UTC');
  });

  test('recorded from a server of simulated data is labelled, too', async () => {
    const data = recorded(ONE_DAY, 'sandbox-boards.example_443');
    expect((await history('NVDA', data)).stdout).toMatch(/^ RECORDED .* · SANDBOX$/m);
  });
});

describe('on a terminal, the log shows as many of its newest lines as fit', () => {
  const MINUTES = 30;
  // The top play alternates each minute, which adds a line to the logs of both symbols.
  const data = recorded({
    [`${DAY}/day.ndjson`]: Array.from({ length: MINUTES }, (_, minute) => {
      const symbol = minute % 2 === 0 ? 'NVDA' : 'AMD';
      const boards = { movers: [rowOf({ symbol: 'NVDA' }), rowOf({ symbol: 'AMD', rank: 2 })] };
      return lineOf(AT(minute), 0, { topPlay: topPlayOf({ symbol }), boards, boardNames: ['movers'] });
    }),
  });
  const ALL = MINUTES - 1;

  /** Returns the number of lines, the times in each log, and the note about lines left out. */
  async function shown(tickers: string, options: WorldOptions) {
    const clock = createFakeClock(Date.parse(AT(MINUTES)));
    const { stdout } = await history(tickers, data, { isTTY: true, clock, ...options });
    const lines = stripVTControlCharacters(stdout).split('\n').slice(0, -1);
    const times = lines.map((line) => /^(\d\d:\d\d) +★/.exec(line)?.[1] ?? '').join(' ');
    const left =
      /(\d+) older lines? not shown; to show all: boards history [\w,]+ --no-plain \| less -R$/.exec(
        lines.join(' '),
      )?.[1];
    return {
      lines,
      logs: times
        .trim()
        .split(/ {2,}/)
        .map((log) => log.split(' ')),
      left: Number(left ?? 0),
    };
  }

  test.each([20, 24, 30, 36, 41])('%d rows', async (rows) => {
    const { lines, logs, left } = await shown('NVDA', { rows });
    const [log = []] = logs;
    expect(lines).toHaveLength(rows - 1);
    expect(log.slice(0, 2)).toEqual(['20:29', '20:28']);
    expect(log.length).toBeGreaterThanOrEqual(3);
    expect(log.length + left).toBe(ALL);
  });

  test.each([
    ['a high terminal', { rows: 60 }, ALL],
    ['a terminal of unknown height', { rows: 0 }, ALL],
    ['a pipe', { isTTY: false, rows: 20 }, ALL],
    ['a terminal that is too low for the card', { rows: 8 }, 3],
  ])('%s', async (_, options, expected) => {
    const { logs, left } = await shown('NVDA', options);
    expect([logs[0]?.length, left]).toEqual([expected, ALL - expected]);
  });

  test.each([36, 45, 50, 8])('several tickers share %d rows', async (rows) => {
    const { lines, logs, left } = await shown('NVDA,AMD', { rows });
    const [one = [], other = []] = logs;
    expect(one).toEqual(other);
    expect(one.length).toBeGreaterThanOrEqual(3);
    expect(one.length + other.length + left).toBe(2 * ALL);
    if (one.length > 3) expect(rows - 1 - lines.length).toBeOneOf([0, 1]);
  });

  test('the command that shows all has the period as typed', async () => {
    const { stdout } = await history('NVDA --last 2h', data, { isTTY: true, rows: 20 });
    expect(stripVTControlCharacters(stdout).replaceAll('\n', ' ')).toContain(
      'to show all: boards history NVDA --last 2h --no-plain | less -R',
    );
  });

  test('within 30 columns', async () => {
    const { lines } = await shown('NVDA', { rows: 40, columns: 30 });
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(30);
    expect(lines).toHaveLength(39);
    expect(lines.slice(-2)).toEqual(['show all: boards history NVDA', '--no-plain | less -R']);
  });
});
