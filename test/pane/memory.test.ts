import { describe, expect, test } from 'vitest';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import {
  type Pane,
  type PaneOptions,
  play,
  press,
  type Script,
  screensFrom,
  shoot,
} from '../support/play.ts';

const MINUTE = 60;

async function played(script: Script, options: PaneOptions, args = 'watch') {
  const last = Math.max(...script.map(([seconds]) => seconds));
  const watched = await play(args, [...script, [last + 1, press('\x03')]], { columns: 120, ...options });
  expect(watched).toMatchObject({ exitCode: 130, cooked: true });
  return watched;
}

async function agesOf(minutes: ReadonlyArray<number>, options: PaneOptions, args = 'watch') {
  const shots = minutes.map((minute): Script[number] => [minute * MINUTE + 30, shoot(String(minute))]);
  const watched = await played([[10, press('z')], ...shots], options, args);
  const ages = [];
  for (const minute of minutes) {
    const screen = await watched.screen(String(minute));
    ages.push(/^ +1 .{3} AAA .*?(≥?\d+[mh]\d*|–) +[ ·▁-█]{7}[▁-█]/m.exec(screen)?.[1]);
  }
  return ages;
}

describe('times', () => {
  const timed = (asOfOf: (minute: number) => number | null, boards = 'AAA BBB') =>
    minuteService((minute) => {
      const at = asOfOf(minute);
      return {
        ...boardsOf({ movers: `${boards} S${minute}` }),
        asOf: at === null ? null : new Date(START + at * MINUTE * 1000).toISOString(),
      };
    });

  test('ages start anew after a gap of more than five minutes', async () => {
    // The service sends the same snapshot from the tenth to the fifteenth minute.
    const restsAt = (minute: number) => (minute < 10 ? minute : minute < 15 ? 9 : minute);
    expect(
      await agesOf(
        [9, 20],
        timed((minute) => (minute < 10 || minute > 13 ? minute : 9)),
      ),
    ).toEqual(['≥9m', '≥20m']);
    expect(await agesOf([9, 20], timed(restsAt))).toEqual(['≥9m', '≥5m']);
  });

  test('ages go on at every interval, and start anew after a gap of more than three intervals', async () => {
    const every = (minute: number) => minute - (minute % 6);
    const lost = (minute: number) => (minute < 18 || minute >= 42 ? every(minute) : 12);
    expect(await agesOf([20, 50], timed(lost), 'watch -n 6m')).toEqual(['≥12m', '≥6m']);
    const [log = '', card = ''] = await screensFrom(50 * MINUTE, ['e', 'qj\r'], timed(lost), 'watch -n 6m');
    expect(log.match(/no data .*/g)).toEqual(['no data 14:42–15:12']);
    // The sparkline of the card has blanks in the gap.
    expect(card).toMatch(/^Movers .* ██ {2}█ /m);
  });

  test.each<[string, (minute: number) => number | null]>([
    ['go backwards for a while', (minute) => (minute < 5 ? minute : minute < 9 ? minute - 10 : minute)],
    ['go backwards for good', (minute) => (minute < 5 ? minute : minute - 30)],
    ['jump a day ahead', (minute) => (minute < 5 ? minute : minute + 24 * 60)],
    ['jump a day ahead and back', (minute) => (minute < 5 || minute > 8 ? minute : minute + 24 * 60)],
    ['are missing', () => null],
    ['are missing for a while', (minute) => (minute < 5 || minute > 8 ? minute : null)],
    [
      'jump to and fro',
      (minute) => (minute % 3 === 0 ? minute - 20 : minute % 3 === 1 ? minute : minute + 90),
    ],
  ])('that %s leave the pane as usual and the log in order', async (_, asOfOf) => {
    const script = [4, 8, 12].flatMap(
      (minute): Script => [
        [minute * MINUTE + 30, press('e')],
        [minute * MINUTE + 30.2, shoot(`log ${minute}`)],
        [minute * MINUTE + 30.4, press('c')],
        [minute * MINUTE + 30.6, shoot(`confluence ${minute}`)],
        [minute * MINUTE + 30.8, press('ce')],
        [minute * MINUTE + 31, press('s')],
        [minute * MINUTE + 31.2, shoot(`tiles ${minute}`)],
      ],
    );
    const watched = await played(script, { ...timed(asOfOf), rows: 50 });
    for (const minute of [4, 8, 12]) {
      const log = await watched.screen(`log ${minute}`);
      const times = log.split('\n').flatMap((line) => /^(?:\w{3} ?\d* )?(\d\d:\d\d) /.exec(line)?.[1] ?? []);
      // Without dates, the log shows the times of one day, newest first.
      if (!/^\w{3} /m.test(log)) expect(times).toEqual(times.toSorted().reverse());
      expect(await watched.screen(`confluence ${minute}`)).toMatch(/^★ {3}1 AAA /m);
      expect(await watched.screen(`tiles ${minute}`)).toMatch(/^ +1 .{3} AAA /m);
    }
  });

  test('that are missing leave nothing to compare', async () => {
    const service = minuteService((minute) => ({ ...boardsOf({ movers: `AAA S${minute}` }), asOf: null }));
    const script: Script = [
      [130, shoot('tiles')],
      [131, press('e')],
      [132, shoot('log')],
    ];
    const watched = await played(script, service);
    expect(await watched.screen('tiles')).toMatch(/^ +2 {5}S2 /m);
    expect(await watched.screen('log')).toContain('Nothing has changed yet.');
  });
});

describe('an unchanged poll writes nothing', () => {
  const minutes = (minute: number) => boardsOf({ movers: minute % 2 === 0 ? 'AAA BBB' : 'BBB CCC' });

  test.each([
    ['tiles', 'watch -n 30', ''],
    ['five timeframes', 'watch -n 30 -t all', ''],
    ['the log', 'watch -n 30 -t all', 'e'],
    ['the confluence view', 'watch -n 30 -t all', 'c'],
    ['the zoom, compared with the start', 'watch -n 30 --since start', 'z'],
  ])('with %s', async (_, args, keys) => {
    const at = 10 * MINUTE;
    const script: Script = [
      [at + 10, (pane: Pane) => pane.press(keys)],
      [at + 25, shoot('before')],
      [at + 58, shoot('after')],
      [at + 75, shoot('next')],
    ];
    const watched = await played(script, minuteService(minutes), args);
    expect(watched.bytesBetween('before', 'after')).toBe(0);
    expect(watched.bytesBetween('after', 'next')).toBeGreaterThan(0);
  });
});
