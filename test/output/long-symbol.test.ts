import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf, topPlayOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const TWELVE = 'ABCDEFGHIJKL';

test.each([
  [TWELVE, TWELVE],
  [`${TWELVE}M`, 'ABCDEFGHIJK…'],
])('the symbol %s is shown as %s: as the top play and by the command symbol', async (symbol, shown) => {
  const boards = { movers: [rowOf({ symbol })] };
  const transport = transportByTimeframe({ day: bodyOf({ boards, topPlay: topPlayOf({ symbol }) }) });
  const screenOf = async (command: string) =>
    stripVTControlCharacters((await runCli(command, { transport, isTTY: true, columns: 80 })).stdout);
  expect(await screenOf('top')).toMatch(new RegExp(`^┃ ${shown} +Alpha Works`, 'm'));
  expect(await screenOf('boards -b movers')).toMatch(new RegExp(`^TOP {2}${shown} \\$12\\.50 `, 'm'));
  expect(await screenOf(`symbol ${symbol} -t day`)).toMatch(new RegExp(`^${shown} +Alpha Works`, 'm'));
});
