import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { writeConfigFile } from '../support/directories.ts';
import { minuteService, swapping } from '../support/minute-service.ts';
import { type Pane, play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { BASE_URL, runCli } from '../support/world.ts';

const FIRST_KEY = 'rb_live_first0123456789abcdef0123456789ab';
const SECOND_KEY = 'rb_live_second0123456789abcdef0123456789a';
const REFUSALS = [
  [401, 'the service does not recognise the key (401)'],
  [403, 'the key is revoked (403)'],
] as const;

const configOf = (apiKey: string) => ({ baseUrl: BASE_URL, apiKey, apiKeyOrigin: BASE_URL });
const storeKey = (apiKey: string) => (pane: Pane) =>
  writeConfigFile(pane.world.configDirectory, configOf(apiKey));

/** The service refuses the key of the config file from the second minute on. */
async function playRefused(script: Script, status: number, { args = 'watch', columns = 100 } = {}) {
  const { clock, transport: send } = minuteService(swapping);
  const keys: Array<string | undefined> = [];
  const transport: Transport = async (request) => {
    const key = request.headers['X-API-Key'];
    keys.push(key);
    const isRefused = key === FIRST_KEY && clock.monotonic() > 60_000;
    return isRefused ? responseOf(status, { error: 'no' }) : send(request);
  };
  const env = { BOARDS_API_KEY: undefined, BOARDS_BASE_URL: undefined };
  return {
    ...(await play(args, script, { clock, transport, env, columns, config: configOf(FIRST_KEY) })),
    keys,
  };
}

const linesOf = (screen: string) => screen.split('\n').map((line) => line.trimEnd());

describe.each(REFUSALS)('after a %d, a pane with data', (status, words) => {
  test('stays open, sends nothing more, and ends with exit code 4', async () => {
    const script: Script = [
      [70, shoot('refused')],
      [900, shoot('later')],
      [901, press('q')],
    ];
    const { screen, exitCode, cooked, keys, world } = await playRefused(script, status);
    const [line = '', , banner] = linesOf(await screen('refused'));
    expect(line).toMatch(/ refused 14:30:00 UTC, 1 min old$/);
    expect(banner).toBe(` ${words}: polling has ended; r tries again`);
    expect(linesOf(await screen('later'))[2]).toBe(banner);
    expect(await screen('later')).toMatch(/1 +AAA/);
    expect(keys).toEqual([FIRST_KEY, FIRST_KEY]);
    expect({ exitCode, cooked }).toEqual({ exitCode: 4, cooked: true });
    expect(await screen('end')).toMatch(/1 +AAA/);
    expect(world.stderr()).toContain(`error: ${words}`);
  });

  test('has a banner in each width, and says so in every timeframe', async () => {
    for (const columns of [30, 60, 80]) {
      const script: Script = [
        [70, shoot('refused')],
        [71, press('3')],
        [75, shoot('swing')],
        [76, press('q')],
      ];
      const { screen, keys } = await playRefused(script, status, { columns });
      for (const name of ['refused', 'swing']) {
        expect(linesOf(await screen(name))[2]).toMatch(/; r tries again$/);
        expect(linesOf(await screen(name))[0]).toContain('refused');
      }
      expect(keys).toHaveLength(2);
    }
  });
});

test('r reads the key again, and polls go on', async () => {
  const script: Script = [
    [100, press('r')],
    [101, shoot('refused')],
    [110, storeKey(SECOND_KEY)],
    [111, press('r')],
    [112, shoot('live')],
    [300, shoot('later')],
    [301, press('q')],
  ];
  const { screen, exitCode, keys, raw } = await playRefused(script, 403);
  expect(await screen('refused')).toContain('polling has ended; r tries again');
  expect(linesOf(await screen('live'))[0]).toMatch(/ live 14:31:00 UTC$/);
  expect(await screen('later')).not.toMatch(/refused|r tries again/);
  expect(keys.slice(0, 5)).toEqual([FIRST_KEY, FIRST_KEY, FIRST_KEY, SECOND_KEY, SECOND_KEY]);
  expect(exitCode).toBe(0);
  expect(raw).not.toContain(SECOND_KEY);
});

test('r says that no key is stored any more', async () => {
  const script: Script = [
    [99, (pane) => writeConfigFile(pane.world.configDirectory, { baseUrl: BASE_URL })],
    [100, press('r')],
    [101, shoot('none')],
    [102, press('q')],
  ];
  const { screen, exitCode, keys } = await playRefused(script, 403);
  expect(linesOf(await screen('none'))[2]).toBe(' no key is stored: polling has ended; r tries again');
  expect(keys).toHaveLength(2);
  expect(exitCode).toBe(4);
});

test('Ctrl-C in a pane whose key is refused ends by the signal', async () => {
  expect((await playRefused([[100, press('\x03')]], 403)).exitCode).toBe(130);
});

test.each(['--until ZZZ', '--for 1h', '--count 9'])(
  'with %s, the pane ends at once with exit code 4',
  async (option) => {
    const { exitCode, world, raw } = await playRefused([], 403, { args: `watch ${option}` });
    expect(exitCode).toBe(4);
    expect(raw).not.toContain('r tries again');
    expect(world.stderr()).toContain('error: the key is revoked (403)');
  },
);

test.each(['watch', 'watch --json', 'watch --events', 'watch --plain'])(
  '%s ends at once with exit code 4 without data, or if the output is a stream',
  async (args) => {
    const refused = minuteService(swapping, () => responseOf(403, { error: 'no' }));
    const first = args === 'watch' ? await play(args, [], refused) : await runCli(args, refused);
    expect(first.exitCode).toBe(4);
    if ('raw' in first) {
      expect(first.raw).not.toContain('r tries again');
      return;
    }
    const later = minuteService(swapping, (minute) =>
      minute === 0 ? null : responseOf(403, { error: 'no' }),
    );
    expect((await runCli(args, later)).exitCode).toBe(4);
  },
);
