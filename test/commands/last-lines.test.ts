import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

test('the last lines of a long output suggest only boards that need no quoting in a shell', async () => {
  const boards = { '\x1b[2J': [rowOf()], 'a b': [rowOf()] };
  const transport = transportByTimeframe({ day: bodyOf({ boards, timeframe: '\x1b[2J' }) });
  const { stdout } = await runCli('boards', { transport, isTTY: true, columns: 120, rows: 5 });
  const [, end = ''] = stripVTControlCharacters(stdout).split('advice.');
  expect(end).toContain('live: boards watch');
  expect(end.replaceAll('\n', '')).not.toMatch(/\p{Cc}|one board/u);
});

async function sandboxScreen(command: string, columns: number, rows: number): Promise<string> {
  const { stdout } = await runCli(`${command} --sandbox`, { isTTY: true, columns, rows });
  return stripVTControlCharacters(stdout);
}

test.each([
  ['boards --bias bullish', 'live: boards watch --sandbox --bias bullish'],
  ['boards -b movers,rvol -t all', 'live: boards watch --sandbox -t all -b movers,rvol'],
  ['boards --min-boards 1', 'one board: boards --sandbox -b movers --min-boards 1'],
  ['boards --at 10m', 'one board: boards --sandbox --at 10m -b movers'],
  ['confluence', 'fewer symbols: boards confluence --sandbox --min-boards 3'],
  ['confluence -t all --min-boards 1', 'fewer symbols: boards confluence --sandbox -t all --min-boards 3'],
])('the last lines of a long `%s` suggest commands with the options of the user', async (command, step) => {
  const lines = (await sandboxScreen(command, 120, 8)).split('\n');
  expect(lines.slice(-4).join(' · ')).toContain(step);
  expect(lines.slice(-14).join('\n')).toMatch(/^TOP {2}.* · {2}\w+/m);
});

test('a short `confluence` has no last lines', async () => {
  expect(await sandboxScreen('confluence', 120, 90)).not.toMatch(/^TOP|fewer/m);
});

test('a `confluence` that leaves no line for the prompt has last lines', async () => {
  const columns = 120;
  const whole = (await sandboxScreen('confluence', columns, 90)).trimEnd().split('\n');
  const { length } = whole;
  expect((await sandboxScreen('confluence', columns, length + 1)).trimEnd().split('\n')).toEqual(whole);
  const longer = (await sandboxScreen('confluence', columns, length)).trimEnd().split('\n');
  expect(longer.slice(0, length)).toEqual(whole);
  expect(longer.slice(length).join('\n')).toMatch(/^TOP .*\n.*fewer symbols: boards confluence --sandbox/s);
});

test('a filtered screen names its filters, even if nothing matches', async () => {
  const flags = '--symbol TLA,"A B" --bias bearish --min-boards 9';
  const command = ['boards', '--symbol', 'TLA,A B', '--bias', 'bearish', '--min-boards', '9', '--sandbox'];
  const { stdout, stderr } = await runCli(command, { isTTY: true, columns: 120, rows: 40 });
  expect(stripVTControlCharacters(stdout)).toContain(
    'only TLA, A B, bearish, 9+ boards · Informational only',
  );
  expect(stderr).toContain(`no symbol matches ${flags.replace('TLA,"A B"', '"TLA,A B"')}`);
});

test.each([40, 60, 80])('the label is next to the time in %i columns', async (columns) => {
  const screen = await sandboxScreen('boards -t swing', columns, 12);
  expect(screen.slice(screen.indexOf('advice.'))).toMatch(/swing, \d\d:\d\d.* ago · +SANDBOX $/m);
});
