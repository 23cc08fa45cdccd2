import { expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import type { Cell } from '../support/emulator.ts';
import { describeScreen, goldenFolder } from '../support/golden.ts';
import { MARKET_DATE, marketFrom, marketSnapshot, recordedMarket, timeOf } from '../support/market.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';

const golden = goldenFolder('footers');

const ENTER = '\r';
const ESCAPE = '\x1b';
const CTRL_U = '\x15';
const CTRL_W = '\x17';
const BACKSPACE = '\x7f';
const SHIFT_TAB = '\x1b[Z';

/** One item is pressed each half second. */
const KEYS: ReadonlyArray<string> = [
  ...['', 's', 's', 's', 's', 'x', 'r', '', ' ', 'j', ' ', ESCAPE],
  ...['[', '[', '[[[[[[[[', '[', ']', 's', 'y', 'j', 'y', ESCAPE, ']'],
  ...['@', '1x?', BACKSPACE, ENTER, '@25:99\r', '@23:00\r', '@00:01\r', '@\r', '@13:30\r', '@2m\r', '@now\r'],
  ...['n', 'bords >= ', CTRL_W, `x!${ENTER}`, CTRL_U, `boards>=4,NOVA${ENTER}`, 'n', `${CTRL_U}pins${ENTER}`],
  ...[`n${CTRL_U}Pins${ENTER}`, ESCAPE, `n${CTRL_U}buzz+entered${ENTER}`, ESCAPE, `n${CTRL_U}${ENTER}`],
  ...['/', 'zo', `?!${'x'.repeat(300)}`, ESCAPE, '/R&R,ZO\r', ESCAPE, '/nonsuch\r', ESCAPE],
  ...['y', 'o', '*', 'j', 'y', 'o', '*', '*', ESCAPE],
  ...[ENTER, ENTER, '*', '*', 's', 'o', 'y', 'z', 'z', 'q'],
  ...['c', 's', 'j', 'f', 'q', 'e', 's', 'f', 'f', 'j', 'q', 'z', 'l', 'q'],
  ...['b', ' ', 'j', ' ', 'q', 'jl*', ESCAPE, 'ba', 'q', 'ba', 'q', '?', 'j', 'q'],
  ...['4', '', '\t', SHIFT_TAB, '1', '2', '2', '9'],
];

const REPLAY_KEYS: ReadonlyArray<string> = [
  ...['', 's', 's', 's', ' ', '[', '[[[[[[', '[', ']', 'r', 'n', '4', '\t', '\t', ' ', ''],
  ...['@23:00\r', '@13:30\r', '@15m\r', '@15:00\r', '@20:30\r', ']', ' ', '[', '\r', 'q', ' ', ''],
  ...['', '', '', '', ' ', ']', 's', 's'],
];

/** The last line of the screen after each item, with its styles. */
async function footersOf(command: string, keys: ReadonlyArray<string>, start: number, options: PaneOptions) {
  const script: Script = [
    ...keys.flatMap((key, index): Script => {
      const at = start + index / 2;
      return [[at, (pane) => key !== '' && pane.press(key)] as const, [at + 0.3, shoot(String(index))]];
    }),
    [start + keys.length, press('\x03')],
  ];
  const played = await play(command, script, options);
  // No key has closed the pane.
  expect(played.exitCode).toBe(130);
  const rows: Array<ReadonlyArray<Cell>> = [];
  for (const index of keys.keys()) rows.push((await played.cellsWithin(String(index))).at(-1) ?? []);
  const [, ...lines] = (await describeScreen(rows)).split('\n');
  const footers = lines.join('\n').split(/^(?=\|)/m);
  return keys
    .map((key, index) => `${JSON.stringify(key.replace(/x{99,}/, 'xxx…'))}\n${footers[index]}`)
    .join('');
}

test.each([120, 44])('the last line of a pane of %d columns after keys', async (columns) => {
  const env = { TERM: 'xterm-256color' };
  const seconds = (timeOf('13:33:05') - timeOf('13:28:20')) / 1000;
  const options = { ...marketFrom('13:28:20'), columns, rows: 24, env };
  await golden.matches(`watch-${columns}`, await footersOf('watch -t day,swing', KEYS, seconds, options));
});

test.each([120, 44])('the last line of a replay of %d columns after keys', async (columns) => {
  const env = { TERM: 'xterm-256color', BOARDS_DATA_DIR: recordedMarket() };
  const options = { ...marketFrom('20:00'), columns, rows: 24, env };
  const command = `replay ${MARKET_DATE} -t day,swing`;
  await golden.matches(`replay-${columns}`, await footersOf(command, REPLAY_KEYS, 2.2, options));
});

test('the last line of a pane with each baseline', async () => {
  const footers: Array<string> = [];
  for (const since of ['90s', '24h', 'last', 'start']) {
    const env = { TERM: 'xterm-256color' };
    const command = `watch --since ${since}`;
    const options = { ...marketFrom('13:28:20'), columns: 120, rows: 24, env };
    footers.push(`${command}\n${await footersOf(command, ['', 's', 's', 's', 's'], 285, options)}`);
  }
  await golden.matches('baselines', footers.join(''));
});

const refused: Transport = async () => {
  throw new NetworkError('cannot connect to boards.example:443: connection refused (ECONNREFUSED)', {
    reason: 'connection refused',
  });
};

/** Each snapshot has other rows, but none has a time. */
function withoutTimes(): Transport {
  let count = 0;
  return async () =>
    responseOf(200, { ...marketSnapshot('day', count++ % 2 === 0 ? '13:28' : '13:33'), asOf: 'soon' });
}

test.each([
  ['no data', refused, ['j', ENTER, 'z', 'y', '*', 'e', 'q', 'c', 'q', 'b', 'q', 'r', '']],
  ['no times', withoutTimes(), ['j', ENTER, 'q', 'z', 'q', 'e', 'q', 'y', 'b', ' ', 'q', 'r', '']],
])('the last line of a pane with %s', async (name, transport, keys) => {
  const all = ['', 's', 's', 's', 's', '@13:30\r', '[', ']', ...keys];
  const options = { ...marketFrom('13:28:20'), transport, columns: 120, rows: 24, env: { TERM: 'xterm' } };
  await golden.matches(name.replace(' ', '-'), await footersOf('watch -n 60', all, 150, options));
});
