import { describe, expect, test } from 'vitest';
import { marketFrom } from '../support/market.ts';
import { responseOf, transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const market = marketFrom('13:41:20');

async function rowsOf(line: string, options: WorldOptions = market): Promise<ReadonlyArray<object>> {
  const { exitCode, stdout, stderr } = await runCli(line, options);
  expect({ line, exitCode, stderr }).toEqual({ line, exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('--json --columns', () => {
  test('prints flat rows with these fields in order; numbers stay numbers, and null stays null', async () => {
    const rows = await rowsOf('--json -b alerted --symbol NOVA,VOID --columns dayPct,board,symbol,name,tag');
    expect(rows).toEqual([
      { dayPct: 37.66, board: 'alerted', symbol: 'NOVA', name: 'Nova Therapeutics', tag: 'low float' },
      { dayPct: null, board: 'alerted', symbol: 'VOID', name: null, tag: null },
    ]);
    expect(Object.keys(rows[0] ?? {})).toEqual(['dayPct', 'board', 'symbol', 'name', 'tag']);
  });

  test('prints much less than the whole snapshot', async () => {
    const { stdout: whole } = await runCli('--json', market);
    const { stdout: rows } = await runCli('--json --columns symbol,dayPct -b movers', market);
    expect(rows.length).toBeLessThan(whole.length / 20);
  });

  test('follows --sort, --limit and filters', async () => {
    const rows = await rowsOf('--json -b movers --sort symbol -l 2 --bias bullish --columns symbol');
    expect(rows).toEqual([{ symbol: 'GUST' }, { symbol: 'MOSS' }]);
  });

  test.each([
    ['--json -b movers -l 1 --columns symbol', 9],
    ['symbol NOVA -b movers --json --columns symbol,timeframe', 5],
    ['confluence --symbol NOVA --json --columns symbol', 1],
  ])('begins with timeframe and asOf in rows of several timeframes: %s', async (line, most) => {
    const rows = await rowsOf(`${line} -t all`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(most);
    for (const row of rows) expect(Object.keys(row)).toEqual(['timeframe', 'asOf', 'symbol']);
    for (const row of await rowsOf(`${line} -t day`)) expect(Object.keys(row)[0]).toBe('symbol');
  });

  test.each([
    ['', ['price']],
    [' -t day,swing', ['timeframe', 'asOf', 'price']],
  ])('begins likewise in the history of the sandbox%s', async (timeframes, keys) => {
    const line = `history QI --sandbox --last 1m --json --columns price${timeframes}`;
    const { stdout, stderr } = await runCli(line);
    expect(stderr).toBe('note: SANDBOX: simulated data\n');
    for (const row of JSON.parse(stdout)) expect(Object.keys(row)).toEqual(keys);
  });

  test('takes the columns of the command line, not the preference', async () => {
    const config = { columns: ['symbol'] };
    const { stdout } = await runCli('--json -b movers -l 1', { ...market, config });
    expect(Object.keys(JSON.parse(stdout))).toContain('boards');
  });
});

describe('old data', () => {
  const bodyFrom = (minutes: number, session: string | null, timeframe = 'day') =>
    bodyOf({ asOf: new Date(Date.UTC(2026, 5, 3, 14, 30 - minutes)).toISOString(), session, timeframe });
  const served = (minutes: number, session: string | null) => ({
    transport: transportByTimeframe({ day: bodyFrom(minutes, session) }),
  });
  const forms = ['--json', '--json --columns symbol', '--csv', ['--format', '{symbol}'], 'top --json'];
  const noteOf = async (line: string | ReadonlyArray<string>, options: WorldOptions) =>
    (await runCli(line, options)).stderr;

  test.each(forms)('is reported in a note: %s', async (line) => {
    expect(await noteOf(line, served(6, 'open'))).toBe('note: day data is 6 min old\n');
    expect(await noteOf(line, served(6, null))).toBe('note: day data is 6 min old\n');
    expect(await noteOf(line, served(5, 'open'))).toBe('');
    expect(await noteOf(line, served(300, 'closed'))).toBe('');
  });

  test('is noted for each timeframe, but not with --quiet', async () => {
    const transport = transportByTimeframe({
      scalp: bodyFrom(7, 'open', 'scalp'),
      day: bodyFrom(1, 'open'),
      swing: bodyFrom(90, 'premarket', 'swing'),
    });
    expect(await noteOf('--json -t scalp,day,swing', { transport })).toBe(
      'note: scalp data is 7 min old, swing data is 1 h old\n',
    );
    expect(await noteOf('--json -t scalp,day,swing -q', { transport })).toBe('');
  });

  test('shows its age in a template', async () => {
    const ageOf = async (minutes: number) =>
      (await runCli(['--format', '{dataAge}|{dataAge:raw}', '-b', 'movers', '-q'], served(minutes, 'open')))
        .stdout;
    expect(await ageOf(0)).toMatch(/^0s\|0\n/);
    expect(await ageOf(7)).toMatch(/^7m\|420\n/);
    expect(await ageOf(7 * 60)).toMatch(/^7h\|25200\n/);
    expect(await ageOf(-1)).toMatch(/^0s\|0\n/);
    const unknown = {
      transport: async () => responseOf(200, bodyOf({ asOf: null, boards: { movers: [rowOf()] } })),
    };
    const { stdout } = await runCli(['--format', '{dataAge}|{dataAge:raw}'], unknown);
    expect(stdout).toBe('-|\n');
  });
});

test('symbol --json is an array, also for one ticker', async () => {
  const one = await rowsOf('symbol NOVA --json -t day');
  expect(one).toMatchObject([{ symbol: 'NOVA', timeframes: { day: { boards: 4 } } }]);
});
