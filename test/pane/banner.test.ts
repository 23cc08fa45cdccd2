import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { TransportResponse } from '../../src/context.ts';
import { SECOND_MS } from '../../src/lib/time.ts';
import { toNetworkError } from '../../src/service/network-error.ts';
import { createLoosePane } from '../support/loose-pane.ts';
import { minuteService, START, swapping } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, snapshotOf } from '../support/snapshots.ts';

const HOST_NOT_FOUND = toNetworkError(
  Object.assign(new Error(), { code: 'ENOTFOUND' }),
  'a-host-with-a-long-name.example',
);

const failingIn = (minute: number, failure: TransportResponse | Error) =>
  minuteService(swapping, (now) => (now === minute ? failure : null));

const neverRebuilt = (fields = {}) =>
  minuteService(() => ({ asOf: new Date(START).toISOString(), ...fields }));

const linesOf = (screen: string) => screen.split('\n').map((line) => line.trimEnd());
/** The next try is at a random second, so its digits are removed. */
const bannerOf = (screen: string) => linesOf(screen)[2]?.replace(/next try 1[34]:3\d(:\d\d)?$/, 'next try');

describe('with stale data, the pane', () => {
  const failures: ReadonlyArray<readonly [string, TransportResponse | Error, string]> = [
    ['429', responseOf(429, {}, { 'retry-after': '50' }), 'rate limited'],
    ['503', responseOf(503, {}), 'service unavailable (503)'],
    ['500', responseOf(500, {}), 'service unavailable (500)'],
    ['a redirect', responseOf(302, {}), 'redirect (302)'],
    ['no network', HOST_NOT_FOUND, 'host not found'],
    ['HTML', responseOf(200, '<html>'), 'the response is not a snapshot'],
    ['truncated JSON', responseOf(200, '{"boards":'), 'the response is not a snapshot'],
    ['JSON of something else', responseOf(200, { status: 'ok' }), 'the response is not a snapshot'],
    ['404', responseOf(404, {}), 'unexpected response (404)'],
    [
      'another timeframe',
      responseOf(200, bodyOf({ timeframe: 'swing', topPlay: null })),
      'the service returned swing for day',
    ],
  ];

  test.each(failures)(
    'shows a banner for %s over the last tables until a poll succeeds',
    async (_, failure, reason) => {
      const script: Script = [
        [90, shoot('failed')],
        [200, shoot('recovered')],
        [201, press('q')],
      ];
      const played = await play('watch -n 60', script, failingIn(1, failure));
      const failed = await played.screen('failed');
      expect(linesOf(failed)[0]).toMatch(/ ● open {2}! stale 14:30:00 UTC, 1 min old$/);
      expect(bannerOf(failed)).toBe(` stale: last data 14:30:00, 1 min old (${reason}); next try`);
      expect(failed).toMatch(/AAA/);
      const recovered = await played.screen('recovered');
      expect(recovered).not.toContain('stale');
      expect(recovered).toMatch(/● open {2}live 14:3[23]:00/);
      expect(played.exitCode).toBe(0);
    },
  );

  test('shows that a rate limit of another timeframe stops all polls, with a banner once data is a minute old', async () => {
    const service = minuteService(swapping, (minute, timeframe) =>
      minute === 1 && timeframe === 'swing' ? responseOf(429, {}, { 'retry-after': '100' }) : null,
    );
    const script: Script = [
      [50, shoot('fresh')],
      [90, shoot('limited')],
      [125, shoot('older')],
      [200, shoot('recovered')],
      [201, press('q')],
    ];
    const { screen } = await play('watch -n 60 -t day,swing', script, service);
    expect(await screen('fresh')).not.toContain('stale');
    // No banner appears in line 3 until then.
    expect(linesOf(await screen('limited'))[0]).toMatch(/ ! stale 14:31:00 UTC$/);
    expect(bannerOf(await screen('limited'))).toMatch(/^1m {2}in .* up /);
    expect(bannerOf(await screen('older'))).toBe(
      ' stale: last data 14:31:00, 1 min old (rate limited); next try',
    );
    expect(await screen('recovered')).not.toContain('stale');
  });

  test.each(failures)(
    'shows that there is no data yet after %s on the first poll',
    async (_, failure, reason) => {
      const script: Script = [
        [5, shoot('failed')],
        [130, shoot('recovered')],
        [131, press('q')],
      ];
      const played = await play('watch', script, failingIn(0, failure));
      const failed = await played.screen('failed');
      expect(linesOf(failed)[0]).toMatch(/ 5 investing +waiting$/);
      expect(bannerOf(failed)).toBe(` waiting for data (${reason}); next try`);
      expect(await played.screen('recovered')).toMatch(/AAA/);
    },
  );

  test.each([
    [80, ' stale: 1 min old (service unavailable (503)); next try'],
    [65, ' stale: 1 min old (service unavailable (503)); next try'],
    [62, ' stale: 1 min old; next try'],
    [50, ' stale: 1 min old; next try'],
    [40, ' stale: 1 min old; next try'],
    [30, ' stale: 1 min old'],
  ])('in %d columns says how old the data is: %s', async (columns, banner) => {
    const service = { ...failingIn(1, responseOf(503, {})), columns };
    const played = await play(
      'watch -n 60',
      [
        [90, shoot('failed')],
        [91, press('q')],
      ],
      service,
    );
    expect(bannerOf(await played.screen('failed'))).toBe(banner);
  });

  test('changes the banner once a minute, and nothing else', () => {
    let now = START;
    const pane = createLoosePane({ now: () => now });
    pane.receive(snapshotOf({ asOf: new Date(START).toISOString() }));
    pane.fail('refused');
    const shown = new Map<string, number>();
    for (let second = 0; second <= 200; second++) {
      now = START + second * SECOND_MS;
      const text = stripVTControlCharacters(pane.render().join('\n'));
      if (!shown.has(text)) shown.set(text, second);
    }
    const banners = [...shown].map(([text, second]) => `${second}: ${linesOf(text)[2]}`);
    expect(banners).toEqual([
      expect.stringMatching(/^0: {2,}60% up ▓{6}░{4}$/),
      '60:  stale: last data 14:30:00, 1 min old (refused); next try 14:32:00',
      '120:  stale: last data 14:30:00, 2 min old (refused); next try 14:33:00',
      '180:  stale: last data 14:30:00, 3 min old (refused); next try 14:34:00',
    ]);
  });

  test.each([
    ['watch', 'open', 170, 190, ' stale: last data 14:30:00, 3 min old (no new snapshot); next try'],
    ['watch', 'premarket', 170, 190, ' stale: last data 14:30:00, 3 min old (no new snapshot); next try'],
    ['watch', null, 170, 190, ' stale: last data 14:30:00, 3 min old (no new snapshot); next try'],
    ['watch', 'closed', 170, 190, null],
    ['watch -n 120', 'open', 350, 370, ' stale: last data 14:30:00, 6 min old (no new snapshot); next try'],
  ])(
    'shows a banner if no new snapshot comes for three minutes, or three intervals, unless the market is closed: %s, %s',
    async (args, session, early, late, banner) => {
      const script: Script = [
        [early, shoot('early')],
        [late, shoot('late')],
        [late + 1, press('q')],
      ];
      const { screen } = await play(args, script, neverRebuilt({ session }));
      expect(await screen('early')).not.toContain('stale');
      if (banner === null) expect(await screen('late')).not.toContain('stale');
      else expect(bannerOf(await screen('late'))).toBe(banner);
    },
  );

  test('shows no banner after a null session if the market was closed before it', async () => {
    const service = minuteService((minute) => ({
      asOf: new Date(START + Math.min(minute, 1) * 60_000).toISOString(),
      session: minute === 0 ? 'closed' : null,
    }));
    const { screen } = await play(
      'watch -n 60',
      [
        [400, shoot('later')],
        [401, press('q')],
      ],
      service,
    );
    expect(await screen('later')).toContain('session unknown');
    expect(await screen('later')).not.toContain('stale');
  });

  test('shows a banner after a null session and a gap, even if the market was closed before it', async () => {
    const service = minuteService((minute) => ({
      asOf: new Date(START + (minute === 0 ? -60 : 1) * 60_000).toISOString(),
      session: minute === 0 ? 'closed' : null,
    }));
    const { screen } = await play(
      'watch -n 60',
      [
        [400, shoot('later')],
        [401, press('q')],
      ],
      service,
    );
    expect(await screen('later')).toContain('stale');
  });
});

describe('the pane shows as stale', () => {
  test('data that is overdue during an outage, with its time', async () => {
    const unavailable = responseOf(503, {});
    const { clock, transport } = minuteService(
      () => ({ asOf: new Date(START).toISOString() }),
      (minute) => (minute > 3 ? unavailable : null),
    );
    const script: Script = [
      [330, shoot('both')],
      [331, press('q')],
    ];
    const played = await play('watch', script, { clock, transport });
    expect(await played.screen('both')).toMatch(
      /^ stale: last data 14:30:00, [45] min old \(service unavailable \(503\)\); /m,
    );
    expect(played.world.requests.length).toBeGreaterThan(3);
  });

  test('data that is overdue after the clock was set back an hour, without its age', async () => {
    const script: Script = [
      [30, (pane) => pane.world.clock.jumpSoon(-3_600_000)],
      [200, shoot('overdue')],
      [201, press('q')],
    ];
    const played = await play('watch', script, neverRebuilt());
    expect(bannerOf(await played.screen('overdue'))).toBe(
      ' stale: last data 14:30:00 (no new snapshot); next try',
    );
  });
});

describe('the pane notes', () => {
  test.each([
    [100, / space resume .*paused, 1 board$/],
    [45, /paused, 1 board$/],
    [30, /paused$/],
  ])(
    'in the footer that it is paused, in %d columns, and polls nothing until it resumes',
    async (columns, words) => {
      const script: Script = [
        [10, press(' ')],
        [300, shoot('paused')],
        [301, press(' ')],
        [303, shoot('resumed')],
        [304, press('q')],
      ];
      const played = await play('watch', script, { ...minuteService(swapping), columns });
      const paused = await played.screen('paused');
      expect(paused.split('\n').at(-1)).toMatch(words);
      expect(paused).not.toContain('next');
      const resumed = await played.screen('resumed');
      expect(resumed).not.toContain('paused');
      expect(resumed.split('\n')[0]).toContain('14:35:00');
      expect(played.world.requests).toHaveLength(2);
    },
  );
});
