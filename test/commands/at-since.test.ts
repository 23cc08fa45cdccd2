import { expect, test } from 'vitest';
import { runCli } from '../support/world.ts';

/** Maps each symbol to the minute after it was last on any board of the replay. */
async function departuresOf(from: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await runCli(`replay --sandbox -q --json -t day --from ${from}`);
  const found = new Map<string, string>();
  for (const text of stdout.trim().split('\n')) {
    const { asOf, boards } = JSON.parse(text);
    const after = new Date(Date.parse(asOf) + 60_000).toISOString().slice(11, 16);
    for (const { symbol } of Object.values<ReadonlyArray<{ symbol: string }>>(boards).flat())
      found.set(symbol, after);
  }
  return found;
}

/** Returns when symbols left, such as `14:03`, as `--at` prints it. */
async function departures(time: string): Promise<ReadonlyArray<readonly [string, string]>> {
  const args = ['boards', '--sandbox', '-q', '--at', time, '--format', '{symbol} {now}'];
  const { stdout } = await runCli(args);
  const all = [...stdout.matchAll(/^(\S+) left ?(\S*)$/gm)];
  return [...new Map(all.map(([, symbol = '', left = '']) => [symbol, left]))];
}

test.each(['13:58', '10:31'])(
  'in the sandbox, symbols of %s left at the same times as in a replay',
  async (time) => {
    const seen = await departuresOf(time);
    const found = await departures(time);
    expect(found.length).toBeGreaterThan(10);
    expect(found).toEqual(found.map(([symbol]) => [symbol, seen.get(symbol)]));
  },
);

test('a replay of the sandbox reaches back four hours', async () => {
  const { stdout } = await runCli('replay --sandbox -q --json -t day');
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(241);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ asOf: '2026-06-03T10:30:00.000Z' });
});
