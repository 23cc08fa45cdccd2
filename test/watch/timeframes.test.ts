import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import { play, press, type Script, screensAfter, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';

/** In `swing` BBB and CCC enter in the second minute, and BBB is the top play; in `day` nothing changes. */
function newsInSwing(minute: number, timeframe: string): JsonObject {
  if (timeframe !== 'swing')
    return { session: 'closed', asOf: new Date(START).toISOString(), ...boardsOf({ movers: 'AAA' }) };
  return minute === 0
    ? { ...boardsOf({ movers: 'AAA ZZZ', search: 'ZZZ' }), topPlay: null }
    : { ...boardsOf({ movers: 'BBB AAA CCC', search: 'BBB' }), topPlay: { symbol: 'BBB', reasons: [] } };
}

const tabsOf = (screen: string) => screen.split('\n')[0] ?? '';

describe('the tabs', () => {
  test('count the symbols that entered since a timeframe was last shown', async () => {
    const script: Script = [
      [40, shoot('before')],
      [90, shoot('news')],
      [91, press('3')],
      [92, shoot('shown')],
      [93, press('2')],
      [94, shoot('after')],
      [95, press('q')],
    ];
    const played = await play('watch -t day,swing', script, minuteService(newsInSwing));
    expect(tabsOf(await played.screen('before'))).toMatch(
      /^1 scalp {3}2 DAY {3}3 swing {2}4 position {2}5 investing/,
    );
    expect(tabsOf(await played.screen('news'))).toMatch(/^1 scalp {3}2 DAY {3}3 swing •2 {2}4 position/);
    expect(tabsOf(await played.screen('shown'))).toMatch(/^1 scalp {2}2 day {3}3 SWING {3}4 position/);
    expect(tabsOf(await played.screen('after'))).toMatch(/^1 scalp {3}2 DAY {3}3 swing {2}4 position/);
  });

  test.each([
    ['a new top play that is on no board', { topPlay: { symbol: 'NNN', reasons: [] } }, '', '•1'],
    ['nothing for a symbol that moved', boardsOf({ movers: 'BBB AAA' }), '', ''],
    [
      'nothing for boards that -b leaves out',
      boardsOf({ movers: 'AAA BBB', search: 'CCC' }),
      ' -b movers',
      '',
    ],
    ['a symbol once', boardsOf({ movers: 'AAA BBB CCC', search: 'CCC' }), '', '•1'],
  ])('count %s', async (_, fields, options, expected) => {
    const same = { ...boardsOf({ movers: 'AAA BBB' }), topPlay: null };
    const service = minuteService((minute, timeframe) =>
      timeframe === 'swing' && minute > 0 ? { ...same, ...fields } : same,
    );
    const script: Script = [
      [90, shoot('news')],
      [91, press('q')],
    ];
    const played = await play(`watch -t day,swing${options}`, script, service);
    const [, news] = /3 swing ?(•\d+)?/.exec(tabsOf(await played.screen('news'))) ?? [];
    expect(news ?? '').toBe(expected);
  });

  test.each([
    ['all', '2 DAY'],
    ['swing,day', '3 SWING'],
    ['investing', '5 INVESTING'],
  ])('open with -t %s on %s', async (timeframes, expected) => {
    const [screen = ''] = await screensAfter(
      `watch -t ${timeframes}`,
      [''],
      minuteService(() => ({})),
    );
    expect(tabsOf(screen)).toContain(` ${expected} `);
  });
});

describe('with several timeframes, the pane', () => {
  test.each(['watch -n 30', 'watch -n 30 -t day,swing', 'watch -n 30 -t all'])(
    '"%s" writes nothing while no poll brings a new snapshot',
    async (args) => {
      const script: Script = [
        [25, shoot('first')],
        [600, shoot('later')],
        [601, press('q')],
      ];
      const service = minuteService(() => ({ session: 'closed', asOf: new Date(START).toISOString() }));
      const played = await play(args, script, service);
      expect(played.world.requests.length).toBeGreaterThan(15);
      expect(played.bytesBetween('first', 'later')).toBe(0);
    },
  );

  test('writes only the tab of a new snapshot that is not shown', async () => {
    const script: Script = [
      [40, shoot('before')],
      [90, shoot('news')],
      [150, shoot('no more news')],
      [151, press('q')],
    ];
    const played = await play('watch -t day,swing', script, minuteService(newsInSwing));
    const lines = async (name: string) => (await played.screen(name)).split('\n').slice(1);
    expect(await lines('news')).toEqual(await lines('before'));
    expect(played.bytesBetween('before', 'news')).toBeGreaterThan(0);
    expect(played.bytesBetween('before', 'news')).toBeLessThan(300);
    expect(played.bytesBetween('news', 'no more news')).toBe(0);
  });

  test('writes nothing while the polls of a timeframe that is not shown fail', async () => {
    const unavailable = responseOf(503, {});
    const service = minuteService(newsInSwing, (minute, timeframe) =>
      minute > 0 && timeframe === 'swing' ? unavailable : null,
    );
    const script: Script = [
      [40, shoot('before')],
      [300, shoot('failing')],
      [301, press('3')],
      [301.2, shoot('shown')],
      [302, press('q')],
    ];
    const played = await play('watch -t day,swing', script, service);
    expect(played.bytesBetween('before', 'failing')).toBe(0);
    expect(await played.screen('shown')).toMatch(/stale since .*service unavailable \(503\)/);
  });
});
