import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

test('the last lines of a long output name no board that a shell would not take as it is', async () => {
  const boards = { '\x1b[2J': [rowOf()], 'a b': [rowOf()] };
  const transport = transportByTimeframe({ day: bodyOf({ boards, timeframe: '\x1b[2J' }) });
  const { stdout } = await runCli('boards', { transport, isTTY: true, columns: 120, rows: 5 });
  const [, end = ''] = stripVTControlCharacters(stdout).split('advice.\n');
  expect(end).toContain('live: boards watch');
  expect(end.replaceAll('\n', '')).not.toMatch(/\p{Cc}|one board/u);
});
