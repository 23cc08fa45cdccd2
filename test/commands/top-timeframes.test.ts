import { expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const pick = (symbol: string, bias: string) => ({
  symbol,
  name: 'Alpha',
  price: 1,
  boards: 4,
  bias,
  reasons: [],
});

const transport = transportByTimeframe({
  day: bodyOf({ topPlay: pick('DAY', 'bullish') }),
  swing: bodyOf({ timeframe: 'swing', topPlay: pick('SWI', 'bearish') }),
  position: bodyOf({ timeframe: 'position', topPlay: null }),
});

const top = (args: string, options: WorldOptions = {}) =>
  runCli(`top ${args}`, { transport, columns: 100, ...options });

test('boards top shows several top plays side by side, and whether their biases agree', async () => {
  const { exitCode, stdout, stderr } = await top('-t day,swing,position');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/TOP PLAY · DAY .* TOP PLAY · SWING/);
  expect(stdout).toContain('No symbol qualifies right now.');
  expect(stdout).toMatch(/\nBias: bullish in day; bearish in swing; no pick in position\.\n$/);
});

test('boards top shows them below each other in a narrow terminal', async () => {
  const { stdout } = await top('-t day,swing', { columns: 60 });
  expect(stdout).toMatch(/TOP PLAY · DAY [\s\S]*\n┏━ TOP PLAY · SWING /);
});

test('boards top shows one top play for one timeframe, and the disclaimer only on a terminal', async () => {
  const { stdout } = await top('', { isTTY: true, env: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/TOP PLAY ━/);
  expect(stdout).not.toContain('Bias:');
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
