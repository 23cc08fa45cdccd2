import { describe, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import { createSandboxTransport, createService } from '../../src/sandbox/protocol/service.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { describeScreen, goldenFolder } from '../support/golden.ts';
import { play, type Script } from '../support/play.ts';

const golden = goldenFolder('pane');
const START = Date.UTC(2026, 5, 3, 15, 0, 20);
const SIZES = [
  [30, 20],
  [40, 30],
  [80, 24],
  [120, 40],
  [200, 50],
] as const;

/** After these keys, at a time with a second snapshot, so that there is something to compare. */
const VIEWS = {
  tiles: { keys: [] },
  selected: { keys: ['j', 'j', 'l'] },
  'since-5m': { keys: ['s'] },
  zoom: { keys: ['j', 'z'] },
  log: { keys: ['e', 'j'] },
  confluence: { keys: ['c', 'j'] },
  card: { keys: ['j', '\r'] },
  'card-of-a-symbol-that-left': { keys: ['/', ...'RANM', '\r', '\r'] },
  paged: { keys: ['\x1b[6~'] },
  'end-of-confluence': { keys: ['c', 'G'] },
  'end-of-zoom': { keys: ['z', 'G', 'k', 'k'] },
  'scrolled-help': { keys: ['?', 'j', 'j'] },
  pinned: { keys: ['j', '*', 'j', '*'] },
  'log-of-pins': { keys: ['j', '*', 'e', 'p'] },
  help: { keys: ['?'] },
  list: { keys: ['b', 'j', ' '] },
  'all-hidden': { keys: ['b', 'a', '\r'] },
  'filtered-to-nothing': { keys: ['/', 'Z', 'Z', 'Z', '\r'] },
  'log-of-what-entered': { keys: ['e', 'f'] },
  prompt: { keys: ['/', 'T', 'L'] },
  filtered: { keys: ['/', 'T', 'L', '\r'] },
  paused: { keys: [' '] },
  'stepped-back': { keys: ['['] },
  'time-prompt': { keys: ['@', '1', '0', ':'] },
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

describe('the pane, cell by cell,', () => {
  const cases = Object.entries(VIEWS).flatMap(([view, { keys }]) =>
    SIZES.map((size) => ({ view, keys, size, name: size.join('x') })),
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

  golden.hasNoOther();
});
