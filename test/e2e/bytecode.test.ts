import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { cleanEnvironment, PROGRAM } from '../support/program.ts';

const ROOT = dirname(dirname(PROGRAM));

function runNode(args: ReadonlyArray<string>) {
  const env = cleanEnvironment({ COLUMNS: '120', FORCE_COLOR: '1' });
  return spawnSync(process.execPath, args, { encoding: 'utf8', env });
}

/** A copy of the built program, whose bytecode a test may change. */
function copyProgram() {
  const directory = temporaryDirectory();
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(join(ROOT, name), join(directory, name), { recursive: true });
  }
  const bytecode = join(directory, 'dist', 'bytecode', `${process.version}-${process.arch}`);
  return { program: join(directory, 'bin', 'boards.cjs'), bytecode };
}

describe('the bytecode of the build', () => {
  test.each(['--version', '--help', '--json', '--plain', '--no-plain', 'top'])(
    'boards %s compiles nothing',
    (word) => {
      const report = `
      const { compiled } = require(${JSON.stringify(PROGRAM)});
      process.on('exit', () => {
        const states = [...compiled.values()].map(({ script }) => script.cachedDataRejected);
        process.stderr.write('rejected: ' + JSON.stringify([...new Set(states)]));
      });`;
      const { status, stderr } = runNode(['-e', report, '--', 'boards', word, '--sandbox']);
      expect(status).toBe(0);
      // `undefined`, which JSON shows as null, for a file without bytecode.
      expect(stderr).toContain('rejected: [false]');
    },
  );

  test.each<[string, (bytecode: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut', (bytecode) => bytecode.subarray(0, bytecode.length >> 1)],
    ['something else', (bytecode) => Buffer.alloc(bytecode.length, 'x')],
    ['zero from the middle on', (bytecode) => Buffer.from(bytecode).fill(0, bytecode.length >> 1)],
    [
      'different in a byte',
      (bytecode) => Buffer.from(bytecode.map((byte, at) => (at === 2000 ? ~byte : byte))),
    ],
  ])('is ignored if it is %s', (_, change) => {
    const { program, bytecode } = copyProgram();
    for (const name of readdirSync(bytecode)) {
      const file = join(bytecode, name);
      writeFileSync(file, change(readFileSync(file)));
    }
    const ended = runNode([program, '--sandbox', '--json']);
    expect(ended).toMatchObject({ status: 0, stderr: 'note: SANDBOX: simulated data\n' });
    expect(JSON.parse(ended.stdout).boards).toHaveProperty('movers');
  });

  test('is ignored if the source has changed, even to a text of the same length', () => {
    const { program } = copyProgram();
    const parts = join(dirname(dirname(program)), 'dist', 'parts');
    for (const name of readdirSync(parts)) {
      const file = join(parts, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('simulated data', 'simulated DATA'));
    }
    const { stderr } = runNode([program, '--sandbox', '--json']);
    expect(stderr).toBe('note: SANDBOX: simulated DATA\n');
  });

  test('is not needed', () => {
    const { program, bytecode } = copyProgram();
    rmSync(bytecode, { recursive: true });
    const { status, stdout } = runNode([program, '--sandbox', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).boards).toHaveProperty('movers');
  });
});
