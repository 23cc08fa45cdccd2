import { describe, expect, test } from 'vitest';
import { fallingMarket } from '../support/falling-market.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { play, press, type Script, screensFrom, shoot } from '../support/play.ts';
import { rowOf, topPlayOf } from '../support/snapshots.ts';
import { linesOf, runCli } from '../support/world.ts';

/** Presses the keys half a minute after the snapshot of the minute. */
const screensIn = (minute: number, keys: ReadonlyArray<string> = [''], columns = 120, args = 'watch') =>
  screensFrom(minute * 60 + 30, keys, { ...fallingMarket(), columns, rows: 40 }, args);

const lineOf = (screen: string, number: number) => screen.split('\n')[number - 1]?.trimEnd() ?? '';

const withSingleBlanks = (text: string) => text.replace(/ +/g, ' ').trim();

/** Returns lines 2 and 3 without breadth. */
async function headerIn(minute: number, columns = 120) {
  const [screen = ''] = await screensIn(minute, [''], columns);
  return linesOf(screen)
    .slice(1, 3)
    .map((line) => withSingleBlanks(line.replace(/\d+% up.*/, '')));
}

/** Returns the lines below the header that name the symbol. */
const about = (symbol: string, screen = '') =>
  linesOf(screen)
    .slice(3, -1)
    .filter((line) => new RegExp(`\\b${symbol}\\b`).test(line))
    .map((line) => line.trimEnd());

const FIGURES = /[\d.]+ \+4\.56% 82\.1M /;

/** Returns the rows of a symbol in two columns of tiles, such as `1 RANM ◆4+ out 14:37 -2.0%`. */
const tilesOf = (symbol: string, screen = '') => {
  const lines = linesOf(screen).slice(3, -1);
  const halves = [...lines.map((line) => line.slice(0, 60)), ...lines.map((line) => line.slice(60))];
  return halves
    .filter((half) => new RegExp(`\\b${symbol}\\b`).test(half))
    .map((half) => withSingleBlanks(half).replace(FIGURES, ''));
};

/** Returns a number of boards and its change, such as `1+ ▼2`; undefined without the symbol. */
const confluenceOf = (symbol: string, screen = '') =>
  about(symbol, screen).map((line) => / 82\.1M +(\S+(?: [▲▼]\d)?) /.exec(line)?.[1])[0];

/** Returns the boards of a card with its labels, such as `Alerted 1 out 14:37`. */
const placesOf = (card = '') => {
  const lines = linesOf(card).map(withSingleBlanks);
  const first = lines.findIndex((line) => /^(?:then )?now entered /.test(line));
  const last = lines.findIndex((line, index) => index > first && /^(?:scalp|left:) /.test(line));
  return lines.slice(first, last).map((line) => line.replace(/ (?:entered|by) .*/, ''));
};

describe('the top play falls from four boards to none:', () => {
  test.each([
    [
      3,
      'RANM $19.70 +4.56% ◆3+, was ◆4 14:33 top mover · high relative volume for 3 min or more',
      '3m lost RANM ◆4→3 out RANM Forum 1',
    ],
    [
      5,
      'OSP $19.50 +4.56% ◆3+ top mover · high relative volume new, was RANM',
      '5m ★ OSP lost RANM ◆4→1 out RANM Movers 1, Forum 1, Relative volume 2 out EAT Search 2',
    ],
    [
      7,
      'OSP $19.30 +4.56% ◆3+ top mover · high relative volume for 2 min, was RANM',
      '5m ★ OSP lost RANM ◆4→0 out RANM Alerted 1, Movers 1, Forum 1, Relative volume 2 (1 more: e)',
    ],
  ])('lines 2 and 3 in minute %d', async (minute, topPlay, strip) => {
    expect(await headerIn(minute)).toEqual([`TOP ${topPlay}`, strip]);
  });

  test('line 3 has the same order in narrow panes', async () => {
    expect((await headerIn(7, 80))[1]).toBe('5m ★ OSP lost RANM ◆4→0 (2 more: e)');
    expect((await headerIn(7, 40))[1]).toBe('5m ★ OSP lost RANM ◆4→0 (2 more: e)');
    expect((await headerIn(3, 40))[0]).toBe('TOP RANM $19.70 +4.56% ◆3+, was ◆4');
  });

  test('the log, its summary first', async () => {
    const [log] = await screensIn(7, ['e']);
    expect(about('RANM', log)).toEqual([
      '  top  OSP (was RANM)',
      '  ◆    lost RANM ◆4→0',
      '  out  RANM Alerted 1, Movers 1, Forum 1, Relative volume 2 · EAT Movers 2, Search 2',
      '14:37  out   RANM    Alerted (was 1, there ≥7m)',
      '14:35  ★     OSP     top play (was RANM for ≥5m)',
      '14:35  lost  RANM    on 1 board (was 3): out Movers (was 1, there ≥5m), Relative volume (was 2, there ≥5m); Alerted',
      '14:33  lost  RANM    on 3 boards (was 4): out Forum (was 1, there ≥3m); Alerted, Movers, Relative volume',
    ]);
  });

  test.each([
    [2, ['1 RANM ◆4+ 4.2x', '2 RANM ◆4+ 4.2x', '1 RANM ◆4+ 4.2x', '1 RANM ◆4+ 4.2x'], '◆4+', '◆4+'],
    [3, ['1 RANM ◆3+ 4.2x', '2 RANM ◆3+ 4.2x', '1 RANM ◆3+ 4.2x'], '◆3+ ▼1', '◆3+ ▼1'],
    [5, ['1 RANM 1+ 4.2x'], '1+ ▼3', '1+ ▼2'],
    [7, [], undefined, undefined],
  ])('tiles and confluence in minute %d', async (minute, rows, gained, gainedSinceLast) => {
    const [tiles, confluence] = await screensIn(minute, ['', 'cf']);
    expect(tilesOf('RANM', tiles)).toEqual(rows);
    expect(confluenceOf('RANM', confluence)).toBe(gained);
    const [sinceLast] = await screensIn(minute, ['cf'], 120, 'watch --since last');
    expect(confluenceOf('RANM', sinceLast)).toBe(gainedSinceLast);
  });

  test('the card', async () => {
    const [fallen] = await screensIn(5, ['/ranm\r']);
    expect(fallen).toMatch(/ 1 board {2}\(3 until 14:35\)/);
    expect(placesOf(fallen)).toEqual(['now', 'Alerted 1']);
    const [gone] = await screensIn(7, ['/ranm\r']);
    expect(gone).toMatch(/^on no board of day {2}\(1 until 14:37\) {2}last seen 14:36: \$19\.40 /m);
    expect(
      linesOf(gone ?? '')
        .find((line) => line.startsWith('left: '))
        ?.trimEnd(),
    ).toBe(
      'left: Alerted 14:37 (was 1), Movers 14:35 (was 1), Relative volume 14:35 (was 2), Forum 14:33 (was 1)',
    );
  });

  test('the past shows when it left, and the change of its price until it was last seen', async () => {
    const [tiles, card] = await screensIn(7, ['[[[[[', '/ranm\r']);
    expect(tilesOf('RANM', tiles)).toEqual([
      '1 RANM ◆4+ out 14:37 -2.0%',
      '2 RANM ◆4+ out 14:35 -2.0%',
      '1 RANM ◆4+ out 14:35 -2.0%',
      '1 RANM ◆4+ out 14:33 -2.0%',
    ]);
    expect(placesOf(card)).toEqual([
      'then now',
      'Alerted 1 out 14:37',
      'Movers 1 out 14:35',
      'Relative volume 2 out 14:35',
      'Forum 1 out 14:33',
    ]);
    expect(card).toMatch(/ ◆4 boards {2}-2\.02% since then /);
  });
});

describe('a symbol falls from two boards to none:', () => {
  test('line 3, the log and the card', async () => {
    const [pane, log, , card] = await screensIn(6, ['/eat,aaa\r', 'e', 'q', '/eat\r']);
    expect(linesOf(pane ?? '')[2]).toMatch(/^5m {2}out EAT Movers 2, Search 2 /);
    expect(about('EAT', log)).toEqual([
      '  out  EAT Movers 2, Search 2',
      '14:36  out   EAT     Movers (was 1, there ≥6m)',
      '14:34  out   EAT     Search (was 2, there ≥4m)',
    ]);
    expect(card).toMatch(/^on no board of day {2}\(1 until 14:36\) {2}last seen 14:35: \$19\.50 /m);
  });

  test.each([
    [3, ['2 EAT 2+ 4.2x', '2 EAT 2+ 4.2x'], '2+'],
    [4, ['2 EAT 1+ 4.2x'], '1+ ▼1'],
    [6, [], undefined],
  ])('tiles and confluence in minute %d', async (minute, rows, gained) => {
    const [tiles, confluence] = await screensIn(minute, ['', 'cf']);
    expect(tilesOf('EAT', tiles)).toEqual(rows);
    expect(confluenceOf('EAT', confluence)).toBe(gained);
  });

  test('the past', async () => {
    const [tiles, card] = await screensIn(6, ['[[[', '/eat\r']);
    expect(tilesOf('EAT', tiles)).toEqual(['2 EAT 2+ out 14:34 -1.0%', '2 EAT 2+ out 14:36 -1.0%']);
    expect(placesOf(card)).toEqual(['then now', 'Movers 2 out 14:36', 'Search 2 out 14:34']);
    expect(card).toMatch(/ 2 boards {2}-1\.02% since then /);
  });
});

describe('a board that is absent for a minute changes nothing:', () => {
  test.each([4, 5])('in minute %d', async (minute) => {
    const isAbsent = minute === 4;
    const [tiles, log, , confluence, , sho, , , only] = await screensIn(minute, [
      ...['', 'e', 'q', 'cf', 'q', '/sho\r', '\x1b', '\x1b', '/only\r'],
    ]);
    for (const symbol of ['SHO', 'ONLY']) {
      expect(linesOf(tiles ?? '')[2]).not.toContain(symbol);
      expect(about(symbol, log)).toEqual([]);
    }
    expect(tiles?.includes(' not in this snapshot')).toBe(isAbsent);
    const rows = ['1 SHO ◆3+ 4.2x', '1 SHO ◆3+ 4.2x', '1 SHO ◆3+ 4.2x'];
    expect(tilesOf('SHO', tiles)).toEqual(isAbsent ? rows.slice(1) : rows);
    expect(tilesOf('ONLY', tiles)).toEqual(isAbsent ? [] : ['2 ONLY 1+ 4.2x']);
    expect(about('SHO', confluence)).toEqual([
      expect.stringMatching(/ ◆3\+ .* Forum 1 · Search 1 · Shorted 1$/),
    ]);
    expect(about('ONLY', confluence)).toEqual([expect.stringMatching(/ 1\+ .* Shorted 2$/)]);
    expect([confluenceOf('SHO', confluence), confluenceOf('ONLY', confluence)]).toEqual(['◆3+', '1+']);
    expect(sho).toMatch(/ ◆3 boards {2}price/);
    expect(placesOf(sho)).toEqual(['now', 'Forum 1', 'Search 1', 'Shorted 1']);
    expect(only).toMatch(/ 1 board {2}price/);
    expect(placesOf(only)).toEqual(['now', 'Shorted 2']);
    for (const card of [sho, only]) expect(card).not.toMatch(/left:|until|on no board/);
  });

  test('in the past, where the rank now comes from the last snapshot with the board', async () => {
    const [tiles, sho, , , only] = await screensIn(4, ['[', '/sho\r', '\x1b', '/\x15only\r', '\r']);
    expect(tilesOf('SHO', tiles)).toEqual(Array(3).fill('1 SHO ◆3+ = -0.5%'));
    expect(tilesOf('ONLY', tiles)).toEqual(['2 ONLY 1+ = 0.0%']);
    expect(placesOf(sho)).toEqual(['then now', 'Forum 1 =', 'Search 1 =', 'Shorted 1 =']);
    expect(placesOf(only)).toEqual(['then now', 'Shorted 2 =']);
  });

  test('in the past of that minute', async () => {
    const [tiles, sho] = await screensIn(5, ['[', '/sho\r']);
    expect(tiles).toContain(' not in this snapshot');
    expect(tilesOf('SHO', tiles)).toEqual(['1 SHO ◆3+ = -0.5%', '1 SHO ◆3+ = -0.5%']);
    expect(placesOf(sho)).toEqual(['then now', 'Forum 1 =', 'Search 1 =', 'Shorted 1 =']);
  });
});

test('plain sentences report losses, but not the absent board', async () => {
  const { stdout } = await runCli('watch -n 60 --plain --count 8', fallingMarket());
  const sentences = linesOf(stdout.slice(stdout.indexOf('14:33:00')));
  expect(sentences.map((line) => line.replace(/ {2}top play {2}(\S+) .*?( {2}was \S+)?$/, ' $1$2'))).toEqual([
    '14:33:00 UTC  day RANM',
    '  RANM out of Forum (was 1)',
    '14:34:00 UTC  day RANM',
    '  EAT out of Search (was 2)',
    '14:35:00 UTC  day OSP  was RANM',
    '  RANM out of Movers (was 1)',
    '  RANM out of Relative volume (was 2)',
    '14:36:00 UTC  day OSP',
    '  EAT out of Movers (was 1)',
    '14:37:00 UTC  day OSP',
    '  RANM out of Alerted (was 1)',
  ]);
});

/** Returns line 2 in widths from 120 down to 30 columns. */
async function topLines(): Promise<ReadonlyArray<string>> {
  const widths = Array.from({ length: 91 }, (_, index) => 120 - index);
  const script: Script = widths.flatMap((width, index) => [
    [210 + index / 5, (pane) => pane.resize(width, 12)],
    [210.1 + index / 5, shoot(String(width))],
  ]);
  const options = { ...fallingMarket(), columns: 130, rows: 12 };
  const played = await play('watch', [...script, [235, press('\x03')]], options);
  const screens: Array<string> = [];
  for (const width of widths) screens.push(await played.screen(String(width)));
  return screens.map((screen) => lineOf(screen, 2));
}

test('a wider pane shows no fewer facts in line 2, with the reasons in the order of the service', async () => {
  const facts = ['◆3+', 'was ◆4', '14:33', 'for 3 min', 'top mover', 'high relative volume'];
  const lines = await topLines();
  const known = lines.map((line) => facts.findIndex((fact) => !line.includes(fact)));
  const counts = known.map((first) => (first < 0 ? facts.length : first));
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  expect(new Set(counts)).toEqual(new Set([6, 5, 4, 3, 2, 1]));
  for (const [index, line] of lines.entries())
    expect(facts.slice(counts[index]).filter((fact) => line.includes(fact))).toEqual([]);
});

test('line 2 says for an hour that the number of boards of the top play changed', async () => {
  const service = minuteService((minute) => {
    const row = { symbol: 'AAA', boards: minute < 3 ? 4 : 3, bias: 'neutral' };
    return { boards: { movers: [rowOf(row)] }, topPlay: topPlayOf(row) };
  });
  const script: Script = [
    [63 * 60 + 30, shoot('63')],
    [64 * 60 + 30, shoot('64')],
    [64 * 60 + 31, press('\x03')],
  ];
  const played = await play('watch', script, service);
  expect(lineOf(await played.screen('63'), 2)).toContain(' ◆3, was ◆4 14:33');
  expect(lineOf(await played.screen('64'), 2)).toMatch(/ ◆3 {2}top mover/);
});

test('the pane reports that no symbol is the top play any more, as it reports a new one', async () => {
  const service = minuteService((minute) => ({
    ...boardsOf({ movers: 'AAA' }),
    topPlay: minute < 2 ? topPlayOf() : null,
  }));
  const [pane = '', log = ''] = await screensFrom(150, ['', 'e'], service);
  expect(lineOf(pane, 2)).toMatch(/^TOP {2}No symbol qualifies right now\. {2,}new, was AAA$/);
  expect(lineOf(pane, 3)).toMatch(/^2m {2}★ none /);
  expect(log).toMatch(/^ {2}top {2}none \(was AAA\)$/m);
});

test.each([
  ['one board', ['b \r', 'cf', 'q', '/ranm\r']],
  ['all boards', ['ba\r', 'cf', 'q', '/ranm\r']],
])('with %s hidden, only tiles are missing', async (_, keys) => {
  const [tiles = '', confluence = '', , card = ''] = await screensIn(2, keys);
  expect(tiles).not.toMatch(/^Alerted ─/m);
  expect(confluence).toMatch(/RANM .* ◆4\+ .* Alerted 1 · Movers 1 · Forum 1 ·/);
  expect(confluence).toContain(' AAA ');
  expect(card).toMatch(/^Alerted +1 /m);
});
