import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'rolldown/utils';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { PROGRAM, runProgram } from '../support/program.ts';

const FAKE_NODE = fileURLToPath(new URL('../support/fake-node.cjs', import.meta.url));

/** Starts the program in a Node that calls itself by another version. */
const runIn = (NODE_VERSION: string, args: ReadonlyArray<string> = ['--version']) =>
  runProgram(args, { env: { NODE_OPTIONS: `--require=${FAKE_NODE}`, NODE_VERSION } });

const [major = 0, minor = 0] = packageJson.engines.node.replace('>=', '').split('.').map(Number);

test.each([
  ['12.22.12', ['--version']],
  ['18.20.8', ['watch', '--sandbox']],
  [`${major}.${minor - 1}.3`, ['--json', '--sandbox']],
])('Node %s is too old for %j: one line, exit 3', async (version, args) => {
  const stderr = `boards needs Node ${major}.${minor} or newer; this is ${version}\n`;
  expect(await runIn(version, args)).toEqual({ exitCode: 3, signal: null, stdout: '', stderr });
});

test.each([`${major}.${minor}.0`, '100.1.0'])('Node %s is new enough', async (version) => {
  expect(await runIn(version)).toMatchObject({ exitCode: 0, stderr: '' });
});

test('Node 12 can parse the file that reports it', async () => {
  const source = readFileSync(PROGRAM, 'utf8');
  const compile = (target: string) => transform('boards.cjs', source, { target });
  expect((await compile('node12')).code).toBe((await compile('esnext')).code);
  expect((await compile('node12')).errors).toEqual([]);
});
