import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printError } from '../../src/run.ts';
import { CANARY_KEY as KEY, KEY_FORMS, leakIn } from '../support/canary.ts';
import { configDirectoryWith, temporaryDirectory } from '../support/directories.ts';
import { createWorld, runCli } from '../support/world.ts';

/** A transport with a bug whose error and cause quote the text. */
function bugAbout(text: string) {
  return async () => {
    throw new TypeError(`cannot read ${text}`, { cause: new Error(`of ${JSON.stringify(text)}`) });
  };
}

const COMMANDS = ['--debug', '--debug --json', 'top --debug', 'symbol AMD --debug', 'status --debug'];

describe('--debug shows causes and stacks, and never the key', () => {
  test.each(COMMANDS)('of the environment, in an internal error: boards %s', async (line) => {
    const { exitCode, stderr } = await runCli(line, {
      env: { BOARDS_API_KEY: KEY },
      transport: bugAbout(KEY),
    });
    expect({ exitCode, leak: leakIn(stderr) }).toEqual({ exitCode: 1, leak: null });
    expect(stderr).toMatch(/debug: TypeError: cannot read \[redacted\]\ndebug: +at /);
    expect(stderr).toMatch(/debug: Error: of "\[redacted\]"/);
  });

  test.each(COMMANDS)(
    'of the config file, whole or in part, in an internal error: boards %s',
    async (line) => {
      const origin = 'https://boards.example';
      const BOARDS_CONFIG_DIR = configDirectoryWith(
        JSON.stringify({ apiKey: KEY, baseUrl: origin, apiKeyOrigin: origin }),
      );
      const env = { BOARDS_API_KEY: undefined, BOARDS_BASE_URL: undefined, BOARDS_CONFIG_DIR };
      for (const text of [KEY, KEY.slice(0, 30), `{"apiKey":"${KEY.slice(8, 28)}`]) {
        const { exitCode, stderr } = await runCli(line, { env, transport: bugAbout(text) });
        expect({ exitCode, leak: leakIn(stderr) }).toEqual({ exitCode: 1, leak: null });
      }
    },
  );

  test.each([
    `{"apiKey":"${KEY}`,
    `{"apiKey":"${KEY}"}}`,
    `${KEY}`,
    `["${KEY}"]`,
    `{"apiKey":{"${KEY}":1}}`,
    `{"palette":"${KEY}"}`,
    `{"baseUrl":"https://trader:${KEY}@boards.example"}`,
    `{"boards":["${KEY}"]}`,
  ])('of an invalid config file (%#)', async (text) => {
    const BOARDS_CONFIG_DIR = configDirectoryWith(text);
    const env = { BOARDS_API_KEY: undefined, BOARDS_BASE_URL: undefined, BOARDS_CONFIG_DIR };
    for (const line of [
      '--debug',
      'status --debug',
      'config list --debug',
      'config set limit 3 --debug',
      'logout --debug',
    ]) {
      const { stdout, stderr } = await runCli(line, { env });
      expect({ line, leak: leakIn(stdout + stderr) }).toEqual({ line, leak: null });
    }
  });

  test.each(Object.entries(KEY_FORMS))('of the command line, in an internal error: %s', (_, key) => {
    const { context, stderr } = createWorld();
    const cause = new Error(`of ${key}, as it was typed`);
    printError(new TypeError(`cannot read ${key}`, { cause }), ['symbol', key, '--debug'], context);
    expect(leakIn(stderr(), key)).toBeNull();
    expect(stderr()).toMatch(/debug: TypeError: cannot read .*\ndebug: +at /);
  });

  test('of a login that cannot be stored', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'config.json'));
    const env = { BOARDS_API_KEY: undefined, BOARDS_CONFIG_DIR: directory };
    const { exitCode, stderr } = await runCli('login --no-verify --debug --base-url https://boards.example', {
      env,
      stdin: KEY,
    });
    expect({ exitCode, leak: leakIn(stderr) }).toEqual({ exitCode: 3, leak: null });
  });
});

describe('an argument after -- is not an option', () => {
  test.each(['--json', '--debug'])('boards help -- %s', async (word) => {
    const { exitCode, stderr } = await runCli(['help', '--', word]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^error: .*\n(hint: .*\n)*$/);
  });
});
