import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import { BOARD_CATALOGUE, TIMEFRAMES } from '../../src/market/catalogue.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { COLUMNS } from '../support/view-fixtures.ts';
import { createWorld, runCli } from '../support/world.ts';
import { expectPlain } from './harmless.ts';
import { hostileText } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

/** Commands that wait for input or run until they are stopped. */
const INTERACTIVE = ['watch', 'login', 'sandbox'];

const { commands } = await createProgram(createWorld().context);
const names = commands.map((command) => command.name()).filter((name) => !INTERACTIVE.includes(name));
const flags = commands.flatMap(({ options }) => options.map(({ long }) => long ?? ''));

/** A part of the key that is long enough to be treated as a key, also where a ticker is expected. */
const partOfKey = fc.nat(CANARY_KEY.length - 32).map((start) => CANARY_KEY.slice(start, start + 34));
const value = fc.oneof(
  fc.constantFrom(...TIMEFRAMES, ...COLUMNS, ...BOARD_CATALOGUE.map(({ key }) => key)),
  fc.constantFrom('all', '0', '1', '10', '1e9', '0x10', '-5', '', 'NVDA', 'NVDA,AMD', 'list', 'set', '--'),
  hostileText,
  partOfKey,
);
const word = fc.oneof(
  value,
  fc.constantFrom(...flags, '-t', '-l', '-b', '-q', '-h'),
  fc.tuple(fc.constantFrom(...flags), value).map(([flag, text]) => `${flag}=${text}`),
);
const commandLine = fc
  .tuple(fc.option(fc.constantFrom(...names), { nil: undefined }), fc.array(word, { maxLength: 5 }))
  .map(([name, words]) => (name === undefined ? words : [name, ...words]));

test(fuzzTitle('any command line exits with a documented code and does not print the key', 10), {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(commandLine, async (argv) => {
      fc.pre(!argv.some((text) => INTERACTIVE.includes(text)));
      // Fails if the output shows a part of the key.
      const { exitCode, stdout, stderr } = await runCli(argv);
      expect(['ok', ...ERROR_CODES][exitCode]).toBeDefined();
      expect(exitCode).not.toBe(1);
      if (exitCode !== 0) expect(stdout).toBe('');
      if (stderr !== '') expectPlain(stderr);
    }),
    fuzzOptions(10),
  );
});
