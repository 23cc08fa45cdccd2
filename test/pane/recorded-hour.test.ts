import { expect, test } from 'vitest';
import { HOUR_DATE, hourClock, recordedHour } from '../support/hour.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';

/** Jumps to a time in the recorded hour. Returns that screen, then the screen after each of the keys. */
async function screensAt(time: string, keys: ReadonlyArray<string>, options: PaneOptions = {}) {
  const env = {
    TERM: 'xterm-256color',
    BOARDS_DATA_DIR: recordedHour(),
    BOARDS_API_KEY: undefined,
    TZ: 'UTC',
  };
  const script: Script = [
    [3, press(`@${time}\r`)],
    [5.5, press(' ')],
    [6, press(`@${time}\r`)],
    ...keys.flatMap(
      (key, index): Script => [
        [10 + index, press(key)],
        [10.5 + index, shoot(String(index))],
      ],
    ),
    [11 + keys.length, press('\x03')],
  ];
  const played = await play(`replay ${HOUR_DATE} -t day`, script, {
    clock: hourClock(3600),
    columns: 120,
    rows: 40,
    env,
    ...options,
  });
  return Promise.all(keys.map((_, index) => played.screen(String(index))));
}

const entriesOf = (screen: string) => screen.split('\n').filter((line) => /^\d\d:\d\d /.test(line));
const summaryOf = (screen: string) =>
  screen.split('\n').filter((line) => /^ +(top|◆|in|up|out|nothing) /.test(line));

test('with a filter by tickers, line 3 and the summary say which boards their symbols left', async () => {
  const [both = '', log = ''] = await screensAt('22:20', ['/UB, VAL\r', 'e']);
  expect(both.split('\n')[2]).toMatch(/^5m {2}lost UB ◆4→3 {2}out UB Alerted 3 {2}out VAL Alerted 4 /);
  expect(summaryOf(log)).toEqual(['  ◆    lost UB ◆4→3', '  out  UB Alerted 3 · VAL Alerted 4']);
  const [one = '', ofOne = ''] = await screensAt('22:20', ['/UB,UB\r', 'e']);
  expect(one.split('\n')[2]).toMatch(/^5m {2}lost UB ◆4→3 {2}out UB Alerted 3 {3}/);
  expect(summaryOf(ofOne)).toEqual(['  ◆    lost UB ◆4→3', '  out  UB Alerted 3']);
});

test('entries of the log stay the same, unless the symbol comes or goes again', async () => {
  const logAt = async (time: string) => entriesOf((await screensAt(time, ['/UB,UB\r', 'e']))[1] ?? '');
  const [then, later] = [await logAt('22:20'), await logAt('22:22')];
  expect(then.filter((line) => /again|time in/.test(line))).toEqual([
    '22:07  lost  UB      on 5 boards (was 6), again: out Search (was 3, there ≥37m); Alerted, Relative volume, EMA trend, F…',
    '22:06  in    UB      EMA trend 8→5, third time in 6 min',
  ]);
  // The symbol is back on four boards within ten minutes.
  expect(then.filter((line) => !later.includes(line))).toEqual([
    '22:18  lost  UB      on 3 boards (was 4): out Alerted 4→7; Relative volume, Forum, Low float',
    '22:14  lost  UB      on 4 boards (was 5): out EMA trend 5→7; Alerted, Relative volume, Forum, Low float',
  ]);
  expect(later[0]).toBe(
    '22:21  ◆4    UB      on 4 boards (was 3), again: in EMA trend 1; Relative volume, Forum, Low float',
  );
});

test('the zoom and its log have the same last rank of symbols that left', async () => {
  const [zoom = ''] = await screensAt('22:20', ['jz']);
  expect(zoom).toMatch(/^left since 5m: UB 22:19 \(was 7\), LMER 22:18 \(was 10\), CADOI 22:16 \(was 10\)$/m);
  expect(zoom).toMatch(/^22:19 {2}out {3}UB {6}Alerted \(was 7, /m);
});

const PINNED: PaneOptions = { config: { pins: ['UB'] } };

test('a filter and the log of pins keep the symbol that replaced their top play', async () => {
  const [, filtered = ''] = await screensAt('22:07', ['/UB,UB\r', 'e']);
  expect(summaryOf(filtered)[0]).toBe('  top  SO (was UB)');
  expect(entriesOf(filtered)[0]).toBe('22:07  ★     SO      top play (was UB for 1m)');
  const [pins = ''] = await screensAt('22:07', ['eff'], PINNED);
  expect(entriesOf(pins)[0]).toBe('22:07  ★     SO      top play (was UB for 1m)');
});

test('an entry of a symbol that came and went says in every width whether it is on the board', async () => {
  const entries = async (columns: number) => {
    const [screen = ''] = await screensAt('22:20', ['e'], { columns, rows: 60 });
    return entriesOf(screen).filter((line) => /EBRL|CND|ABRL|CVNY +EMA|22:15.*OHLI +EMA/.test(line));
  };
  expect((await entries(120)).slice(0, 5)).toEqual([
    '22:20  out   CND     EMA trend (was 3, there 2m), again',
    '22:20  out   EBRL    EMA trend (was 5, there 7m), again',
    '22:19  out   ABRL    EMA trend 4→6, again',
    '22:15  in    OHLI    EMA trend 2, second time in 8 min',
    '22:15  out   CVNY    EMA trend 4→9, again',
  ]);
  expect((await entries(40)).slice(1, 4)).toEqual([
    '22:20 out  EBRL   EMA trend (was 5, the…',
    '22:19 out  ABRL   EMA trend 4→6, again',
    '22:15 in   OHLI   EMA trend 2, second t…',
  ]);
  expect((await entries(30)).slice(1, 4)).toEqual([
    '22:20 out  EBRL   EMA trend (…',
    '22:19 out  ABRL   EMA tr… 4→6…',
    '22:15 in   OHLI   EMA trend 2…',
  ]);
});
