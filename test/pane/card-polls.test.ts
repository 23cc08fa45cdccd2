import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { boardsOf, type MinuteService, minuteService } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { nodeCommand, slashed } from '../support/system.ts';
import { until } from '../support/wait.ts';

const OTHERS = ['scalp', 'swing', 'position', 'investing'];

/**
 * AAA is first in day, second in swing and missing in the others. NEW is in swing from the second minute on.
 */
function service(fail: Parameters<typeof minuteService>[1] = () => null): MinuteService {
  return minuteService((minute, timeframe) => {
    if (timeframe === 'day') return boardsOf({ movers: 'AAA BBB' });
    if (timeframe !== 'swing') return boardsOf({ movers: 'BBB' });
    return minute === 0
      ? boardsOf({ movers: 'BBB AAA' })
      : { ...boardsOf({ movers: 'BBB AAA NEW' }), topPlay: { symbol: 'NEW', reasons: [] } };
  }, fail);
}

async function playCard(
  script: Script,
  options: {
    readonly args?: string | ReadonlyArray<string>;
    readonly env?: PaneOptions['env'];
  } & Partial<MinuteService> = {},
) {
  const { args = 'watch', env = {}, clock, transport: send } = { ...service(), ...options };
  const requests: Array<readonly [timeframe: string, seconds: number]> = [];
  const transport: Transport = (request) => {
    requests.push([request.url.searchParams.get('timeframe') ?? '', clock.monotonic() / 1000]);
    return send(request);
  };
  const last = Math.max(...script.map(([seconds]) => seconds));
  const played = await play(args, [...script, [last + 1, press('\x03')]], {
    clock,
    transport,
    columns: 120,
    env,
  });
  const lineOf = async (name: string, start: RegExp) =>
    (await played.screen(name))
      .split('\n')
      .find((line) => start.test(line))
      ?.trim()
      .replace(/ +/g, ' ');
  return {
    ...played,
    requests,
    timesOf: (timeframe: string) => requests.flatMap(([name, at]) => (name === timeframe ? [at] : [])),
    boardsLine: (name: string) => lineOf(name, /^boards /),
    timesLine: (name: string) => lineOf(name, /^as of /),
    footer: async (name: string) => (await played.screen(name)).split('\n').at(-1),
  };
}

const OPEN: Script = [
  [20, press('j\r')],
  [20.1, shoot('opened')],
  [22, shoot('soon')],
  [25, shoot('all')],
];

describe('while a card is open', () => {
  test('all five timeframes are polled, and only then', async () => {
    const played = await playCard([...OPEN, [200, press('q')], [210, shoot('closed')], [600, shoot('end')]]);
    expect(await played.boardsLine('opened')).toBe('boards ? 2+ ? ? ?');
    expect(await played.boardsLine('all')).toBe('boards – 2+ 2+ – –');
    expect(await played.timesLine('all')).toBeUndefined();
    for (const timeframe of OTHERS) {
      const times = played.timesOf(timeframe);
      expect(times.map((at) => Math.floor(at / 60))).toEqual([0, 1, 2, 3]);
    }
    expect(played.timesOf('day').length).toBeGreaterThanOrEqual(10);
  });

  test('a card that is opened again shows data in memory first, then new data', async () => {
    const again: Script = [
      [40, press('q')],
      [600, press('\r')],
      [600.1, shoot('again')],
      [605, shoot('new')],
    ];
    const { timesLine } = await playCard([...OPEN, ...again]);
    expect(await timesLine('again')).toBe('as of 14:30 14:30 14:30 14:30');
    expect(await timesLine('new')).toBeUndefined();
  });

  test('an older snapshot has none of the timeframes of which memory begins later', async () => {
    const played = await playCard([
      [200, press('j\r')],
      [205, shoot('live')],
      [206, press('[[')],
      [207, shoot('past')],
    ]);
    expect(await played.boardsLine('live')).toBe('boards – 2+ 2+ – –');
    expect(await played.boardsLine('past')).toBe('boards ? 2+ ? ? ?');
  });

  test('a failure is shown once as a message, and the shown timeframe stays live', async () => {
    const failing = service((_, timeframe) => (timeframe === 'swing' ? responseOf(503, {}) : null));
    const played = await playCard([...OPEN, [100, shoot('end')]], failing);
    expect(await played.footer('soon')).toMatch(/polling swing failed: service unavailable \(503\)$/);
    expect(await played.boardsLine('all')).toBe('boards – 2+ ? – –');
    expect(await played.footer('end')).not.toContain('polling');
    expect(await played.screen('end')).toMatch(/ live 14:31:00 UTC/);
    expect(played.timesOf('swing').length).toBeGreaterThan(3);
  });

  test('a rate limit stops the polls of all timeframes', async () => {
    const limited = service((_, timeframe) =>
      timeframe === 'scalp' ? responseOf(429, {}, { 'retry-after': '200' }) : null,
    );
    const played = await playCard([...OPEN, [200, shoot('end')]], limited);
    expect(played.requests.filter(([, at]) => at > 21 && at < 220)).toEqual([]);
    expect(await played.screen('end')).toContain('(rate limited); next try');
  });

  test.each([
    ['paused', ' j\r'],
    ['in the past', '[j\r'],
  ])('no other timeframe is polled %s', async (_, keys) => {
    const played = await playCard([
      [70, press(keys)],
      [80, shoot('card')],
    ]);
    expect(await played.boardsLine('card')).toBe('boards ? 2+ ? ? ?');
    for (const timeframe of OTHERS) expect(played.timesOf(timeframe)).toEqual([]);
  });

  test('with -t all, no further request is sent', async () => {
    const played = await playCard(OPEN, { args: 'watch -t all' });
    expect(played.requests).toHaveLength(5);
    expect(await played.boardsLine('opened')).toBe('boards – 2+ 2+ – –');
  });
});

describe('a snapshot that is polled for a card', () => {
  const long: Script = [...OPEN, [190, shoot('end')]];

  test('goes to the memory of its timeframe, but is not counted in its tab', async () => {
    const steps: Script = [
      [190, press('q')],
      [191, shoot('tabs')],
      [192, press('3[')],
      [192.1, shoot('back')],
    ];
    const { screen } = await playCard([...OPEN, ...steps]);
    expect((await screen('tabs')).split('\n')[0]).toMatch(/^ 1 scalp {3}2 DAY {3}3 swing {3}4 position/);
    expect(await screen('back')).toMatch(/PAST 14:32:00 .* 3 of 4/);
  });

  test('rings no bell, even when its timeframe is shown afterwards', async () => {
    const shown: Script = [...OPEN, [40, press('q')], [70, press('3')], [80, shoot('end')]];
    for (const script of [long, shown])
      expect((await playCard(script, { args: 'watch --bell' })).raw).not.toContain('\x07');
    const followed = await playCard(long, { args: 'watch --bell -t day,swing' });
    expect(followed.raw).toContain('\x07');
  });

  test('starts no command of --exec', async () => {
    const commandsOf = async (timeframes: string) => {
      const directory = temporaryDirectory();
      const command = nodeCommand(
        `fs.writeFileSync('${slashed(directory)}/' + process.env.BOARDS_TIMEFRAME, '')`,
      );
      await playCard(long, {
        args: ['watch', '-t', timeframes, '--exec', command],
        env: { PATH: process.env.PATH },
      });
      return (timeframe: string) => existsSync(join(directory, timeframe));
    };
    const forCard = await commandsOf('day');
    const followed = await commandsOf('day,swing');
    await until(() => followed('swing'));
    expect(forCard('swing')).toBe(false);
  });

  test('is not recorded', async () => {
    const env = { BOARDS_DATA_DIR: temporaryDirectory() };
    await playCard(long, { args: 'watch --record', env });
    const files = readdirSync(env.BOARDS_DATA_DIR, { recursive: true }).map(String);
    expect(files.filter((file) => file.endsWith('.ndjson'))).toEqual([expect.stringContaining('day.ndjson')]);
  });

  test('does not count for --count, nor for --until', async () => {
    const counted = await playCard([...OPEN, [400, shoot('end')]], { args: 'watch --count 3' });
    expect(counted.exitCode).toBe(0);
    expect(counted.timesOf('day')).toHaveLength(3);
    const met = await playCard(long, { args: 'watch --until NEW' });
    expect(met.exitCode).toBe(130);
  });
});
