import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY as KEY, leakIn } from '../support/canary.ts';
import {
  BASE_URL,
  createEmptyWorld,
  createWorld,
  runCli,
  type World,
  type WorldOptions,
} from '../support/world.ts';

function worldWith(config: unknown, options: WorldOptions = {}): World {
  return createEmptyWorld({ ...options, config });
}

describe('set', () => {
  test.each([
    ['baseUrl', `${BASE_URL}/`, { baseUrl: BASE_URL }],
    ['BASEURL', BASE_URL, { baseUrl: BASE_URL }],
    ['timeframe', 'Swing,day', { timeframe: ['swing', 'day'] }],
    ['limit', '5', { limit: 5 }],
    ['interval', '45.5', { interval: 45.5 }],
    ['columns', 'symbol,chg,bds', { columns: ['symbol', 'dayPct', 'boards'] }],
    ['plain', 'On', { plain: true }],
    ['plain', 'false', { plain: false }],
    ['timezone', ' LOCAL ', { timezone: 'local' }],
    ['timezone', 'UTC', { timezone: 'utc' }],
    ['timezone', 'america/new_york', { timezone: 'America/New_York' }],
    ['timezone', 'US/Eastern', { timezone: 'US/Eastern' }],
    ['timezone', 'America/Argentina/Buenos_Aires', { timezone: expect.stringMatching(/Buenos_Aires/) }],
    ['pins', ' nvda, brk.b,NVDA,,005930.ks ', { pins: ['NVDA', 'BRK.B', '005930.KS'] }],
    ['record', ' 3650 ', { record: 3650 }],
    ['record', 'OFF', { record: 'off' }],
  ])('%s %s stores the value, and get prints it', async (name, value, expected) => {
    const world = worldWith({ odd: 1, apiKey: KEY });
    const { exitCode, stdout, stderr } = await runCli(['config', 'set', name, value], world);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Set \w+ in .*config\.json\.\n$/);
    expect(world.storedConfig()).toMatchObject({ odd: 1, apiKey: KEY, ...expected });
    const again = await runCli(
      ['config', 'get', name],
      createEmptyWorld({ env: { BOARDS_CONFIG_DIR: world.configDirectory } }),
    );
    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    expect(again.stdout.trim()).not.toBe('');
  });

  test('boards stores a board that this version does not know, with a note', async () => {
    const world = worldWith({});
    const { exitCode, stderr } = await runCli(['config', 'set', 'boards', 'Movers,gammaSqueeze'], world);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'note: this version does not know the board "gammaSqueeze"\n',
    });
    expect(world.storedConfig()).toEqual({ boards: ['Movers', 'gammaSqueeze'] });
  });

  test.each([
    ['boards', 'rvol,moverz', 2, /unknown board "moverz"\nhint: Did you mean movers\? Valid: alerted, /],
    ['limit', '11', 2, /from 1 to 10/],
    ['timezone', KEY, 2, /unknown time zone "rb_li…"\n(?:hint: .*\n)+hint: .*boards login/],
    ['pins', `NVDA,${KEY}`, 2, /invalid ticker "rb_li…"\n(?:hint: .*\n)+hint: .*boards login/],
    ['baseUrl', `https://boards.example/${KEY}`, 3, /the base URL must not contain a key/],
    ['timefrme', 'day', 2, /unknown preference "timefrme"\nhint: Did you mean timeframe\?/],
    ['apiKey', 'short-secret-9', 2, /the key is not a preference\nhint: .*boards login/],
    ['api_key', KEY, 2, /boards login/],
    ['apiKeyOrigin', BASE_URL, 2, /boards login/],
  ])('%s %s is rejected and does not change the file', async (name, value, exitCode, message) => {
    const world = worldWith({ limit: 3 });
    const result = await runCli(['config', 'set', name, value], world);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toContain('short-secret-9');
    expect(leakIn(result.stderr)).toBeNull();
    expect(world.storedConfig()).toEqual({ limit: 3 });
  });

  test('replaces an invalid value, even if another one is invalid', async () => {
    const world = worldWith({ timeframe: 'swng', limit: 'abc' });
    const { exitCode, stderr } = await runCli(['config', 'set', 'timeframe', 'swing'], world);
    const note = `note: commands still cannot use the file: invalid limit in the config file ${world.configFile}\n`;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: note });
    expect(world.storedConfig()).toEqual({ timeframe: ['swing'], limit: 'abc' });
  });

  test('does not change a corrupt file', async () => {
    const world = worldWith(undefined);
    mkdirSync(world.configDirectory);
    writeFileSync(world.configFile, '{"apiKey":');
    expect((await runCli(['config', 'set', 'limit', '3'], world)).exitCode).toBe(3);
    expect(readFileSync(world.configFile, 'utf8')).toBe('{"apiKey":');
  });

  test('a new base URL leaves the key bound to the old origin', async () => {
    const world = worldWith({ apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL });
    await runCli(['config', 'set', 'baseUrl', 'https://new.example'], world);
    expect(world.storedConfig()).toMatchObject({ apiKeyOrigin: BASE_URL, baseUrl: 'https://new.example' });
  });
});

describe('unset', () => {
  test('deletes a value, even an invalid one', async () => {
    const world = worldWith({ limit: 'abc', palette: 'mono' });
    const { exitCode, stdout } = await runCli(['config', 'unset', 'limit'], world);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `Unset limit in ${world.configFile}.\n` });
    expect(world.storedConfig()).toEqual({ palette: 'mono' });
  });

  test('of the base URL leaves the key bound to its origin', async () => {
    const world = worldWith({ apiKey: KEY, apiKeyOrigin: BASE_URL, baseUrl: BASE_URL });
    await runCli(['config', 'unset', 'baseUrl'], world);
    expect(world.storedConfig()).toEqual({ apiKey: KEY, apiKeyOrigin: BASE_URL });
  });
});

test('path works for an invalid file, and without a home directory reports what to set', async () => {
  const world = worldWith('not an object');
  expect(await runCli(['config', 'path'], world)).toMatchObject({
    exitCode: 0,
    stdout: `${world.configFile}\n`,
    stderr: '',
  });
  const homeless = createEmptyWorld({ env: { BOARDS_CONFIG_DIR: '' }, homeDirectory: undefined });
  expect(await runCli(['config', 'path'], homeless)).toMatchObject({ exitCode: 3, stdout: '' });
});

test('without a subcommand, config lists the preferences', async () => {
  const config = { timeframe: ['swing'], pins: ['NVDA'] };
  const list = await runCli('config list', worldWith(config));
  expect(list.stdout).toMatch(/^timeframe +swing +config file$/m);
  const { exitCode, stdout, stderr } = await runCli('config', worldWith(config));
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: list.stdout, stderr: '' });
  expect(await runCli('config lits', worldWith(config))).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: 'error: unknown command "lits"\nhint: Did you mean `boards config list`?\n',
  });
});

describe('the preference wide, which was removed,', () => {
  const NOTE = 'note: the preference wide was removed; delete it with `boards config unset wide`\n';

  test.each(['boards', 'top --json', 'watch --json --count 1', 'config', 'status'])(
    'is ignored with one note by %s',
    async (line) => {
      const resultOf = (config: unknown, option = '') =>
        runCli(`${line}${option}`, createWorld({ env: { BOARDS_RECORD: 'off' }, config }));
      const usual = await resultOf({});
      const stored = await resultOf({ wide: true });
      expect(stored).toMatchObject({ exitCode: 0, stderr: `${NOTE}${usual.stderr}` });
      if (line !== 'status') expect(stored.stdout).toBe(usual.stdout);
      expect((await resultOf({ wide: 'odd' }, ' -q')).stderr).not.toContain('wide');
    },
  );

  test.each(['config set wide on', 'config get wide', 'config get WIDE'])(
    'is refused by %s',
    async (line) => {
      expect(await runCli(line, worldWith({ wide: true }))).toMatchObject({
        exitCode: 2,
        stderr: 'error: the preference wide was removed\nhint: To show all columns: `boards --wide`\n',
      });
    },
  );

  test.each(['wide', 'Wide'])('can be unset, as %s', async (name) => {
    const world = worldWith({ wide: true, limit: 3 });
    const { exitCode, stdout, stderr } = await runCli(`config unset ${name}`, world);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Unset wide in /);
    expect(world.storedConfig()).toEqual({ limit: 3 });
    expect((await runCli('config unset wide', worldWith({}))).stdout).toBe('wide was not set.\n');
  });
});

const ZOOM = 'In the pane, press z to show all columns of a board. For tables: `boards --wide`.';

test.each<[string, string]>([
  ['boards --no-wide', 'Boards are shown side by side unless you add --wide. See `boards --help`.'],
  ['watch -w', ZOOM],
  ['watch --wide', ZOOM],
  ['replay --no-wide', ZOOM],
])('%s is refused with a hint', async (line, hint) => {
  const { exitCode, stderr } = await runCli(`${line} --sandbox`, worldWith({}));
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^error: unknown option '-/);
  expect(stderr).toContain(`\nhint: ${hint}\n`);
});

test('list shows units, and a limit only if one is set', async () => {
  const listed = async (config: unknown) => (await runCli(['config', 'list'], worldWith(config))).stdout;
  const usual = await listed({});
  expect(usual).toMatch(/^limit +- +not set$/m);
  expect(usual).toMatch(/^record +2 days +default$/m);
  const set = await listed({ limit: 4, interval: 90, record: 'off' });
  expect(set).toMatch(/^limit +4 +config file$/m);
  expect(set).toMatch(/^interval +90 seconds +config file$/m);
  expect(set).toMatch(/^record +off +config file$/m);
});
