import { describe, expect, test } from 'vitest';
import { createEmulator } from '../support/emulator.ts';
import { describeBytes, describeCommands, describeScreen, goldenFolder } from '../support/golden.ts';
import { HOSTILE_TICKER, hostileTransport } from '../support/hostile-snapshot.ts';
import { runCli } from '../support/world.ts';

const golden = goldenFolder('hostile');

const VIEWS = {
  boards: 'boards',
  wide: 'boards --wide -b rvol,momentum,emaTrend,forum,search,lowFloat,shorted,relStrength,smartMoney',
  sorted: 'boards -b shorted,emaTrend --sort volume',
  confluence: 'confluence -l 3',
  top: 'top -t day,swing',
  symbol: `symbol ${HOSTILE_TICKER} -t day,swing`,
} as const;

describe('a hostile snapshot', () => {
  const cases = Object.entries(VIEWS).flatMap(([view, command]) =>
    [40, 120].map((columns) => ({ view, command, columns })),
  );

  test.each(cases)('as $view in $columns columns', async ({ view, command, columns }) => {
    const env = { TERM: 'xterm-256color' };
    const options = { isTTY: true, columns, rows: 24, env, transport: hostileTransport() };
    const { exitCode, stdout } = await runCli(command, options);
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n').slice(0, -1);
    const emulator = createEmulator({ columns, rows: lines.length });
    await emulator.write(lines.join('\n'));
    await golden.matches(`${view}-${columns}`, describeBytes(describeScreen(emulator.cells())));
  });

  // On a terminal, JSON has a field a line.
  test.each(golden.transcripts)('as %s', async (name) => {
    const terminal = { isTTY: true, columns: 80, rows: 24, env: { TERM: 'xterm-256color' } };
    const options = { ...(name.endsWith('json') ? terminal : {}), transport: hostileTransport() };
    await golden.matches(name, await describeCommands(golden.commandLinesOf(name), options));
  });
});
