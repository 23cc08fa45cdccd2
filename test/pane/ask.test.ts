import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { boardsOf, type MinuteService, minuteService } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { nodeCommand, slashed } from '../support/system.ts';
import { until } from '../support/wait.ts';

const MINUTE = 60;
const OTHERS = ['scalp', 'swing', 'position', 'investing'];

/** AAA is first in day, second in swing, and on no board of the others. Minutes change nothing. */
const CONSTANT = minuteServiceOf(() => null);

type Failures = Parameters<typeof minuteService>[1];

function minuteServiceOf(fail: Failures): () => MinuteService {
  return () =>
    minuteService(
      (_, timeframe) =>
        boardsOf({ movers: timeframe === 'day' ? 'AAA BBB' : timeframe === 'swing' ? 'BBB AAA' : 'BBB' }),
      fail,
    );
}

/** Runs the pane with a log of its requests, in seconds after its start. Ends with Ctrl-C. */
async function ask(
  script: Script,
  service: MinuteService = CONSTANT(),
  args: string | ReadonlyArray<string> = 'watch',
  env = {},
) {
  const requests: Array<readonly [timeframe: string, seconds: number]> = [];
  const transport: Transport = (request) => {
    requests.push([request.url.searchParams.get('timeframe') ?? '', service.clock.monotonic() / 1000]);
    return service.transport(request);
  };
  const last = Math.max(...script.map(([seconds]) => seconds));
  const options = { clock: service.clock, transport, columns: 120, env };
  const played = await play(args, [...script, [last + 1, press('\x03')]], options);
  const lineOf = async (name: string, start: RegExp) =>
    (await played.screen(name))
      .split('\n')
      .find((line) => start.test(line))
      ?.trimEnd();
  return {
    ...played,
    requests,
    timesOf: (timeframe: string) => requests.flatMap(([name, at]) => (name === timeframe ? [at] : [])),
    /** The line of the card that says on how many boards of each timeframe it is. */
    boards: async (name: string) => (await lineOf(name, /^boards /))?.replace(/ +/g, ' '),
    /** As `boards`: when snapshots that are not up to date were built. */
    times: async (name: string) => (await lineOf(name, /^as of /))?.replace(/ +/g, ' '),
    footer: async (name: string) => (await played.screen(name)).split('\n').at(-1),
  };
}

const OPEN: Script = [
  [20, press('j\r')],
  [20.1, shoot('asking')],
  [22.5, shoot('some')],
  [30, shoot('all')],
];

describe('a live card', () => {
  test('asks for each other timeframe once, at most one a second, and shows them as they come', async () => {
    const { timesOf, requests, boards, times } = await ask([...OPEN, [10 * MINUTE, shoot('end')]]);
    for (const timeframe of OTHERS) expect(timesOf(timeframe)).toHaveLength(1);
    const asked = requests.filter(([, at]) => at >= 20 && at < 30).map(([, at]) => at);
    expect(asked).toEqual([20, 21, 22, 23]);
    expect(await boards('asking')).toMatch(/^boards (?:…|–) 2\+ … … …$/);
    expect(await boards('some')).toBe('boards – 2+ 2+ – …');
    expect(await boards('all')).toBe('boards – 2+ 2+ – –');
    expect(await times('all')).toBeUndefined();
    expect(await boards('end')).toBe(await boards('all'));
    expect(await times('end')).toBe('as of 14:30 14:30 14:30 14:30');
  });

  test('asks again when it is opened more than a minute later, not earlier, and not while it is open', async () => {
    const { timesOf } = await ask([
      ...OPEN,
      [40, press('q')],
      [70, press('\r')],
      [100, press('jjgG')],
      [150, press('?')],
      [151, press('q')],
      [160, shoot('end')],
    ]);
    expect(OTHERS.map(timesOf)).toEqual([
      [20, 151],
      [21, 152],
      [22, 153],
      [23, 154],
    ]);
  });

  test.each([
    ['a 503', responseOf(503, { error: 'not now' }), /swing not polled: \S.*unavailable/],
    ['a 401', responseOf(401, { error: 'no' }), /swing not polled: \S/],
    ['a 403', responseOf(403, { error: 'no' }), /swing not polled: \S/],
    ['a 429', responseOf(429, {}, { 'retry-after': '5' }), /swing not polled: rate limited/],
    ['an answer that is no snapshot', responseOf(200, 'nonsense'), /swing not polled: \S/],
    [
      'a network that fails',
      new NetworkError('cannot connect', { reason: 'connection refused' }),
      /swing not polled: connection refused/,
    ],
  ])('has a message for %s, and goes on', async (_, failure, message) => {
    const service = minuteServiceOf((__, timeframe) => (timeframe === 'swing' ? failure : null));
    const played = await ask([...OPEN, [3 * MINUTE, shoot('end')]], service());
    expect(await played.footer('some')).toMatch(message);
    expect(await played.boards('some')).toMatch(/^boards – 2\+ \? /);
    expect(played.timesOf('swing')).toHaveLength(1);
    expect(played.timesOf('day').length).toBeGreaterThanOrEqual(3);
    const end = await played.screen('end');
    expect(end).toMatch(/live 14:3[23]:00 UTC/);
    expect(end).not.toContain('stale');
    expect(played.exitCode).toBe(130);
  });

  test('asks for nothing as long as a 429 says, and says how long', async () => {
    const service = minuteServiceOf((_, timeframe) =>
      timeframe === 'scalp' ? responseOf(429, {}, { 'retry-after': '20' }) : null,
    );
    const again: Script = [
      [31, press('q\r')],
      [31.1, shoot('refused')],
      [45, press('q\r')],
      [50, shoot('end')],
    ];
    const { timesOf, boards, footer } = await ask([...OPEN, ...again], service());
    expect(await boards('all')).toBe('boards ? 2+ ? ? ?');
    expect(await footer('refused')).toMatch(/the service allows no poll for \d+ s/);
    expect(OTHERS.map((timeframe) => timesOf(timeframe).length)).toEqual([1, 1, 1, 1]);
    expect(await boards('end')).toBe('boards ? 2+ 2+ – –');
  });

  test('asks for none while paused, in the past or with -t all, and with -t day,swing for the three others', async () => {
    for (const keys of [' j\r', '[j\r']) {
      const script: Script = [
        [70, press(keys)],
        [80, shoot('card')],
      ];
      const { boards, timesOf } = await ask(script);
      expect(await boards('card')).toBe('boards ? 2+ ? ? ?');
      for (const timeframe of OTHERS) expect(timesOf(timeframe)).toEqual([]);
    }
    const all = await ask(OPEN, CONSTANT(), 'watch -t all');
    expect(all.requests).toHaveLength(5);
    expect(await all.boards('asking')).toBe('boards – 2+ 2+ – –');
    const two = await ask([...OPEN, [50, shoot('end')]], CONSTANT(), 'watch -t day,swing');
    expect(['day', ...OTHERS].map((timeframe) => two.timesOf(timeframe).length)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('what a card asked for', () => {
  test('has no news in its tab', async () => {
    const changing = minuteService((minute) => boardsOf({ movers: `AAA S${minute}` }));
    const again: Script = [
      [130, press('q\r')],
      [140, shoot('again')],
    ];
    const { screen, timesOf } = await ask([...OPEN, ...again], changing);
    expect(timesOf('swing')).toHaveLength(2);
    expect((await screen('again')).split('\n')[0]).toMatch(/^ 1 scalp {3}2 DAY {3}3 swing {3}4 position/);
  });

  test('is not in the memory of its timeframe, which begins with the first poll', async () => {
    const { screen, timesOf } = await ask([
      ...OPEN,
      [40, press('\t')],
      [40.05, shoot('waiting')],
      [50, shoot('swing')],
      [51, press('[')],
      [52, shoot('back')],
    ]);
    expect(await screen('waiting')).toContain('waiting for the first snapshot of swing');
    expect(await screen('swing')).toMatch(/^Movers +2 /m);
    expect(await screen('back')).toContain('no older snapshot in memory');
    expect(timesOf('swing')).toHaveLength(2);
  });

  const twice: Script = [...OPEN, [130, press('q\r')], [140, shoot('again')]];
  /** Swing has another top play and another symbol from its second minute on. */
  const moving = () =>
    minuteService((minute, timeframe) =>
      timeframe === 'swing' && minute >= 1
        ? { ...boardsOf({ movers: 'BBB AAA NEW' }), topPlay: { symbol: 'NEW', reasons: [] } }
        : boardsOf({ movers: 'BBB AAA' }),
    );

  test('does not ring the bell', async () => {
    const asked = await ask(twice, moving(), 'watch --bell');
    expect(asked.timesOf('swing')).toHaveLength(2);
    expect(asked.raw).not.toContain('\x07');
    const polled = await ask(twice, moving(), 'watch --bell -t day,swing');
    expect(polled.raw).toContain('\x07');
  });

  test('starts no hook', async () => {
    const hooksOf = async (timeframes: string) => {
      const directory = temporaryDirectory();
      const hook = nodeCommand(
        `fs.writeFileSync('${slashed(directory)}/' + process.env.BOARDS_TIMEFRAME, '')`,
      );
      await ask(twice, moving(), ['watch', '-t', timeframes, '--exec', hook], { PATH: process.env.PATH });
      return (timeframe: string) => existsSync(join(directory, timeframe));
    };
    const asked = await hooksOf('day');
    const polled = await hooksOf('day,swing');
    await until(() => polled('swing'));
    expect(asked('swing')).toBe(false);
  });

  test('does not count for --count', async () => {
    const { exitCode, requests } = await ask([...OPEN, [400, shoot('end')]], CONSTANT(), 'watch --count 3');
    expect(exitCode).toBe(0);
    expect(requests.filter(([timeframe]) => timeframe === 'day')).toHaveLength(3);
    expect(requests).toHaveLength(7);
  });
});
