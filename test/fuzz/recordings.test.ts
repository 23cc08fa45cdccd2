import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { runCli } from '../support/world.ts';
import { expectHarmless, expectPlain } from './harmless.ts';
import { hostileFiles, writeHostileFiles } from './hostile-recordings.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const COMMANDS = [
  'history AAA',
  'history',
  'history --no-plain --bias bullish',
  'history --csv -b movers --last 2h',
  'history AAA S0 --json',
  'history S0 --csv',
  'history AAA --no-plain --last 10m',
  '--at 14:29',
  '--at 14:29 --no-plain -t all',
  '--at 14:29 --json',
  'top --at 14:20',
  'symbol S0 --at 14:29 --json',
  'confluence --at 14:20',
  'confluence --at 14:20 --no-plain',
  'confluence --at 14:20 --json',
  'replay --json',
  'replay --events',
  'replay --from 14:20',
  'replay FILE --json',
  'replay FILE --events --no-plain',
];

test(fuzzTitle('hostile recordings end every command with 0 or 10, and show no escape sequence', 5), {
  timeout,
}, async () => {
  const { world } = await runCli('--version');
  await fc.assert(
    fc.asyncProperty(hostileFiles, fc.constantFrom(...COMMANDS), async (files, command) => {
      const data = temporaryDirectory();
      const path = writeHostileFiles(data, files);
      const env = {
        BOARDS_CONFIG_DIR: world.configDirectory,
        BOARDS_DATA_DIR: data,
        TZ: 'UTC',
        COLUMNS: '100',
      };
      const { exitCode, stdout, stderr } = await runCli(command.replace('FILE', path), { env });
      rmSync(data, { recursive: true });
      expect(command.includes('--from') ? [0, 2, 10] : [0, 10]).toContain(exitCode);
      if (exitCode !== 0 && !command.includes('-t all')) expect(stdout).toBe('');
      if (stdout !== '' && command.includes('--csv')) expectPlain(stdout);
      else expectHarmless(stdout.split('\n'), Number.POSITIVE_INFINITY);
      if (stderr !== '') expectPlain(stderr);
    }),
    fuzzOptions(5),
  );
});
