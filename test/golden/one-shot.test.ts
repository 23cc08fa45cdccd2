import { describe, expect, test } from 'vitest';
import { createEmulator } from '../support/emulator.ts';
import { describeScreen, goldenFolder } from '../support/golden.ts';
import { runCli } from '../support/world.ts';

const golden = goldenFolder('one-shot');

/** What the terminal shows below a command, from its first line on. */
const VIEWS = {
  boards: 'boards',
  'boards-of-swing': 'boards -t swing -l 5',
  wide: 'boards --wide -b movers,shorted,moneyFlow -l 4',
  'one-board': 'boards -b insiderBuys',
  columns: 'boards -b movers,rvol,forum --columns price,symbol,metric -l 3',
  'boards-at': 'boards --at 14:00 -b movers,rvol,forum,insiderBuys -l 5',
  'wide-at': 'boards --at 14:00 -b movers,rvol --wide -l 5',
  top: 'top',
  'top-of-all-timeframes': 'top -t all',
  'top-at': 'top -t all --at 14:00',
  confluence: 'confluence --first 12',
  'confluence-of-all-timeframes': 'confluence -t all --first 8',
  'confluence-at': 'confluence --at 14:00 --first 6',
} as const;

const WIDTHS = [30, 40, 80, 120, 200] as const;

/** The lines of a command in a terminal of this width, which cannot show all boards at once. */
async function linesOf(command: string, columns: number, env: Readonly<Record<string, string>>) {
  const options = { isTTY: true, columns, rows: 24, env: { TERM: 'xterm-256color', ...env } };
  const { exitCode, stdout } = await runCli(`${command} --sandbox`, options);
  expect(exitCode).toBe(0);
  return stdout.split('\n').slice(0, -1);
}

const cases = Object.entries(VIEWS).flatMap(([view, command]) =>
  WIDTHS.map((columns) => ({ view, command, columns })),
);

describe('one-shot output, cell by cell,', () => {
  test.each(cases)('shows $view in $columns columns', async ({ view, command, columns }) => {
    const lines = await linesOf(command, columns, {});
    const emulator = createEmulator({ columns, rows: lines.length });
    await emulator.write(lines.join('\n'));
    await golden.matches(`${view}-${columns}`, describeScreen(emulator.cells()));
  });

  test.each(cases)('shows $view in ASCII within $columns columns', async ({ command, columns }) => {
    const lines = await linesOf(command, columns, { NO_COLOR: '1', LC_ALL: 'C' });
    expect(lines.join('')).toMatch(/^[\x20-\x7e]+$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  });

  golden.hasNoOther();
});
