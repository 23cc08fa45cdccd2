import { describe, expect, test } from 'vitest';
import { toNetworkError } from '../../src/api/network-error.ts';
import type { Transport, TransportResponse } from '../../src/context.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { type Pane, play, type Script } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

const START = Date.UTC(2026, 5, 3, 14, 30, 0);
const HOST_NOT_FOUND = toNetworkError(
  Object.assign(new Error(), { code: 'ENOTFOUND' }),
  'a-host-with-a-long-name.example',
);
const shoot = (name: string) => (pane: Pane) => pane.shoot(name);
const press = (keys: string) => (pane: Pane) => pane.press(keys);

/** A service that rebuilds every minute: AAA and BBB swap ranks, and the price increases by 1. */
function minuteService(fail: (minute: number) => TransportResponse | Error | null = () => null) {
  const clock = createFakeClock(START);
  const transport: Transport = async ({ url }) => {
    const minute = Math.floor(clock.monotonic() / 60_000);
    const failure = fail(minute);
    if (failure instanceof Error) throw failure;
    if (failure !== null) return failure;
    const symbols = minute % 2 === 0 ? ['AAA', 'BBB', 'OLD'] : ['BBB', 'AAA', 'NEW'];
    return responseOf(
      200,
      bodyOf({
        asOf: new Date(START + minute * 60_000).toISOString(),
        timeframe: url.searchParams.get('timeframe'),
        boards: {
          movers: symbols.map((symbol, index) => rowOf({ rank: index + 1, symbol, price: 100 + minute })),
        },
      }),
    );
  };
  return { clock, transport };
}

describe('with fresh data, the pane', () => {
  test('writes nothing on an unchanged poll, and only the changed lines of a new snapshot', async () => {
    const script: Script = [
      [29, shoot('first')],
      [59, shoot('unchanged')],
      [61, shoot('second')],
      [62, press('q')],
    ];
    const played = await play('watch -n 30', script, minuteService());
    expect(played.bytesBetween('first', 'unchanged')).toBe(0);
    expect(played.bytesBetween('unchanged', 'second')).toBeGreaterThan(0);
    expect(played.bytesBetween('unchanged', 'second')).toBeLessThan(1500);
    expect(await played.screen('second')).toContain('as of 14:31:00');
    expect(played).toMatchObject({ exitCode: 0, cooked: true });
  });

  test('marks rows that moved until the next snapshot', async () => {
    const script: Script = [
      [30, shoot('first')],
      [90, shoot('second')],
      [91, press('q')],
    ];
    const played = await play('watch', script, minuteService());
    expect(await played.screen('first')).not.toMatch(/▲1|NEW/);
    const screen = await played.screen('second');
    expect(screen).toMatch(/1 ▲1 +BBB/);
    expect(screen).toMatch(/2 +AAA/);
    expect(screen).toMatch(/3 NEW +NEW/);
    expect(screen).toContain('left: OLD (was 3)');
  });
});

describe('with stale data, the pane', () => {
  const failures: ReadonlyArray<readonly [string, TransportResponse | Error, RegExp]> = [
    ['429', responseOf(429, {}, { 'retry-after': '50' }), /rate limited\), next try in \d+ s/],
    ['503', responseOf(503, {}), /service unavailable \(503\)\), next try in \d+ s/],
    ['500', responseOf(500, {}), /service unavailable \(500\)/],
    ['a redirect', responseOf(302, {}), /redirect \(302\)/],
    ['no network', HOST_NOT_FOUND, /\(host not found\)/],
    ['HTML', responseOf(200, '<html>'), /\(not JSON\)/],
    ['truncated JSON', responseOf(200, '{"boards":'), /\(not JSON\)/],
    ['JSON of something else', responseOf(200, { status: 'ok' }), /\(not a snapshot\)/],
    ['404', responseOf(404, {}), /unexpected response \(404\)/],
  ];

  test.each(failures)(
    'shows a banner for %s over the last tables until a poll succeeds',
    async (_, failure, words) => {
      const script: Script = [
        [90, shoot('failed')],
        [200, shoot('recovered')],
        [201, press('q')],
      ];
      const played = await play(
        'watch -n 60',
        script,
        minuteService((minute) => (minute === 1 ? failure : null)),
      );
      const failed = await played.screen('failed');
      expect(failed).toMatch(/stale since 14:30:00 \(/);
      expect(failed).toMatch(words);
      expect(failed).toMatch(/AAA/);
      const recovered = await played.screen('recovered');
      expect(recovered).not.toContain('stale');
      expect(recovered).toMatch(/as of 14:3[23]:00/);
      expect(played.exitCode).toBe(0);
    },
  );

  test.each(failures)(
    'shows that there is no data yet after %s on the first poll',
    async (_, failure, words) => {
      const script: Script = [
        [5, shoot('failed')],
        [130, shoot('recovered')],
        [131, press('q')],
      ];
      const played = await play(
        'watch',
        script,
        minuteService((minute) => (minute === 0 ? failure : null)),
      );
      expect(await played.screen('failed')).toMatch(/no data yet \(/);
      expect(await played.screen('failed')).toMatch(words);
      expect(await played.screen('recovered')).toMatch(/AAA/);
    },
  );

  test('counts down to the next try', async () => {
    const script: Script = [
      [65, shoot('early')],
      [75, shoot('late')],
      [76, press('q')],
    ];
    const played = await play(
      'watch',
      script,
      minuteService((minute) => (minute === 1 ? responseOf(503, {}) : null)),
    );
    const seconds = async (name: string) =>
      Number(/next try in (\d+) s/.exec(await played.screen(name))?.[1]);
    expect((await seconds('early')) - (await seconds('late'))).toBe(10);
  });

  test('shows a banner if no new snapshot comes for three minutes, unless the market is closed', async () => {
    const frozen = (session: string) => {
      const clock = createFakeClock(START);
      return {
        clock,
        transport: async () => responseOf(200, bodyOf({ session, asOf: new Date(START).toISOString() })),
      };
    };
    const script: Script = [
      [170, shoot('early')],
      [190, shoot('overdue')],
      [191, press('q')],
    ];
    const open = await play('watch', script, frozen('open'));
    expect(await open.screen('early')).not.toContain('stale');
    expect(await open.screen('overdue')).toContain('stale since 14:30:00 (no new snapshot)');
    const closed = await play('watch', script, frozen('closed'));
    expect(await closed.screen('overdue')).not.toContain('stale');
  });

  test.each([
    [401, /does not recognise the key/],
    [403, /revoked/],
  ])('ends with exit code 4 on %d and prints the last frame on the main screen', async (status, words) => {
    const played = await play(
      'watch',
      [],
      minuteService((minute) => (minute === 1 ? responseOf(status, {}) : null)),
    );
    expect(played).toMatchObject({ exitCode: 4, cooked: true });
    expect(played.world.stderr()).toMatch(words);
    expect(await played.screen('end')).toMatch(/1 +AAA/);
    expect(played.raw.lastIndexOf('\x1b[?1049l')).toBeGreaterThan(played.raw.lastIndexOf('\x1b[?1049h'));
  });
});

describe('the pane shows as stale', () => {
  test('overdue data during an outage, since the time of the data', async () => {
    const clock = createFakeClock(START);
    let polls = 0;
    const transport: Transport = async () => {
      polls++;
      return clock.monotonic() > 200_000
        ? responseOf(503, {})
        : responseOf(200, bodyOf({ asOf: new Date(START).toISOString() }));
    };
    const played = await play(
      'watch',
      [
        [260, shoot('both')],
        [261, press('q')],
      ],
      { clock, transport },
    );
    expect(await played.screen('both')).toContain('stale since 14:30:00 (service unavailable (503))');
    expect(polls).toBeGreaterThan(3);
  });

  test('overdue data after switching to another timeframe and back', async () => {
    const clock = createFakeClock(START);
    const transport: Transport = async ({ url }) =>
      responseOf(
        200,
        bodyOf({ asOf: new Date(START).toISOString(), timeframe: url.searchParams.get('timeframe') }),
      );
    const script: Script = [
      [190, press('3')],
      [195, press('2')],
      [200, shoot('back')],
      [201, press('q')],
    ];
    const played = await play('watch', script, { clock, transport });
    expect(await played.screen('back')).toContain('stale since 14:30:00 (no new snapshot)');
  });

  test('overdue data after the clock is set back an hour', async () => {
    const clock = createFakeClock(START);
    const transport: Transport = async () => responseOf(200, bodyOf({ asOf: new Date(START).toISOString() }));
    const script: Script = [
      [30, (pane) => pane.world.clock.jumpSoon(-3_600_000)],
      [200, shoot('overdue')],
      [201, press('q')],
    ];
    const played = await play('watch', script, { clock, transport });
    expect(await played.screen('overdue')).toMatch(/stale since .*\(no new snapshot\)/);
  });

  test('data that is already old in the first response', async () => {
    const clock = createFakeClock(START);
    const transport: Transport = async () =>
      responseOf(200, bodyOf({ asOf: new Date(START - 1_260_000).toISOString() }));
    const played = await play(
      'watch',
      [
        [5, shoot('old')],
        [6, press('q')],
      ],
      { clock, transport },
    );
    expect(await played.screen('old')).toContain('stale since 14:09:00 (no new snapshot)');
  });

  test('a timeframe other than requested, by a note', async () => {
    const transport: Transport = async () => responseOf(200, bodyOf({ timeframe: 'day' }));
    const played = await play(
      'watch -t scalp',
      [
        [5, shoot('other')],
        [6, press('q')],
      ],
      { clock: createFakeClock(START), transport },
    );
    expect(await played.screen('other')).toContain('requested scalp, but the service returned day');
  });

  test.each([
    [30, /stale 14:30:00 · \d+ s/],
    [45, /stale since 14:30:00, next try in \d+ s/],
    [52, /stale since 14:30:00 \(host .*…\), next try in \d+ s/],
    [60, /stale since 14:30:00 \(host not found\), next try in \d+ s/],
  ])('the time and the countdown even in %d columns', async (columns, words) => {
    const service = minuteService((minute) => (minute === 1 ? HOST_NOT_FOUND : null));
    const played = await play(
      'watch -n 60',
      [
        [90, shoot('failed')],
        [91, press('q')],
      ],
      { ...service, columns },
    );
    expect(await played.screen('failed')).toMatch(words);
  });
});

describe('the pane polls every minute', () => {
  test.each([
    ['asOf five hours ahead of a correct Date header', 5 * 3_600_000, 0],
    ['a Date header of 1970', 0, -START],
  ])('despite %s', async (_, ahead, dateOff) => {
    const clock = createFakeClock(START);
    const transport: Transport = async () => {
      const minute = Math.floor(clock.monotonic() / 60_000);
      const asOf = new Date(START + minute * 60_000 + ahead).toISOString();
      return responseOf(200, bodyOf({ asOf }), { date: new Date(clock.now() + dateOff).toUTCString() });
    };
    const played = await play('watch', [[600, press('q')]], { clock, transport });
    expect(played.world.requests.length).toBeGreaterThanOrEqual(6);
    expect(played.world.requests.length).toBeLessThanOrEqual(12);
  });
});

describe('the pane', () => {
  test('shows that it is paused', async () => {
    const script: Script = [
      [10, press(' ')],
      [300, shoot('paused')],
      [301, press(' ')],
      [303, shoot('resumed')],
      [304, press('q')],
    ];
    const played = await play('watch', script, minuteService());
    expect(await played.screen('paused')).toContain('paused, data of 14:30:00; press space to resume');
    expect(await played.screen('resumed')).toContain('as of 14:35:00');
    expect(played.world.requests).toHaveLength(2);
  });

  test('shows the rows of --limit, and a row that climbs into them as moved', async () => {
    const script: Script = [
      [30, shoot('first')],
      [90, shoot('second')],
      [91, press('q')],
    ];
    const played = await play('watch -l 1', script, minuteService());
    expect(await played.screen('first')).toMatch(/1 +AAA/);
    expect(await played.screen('first')).not.toContain('BBB');
    expect(await played.screen('second')).toMatch(/1 ▲1 +BBB/);
    expect(played.world.requests[0]?.url.searchParams.get('limit')).toBe('10');
  });

  test('keeps the place of a board that is missing for a while', async () => {
    const clock = createFakeClock(START);
    const transport: Transport = async () => {
      const minute = Math.floor(clock.monotonic() / 60_000);
      const boards = minute === 1 ? { last: [rowOf()] } : { movers: [rowOf()], last: [rowOf()] };
      return responseOf(200, bodyOf({ asOf: new Date(START + minute * 60_000).toISOString(), boards }));
    };
    const script: Script = [
      [30, shoot('before')],
      [90, shoot('missing')],
      [91, press('q')],
    ];
    const played = await play('watch', script, { clock, transport, rows: 50 });
    const lineOf = async (name: string) =>
      (await played.screen(name)).split('\n').findIndex((line) => line.includes('─ last'));
    expect(await lineOf('missing')).toBe(await lineOf('before'));
    expect(await played.screen('missing')).toMatch(/Movers[\s\S]*no symbols/);
  });

  test('redraws at most 20 times for 1,000 resizes in a second, ends with the right size, and sends no request', async () => {
    const script: Script = [
      [10, shoot('before')],
      ...Array.from(
        { length: 1000 },
        (_, index) =>
          [10 + index / 1000, (pane: Pane) => pane.resize(50 + (index % 70), 20 + (index % 9))] as const,
      ),
      [
        11,
        (pane) => {
          pane.shoot('last resize');
          pane.resize(72, 18);
        },
      ],
      [12, shoot('after')],
      [13, press('q')],
    ];
    const played = await play('watch', script, minuteService());
    const frames = played.raw.split('\x1b[?2026h').length - 1;
    expect(frames).toBeLessThanOrEqual(2 + 20 + 1);
    const afterwards = await played.screen('after');
    const fresh = await play(
      'watch',
      [
        [5, shoot('pane')],
        [6, press('q')],
      ],
      { ...minuteService(), columns: 72, rows: 18 },
    );
    expect(afterwards).toBe(await fresh.screen('pane'));
    expect(afterwards).toMatch(/^╭─.*─╮$/m);
    // A resize can change what the terminal shows, so every line must be written again.
    expect(await played.repainted('last resize', 'after')).toBe(afterwards);
    expect(played.world.requests).toHaveLength(1);
  });

  test.each([
    [30, 10],
    [20, 5],
    [80, 1],
    [200, 60],
  ])('fits %d × %d', async (columns, rows) => {
    const played = await play(
      'watch',
      [
        [5, shoot('pane')],
        [6, press('q')],
      ],
      { ...minuteService(), columns, rows },
    );
    expect(await played.overflow('pane')).toEqual([]);
    await expect(await played.screen('pane')).toMatchFileSnapshot(`screens/watch-${columns}x${rows}.txt`);
    expect(played.exitCode).toBe(0);
  });
});
