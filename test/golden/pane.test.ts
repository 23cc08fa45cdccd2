import { describe, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import { createSandboxTransport, createService } from '../../src/sandbox/service.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { describeScreen, goldenFolder } from '../support/golden.ts';
import { play, type Script, screensAfter } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';

const golden = goldenFolder('pane');
const START = Date.UTC(2026, 5, 3, 15, 0, 20);
const SIZES = [
  [30, 20],
  [40, 30],
  [80, 24],
  [120, 40],
  [200, 50],
] as const;

const TWO_SIZES = [SIZES[1], SIZES[3]] as const;
const THREE_SIZES = [SIZES[0], SIZES[2], SIZES[3]] as const;
/** In which not all of a long view has room. */
const LOW_SIZES = [SIZES[0], SIZES[2]] as const;

/** After these keys, at a time with a second snapshot, so that there is something to compare. */
const VIEWS = {
  tiles: { keys: [] },
  selected: { keys: ['j', 'j', 'l'], sizes: THREE_SIZES },
  zoom: { keys: ['j', 'z'] },
  log: { keys: ['e', 'j'] },
  confluence: { keys: ['c', 'j'] },
  card: { keys: ['j', '\r'] },
  'card-of-a-symbol-that-left': { keys: ['/', ...'RANM', '\r', '\r'] },
  paged: { keys: ['\x1b[6~'], sizes: LOW_SIZES },
  'end-of-confluence': { keys: ['c', 'f', 'G'], sizes: TWO_SIZES },
  'confluence-of-pins': { keys: ['j', '*', 'j', '*', 'c', 'f', 'f'], sizes: TWO_SIZES },
  'end-of-zoom': { keys: ['z', 'G'], sizes: LOW_SIZES },
  'scrolled-help': { keys: ['?', 'j', 'j'], sizes: [SIZES[0]] },
  pinned: { keys: ['j', '*', 'j', '*'] },
  'notified-of-pins': { keys: ['j', '*', 'n'], sizes: TWO_SIZES },
  'log-of-pins': { keys: ['j', '*', 'e', 'ff'], sizes: THREE_SIZES },
  help: { keys: ['?'] },
  list: { keys: ['b', 'j', ' '] },
  'all-hidden': { keys: ['b', 'a', '\r'], sizes: TWO_SIZES },
  'filtered-to-nothing': { keys: ['/', 'Z', 'Z', 'Z', '\r'], sizes: TWO_SIZES },
  'log-of-all-ranks': { keys: ['e', 'f'], sizes: TWO_SIZES },
  prompt: { keys: ['/', 'T', 'L'], sizes: THREE_SIZES },
  filtered: { keys: ['/', 'T', 'L', '\r'], sizes: THREE_SIZES },
  paused: { keys: [' '], sizes: THREE_SIZES },
  'stepped-back': { keys: ['['] },
  'time-prompt': { keys: ['@', '1', '0', ':'], sizes: THREE_SIZES },
} as const;

/** The sandbox, which fails from the given minute on. */
function sandboxUntil(minute: number) {
  const clock = createFakeClock(START);
  const send = createSandboxTransport(createService({ seed: 1, recomputeSeconds: 60 }), clock);
  const transport: Transport = async (request) => {
    if (clock.monotonic() < minute * 60_000) return send(request);
    throw new NetworkError('cannot connect to boards.example:443: connection refused (ECONNREFUSED)', {
      reason: 'connection refused',
    });
  };
  return { clock, transport };
}

async function screenAfter(keys: ReadonlyArray<string>, size: readonly [number, number], minute = 99) {
  const [columns, rows] = size;
  const script: Script = [
    ...keys.map(
      (key, index) => [70 + index, (pane: { press(key: string): void }) => pane.press(key)] as const,
    ),
    [130 + keys.length, (pane) => pane.shoot('view')],
    [131 + keys.length, (pane) => pane.press('\x03')],
  ];
  const env = { TERM: 'xterm-256color' };
  const played = await play('watch -t day,swing', script, { ...sandboxUntil(minute), columns, rows, env });
  return describeScreen(await played.cellsWithin('view'));
}

/** States of the market and of the data that the sandbox has at other times, or never. */
const STATES = {
  closed: { session: 'closed' },
  premarket: { session: 'premarket' },
  'nothing-known': { session: null, breadth: null, topPlay: null, asOf: 'soon', timeframe: null },
  yesterday: { asOf: '2026-06-02T14:59:00Z', breadth: { advancers: null, decliners: 4, symbols: null } },
} as const;

describe('the pane, cell by cell,', () => {
  const cases = Object.entries(VIEWS).flatMap(([view, { keys, ...where }]) =>
    ('sizes' in where ? where.sizes : SIZES).map((size) => ({ view, keys, size, name: size.join('x') })),
  );

  const LOW = [2, 6, 8, 9].flatMap((rows) =>
    (['tiles', 'paused'] as const).map((view) => ({ view, rows, keys: VIEWS[view].keys })),
  );

  test.each(LOW)('shows $view in 80x$rows', async ({ view, rows, keys }) => {
    await golden.matches(`${view}-80x${rows}`, await screenAfter(keys, [80, rows]));
  });

  test.each(cases)('shows $view in $name', async ({ view, keys, size, name }) => {
    await golden.matches(`${view}-${name}`, await screenAfter(keys, size));
  });

  test.each(SIZES.map((size) => ({ size, name: size.join('x') })))(
    'shows stale data in $name',
    async ({ size, name }) => {
      await golden.matches(`stale-${name}`, await screenAfter([], size, 1));
    },
  );

  test.each(SIZES.map((size) => ({ size, name: size.join('x') })))(
    'shows that there is no data yet in $name',
    async ({ size, name }) => {
      await golden.matches(`no-data-${name}`, await screenAfter([], size, 0));
    },
  );

  test.each(
    Object.entries(STATES).flatMap(([state, fields]) =>
      TWO_SIZES.map((size) => ({ state, fields, size, name: size.join('x') })),
    ),
  )('shows $state in $name', async ({ state, fields, size: [columns, rows], name }) => {
    const clock = createFakeClock(START);
    const transport: Transport = async () =>
      responseOf(200, bodyOf({ asOf: new Date(START - 20_000).toISOString(), ...fields }));
    const script: Script = [
      [10, (pane) => pane.shoot('view')],
      [11, (pane) => pane.press('\x03')],
    ];
    const env = { TERM: 'xterm-256color' };
    const played = await play('watch', script, { clock, transport, columns, rows, env });
    await golden.matches(`${state}-${name}`, describeScreen(await played.cellsWithin('view')));
  });

  test('says what takes the place of keys that are gone, in 40 columns', async () => {
    const env = { TERM: 'xterm-256color' };
    const screens = await screensAfter('watch', ['t', 'w', '0'], {
      ...sandboxUntil(99),
      columns: 40,
      rows: 12,
      env,
    });
    const lines = screens.map((screen) => screen.split('\n').at(-1));
    await golden.matches('keys-that-are-gone-40x12', `${lines.join('\n')}\n`);
  });
});
