import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { runCli } from '../support/world.ts';
import { expectHarmless, expectPlain } from './harmless.ts';
import { hostileBody, hostileText, toWire } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const DAY = '2026-06-03';

const goodLine = fc
  .record({ minute: fc.integer({ min: 10, max: 40 }), rows: fc.nat({ max: 3 }) })
  .map(({ minute, rows }) => lineOf(`${DAY}T14:${minute}:00.000Z`, rows));
const line = fc.oneof(
  { weight: 4, arbitrary: hostileBody.map(toWire) },
  { weight: 4, arbitrary: goodLine },
  { weight: 1, arbitrary: fc.tuple(goodLine, fc.nat({ max: 400 })).map(([text, at]) => text.slice(0, at)) },
  { weight: 1, arbitrary: goodLine.map((text) => `${'{"a":'.repeat(70)}${text}${'}'.repeat(70)}`) },
  {
    weight: 1,
    arbitrary: goodLine.map((text) =>
      text.replace('"movers"', `"x":${'['.repeat(80)}${']'.repeat(80)},"movers"`),
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
const file = fc.record({
  date: fc.constantFrom(DAY, DAY, DAY, '2026-06-02', '2099-01-01', '0000-00-00'),
  timeframe: fc.constantFrom('day', 'day', 'swing'),
  isCompressed: fc.boolean(),
  lines: fc.array(line, { maxLength: 8 }),
  ending: fc.constantFrom('\n', '\r\n', '\n\n', '\u2028'),
  beginning: fc.constantFrom('', '\uFEFF', '\n'),
  /** Bytes that are missing at the end. */
  cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 300 }) }),
});

const SERVICE = 'boards.example_443';
const COMMANDS = [
  'history AAA',
  'history AAA S0 --json',
  'history S0 --csv',
  'history AAA --no-plain --since 10m',
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
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...COMMANDS),
      async (files, command) => {
        const data = temporaryDirectory();
        let path = '';
        for (const { date, timeframe, isCompressed, lines, ending, beginning, cut } of files) {
          const content = Buffer.from(beginning + lines.map((text) => text + ending).join(''));
          const name = `${date}/${timeframe}.ndjson${isCompressed ? '.gz' : ''}`;
          const written = writeRecording(join(data, SERVICE), name, content);
          truncateSync(written.path, Math.max(0, written.bytes - cut));
          path = written.path;
        }
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
        if (stdout !== '' && command.includes('--csv')) expectPlain(stdout, '\r\n');
        else expectHarmless(stdout.split('\n'), Number.POSITIVE_INFINITY);
        if (stderr !== '') expectPlain(stderr);
      },
    ),
    fuzzOptions(5),
  );
});
