import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toNetworkError } from '../../src/service/network-error.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { BASE_URL, createEmptyWorld, runCli } from '../support/world.ts';

function recorded(...timeframes: ReadonlyArray<string>): string {
  const directory = temporaryDirectory();
  for (const timeframe of timeframes) {
    const line = lineOf('2026-06-03T14:30:00.000Z', 1, { timeframe });
    writeRecording(join(directory, 'boards.example_443'), `2026-06-03/${timeframe}.ndjson`, [line]);
  }
  return directory;
}

const over = (data: string, line: string) =>
  runCli(line, { env: { BOARDS_DATA_DIR: data, BOARDS_BASE_URL: BASE_URL } });

describe.each(['boards', 'top', 'confluence', 'symbol S0'])(
  'timeframes that are not recorded: %s',
  (line) => {
    test.each(['', '--json', '--format {symbol}'])('are left out of `all`, with a note %s', async (form) => {
      const { exitCode, stdout, stderr } = await over(
        recorded('day', 'swing'),
        `${line} -t all --at 14:30 ${form}`,
      );
      expect(exitCode).toBe(0);
      expect(stdout).not.toBe('');
      expect(stderr).toContain('note: not recorded at that time: scalp, position, investing\n');
    });

    test('are an error if they were named, and a script gets no output', async () => {
      const data = recorded('day');
      const table = await over(data, `${line} -t day,swing --at 14:30`);
      expect({ exitCode: table.exitCode, isShown: table.stdout !== '' }).toEqual({
        exitCode: 10,
        isShown: true,
      });
      const json = await over(data, `${line} -t day,swing --at 14:30 --json`);
      expect({ exitCode: json.exitCode, stdout: json.stdout }).toEqual({ exitCode: 10, stdout: '' });
    });

    test('are an error if no timeframe is recorded', async () => {
      expect((await over(recorded(), `${line} -t all --at 14:30`)).exitCode).toBe(10);
    });
  },
);

describe('a condition about ranks that --limit hides', () => {
  test.each([
    ['entered+rank<=10', '-l 3', 0],
    ['rank>=4', '-l 3', 2],
    ['movers+rank>=4', '-l 3', 2],
    ['entered+rank<=3', '-l 3', 0],
    ['rank>=3', '-l 3', 0],
    // The limit applies to each tier of money flow, so ranks 7 to 9 are shown.
    ['moneyFlow+rank>=7', '-l 3', 0],
    ['entered+rank<=10', '', 0],
    ['rank>=4', '-l 3 --sort price', 0],
  ])('%s %s', async (condition, options, expected) => {
    const words = `watch --sandbox --events --count 1 ${options}`.trim().split(' ');
    const { exitCode, stderr } = await runCli([...words, '--on', condition]);
    expect(exitCode).toBe(expected);
    if (expected === 2)
      expect(stderr).toBe(
        [
          `error: "${condition}" never fires: a limit of 3 hides these ranks`,
          'hint: Use a higher limit (-l, or the preference limit), or a condition on ranks within it.\n',
        ].join('\n'),
      );
  });
});

describe('the hint after a failure names the base URL', () => {
  const error = toNetworkError(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), 'other.example');
  const failing = { transport: () => Promise.reject(error) };
  const HINT = 'Check the base URL https://other.example and your network connection.';

  test.each(['login --base-url https://other.example', 'top --retries 0 --base-url https://other.example'])(
    '%s',
    async (line) => {
      const { exitCode, stderr } = await runCli(line, {
        ...failing,
        stdin: 'rb_live_0123456789abcdefghij0123456789',
      });
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 7, stderr: expect.stringContaining(HINT) });
    },
  );
});

test.each([
  ['{\n  "limit": 3,\n  "timeframe": day\n}\n', null],
  ['{\n  "limit": 3\n  "timeframe": "day"\n}\n', 3],
  ['{\n  "limit": 3,\n', 2],
])('the line of a config file that is not JSON is named, without its content', async (config, line) => {
  const { stderr } = await runCli('config list', createEmptyWorld({ config }));
  expect(stderr).toMatch(/is not valid JSON/);
  expect(stderr).not.toMatch(/timeframe/);
  if (line !== null) expect(stderr).toContain(`is not valid JSON (line ${line})`);
});

test('error and report say exactly what is recorded', async () => {
  const data = recorded('day', 'swing');
  const none = await over(data, 'history AAA -t scalp');
  expect(none.stderr).toBe(
    [
      'error: no snapshot of the timeframe scalp is recorded',
      'hint: Recorded: day: 2026-06-03; swing: 2026-06-03. Record scalp with `boards watch -t scalp --record`.\n',
    ].join('\n'),
  );
  const { stdout } = await over(data, 'history S0 -t day --plain');
  expect(stdout).toMatch(/ by 14:30\b/);
  expect(stdout).not.toContain('at least 0m');
});
