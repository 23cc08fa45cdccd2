import { existsSync } from 'node:fs';
import type { Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import { KEY_FORMS, leakIn } from '../support/canary.ts';
import { responseOf, transportOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { createWorld, runCli } from '../support/world.ts';

/** A command line, in which KEY stands for the key, and its allowed exit codes. */
interface Place {
  readonly line: ReadonlyArray<string>;
  /** The same for the same option of all commands, such as `--timeframe KEY`; each command parses its arguments itself. */
  readonly kind: string;
  readonly codes: ReadonlyArray<number>;
}

const USAGE = [2];
/** Options that accept free text, with their allowed exit codes. */
const FREE_TEXT: Readonly<Record<string, ReadonlyArray<number>>> = {
  '--exec': [0, 2],
  '--base-url': [2, 3],
  '--board': [0, 2],
};
/** A ticker is any text, so that only what is clearly a key is refused in its place. */
const TICKER_PLACE =
  /^(?:(?:symbol|history) (?:-- )?(?:AMD )?KEY(?: AMD)?|(?:--symbol|--on|--until)[ =](?:movers,)?KEY|config set pins KEY)$/;
const isClearlyKey = (word: string) => /_live_|(?=[a-z_-]*\d)[\w-]{32,}/i.test(word);

const WORDS = [['KEY'], ['--', 'KEY'], ['AMD', 'KEY'], ['KEY', 'AMD'], ['--KEY'], ['--KEY=1'], ['-KEY']];
const PREFERENCES = {
  baseUrl: [2, 3],
  timeframe: USAGE,
  limit: USAGE,
  boards: [0, 2],
  interval: USAGE,
  palette: USAGE,
  columns: USAGE,
  wide: USAGE,
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

describe('a key of any form on a command line is not shown', () => {
  test.each(COMMANDS)('boards %s', async (_, places) => {
    const failures: Array<unknown> = [];
    for (const [index, place] of places.entries()) {
      const { line, codes } = place;
      // Each place of a kind with a quarter of the forms, in turn, and the others of that kind with few.
      const every = FIRST_PLACES.has(place) ? 4 : 31;
      for (const [number, [form, key]] of Object.entries(KEY_FORMS).entries()) {
        if ((index + number) % every !== 0) continue;
        if (TICKER_PLACE.test(place.kind) && !isClearlyKey(key)) continue;
        const argv = line.map((word) => word.replace('KEY', () => key));
        // In turn, so that each place and each form is tested with and without them.
        const mode = ['--debug', null, '--json'][(index + number) % 3];
        if (mode != null) argv.push(mode);
        const { exitCode, stdout, stderr } = await runCli(argv, options);
        const shown = leakIn(stdout + stderr, key);
        if (shown !== null || !codes.includes(exitCode)) failures.push({ line, form, exitCode, shown });
      }
    }
    expect(failures).toEqual([]);
  });
});

describe('a key that is too short to look like one is refused because of its position', () => {
  const KEY = 'hunter2X';
  test.each([
    ['--api-key', KEY],
    [`--api-key=${KEY}`],
    [`--api_key=${KEY}`],
    [`--apikey=${KEY}`],
    ['--key', KEY],
    [`--token=${KEY}`],
    ['-k', KEY],
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

  test.each([
    ['-t scalp,day,swing,position,investng', /unknown timeframe "inves…"\nhint: Did you mean investing\?/],
    ['--columns symbol,price,dayPct,volum', /unknown column "volum"\nhint: Did you mean volume\?/],
    [
      'watch --on entered,left,topPlay,sesion',
      /invalid condition "sesio…"\nhint: For example: --on .session./,
    ],
    ['--intervall=60', /unknown option '--intervall'\n/],
    ['--pasword=hunter2X', /unknown option '--pasword'\n/],
  ])('a mistake in them is quoted: boards %s', async (line, message) => {
    const { exitCode, stderr } = await runCli(line);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(message) });
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

test.each([
  '-t day,swing,positon,investing',
  'top --at 2026-11-20T25:15:00Z',
  'replay day-recording-of-friday.ndjson',
])('what is long but no key gets no advice about keys: %s', async (line) => {
  const { exitCode, stderr } = await runCli(line);
  expect(exitCode).toBe(2);
  expect(stderr).not.toContain('boards login');
});
