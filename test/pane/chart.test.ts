import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { chartOf, openChart } from '../../src/pane/chart.ts';
import { SANDBOX_KEY } from '../../src/sandbox/service.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { boardsOf, minuteService, NIGHT } from '../support/minute-service.ts';
import { type PaneOptions, play, press, shoot } from '../support/play.ts';
import { rowOf } from '../support/snapshots.ts';
import { createWorld } from '../support/world.ts';

const CHART = 'https://charts.example/view?symbol={symbol}&range=1d';
const DESKTOP = { DISPLAY: ':0' };

/** Returns what the pane started, copied and wrote in its footer after the keys. */
async function pressing(keys: string, options: PaneOptions = {}, symbol = 'AAA') {
  const service = minuteService(() => ({ boards: { movers: [rowOf({ symbol })] } }));
  const played = await play(
    'watch',
    [
      [20, press(keys)],
      [21, shoot('after')],
      [22, press('\x03')],
    ],
    { ...service, columns: 120, platform: 'linux', config: { chart: CHART }, ...options },
  );
  const copied = played.raw.split('\x1b]52;c;').slice(1);
  const footer = (await played.screen('after')).split('\n').at(-1)?.trimEnd() ?? '';
  return {
    started: played.world.started,
    copied: copied.map((text) => Buffer.from(text.split('\x07')[0] ?? '', 'base64').toString()),
    message: footer.split(/ {2,}/).at(-1),
    footer,
  };
}

const AAA = CHART.replace('{symbol}', 'AAA');
const COPIED = 'chart address copied, if the terminal allows it';

describe('o', () => {
  test.each<[string, string, Record<string, string>, ReadonlyArray<string>]>([
    ['linux', 'X11', DESKTOP, ['xdg-open', AAA]],
    ['linux', 'Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', AAA]],
    ['darwin', 'a Mac', {}, ['open', AAA]],
  ])(
    'opens the chart of the selected row with the program of the desktop: %s, %s',
    async (platform, _, env, command) => {
      const { started, copied, message } = await pressing('jo', { platform, env });
      expect(started.map((each) => each.command)).toEqual([command]);
      expect({ copied, message }).toEqual({ copied: [], message: 'opening the chart of AAA' });
    },
  );

  test('opens it on Windows without cmd.exe', () => {
    const commands: Array<ReadonlyArray<string>> = [];
    const { host } = createWorld().context;
    const startProgram: typeof host.startProgram = async (command) => commands.push(command) > 0;
    const context = {
      platform: 'win32',
      env: { SystemRoot: 'C:\\Windows' },
      host: { ...host, startProgram },
    };
    openChart(chartOf('M&M %PATH%', CHART), context, { copy: () => false, say: () => undefined });
    expect(commands).toEqual([
      [
        'C:\\Windows\\System32\\rundll32.exe',
        'url.dll,FileProtocolHandler',
        CHART.replace('{symbol}', 'M%26M%20%25PATH%25'),
      ],
    ]);
  });

  test('says that the chart cannot be opened if the address cannot be copied, either', () => {
    const context = { platform: 'linux', env: {}, host: createWorld().context.host };
    const message = openChart(chartOf('AAA', CHART), context, { copy: () => false, say: () => undefined });
    expect(message).toBe('the chart cannot be opened');
  });

  test('opens the chart of an open card, whose footer names the key if the preference is set', async () => {
    const { started, footer } = await pressing('\ro', { env: DESKTOP });
    expect(started).toHaveLength(1);
    expect(footer).toContain('o chart');
    expect((await pressing('\r', { env: DESKTOP, config: {} })).footer).not.toContain('o chart');
  });

  test('gives the program no key', async () => {
    const env = { ...DESKTOP, BOARDS_API_KEY: SANDBOX_KEY, PATH: '/bin' };
    const { started } = await pressing('jo', { env });
    expect(started[0]?.env).toMatchObject({ DISPLAY: ':0', PATH: '/bin' });
    expect(JSON.stringify(started)).not.toContain(SANDBOX_KEY);
    const { started: onWindows } = await pressing('jo', { env: { ...env, boards_api_key: SANDBOX_KEY } });
    expect(JSON.stringify(onWindows)).not.toContain(SANDBOX_KEY);
  });

  test.each([
    ['M&M', 'M%26M'],
    ['BRK.B', 'BRK.B'],
    ['A B', 'A%20B'],
    ['../x?y#z', '..%2Fx%3Fy%23z'],
    ['ΟΤΕ', '%CE%9F%CE%A4%CE%95'],
    ['$&%PATH%;`id`', '%24%26%25PATH%25%3B%60id%60'],
  ])('encodes the symbol: %s', async (symbol, encoded) => {
    const { started } = await pressing('jo', { env: DESKTOP }, symbol);
    expect(started[0]?.command[1]).toBe(CHART.replace('{symbol}', encoded));
  });

  test('replaces each {symbol}, in any case, as the preference accepts it', async () => {
    const config = { chart: 'https://charts.example/{Symbol}?s={SYMBOL}&{symbol}' };
    const { started } = await pressing('jo', { env: DESKTOP, config });
    expect(started[0]?.command[1]).toBe('https://charts.example/AAA?s=AAA&AAA');
  });

  test.each<[string, Record<string, string>]>([
    ['over ssh', { ...DESKTOP, SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22' }],
    ['in a terminal over ssh', { ...DESKTOP, SSH_TTY: '/dev/pts/1' }],
    ['without a desktop', {}],
  ])('copies the address %s, and says so', async (_, env) => {
    expect(await pressing('jo', { env })).toMatchObject({ started: [], copied: [AAA], message: COPIED });
  });

  test('copies the address where the program is missing or fails, and says so', async () => {
    const { started, copied, message } = await pressing('jo', { env: DESKTOP, startsPrograms: false });
    expect(started).toHaveLength(1);
    expect({ copied, message }).toEqual({ copied: [AAA], message: COPIED });
  });

  test('says that the chart cannot be opened if the output is blocked', () => {
    const { context } = createWorld({ platform: 'linux' });
    const terminal = { copy: () => false, say: () => undefined };
    expect(openChart(chartOf('AAA', CHART), context, terminal)).toBe('the chart cannot be opened');
  });

  test.each([
    ['without a row', 'o', { chart: CHART }, 'select a row first (arrows), or open a card'],
    ['without the preference', 'jo', {}, 'no chart: boards config set chart https://x.example/{symbol}'],
  ])('says what is missing %s', async (_, keys, config, message) => {
    expect(await pressing(keys, { env: DESKTOP, config })).toMatchObject({
      started: [],
      copied: [],
      message,
    });
  });

  test('opens the chart in a replay', async () => {
    const played = await play(
      'replay --sandbox',
      [
        [20, press('jo')],
        [21, press('\x03')],
      ],
      {
        clock: createFakeClock(NIGHT + 10 * MINUTE_MS),
        config: { chart: CHART },
        env: DESKTOP,
        platform: 'linux',
      },
    );
    expect(played.world.started).toHaveLength(1);
  });

  test('suggests a working example in its message', async () => {
    const service = minuteService(() => boardsOf({ movers: 'AAA' }));
    const config = { chart: 'https://x.example/{symbol}' };
    const { started } = await pressing('jo', { ...service, env: DESKTOP, config });
    expect(started[0]?.command).toEqual(['xdg-open', 'https://x.example/AAA']);
  });
});
