import { describe, expect, test } from 'vitest';
import type { TransportResponse } from '../../src/context.ts';
import { CANARY_KEY, leakIn, leakyFiles } from '../support/canary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { responseOf, transportOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

/** Forms in which a service may return the key inside JSON. */
const FORMS: Readonly<Record<string, string>> = {
  plain: CANARY_KEY,
  'cut short': CANARY_KEY.slice(0, 20),
  'without its prefix': CANARY_KEY.slice(8),
  'in a sentence': `key ${CANARY_KEY}! and ${CANARY_KEY}${CANARY_KEY}`,
  'after 190 characters': 'x'.repeat(190) + CANARY_KEY,
  'after 390 characters': 'x'.repeat(390) + CANARY_KEY,
  'percent-encoded': CANARY_KEY.replaceAll('_', '%5F'),
  'all percent-encoded': CANARY_KEY.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  'escaped at its start': `\\u0072${CANARY_KEY.slice(1)}`,
  'escaped in its middle': CANARY_KEY.replace('R', '\\u0052'),
  'all escaped': CANARY_KEY.replace(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
};

/** Responses that contain the key. ECHO stands for the key. */
const PLACES: Readonly<Record<string, TransportResponse>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 429, 500, 503].map((status) => [
      `error of ${status}`,
      responseOf(status, { error: 'ECHO' }),
    ]),
  ),
  'error of 500 in HTML': responseOf(500, '<p>ECHO'),
  'Location of 302': responseOf(302, '', { location: 'https://elsewhere.example/ECHO' }),
  'Retry-After': responseOf(429, {}, { 'retry-after': 'ECHO' }),
  HTML: responseOf(200, '<!doctype html><p>ECHO'),
  'JSON that breaks at the key': responseOf(200, '{"boards":{},"a":ECHO'),
  'JSON that breaks before the key': responseOf(200, '{"boards":{},"a":"b""ECHO"'),
  'JSON that breaks after the key': responseOf(200, '{"boards":{"ECHO"'),
  'JSON that is no snapshot': responseOf(200, { ECHO: 'ECHO' }),
  'all text of a snapshot': responseOf(
    200,
    bodyOf({
      asOf: 'ECHO',
      timeframe: 'ECHO',
      session: 'ECHO',
      topPlay: { symbol: 'ECHO', name: 'ECHO', bias: 'ECHO', reasons: ['ECHO'] },
      boards: {
        ECHO: [rowOf({ symbol: 'ECHO', name: 'ECHO', metric: 'ECHO', tag: 'ECHO', bias: 'ECHO', ECHO: 1 })],
      },
      boardNames: ['ECHO'],
      ECHO: { ECHO: ['ECHO', { deep: 'ECHO' }] },
    }),
  ),
  'headers of a snapshot': responseOf(200, bodyOf(), {
    'x-cache': 'ECHO!',
    'x-ratelimit-remaining': 'ECHO',
    date: 'ECHO',
    etag: 'ECHO',
  }),
  'content-type': responseOf(200, '', { 'content-type': `text/${'x'.repeat(30)}ECHO` }),
};

const COMMANDS = [
  '',
  '--json',
  '--csv',
  '--debug',
  '--json --debug',
  '-t all --debug',
  'top --debug',
  'symbol AAA --debug',
  'confluence --debug',
  'status --debug',
  'status --json',
  'watch --count 1 --json --debug',
  'watch --count 1 --debug',
];

function echoing({ status, headers, body }: TransportResponse, form: string): TransportResponse {
  const fill = (text: string) => text.replaceAll('ECHO', form);
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value ?? '')])),
    body: new TextEncoder().encode(fill(new TextDecoder().decode(body))),
  };
}

const BOARDS_CONFIG_DIR = temporaryDirectory();
const env = { BOARDS_API_KEY: CANARY_KEY, BOARDS_CONFIG_DIR };

const GOOD = responseOf(200, bodyOf({ asOf: '2026-06-03T14:35:00.000Z' }));

describe('the key in a response', () => {
  test.each(Object.keys(PLACES))('is not shown by any command: %s', async (place) => {
    for (const [number, [form, text]] of Object.entries(FORMS).entries()) {
      const response = echoing(PLACES[place] ?? responseOf(200, ''), text);
      // The key as it is by all commands, each other form by some of them.
      for (const command of COMMANDS.filter((_, index) => number === 0 || (index + number) % 5 === 0)) {
        // watch continues until a response is valid.
        const transport = transportOf(response, ...(command.startsWith('watch') ? [GOOD] : []));
        const { stdout, stderr } = await runCli(command, { env, transport });
        const leaks = { stdout: leakIn(stdout), stderr: leakIn(stderr) };
        expect({ form, command, ...leaks }).toEqual({ form, command, stdout: null, stderr: null });
      }
    }
    expect(leakyFiles(BOARDS_CONFIG_DIR)).toEqual([]);
  });
});

describe('a misplaced key', () => {
  /** As a part of an argument, recognised by its prefix; test/hazards/key-on-command-line.test.ts has whole ones. */
  const lines = [
    'symbol aKEY',
    '-b movers,KEY',
    '-bKEY',
    '-t day,KEY',
    '--KEY=1',
    '--base-url https://trader:KEY@boards.example',
    '--base-url https://boards.example/KEY',
    '--base-url https://boards.example/?key=KEY',
    '--base-url ftp://KEY',
    'login --base-url https://boards.example/KEY',
    'config set baseUrl https://boards.example/KEY',
    'config set pins NVDA,KEY',
  ];

  test.each(lines.map((line) => line.replace('KEY', CANARY_KEY)))('boards %s', async (line) => {
    for (const mode of ['', ' --json', ' --debug']) {
      const { stdout, stderr, exitCode } = await runCli(line + mode, { env, transport: transportOf(GOOD) });
      expect(/base-?url /i.test(line) ? [2, 3] : [2]).toContain(exitCode);
      expect(leakIn(stdout + stderr)).toBeNull();
    }
    expect(leakyFiles(BOARDS_CONFIG_DIR)).toEqual([]);
  });

  test.each(['https://boards.example/KEY', 'https://KEY.example', 'https://KEY@boards.example'])(
    'BOARDS_BASE_URL=%s is rejected without being shown, before any request',
    async (pattern) => {
      const BOARDS_BASE_URL = pattern.replace('KEY', CANARY_KEY);
      for (const command of ['', '--json', '--debug', 'top', 'symbol AAA', 'status --json']) {
        const options = { env: { ...env, BOARDS_BASE_URL }, transport: transportOf(GOOD) };
        const { exitCode, stdout, stderr, world } = await runCli(command, options);
        expect({ command, exitCode, stdout }).toEqual({ command, exitCode: 3, stdout: '' });
        // Host names are converted to lower case.
        expect(stderr.toLowerCase()).not.toContain(CANARY_KEY.slice(8, 14).toLowerCase());
        expect(world.requests).toHaveLength(0);
      }
    },
  );
});
