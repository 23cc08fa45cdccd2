import { expect, test } from 'vitest';
import { type ColorWhen, colorLevel, hasTitle, outputWidth, paneWidth } from '../../src/text/capabilities.ts';

const TTY = { write: () => true, isTTY: true };
const PIPE = { write: () => true };

type Row = readonly [
  when: ColorWhen | false,
  output: 'tty' | 'pipe',
  env: Record<string, string>,
  level: ReturnType<typeof colorLevel>,
];

test.each<Row>([
  ['auto', 'tty', {}, 1],
  ['auto', 'tty', { TERM: 'xterm' }, 1],
  ['auto', 'tty', { TERM: 'xterm-256color' }, 2],
  ['auto', 'tty', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 3],
  ['auto', 'tty', { COLORTERM: '24bit' }, 3],
  ['auto', 'tty', { TERM: 'xterm-kitty' }, 3],
  ['auto', 'tty', { TERM: 'xterm-ghostty' }, 3],
  ['auto', 'tty', { WT_SESSION: 'a' }, 3],
  ['auto', 'tty', { TERM: 'dumb' }, 0],
  ['auto', 'tty', { TERM: 'dumb', COLORTERM: 'truecolor' }, 0],
  ['auto', 'pipe', {}, 0],
  ['auto', 'pipe', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 0],
  ['auto', 'tty', { NO_COLOR: '1' }, 'mono'],
  ['auto', 'tty', { NO_COLOR: '0' }, 'mono'],
  ['auto', 'tty', { NO_COLOR: '1', TERM: 'dumb' }, 0],
  ['auto', 'pipe', { NO_COLOR: '1' }, 0],
  ['auto', 'tty', { NO_COLOR: '' }, 1],
  ['auto', 'pipe', { FORCE_COLOR: '1' }, 1],
  ['auto', 'pipe', { FORCE_COLOR: 'true', TERM: 'xterm-256color' }, 2],
  ['auto', 'pipe', { FORCE_COLOR: '2' }, 2],
  ['auto', 'pipe', { FORCE_COLOR: '3' }, 3],
  ['auto', 'pipe', { FORCE_COLOR: '' }, 0],
  ['auto', 'tty', { FORCE_COLOR: '0' }, 'mono'],
  ['auto', 'tty', { FORCE_COLOR: 'false' }, 'mono'],
  ['auto', 'pipe', { FORCE_COLOR: '0' }, 0],
  ['auto', 'tty', { FORCE_COLOR: '1', TERM: 'dumb' }, 1],
  ['auto', 'tty', { NO_COLOR: '1', FORCE_COLOR: '3' }, 'mono'],
  ['auto', 'pipe', { NO_COLOR: '1', FORCE_COLOR: '3' }, 0],
  ['auto', 'pipe', { NO_COLOR: '', FORCE_COLOR: '3' }, 3],
  ['always', 'pipe', {}, 1],
  ['always', 'pipe', { NO_COLOR: '1', FORCE_COLOR: '0', TERM: 'dumb' }, 1],
  ['always', 'tty', { TERM: 'xterm-256color' }, 2],
  ['never', 'tty', {}, 'mono'],
  ['never', 'tty', { FORCE_COLOR: '3', COLORTERM: 'truecolor' }, 'mono'],
  [false, 'tty', {}, 'mono'],
  ['never', 'tty', { TERM: 'dumb' }, 0],
  [false, 'pipe', { FORCE_COLOR: '3' }, 0],
])('--color %s on a %s with %j: level %s', (when, output, env, level) => {
  expect(colorLevel(when, output === 'tty' ? TTY : PIPE, { env, platform: 'linux' })).toBe(level);
});

test('stdout and stderr have separate levels', () => {
  const place = { env: { TERM: 'xterm-256color' }, platform: 'linux' };
  expect([colorLevel('auto', PIPE, place), colorLevel('auto', TTY, place)]).toEqual([0, 2]);
});

test.each([
  ['auto', TTY, {}, 3],
  ['auto', PIPE, {}, 0],
  ['auto', TTY, { NO_COLOR: '1' }, 'mono'],
  ['auto', TTY, { TERM: 'xterm-256color' }, 2],
] as const)('on Windows, %s with %j and %j: level %s', (when, output, env, level) => {
  expect(colorLevel(when, output, { env, platform: 'win32' })).toBe(level);
});

test.each([
  [
    true,
    [
      'xterm-256color',
      'tmux-256color',
      'screen',
      'alacritty',
      'foot',
      'rxvt-unicode',
      'xterm-kitty',
      'st-256color',
    ],
  ],
  [false, ['linux', 'dumb', 'vt100', 'vt220', 'ansi', 'eterm-color', 'cons25', undefined]],
])('a terminal has a title: %s, for TERM in %j', (expected, terms) => {
  for (const TERM of terms) expect(hasTitle({ env: { TERM }, platform: 'linux' }), TERM).toBe(expected);
});

test('the consoles of Windows, which set no TERM, have a title', () => {
  expect(hasTitle({ env: {}, platform: 'win32' })).toBe(true);
});

test.each([
  [undefined, 80],
  [0, 80],
  [-1, 80],
  [Number.NaN, 80],
  [Number.POSITIVE_INFINITY, 80],
  [1, 20],
  [19, 20],
  [21, 21],
  [80.9, 80],
  [999, 999],
  [1001, 1000],
])('a pane in %s columns has a width of %d', (columns, width) => {
  expect(paneWidth(columns)).toBe(width);
});

test.each([
  [120, '40', 120],
  [undefined, '40', 40],
  [0, '40', 40],
  [undefined, '99999', 1000],
  [undefined, '100000', 80],
  [undefined, '4x', 80],
  [undefined, '', 80],
])('output in %s columns with COLUMNS=%s has a width of %d', (columns, COLUMNS, width) => {
  expect(outputWidth({ columns }, { COLUMNS })).toBe(width);
});
