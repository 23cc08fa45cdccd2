import { describe, expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const transport = transportByTimeframe({
  day: bodyOf({
    boards: {
      movers: [
        rowOf({ symbol: 'AAA', rank: 1, boards: 4, price: 5, bias: 'bullish' }),
        rowOf({ symbol: 'BBB', rank: 2, boards: 1, price: null, bias: 'bearish', name: 'Beta, Inc' }),
        rowOf({ symbol: 'CCC', rank: 3, boards: 2, price: 90, bias: 'neutral' }),
      ],
      rvol: [rowOf({ symbol: 'BBB', boards: 1, bias: 'bearish' })],
    },
    boardNames: ['movers', 'rvol'],
  }),
  swing: bodyOf({ timeframe: 'swing', boards: { rvol: [rowOf({ symbol: 'SSS' })] }, boardNames: ['rvol'] }),
});

const boards = (args: string) => runCli(`boards ${args}`, { transport, columns: 80 });

/** Board, rank and symbol of each data line. */
async function csvRows(args: string): Promise<ReadonlyArray<string>> {
  const { stdout } = await boards(`${args} --csv`);
  return stdout
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',').slice(2, 5).join(' '));
}

describe('selection of rows', () => {
  test.each([
    ['', ['movers 1 AAA', 'movers 2 BBB', 'movers 3 CCC', 'rvol 1 BBB']],
    ['-b rvol', ['rvol 1 BBB']],
    ['-b RVOL,movers --symbol bbb', ['rvol 1 BBB', 'movers 2 BBB']],
    ['--symbol aaa,ccc', ['movers 1 AAA', 'movers 3 CCC']],
    ['--bias Bearish', ['movers 2 BBB', 'rvol 1 BBB']],
    ['--min-boards 2', ['movers 1 AAA', 'movers 3 CCC']],
    ['--min-boards 2 --bias neutral', ['movers 3 CCC']],
    ['--sort price -b movers', ['movers 3 CCC', 'movers 1 AAA', 'movers 2 BBB']],
    ['--sort dayPCT -b movers', ['movers 1 AAA', 'movers 2 BBB', 'movers 3 CCC']],
    ['--sort Bds -b movers', ['movers 1 AAA', 'movers 3 CCC', 'movers 2 BBB']],
    ['--symbol ZZZ', []],
    ['-b none', []],
    ['-t swing,day -b rvol', ['rvol 1 SSS', 'rvol 1 BBB']],
    // A list in parts is one list; of other options, the last one counts.
    ['-b rvol -b movers --symbol bbb', ['rvol 1 BBB', 'movers 2 BBB']],
    ['--board rvol -b RVOL,movers --symbol bbb', ['rvol 1 BBB', 'movers 2 BBB']],
    ['--symbol ccc --symbol AAA --symbol=ccc', ['movers 1 AAA', 'movers 3 CCC']],
    ['-t swing -t day -tswing -b rvol', ['rvol 1 SSS', 'rvol 1 BBB']],
    ['--bias bullish --bias bearish -b movers', ['movers 2 BBB']],
  ])('%s selects %j', async (args, expected) => {
    expect(await csvRows(args)).toEqual(expected);
  });

  test('is the same in JSON, board names included', async () => {
    const { stdout } = await boards('-b rvol,movers --bias bearish --json');
    const { boards: kept, boardNames } = JSON.parse(stdout);
    expect(boardNames).toEqual(['rvol', 'movers']);
    expect(Object.keys(kept)).toEqual(['rvol', 'movers']);
    expect(kept.movers.map((row: { symbol: string }) => row.symbol)).toEqual(['BBB']);
  });

  test('adds up the columns that are requested in parts', async () => {
    const { stdout } = await boards('-b movers --columns price --columns SYMBOL,price --plain');
    expect(stdout).toMatch(/^price {2}symbol$/m);
  });

  test('names a part of a list that is invalid as the part that it is', async () => {
    expect(await boards('-t swing -t dya')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^error: unknown timeframe "dya"\n/),
    });
    expect(await boards("-t swing -t ''")).toMatchObject({ exitCode: 2 });
  });

  test('shows the requested columns in their order', async () => {
    const { stdout } = await boards('--no-plain -b movers --columns price,SYMBOL');
    expect(stdout).toMatch(/^ # +Price Symbol\n +1 +5\.00 AAA$/m);
  });

  test.each(['--columns vol,Chg,BDS', '--columns volume,dayPct,boards'])(
    'accepts headers and names of columns: %s',
    async (args) => {
      expect((await boards(`--no-plain -b movers ${args}`)).stdout).toMatch(/^ # +Vol +Chg Bds/m);
    },
  );

  test('notes requested boards that the snapshot does not have', async () => {
    const { exitCode, stderr } = await boards('-b movres');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'note: not in this snapshot: "movres" (did you mean movers?); it has movers, rvol\n',
    });
  });

  test.each([
    ['-b movers,rvol,momentum,newBoard', 'momentum, "newBoard"; it has'],
    ['-b movers,rvol,momentum,emaTrend,forum', 'momentum, emaTrend, forum; it has'],
    ['-b Zq81xKv,LmPw7YtRd5,NsGh64Jc', ': 3 unknown boards; it has'],
    ['-b movers,forum,Zq81xKv,LmPw7YtRd5,NsGh64Jc', ': forum, 3 unknown boards; it has'],
  ])('%s: new boards are named, the parts of what looks like a key are counted', async (args, says) => {
    const { exitCode, stderr } = await boards(args);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/Zq8|LmP|NsG/);
  });
});

describe('an invalid value', () => {
  test.each([
    ['-t swng', 'Did you mean swing? Valid: scalp, day, swing, position, investing, all.'],
    ['-t day,x', 'Valid: scalp, day'],
    ['--bias bulish', 'Did you mean bullish? Valid: bullish, bearish, neutral.'],
    ['--sort volum', 'Did you mean volume?'],
    ['--sort xyzzy', 'Valid: rank, symbol, name'],
    ['--columns symbol,prce', 'Did you mean price?'],
    ['--columns ,', 'no column given'],
    ['--palette colourblind', 'Did you mean colorblind?'],
    ['--symbol ,', '--symbol needs one or more tickers'],
    ['--symbol A*', '--symbol: invalid ticker "A*"'],
    ['--min-boards -1', '--min-boards must be a whole number from 0 to 100'],
    ['--min-boards 1e1', '--min-boards must be a whole number'],
    ['-b ,', 'no board given'],
    ['-l 0', 'the limit must be at least 1'],
    ['--csv --json', '--csv and --json cannot be used together'],
  ])('in %s is rejected', async (args, message) => {
    const { exitCode, stdout, stderr, world } = await boards(args);
    expect({ exitCode, stdout, requests: world.requests.length }).toEqual({
      exitCode: 2,
      stdout: '',
      requests: 0,
    });
    expect(stderr).toContain(message);
  });
});

describe('boards --csv', () => {
  test('prints a header and rows with CR LF, and nothing else', async () => {
    const { exitCode, stdout, stderr } = await boards('--csv --symbol BBB');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(
      'asOf,timeframe,board,rank,symbol,name,price,dayPct,volume,boards,bias,metric,tag\r\n' +
        '2026-06-03T14:30:00.000Z,day,movers,2,BBB,"Beta, Inc",,4.56,82100000,1,bearish,4.2x,\r\n' +
        '2026-06-03T14:30:00.000Z,day,rvol,1,BBB,Alpha Works,12.5,4.56,82100000,1,bearish,4.2x,\r\n',
    );
  });

  test.each([
    ['symbol', 'symbol', 'BBB'],
    ['price,rank', 'price,rank', ',2'],
    ['tag,symbol,tag', 'tag,symbol', ',BBB'],
  ])('with --columns %s prints these, and where the row is from', async (columns, header, row) => {
    for (const command of ['boards', 'confluence']) {
      // Confluence has no columns of a single board.
      if (command === 'confluence' && columns.includes('tag')) continue;
      const { exitCode, stdout } = await runCli(`${command} --csv --symbol BBB --columns ${columns}`, {
        transport,
      });
      expect(exitCode).toBe(0);
      expect(stdout.split('\r\n').slice(0, 2)).toEqual([
        `asOf,timeframe,board,${header}`,
        `2026-06-03T14:30:00.000Z,day,movers,${row}`,
      ]);
    }
  });

  test.each([
    ['boards', 'json'],
    ['boards', 'format {symbol}'],
    ['confluence', 'json'],
    ['confluence', 'format {symbol}'],
    ['watch', 'json'],
    ['watch', 'events'],
  ])('%s --%s has no columns to choose', async (command, format) => {
    const { exitCode, stdout, stderr } = await runCli(`${command} --columns symbol --${format}`, {
      transport,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`--columns and --${format.split(' ')[0]} cannot be used together`);
  });

  test('prints no escape codes with FORCE_COLOR', async () => {
    const plain = await boards('--csv');
    const forced = await runCli('boards --csv --color always', {
      transport,
      isTTY: true,
      env: { FORCE_COLOR: '3' },
    });
    expect(forced.stdout).toBe(plain.stdout);
  });
});
