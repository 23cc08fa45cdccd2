import { test } from 'vitest';
import { describeCommands, goldenFolder } from '../support/golden.ts';
import { marketFrom, marketSnapshot, recordedMarket } from '../support/market.ts';
import { recordedConveyor } from '../support/report-days.ts';
import { responseOf, transportByTimeframe, transportOf } from '../support/responses.ts';
import { bodyOf, rowOf, topPlayOf } from '../support/snapshots.ts';
import type { WorldOptions } from '../support/world.ts';

const golden = goldenFolder('machine');

const BOARDS_DATA_DIR = recordedMarket();
const HOME = {
  platform: 'linux',
  homeDirectory: '/home/ann',
  env: { BOARDS_CONFIG_DIR: '/home/ann/.config/boards' },
};
/** Where JSON is indented. */
const TERMINAL = { isTTY: true, columns: 80, rows: 24, env: { TERM: 'xterm-256color' } };

const NULLS = { name: null, price: null, dayPct: null, volume: null, boards: null, bias: null };

/** Only the data of `day` is simulated, and it has as many nulls as can be. `ONE` has two biases. */
const UNKNOWN = transportByTimeframe({
  day: responseOf(
    200,
    bodyOf({
      asOf: 'soon',
      session: null,
      breadth: null,
      topPlay: { symbol: 'ONE', ...NULLS, reasons: [] },
      boards: {
        movers: [rowOf({ symbol: 'ONE' }), { rank: null, symbol: 'TWO', ...NULLS, metric: null, tag: null }],
        rvol: [rowOf({ symbol: 'TWO', rank: 9, ...NULLS }), rowOf({ symbol: null, rank: 6 })],
      },
    }),
    { 'x-sandbox': '1' },
  ),
  swing: bodyOf({
    asOf: '2026-06-03T13:41:00.000Z',
    timeframe: 'swing',
    topPlay: topPlayOf({ symbol: 'ONE', reasons: ['  a reason  ', 'another'] }),
    boards: { rvol: [rowOf({ symbol: 'ONE', bias: 'bearish' })] },
  }),
});

/** The other files show the market at 13:41:20 in a pipe, with what was recorded of it. */
const WORLDS: Readonly<Record<string, WorldOptions>> = {
  settings: HOME,
  report: { env: { BOARDS_DATA_DIR: recordedConveyor() } },
  'on-a-terminal': TERMINAL,
  // It changes no time for machines.
  'in-new-york': { config: { timezone: 'America/New_York' } },
  // Of two timeframes one fails.
  unknown: { transport: UNKNOWN },
  partial: { transport: transportByTimeframe({ day: marketSnapshot('day', '13:41') }) },
};

/** The golden files of the market, each a list of command lines. */
const FILES = [
  'boards-csv',
  'boards-format',
  'boards-json',
  'confluence-csv',
  'confluence-format',
  'confluence-json',
  'history-csv',
  'history-json',
  'in-new-york',
  'not-recorded',
  'on-a-terminal',
  'partial',
  'report',
  'report-rows',
  'settings',
  'symbol',
  'top',
  'unknown',
  'usage-errors',
];

test.each(FILES)('output for machines, byte by byte: %s', async (name) => {
  const options = { env: { BOARDS_DATA_DIR }, ...WORLDS[name] };
  const lines = golden.commandLinesOf(name);
  await golden.matches(name, await describeCommands(lines, { ...marketFrom('13:41:20'), ...options }));
});

/** What a service responds, and the errors that follow. */
const FAILURES = {
  'no body': responseOf(200, ''),
  'not JSON': responseOf(200, 'garbage'),
  'not a snapshot': responseOf(200, { asOf: '2026-06-03T14:30:00Z' }),
  'another timeframe': responseOf(200, { timeframe: 'swing', boards: {} }),
  'another server': responseOf(401, '<!doctype html>', { 'content-type': 'text/html; charset=utf-8' }),
  '302': responseOf(302, '', { location: 'https://boards.example/login' }),
  '401': responseOf(401, { error: 'bad key' }),
  '402': responseOf(402, { error: 'Trial over.' }),
  '403': responseOf(403, { error: 'revoked' }),
  '404': responseOf(404, { error: 'nothing here' }),
  '429': responseOf(429, { error: 'limit of 120 requests per minute' }, { 'retry-after': '7' }),
  '500': responseOf(500, ''),
  '503': responseOf(503, { error: 'rebuilding' }),
} as const;

test('errors of the service', async () => {
  const blocks: Array<string> = [];
  for (const [name, response] of Object.entries(FAILURES)) {
    const options = { transport: transportOf(response) };
    blocks.push(
      `# ${name}\n${await describeCommands(['boards --json', 'status --json', 'boards'], options)}`,
    );
  }
  await golden.matches('service-errors', blocks.join('\n'));
});
