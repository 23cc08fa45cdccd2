import { describe, expect, test } from 'vitest';
import { createEmulator } from '../support/emulator.ts';
import { describeBytes, describeCommands, describeScreen, goldenFolder } from '../support/golden.ts';
import { HOSTILE_TICKER, hostileTransport } from '../support/hostile-snapshot.ts';
import { runCli } from '../support/world.ts';

const golden = goldenFolder('hostile');

const VIEWS = {
  boards: 'boards',
  wide: 'boards --wide -b rvol,momentum,forum,search,lowFloat,shorted',
  confluence: 'confluence -l 3 --min-boards 4',
  top: 'top -t day,swing',
  symbol: `symbol ${HOSTILE_TICKER} -t day,swing`,
} as const;

describe('a hostile snapshot', () => {
  test.each(Object.entries(VIEWS))('as %s', async (view, command) => {
    const env = { TERM: 'xterm-256color' };
    const options = { isTTY: true, columns: 80, rows: 24, env, transport: hostileTransport() };
    const { exitCode, stdout } = await runCli(command, options);
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n').slice(0, -1);
    const emulator = createEmulator({ columns: 80, rows: lines.length });
    await emulator.write(lines.join('\n'));
    await golden.matches(`${view}-80`, describeBytes(await describeScreen(emulator.cells())));
  });

  // On a terminal, JSON has a field a line.
  test.each(['csv', 'format', 'json', 'plain'])('as %s', async (name) => {
    const terminal = { isTTY: true, columns: 80, rows: 24, env: { TERM: 'xterm-256color' } };
    const options = { ...(name.endsWith('json') ? terminal : {}), transport: hostileTransport() };
    await golden.matches(name, await describeCommands(golden.commandLinesOf(name), options));
  });
});
