import { describe, expect, test } from 'vitest';
import { TIMEFRAMES } from '../../src/vocabulary.ts';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const boards = {
  movers: [rowOf({ symbol: 'NVDA', boards: 3 }), rowOf({ symbol: 'AMD', rank: 2, boards: 1 })],
};
const transport = transportByTimeframe(
  Object.fromEntries(
    TIMEFRAMES.map((timeframe) => [
      timeframe,
      bodyOf({ timeframe, boards: timeframe === 'scalp' ? {} : boards }),
    ]),
  ),
);

function symbol(args: string | ReadonlyArray<string>, options: WorldOptions = {}) {
  const words = typeof args === 'string' ? args.split(' ') : args;
  return runCli(['symbol', '--no-plain', ...words], { transport, columns: 100, ...options });
}

describe('boards symbol', () => {
  test('shows the boards of a ticker, and whether the timeframes agree', async () => {
    const { exitCode, stdout, stderr } = await symbol('nvda');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('5 TIMEFRAMES');
    expect(stdout).toMatch(/^NVDA {2}Alpha Works +▲ bullish in all 4$/m);
    expect(stdout).toMatch(/^\$12\.50 {2}\+4\.56% day {2}vol 82\.1M {2}◆3 boards in day$/m);
    expect(stdout).toMatch(/Movers +– +#1 4\.2x +#1 4\.2x +#1 4\.2x +#1 4\.2x/);
    expect(stdout).toContain(
      'NVDA: listed on 1 board in day, 1 in swing, 1 in position, 1 in investing; bullish in all 4.',
    );
  });

  test('shows ASCII signs to a terminal without UTF-8', async () => {
    const { stdout } = await symbol('nvda', { env: { LC_ALL: 'C' } });
    expect(stdout).toMatch(/^NVDA {2}Alpha Works +\^ bullish in all 4$/m);
    expect(stdout).toMatch(/^-+ scalp {2}day -+ swing -+ position - investing$/m);
    expect(stdout).not.toMatch(/\P{ASCII}/u);
  });

  test.each([
    ['nvda', {}, 'scalp day swing position investing'],
    ['nvda -t day', {}, 'day'],
    ['nvda -t swing,scalp', {}, 'swing scalp'],
    ['nvda', { BOARDS_TIMEFRAME: 'swing' }, 'swing'],
    ['nvda', { BOARDS_TIMEFRAME: '' }, 'scalp day swing position investing'],
    ['nvda -t day', { BOARDS_TIMEFRAME: 'swing' }, 'day'],
  ])('%s with %j requests %s', async (args, env, expected) => {
    const { world } = await symbol(args, { env });
    expect(world.requests.map(({ url }) => url.searchParams.get('timeframe')).join(' ')).toBe(expected);
  });

  test.each([['NVDA AMD'], ['nvda,amd'], ['nvda, amd,'], ['nvda amd NVDA']])(
    'accepts tickers as in %j',
    async (args) => {
      const { stdout } = await symbol(`${args} -t day --json`);
      expect(JSON.parse(stdout).map((entry: { symbol: string }) => entry.symbol)).toEqual(['NVDA', 'AMD']);
    },
  );

  test('reports that a ticker is on no board, and exits with 0', async () => {
    const { exitCode, stdout } = await symbol('ZZZ NVDA -t day');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/ZZZ is on no board in day\.\n[\s\S]*NVDA: listed on 1 board in day; bullish\./u);
  });

  test.each([
    [[], 'ticker'],
    [[','], 'no ticker given'],
    [['A!'], 'invalid ticker "A!"'],
    [['ABCDEFGHIJKLM'], 'invalid ticker'],
    [['\u001b[31m'], 'invalid ticker'],
    [['NVDA', '-t', 'dya'], 'unknown timeframe'],
    [['NVDA', '--csv'], '--csv is for boards, confluence and history'],
  ])('rejects %j', async (args, message) => {
    const { exitCode, stdout, stderr, world } = await symbol(args);
    expect({ exitCode, stdout, requests: world.requests.length }).toEqual({
      exitCode: 2,
      stdout: '',
      requests: 0,
    });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('\u001b');
  });

  test.each(['BRK.B', 'BF-B', '^VIX', 'BTC/USD', 'ES=F', '9988'])('accepts the ticker %s', async (ticker) => {
    expect((await symbol([ticker, '-t', 'day'])).exitCode).toBe(0);
  });

  test('prints one JSON object for one ticker', async () => {
    const { stdout, stderr } = await symbol('amd -t scalp,day --json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      symbol: 'AMD',
      name: 'Alpha Works',
      timeframes: {
        scalp: { asOf: '2026-06-03T14:30:00.000Z', boards: 0, bias: null, placements: [] },
        day: {
          asOf: '2026-06-03T14:30:00.000Z',
          boards: 1,
          bias: 'bullish',
          placements: [{ board: 'movers', rank: 2, metric: '4.2x', tag: null }],
        },
      },
    });
  });

  test('shows only the boards of --board, and notes which are missing', async () => {
    const { stdout, stderr } = await symbol('NVDA -t day,scalp -b movrs,movers');
    expect(stdout).toContain('Movers');
    expect(stderr).toContain('not in the day snapshot: "movrs" (did you mean movers?); it has movers');
    expect(stderr).toContain('not in the scalp snapshot: "movrs", movers; it has no boards');
  });
});
