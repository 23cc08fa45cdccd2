import { describe, expect, test } from 'vitest';
import { toNetworkError } from '../../src/api/network-error.ts';
import type { TransportResponse } from '../../src/context.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { minuteService, START, swapping } from '../support/minute-service.ts';
import { play, press, type Script, screensAfter, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';

const HOST_NOT_FOUND = toNetworkError(
  Object.assign(new Error(), { code: 'ENOTFOUND' }),
  'a-host-with-a-long-name.example',
);

/** A service that fails during one minute. */
const failingIn = (minute: number, failure: TransportResponse | Error) =>
  minuteService(swapping, (now) => (now === minute ? failure : null));

/** A service whose snapshot is never rebuilt. */
const frozen = (fields = {}) => minuteService(() => ({ asOf: new Date(START).toISOString(), ...fields }));

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
      const played = await play('watch -n 60', script, failingIn(1, failure));
      const failed = await played.screen('failed');
      expect(failed).toMatch(/stale since 14:30:00 \(/);
      expect(failed).toMatch(words);
      expect(failed).toMatch(/AAA/);
      const recovered = await played.screen('recovered');
      expect(recovered).not.toContain('stale');
      expect(recovered).toMatch(/● open +(?:as of )?14:3[23]:00/);
      expect(played.exitCode).toBe(0);
    },
  );

  test('shows one for the limit that another timeframe met, because all polls wait for it', async () => {
    const limited = minuteService(swapping, (minute, timeframe) =>
      minute === 1 && timeframe === 'swing' ? responseOf(429, {}, { 'retry-after': '100' }) : null,
    );
    const script: Script = [
      [50, shoot('fresh')],
      [90, shoot('limited')],
      [200, shoot('recovered')],
      [201, press('q')],
    ];
    const { screen } = await play('watch -n 60 -t day,swing', script, limited);
    expect(await screen('fresh')).not.toContain('stale');
    expect(await screen('limited')).toMatch(
      /^1 .*2 DAY [\s\S]*stale since 14:3\d:\d\d \(rate limited\), next try in \d+ s/,
    );
    expect(await screen('recovered')).not.toContain('stale');
  });

  test.each(failures)(
    'shows that there is no data yet after %s on the first poll',
    async (_, failure, words) => {
      const script: Script = [
        [5, shoot('failed')],
        [130, shoot('recovered')],
        [131, press('q')],
      ];
      const played = await play('watch', script, failingIn(0, failure));
      expect(await played.screen('failed')).toMatch(/no data yet \(/);
      expect(await played.screen('failed')).toMatch(words);
      expect(await played.screen('recovered')).toMatch(/AAA/);
    },
  );

  test('counts down to the next try, on the third line', async () => {
    const script: Script = [
      [65, shoot('early')],
      [75, shoot('late')],
      [76, press('q')],
    ];
    const played = await play('watch', script, failingIn(1, responseOf(503, {})));
    const seconds = async (name: string) =>
      Number(/next try in (\d+) s/.exec((await played.screen(name)).split('\n')[2] ?? '')?.[1]);
    expect((await seconds('early')) - (await seconds('late'))).toBe(10);
  });

  test('shows a banner if no new snapshot comes for three minutes, unless the market is closed', async () => {
    const script: Script = [
      [170, shoot('early')],
      [190, shoot('overdue')],
      [191, press('q')],
    ];
    const open = await play('watch', script, frozen());
    expect(await open.screen('early')).not.toContain('stale');
    expect(await open.screen('overdue')).toContain('stale since 14:30:00 (no new snapshot)');
    const closed = await play('watch', script, frozen({ session: 'closed' }));
    expect(await closed.screen('overdue')).not.toContain('stale');
  });
});

describe('the pane shows as stale', () => {
  test('overdue data during an outage, since the time of the data', async () => {
    const unavailable = responseOf(503, {});
    const { clock, transport } = minuteService(
      () => ({ asOf: new Date(START).toISOString() }),
      (minute) => (minute > 3 ? unavailable : null),
    );
    const script: Script = [
      [260, shoot('both')],
      [261, press('q')],
    ];
    const played = await play('watch', script, { clock, transport });
    expect(await played.screen('both')).toContain('stale since 14:30:00 (service unavailable (503))');
    expect(played.world.requests.length).toBeGreaterThan(3);
  });

  test('overdue data after switching to another timeframe and back', async () => {
    const script: Script = [
      [190, press('3')],
      [195, press('2')],
      [200, shoot('back')],
      [201, press('q')],
    ];
    const played = await play('watch', script, frozen());
    expect(await played.screen('back')).toContain('stale since 14:30:00 (no new snapshot)');
  });

  test('overdue data after the clock is set back an hour', async () => {
    const script: Script = [
      [30, (pane) => pane.world.clock.jumpSoon(-3_600_000)],
      [200, shoot('overdue')],
      [201, press('q')],
    ];
    const played = await play('watch', script, frozen());
    expect(await played.screen('overdue')).toMatch(/stale since .*\(no new snapshot\)/);
  });

  test('data that is already old in the first response', async () => {
    const asOf = new Date(START - 1_260_000).toISOString();
    const [old] = await screensAfter('watch', [''], frozen({ asOf }));
    expect(old).toContain('stale since 14:09:00 (no new snapshot)');
  });
});

describe('the pane notes', () => {
  test('a timeframe other than requested', async () => {
    const [other] = await screensAfter('watch -t scalp', [''], {
      clock: createFakeClock(START),
      transport: async () => responseOf(200, bodyOf({ timeframe: 'day' })),
    });
    expect(other).toContain('requested scalp, but the service returned day');
  });

  test.each([
    [100, ' paused, data of 14:30:00; press space to resume'],
    [45, ' paused; press space to resume'],
    [30, ' paused; press space to resume'],
  ])('that it is paused, in %d columns, and polls nothing until it resumes', async (columns, words) => {
    const script: Script = [
      [10, press(' ')],
      [300, shoot('paused')],
      [301, press(' ')],
      [303, shoot('resumed')],
      [304, press('q')],
    ];
    const played = await play('watch', script, { ...minuteService(swapping), columns });
    const paused = await played.screen('paused');
    expect(paused.split('\n')[2]?.trimEnd()).toBe(words);
    expect(paused).not.toContain('next');
    const resumed = await played.screen('resumed');
    expect(resumed).not.toContain('paused');
    expect(resumed.split('\n')[0]).toContain('14:35:00');
    expect(played.world.requests).toHaveLength(2);
  });
});
