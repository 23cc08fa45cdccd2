import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { boardsOf, type MinuteService, minuteService } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
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
async function ask(script: Script, service: MinuteService = CONSTANT(), args = 'watch', env = {}) {
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
    /** The line of the other timeframes in a card. */
    others: (name: string) => lineOf(name, /^(?:scalp|day) (?!.*SWING)\S/),
    footer: async (name: string) => (await played.screen(name)).split('\n').at(-1),
  };
}

const OPEN_AND_ASK: Script = [
  [20, press('j\r')],
  [21, shoot('card')],
  [21.5, press('a')],
  [21.6, shoot('asking')],
  [23, shoot('some')],
  [30, shoot('all')],
];

describe('a in a card', () => {
  test('asks for each other timeframe once, at most one a second, and shows them as they come', async () => {
    const { timesOf, requests, others } = await ask([...OPEN_AND_ASK, [4 * MINUTE, shoot('end')]]);
    const times = OTHERS.map((timeframe) => timesOf(timeframe));
    for (const each of times) expect(each).toHaveLength(1);
    const asked = requests.filter(([, at]) => at > 20 && at < 30).map(([, at]) => at);
    for (const [index, at] of asked.entries()) expect(at - (asked[index - 1] ?? 0)).toBeGreaterThanOrEqual(1);
    expect(timesOf('day')).toHaveLength(4);
    expect(await others('card')).toBe('scalp ?   swing ?   position ?   investing ?   (a asks)');
    expect(await others('asking')).toMatch(
      /^scalp (?:– 14:30|asking) {3}swing asking {3}position asking {3}investing asking$/,
    );
    expect(await others('some')).toMatch(/^scalp – 14:30 {3}swing 2▲ 14:30 .* investing asking$/);
    const all = 'scalp – 14:30   swing 2▲ 14:30   position – 14:30   investing – 14:30   (a asks)';
    expect(await others('all')).toBe(all);
    expect(await others('end')).toBe(all);
  });

  test('is refused in words within 5 s of the last time', async () => {
    const { timesOf, footer } = await ask([
      ...OPEN_AND_ASK.filter(([at]) => at < 23),
      [23, press('a')],
      [23.1, shoot('on their way')],
      [26, press('a')],
      [26.1, shoot('all there')],
      [40, press('a')],
      [40.1, shoot('again')],
      [50, shoot('end')],
    ]);
    expect(await footer('on their way')).toMatch(/polling now|polled (?:just now|\d s ago)/);
    expect(await footer('all there')).toMatch(/polled (?:just now|\d s ago)/);
    expect(await footer('again')).not.toContain('poll');
    for (const timeframe of OTHERS) expect(timesOf(timeframe)).toHaveLength(2);
  });

  test.each([
    ['a 503', responseOf(503, { error: 'not now' }), 'unavailable'],
    [
      'a network that fails',
      new NetworkError('cannot connect', { reason: 'connection refused' }),
      'connection refused',
    ],
  ])('says of %s which timeframe failed, and shows the others', async (_, failure, words) => {
    const service = minuteServiceOf((__, timeframe) => (timeframe === 'swing' ? failure : null));
    const { others, timesOf, screen } = await ask([...OPEN_AND_ASK, [3 * MINUTE, shoot('end')]], service());
    expect(await others('all')).toMatch(
      new RegExp(`^scalp – 14:30 {3}swing .*${words}.* {3}position – 14:30 {3}investing – 14:30`),
    );
    expect(await others('end')).toBe(await others('all'));
    expect(timesOf('swing')).toHaveLength(1);
    expect(await screen('all')).not.toContain('stale');
  });

  test('says that one has failed whose earlier data is kept', async () => {
    const service = minuteServiceOf((minute, timeframe) =>
      timeframe === 'swing' && minute >= 1 ? responseOf(503, { error: 'not now' }) : null,
    );
    const { others } = await ask([...OPEN_AND_ASK, [70, press('a')], [80, shoot('again')]], service());
    expect(await others('again')).toMatch(/ swing 2▲ 14:30 \S.* {3}position – 14:31 /);
  });

  test('waits with the rest as long as a 429 asks, and says how long', async () => {
    const service = minuteServiceOf((_, timeframe) =>
      timeframe === 'scalp' ? responseOf(429, {}, { 'retry-after': '20' }) : null,
    );
    const { timesOf, others, footer } = await ask(
      [...OPEN_AND_ASK, [31, press('a')], [31.1, shoot('refused')], [50, shoot('end')]],
      service(),
    );
    expect(await others('all')).toMatch(/^scalp \D+ {3}swing asking {3}position asking {3}investing asking$/);
    expect(await footer('refused')).toMatch(/the service asked to wait \d+ s/);
    const [limited = 0] = timesOf('scalp');
    const waited = ['swing', 'position', 'investing'].map((timeframe) =>
      timesOf(timeframe).map((at) => at - limited >= 20),
    );
    expect(waited).toEqual([[true], [true], [true]]);
    expect(await others('end')).toContain('swing 2▲ 14:30   position – 14:30   investing – 14:30');
  });

  test('works while paused', async () => {
    const { timesOf, others } = await ask([[10, press(' ')], ...OPEN_AND_ASK, [3 * MINUTE, shoot('end')]]);
    expect(OTHERS.map((timeframe) => timesOf(timeframe).length)).toEqual([1, 1, 1, 1]);
    expect(timesOf('day')).toEqual([0]);
    expect(await others('all')).toContain('swing 2▲ 14:30');
  });

  test('with -t all says that all are polled, and asks for none', async () => {
    const { requests, footer, others } = await ask(OPEN_AND_ASK, CONSTANT(), 'watch -t all');
    expect(await footer('asking')).toContain('all timeframes are polled');
    expect(requests).toHaveLength(5);
    expect(await others('all')).toBe('scalp –   swing 2▲   position –   investing –');
    expect(await footer('card')).not.toContain('a ask');
  });

  test('with -t day,swing asks for the three others', async () => {
    const { timesOf } = await ask([...OPEN_AND_ASK, [50, shoot('end')]], CONSTANT(), 'watch -t day,swing');
    expect(['day', ...OTHERS].map((timeframe) => timesOf(timeframe).length)).toEqual([1, 1, 1, 1, 1]);
  });

  test('outside of a card asks for none', async () => {
    const { requests } = await ask([
      [20, press('a')],
      [21, press('ca')],
      [22, press('ea')],
      [40, shoot('end')],
    ]);
    expect(requests).toHaveLength(1);
  });

  test('goes on when the card is closed', async () => {
    const { requests } = await ask([...OPEN_AND_ASK.slice(0, 3), [21.7, press('q')], [40, shoot('end')]]);
    expect(requests).toHaveLength(5);
  });
});

describe('a timeframe that was asked for', () => {
  test('has no news in its tab', async () => {
    const changing = minuteService((minute) => boardsOf({ movers: `AAA S${minute}` }));
    const again: Script = [
      [130, press('a')],
      [140, shoot('again')],
    ];
    const { screen, timesOf } = await ask([...OPEN_AND_ASK, ...again], changing);
    expect(timesOf('swing')).toHaveLength(2);
    expect((await screen('again')).split('\n')[0]).toMatch(/^1 scalp {3}2 DAY {3}3 swing {2}4 position/);
  });

  test('shows its data at once when Tab leads to it, without another request', async () => {
    const { screen, timesOf } = await ask([
      ...OPEN_AND_ASK,
      [40, press('\t')],
      [40.05, shoot('swing')],
      [60, shoot('later')],
    ]);
    const swing = await screen('swing');
    expect(swing).toMatch(/^1 scalp .*3 SWING .*as of 14:30:00 UTC/);
    expect(swing).toMatch(/^movers +2 /m);
    expect(timesOf('swing')).toHaveLength(1);
  });

  const twice: Script = [...OPEN_AND_ASK, [130, press('a')], [140, shoot('again')]];
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
      await ask(twice, moving(), `watch ${timeframes} --exec=touch\${IFS}${directory}/$BOARDS_TIMEFRAME`, {
        PATH: process.env.PATH,
      });
      return (timeframe: string) => existsSync(join(directory, timeframe));
    };
    const asked = await hooksOf('-t day');
    const polled = await hooksOf('-t day,swing');
    await until(() => polled('swing'));
    expect(asked('swing')).toBe(false);
  });

  test('does not count for --count', async () => {
    const { exitCode, requests } = await ask(
      [...OPEN_AND_ASK, [400, shoot('end')]],
      CONSTANT(),
      'watch --count 3',
    );
    expect(exitCode).toBe(0);
    expect(requests.filter(([timeframe]) => timeframe === 'day')).toHaveLength(3);
    expect(requests).toHaveLength(7);
  });
});
