import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import type { Input } from '../../src/lib/streams.ts';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { configDirectoryWith, newDirectoryPath, temporaryDirectory } from '../support/directories.ts';
import {
  type CommandLine,
  describeBytes,
  describeResult,
  fixPath,
  goldenFolder,
  wordsOf,
} from '../support/golden.ts';
import { recordedMarket } from '../support/market.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
import { BASE_URL, createWorld, runCli, type WorldOptions } from '../support/world.ts';
import { createKeyboard } from '../terminal/keyboard.ts';

const golden = goldenFolder('messages');

const ENV = { BOARDS_BASE_URL: undefined, BOARDS_API_KEY: undefined };
const FILE = {
  apiKey: KEY,
  apiKeyOrigin: BASE_URL,
  baseUrl: BASE_URL,
  timeframe: 'swing,day',
  pins: ['NVDA', 'AMD'],
};
const PREFERENCES = {
  ...FILE,
  limit: 1,
  boards: 'movers,forum',
  columns: 'rank,symbol,price',
  plain: 'on',
  interval: '90s',
  timezone: 'America/New_York',
};
/** On Windows, on a drive. */
const HOME = resolve('/home/ann');
/** A data directory that does not exist. */
const MISSING = join(newDirectoryPath(), 'missing');

const LOGIN = `login --base-url ${BASE_URL}`;

interface Step {
  readonly line: CommandLine;
  /** What the command line does not show: what is typed or piped, or what the service responds. */
  readonly given?: string;
  readonly stdin?: string | Input;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly transport?: Transport;
  readonly terminal?: { readonly isTTY: boolean; readonly columns: number };
  readonly homeDirectory?: undefined;
}

const responding =
  (status: number, body: unknown = { error: 'the message of the service' }, headers = {}): Transport =>
  async () =>
    responseOf(status, body, headers);

const accepting: Transport = async ({ url }) =>
  responseOf(200, bodyOf({ timeframe: url.searchParams.get('timeframe') }), {
    'x-ratelimit-remaining': '117',
  });

const unreachable: Transport = async () => {
  throw new NetworkError('cannot connect to boards.example:443: connection refused (ECONNREFUSED)', {
    reason: 'connection refused',
  });
};

function typed(...keys: ReadonlyArray<string>): Input {
  const keyboard = createKeyboard();
  keyboard.press(...keys);
  return keyboard.input;
}

/** Steps with one config directory: what each prints, and last what the config file then has. */
async function storyOf(
  steps: ReadonlyArray<string | Step>,
  directory = temporaryDirectory(),
): Promise<string> {
  const blocks: Array<string> = [];
  let stored: unknown = null;
  for (const step of steps) {
    const { line, env, terminal, given, ...rest }: Step = typeof step === 'string' ? { line: step } : step;
    const options: WorldOptions = { transport: accepting, homeDirectory: HOME, ...rest, ...terminal };
    const world = createWorld({ ...options, env: { ...ENV, BOARDS_CONFIG_DIR: directory, ...env } });
    const circumstances = [
      ...(given === undefined ? [] : [`(${given})\n`]),
      ...Object.entries(env ?? {}).map(([name, value]) =>
        value === undefined ? `(${name} is not set)\n` : `${name}=${value}\n`,
      ),
    ];
    // The settings of status are aligned at the path of the config file, whose length differs from run to run.
    const result = await runCli(line, world);
    const stdout = result.stdout.replace(/ {2,}/g, '  ');
    const block = describeResult(line, wordsOf(line)[0] === 'status' ? { ...result, stdout } : result);
    const requests = world.requests.map(({ url }) => `--- request ${url.href}\n`);
    blocks.push([...circumstances, block, ...requests].join('').replaceAll(KEY, 'KEY'));
    stored = readStored(() => world.storedConfig());
  }
  const file = JSON.stringify(stored, null, 2).replaceAll(KEY, 'KEY');
  const story = `${blocks.join('\n')}\n--- config file\n${describeBytes(`${file}\n`)}`;
  return fixPath(fixPath(story, MISSING, '/missing/here'), HOME, '/home/ann');
}

function readStored(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'none, or not JSON';
  }
}

/** What a service responds, by what a golden file says of it. */
const RESPONSES = {
  'the service accepts the key': accepting,
  '401': responding(401),
  '403': responding(403),
  '404': responding(404),
  '429': responding(429, {}, { 'retry-after': '12' }),
  '503': responding(503),
  'a redirect': responding(302, '', { location: 'https://elsewhere.example' }),
  'no JSON': responding(200, 'garbage'),
  'no times': responding(200, { boards: {}, asOf: 'soon', session: 7 }),
  'no connection': unreachable,
} as const;

type ResponseName = keyof typeof RESPONSES;

/** A step for which the service responds like this. */
function withResponse(given: ResponseName, line: CommandLine, rest: Partial<Step> = {}): Step {
  return { line, given, transport: RESPONSES[given], ...rest };
}

const login = (given: ResponseName, rest: Partial<Step> = {}) =>
  withResponse(given, LOGIN, { stdin: KEY, ...rest });

/** A step with this text on stdin. */
function piping(stdin: string, line: CommandLine = LOGIN): Step {
  const given =
    stdin.length < 150 ? JSON.stringify(stdin).replace('\ufeff', '\\ufeff') : `${stdin.length} characters`;
  return { line, stdin, given: `stdin: ${given}` };
}

const withoutHome = (line: string, directory: string | undefined): Step => ({
  line,
  stdin: KEY,
  env: { BOARDS_CONFIG_DIR: directory, BOARDS_BASE_URL: BASE_URL },
  homeDirectory: undefined,
});

const RECORDED_LINE = `${JSON.stringify(bodyOf({ timeframe: 'day' }))}\n`;

/** Files, and the steps of each, which begin without a config file. */
const STORIES: Readonly<Record<string, ReadonlyArray<string | Step>>> = {
  'login-and-logout': [
    login('the service accepts the key'),
    piping(`\ufeff${KEY}\r\n`, 'login'),
    { line: 'login --base-url https://other.example/v/', stdin: KEY },
    'logout',
    'logout',
    { line: 'login --no-verify', stdin: KEY },
    { line: 'logout', env: { BOARDS_API_KEY: KEY } },
  ],
  'login-refused': [
    ...(['401', '403', '404', '429', '503', 'a redirect', 'no JSON', 'no connection'] as const).map((given) =>
      login(given),
    ),
  ],
  'login-of-no-key': [
    { line: 'login', stdin: KEY },
    ...[
      '',
      ' \n',
      `${KEY} ${KEY}`,
      `${KEY}\n${KEY}`,
      `é${KEY}`,
      KEY.repeat(20),
      'x'.repeat(70_000),
      'short',
    ].map((stdin) => piping(stdin)),
    { line: 'login', stdin: KEY },
    ...[
      'http://boards.example',
      'ftp://boards.example',
      '',
      'boards.example',
      'https://ann:word@boards.example',
    ].map((url) => ({ line: ['login', '--base-url', url], stdin: KEY })),
    { line: ['login', 'a-word'], stdin: KEY },
    { line: `${LOGIN} --api-key abc`, stdin: KEY },
    login('the service accepts the key', { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }),
  ],
  'login-and-environment': [
    login('the service accepts the key', {
      env: { BOARDS_API_KEY: 'of-the-environment', BOARDS_BASE_URL: 'https://other.example' },
    }),
    { line: 'login', stdin: KEY, env: { BOARDS_BASE_URL: 'https://other.example' } },
    { line: 'status', env: { BOARDS_API_KEY: 'of-the-environment' } },
  ],
  'login-at-a-terminal': [
    { line: 'login', given: 'a base URL and a key', stdin: typed(`${BASE_URL}\r`, KEY, '\r') },
    { line: 'login', given: 'Enter', stdin: typed('\r') },
    { line: 'login', given: 'Ctrl-D', stdin: typed('\x04') },
    { line: 'login', given: 'a key, then Ctrl-C', stdin: typed(`${KEY}\x03`) },
  ],
  settings: [
    'config set timeframe swing,day',
    'config set limit 5',
    'config set boards movers,rvol',
    'config set interval 90s',
    'config set palette colorblind',
    'config set columns symbol,price,metric',
    'config set plain on',
    'config set pins nvda,AMD',
    'config set record 30',
    'config set timezone America/New_York',
    'config set baseUrl https://boards.example/v',
    'config list',
    'config get interval',
    'config get pins',
    'config unset limit',
    'config unset limit',
    'config unset palette',
    { line: 'config set limit 3', env: { BOARDS_TIMEFRAME: 'day' } },
    { line: 'config set timeframe all', env: { BOARDS_TIMEFRAME: 'day' } },
    { line: 'config unset timeframe', env: { BOARDS_TIMEFRAME: 'scalp' } },
    { line: 'config list', env: { BOARDS_TIMEFRAME: 'scalp', BOARDS_BASE_URL: BASE_URL } },
    { line: 'config list', env: { BOARDS_TIMEFRAME: 'weekly' } },
  ],
  'settings-refused': [
    ...[
      'timeframe weekly',
      'limit 0',
      'limit 11',
      'boards',
      'interval 2d',
      'palette blue',
      'columns symbol,nam',
      'plain yes',
      'wide on',
    ],
    ...[
      'pins 2026-06-03',
      'record 0',
      'record x',
      'record 3651',
      'baseUrl http://boards.example',
      'baseUrl https://boards.example?day',
      'baseUrl https://boards.example/#day',
      `baseUrl https://boards.example/${KEY}`,
      'chart http://charts.example/{symbol}',
      'chart https://charts.example/',
      'interval 0',
      'boards ,',
      'apiKey abc',
      'colour red',
    ],
  ].map((words) => `config set ${words}`),
  'without-a-home': [
    ...['config path', 'config list', 'config set limit 3', LOGIN, 'logout', 'status', 'history NVDA'].map(
      (line) => withoutHome(line, undefined),
    ),
    ...['config path', 'status', 'logout', 'top --sandbox --format {source}'].map((line) =>
      withoutHome(line, 'relative'),
    ),
  ],
  'recordings-refused': [
    piping('', 'replay -'),
    piping('{"timeframe":"day"}\n[]\n', 'replay -'),
    piping(RECORDED_LINE, 'replay - -t swing'),
    piping(RECORDED_LINE, 'replay - -t swing,position --json'),
    piping(RECORDED_LINE, 'replay - -t swing,day --events'),
    { line: 'replay -', given: 'a terminal', stdin: typed() },
    'replay ./missing.ndjson --json',
  ],
  'status-of-nothing': [
    'status',
    'status --sandbox',
    'status --json',
    'boards',
    'top --json',
    'watch -t day --count 1',
    { line: 'status', env: { BOARDS_BASE_URL: BASE_URL } },
    { line: 'status', env: { BOARDS_API_KEY: KEY } },
    { line: 'status', env: { BOARDS_DATA_DIR: 'relative' } },
    { line: 'status', env: { BOARDS_DATA_DIR: MISSING } },
    { line: 'config path', env: { BOARDS_DATA_DIR: 'relative' } },
  ],
};

/** The same with a config file that has a key and preferences. */
const STORIES_OF_STORED: typeof STORIES = {
  status: [
    'status',
    'status --json',
    'status --base-url https://other.example',
    { line: 'status', env: { BOARDS_API_KEY: 'abcdefgh-of-the-environment' } },
    'status --sandbox',
    withResponse('no times', 'status'),
  ],
  'status-refused': [
    ...(['401', '403', '429', '503', 'no connection'] as const).map((given) => withResponse(given, 'status')),
    withResponse('403', 'status', { env: { BOARDS_API_KEY: KEY } }),
    withResponse('401', 'status --json'),
  ],
  'boards-refused': [
    withResponse('401', 'boards'),
    withResponse('403', 'boards'),
    withResponse('503', 'boards --retries 0'),
    withResponse('no connection', 'boards --retries 0'),
    withResponse('401', 'boards', { env: { BOARDS_API_KEY: KEY }, terminal: { isTTY: true, columns: 60 } }),
  ],
};

/** The same with a config file that has a value for most preferences. */
const STORIES_WITH_PREFERENCES: typeof STORIES = {
  preferences: [
    'boards',
    'boards -t day -l 2 -b rvol --no-plain',
    'boards --csv',
    'top',
    'confluence',
    'confluence --sort dayPct',
    'confluence --sort dayPct -t day',
    'symbol NVDA',
    'watch --count 1',
    'watch --json --count 1',
    { line: 'boards', env: { BOARDS_TIMEFRAME: 'scalp' } },
    { line: 'confluence --sort dayPct', env: { BOARDS_TIMEFRAME: 'scalp,investing' } },
  ],
};

/** The same with a config file that is damaged, or has invalid values. */
const DAMAGED = {
  'not JSON': '{"apiKey":',
  'a list': '[1]',
  'a bad value': { ...FILE, limit: 'abc' },
  'an unknown field': { ...FILE, colour: 'red' },
  'a bad key': { ...FILE, apiKey: [KEY] },
  'a key without its address': { ...FILE, apiKeyOrigin: undefined },
  'a bad address': { ...FILE, apiKeyOrigin: 'boards.example' },
} as const;

describe('messages of', () => {
  test.each(Object.entries(STORIES))('%s', async (name, steps) => {
    await golden.matches(name, await storyOf(steps));
  });

  test.each(Object.entries(STORIES_OF_STORED))('%s', async (name, steps) => {
    await golden.matches(name, await storyOf(steps, configDirectoryWith(FILE)));
  });

  test.each(Object.entries(STORIES_WITH_PREFERENCES))('%s', async (name, steps) => {
    await golden.matches(name, await storyOf(steps, configDirectoryWith(PREFERENCES)));
  });

  test('a damaged config file', async () => {
    const stories: Array<string> = [];
    for (const [name, content] of Object.entries(DAMAGED)) {
      const steps = ['status', 'boards', 'config list', 'config set limit 3', 'config path', 'logout'];
      stories.push(`# ${name}\n${await storyOf(steps, configDirectoryWith(content))}`);
    }
    await golden.matches('damaged-file', stories.join('\n'));
  });

  // Windows has no ENOTDIR: there, no file is in this directory.
  test.skipIf(isWindows)('a config directory that is a file', async () => {
    const directory = join(temporaryDirectory(), 'config');
    writeFileSync(directory, '');
    await golden.matches(
      'directory-is-a-file',
      await storyOf(
        [login('the service accepts the key'), 'status', 'config set limit 3', 'logout'],
        directory,
      ),
    );
  });

  test('what is not recorded', async () => {
    const recorded = { BOARDS_DATA_DIR: recordedMarket(), BOARDS_BASE_URL: BASE_URL };
    const none = { BOARDS_DATA_DIR: MISSING, BOARDS_BASE_URL: BASE_URL };
    const steps = [
      ...[
        'boards --at 13:27',
        'top --at 2026-05-01T09:00',
        'symbol NOVA --at 13:32',
        'confluence -t scalp --at 13:32',
      ],
      ...[
        'history NOVA -t investing',
        'replay 2026-05-01',
        'replay --from 14:31',
        'boards --at 13:27 -t all',
      ],
    ].map((line) => ({ line, env: recorded }));
    const others = ['boards --at 14:00', 'history STOE', 'replay'].map((line) => ({ line, env: none }));
    const unset = ['boards --at 14:00', 'history STOE'].map((line) => ({
      line,
      env: { BOARDS_DATA_DIR: MISSING },
    }));
    const sandbox = [
      'boards --sandbox --at 2026-06-02T12:00',
      'boards --sandbox --at 15h',
      'replay 2026-06-02 --sandbox',
    ];
    const story = await storyOf([...steps, ...others, ...unset, ...sandbox]);
    await golden.matches('not-recorded', fixPath(story, recorded.BOARDS_DATA_DIR, '/home/ann/recordings'));
  });
});
