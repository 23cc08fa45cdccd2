import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { recordedConveyor } from '../support/report-days.ts';
import { ranked } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const NOW = Date.parse('2026-06-05T22:00:00Z');

function line(
  date: string,
  minute: number,
  symbols: string,
  fields: JsonObject = {},
  timeframe = 'day',
  session = 'open',
): string {
  const asOf = new Date(Date.parse(`${date}T14:00:00Z`) + minute * 60_000).toISOString();
  const movers = ranked(symbols, fields);
  return lineOf(asOf, 0, {
    ...{ timeframe, session, boards: { movers }, topPlay: null, boardNames: ['movers'] },
  });
}

const dayOf = (date: string, fields: JsonObject = {}, timeframe = 'day') =>
  ['AAA', 'AAA BBB', 'AAA BBB'].map((symbols, minute) => line(date, minute, symbols, fields, timeframe));

function recorded(
  files: Readonly<Record<string, ReadonlyArray<string>>>,
  service = 'boards.example_443',
  data = temporaryDirectory(),
) {
  for (const [name, lines] of Object.entries(files)) writeRecording(join(data, service), name, lines);
  return data;
}

function report(args: string, data: string, options: WorldOptions = {}) {
  const env = { BOARDS_DATA_DIR: data, BOARDS_API_KEY: undefined, TZ: 'UTC', ...options.env };
  return runCli(`history ${args}`, { clock: createFakeClock(NOW), ...options, env });
}

const daysIn = (dates: ReadonlyArray<string>) =>
  Object.fromEntries(dates.map((date) => [`${date}/day.ndjson`, dayOf(date)]));
const dates = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `2026-05-${String(from + index).padStart(2, '0')}`);

describe('the days of the report', () => {
  test.each([
    ['', dates(4, 13), 10],
    ['--day 2026-05-03', ['2026-05-03'], 1],
    ['--day 2026-05-01..2026-05-02', dates(1, 2), 2],
    ['--day 2026-05-01..2026-05-13', dates(1, 13), 13],
    ['--last 2m', ['2026-05-13'], 1],
    // `--last 24h` includes only the last snapshot of the day before, which makes no entry.
    ['--last 24h', dates(12, 13), 1],
  ])('with "%s"', async (args, days, entries) => {
    const data = recorded(daysIn(dates(1, 13)));
    const { exitCode, stdout } = await report(`--json ${args}`, data);
    expect({ exitCode, days: JSON.parse(stdout).days }).toEqual({ exitCode: 0, days });
    expect(JSON.parse(stdout).entries).toHaveLength(entries);
  });

  test('prices come from every recorded timeframe, entries from one', async () => {
    const [date] = ['2026-05-04'];
    const swing = [line(date, 0, 'ZZZ', {}, 'swing'), line(date, 2, 'BBB YYY', { price: 99 }, 'swing')];
    const data = recorded({
      [`${date}/day.ndjson`]: [...dayOf(date).slice(0, 2), line(date, 2, 'AAA')],
      [`${date}/swing.ndjson.gz`]: swing,
    });
    const { stdout } = await report('--json', data);
    expect(JSON.parse(stdout).entries).toMatchObject([{ symbol: 'BBB', after: { end: { price: 99 } } }]);
    const other = await report('--json', data, { env: { BOARDS_TIMEFRAME: 'swing' } });
    expect(JSON.parse(other.stdout)).toMatchObject({
      timeframe: 'swing',
      entries: [{ symbol: 'BBB', price: 99 }, { symbol: 'YYY' }],
    });
  });

  test.each([1, 2, 3, 4, 11])('of %i symbols, best and worst name each symbol once', async (count) => {
    const names = Array.from({ length: count }, (_, index) => `S${index}`);
    const lines = [0, 1, 2].map((minute) => {
      const rows =
        minute === 0
          ? []
          : names.map((symbol, index) => ({ symbol, rank: 1, price: 100 + (minute > 1 ? index : 0) }));
      const asOf = new Date(Date.parse('2026-06-05T14:00:00Z') + minute * 60_000).toISOString();
      return lineOf(asOf, 0, { boards: { movers: rows }, topPlay: null, boardNames: ['movers'] });
    });
    const { stdout } = await report('--plain', recorded({ '2026-06-05/day.ndjson': lines }));
    const named = [...stdout.matchAll(/^(best|worst) +(S\d+) /gm)].map(
      ([, kind, symbol]) => `${kind} ${symbol}`,
    );
    const best = names.toReversed().slice(0, Math.min(5, Math.ceil(count / 2)));
    const worst = names.slice(0, Math.min(5, Math.floor(count / 2)));
    expect(named).toEqual([...best.map((name) => `best ${name}`), ...worst.map((name) => `worst ${name}`)]);
  });

  test('without -t, people get the first timeframe of the preference', async () => {
    const data = recorded({
      '2026-05-04/swing.ndjson': dayOf('2026-05-04', {}, 'swing'),
      '2026-05-04/day.ndjson': dayOf('2026-05-04'),
    });
    const config = { timeframe: 'swing,day' };
    expect((await report('', data, { config })).stdout).toMatch(/^did it work {2}swing /);
    expect(JSON.parse((await report('--json', data, { config })).stdout).timeframe).toBe('day');
  });

  test('a day that has no snapshot of session open is left out with a note', async () => {
    const closed = dayOf('2026-05-03').map((text) => text.replace('"session":"open"', '"session":"closed"'));
    const data = recorded({ ...daysIn(['2026-05-04']), '2026-05-03/day.ndjson': closed });
    const { stdout, stderr } = await report('--json', data);
    expect(JSON.parse(stdout)).toMatchObject({ session: 'open', days: ['2026-05-04'] });
    expect(stderr).toContain('note: skipped days without a snapshot of the open session: 2026-05-03\n');
    const alone = await report('--day 2026-05-03 --no-plain', data, { columns: 120 });
    expect(alone.stdout).toContain(
      'No snapshot was taken while the market was open, so snapshots of all sessions count.',
    );
  });

  test('real recordings hide simulated ones, which are labelled if there are no others', async () => {
    const data = recorded(daysIn(['2026-05-04']), 'sandbox-boards.example_443');
    const simulated = await report('', data);
    expect(simulated.stdout).toMatch(/^did it work .* RECORDED {2}SANDBOX$/m);
    recorded(daysIn(['2026-05-01']), 'boards.example_443', data);
    const { stdout } = await report('', data);
    expect(stdout).toMatch(/^did it work {2}day {2}2026-05-01 .* RECORDED$/m);
  });
});

describe('what the report cannot show', () => {
  const data = recorded(daysIn(['2026-05-01', '2026-05-04']));

  test.each([
    [
      '--day 2026-05-02',
      10,
      'no snapshot of the timeframe day is recorded on 2026-05-02',
      'Recorded: day: 2026-05-01 and 2026-05-04.',
    ],
    [
      '--day 2026-05-02..2026-05-03',
      10,
      'no snapshot of the timeframe day is recorded from 2026-05-02 to 2026-05-03',
      'Recorded: day: 2026-05-01 and 2026-05-04.',
    ],
    [
      '-t scalp',
      10,
      'no snapshot of the timeframe scalp is recorded',
      'Recorded: day: 2026-05-01 and 2026-05-04.',
    ],
    [
      '--day 2026-05-04..2026-05-01',
      2,
      '--day: 2026-05-04 is after 2026-05-01',
      'For example: --day 2026-05-01..2026-05-04.',
    ],
    ['-t day,swing', 2, 'the report covers only one timeframe', 'For example: `boards history -t day`'],
    ['-t all', 2, 'the report covers only one timeframe', 'For example: `boards history -t day`'],
    ['-b moovers', 2, 'board not in these snapshots: "moovers" (did you mean movers?)', 'Available: movers.'],
    ['-b highClub', 2, 'board not in these snapshots: highClub', 'Available: movers.'],
    [
      'NVDA --min-boards 3',
      2,
      '--min-boards cannot be used with a ticker',
      'Leave out the ticker, as in `boards history -b movers`.',
    ],
    [
      '--sandbox --day 2026-05-01',
      10,
      'the sandbox has no data for 2026-05-01',
      'The sandbox has data only for the last 4 hours.',
    ],
  ])('%s: exit code %i', async (args, exitCode, message, hint) => {
    const result = await report(args, data);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toContain(`error: ${message}\nhint: ${hint}`);
  });

  test('several timeframes of the environment', async () => {
    const result = await report('', data, { env: { BOARDS_TIMEFRAME: 'swing,day' } });
    expect(result).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('the report covers only one timeframe'),
    });
  });

  test.each([
    [
      'one snapshot',
      [line('2026-05-01', 0, 'AAA')],
      '',
      'there is only one snapshot of the open session, and an entry needs an earlier one',
      /There is only one snapshot of the open session, and/,
    ],
    [
      'one snapshot before the market opens',
      [line('2026-05-01', 0, 'AAA', {}, 'day', 'premarket')],
      '',
      'there is only one snapshot, and an entry needs an earlier one',
      /There is only one snapshot, and/,
    ],
    [
      'prices that are all null',
      dayOf('2026-05-01', { price: null }),
      '',
      'no entry has a price',
      /^Movers up +0 {2}without a price$/m,
    ],
    [
      'less than --last',
      dayOf('2026-05-01'),
      '--last 9h',
      'the first snapshot within --last is from 2026-05-01 14:00:00 UTC',
      /^DID IT WORK/,
    ],
    [
      'a board that never came',
      dayOf('2026-05-01'),
      '-b movers,search',
      'board not in these snapshots: search; available: movers',
      /^Movers up/m,
    ],
    [
      'a invalid line',
      ['torn', ...dayOf('2026-05-01')],
      '--last 1h',
      'skipped 1 invalid line of the recording',
      /^Movers up/m,
    ],
  ])('%s: a note, and exit code 0', async (_, lines, args, note, text) => {
    const own = recorded({ '2026-05-01/day.ndjson': lines });
    const result = await report(`--no-plain ${args}`, own, { columns: 100 });
    expect(result).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`note: ${note}\n`) });
    expect(result.stdout).toMatch(text);
    const json = await report(`--json ${args}`, own);
    expect({ exitCode: json.exitCode, days: JSON.parse(json.stdout).days }).toEqual({
      exitCode: 0,
      days: ['2026-05-01'],
    });
  });

  test('no entry that the filters match', async () => {
    const { exitCode, stdout } = await report('--min-boards 50', data);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/ only 50\+ boards {2}RECORDED\n\nNo entries in these snapshots\.\n/);
  });

  test('invalid lines alone', async () => {
    const result = await report('--last 1h', recorded({ '2026-05-01/day.ndjson': ['garbage'] }));
    expect(result).toMatchObject({ exitCode: 10, stdout: '' });
    expect(result.stderr).toContain('error: no snapshot of the timeframe day can be read\n');
  });

  test('no recording at all', async () => {
    const result = await report('', temporaryDirectory());
    expect(result).toMatchObject({ exitCode: 10, stdout: '' });
    expect(result.stderr).toContain('hint: Record with `boards watch --record`.\n');
  });

  test('another timeframe than -t', async () => {
    const data = recorded({ '2026-05-01/day.ndjson': dayOf('2026-05-01') });
    expect((await report('-t swing', data)).stderr).toContain(
      'hint: Recorded: day: 2026-05-01. Record swing with `boards watch -t swing --record`.\n',
    );
  });
});

describe('the forms of the report', () => {
  test('each is informational only', async () => {
    const data = recordedConveyor();
    for (const args of ['', '--no-plain', '--json', '--csv']) {
      const { stdout, stderr } = await report(args, data);
      expect(stdout + stderr).toContain('Informational only, not investment advice.\n');
    }
  });

  test.each([
    [['2026-05-04'], 'BBB 0.00% Movers up 14:01'],
    [['2026-05-01', '2026-05-04'], 'BBB 0.00% Movers up 05-01 14:01'],
  ])('of the days %s: entries have a date if their time could be of several days', async (days, entry) => {
    const { stdout } = await report('--no-plain', recorded(daysIn(days)), { columns: 120 });
    expect(stdout).toContain(`\nBest, to the end  ${entry}\n`);
  });

  test('in ASCII the interval has a sign of two characters', async () => {
    const { stdout } = await report('--no-plain', recordedConveyor(), { env: { LC_ALL: 'C' } });
    expect(stdout).toMatch(/^Movers up +34 {2}31 {2}0\.00% 32%\+-18 /m);
    expect(stdout).toMatch(/^[\x20-\x7e\n]+$/);
  });

  test('with --sandbox, the last hours are computed, with the prices of all timeframes', async () => {
    const { exitCode, stdout, stderr } = await runCli('history --sandbox --json --last 20m');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('note: SANDBOX: simulated data\n');
    const { snapshots, gaps, days, entries } = JSON.parse(stdout);
    expect({ snapshots, gaps, days }).toEqual({ snapshots: 21, gaps: 0, days: ['2026-06-03'] });
    expect(entries.length).toBeGreaterThan(5);
  });
});
