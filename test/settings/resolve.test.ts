import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PREFERENCES } from '../../src/cli/preference-registry.ts';
import { requireService, resolveSettings, type SettingOptions } from '../../src/settings/resolve.ts';
import { CANARY_KEY as KEY, leakIn } from '../support/canary.ts';
import { errorOf } from '../support/errors.ts';
import { BASE_URL, createEmptyWorld, type World } from '../support/world.ts';

function worldWith(config: unknown, env: Readonly<Record<string, string>> = {}): World {
  return createEmptyWorld({ env, config });
}

const FILE = {
  apiKey: KEY,
  apiKeyOrigin: BASE_URL,
  baseUrl: `${BASE_URL}/`,
  timeframe: 'swing,day',
  limit: 3,
  boards: ['movers'],
  interval: 45,
  palette: 'mono',
  columns: ['symbol', 'price'],
  pins: ['nvda', 'AMD', 'NVDA'],
  timezone: 'america/new_york',
  record: 7,
};

describe('precedence', () => {
  test('options override everything', () => {
    const options: SettingOptions = {
      baseUrl: 'https://option.example',
      timeframe: ['scalp'],
      limit: 25,
      board: ['rvol'],
    };
    const env = { BOARDS_BASE_URL: 'ftp://unused', BOARDS_TIMEFRAME: 'unused' };
    expect(resolveSettings(PREFERENCES, options, worldWith(FILE, env).context)).toMatchObject({
      baseUrl: { value: 'https://option.example', source: '--base-url' },
      timeframe: { value: ['scalp'], source: '--timeframe' },
      limit: { value: 25, source: '--limit' },
      boards: { value: ['rvol'], source: '--board' },
    });
  });

  test.each([
    [{}, '', 2, 'default'],
    [{ record: 7 }, '', 7, 'config file'],
    [{ record: 'off' }, '3', 3, 'BOARDS_RECORD'],
    [{ record: 7 }, 'off', 'off', 'BOARDS_RECORD'],
  ])('record with the file %j and BOARDS_RECORD=%s is %j', (file, days, value, source) => {
    const { context } = worldWith(file, { BOARDS_RECORD: days });
    expect(resolveSettings(PREFERENCES, {}, context).record).toEqual({ value, source });
  });
});

describe('an invalid value in the file', () => {
  const values: Readonly<Record<string, ReadonlyArray<unknown>>> = {
    apiKey: [{ odd: KEY }, null],
    apiKeyOrigin: ['boards.example'],
    baseUrl: ['http://boards.example', `https://trader:${KEY}@boards.example`, ''],
    timeframe: ['swng', ['dya'], { day: true }],
    limit: ['abc', 0, 11, 2.5, true, null],
    boards: [[1], []],
    interval: [-5, 1e9],
    palette: [KEY],
    columns: [['symbl']],
    record: ['on', true, null, 0, 1.5, 1e9],
    timezone: ['Mars/Olympus', 5, null, '', KEY],
    pins: [null, { NVDA: true }, [1], [['NVDA']], [], [''], ['\u001b[31m'], [KEY], ['NVDA', KEY]],
  };
  const cases = Object.entries(values).flatMap(([name, all]) => all.map((value) => [name, value] as const));

  test.each(cases)('%s: %j', (name, value) => {
    const world = worldWith({ [name]: value });
    const before = readFileSync(world.configFile, 'utf8');
    const error = errorOf(() => resolveSettings(PREFERENCES, {}, world.context));
    expect(error.exitCode).toBe(3);
    expect(error.message).toBe(`invalid ${name} in the config file ${world.configFile}`);
    expect(error.hint).toMatch(name.startsWith('apiKey') ? /boards login/ : `boards config set ${name}`);
    expect(leakIn(`${error.message}${error.hint}${String(error.cause)}`)).toBeNull();
    expect(readFileSync(world.configFile, 'utf8')).toBe(before);
  });
});

describe('an invalid file', () => {
  const env = { BOARDS_API_KEY: KEY, BOARDS_BASE_URL: BASE_URL };

  test.each(['', '{', 'null', '{"limit":"x"}', '\ufeff{'])(
    '%j is only a warning if the environment is sufficient',
    (text) => {
      const world = worldWith(text, env);
      const settings = resolveSettings(PREFERENCES, {}, world.context);
      expect(settings.warnings).toHaveLength(1);
      expect(settings.warnings[0]).toMatch(/^the whole config file is ignored: .*config\.json/);
      expect(requireService(settings)).toMatchObject({ baseUrl: BASE_URL, apiKey: KEY });
    },
  );

  test('is an error if the environment has only the key or only the base URL', () => {
    for (const half of [{ BOARDS_API_KEY: KEY }, { BOARDS_BASE_URL: BASE_URL }]) {
      const error = errorOf(() => resolveSettings(PREFERENCES, {}, worldWith('{', half).context));
      expect(error.exitCode).toBe(3);
    }
  });

  test('is a warning if no service is needed, even with an invalid base URL', () => {
    const world = worldWith('{', { BOARDS_BASE_URL: 'ftp://x' });
    const settings = resolveSettings(PREFERENCES, {}, world.context, { needsService: false });
    expect(settings).toMatchObject({ baseUrl: { value: null }, configPath: world.configFile });
    expect(settings.warnings).toHaveLength(1);
  });
});

describe('the service', () => {
  const MOVED = { BOARDS_BASE_URL: 'https://new.example' };
  const moved = { ...FILE, baseUrl: 'https://new.example' };
  const keyFromEnv = (key: string) => ({ BOARDS_API_KEY: key });

  test.each([
    ['no base URL', {}, {}, 3, /no base URL is set/, /boards --sandbox.*boards login --base-url/s],
    ['no key', { baseUrl: BASE_URL }, {}, 4, /no key is stored/, /boards login.*BOARDS_API_KEY/],
    ['another origin', moved, {}, 4, /^no key for https:\/\/new\.example$/, /boards\.ex.*url https:\/\/new/],
    ['environment moves it', FILE, MOVED, 4, /^no key for https:\/\/new/, /boards login/],
    ['another port', FILE, { BOARDS_BASE_URL: `${BASE_URL}:8443` }, 4, /^no key for/, /boards login/],
    [
      'no origin',
      { apiKey: KEY },
      { BOARDS_BASE_URL: BASE_URL },
      4,
      /^no key for/,
      /not bound to an address/,
    ],
    ['a space', FILE, keyFromEnv(`${KEY} x`), 4, /BOARDS_API_KEY contains a space/, /unset/],
    ['a newline', FILE, keyFromEnv(`${KEY}\n`), 4, /BOARDS_API_KEY contains a control/, /unset/],
    ['é', { ...FILE, apiKey: `é${KEY}` }, {}, 4, /file \(.*\) contains a non-ASCII/, /boards login/],
    ['too long', { ...FILE, apiKey: KEY.repeat(20) }, {}, 4, /is longer than 512/, /boards login/],
  ] as const)('%s', (_, content, env, exitCode, message, hint) => {
    const settings = resolveSettings(PREFERENCES, {}, worldWith(content, env).context);
    const error = errorOf(() => requireService(settings));
    expect(error.exitCode).toBe(exitCode);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
    expect(leakIn(`${error.message}${error.hint}`)).toBeNull();
  });

  test.each([' ', 'boards.example', 'http://boards.example', 'ftp://x', `https://t:${KEY}@x`])(
    'BOARDS_BASE_URL=%j',
    (BOARDS_BASE_URL) => {
      const error = errorOf(() =>
        resolveSettings(PREFERENCES, {}, worldWith(FILE, { BOARDS_BASE_URL }).context),
      );
      expect(error.exitCode).toBe(3);
      expect(error.message).toMatch(/^BOARDS_BASE_URL: the base URL/);
      expect(leakIn(`${error.message}${error.hint}${String(error.cause)}`)).toBeNull();
    },
  );

  test('BOARDS_TIMEFRAME=swng', () => {
    const world = worldWith(FILE, { BOARDS_TIMEFRAME: 'swng' });
    const error = errorOf(() => resolveSettings(PREFERENCES, {}, world.context));
    expect(error).toMatchObject({ exitCode: 2, message: 'BOARDS_TIMEFRAME: unknown timeframe "swng"' });
    expect(error.hint).toMatch(/swing/);
  });

  test('a key of the environment is used with the base URL of the file, a key of the file without an origin with none', () => {
    const byEnvironment = worldWith(FILE, { BOARDS_API_KEY: KEY });
    expect(requireService(resolveSettings(PREFERENCES, {}, byEnvironment.context)).keySource).toBe(
      'BOARDS_API_KEY',
    );
    const byHand = worldWith({ apiKey: KEY, baseUrl: BASE_URL });
    expect(() => requireService(resolveSettings(PREFERENCES, {}, byHand.context))).toThrow(
      `no key for ${BASE_URL}`,
    );
  });
});
