import { describe, expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { createWorld, runCli } from '../support/world.ts';

const transport = transportByTimeframe({
  day: bodyOf({
    boards: {
      movers: [
        rowOf({ symbol: 'LOW', name: '=Low', boards: 1, price: 30 }),
        rowOf({ symbol: 'TOP', rank: 2, boards: 3, bias: 'bearish' }),
      ],
      rvol: [rowOf({ symbol: 'TOP', rank: 4, boards: 3, bias: 'bearish', price: null })],
    },
  }),
  swing: bodyOf({ timeframe: 'swing', boards: { steady: [rowOf({ symbol: 'LOW', boards: 4 })] } }),
});

const confluence = (args: string) => runCli(`confluence --no-plain ${args}`, { transport, columns: 100 });

async function symbolsOf(args: string): Promise<ReadonlyArray<string>> {
  const { stdout } = await confluence(`${args} --json`);
  return JSON.parse(stdout).map((entry: { symbol: string }) => entry.symbol);
}

describe('boards confluence', () => {
  test('shows every symbol by the number of boards it is on', async () => {
    const { exitCode, stdout, stderr } = await confluence('');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('2 symbols');
    expect(stdout).toMatch(/ 1 TOP .* ◆3▼ {2}movers 2 {2}rvol 4\n +2 LOW .* 1▲ {2}movers 1\n/);
  });

  test('shows a column for each of several timeframes, and their sum', async () => {
    const { stdout } = await confluence('-t day,swing');
    expect(stdout).toMatch(/Symbol .* day +swing Sum Bias/);
    expect(stdout).toMatch(/LOW .* 1▲ +◆4▲ +5 ▲ bullish/);
    expect(stdout).toMatch(/TOP .* ◆3▼ +– +3 ▼ bearish/);
    // Changes over windows of different lengths cannot share a column.
    expect(stdout).not.toContain('Chg');
    expect((await confluence('')).stdout).toContain('Chg');
  });

  test.each([
    ['', ['TOP', 'LOW']],
    ['-t day,swing', ['LOW', 'TOP']],
    ['--first 1', ['TOP']],
    ['--min-boards 2', ['TOP']],
    ['--bias bullish', ['LOW']],
    ['--symbol low', ['LOW']],
    ['--board RVOL', ['TOP']],
    ['--board none', []],
    ['--sort symbol', ['LOW', 'TOP']],
    ['--sort price --first 1', ['LOW']],
  ])('%s selects %j', async (args, expected) => {
    expect(await symbolsOf(args)).toEqual(expected);
  });

  test('prints JSON as an array, even for one timeframe', async () => {
    expect(JSON.parse((await confluence('--first 1 --json')).stdout)).toEqual([
      {
        symbol: 'TOP',
        name: 'Alpha Works',
        total: 3,
        timeframes: { day: 3 },
        boards: { day: ['movers', 'rvol'] },
      },
    ]);
  });

  test('prints CSV with a row for each board of a symbol', async () => {
    const { stdout, stderr } = await confluence('-t day,swing --csv');
    expect(stderr).toBe('');
    expect(stdout.split('\r\n')).toEqual([
      'asOf,timeframe,board,rank,symbol,name,price,dayPct,volume,boards,bias,metric,tag',
      "2026-06-03T14:30:00.000Z,day,movers,1,LOW,'=Low,30,4.56,82100000,1,bullish,4.2x,",
      '2026-06-03T14:30:00.000Z,swing,steady,1,LOW,Alpha Works,12.5,4.56,82100000,4,bullish,4.2x,',
      '2026-06-03T14:30:00.000Z,day,movers,2,TOP,Alpha Works,12.5,4.56,82100000,3,bearish,4.2x,',
      '2026-06-03T14:30:00.000Z,day,rvol,4,TOP,Alpha Works,,4.56,82100000,3,bearish,4.2x,',
      '',
    ]);
  });

  test('shows the requested columns', async () => {
    const { stdout } = await confluence('--columns boards,symbol');
    expect(stdout).toMatch(/^Bds Symbol\n ◆3 TOP$/m);
  });

  test('--columns on has the boards with ranks: in tables last, in plain text where it is named', async () => {
    const { stdout } = await confluence('--columns on,symbol');
    expect(stdout).toMatch(/^Symbol {2}On\nTOP {5}movers 2 {2}rvol 4\nLOW {5}movers 1\n/m);
    const plain = await runCli('confluence --plain --columns On,symbol', { transport });
    expect(plain.stdout).toMatch(/^on +symbol\nmovers 2, rvol 4 {2}TOP\nmovers 1 {10}LOW\n/m);
  });

  test.each([
    ['', ['1 TOP 3', '2 LOW 1']],
    ['-t day,swing', ['1 LOW 5', '2 TOP 3']],
    ['--sort symbol', ['1 LOW 1', '2 TOP 3']],
  ])('%s: rank is the place in the list', async (args, expected) => {
    const format = await runCli(
      [...`confluence ${args}`.trim().split(' '), '--format', '{rank} {symbol} {boards}'],
      {
        transport,
      },
    );
    expect(format.stdout.trimEnd().split('\n')).toEqual(expected);
    const plain = await runCli(`confluence ${args} --plain --columns rank,symbol,boards`, { transport });
    const places = plain.stdout.split('\n').filter((line) => /^ *\d+ +[A-Z]{3} /.test(line));
    expect(places.map((line) => line.split(/ +/).filter(Boolean).slice(0, 2).join(' '))).toEqual(
      expected.map((line) => line.slice(0, 5)),
    );
  });

  test.each([
    ['--first 0', '--first must be a whole number'],
    ['--sort metric', 'Valid: rank, symbol, name, price, dayPct, volume, boards, bias.'],
    ['--sort prise', 'Did you mean price?'],
    ['-t day,swing --sort dayPct', 'hint: Use one timeframe: --timeframe day'],
    ['--columns symbol,tag', 'unknown column "tag"'],
    ['--columns ,', 'no column given'],
    ['--columns symbol,om', 'Did you mean on?'],
    ['--sort on', 'unknown field "on"'],
    ['--csv --columns symbol,on', '--csv has no column on'],
    ['--csv --json', '--csv and --json cannot be used together'],
  ])('rejects %s', async (args, message) => {
    const { exitCode, stdout, stderr, world } = await confluence(args);
    expect({ exitCode, stdout, requests: world.requests.length }).toEqual({
      exitCode: 2,
      stdout: '',
      requests: 0,
    });
    expect(stderr).toContain(message);
  });
});

test('boards confluence ignores the boards preference', async () => {
  const env = { BOARDS_CONFIG_DIR: createWorld().configDirectory };
  await runCli('config set boards rvol', { env });
  const { stdout } = await runCli('confluence --json', { transport, env });
  expect(JSON.parse(stdout).map((entry: { symbol: string }) => entry.symbol)).toEqual(['TOP', 'LOW']);
});
