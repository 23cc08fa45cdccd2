import { describe, expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const MOVERS = [
  rowOf({ rank: 1, symbol: 'AAA', price: 3, boards: 1 }),
  rowOf({ rank: 2, symbol: 'BBB', price: null, boards: 3 }),
  rowOf({ rank: 3, symbol: 'CCC', price: 5, boards: 2 }),
];
const transport = transportByTimeframe({
  day: bodyOf({ boards: { movers: MOVERS }, boardNames: ['movers'], topPlay: null }),
});

async function symbols(line: string): Promise<string> {
  const { exitCode, stdout } = await runCli([...line.split(' '), '--format', '{symbol}'], { transport });
  expect(exitCode).toBe(0);
  return stdout.trim().replaceAll('\n', ' ');
}

describe('the order of rows', () => {
  test.each([
    ['boards', 'AAA BBB CCC'],
    ['boards --reverse', 'CCC BBB AAA'],
    ['boards --sort price', 'CCC AAA BBB'],
    // Null comes last in both directions.
    ['boards --sort price --reverse', 'AAA CCC BBB'],
    ['confluence', 'BBB CCC AAA'],
    ['confluence --reverse', 'AAA CCC BBB'],
    ['confluence --sort symbol --reverse', 'CCC BBB AAA'],
  ])('%s', async (line, expected) => {
    expect(await symbols(line)).toBe(expected);
  });

  test('is the same in JSON, CSV and the stream of watch', async () => {
    const json = JSON.parse((await runCli('--json --reverse', { transport })).stdout);
    expect(json.boards.movers.map((row: { symbol: string }) => row.symbol)).toEqual(['CCC', 'BBB', 'AAA']);
    const csv = await runCli('--csv --reverse --columns symbol', { transport });
    expect(csv.stdout).toBe('symbol\nCCC\nBBB\nAAA\n');
    const watch = await runCli('watch --reverse --json --count 1', { transport });
    expect(JSON.parse(watch.stdout).boards).toEqual(json.boards);
  });

  test.each(['boards -b movers', 'confluence'])('%s by the gain since then', async (line) => {
    const gains = async (order: string) => {
      const words = `${line} --sandbox --at 15m --sort gain ${order}`.trim().split(' ');
      const { stdout } = await runCli([...words, '--format', '{gain:raw}']);
      return stdout.split('\n').flatMap((text) => (text === '' ? [] : [Number(text)]));
    };
    const falling = await gains('');
    expect(new Set(falling).size).toBeGreaterThan(5);
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    expect(await gains('--reverse')).toEqual(falling.toSorted((a, b) => a - b));
    const { exitCode, stderr } = await runCli(`${line} --sort gain`);
    expect(exitCode).toBe(2);
    expect(stderr).toBe('error: --sort gain needs --at\nhint: For example: --at 15m --sort gain\n');
  });
});
