import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { toAscii } from '../../src/view/ascii.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { play, type Script } from '../support/play.ts';
import { responseOf, transportOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const ASCII = { LC_ALL: 'C' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences of ASCII characters.
const ASCII_TEXT = /^[\r\n\x1b -~]*$/;

const HOSTILE = bodyOf({
  boards: {
    movers: [
      rowOf({ name: 'Société Générale', metric: '12 → 15', tag: '株式会社' }),
      rowOf({ rank: 2, symbol: 'ÆØÅ', name: 'Газпром “X”', metric: '½ • ▲', tag: null }),
    ],
    naïve: [rowOf({ price: null, dayPct: null })],
  },
});

/** The output with and without UTF-8. */
async function runBoth(args: string, { env, ...options }: WorldOptions) {
  const ascii = await runCli(args, { ...options, env: { ...env, ...ASCII } });
  const utf8 = await runCli(args, { ...options, env: { ...env, LC_ALL: 'C.UTF-8' } });
  expect(ascii.exitCode).toBe(utf8.exitCode);
  return { ascii, utf8 };
}

function widthsOf(text: string): ReadonlyArray<number> {
  return stripVTControlCharacters(text).split('\n').map(displayWidth);
}

const TABLES = [
  '',
  '-t all --color always',
  '-b movers,nothing',
  'top',
  'top -t all',
  'symbol AAA ZZZ',
  'confluence',
  'confluence -t all',
  'watch --count 1',
];

describe.each([
  ['the sandbox', {}],
  ['hostile names', { transport: transportOf(responseOf(200, HOSTILE)) }],
])('with LC_ALL=C and %s', (_, world) => {
  test.each(TABLES)('boards %s is ASCII, in lines of the same width', async (line) => {
    for (const columns of [30, 80, 160]) {
      const isTTY = !line.startsWith('watch');
      const { ascii, utf8 } = await runBoth(line, { ...world, isTTY, columns });
      expect(ascii.stdout).toMatch(ASCII_TEXT);
      expect(ascii.stderr).toMatch(ASCII_TEXT);
      expect(ascii.stdout.length).toBeGreaterThan(20);
      expect(widthsOf(ascii.stdout)).toEqual(widthsOf(utf8.stdout));
      expect(widthsOf(ascii.stderr)).toEqual(widthsOf(utf8.stderr));
    }
  });

  test.each(['--json', '--csv', 'confluence --csv', 'watch --json --count 1'])(
    'boards %s is unchanged',
    async (line) => {
      const { ascii, utf8 } = await runBoth(line, world);
      expect(ascii.stdout).toBe(utf8.stdout);
    },
  );

  test('the pane is ASCII, in the same cells', async () => {
    const script: Script = [
      [1, (pane) => pane.shoot('first')],
      [2, (pane) => pane.press('q')],
    ];
    const ascii = await play('watch', script, { ...world, env: ASCII });
    const utf8 = await play('watch', script, world);
    expect(ascii.raw).toMatch(ASCII_TEXT);
    // `end` is what stays on the main screen after the pane has closed.
    for (const name of ['first', 'end']) {
      const screen = await ascii.screen(name);
      expect(screen).toContain('TOP');
      expect(screen).toBe(toAscii(await utf8.screen(name)));
    }
  });
});

describe('with LC_ALL=C', () => {
  test.each([
    ['an error', 'login', { BOARDS_BASE_URL: '' }, 3],
    ['a long mistyped word', `nôthing${'x'.repeat(80)}`, {}, 2],
    ['a mistyped board', '-b mövers', {}, 0],
    ['status', 'status', {}, 0],
    ['the preferences', 'config list', {}, 0],
    ['help', 'help', {}, 0],
    ['the help of a command', 'watch --help', {}, 0],
    ['a topic', 'help environment', {}, 0],
    ['debugging', 'top --debug', {}, 0],
  ])('%s is ASCII', async (_, line, env, exitCode) => {
    const { ascii } = await runBoth(line, { env });
    expect(ascii.exitCode).toBe(exitCode);
    expect(ascii.stdout).toMatch(ASCII_TEXT);
    expect(ascii.stderr).toMatch(ASCII_TEXT);
    expect(ascii.stdout + ascii.stderr).not.toBe('');
  });

  test('an error of --json is the same JSON', async () => {
    const { ascii, utf8 } = await runBoth('--json', { env: { BOARDS_BASE_URL: '' } });
    expect(ascii.stderr).toBe(utf8.stderr);
    expect(JSON.parse(ascii.stderr).error.hint).toContain('…');
  });

  test('the path of the config file is unchanged, so that scripts can use it', async () => {
    const env = { BOARDS_CONFIG_DIR: '/tmp/é' };
    expect((await runBoth('config path', { env })).ascii.stdout).toBe('/tmp/é/config.json\n');
  });
});
