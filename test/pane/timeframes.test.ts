import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import { play, press, type Script, screensAfter, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';

/**
 * In `swing`, BBB and CCC enter in the second minute, and BBB becomes the top play. Nothing changes in `day`.
 */
function newsInSwing(minute: number, timeframe: string): JsonObject {
  if (timeframe !== 'swing')
    return { session: 'closed', asOf: new Date(START).toISOString(), ...boardsOf({ movers: 'AAA' }) };
  return minute === 0
    ? { ...boardsOf({ movers: 'AAA ZZZ', search: 'ZZZ' }), topPlay: null }
    : { ...boardsOf({ movers: 'BBB AAA CCC', search: 'BBB' }), topPlay: { symbol: 'BBB', reasons: [] } };
}

const SIX = 'AAA BBB CCC DDD EEE FFF';

const tabsOf = (screen: string) => screen.split('\n')[0] ?? '';

describe('the tabs', () => {
  test('count the symbols that reached ranks 1 to 5 since a timeframe was last shown', async () => {
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
    const tabs = async (name: string) => tabsOf(await played.screen(name)).slice(0, 61);
    const nothing = ' 1 scalp     2 DAY     3 swing     4 position     5 investing';
    expect(await tabs('before')).toBe(nothing);
    expect(await tabs('news')).toBe(nothing.replace('swing   ', 'swing •2'));
    expect(await tabs('shown')).toBe(' 1 scalp     2 day     3 SWING     4 position     5 investing');
    expect(await tabs('after')).toBe(nothing);
  });

  test.each([
    ['a symbol once', { movers: 'AAA BBB CCC DDD GGG', search: 'GGG' }, '', ' •1'],
    ['a symbol that climbed to rank 5', { movers: 'AAA BBB CCC DDD FFF EEE' }, '', ' •1'],
    ['no more than nine', { movers: 'G H I J K', search: 'L M N O P' }, '', '•9+'],
    ['nothing for a symbol that moved within ranks 1 to 5', { movers: 'BBB AAA CCC DDD EEE FFF' }, '', ''],
    ['nothing for a symbol that entered at rank 6', { movers: 'AAA BBB CCC DDD EEE GGG' }, '', ''],
    ['nothing for boards that -b leaves out', { movers: SIX, search: 'GGG' }, ' -b movers', ''],
    ['nothing for a new top play that is on no board', { movers: SIX }, '', ''],
  ])('count %s', async (_, boards, options, expected) => {
    const service = minuteService((minute, timeframe) =>
      timeframe === 'swing' && minute > 0
        ? { ...boardsOf(boards), topPlay: { symbol: 'NNN', reasons: [] } }
        : { ...boardsOf({ movers: SIX, search: '' }), topPlay: null },
    );
    const script: Script = [
      [90, shoot('news')],
      [91, press('q')],
    ];
    const played = await play(`watch -t day,swing${options}`, script, service);
    expect(tabsOf(await played.screen('news'))).toContain(`3 swing${expected.padEnd(4)} 4 position`);
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
  test.each([
    ['closed', 'watch -n 30', 600],
    ['closed', 'watch -n 30 -t day,swing', 600],
    ['closed', 'watch -n 30 -t all', 600],
    ['open', 'watch -n 30', 175],
    [null, 'watch -n 30 -t all', 175],
  ])(
    'in a session %s, "%s" writes nothing until a poll brings a new snapshot',
    async (session, args, end) => {
      const script: Script = [
        [25, shoot('first')],
        [end, shoot('later')],
        [end + 1, press('q')],
      ];
      const service = minuteService(() => ({ session, asOf: new Date(START).toISOString() }));
      const played = await play(args, script, { ...service, env: { TERM: 'xterm-256color' } });
      expect(played.world.requests.length).toBeGreaterThanOrEqual(Math.floor(end / 30));
      expect(played.bytesBetween('first', 'later')).toBe(0);
      expect(await played.screen('later')).toMatch(
        session === 'closed' ? / closed 14:30:00/ : / live 14:30:00/,
      );
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
    expect(await played.screen('shown')).toMatch(
      /^ stale: last data 14:30:00, 5 min old \(service unavailable \(503\)\); next try 14:3\d:\d\d +$/m,
    );
  });
});
