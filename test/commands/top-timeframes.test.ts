import { expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const topPlay = (symbol: string, bias: string) => ({
  symbol,
  name: 'Alpha',
  price: 1,
  boards: 4,
  bias,
  reasons: [],
});

const transport = transportByTimeframe({
  day: bodyOf({ topPlay: topPlay('DAY', 'bullish') }),
  swing: bodyOf({ timeframe: 'swing', topPlay: topPlay('SWI', 'bearish') }),
  position: bodyOf({ timeframe: 'position', topPlay: null }),
});

const top = (args: string, options: WorldOptions = {}) =>
  runCli(`top --no-plain ${args}`, { transport, columns: 100, ...options });

test('boards top shows several top plays in a table, and what they have in common', async () => {
  const { exitCode, stdout, stderr } = await top('-t day,swing,position');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/\nday +DAY .* ◆4 ▲ bullish\nswing +SWI .*\nposition +– .* no symbol qualifies\n/);
  expect(stdout).toMatch(
    /\nA different symbol leads each timeframe; bullish in 1, bearish in 1; no top play in position\.\n$/,
  );
});

test('boards top shows one top play for one timeframe, and the disclaimer only on a terminal', async () => {
  const { stdout } = await top('', { isTTY: true, env: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/TOP PLAY ━/);
  expect(stdout).not.toContain('Why');
  expect(stdout).toMatch(/\nInformational only, not investment advice\.\n$/);
  expect((await top('')).stdout).not.toContain('Informational');
});

test('boards top --json prints an array in the requested order, and one object for one timeframe', async () => {
  const several = JSON.parse((await top('-t swing,day --json')).stdout);
  expect(several.map((entry: { timeframe: string }) => entry.timeframe)).toEqual(['swing', 'day']);
  expect(JSON.parse((await top('-t day --json')).stdout)).toMatchObject({
    timeframe: 'day',
    session: 'open',
    topPlay: { symbol: 'DAY' },
  });
});
