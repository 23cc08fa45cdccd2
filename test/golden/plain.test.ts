import { test } from 'vitest';
import { describeCommands, goldenFolder } from '../support/golden.ts';
import { recordedLongDay } from '../support/long-day.ts';
import { marketFrom, recordedMarket } from '../support/market.ts';
import { recordedConveyor, recordedTrends } from '../support/report-days.ts';
import type { WorldOptions } from '../support/world.ts';

const golden = goldenFolder('plain');

const BOARDS_DATA_DIR = recordedMarket();
const HOME = {
  platform: 'linux',
  homeDirectory: '/home/ann',
  env: { BOARDS_CONFIG_DIR: '/home/ann/.config/boards' },
};
const PREFERENCES = {
  timeframe: 'day,swing',
  limit: 2,
  boards: ['movers', 'emaTrend'],
  columns: ['symbol', 'dayPct', 'metric'],
  pins: ['NOVA'],
  timezone: 'America/New_York',
};

/** The other files show the market at 13:41:20 in a pipe, with what was recorded of it. */
const WORLDS: Readonly<Record<string, WorldOptions>> = {
  settings: HOME,
  report: { env: { BOARDS_DATA_DIR: recordedConveyor() } },
  'report-of-closed-days': { env: { BOARDS_DATA_DIR: recordedTrends('closed') } },
  'history-of-a-long-day': { env: { BOARDS_DATA_DIR: recordedLongDay() } },
  preferences: { env: { BOARDS_DATA_DIR }, config: PREFERENCES },
  'on-a-terminal': {
    isTTY: true,
    columns: 40,
    rows: 24,
    env: { BOARDS_DATA_DIR, TERM: 'xterm-256color' },
  },
};

/** The golden files, each a list of command lines. */
const FILES = [
  'boards',
  'boards-at',
  'boards-order',
  'boards-selected',
  'confluence',
  'history',
  'history-of-a-long-day',
  'not-plain',
  'on-a-terminal',
  'preferences',
  'report',
  'report-of-closed-days',
  'settings',
  'symbol',
  'top',
];

test.each(FILES)('plain output, byte by byte, of %s', async (name) => {
  const options = { env: { BOARDS_DATA_DIR }, ...WORLDS[name] };
  const lines = golden.commandLinesOf(name);
  await golden.matches(name, await describeCommands(lines, { ...marketFrom('13:41:20'), ...options }));
});
