import { describe, expect, test } from 'vitest';
import { KEY_BINDINGS } from '../../src/watch/key-bindings.ts';
import { pressKey } from '../../src/watch/keys.ts';
import { type Effect, initialViewState, timeframesToPoll, type ViewState } from '../../src/watch/state.ts';
import { viewportOf } from '../support/viewport.ts';

/** Two tiles side by side on a screen of one row of tiles, and one below. */
const viewport = viewportOf(['movers AAA BBB CCC', 'rvol DDD AAA EEE', 'search FFF GGG'], {
  columns: 2,
  pageLines: 4,
});
const BELOW = 4;

/** Presses the keys, separated by spaces, and returns the state and the last effect. */
function press(keys: string, start: Partial<ViewState> = {}) {
  let state: ViewState = { ...initialViewState({ timeframes: ['day'] }), ...start };
  let effect: Effect | undefined;
  for (const key of keys.split(' '))
    ({ state, effect } = pressKey(state, key === 'space' ? ' ' : key, viewport));
  return { ...state, effect };
}

type Expected = Partial<ViewState> & { readonly effect?: Effect | undefined };

describe('in the pane, pressing', () => {
  test.each<[string, Expected]>([
    ['ctrl-c', { effect: 'interrupt' }],
    ['ctrl-\\', { effect: 'abort' }],
    ['ctrl-z', { effect: 'suspend' }],
    ['r', { effect: 'poll' }],
    ['space', { paused: true, effect: 'pause' }],
    ['space space', { paused: false, effect: 'pause' }],
    ['3', { timeframe: 'swing', effect: 'timeframe' }],
    ['2', { timeframe: 'day', effect: undefined }],
    ['tab', { timeframe: 'swing', effect: 'timeframe' }],
    ['shift-tab', { timeframe: 'scalp', effect: 'timeframe' }],
    ['pagedown', { scroll: BELOW }],
    ['pagedown pagedown', { scroll: BELOW }],
    ['pagedown pageup', { scroll: 0 }],
    ['G', { scroll: BELOW }],
    ['end', { scroll: BELOW }],
    ['G g', { scroll: 0 }],
    ['end home', { scroll: 0 }],
    ['?', { mode: 'help' }],
    ['? ?', { mode: 'view' }],
    ['x', { mode: 'view', effect: undefined }],
    ['/ n v', { mode: 'filter', filter: 'NV', effect: undefined }],
    ['/ q r', { filter: 'QR', effect: undefined }],
    ['/ b / u', { mode: 'filter', filter: 'B/U' }],
    ['/ n v backspace enter', { mode: 'view', filter: 'N' }],
    ['/ n v ctrl-u', { mode: 'filter', filter: '' }],
    ['/ n ctrl-c', { effect: 'interrupt' }],
    ['z /', { mode: 'filter', zoom: 'movers' }],
  ])('%s sets the expected state', (keys, expected) => {
    expect(press(keys)).toMatchObject(expected);
  });

  test('Tab cycles through the timeframes of the command line if there are several', () => {
    const start = { timeframes: ['day', 'investing'] as const, timeframe: 'day' as const };
    expect(press('tab', start).timeframe).toBe('investing');
    expect(press('tab tab', start).timeframe).toBe('day');
  });

  test('a digit polls the shown timeframe, and those of the command line if there are several', () => {
    expect(timeframesToPoll(press('3'))).toEqual(['swing']);
    expect(timeframesToPoll(press('3', { timeframes: ['day', 'scalp'] }))).toEqual(['day', 'scalp', 'swing']);
    expect(timeframesToPoll(press('1', { timeframes: ['day', 'scalp'] }))).toEqual(['day', 'scalp']);
  });

  test('any key triggers at most one binding', () => {
    const keys = KEY_BINDINGS.flatMap((binding) => binding.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('arrows and h j k l select a row:', () => {
  const row = (board: string, symbol: string, index: number, scroll = 0): Expected => ({
    selectedRow: { board, symbol, index },
    scroll,
  });

  test.each<[string, Expected]>([
    ['j', row('movers', 'AAA', 0)],
    ['up', row('movers', 'AAA', 0)],
    ['j j down', row('movers', 'CCC', 2)],
    ['j j k', row('movers', 'AAA', 0)],
    ['j j l', row('rvol', 'AAA', 1)],
    ['j right l', row('rvol', 'DDD', 0)],
    ['j j right left', row('movers', 'BBB', 1)],
    ['j j j j', row('search', 'FFF', 0, BELOW)],
    ['j j j j j j', row('search', 'GGG', 1, BELOW)],
    ['j j j j k', row('movers', 'CCC', 2)],
    ['j l j j j', row('rvol', 'EEE', 2)],
    ['pagedown j', row('search', 'FFF', 0, BELOW)],
    // What has left the screen is not selected any more.
    ['j pagedown', { selectedRow: null, scroll: BELOW }],
    ['j pagedown j', row('search', 'FFF', 0, BELOW)],
    ['j G k', row('search', 'FFF', 0, BELOW)],
    ['pagedown j pageup', { selectedRow: null, scroll: 0 }],
    ['j j G g', { selectedRow: null, scroll: 0 }],
  ])('%s', (keys, expected) => {
    expect(press(keys)).toMatchObject(expected);
  });

  test.each<[string, Expected]>([
    ['? j', { coverScroll: BELOW, overlayScroll: 0 }],
    ['? down', { coverScroll: BELOW, overlayScroll: 0 }],
  ])('%s scrolls what covers the boards, and selects none', (keys, expected) => {
    expect(press(keys)).toMatchObject({ selectedRow: null, scroll: 0, ...expected });
  });
});

describe('z zooms', () => {
  test.each<[string, Expected]>([
    ['z', { zoom: 'movers' }],
    ['j l z', { zoom: 'rvol' }],
    ['pagedown z', { zoom: 'search' }],
    ['z right', { zoom: 'rvol' }],
    ['z l l', { zoom: 'search' }],
    ['z l l l', { zoom: 'search' }],
    ['z l h', { zoom: 'movers' }],
    ['z left', { zoom: 'movers' }],
    ['j z l', { zoom: 'rvol', selectedRow: null }],
    ['z 3', { zoom: null, timeframe: 'swing' }],
    ['pagedown z z', { zoom: null, scroll: BELOW }],
    ['pagedown z pageup z', { zoom: null, scroll: BELOW }],
    ['z b space enter', { zoom: null }],
  ])('%s', (keys, expected) => {
    expect(press(keys)).toMatchObject(expected);
  });
});

describe('Enter opens a card:', () => {
  const card = (symbol: string, scroll = 0): Expected => ({ card: { symbol, scroll } });

  test.each<[string, Expected]>([
    ['j enter', card('AAA')],
    ['j j l enter', card('AAA')],
    ['enter', { card: null, effect: 'no-symbol' }],
    ['j enter enter', card('AAA')],
    ['j enter j', card('AAA', BELOW)],
    ['j enter pagedown', card('AAA', BELOW)],
    ['j enter G g', card('AAA')],
    ['j enter l', card('AAA')],
    ['j enter G ? G q', { ...card('AAA', BELOW), coverScroll: 0 }],
    ['j enter G 3', { ...card('AAA'), timeframe: 'swing', effect: 'timeframe' }],
    ['j enter G tab', { ...card('AAA'), timeframe: 'swing' }],
    ['j z enter', { ...card('AAA'), zoom: 'movers' }],
    ['j z enter 3 q', { card: null, zoom: null, timeframe: 'swing' }],
    ['j enter /', { ...card('AAA'), mode: 'filter' }],
    ['j enter G / z escape', { ...card('AAA', BELOW), mode: 'view', filter: '' }],
    ['j enter / z enter', { card: null, mode: 'view', filter: 'Z' }],
    ['j enter e', { card: null, view: 'log' }],
    ['j enter c', { card: null, view: 'confluence' }],
    ['j enter space', { ...card('AAA'), paused: true }],
    ['j enter b', { ...card('AAA'), mode: 'view' }],
    ['j enter s', { ...card('AAA'), since: 'last', effect: undefined }],
    ['j enter a', { ...card('AAA'), effect: 'ask' }],
    ['a', { card: null, effect: undefined }],
    ['j enter z', { ...card('AAA'), effect: 'not-listed' }],
  ])('%s', (keys, expected) => {
    expect(press(keys)).toMatchObject(expected);
  });

  test.each(['q', 'escape'])('%s closes it and changes nothing else', (close) => {
    for (const before of ['j j', 'j z', 'pagedown j', 'j space'])
      expect(press(`${before} enter j ${close}`)).toEqual({ ...press(before), effect: undefined });
  });
});

describe('* and y are about the symbol at hand:', () => {
  test.each<[string, Expected]>([
    ['j *', { pins: ['AAA'], effect: 'pinned' }],
    ['j * *', { pins: [], effect: 'unpinned' }],
    ['j * j *', { pins: ['AAA', 'BBB'] }],
    ['j * j * k *', { pins: ['BBB'] }],
    ['j enter *', { pins: ['AAA'], effect: 'pinned' }],
    ['*', { pins: [], effect: 'no-symbol' }],
    ['j * 3', { pins: ['AAA'], timeframe: 'swing' }],
    ['j y', { pins: [], effect: 'copy' }],
    ['y', { effect: 'no-symbol' }],
    ['p', { pinnedOnly: false }],
    ['e p', { pinnedOnly: true, view: 'log' }],
    ['e p p', { pinnedOnly: false }],
    ['c p', { pinnedOnly: false }],
  ])('%s', (keys, expected) => {
    expect(press(keys)).toMatchObject(expected);
  });
});

describe('q and Esc close the topmost view:', () => {
  const TILES: Expected = { mode: 'view', zoom: null, overlayScroll: 0, coverScroll: 0 };

  for (const close of ['q', 'escape']) {
    test.each<[string, Expected]>([
      ['?', TILES],
      ['b', TILES],
      ['z', TILES],
      ['z ?', { mode: 'view', zoom: 'movers' }],
      [`z ? ${close}`, TILES],
    ])(`%s ${close}`, (keys, expected) => {
      const { effect, ...state } = press(`${keys} ${close}`);
      expect(effect).toBeUndefined();
      expect(state).toMatchObject(expected);
    });
  }

  test.each(['q', 'j q', '/ n enter q', 'space q', 'z q q', '? q q', 'b q q', 'z ? q q q'])(
    '%s quits',
    (keys) => {
      expect(press(keys).effect).toBe('quit');
    },
  );

  test.each<[string, Expected]>([
    ['escape', { selectedRow: null, filter: '' }],
    ['/ n v escape', { mode: 'view', filter: '' }],
    ['/ n v enter escape', { filter: '' }],
    ['/ n enter j escape', { selectedRow: null, filter: 'N' }],
    ['/ n enter j escape escape', { selectedRow: null, filter: '' }],
    ['/ n enter j pagedown escape', { selectedRow: null, filter: '' }],
    [
      '/ n enter j z escape',
      { zoom: null, filter: 'N', selectedRow: { board: 'movers', symbol: 'AAA', index: 0 } },
    ],
  ])('%s closes, then unselects the row, then clears the filter, and never quits', (keys, expected) => {
    const { effect, ...state } = press(keys);
    expect(effect).toBeUndefined();
    expect(state).toMatchObject(expected);
  });
});

describe('in the help', () => {
  test.each(['x', '3', 'r', 'space', 'z', 'w', 't', 'b', '/', 'enter', 'tab', '*', 'y', 'a', 'p'])(
    '%s does nothing',
    (key) => {
      expect(press(`? ${key}`)).toEqual(press('?'));
    },
  );
});

describe('in the list of boards', () => {
  test.each<[string, Expected]>([
    ['b down', { cursor: 1 }],
    ['b G', { cursor: 2 }],
    ['b end', { cursor: 2 }],
    ['b G g', { cursor: 0, coverScroll: 0 }],
    ['b end home', { cursor: 0, coverScroll: 0 }],
    ['b pagedown', { cursor: 2 }],
    ['b pagedown pagedown', { cursor: 2 }],
    ['b pagedown pageup', { cursor: 0, coverScroll: 0 }],
    ['b ?', { mode: 'help', coverScroll: 0 }],
    ['b ? ?', { mode: 'view' }],
    ['b ? q', { mode: 'view' }],
  ])('%s', (keys, expected) => {
    expect(press(keys)).toMatchObject(expected);
  });
});

describe('the list of boards hides', () => {
  test.each<[string, Expected]>([
    ['b', { mode: 'boards', hiddenBoards: {} }],
    ['b down space enter', { mode: 'view', hiddenBoards: { day: ['rvol'] } }],
    ['b down space space', { hiddenBoards: { day: [] } }],
    ['b j j j j space', { hiddenBoards: { day: ['search'] } }],
    ['b j k k space', { hiddenBoards: { day: ['movers'] } }],
    ['b a', { hiddenBoards: { day: ['movers', 'rvol', 'search'] } }],
    ['b a a', { hiddenBoards: { day: [] } }],
    ['b space b b space', { hiddenBoards: { day: [] } }],
    ['pagedown b q', { scroll: BELOW }],
    ['pagedown b space q', { scroll: 0 }],
    ['b space b 3', { timeframe: 'swing', hiddenBoards: { day: ['movers'] } }],
    ['b space b 3 b j space b', { hiddenBoards: { day: ['movers'], swing: ['rvol'] } }],
  ])('%s', (keys, expected) => {
    expect(press(keys)).toMatchObject(expected);
  });
});
