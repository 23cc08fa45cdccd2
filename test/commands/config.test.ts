import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BASE_URL, createFake, expectNoKey, type FakeOptions, KEY, runIn } from '../config/fake-context.ts';

function worldWith(content: unknown, options: FakeOptions = {}) {
  const fake = createFake(options);
  if (content !== undefined) {
    mkdirSync(fake.directory, { mode: 0o700 });
    writeFileSync(fake.file, JSON.stringify(content), { mode: 0o600 });
  }
  return { ...fake, stored: (): unknown => JSON.parse(readFileSync(fake.file, 'utf8')) };
}

describe('set', () => {
  test.each([
    ['baseUrl', `${BASE_URL}/`, { baseUrl: BASE_URL }],
    ['BASEURL', BASE_URL, { baseUrl: BASE_URL }],
    ['timeframe', 'Swing,day', { timeframe: 'Swing,day' }],
    ['timeframe', 'all', { timeframe: 'all' }],
    ['limit', '5', { limit: 5 }],
    ['boards', 'movers, rvol', { boards: ['movers', 'rvol'] }],
    ['interval', '45.5', { interval: 45.5 }],
    ['palette', 'colorblind', { palette: 'colorblind' }],
    ['columns', 'symbol,daypct', { columns: ['symbol', 'dayPct'] }],
  ])('%s %s stores the value, and get prints it', async (name, value, expected) => {
    const fake = worldWith({ odd: 1, apiKey: KEY });
    const { exitCode, stdout, stderr } = await runIn(fake, 'config', 'set', name, value);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Set \w+ in .*config\.json\.\n$/);
    expect(fake.stored()).toMatchObject({ odd: 1, apiKey: KEY, ...expected });
    const again = await runIn(
      createFake({ env: { BOARDS_CONFIG_DIR: fake.directory } }),
      'config',
      'get',
      name,
    );
    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    expect(again.stdout.trim()).not.toBe('');
  });

  test.each([
    ['limit', '11', 2, /from 1 to 10/],
    ['limit', 'ten', 2, /1 to 10/],
    ['limit', '0', 2, /1 to 10/],
    ['timeframe', 'swng', 2, /Did you mean swing/],
    ['palette', 'blue', 2, /classic, colorblind/],
    ['columns', 'symbl', 2, /Did you mean symbol/],
    ['interval', '1e9', 2, /Give seconds, or a number with a unit/],
    ['boards', ' ', 2, /no board given/],
    ['baseUrl', 'http://boards.example', 3, /this computer only/],
    ['timefrme', 'day', 2, /unknown preference "timefrme"\nhint: Did you mean timeframe\?/],
    ['__proto__', 'day', 2, /unknown preference/],
    ['apiKey', 'short-secret-9', 2, /the key is not a preference\nhint: .*boards login/],
    ['api_key', KEY, 2, /boards login/],
    ['apiKeyOrigin', BASE_URL, 2, /boards login/],
  ])('%s %s is rejected and does not change the file', async (name, value, exitCode, message) => {
    const fake = worldWith({ limit: 3 });
    const result = await runIn(fake, 'config', 'set', name, value);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toContain('short-secret-9');
    expect(fake.stored()).toEqual({ limit: 3 });
  });

  test('replaces an invalid value, even if another one is invalid', async () => {
    const fake = worldWith({ timeframe: 'swng', limit: 'abc' });
    expect((await runIn(fake, 'config', 'set', 'timeframe', 'swing')).exitCode).toBe(0);
    expect(fake.stored()).toEqual({ timeframe: 'swing', limit: 'abc' });
  });

  test('does not change a corrupt file', async () => {
    const fake = worldWith(undefined);
    mkdirSync(fake.directory);
    writeFileSync(fake.file, '{"apiKey":');
    expect((await runIn(fake, 'config', 'set', 'limit', '3')).exitCode).toBe(3);
    expect(readFileSync(fake.file, 'utf8')).toBe('{"apiKey":');
  });

  test.each([
    [{ apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL }],
    [{ apiKey: KEY, baseUrl: BASE_URL }],
  ])('a new base URL leaves the key bound to the old origin, with a note (%#)', async (content) => {
    const fake = worldWith(content);
    const { stderr } = await runIn(fake, 'config', 'set', 'baseUrl', 'https://new.example');
    expect(stderr).toMatch(/the stored key is bound to https:\/\/boards\.example; .*https:\/\/new\.example/);
    expect(fake.stored()).toMatchObject({ apiKeyOrigin: BASE_URL, baseUrl: 'https://new.example' });
  });

  test('notes that the environment overrides the value', async () => {
    const fake = worldWith({}, { env: { BOARDS_TIMEFRAME: 'day' } });
    const { stderr } = await runIn(fake, 'config', 'set', 'timeframe', 'swing');
    expect(stderr).toBe('note: BOARDS_TIMEFRAME is set and overrides the stored value\n');
  });
});

describe('unset', () => {
  test('deletes a value, even an invalid one', async () => {
    const fake = worldWith({ limit: 'abc', palette: 'mono' });
    const { exitCode, stdout } = await runIn(fake, 'config', 'unset', 'limit');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `Unset limit in ${fake.file}.\n` });
    expect(fake.stored()).toEqual({ palette: 'mono' });
  });

  test('of a preference that is not set creates no file', async () => {
    const fake = worldWith(undefined);
    const { exitCode, stdout } = await runIn(fake, 'config', 'unset', 'limit');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'limit was not set.\n' });
    expect(existsSync(fake.directory)).toBe(false);
  });

  test('of the base URL leaves the key bound to its origin', async () => {
    const fake = worldWith({ apiKey: KEY, baseUrl: BASE_URL });
    await runIn(fake, 'config', 'unset', 'baseUrl');
    expect(fake.stored()).toEqual({ apiKey: KEY, apiKeyOrigin: BASE_URL });
  });

  test('of the key is rejected', async () => {
    expect((await runIn(worldWith({ apiKey: KEY }), 'config', 'unset', 'apiKey')).exitCode).toBe(2);
  });
});

describe('list and get', () => {
  const env = { BOARDS_TIMEFRAME: 'swing' };

  test('list shows each preference with its source, and never the key', async () => {
    const fake = worldWith({ apiKey: KEY, limit: 3, boards: ['movers', 'rvol'] }, { env });
    const { exitCode, stdout } = await runIn(fake, 'config', 'list');
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "baseUrl    –            not set
      timeframe  swing        BOARDS_TIMEFRAME
      limit      3            config file
      boards     movers,rvol  config file
      interval   –            not set
      palette    classic      default
      columns    –            not set
      "
    `);
    expect(stdout).not.toContain(KEY.slice(-4));
  });

  test('list --json', async () => {
    const { stdout } = await runIn(worldWith({ limit: 3 }, { env }), 'config', 'list', '--json');
    expect(JSON.parse(stdout)).toEqual({
      baseUrl: { value: null, source: 'not set' },
      timeframe: { value: ['swing'], source: 'BOARDS_TIMEFRAME' },
      limit: { value: 3, source: 'config file' },
      boards: { value: null, source: 'not set' },
      interval: { value: null, source: 'not set' },
      palette: { value: 'classic', source: 'default' },
      columns: { value: null, source: 'not set' },
    });
  });

  test.each([
    ['timeframe', 'swing\n', ''],
    ['limit', '10\n', ''],
    ['boards', '', 'note: boards is not set\n'],
  ])('get %s', async (name, stdout, stderr) => {
    expect(await runIn(worldWith({}, { env }), 'config', 'get', name)).toEqual({
      exitCode: 0,
      stdout,
      stderr,
    });
  });

  test('get of the key is rejected', async () => {
    expect(await runIn(worldWith({ apiKey: KEY }), 'config', 'get', 'apiKey')).toMatchObject({ exitCode: 2 });
  });

  test('an invalid value is named, with a hint', async () => {
    const { exitCode, stderr } = await runIn(worldWith({ timeframe: KEY }), 'config', 'list');
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/invalid timeframe in the config file .*\nhint: .*boards config set timeframe/);
    expectNoKey(stderr);
  });
});

test('path works for an invalid file, and without a home directory reports what to set', async () => {
  const fake = worldWith('not an object');
  expect(await runIn(fake, 'config', 'path')).toEqual({ exitCode: 0, stdout: `${fake.file}\n`, stderr: '' });
  const homeless = createFake({ env: { BOARDS_CONFIG_DIR: '' }, homeDirectory: undefined });
  expect(await runIn(homeless, 'config', 'path')).toMatchObject({ exitCode: 3, stdout: '' });
});

test.each([
  ['config', /no config command given\nhint: Valid: list, get, set, unset, path/],
  ['config lst', /unknown config command "lst"\nhint: Did you mean list\?/],
  ['config gte limit', /unknown config command "gte"\nhint: Did you mean get\?/],
  ['config lst --json', /"message":"unknown config command \\"lst\\"".*"hint":"Did you mean list\?/],
  ['config limit 3 4', /unknown config command "limit"/],
  ['config --jsn', /unknown option "--jsn"\nhint: See `boards config --help`/],
  ['config list --jsn', /unknown option "--jsn"/],
  ['config list day', /too many arguments/],
])('%s', async (line, message) => {
  const result = await runIn(worldWith({}), ...line.split(' '));
  expect(result).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(message) });
});
