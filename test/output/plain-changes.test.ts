import { describe, expect, test } from 'vitest';
import { minuteService } from '../support/minute-service.ts';
import { rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const rows = (symbols: string) =>
  [...symbols].map((symbol, index) => rowOf({ rank: index + 1, symbol, boards: 1 }));
const topPlay = (symbol: string) => rowOf({ symbol, reasons: [] });

const MINUTES = [
  { boards: { movers: rows('ABCDEFGH'), rvol: rows('ABC') }, topPlay: topPlay('A') },
  // Only below rank 5.
  { boards: { movers: rows('ABCDEFHG'), rvol: rows('ABC') }, topPlay: topPlay('A') },
  // F leaps over others, which only make room.
  { boards: { movers: rows('ABFCDEHG'), rvol: rows('ACB') }, topPlay: topPlay('A') },
  { boards: { movers: rows('NBFCDEHG'), rvol: rows('ACB') }, topPlay: topPlay('N') },
  { boards: { movers: rows('NBFCDEHG'), rvol: rows('ACB') }, topPlay: null, session: 'closed' },
];

/** What follows the tables of the first snapshot. */
async function changes(options = '') {
  const service = minuteService((minute) => MINUTES[minute] ?? MINUTES[0] ?? {});
  const line = `watch -n 60 --count ${MINUTES.length} ${options}`;
  const { exitCode, stdout } = await runCli(line, { ...service, env: { TZ: 'UTC' } });
  expect(exitCode).toBe(0);
  return stdout.slice(stdout.search(/^14:3\d:00 UTC {2}day {2}top play/m));
}

describe('after the tables of the first snapshot, plain text', () => {
  test('says what changed on ranks 1 to 5, and nothing where nothing did', async () => {
    expect(await changes()).toBe(`\
14:32:00 UTC  day  top play  A  12.50  +4.56%  2 boards  bullish
  F Movers 3 (was 6)
  E Movers 6 (was 5)
  C Relative volume 2 (was 3)
14:33:00 UTC  day  top play  N  12.50  +4.56%  2 boards  bullish  was A
  N in Movers 1
  A out of Movers (was 1)
14:34:00 UTC  day  top play  -  was N
  market closed (was open)
`);
  });

  test('is about the boards and rows that are shown', async () => {
    expect(await changes('-b movers --symbol F')).toContain(
      '14:32:00 UTC  day  top play  A  12.50  +4.56%  2 boards  bullish\n  F Movers 3 (was 6)\n14:33:00',
    );
  });
});
