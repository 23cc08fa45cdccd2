import { describe, expect, test } from 'vitest';
import { KEY_BINDINGS, pressKey } from '../../src/watch/keys.ts';
import {
  type Effect,
  initialViewState,
  timeframesToPoll,
  type Viewport,
  type ViewState,
} from '../../src/watch/state.ts';

const viewport: Viewport = { pageLines: 10, totalLines: 35, boardKeys: ['movers', 'rvol', 'search'] };

/** Presses the keys, separated by spaces, and returns the state and the last effect. */
function press(keys: string, start: Partial<ViewState> = {}) {
  let state: ViewState = { ...initialViewState(['day']), ...start };
  let effect: Effect | undefined;
  for (const key of keys.split(' '))
    ({ state, effect } = pressKey(state, key === 'space' ? ' ' : key, viewport));
  return { ...state, effect };
}

describe('in the pane, pressing', () => {
  test.each<[string, Partial<ViewState> & { effect?: Effect | undefined }]>([
    ['q', { effect: 'quit' }],
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
    ['j j down', { scroll: 3 }],
    ['j j k', { scroll: 1 }],
    ['up', { scroll: 0 }],
    ['pagedown', { scroll: 9 }],
    ['pagedown pagedown pageup', { scroll: 9 }],
    ['G', { scroll: 25 }],
    ['G g', { scroll: 0 }],
    ['G j', { scroll: 25 }],
    ['t', { topOnly: true }],
    ['t t', { topOnly: false }],
    ['?', { mode: 'help' }],
    ['? x', { mode: 'view' }],
    ['? q', { effect: 'quit' }],
    ['x', { mode: 'view', effect: undefined }],
    ['/ n v', { mode: 'filter', filter: 'NV', effect: undefined }],
    ['/ q r', { filter: 'QR', effect: undefined }],
    ['/ n v backspace enter', { mode: 'view', filter: 'N' }],
    ['/ n v escape', { mode: 'view', filter: '' }],
    ['/ n v enter escape', { mode: 'view', filter: '' }],
    ['/ n ctrl-c', { effect: 'interrupt' }],
    ['b', { mode: 'boards' }],
    ['b down space enter', { mode: 'view', hiddenBoards: ['rvol'] }],
    ['b down space space', { hiddenBoards: [] }],
    ['b j j j j space', { hiddenBoards: ['search'] }],
    ['b a', { hiddenBoards: ['movers', 'rvol', 'search'] }],
    ['b a a', { hiddenBoards: [] }],
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
