import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { newDirectoryPath } from '../support/directories.ts';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const boards = {
  movers: [rowOf(), rowOf({ rank: 2, symbol: 'BBB', name: null, dayPct: -1.2, boards: 1, bias: 'bearish' })],
  rvol: [rowOf({ rank: 7, metric: '11.4x', tag: 'low float' })],
};
const transport = transportByTimeframe({
  day: bodyOf({ boards, boardNames: ['movers', 'rvol'] }),
  swing: bodyOf({
    timeframe: 'swing',
    asOf: '2026-06-03T14:29:00Z',
    boards: { rvol: [rowOf({ boards: null, bias: 'bearish', dayPct: 20 })] },
    topPlay: null,
  }),
});

async function plain(line: string, options: WorldOptions = {}): Promise<string> {
  const env = { TZ: 'UTC', ...options.env };
  const { exitCode, stdout, stderr } = await runCli(line, { transport, columns: 30, ...options, env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

describe('in a pipe', () => {
  test.each(['top', 'top -t all', 'symbol STOE', 'confluence', 'history STOE --last 1h', 'watch --count 1'])(
    '%s --color always prints the same text with colours',
    async (line) => {
      const stdout = await plain(`${line} --sandbox --color always`);
      expect(stdout).toContain('\x1b[');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken off.
      const text = stdout.replace(/\x1b\[[\d;]*m/g, '');
      expect(text).toBe(await plain(`${line} --sandbox`));
    },
  );
});

test.each(['status', 'config list'])('%s --plain on a terminal has the text of a pipe', async (line) => {
  const options = { env: { BOARDS_DATA_DIR: newDirectoryPath() } };
  const [piped, shown] = [
    await plain(line, options),
    await plain(`${line} --plain`, { ...options, isTTY: true }),
  ];
  // Paths and the time of the check differ between runs.
  const withoutPaths = (text: string) =>
    text
      .replace(/(?:\/|[A-Z]:\\)\S+/g, '')
      .replace(/\d+ ms/, '')
      .replace(/ +/g, ' ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken off.
  expect(withoutPaths(shown.replace(/\x1b\[[\d;]*m/g, ''))).toBe(withoutPaths(piped));
});

describe('watch and replay', () => {
  const PLAIN = /^movers: move over the window$/gm;
  const TABLE = /^Movers ─/gm;

  test.each([
    ['watch', {}, PLAIN, 1],
    ['watch --plain', {}, PLAIN, 1],
    ['watch --plain', { isTTY: true }, PLAIN, 1],
    ['watch', { isTTY: true, env: { TERM: 'dumb' } }, PLAIN, 1],
    ['watch --no-plain', {}, TABLE, 2],
    ['watch --no-plain', { isTTY: true, env: { TERM: 'dumb' } }, TABLE, 2],
    ['replay --from 1m', {}, PLAIN, 1],
    ['replay --from 1m', { isTTY: true, env: { TERM: 'dumb' } }, PLAIN, 1],
    ['replay --from 1m --plain', { isTTY: true }, PLAIN, 1],
    ['replay --from 1m --no-plain', {}, TABLE, 2],
  ])(
    '%s with %j prints tables for each snapshot, or plain text with only the first table, and no cursor movement',
    async (line, options, expected, tables) => {
      const count = line.startsWith('watch') ? '--count 2' : '';
      const stdout = await plain(`${line} ${count} -b movers --sandbox -q --no-color`, options);
      expect(stripVTControlCharacters(stdout).match(expected)).toHaveLength(tables);
      // Without colours, only weights and inverse may remain.
      const codes = stdout.split('\x1b').slice(1);
      expect(codes.filter((code) => !/^\[(?:1|2|7|22|27)m/.test(code))).toEqual([]);
    },
  );
});

test('tables in a pipe have no spaces at the end of a line', async () => {
  const { stdout } = await runCli('--sandbox --no-plain -l 1', { env: { COLUMNS: '120' } });
  expect(stdout).toContain('SANDBOX\n');
  expect(stdout.split('\n').filter((line) => line.endsWith(' '))).toEqual([]);
});
