import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { createLoosePane } from '../support/loose-pane.ts';
import { boardsOf, type MinuteService, minuteService, START } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { ranked, snapshotOf } from '../support/snapshots.ts';

/** In each minute, `Sn` replaces the second symbol. `asOf` returns minutes after the start. */
function service(asOf: (minute: number) => number = (minute) => minute): MinuteService {
  const { clock, transport } = minuteService((minute) => ({
    ...boardsOf({ movers: `AAA S${asOf(minute)}` }),
    asOf: new Date(START + asOf(minute) * 60_000).toISOString(),
  }));
  return {
    clock,
    async transport(request) {
      const response = await transport(request);
      const minutes = clock.monotonic() / 60_000;
      const offset = (asOf(Math.floor(minutes)) - Math.floor(minutes)) * 60_000;
      const date = new Date(clock.now() + offset).toUTCString();
      return { ...response, headers: { ...response.headers, date } };
    },
  };
}

/** Returns line 3 after each of the keys, such as `5m  in S5 Movers 2  out S0 Movers 2`. */
async function stripsAfter(
  keys: ReadonlyArray<readonly [seconds: number, pressed: string]>,
  args = 'watch',
  options: PaneOptions = service(),
): Promise<ReadonlyArray<string>> {
  const script = keys.flatMap(
    ([seconds, pressed], index): Script => [
      [seconds, (pane) => pressed !== '' && pane.press(pressed)],
      [seconds + 0.2, shoot(String(index))],
    ],
  );
  const end = Math.max(...keys.map(([seconds]) => seconds)) + 1;
  const played = await play(args, [...script, [end, press('\x03')]], { ...options, columns: 120 });
  const strips = [];
  for (const index of keys.keys())
    strips.push((await played.screen(String(index))).split('\n')[2]?.split(/ {3,}/)[0] ?? '');
  return strips;
}

test.each([
  ['watch', '5m  in S6 Movers 2  out S1 Movers 2'],
  ['watch --since start', 'start  in S6 Movers 2  out S0 Movers 2'],
  ['watch --since last', 'last  in S6 Movers 2  out S5 Movers 2'],
  ['watch --since 2m', '2m  in S6 Movers 2  out S4 Movers 2'],
])('%s: s switches from this baseline to 15m, 1h, here and back', async (args, first) => {
  const keys = [...'jk'].map((key, index) => [70 + 20 * index, key] as const);
  const steps = ['', 's', 's', 's', 's'].map((key, index) => [390 + index, key] as const);
  expect((await stripsAfter([...keys, ...steps], args)).slice(2)).toEqual([
    first,
    '6m  in S6 Movers 2  out S0 Movers 2',
    '6m  in S6 Movers 2  out S0 Movers 2',
    'here 14:31  in S6 Movers 2  out S1 Movers 2',
    first,
  ]);
});

test('without a snapshot of that time, line 3 names the actual age of the baseline', async () => {
  const strips = await stripsAfter(
    [
      [575, ''],
      [695, ''],
    ],
    'watch',
    service((minute) => (minute >= 3 && minute < 6 ? 2 : minute)),
  );
  expect(strips).toEqual(['7m  in S9 Movers 2  out S2 Movers 2', '5m  in S11 Movers 2  out S6 Movers 2']);
});

test('here is the last key press before a pause, and does not move while it is the baseline', async () => {
  const [, , here, later, usual, next] = await stripsAfter([
    [10, 'j'],
    [135, 'k'],
    [250, 'sss'],
    [390, 'j'],
    [395, 's'],
    [510, 'sss'],
  ]);
  expect(here).toBe('here 14:32  in S4 Movers 2  out S2 Movers 2');
  expect(later).toBe('here 14:32  in S6 Movers 2  out S2 Movers 2');
  expect(usual).toBe('5m  in S6 Movers 2  out S1 Movers 2');
  expect(next).toBe('here 14:36  in S8 Movers 2  out S6 Movers 2');
});

test.each([-3, 3])(
  'here is the snapshot shown then, even if the service is %d minutes ahead',
  async (ahead) => {
    const keys = [[220, 'j'] as const, [400, 'sss'] as const];
    const [, here] = await stripsAfter(
      keys,
      'watch',
      service((minute) => minute + ahead),
    );
    expect(here).toBe(`here 14:${33 + ahead}  in S${6 + ahead} Movers 2  out S${3 + ahead} Movers 2`);
  },
);

test('after a gap, the baseline is the last snapshot before it, and line 3 names its age', async () => {
  const resting = () => service((minute) => (minute < 3 || minute >= 12 ? minute : 2));
  const times = [12, 14, 17].map((minute) => [minute * 60 + 40, ''] as const);
  expect(await stripsAfter(times, 'watch --since 1h', resting())).toEqual([
    '10m  in S12 Movers 2  out S2 Movers 2',
    '12m  in S14 Movers 2  out S2 Movers 2',
    '15m  in S17 Movers 2  out S2 Movers 2',
  ]);
  expect(await stripsAfter(times, 'watch', resting())).toEqual([
    '10m  in S12 Movers 2  out S2 Movers 2',
    '12m  in S14 Movers 2  out S2 Movers 2',
    '5m  in S17 Movers 2  out S12 Movers 2',
  ]);
});

test('in the past before here, nothing is compared', async () => {
  const steps = ['sss', '[', '[', '[', '[', ']'].map((key, index) => [400 + index, key] as const);
  expect((await stripsAfter([[220, 'j'], ...steps])).slice(1)).toEqual([
    'here 14:33  in S6 Movers 2  out S3 Movers 2',
    'here 14:33  in S5 Movers 2  out S3 Movers 2',
    'here 14:33  in S4 Movers 2  out S3 Movers 2',
    'here 14:33  nothing changed',
    '',
    'here 14:33  nothing changed',
  ]);
});

test('if memory no longer has here or the start, line 3 names the age of the baseline', () => {
  let minute = 0;
  const pane = createLoosePane({ baseline: 'start', now: () => START + minute * MINUTE_MS });
  const strip = () => {
    const screen = stripVTControlCharacters(pane.render().join('\n'));
    return screen.split('\n')[2]?.split(/ {3,}/)[0];
  };
  for (; minute <= 965; minute++) {
    const boards = { movers: ranked(`AAA S${minute}`) };
    pane.receive(snapshotOf({ asOf: new Date(START + minute * MINUTE_MS).toISOString(), boards }));
  }
  expect(strip()).toBe('15h59  in S965 Movers 2  out S6 Movers 2');
  pane.press(...'sss');
  expect(strip()).toBe('15h59  in S965 Movers 2  out S6 Movers 2');
  expect(pane.state().baseline).toBe('here');
});

test('line 3 says that nothing changed, and is empty after one snapshot', async () => {
  const resting = () => minuteService(() => boardsOf({ movers: 'AAA BBB' }));
  const times = [[20, ''] as const, [90, ''] as const, [400, ''] as const, [401, '/zzz,aaa\r'] as const];
  expect(await stripsAfter(times, 'watch', resting())).toEqual([
    '',
    '1m  nothing changed',
    '5m  nothing changed',
    '5m  nothing changed for ZZZ, AAA',
  ]);
});

/** Returns the message in the footer after each press of `s`. */
async function messagesAt(seconds: number, options: PaneOptions, args = 'watch') {
  const presses = ['s', 's', 's', 's'].map((key, index) => [seconds + index, key] as const);
  const script = presses.flatMap(
    ([time, key], index): Script => [
      [time, press(key)],
      [time + 0.2, shoot(String(index))],
    ],
  );
  const played = await play(args, [...script, [seconds + 5, press('\x03')]], { ...options, columns: 140 });
  const screens = await Promise.all(presses.map((_, index) => played.screen(String(index))));
  return screens.map((screen) => / {2}((?:since|no older) (?!\w+ {2})[^/]*?) *$/.exec(screen)?.[1]);
}

test('s names the chosen baseline, and the snapshot compared if its age differs', async () => {
  expect(await messagesAt(10, service())).toEqual([
    'since 15m: no older snapshot',
    'since 1h: no older snapshot',
    'since the start: no older snapshot',
    'since 5m: no older snapshot',
  ]);
  const resting = service((minute) => (minute < 3 || minute >= 12 ? minute : 2));
  expect(await messagesAt(12 * 60 + 40, resting, 'watch --since 90s')).toEqual([
    'since 15m: compared with 14:32 (10 min)',
    'since 1h: compared with 14:32 (10 min)',
    'since you were here 14:30 (12 min)',
    'since 90s: compared with 14:32 (10 min)',
  ]);
  const missing = service((minute) => (minute >= 3 && minute < 6 ? 2 : minute));
  expect((await messagesAt(9 * 60 + 35, missing)).at(-1)).toBe('since 5m: compared with 14:32 (7 min)');
});

test.each([
  ['watch', 'since 14:31 (5 min)'],
  ['watch --since start', 'since the start 14:30 (6 min)'],
  ['watch --since last', 'since the previous snapshot (1 min)'],
])('%s: s and the title of the log say in words what is compared', async (args, first) => {
  const keys = ['s', 's', 's', 'e', 'qs'];
  const script = keys.flatMap(
    (key, index): Script => [
      [390 + index, press(key)],
      [390.2 + index, shoot(String(index))],
    ],
  );
  const steps: Script = [[70, press('j')], [90, press('k')], ...script, [400, press('\x03')]];
  const played = await play(args, steps, { ...service(), columns: 120 });
  const words = [];
  for (const index of keys.keys()) {
    const screen = await played.screen(String(index));
    words.push(/^LOG {2}(.*?) *$/m.exec(screen)?.[1] ?? / {2}(since .*?) *$/.exec(screen)?.[1]);
  }
  expect(words).toEqual([
    'since 15m: memory has only 6 min',
    'since 1h: memory has only 6 min',
    'since you were here 14:31 (5 min)',
    'since you were here 14:31 (5 min)',
    first,
  ]);
});
