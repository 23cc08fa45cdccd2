import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import { type Pane, type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { ranked } from '../support/timeframe-snapshots.ts';

const MINUTE = 60;

/** The screens at some seconds after the start, by the names of a script; ends with Ctrl-C. */
async function played(script: Script, options: PaneOptions, args = 'watch') {
  const last = Math.max(...script.map(([seconds]) => seconds));
  const watched = await play(args, [...script, [last + 1, press('\x03')]], { columns: 120, ...options });
  expect(watched).toMatchObject({ exitCode: 130, cooked: true });
  return watched;
}

const footerOf = (screen: string) => screen.split('\n').at(-1) ?? '';
const changesOf = (screen: string) => screen.split('\n')[2] ?? '';

describe('s compares with an older snapshot:', () => {
  /** AAA falls from the first rank to the third, BBB leaves in the tenth minute, and one symbol after the other is new. */
  function minutes(minute: number): JsonObject {
    const symbols = ['AAA', ...(minute < 10 ? ['BBB'] : []), 'CCC'];
    if (minute >= 18) symbols.unshift('LATE');
    if (minute >= 13) symbols.push('NEW');
    return {
      ...boardsOf({ movers: symbols.join(' ') }),
      breadth: { advancers: 200 + minute, decliners: 150 - minute, symbols: 400 },
    };
  }
  const NAMES = ['last', '5m', '15m', '1h', 'start', 'again'];
  const script: Script = NAMES.flatMap(
    (name, index): Script => [
      ...(index === 0 ? [] : [[20 * MINUTE + 10 + index, press('s')] as const]),
      [20 * MINUTE + 10.5 + index, shoot(name)],
    ],
  );

  test('marks, changes and breadth', async () => {
    const watched = await played(script, minuteService(minutes));
    const lines = [];
    for (const name of NAMES) lines.push(changesOf(await watched.screen(name)).trimEnd());
    expect(lines).toEqual([
      expect.stringMatching(/^ +▲220 \+1 +▓+░+ ▼130 -1$/),
      expect.stringMatching(/^NEW LATE movers 1 +▲220 \+5 +▓+░+ ▼130 -5$/),
      expect.stringMatching(/^NEW LATE movers 1 · NEW movers 4 +OUT BBB movers +▲220 \+15 +▓+░+ ▼130 -15$/),
      expect.stringMatching(/^NEW LATE .* OUT BBB movers +▲220 \+20 +▓+░+ ▼130 -20$/),
      expect.stringMatching(/^NEW LATE .* OUT BBB movers +▲220 \+20 +▓+░+ ▼130 -20$/),
      lines[0],
    ]);
    expect(await watched.screen('last')).not.toMatch(/NEW LATE/);
    const tiles = await watched.screen('15m');
    expect(tiles).toMatch(/^ +1 NEW LATE /m);
    expect(tiles).toMatch(/^ 4 NEW NEW /m);
    // A row that others pushed down has no mark, but its age.
    expect(tiles).toMatch(/^ +2 15m AAA /m);
  });

  test('the footer says with which one, and how far memory reaches if that is less', async () => {
    const watched = await played(script, { ...minuteService(minutes), columns: 140 });
    const words = [];
    for (const name of NAMES)
      words.push(/s (since: .*?) {2}/.exec(footerOf(await watched.screen(name)))?.[1]);
    expect(words).toEqual([
      'since: last',
      'since: 5m',
      'since: 15m',
      'since: 1h (20m)',
      'since: start',
      'since: last',
    ]);
  });

  test.each([
    [100, /^q \w+ {2}\? help {2}s since: 1h \((?:20|19)m\)/],
    [80, /^q \w+ {2}\? help {2}s since: 1h \((?:20|19)m\)/],
    [40, /^q \w+ {2}\? help {2}s (?:since: )?1h \((?:20|19)m\)/],
    [30, /^q \w+ {2}\? help {2}s 1h \((?:20|19)m\)/],
  ])('the footer of %i columns says so right after q and ?', async (columns, expected) => {
    const at = 20 * MINUTE + 10;
    const keys = ['sss', 'z', '[', '/a\r'];
    const steps = keys.flatMap(
      (key, index): Script => [
        [at + 10 * index, press(key)],
        [at + 10 * index + 9, shoot(key)],
      ],
    );
    const watched = await played(steps, { ...minuteService(minutes), columns });
    for (const key of keys) expect(footerOf(await watched.screen(key)), key).toMatch(expected);
  });

  test.each([
    ['a span that memory has', 20 * MINUTE, 's', 'compared with 5m ago'],
    ['a span that memory does not have', 20 * MINUTE, 'sss', 'compared with 20m ago, not yet 1h'],
    ['the first snapshot', 20 * MINUTE, 'ssss', 'compared with the first snapshot'],
    ['the snapshot before', 20 * MINUTE, 'sssss', 'compared with the snapshot before'],
    ['nothing', 10, 's', 'no older snapshot in memory yet'],
  ])('a note of a narrow pane says so: with %s', async (_, seconds, keys, expected) => {
    const steps: Script = [
      [seconds + 10, press(keys)],
      [seconds + 11, shoot('note')],
    ];
    for (const columns of [40, 80]) {
      const watched = await played(steps, { ...minuteService(minutes), columns });
      expect(footerOf(await watched.screen('note')).trimEnd()).toMatch(new RegExp(` {3}${expected}$`));
    }
  });

  test('--since opens the pane with it, and a zoomed board says when symbols left', async () => {
    const watched = await played(
      [
        [20 * MINUTE + 9, press('z')],
        [20 * MINUTE + 10, shoot('zoom')],
      ],
      minuteService(minutes),
      'watch --since 15m',
    );
    const screen = await watched.screen('zoom');
    expect(screen).toContain('left in 15m: BBB 14:40 (was 2)');
    expect(screen).toMatch(/^ +1 NEW LATE .* 2m .* new /m);
    expect(screen).toMatch(/^ +2 {5}AAA .* ≥20m .* hold /m);
    expect(footerOf(screen)).toContain('since: 15m');
  });

  test('the changes of a narrow pane too', async () => {
    for (const columns of [30, 40, 80]) {
      const watched = await played(
        [[20 * MINUTE + 10, shoot('end')]],
        { ...minuteService(minutes), columns },
        'watch --since 15m',
      );
      expect(await watched.overflow('end')).toEqual([]);
      expect(changesOf(await watched.screen('end'))).toMatch(/^NEW LATE movers 1/);
    }
  });
});

describe('in tiles, a row that did not move shows how long it has been there', () => {
  /** CLIMB rises from the sixth to the first rank in the 25th minute, as FALL does the other way round. */
  const minutes = (minute: number) =>
    boardsOf({
      movers: minute < 25 ? 'FALL AAA BBB CCC DDD CLIMB' : 'CLIMB AAA BBB CCC DDD FALL',
      rvol: minute < 20 ? 'OLD' : 'OLD LATE',
    });
  /** The color of a cell of a line. */
  const colorsOf = (
    cells: Awaited<ReturnType<Awaited<ReturnType<typeof play>>['cells']>>,
    symbol: string,
  ) => {
    const line = cells.find((each) =>
      each
        .map(({ text }) => text)
        .join('')
        .includes(` ${symbol} `),
    );
    const at = line?.findIndex(({ text }) => text === 'm') ?? -1;
    return line?.[at]?.color ?? null;
  };

  test('in steps', async () => {
    const names = [3, 5, 9, 10, 14, 15, 29, 30, 59, 60, 119, 120];
    const watched = await played(
      names.map((minute) => [minute * MINUTE + 10, shoot(String(minute))] as const),
      minuteService(() => boardsOf({ movers: 'AAA' })),
    );
    const steps = [];
    for (const name of names)
      steps.push(/^ +1 (...) AAA /m.exec(await watched.screen(String(name)))?.[1]?.trim());
    expect(steps).toEqual(['', '5m', '5m', '10m', '10m', '15m', '15m', '30m', '30m', '1h', '1h', '2h']);
  });

  test('in colour where it rises or fades, which a zoomed board says in a word', async () => {
    const env = { TERM: 'xterm-256color', FORCE_COLOR: '1' };
    const script: Script = [
      [31 * MINUTE + 10, shoot('tiles')],
      [31 * MINUTE + 11, press('z')],
      [31 * MINUTE + 12, shoot('zoom')],
      [31 * MINUTE + 13, press('l')],
      [31 * MINUTE + 14, shoot('board beside')],
    ];
    const watched = await played(script, { ...minuteService(minutes), env });
    expect(await watched.screen('tiles')).toMatch(/^ +1 30m CLIMB /m);
    const cells = await watched.cells('tiles');
    const [rises, fades, holds] = ['CLIMB', 'FALL', 'BBB'].map((symbol) => colorsOf(cells, symbol));
    expect(new Set([rises, fades, holds]).size).toBe(3);
    const zoomed = await watched.screen('zoom');
    expect(zoomed).toMatch(/^ +1 {5}CLIMB .* ≥31m \S{8} rise /m);
    expect(zoomed).toMatch(/^ 6 {5}FALL .* ≥31m \S{8} fade /m);
    expect(zoomed).toMatch(/^ 3 {5}BBB .* ≥31m \S{8} hold /m);
    expect(await watched.screen('board beside')).toMatch(/^ +2 {5}LATE .* 11m \S{8} hold /m);
  });
});

/** The ages of a symbol in the zoom at some minutes. */
async function agesOf(minutes: ReadonlyArray<number>, options: PaneOptions) {
  const shots = minutes.map((minute): Script[number] => [minute * MINUTE + 30, shoot(String(minute))]);
  const watched = await played([[10, press('z')], ...shots], options);
  const ages = [];
  for (const minute of minutes) {
    const screen = await watched.screen(String(minute));
    ages.push(/^ +1 .{3} AAA .*?(≥?\d+[mh]\d*|–) +\S{8} (\w+)/m.exec(screen)?.slice(1).join(' '));
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

  test('ages start anew after a hole of more than five minutes', async () => {
    // The service rests from the tenth to the fifteenth minute, and then again to the 22nd.
    const restsAt = (minute: number) => (minute < 10 ? minute : minute < 15 ? 9 : minute);
    const long = (minute: number) => (minute < 10 ? minute : minute < 17 ? 9 : minute);
    expect(
      await agesOf(
        [9, 20],
        timed((minute) => (minute < 10 || minute > 13 ? minute : 9)),
      ),
    ).toEqual(['≥9m hold', '≥20m hold']);
    expect(await agesOf([9, 20], timed(restsAt))).toEqual(['≥9m hold', '≥5m hold']);
    expect(await agesOf([9, 20], timed(long))).toEqual(['≥9m hold', '≥3m hold']);
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
    const script = [4, 8, 12, 20, 30].flatMap(
      (minute): Script => [
        [minute * MINUTE + 30, press('e')],
        [minute * MINUTE + 30.2, shoot(`log ${minute}`)],
        [minute * MINUTE + 30.4, press('c')],
        [minute * MINUTE + 30.6, shoot(`confluence ${minute}`)],
        [minute * MINUTE + 30.8, press('c')],
        [minute * MINUTE + 31, press('s')],
        [minute * MINUTE + 31.2, shoot(`tiles ${minute}`)],
      ],
    );
    const watched = await played(script, { ...timed(asOfOf), rows: 50 });
    for (const minute of [4, 8, 12, 20, 30]) {
      const log = await watched.screen(`log ${minute}`);
      const times = log.split('\n').flatMap((line) => /^(?:\w{3} ?\d* )?(\d\d:\d\d) /.exec(line)?.[1] ?? []);
      // All times of a day that are shown with hours and minutes only.
      if (!/^\w{3} /m.test(log)) expect(times).toEqual(times.toSorted().reverse());
      expect(await watched.screen(`confluence ${minute}`)).toMatch(/^ +1 AAA /m);
      expect(await watched.screen(`tiles ${minute}`)).toMatch(/^ +1 .{3} AAA /m);
    }
  });

  test('that are missing: marks and changes compare with the snapshot before', async () => {
    const service = minuteService((minute) => ({ ...boardsOf({ movers: `AAA S${minute}` }), asOf: null }));
    const script: Script = [
      [130, shoot('tiles')],
      [131, press('e')],
      [132, shoot('log')],
    ];
    const watched = await played(script, service);
    expect(await watched.screen('tiles')).toMatch(/^ +2 NEW S2 /m);
    expect(changesOf(await watched.screen('tiles'))).toMatch(/^NEW S2 movers 2 +OUT S1 movers/);
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

describe('the confluence view', () => {
  const minutes = (minute: number): JsonObject => {
    const boards = {
      movers: ranked('AAA BBB', { boards: 2 }),
      rvol: ranked('TOP AAA', { boards: minute >= 3 ? 4 : 2 }),
      search: ranked('TOP', { boards: minute >= 3 ? 4 : 2 }),
      forum: ranked('ONE', { boards: 1 }),
    };
    return { boards, boardNames: Object.keys(boards) };
  };
  const body = (screen: string) => screen.split('\n').slice(3, -1);

  async function screenOf(keys: string, columns: number, args = 'watch') {
    const script: Script = [
      [10 * MINUTE + 10, press(keys)],
      [10 * MINUTE + 11, shoot('view')],
    ];
    const watched = await played(script, { ...minuteService(minutes), columns }, args);
    expect(await watched.overflow('view')).toEqual([]);
    return watched.screen('view');
  }

  test('has all symbols by boards, with age and trend, on one line each at 120 columns', async () => {
    const lines = body(await screenOf('c', 120)).filter((line) => line !== '');
    expect(lines[0]).toBe('CONFLUENCE  4 symbols by number of boards');
    expect(lines[2]).toMatch(/^ +1 \S+ .*◆4▲ +7m \S{8} \w+ {1,2}.*rvol/);
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toMatch(/^ +4 ONE .* 1▲ +≥10m \S{8} hold +forum 1$/);
  });

  test('has the boards below each symbol at 40 columns', async () => {
    const lines = body(await screenOf('c', 40)).filter((line) => line !== '');
    expect(lines.filter((line) => /^ {2}\d /.test(line))).toHaveLength(4);
    expect(lines.filter((line) => /^ {6}\S/.test(line))).toHaveLength(4);
    expect(lines.at(-1)).toBe('      forum 1');
  });

  test('shows what the filters of the command line and the prompt leave', async () => {
    expect(body(await screenOf('c/on\r', 120))[2]).toMatch(/^ +1 ONE /);
    expect(body(await screenOf('c', 120, 'watch --symbol BBB'))[0]).toContain(' 1 symbol by number');
    expect(body(await screenOf('c', 120, 'watch -b forum'))[0]).toContain(' 1 symbol by number');
  });

  test('Enter opens the card of the selected symbol, z zooms its first board', async () => {
    expect(await screenOf('cG\r', 120)).toMatch(/^AAA {2}Alpha Works/m);
    expect(await screenOf('cjjjj\r', 120)).toMatch(/^ONE {2}Alpha Works/m);
    expect(await screenOf('cjjjjz', 120)).toMatch(/^Forum ─ .*\n.*\n 1 .* ?▸ONE/m);
  });

  test.each(['q', '\x1b', 'c', 'eq'])('%j closes it', async (keys) => {
    expect(await screenOf(`cj${keys}`, 120)).toBe(await screenOf('x', 120));
  });
});
