import { describe, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { SANDBOX_KEY } from '../../src/sandbox/service.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { describeScreen, goldenFolder } from '../support/golden.ts';
import { hostileTransport } from '../support/hostile-snapshot.ts';
import { HOUR_DATE, hourClock, hourTransport, recordedHour } from '../support/hour.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';

const golden = goldenFolder('pane-time');

const ALL_SIZES = ['30x20', '40x30', '80x24', '120x40', '200x50'];
const THREE_SIZES = ['40x30', '80x24', '120x40'];
const TWO_SIZES = ['80x24', '120x40'];

/** Compares the screens that a script has recorded with golden files: `NAME-SIZE`. */
async function keepScreens(args: string, script: Script, size: string, options: PaneOptions): Promise<void> {
  const [columns = 80, rows = 24] = size.split('x').map(Number);
  const names: Array<string> = [];
  const steps: Script = script.map(([seconds, step]) => [
    seconds,
    (pane) => step({ ...pane, shoot: (name) => [names.push(name), pane.shoot(name)] }),
  ]);
  const end = Math.max(...script.map(([seconds]) => seconds)) + 1;
  const env = { TERM: 'xterm-256color', BOARDS_API_KEY: undefined, ...options.env };
  const played = await play(args, [...steps, [end, press('\x03')]], { ...options, env, columns, rows });
  for (const name of names)
    await golden.matches(`${name}-${size}`, describeScreen(await played.cellsWithin(name)));
}

/**
 * The first 41 minutes of a simulated day. Nothing is read from files, which takes real time: the pane would draw others of the
 * snapshots that follow each other at once.
 */
const simulated = (): PaneOptions => ({ clock: createFakeClock(Date.parse('2026-06-03T00:40:30Z')) });

const MINUTES = 60;

/** A live watch of the recorded hour, which begins at a minute of it. */
function live(minute = 0, env: PaneOptions['env'] = {}): PaneOptions {
  const clock = hourClock(minute * MINUTES + 20);
  return { clock, transport: hourTransport(clock), env: { BOARDS_API_KEY: SANDBOX_KEY, ...env } };
}

/** Presses keys from a time on, one a second, with a screen after each that has a name. */
function inTurn(from: number, steps: ReadonlyArray<readonly [keys: string, name?: string]>): Script {
  return steps.flatMap(([keys, name], index) => [
    [from + index, press(keys)] as const,
    ...(name === undefined ? [] : [[from + index + 0.9, shoot(name)] as const]),
  ]);
}

const BACK = '\x1b';

describe('the pane of a replay, cell by cell,', () => {
  test.each(THREE_SIZES)(
    'playing, stopped, going somewhere, stepped back and at its end, in %s',
    async (size) => {
      const script: Script = [
        [3.5, shoot('replay-playing')],
        [3.6, press('@00:2')],
        [3.7, shoot('replay-time-prompt')],
        [3.8, press('0\r')],
        [3.9, shoot('replay-going')],
        [6.5, shoot('replay-went-there')],
        [6.6, press(' ')],
        [8.5, shoot('replay-stopped')],
        [8.6, press('[')],
        [8.7, press('[')],
        [8.8, shoot('replay-stepped-back')],
        [9, press('@01:30\r')],
        [9.5, shoot('replay-time-not-recorded')],
        [10, press('@00:40\r')],
        [12.5, shoot('replay-end')],
        [13, press(' ')],
        [13.5, shoot('replay-no-more')],
      ];
      await keepScreens('replay --sandbox -t day,swing', script, size, simulated());
    },
  );

  test.each(ALL_SIZES)('of a recording, in %s', async (size) => {
    const env = { BOARDS_DATA_DIR: recordedHour(1) };
    const options = { env, clock: hourClock(7200) };
    await keepScreens(`replay ${HOUR_DATE} -t day,swing`, [[5, shoot('replay-recorded')]], size, options);
  });

  // As text, because the log is that of a whole hour.
  test.each([
    ['hour-log', 'day', 'e'],
    ['hour-log-of-all-ranks', 'swing', 'ef'],
  ])('to the end of the hour: %s', async (name, timeframe, keys) => {
    const env = { BOARDS_DATA_DIR: recordedHour(), BOARDS_API_KEY: undefined };
    const script: Script = [
      [2, press('@22:29\r')],
      [70, press(keys)],
      [71, shoot(name)],
      [72, press('\x03')],
    ];
    const options = { env, clock: hourClock(7200), columns: 120, rows: 400 };
    const played = await play(`replay ${HOUR_DATE} -t ${timeframe}`, script, options);
    await golden.matches(name, (await played.screen(name)).replace(/\n{2,}/, '\n'));
  });

  test.each(TWO_SIZES)('from a time on, in %s', async (size) => {
    const script: Script = [
      [0.5, shoot('replay-from')],
      ...inTurn(0.6, [['jz'], ['s', 'replay-from-zoom'], [BACK], ['e', 'replay-from-log']]),
    ];
    await keepScreens('replay --sandbox -t day,swing --from 00:20', script, size, simulated());
  });
});

describe('the pane after a quarter of an hour, cell by cell,', () => {
  test.each(ALL_SIZES)('in %s', async (size) => {
    const now = 17 * MINUTES + 25;
    const script: Script = [
      // The reader is here, and comes back after a pause.
      [15 * MINUTES, press('j')],
      [now - 5, shoot('live-tiles')],
      ...inTurn(now, [
        ['e', 'live-log'],
        [BACK],
        ['z', 'live-zoom'],
        [BACK],
        ['c', 'live-confluence'],
        [BACK],
        ['\r', 'live-card'],
        [BACK],
        ['y', 'live-copied'],
        ['*', 'live-pinned'],
        ['\t', 'live-other-timeframe'],
      ]),
    ];
    await keepScreens('watch -n 60 -t day,swing --since 15m', script, size, live());
  });

  test.each(TWO_SIZES)('in which the market opens, in %s', async (size) => {
    const clock = createFakeClock(Date.parse('2026-06-03T13:25:20Z'));
    const script = inTurn(8 * MINUTES, [
      ['e', 'opened-log'],
      ['\x1b[6~', 'opened-log-paged'],
      ['g'],
      ['j'.repeat(45), 'opened-log-selected'],
    ]);
    await keepScreens('watch -n 60 --sandbox', script, size, { clock });
  });

  test.each(TWO_SIZES)('with what was recorded before it began, in %s', async (size) => {
    const script: Script = [
      [130, shoot('resumed-tiles')],
      ...inTurn(131, [['z', 'resumed-zoom'], [BACK], ['e', 'resumed-log'], [BACK], ['[', 'resumed-past']]),
    ];
    const env = { BOARDS_DATA_DIR: recordedHour(20) };
    await keepScreens('watch -n 60 --since 15m', script, size, live(20, env));
  });

  test.each(['30x20', '80x24'])('when the service limits the rate, in %s', async (size) => {
    const options = live();
    const transport: Transport = async (request) =>
      (options.clock?.monotonic() ?? 0) < 100_000 || options.transport === undefined
        ? (options.transport ?? hourTransport(hourClock()))(request)
        : responseOf(429, { error: 'slow down' }, { 'retry-after': '50' });
    const script: Script = [
      [130, shoot('rate-limited')],
      [400, shoot('rate-limited-for-long')],
    ];
    await keepScreens('watch -n 60 -t day,swing', script, size, { ...options, transport });
  });
});

const OPTIONS = {
  'three-ranks': '-l 3',
  'some-boards': '-b movers,rvol,moneyFlow',
  bearish: '--bias bearish',
  'a-board-of-another-timeframe': '-t day,swing -b buzz',
  'on-three-boards': '--min-boards 3',
  'columns-age-trend': '--columns symbol,age,trend,metric',
  'sorted-by-age': '--sort age',
  'sorted-by-trend': '--sort trend',
  'sorted-by-change': '--sort dayPct --since start',
} as const;

const LATER: Script = [[9 * MINUTES, shoot('tiles')], ...inTurn(9 * MINUTES + 1, [['jz', 'zoom']])];

/** The same script with other names of screens. */
const named = (prefix: string, script: Script): Script =>
  script.map(([seconds, step]) => [
    seconds,
    (pane) => step({ ...pane, shoot: (name) => pane.shoot(`${prefix}-${name}`) }),
  ]);

describe('the pane with options, cell by cell,', () => {
  const cases = Object.entries(OPTIONS).map(([name, options], index) => ({
    ...{ name, options },
    size: TWO_SIZES[index % 2] ?? '',
  }));

  test.each(cases)('with $options in $size', async ({ name, options, size }) => {
    await keepScreens(`watch -n 60 ${options}`, named(name, LATER), size, live());
  });

  const VIEWS = inTurn(130, [
    ['j', 'tiles'],
    ['z', 'zoom'],
    [BACK],
    ['e', 'log'],
    [BACK],
    ['c', 'confluence'],
    [BACK],
    ['\r', 'card'],
    [BACK],
    ['?', 'help'],
  ]);

  test.each(TWO_SIZES)('in ASCII and without colours in %s', async (size) => {
    const env = { NO_COLOR: '1', LC_ALL: 'C' };
    await keepScreens('watch -n 60 -t day,swing', named('ascii', VIEWS), size, live(0, env));
  });

  test.each(['colorblind', 'red-up', 'mono'])('in the colours of %s', async (palette) => {
    const script = named(
      palette,
      inTurn(190, [
        ['j', 'tiles'],
        ['e', 'log'],
      ]),
    );
    await keepScreens(`watch -n 60 --palette ${palette}`, script, '120x40', live());
  });

  test.each(['40x30', '120x40'])('with a hostile snapshot in %s', async (size) => {
    const clock = hourClock();
    const transport = hostileTransport(clock.now);
    const env = { BOARDS_API_KEY: SANDBOX_KEY };
    await keepScreens('watch -n 60', named('hostile', VIEWS), size, { clock, transport, env });
  });
});
