import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import type { Transport } from '../../src/context.ts';
import { KEY_FORMS, leakIn } from '../support/canary.ts';
import { temporaryDirectory, writeConfigFile } from '../support/directories.ts';
import { responseOf, transportOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { createWorld, runCli } from '../support/world.ts';

/** A command line, in which KEY stands for the key, and its allowed exit codes. */
interface Place {
  readonly line: ReadonlyArray<string>;
  /** The same for the same option of all commands, such as `--timeframe KEY`; each command parses its arguments itself. */
  readonly kind: string;
  readonly codes: ReadonlyArray<number>;
}

const USAGE = [2];
/** Options that accept other text than a closed set, with their allowed exit codes. */
const FREE_TEXT: Readonly<Record<string, ReadonlyArray<number>>> = {
  '--exec': [0, 2],
  '--base-url': [2, 3],
};

const WORDS = [['KEY'], ['--', 'KEY'], ['AMD', 'KEY'], ['KEY', 'AMD'], ['--KEY'], ['--KEY=1'], ['-KEY']];
const PREFERENCES = {
  baseUrl: [2, 3],
  timeframe: USAGE,
  limit: USAGE,
  boards: USAGE,
  interval: USAGE,
  palette: USAGE,
  columns: USAGE,
  plain: USAGE,
  pins: USAGE,
  timezone: USAGE,
};

function placeOf(
  path: ReadonlyArray<string>,
  words: ReadonlyArray<string>,
  codes: ReadonlyArray<number> = USAGE,
): Place {
  const line = [...path, ...words];
  return { line, kind: line.join(' '), codes };
}

function placesOfOption(
  path: ReadonlyArray<string>,
  { long, short, required }: Option,
): ReadonlyArray<Place> {
  const name = long ?? short ?? '';
  if (!required) return [placeOf(path, [`${name}=KEY`])];
  const values = [[name, 'KEY'], [`${name}=KEY`], [name, `movers,KEY`]];
  if (short !== undefined) values.push([`${short}KEY`]);
  return values.map((words) => ({ ...placeOf(path, words, FREE_TEXT[name]), kind: words.join(' ') }));
}

/** Where the key is accepted as free text, watch must end, and replay needs something to play. */
const NEEDED: Readonly<Record<string, ReadonlyArray<string>>> = {
  watch: ['--count', '1'],
  replay: ['--sandbox', '--from', '1m'],
};

/** Every position of a key in a command line: arguments, option values and option names. */
function placesOf(command: Command, path: ReadonlyArray<string>): ReadonlyArray<Place> {
  const start = [...path, ...(NEEDED[command.name()] ?? [])];
  return [
    ...WORDS.map((words) => placeOf(start, words)),
    ...command.options.flatMap((option) => placesOfOption(start, option)),
    ...command.commands.flatMap((sub) => placesOf(sub, [...path, sub.name()])),
  ];
}

const world = createWorld();
const program = await createProgram(world.context);
const COMMANDS: ReadonlyArray<readonly [string, ReadonlyArray<Place>]> = [
  ['', WORDS.map((words) => placeOf([], words))],
  ...program.commands.map((command) => [command.name(), placesOf(command, [command.name()])] as const),
  [
    'config set',
    Object.entries(PREFERENCES).map(([name, codes]) => placeOf(['config', 'set'], [name, 'KEY'], codes)),
  ],
];

const options = {
  env: { BOARDS_CONFIG_DIR: world.configDirectory },
  transport: transportOf(responseOf(200, bodyOf({ timeframe: null }))),
};

/** The first place of each kind. */
const FIRST_PLACES = new Set(
  new Map(
    COMMANDS.flatMap(([, places]) => places)
      .toReversed()
      .map((place) => [place.kind, place]),
  ).values(),
);

const MODES = [[], ['--json'], ['--debug']];
const LIVE_KEY = 'rb_live_Zq81xKv03LmPw7YtRd52NsGh64JcBf90UeAaTz';
const OTHER_KEY = 'Zq81xKv03LmPw7YtRd52NsGh64JcBf90UeAaTzXo';

describe('at most five characters of a key on a command line are shown', () => {
  test.each([
    ['command', 'KEY'],
    ['command behind an option', '-q KEY'],
    ['ticker', 'symbol NVDA KEY'],
    ['-t', 'top -t day,KEY'],
    ['-b', '-b movers,KEY'],
    ['--symbol', 'confluence --symbol KEY'],
    ['--on', 'watch --bell --on entered+KEY'],
    ['--on, as a board', 'watch --bell --on board:KEY'],
    ['--columns', '--columns rank,KEY'],
    ['--sort', 'watch --sort KEY'],
    ['--format', '--format {symbol}{KEY}'],
    ['--at', 'top --at KEY'],
    ['--limit', '--limit KEY'],
    ['--port', 'sandbox --port KEY'],
    ['--base-url', 'status --base-url KEY'],
    ['config set, as the key', 'config set KEY 1'],
    ['config set, as the value', 'config set timeframe KEY'],
    ['config set boards', 'config set boards movers,KEY'],
    ['shell of completion', 'completion KEY'],
    ['date of history', 'history NVDA --day KEY'],
    ['file of replay', 'replay ./KEY'],
    ['file of replay on Windows', String.raw`replay C:\keys\KEY.ndjson`],
    ['topic of help', 'help KEY'],
    ['value of an unknown option', '--pasword=KEY'],
    ['unknown option', '--KEY'],
    ['excess argument', 'login KEY'],
  ])('%s: boards %s', async (_, line) => {
    for (const key of [LIVE_KEY, OTHER_KEY])
      for (const mode of MODES) {
        const argv = [...line.replace('KEY', key).split(' '), ...mode];
        const { exitCode, stdout, stderr } = await runCli(argv, options);
        const codes = line.includes('--base-url') ? [2, 3] : USAGE;
        expect({ argv, exitCode: codes.includes(exitCode), stdout }).toEqual({
          argv,
          exitCode: true,
          stdout: '',
        });
        expect({ argv, shown: leakIn(stderr, key) }).toEqual({ argv, shown: null });
      }
  });

  test.each(['BOARDS_TIMEFRAME', 'BOARDS_RECORD'])('%s', async (name) => {
    for (const [start, key] of [
      ['', LIVE_KEY],
      ['', OTHER_KEY],
      ['/', OTHER_KEY],
    ] as const) {
      const env = { ...options.env, [name]: start + key };
      const { exitCode, stderr } = await runCli('top', { ...options, env });
      expect({ exitCode, shown: leakIn(stderr, key) }).toEqual({ exitCode: 2, shown: null });
      expect(stderr).toContain('or set BOARDS_API_KEY');
    }
  });

  test('a note on stderr, of what a command of --exec says', async () => {
    // In real time, because the command is a real process.
    const env = { BOARDS_BASE_URL: 'http://127.0.0.1:9' };
    const noteOf = async (key: string) => {
      let count = 0;
      const transport: Transport = async () => {
        const asOf = new Date(Date.now() - 1000 + count).toISOString();
        return responseOf(200, bodyOf({ asOf, boards: { movers: count++ === 0 ? [] : [rowOf()] } }));
      };
      const argv = ['watch', '-n', '1', '--count', '2', '--events', '--exec', `echo ${key} >&2; exit 1`];
      const { stderr } = await runCli(argv, { env, transport, isRealTime: true });
      expect(stderr).toMatch(/^note: .*…/m);
      expect(leakIn(stderr, key)).toBeNull();
    };
    await Promise.all([LIVE_KEY, OTHER_KEY].map(noteOf));
  });

  // The first place of a kind with a third of the forms, the others with one of them, in turn.
  test.each(COMMANDS)('in every place: boards %s', async (_, places) => {
    const failures: Array<unknown> = [];
    const forms = Object.entries(KEY_FORMS);
    for (const [index, place] of places.entries()) {
      const { line, codes } = place;
      const every = FIRST_PLACES.has(place) ? 3 : forms.length;
      for (const [number, [form, key]] of forms.entries()) {
        if ((index + number) % every !== 0) continue;
        const argv = line.map((word) => word.replace('KEY', () => key));
        const mode = MODES[(index + number) % MODES.length] ?? [];
        const { exitCode, stdout, stderr } = await runCli([...argv, ...mode], options);
        const shown = leakIn(stdout + stderr, key);
        if (shown !== null || !codes.includes(exitCode)) failures.push({ line, form, exitCode, shown });
      }
    }
    expect(failures).toEqual([]);
  });
});

describe('a key of any form is refused because of its position', () => {
  const KEY = 'hunter2X';
  test.each([
    ['--api-key', KEY],
    [`--api-key=${KEY}`],
    [`--api_key=${KEY}`],
    [`--apikey=${KEY}`],
    ['--key', KEY],
    [`--token=${KEY}`],
    [`-k${KEY}`],
    [`API_KEY=${KEY}`],
    ['login', KEY],
    ['login', '--', KEY],
    ['login', '--api-key', KEY],
  ])('%s %s', async (...words) => {
    const argv = words.filter((word) => word !== undefined);
    const { exitCode, stdout, stderr } = await runCli(argv, options);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('pipe it to `boards login`, or set BOARDS_API_KEY');
    expect(stderr).not.toContain(KEY);
  });
});

describe('long values that are not keys are accepted', () => {
  test.each([
    '-b movers,rvol,momentum,emaTrend,forum,search',
    '--board=movers,rvol,momentum,emaTrend,forum,search',
    '--columns symbol,price,dayPct,volume,boards',
    '--timeframe scalp,day,swing,position,investing',
    '--symbol NVDA,AMD,TSLA,AAPL,MSFT,GOOG,AMZN,META,BRK.B,BTC-USD,005930.KS',
    '--symbol nvda,amd,tsla,aapl,msft,goog,brk.b,btc-usd',
    '-b movers,rvol,momentum,newBoard',
    'symbol NVDA,AMD,TSLA,AAPL,MSFT,GOOG,AMZN,META BTC-USD',
    'confluence --columns symbol,price,dayPct,volume,boards --min-boards 3',
    'watch --count 1 --bell --on entered,left,topPlay,boards>=4,NVDA',
    'watch --count 1 --until entered,left,topPlay,boards>=1,NVDA',
    'watch --count 1 --exec notify-the-desk-of-new-top-plays.sh',
    'watch --count 1 --exec /srv/go_live_2026-11-21-release/hooks/notify',
    'watch --count 1 --exec key=top-play;notify-send-with-a-key',
    '--base-url https://boards.a-long-name-of-a-host.example/with/a_live_path',
    'config set boards movers,rvol,momentum,emaTrend',
    'config set columns symbol,price,dayPct,volume,boards',
    'config set pins NVDA,AMD,TSLA,AAPL,MSFT,GOOG,AMZN,META,BRK.B,BTC-USD,005930.KS',
    'config set pins nvda,amd,tsla,aapl,msft,goog,brk.b,btc-usd',
    'config set timezone America/Argentina/Buenos_Aires',
    'config set timeframe scalp,day,swing,position,investing',
    'config set baseUrl https://boards.a-long-name-of-a-host.example/with/a_live_path',
  ])('boards %s', async (line) => {
    expect(await runCli(line, { transport: options.transport })).toMatchObject({ exitCode: 0 });
  });
});

describe('what is no key is named for what it is', () => {
  test.each([['-k'], ['-k', 'hunter2X']])('the short option -k does not exist: %j', async (...argv) => {
    const { exitCode, stderr } = await runCli(argv);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: "error: unknown option '-k'\nhint: See `boards --help`.\n",
    });
  });

  test('login takes no argument', async () => {
    const { exitCode, stderr } = await runCli('login extra');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^error: login takes no arguments\n/);
  });
});

describe('what was typed is quoted whole', () => {
  test.each([
    [
      '--columns rank,symbol,name,price,dayPct,volume,bias,metric,tag,voolume',
      'error: unknown column "voolume"\nhint: Did you mean volume?',
    ],
    [
      '-t scalp,day,swing,position,investng',
      'error: unknown timeframe "investng"\nhint: Did you mean investing?',
    ],
    [
      '-b moverrs,rvool,momentun',
      'boards not in this snapshot: "moverrs" (did you mean movers?), "rvool" (did',
    ],
    ['-b unusualOptionsActivityWithoutEnd', 'board not in this snapshot: "unusualOptionsActivityWithoutEnd"'],
    [`top -t ${'x'.repeat(60)}`, `unknown timeframe "${'x'.repeat(60)}"`],
    ['--format {symbol}{dayPct}{voolume}', 'error: unknown field "voolume"\nhint: Did you mean volume?'],
    [
      '--format {symbol}{price:with-a-form-that-does-not-exist}',
      '":with-a-form-that-does-not-exist" after price',
    ],
    ['top --at 2026-11-20T25:15:00.000+05:30', 'invalid time "2026-11-20T25:15:00.000+05:30"'],
    ['watch --bell --on entered+movers,leftovers+rvol', 'invalid condition "leftovers"'],
    [
      'watch --on entered,left,topPlay,sesion',
      'invalid condition "sesion"\nhint: For example: --on session.',
    ],
    ['watch --bell --on new', 'invalid condition "new"\nhint: For example: --on entered.'],
    ['watch --bell --on in', 'invalid condition "in"\nhint: For example: --on "entered+rank<=5".'],
    ['watch --until out', 'invalid condition "out"\nhint: For example: --until left.'],
    ['watch --for 1h30m45s-and-some-more-words', 'not "1h30m45s-and-some-more-words"'],
    ['help conditions-of-what-is-not-a-topic', 'unknown help topic "conditions-of-what-is-not-a-topic"'],
    ['completion a-shell-with-a-long-name', 'unknown shell "a-shell-with-a-long-name"'],
    ['config get preference-with-a-long-name', 'unknown preference "preference-with-a-long-name"'],
    ['replay friday-the-day-of-recording', '"friday-the-day-of-recording"'],
    ['replay ./recordings/of/friday/the/day.ndjson', 'no such file: ./recordings/of/friday/the/day.ndjson\n'],
    [
      String.raw`replay C:\Users\someone\recordings\boards\2026-11-20\day.ndjson`,
      `no such file: ${String.raw`C:\Users\someone\recordings\boards\2026-11-20\day.ndjson`}\n`,
    ],
    ['--intervall=60', "unknown option '--intervall'\n"],
    ['--pasword=hunter2X', "unknown option '--pasword'\n"],
  ])('boards %s', async (line, message) => {
    const { exitCode, stderr } = await runCli(line);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('boards login');
  });

  const platform = 'win32';
  const DIRECTORY = String.raw`C:\Users\someone\boards-of-9f86d081884c7d659a2feaa0c55ad015`;

  test('the directories of config and recordings', async () => {
    const BOARDS_CONFIG_DIR = join(temporaryDirectory(), '9f86d081884c7d659a2feaa0c55ad015');
    writeConfigFile(BOARDS_CONFIG_DIR, '{');
    const { exitCode, stderr } = await runCli('config set limit 3', { env: { BOARDS_CONFIG_DIR } });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      `the config file ${join(BOARDS_CONFIG_DIR, 'config.json')} is not valid JSON (line 1)\n`,
    );
  });

  test.each([
    ['recordings', 'unknown command "recordings"'],
    ['-t market', 'unknown timeframe "market"'],
    ['watch --bell --on boards>>4', 'invalid condition "boards>>4"'],
    ['config get record2', 'unknown preference "record2"'],
  ])('words of BOARDS_DATA_DIR are no keys: boards %s', async (line, message) => {
    const env = { BOARDS_DATA_DIR: String.raw`D:\market\recordings\boards`, BOARDS_CONFIG_DIR: DIRECTORY };
    const { exitCode, stderr } = await runCli(line, { env, platform });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('a board whose key is long', () => {
  const boardsOf = (name: string) => bodyOf({ boards: { [name]: [rowOf()] }, boardNames: [name] });

  test.each(['unusualOptionsActivity', 'unusualOptionsActivityOfTheLastHourOfTheDay'])('%s', async (name) => {
    const transport = transportOf(responseOf(200, boardsOf(name)));
    const { exitCode, stdout } = await runCli(['-b', name, '--json'], { transport });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).boardNames).toEqual([name]);
    const { world } = await runCli(['config', 'set', 'boards', name]);
    expect(world.storedConfig()).toEqual({ boards: [name] });
  });
});

describe('a key that is known, of any form,', () => {
  const KEY = 'sk/Ab3dE6-gH9';
  test.each([
    [['boards', KEY], {}],
    [['-t', KEY, '--json'], {}],
    [['top', '--at', `${KEY}Z`, '--debug'], {}],
    [['config', 'set', 'boards', `movers,${KEY}`], {}],
    [['watch', '--on', KEY], { config: { apiKey: KEY } }],
    [['config', 'set', 'pins', KEY], { config: { apiKey: KEY } }],
  ])('is not shown and not stored: %j', async (argv, { config }: { config?: object }) => {
    const env = config === undefined ? { BOARDS_API_KEY: KEY } : {};
    const { exitCode, stdout, stderr, world } = await runCli(argv, { env, ...(config && { config }) });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).not.toContain(KEY.slice(0, 8));
    expect(stderr).toContain('boards login');
    if (config !== undefined) expect(world.storedConfig()).toEqual(config);
    else expect(existsSync(world.configFile)).toBe(false);
  });
});

test('a word that is too short for a key leaves messages as they are', async () => {
  const { stderr } = await runCli('-t fixed', { env: { BOARDS_API_KEY: 'x' } });
  expect(stderr).toMatch(/^error: unknown timeframe "fixed"\n/);
});

test('a known key in a note is not shown', async () => {
  const KEY = 'sk/Ab3dE6-gH9';
  const { exitCode, stderr } = await runCli(`-b movers,${KEY}`, {
    env: { BOARDS_API_KEY: KEY },
    transport: options.transport,
  });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('note: board not in this snapshot: "[redacted]"');
});
