import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { isAlive, openProgram, runProgram } from '../support/program.ts';
import { WITHOUT_TIMEOUTS } from '../support/shell.ts';
import { ranked } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

/** A service whose first response has OLD, and all others NVDA in its place. */
const serveStages = () =>
  serveBoards({
    fields: (index) => ({
      asOf: `2026-06-03T14:3${index === 0 ? 0 : 1}:00Z`,
      boards: { movers: ranked(`AAA BBB ${index === 0 ? 'OLD' : 'NVDA'}`) },
    }),
  });

function hookFile(): string {
  return join(temporaryDirectory(), 'log');
}

describe.concurrent('watch --exec', () => {
  test('passes the changes of --on on stdin, and their context in environment variables, without the key', async () => {
    const file = hookFile();
    const command = `cat > ${file}; echo "$BOARDS_TIMEFRAME $BOARDS_ASOF $BOARDS_EVENTS \${BOARDS_API_KEY-unset}" >> ${file}`;
    const args = ['watch', '-n', '1', '--count', '2', '--exec', command, '--on', 'entered,left'];
    const { exitCode } = await runProgram(args, { env: (await serveStages()).env });
    expect(exitCode).toBe(0);
    const received = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(received.pop()).toBe('day 2026-06-03T14:31:00Z 2 unset');
    expect(received.map((line) => JSON.parse(line).type)).toEqual(['entered', 'left']);
  });

  test('reports a failing command in the footer with its last error, and discards its output', async () => {
    const pane = openProgram(
      ['watch', '-n', '1', '--exec', 'echo NOISE; echo NOISE >&2; echo no display >&2; exit 3'],
      {
        env: (await serveStages()).env,
      },
    );
    await pane.waitFor(/--exec failed with exit code 3: no display/);
    expect(pane.raw()).not.toContain('NOISE');
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
  });

  test('continues to poll while the command runs, and kills it when the pane ends', async () => {
    const file = hookFile();
    const { env, keys } = await serveStages();
    const hook = `echo $$ > ${file}; sleep 100`;
    const pane = openProgram(['watch', '-n', '1', '--exec', hook], { env: { ...env, ...WITHOUT_TIMEOUTS } });
    await until(() => existsSync(file));
    const before = keys.length;
    await until(() => keys.length > before + 1);
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
    await until(() => !isAlive(Number(readFileSync(file, 'utf8'))));
  });
});
