import { expect, test } from 'vitest';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { play, press, type Script, screensAfter, screensFrom, shoot } from '../support/play.ts';

/**
 * DUK is second on Movers of day and (a minute later) scalp, third on Search of swing, absent from position.
 */
const service = () =>
  minuteService((minute, timeframe) => {
    if (timeframe === 'swing') return boardsOf({ movers: 'SSS TTT UUU', search: 'VVV WWW DUK' });
    if (timeframe === 'scalp') return boardsOf({ movers: minute < 2 ? 'XXX YYY' : 'XXX YYY DUK' });
    if (timeframe === 'position') return boardsOf({ movers: 'PPP QQQ' });
    return boardsOf({ movers: 'AAA DUK BBB', search: minute < 2 ? 'CCC' : 'CCC DUK' });
  });

const selectedOn = (screen: string) => screen.match(/▸\S+/g) ?? [];
const boardOf = (screen: string) => {
  const lines = screen.split('\n');
  const row = lines.findIndex((line) => line.includes('▸'));
  const left = (lines[row] ?? '').indexOf('▸') < 50;
  const titles = lines.slice(0, Math.max(0, row)).findLast((line) => line.includes(' ─')) ?? '';
  return (left ? titles : titles.slice(50)).trim().split(' ')[0];
};
const footerOf = (screen: string) => screen.trimEnd().split('\n').at(-1) ?? '';

test('the selected row follows its symbol into other timeframes, polled or not, and back', async () => {
  const screens = await screensAfter('watch', ['jj', '3', '2', '3'], service());
  expect(screens.map(selectedOn)).toEqual([['▸DUK'], ['▸DUK'], ['▸DUK'], ['▸DUK']]);
  expect(screens.map(boardOf)).toEqual(['Movers', 'Search', 'Movers', 'Search']);
});

test.each([
  ['a key', '4', '2'],
  ['Tab', '\t\t', '\x1b[Z\x1b[Z'],
])(
  'if the symbol is on no board, nothing is selected and a message says so; the way back selects it again: %s',
  async (_, there, back) => {
    const screens = await screensAfter('watch', ['jj', there, 'y', back], service());
    expect(screens.map(selectedOn)).toEqual([['▸DUK'], [], [], ['▸DUK']]);
    expect(footerOf(screens[1] ?? '')).toMatch(/ DUK is on no board of position *$/);
    expect(footerOf(screens[2] ?? '')).toContain('select a row first');
  },
);

test.each([
  ['a key that does nothing', '4x', / DUK is on no board of position *$/],
  ['the same key', '44', / DUK is on no board of position *$/],
  ['a key with a message', '4s', / since 15m: /],
])(
  'keys of one read: a lost symbol is reported, unless a later message replaces it: %s',
  async (_, keys, footer) => {
    const screens = await screensAfter('watch -t all', ['jj', keys], service());
    expect(selectedOn(screens[1] ?? '')).toEqual([]);
    expect(footerOf(screens[1] ?? '')).toMatch(footer);
  },
);

test('a symbol that enters the other timeframe later is not selected there', async () => {
  const script: Script = [
    [60, press('jj1')],
    [63, shoot('gone')],
    [200, shoot('later')],
    [201, press('2')],
    [202, shoot('back')],
    [203, press('\x03')],
  ];
  const played = await play('watch -t scalp,day', [[59, press('2')], ...script], service());
  expect(footerOf(await played.screen('gone'))).toMatch(/ DUK is on no board of scalp *$/);
  expect(await played.screen('later')).toMatch(/ DUK /);
  expect(selectedOn(await played.screen('later'))).toEqual([]);
  expect(selectedOn(await played.screen('back'))).toEqual([]);
});

test('a symbol outside the zoomed board is reported as not among the rows, not as on no board', async () => {
  const [, zoomed = ''] = await screensAfter('watch', ['jjz', '3'], service());
  expect(zoomed).toMatch(/^Movers ─/m);
  expect(selectedOn(zoomed)).toEqual([]);
  expect(footerOf(zoomed)).toMatch(/ DUK is not in this view *$/);
});

test('a symbol below the rows of its tile is reported as there', async () => {
  const boards = (timeframe: string) => ({ movers: timeframe === 'day' ? 'DUK' : 'A B C D E F G DUK' });
  const listing = minuteService((_, timeframe) => boardsOf(boards(timeframe)));
  const [, swing = '', filtered = ''] = await screensAfter('watch', ['j', '3', '/a\r'], {
    ...listing,
    rows: 10,
  });
  expect(swing).not.toMatch(/^\d.* DUK/m);
  expect(footerOf(swing)).toMatch(/ DUK is below the rows shown *$/);
  expect(footerOf(filtered)).not.toContain('below');
});

test('the same holds in the confluence view', async () => {
  const screens = await screensAfter('watch', ['jjcfj', '3', '4'], service());
  const [symbol = ''] = selectedOn(screens[0] ?? '');
  expect(symbol).not.toBe('');
  expect(footerOf(screens[1] ?? '')).toContain(`${symbol.slice(1)} is on no board of swing`);
});

test('when the symbol leaves its board, the nearest row is selected', async () => {
  const leaving = minuteService((minute) => boardsOf({ movers: minute < 2 ? 'AAA DUK BBB' : 'AAA CCC BBB' }));
  const script: Script = [
    [20, press('jj')],
    [21, shoot('before')],
    [150, shoot('after')],
    [151, press('\x03')],
  ];
  const played = await play('watch', script, leaving);
  expect(selectedOn(await played.screen('before'))).toEqual(['▸DUK']);
  expect(selectedOn(await played.screen('after'))).toEqual(['▸CCC']);
});

test('the selected row follows its symbol back and forward in time, onto other boards, and over times without it', async () => {
  const moving = minuteService((minute) =>
    boardsOf({
      movers: minute === 3 ? 'AAA DUK BBB' : 'AAA CCC BBB',
      search: minute === 1 ? 'EEE FFF DUK' : 'EEE FFF GGG',
    }),
  );
  const keys = ['jj', '[', '[', '[', ']]', ']'];
  const script = keys.flatMap(
    (key, index): Script => [
      [200 + index, press(key)],
      [200.5 + index, shoot(String(index))],
    ],
  );
  const played = await play('watch', [...script, [207, press('\x03')]], moving);
  const screens = [];
  for (const index of keys.keys()) screens.push(await played.screen(String(index)));
  expect(screens.map(selectedOn)).toEqual([['▸DUK'], [], ['▸DUK'], [], [], ['▸DUK']]);
  expect(footerOf(screens[1] ?? '')).toMatch(/ DUK was on no board of day then *$/);
  expect(boardOf(screens[2] ?? '')).toBe('Search');
  expect(boardOf(screens[5] ?? '')).toBe('Movers');
});

test('the arrows select one entry of the log after the other, even if all are of one symbol', async () => {
  const listed = (isListed: boolean) => (isListed ? 'AAA DUK' : 'AAA');
  const climbing = minuteService((minute) =>
    boardsOf({ movers: listed(minute >= 2), rvol: listed(minute >= 4), search: listed(minute >= 6) }),
  );
  const screens = await screensFrom(500, ['ej', 'j', 'j', 'k'], climbing);
  const selected = screens.map((screen) => screen.match(/^(\d\d:\d\d) .*▸DUK/m)?.[1]);
  expect(selected).toEqual(['14:36', '14:34', '14:32', '14:34']);
});

test('the selected row moves with pages, so that z zooms a board on the screen', async () => {
  const boards = Object.fromEntries(
    ['movers', 'rvol', 'forum', 'search'].map((key) => [
      key,
      [1, 2, 3, 4, 5].map((rank) => `${key[0]}${rank}`).join(' '),
    ]),
  );
  const low = { ...minuteService(() => boardsOf(boards)), columns: 40, rows: 12 };
  const screens = await screensAfter('watch', ['jj', '\x1b[6~', 'z', 'q', 'G', 'g'], low);
  expect(screens.map(selectedOn)).toEqual([['▸m2'], ['▸r2'], ['▸r2'], ['▸r2'], ['▸s2'], ['▸m2']]);
  expect(screens[2]).toMatch(/^Relative volume ─/m);
});
