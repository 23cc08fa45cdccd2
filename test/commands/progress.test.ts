import 'ora';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { run } from '../../src/run.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { MARKET_DATE, marketFrom, recordedMarket } from '../support/market.ts';
import { until } from '../support/wait.ts';
import { BASE_URL, createWorld } from '../support/world.ts';

/** The spinner appears at once, because files and computations take no time of the fake clock. */
const MAX_SPINNER_DELAY_MS = 1000;

async function spinnerOf(line: string): Promise<string> {
  let written = '';
  const { clock, transport } = marketFrom('13:41:20');
  const { context } = createWorld({
    clock: {
      ...clock,
      sleep: async (time, signal) => (time > MAX_SPINNER_DELAY_MS ? clock.sleep(time, signal) : undefined),
    },
    transport: async (request) => {
      await until(() => written !== '');
      return transport(request);
    },
    env: { BOARDS_DATA_DIR: recordedMarket() },
    stdin: CANARY_KEY,
  });
  const write = (text: string) => {
    written += text;
    return true;
  };
  const move = () => write('\n');
  const stderr = { isTTY: true, columns: 80, rows: 24, cursorTo: move, clearLine: move, moveCursor: move };
  expect(await run(line.split(' '), { ...context, stderr: { ...stderr, write } })).toBe(0);
  return stripVTControlCharacters(written);
}

test.each([
  ['boards -t day,swing', 'fetching day, swing'],
  ['status', 'checking the service'],
  [`login --base-url ${BASE_URL}`, 'checking the key'],
  ['top --at 13:32', 'reading recordings'],
  ['top --sandbox --at 1m', 'computing simulated data'],
  ['history', 'reading recordings'],
  ['history NOVA', 'reading recordings'],
  ['history NOVA --sandbox -t day --last 1m', 'computing simulated data'],
  [`replay ${MARKET_DATE} --json`, 'reading the recording'],
])('the spinner of %s says what the command does', async (line, text) => {
  expect(await spinnerOf(line)).toMatch(new RegExp(`^. ${text}$`, 'm'));
});
