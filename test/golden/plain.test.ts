import { test } from 'vitest';
import { describeCommands, goldenFolder } from '../support/golden.ts';
import { recordedSandbox } from '../support/recordings.ts';
import type { WorldOptions } from '../support/world.ts';

const golden = goldenFolder('plain');
const BOARDS_DATA_DIR = recordedSandbox();
/** Without a key, from a recording of two timeframes with a hole and a bad line. */
const RECORDED = { env: { BOARDS_DATA_DIR, BOARDS_API_KEY: undefined } };
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
  wide: true,
  pins: ['STOE'],
  timezone: 'America/New_York',
};

/** Of the other files, the world is that of a pipe, with the service of the fake world or with simulated data. */
const WORLDS: Readonly<Record<string, WorldOptions>> = {
  'recorded-history': RECORDED,
  'recorded-boards': RECORDED,
  status: HOME,
  'config-values': HOME,
  preferences: { env: { BOARDS_DATA_DIR }, config: PREFERENCES },
  'on-a-terminal': { isTTY: true, columns: 40, rows: 24, env: { TERM: 'xterm-256color' } },
};

test.each(golden.transcripts)('plain output, byte by byte, of %s', async (name) => {
  await golden.matches(name, await describeCommands(golden.commandLinesOf(name), WORLDS[name]));
});
