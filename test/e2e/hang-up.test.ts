import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveHttp } from '../support/loopback.ts';
import { openProgram } from '../support/program.ts';
import { until } from '../support/wait.ts';

const REPORTER = fileURLToPath(new URL('../support/report-end.cjs', import.meta.url));

/** Closes the terminal of a command once it shows a text, or has sent a request. Returns how it ended, and its stderr. */
async function hangUp(command: string, ready: RegExp | null, trap: string) {
  const server = await serveHttp(() => undefined);
  const directory = temporaryDirectory();
  const [file, errors] = [join(directory, 'end'), join(directory, 'errors')];
  writeFileSync(errors, '');
  const shell = `${trap}; ${process.execPath} ${REPORTER} ${directory} $BOARDS ${command}`;
  const program = openProgram([], { env: command.includes('sandbox') ? {} : server.env, shell });
  const stderr = () => readFileSync(errors, 'utf8');
  await until(() => ready?.test(program.raw() + stderr()) ?? server.connections() > 0);
  program.hangUp();
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
  return { end: JSON.parse(readFileSync(file, 'utf8')), stderr: stderr() };
}

describe.concurrent('when its terminal closes, the program ends by SIGHUP and prints nothing:', () => {
  const COMMANDS: ReadonlyArray<readonly [string, RegExp | null]> = [
    ['watch --sandbox', /SANDBOX/],
    ['watch --sandbox </dev/null', /SANDBOX/],
    ['watch --sandbox --plain', /top play/],
    ['watch --sandbox --events --initial', /listed/],
    ['watch --plain', null],
    ['login --base-url https://boards.example', /^API key for/],
    ['', null],
    ['sandbox --port 0', /Press Ctrl-C/],
  ];
  /** A terminal can be lost without SIGHUP, which each command has to find out by itself. */
  const WITHOUT_SIGNAL = ['without the signal', "trap '' HUP"] as const;
  const WITH_SIGNAL = ['with the signal', 'true'] as const;
  const ROWS = [
    ...COMMANDS.map((row) => [...row, ...WITHOUT_SIGNAL] as const),
    ...COMMANDS.filter(([command]) => ['', 'watch --sandbox', 'watch --plain'].includes(command)).map(
      (row) => [...row, ...WITH_SIGNAL] as const,
    ),
  ];

  test.each(ROWS.map(([command, ready, name, trap]) => [command, name, ready, trap] as const))(
    'boards %s, %s',
    async (command, _, ready, trap) => {
      const { end, stderr } = await hangUp(command, ready, trap);
      expect(end).toEqual({ exitCode: null, signal: 'SIGHUP' });
      // The prompt ends its line.
      expect(stderr).toMatch(/^(note: SANDBOX: simulated data\n|API key for .*\n)?$/);
    },
  );
});
