import { describe, expect, test } from 'vitest';
import { runCli } from '../support/world.ts';

describe('in the sandbox', () => {
  /** The number of boards that list a symbol at a time. */
  async function countBoards(symbol: string, at: string): Promise<number> {
    const { stdout } = await runCli(`symbol ${symbol} -t day --json --sandbox --at ${at} -q`);
    return JSON.parse(stdout).timeframes.day.placements.length;
  }

  /** By symbol, the last minute of the replay at which any board lists it, and the minute after. */
  async function lastMinutes(from: string): Promise<ReadonlyMap<string, { last: string; after: string }>> {
    const { stdout } = await runCli(`replay --sandbox -q --json -t day --from ${from}`);
    const found = new Map<string, { last: string; after: string }>();
    for (const text of stdout.trim().split('\n')) {
      const { asOf, boards } = JSON.parse(text);
      const after = new Date(Date.parse(asOf) + 60_000).toISOString().slice(11, 16);
      for (const { symbol } of Object.values<ReadonlyArray<{ symbol: string }>>(boards).flat())
        found.set(symbol, { last: asOf.slice(11, 16), after });
    }
    return found;
  }

  /** `14:03`, `>10:25`: when symbols left, as the command says it. */
  async function departures(time: string): Promise<ReadonlyArray<readonly [string, string]>> {
    const args = ['boards', '--sandbox', '-q', '--at', time, '--format', '{symbol} {now}'];
    const { stdout } = await runCli(args);
    const all = [...stdout.matchAll(/^(\S+) left (\S*)$/gm)].map(([, symbol = '', left = '']) => [
      symbol,
      left,
    ]);
    return [...new Map(all.map(([symbol = '', left = '']) => [symbol, left]))];
  }

  test.each(['13:58', '12:10'])('each symbol of %s left when the replay says so', async (time) => {
    const seen = await lastMinutes(time);
    const found = await departures(time);
    expect(found.length).toBeGreaterThan(10);
    expect(found).toEqual(found.map(([symbol]) => [symbol, seen.get(symbol)?.after]));
  });

  test('a symbol that left more than four hours ago left after a minute at which it was listed', async () => {
    const seen = await lastMinutes('09:00');
    const found = await departures('09:00');
    const isExact = ([, left]: readonly [string, string]) => !left.startsWith('>');
    expect(found.some(isExact)).toBe(true);
    expect(found.every(isExact)).toBe(false);
    for (const [symbol, left] of found) {
      const { last = '', after = '' } = seen.get(symbol) ?? {};
      if (left.startsWith('>'))
        expect([symbol, last, (await countBoards(symbol, left.slice(1))) > 0]).toEqual([symbol, '', true]);
      else expect([symbol, left]).toEqual([symbol, after]);
    }
  });
});
