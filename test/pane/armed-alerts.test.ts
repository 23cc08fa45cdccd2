import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { boardsOf, minuteService, NIGHT, START } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { nodeCommand } from '../support/system.ts';
import { bellsIn } from '../support/world.ts';

/** `COUNTS` has NVDA's number of boards in each minute. HELD is always on three, LATE from minute 2 on. */
const COUNTS = [3, 3, 4, 4, 3, 4, 4, 4, 4, 4];
const counting = (minute: number): JsonObject => ({
  boards: {
    movers: [
      rowOf({ symbol: 'NVDA', rank: 1, boards: COUNTS[minute] ?? 4 }),
      rowOf({ symbol: 'HELD', rank: 2, boards: 3 }),
      rowOf({ symbol: 'LATE', rank: 3, boards: minute < 2 ? 1 : 3 }),
    ],
  },
});

const watching = (script: Script, options: PaneOptions = {}, args = 'watch') =>
  play(args, [...script, [700, press('\x03')]], { ...minuteService(counting), columns: 120, ...options });

/** Returns the texts of the notifications. */
const notified = (raw: string) =>
  raw
    .split('\x1b]9;')
    .slice(1)
    .map((text) => text.split('\x07')[0]);
const footerOf = (screen = '') => screen.split('\n').at(-1)?.trimEnd() ?? '';
const statusOf = (screen = '') => screen.split('\n')[0] ?? '';

describe('n arms conditions while the pane runs', () => {
  test('and rings when one becomes true, but not for one that is true already', async () => {
    const { raw } = await watching([[20, press('nboards>=3\r')]]);
    expect(notified(raw)).toEqual(['boards day: LATE on 3 boards (was 1)']);
    expect(bellsIn(raw.split('\x1b]9;').join(''))).toBe(2);
  });

  test('and an alert stays in the footer until a key is pressed, and in the log', async () => {
    const played = await watching([
      [20, press('nboards>=4+NVDA\r')],
      [130, shoot('rung')],
      [179, shoot('a minute later')],
      [200, press('x')],
      [201, shoot('key')],
      [202, press('e')],
      [203, shoot('log')],
    ]);
    const rang = / {2}rang 14:32: NVDA on 4 boards \(was 3\)$/;
    expect(notified(played.raw)).toHaveLength(2);
    expect(footerOf(await played.screen('rung'))).toMatch(rang);
    expect(footerOf(await played.screen('a minute later'))).toMatch(rang);
    expect(footerOf(await played.screen('key'))).not.toContain('rang');
    expect(await played.screen('log')).toMatch(/^14:32 {2}rang {2}NVDA +on 4 boards \(was 3\)$/m);
  });

  test('and line 1 says notify until an empty prompt disarms all', async () => {
    const played = await watching([
      [19, shoot('before')],
      [20, press('nboards>=4\r')],
      [21, shoot('armed')],
      [22, press('n')],
      [23, shoot('prompt')],
      [24, press('\x1b')],
      [26, shoot('escaped')],
      [27, press('n\x15\r')],
      [28, shoot('ended')],
    ]);
    const screens = Object.fromEntries(
      await Promise.all(
        ['before', 'armed', 'prompt', 'escaped', 'ended'].map(
          async (name) => [name, await played.screen(name)] as const,
        ),
      ),
    );
    const isNotifying = (name: string) => statusOf(screens[name]).includes('notify');
    expect(Object.keys(screens).filter(isNotifying)).toEqual(['armed', 'prompt', 'escaped']);
    expect(footerOf(screens.armed)).toMatch(/ {2}notify: boards>=4$/);
    expect(footerOf(screens.prompt)).toMatch(/^notify about: boards>=4▏/);
    expect(footerOf(screens.ended)).toMatch(/ {2}no alerts set with n$/);
    expect(notified(played.raw)).toEqual([]);
  });

  test('and pins; the prompt shows the error of --on for an invalid condition', async () => {
    const played = await watching(
      [
        [20, press('npins, bords>=4\r')],
        [21, shoot('refused')],
        [22, press('\x17boards>=4\r')],
        [23, shoot('set')],
      ],
      { config: { pins: ['LATE'] } },
    );
    expect(footerOf(await played.screen('refused'))).toBe(
      'invalid condition "bords>=4". For example: boards>=4: pins, bords>=4▏  pins, or boards>=4; Enter set, Esc cancel',
    );
    expect(footerOf(await played.screen('set'))).toMatch(/ {2}notify: pins, boards>=4$/);
    expect(notified(played.raw)).toEqual([
      'boards day: NVDA on 4 boards (was 3); LATE on 3 boards (was 1)',
      'boards day: NVDA on 4 boards (was 3)',
    ]);
  });

  test.each([
    [
      'held>=5m',
      '',
      'held needs a condition on a number, and no event type: "held>=5m". For example: boards>=3+held>=5m: ',
    ],
    ['boards', '', 'no number after boards. For example: boards>=4: '],
    ['boards>=3+held', '', 'no duration after held. For example: boards>=3+held>=5m: '],
    ['pin', '', 'invalid condition "pin". For example: pins, boards>=4: '],
    ['pins+boards>=3', '', 'invalid condition "pins+boards>=3". For example: pins, boards>=4: '],
    [
      'rvol',
      ' -b movers',
      '"rvol" never fires: board rvol is hidden. Add it to -b, or to the preference boards.',
    ],
    [
      'buzz',
      '',
      '"buzz" never fires: buzz is not a board of day. buzz exists in swing, position, investing: use -t swing',
    ],
    ['rank>=6', ' -l 3', '"rank>=6" never fires: a limit of 3 hides these ranks.'],
    ['symbol:"A', '', 'invalid condition "symbol:\\"A". For example: entered+movers,boards>=4: '],
  ])('but not %s%s', async (text, options, fault) => {
    const played = await watching(
      [
        [20, press(`n${text}\r`)],
        [21, shoot('refused')],
        [22, press('\x1b')],
        [24, shoot('after')],
      ],
      {},
      `watch${options}`,
    );
    const footer = footerOf(await played.screen('refused'));
    expect(footer.slice(0, fault.length)).toBe(fault);
    expect(footer).toContain(`${text}▏`);
    expect(statusOf(await played.screen('after'))).not.toContain('notify');
  });

  test('and shows the end of the typed text beside the error in a narrow pane', async () => {
    const played = await watching(
      [
        [20, press('nbords>=4\r')],
        [21, shoot('refused')],
      ],
      { columns: 30 },
    );
    expect(footerOf(await played.screen('refused'))).toBe('invalid condition "b…: rds>=4▏');
  });

  test('and notes a board that this version does not know', async () => {
    const played = await watching([
      [20, press('nboard:newOne\r')],
      [21, shoot('noted')],
    ]);
    expect(footerOf(await played.screen('noted'))).toMatch(
      / {2}"board:newOne": this version does not know the board newOne$/,
    );
    expect(statusOf(await played.screen('noted'))).toContain('notify');
  });

  test('and held counts the time before it was armed, and does not ring for symbols held longer', async () => {
    // When armed, HELD and NVDA have been on three boards for three minutes already, LATE for one.
    const { raw } = await watching([[200, press('nboards>=3+held>=3m\r')]]);
    expect(notified(raw)).toEqual(['boards day: LATE on 3 boards']);
    const early = await watching([[20, press('nboards>=3+held>=3m\r')]]);
    expect(notified(early.raw)).toEqual([
      'boards day: NVDA on 4 boards; HELD on 3 boards',
      'boards day: LATE on 3 boards',
    ]);
  });

  test('and held does not count recorded time from before the pane was opened', async () => {
    const data = temporaryDirectory();
    const lines = [3, 2, 1].map((ago) =>
      lineOf(new Date(START - ago * MINUTE_MS).toISOString(), 0, counting(2)),
    );
    writeRecording(join(data, 'boards.example_443'), '2026-06-03/day.ndjson', lines);
    const armed: Script = [[20, press('nboards>=3+held>=3m\r')]];
    const { raw } = await watching(armed, { env: { BOARDS_DATA_DIR: data } });
    expect(notified(raw)).toEqual([
      'boards day: NVDA on 4 boards; HELD on 3 boards',
      'boards day: LATE on 3 boards',
    ]);
  });

  test('and runs no command of --exec', async () => {
    const command = nodeCommand('process.exit(3)');
    const script: Script = [
      [20, press('nboards>=4\r')],
      [700, press('\x03')],
    ];
    const { raw } = await play(['watch', '--exec', command, '--on', 'NONE'], script, minuteService(counting));
    expect(notified(raw)).toHaveLength(2);
    expect(raw).not.toContain('hook ');
  });

  test('but not in a replay', async () => {
    const played = await play(
      'replay --sandbox',
      [
        [20, press('n')],
        [20.2, shoot('n')],
        [21, press('\x03')],
      ],
      { clock: createFakeClock(NIGHT + 10 * MINUTE_MS) },
    );
    expect(footerOf(await played.screen('n'))).toMatch(/ {2}a replay has no notifications$/);
  });
});

describe('an alert', () => {
  const entering = (symbols: string) =>
    minuteService((minute) => boardsOf({ movers: minute === 0 ? 'AAA' : `AAA ${symbols}` }));
  const rung = (args: string, options: PaneOptions = {}, symbols = 'BBB') =>
    play(
      args,
      [
        [70, shoot('rung')],
        [72, press('e')],
        [73, shoot('log')],
        [74, press('q\x03')],
      ],
      { ...entering(symbols), columns: 120, ...options },
    );

  test.each(['watch --bell --on entered', 'watch --notify --on entered'])(
    'of %s is in the footer and the log',
    async (args) => {
      const played = await rung(args);
      expect(footerOf(await played.screen('rung'))).toMatch(/ {2}rang 14:31: BBB in Movers 2$/);
      expect(await played.screen('log')).toMatch(/^14:31 {2}rang {2}BBB +in Movers 2$/m);
    },
  );

  test('of --exec is in the footer', async () => {
    const played = await play(
      ['watch', '--exec', nodeCommand(''), '--on', 'entered'],
      [
        [70, shoot('rung')],
        [74, press('q')],
      ],
      { ...entering('BBB'), columns: 120 },
    );
    expect(footerOf(await played.screen('rung'))).toMatch(/ {2}rang 14:31: BBB in Movers 2$/);
  });

  test('without --on is only a new top play, even though --exec runs on every change', async () => {
    const service = minuteService((minute) => ({
      ...boardsOf({ movers: minute === 0 ? 'AAA' : 'AAA BBB' }),
      topPlay: { ...Object(bodyOf().topPlay), symbol: minute < 2 ? 'AAA' : 'BBB' },
    }));
    const played = await play(
      ['watch', '--exec', nodeCommand('')],
      [
        [70, shoot('change')],
        [130, shoot('top play')],
        [134, press('q')],
      ],
      { ...service, columns: 120 },
    );
    expect(footerOf(await played.screen('change'))).not.toContain('rang');
    expect(footerOf(await played.screen('top play'))).toMatch(/ {2}rang 14:32: BBB top play \(was AAA\)$/);
  });

  test('names three symbols and counts the others', async () => {
    const played = await rung('watch --bell --on entered', {}, 'BBB CCC DDD EEE FFF');
    expect(footerOf(await played.screen('rung'))).toContain(
      'rang 14:31: BBB in Movers 2; CCC in Movers 3; DDD in Mo',
    );
    const lines = (await played.screen('log')).split('\n').filter((line) => line.includes('rang'));
    expect(lines.map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
      '14:31 rang BBB in Movers 2',
      '14:31 rang CCC in Movers 3',
      '14:31 rang DDD in Movers 4',
      '14:31 rang and 2 more',
    ]);
  });

  test('names the timeframe if it is not the one shown', async () => {
    const service = minuteService((minute, timeframe) =>
      boardsOf({ movers: minute === 0 || timeframe === 'day' ? 'AAA' : 'AAA BBB' }),
    );
    const played = await rung('watch -t day,swing --bell --on entered', service);
    expect(footerOf(await played.screen('rung'))).toMatch(/ {2}rang 14:31 swing: BBB in Movers 2$/);
    expect(await played.screen('log')).toMatch(/^14:31 {2}rang {2}BBB +swing +in Movers 2$/m);
  });

  test('waits while help is open, and disappears when a key is pressed', async () => {
    const played = await play(
      'watch --bell --on entered',
      [
        [20, press('?')],
        [70, shoot('help')],
        [71, press('q')],
        [72, shoot('closed')],
        [73, press('r')],
        [73.5, shoot('key')],
        [80, press('\x03')],
      ],
      { ...entering('BBB'), columns: 120 },
    );
    expect(footerOf(await played.screen('help'))).not.toContain('rang');
    expect(footerOf(await played.screen('closed'))).toContain('rang 14:31: BBB in Movers 2');
    expect(footerOf(await played.screen('key'))).not.toContain('rang');
  });

  test('is not in the log of the past before it rang', async () => {
    const played = await play(
      'watch --bell --on entered',
      [
        [130, press('[[e')],
        [131, shoot('past')],
        [132, press(']]]')],
        [133, shoot('later')],
        [134, press('\x03')],
      ],
      { ...entering('BBB'), columns: 120 },
    );
    expect(await played.screen('past')).not.toContain('rang');
    expect(await played.screen('later')).toContain('rang');
  });
});
