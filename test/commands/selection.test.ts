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

describe('selection of rows', () => {
  test.each([
    ['-b movers,rvol,momentum,newBoard', 'momentum, "newBoard"; available:'],
    ['-b movers,rvol,momentum,emaTrend,forum', 'momentum, emaTrend, forum; available:'],
    [
      '-b movers,moverz,unusualOptionsActivity',
      '"moverz" (did you mean movers?), "unusualOptionsActivity"; available',
    ],
  ])('%s: missing boards are named, even unknown ones', async (args, says) => {
    const { exitCode, stderr } = await boards(args);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(says);
  });

  test.each([
    [
      '-b rvvol,momentun',
      'boards not in this snapshot: "rvvol" (did you mean rvol?), "momentun"',
      'Available: movers, rvol.',
    ],
    [
      '-b mover --json',
      'not in this snapshot: \\"mover\\" (did you mean movers?)',
      'Available: movers, rvol.',
    ],
    ['-b mover -t day,swing', 'board not in any of these timeframes: "mover"', 'Available: movers, rvol.'],
    ['-b buzz', 'not in this snapshot: buzz', 'Available: movers, rvol.'],
  ])('%s is an error, because no snapshot has any of these boards', async (args, message, hint) => {
    const { exitCode, stdout, stderr } = await boards(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  test.each(['symbol MMM', 'confluence', 'watch --count 2', 'watch --events --count 2'])(
    '%s -b mover is an error, too',
    async (line) => {
      const { exitCode, stdout } = await runCli(`${line} -t day -b mover`, { transport });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    },
  );

  test('watch looks for the boards in the first snapshots of all timeframes together', async () => {
    const line = 'watch --json --count 2 -t day,swing';
    expect((await runCli(`${line} -b movers`, { transport })).exitCode).toBe(0);
    const { exitCode, stderr } = await runCli(`${line} -b mover`, { transport });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('"board not in any of these timeframes: ');
  });
});

test('the preference limit applies only to boards, and hides no symbol elsewhere', async () => {
  const run = (line: string) => runCli(line, { transport, config: { limit: 1 } });
  expect((await run('symbol CCC -t day')).stdout).toMatch(/ movers +3 /);
  expect((await run('confluence')).stdout).toMatch(/ AAA .*\n.* CCC .*\n.* BBB /);
});

describe('--limit is refused if it has no effect', () => {
  test.each(['top -l 3', 'top -l3', 'top --limit=3', 'symbol AAA --limit 3', 'status -l 3'])(
    '%s',
    async (line) => {
      const { exitCode, stdout, stderr, world } = await runCli(line, { transport });
      expect({ exitCode, stdout, sent: world.requests.length }).toEqual({ exitCode: 2, stdout: '', sent: 0 });
      expect(stderr).toMatch(/^error: unknown option '(-l3?|--limit)'\n/);
      expect(stderr).toContain(
        '\nhint: Commands with --limit: boards, watch, confluence, replay. See `boards ',
      );
    },
  );

  test.each(['boards', 'watch --json --count 1', 'confluence'])('and works in %s', async (line) => {
    expect((await runCli(`${line} -t day --limit 3`, { transport })).exitCode).toBe(0);
  });
});
