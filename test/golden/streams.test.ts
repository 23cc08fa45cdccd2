import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { describeCommands, describeResult, goldenFolder } from '../support/golden.ts';
import { HOUR_DATE, HOUR_DIRECTORY, hourClock, hourTransport } from '../support/hour.ts';
import { marketFrom, recordedMarket, timeOf } from '../support/market.ts';
import { responseOf } from '../support/responses.ts';
import { runCli } from '../support/world.ts';

const golden = goldenFolder('streams');

const REPLAYS = [
  'replay-conditions',
  'replay-events',
  'replay-events-selected',
  'replay-json',
  'replay-plain',
  'replay-tables',
];
const WATCHES = ['watch', 'watch-ends', 'watch-failures'];

test.each(REPLAYS)('what a replay of the market prints, byte by byte: %s', async (name) => {
  const env = { BOARDS_DATA_DIR: recordedMarket(), BOARDS_API_KEY: undefined };
  const { clock } = marketFrom('20:00');
  await golden.matches(name, await describeCommands(golden.commandLinesOf(name), { env, clock }));
});

/** The market as a watch sees it from 13:28:20 on; with failures for two minutes, if it is asked for. */
function watched(fails: boolean) {
  const { clock, transport: send } = marketFrom('13:28:20');
  const isDown = () => clock.now() > timeOf('13:29:10') && clock.now() < timeOf('13:31:10');
  const transport: Transport = async (request) =>
    fails && isDown() ? responseOf(503, { error: 'rebuilding' }) : send(request);
  return { clock, transport };
}

test.each(WATCHES)('what a watch of the market prints, byte by byte: %s', async (name) => {
  const blocks: Array<string> = [];
  for (const line of golden.commandLinesOf(name))
    blocks.push(describeResult(line, await runCli(line, watched(name === 'watch-failures'))));
  await golden.matches(name, blocks.join('\n'));
});

describe('a replay prints what a watch printed of an hour of two timeframes:', () => {
  const replay = (options: string) => {
    const env = { BOARDS_DATA_DIR: HOUR_DIRECTORY, BOARDS_API_KEY: undefined };
    return runCli(`replay ${HOUR_DATE} ${options}`, { env, clock: hourClock(7200) });
  };
  const watch = (options: string) => {
    const clock = hourClock();
    return runCli(`watch -n 60 ${options}`, { clock, transport: hourTransport(clock) });
  };
  const conditions = 'topPlay,boards>=4,rank<=3+movers,SO,dayPct>=12,dayPct<=-8,breadth<=0.71,session';

  test.each(['--json', '--events', `--events --on ${conditions}`])('%s', async (output) => {
    const { stdout } = await replay(`${output} -t day,swing`);
    expect(stdout.split('\n').length).toBeGreaterThan(25);
    const live = await watch(`${output} -t day,swing --count 120`);
    expect(live).toMatchObject({ exitCode: 0, stdout, stderr: '' });
  });

  test('whatever --since says', async () => {
    const { stdout } = await replay('--events -t day,swing');
    for (const since of ['5m', '1h', 'start'])
      expect((await replay(`--events -t day,swing --since ${since}`)).stdout).toBe(stdout);
    const live = await watch('--events --since 1h --count 10');
    expect((await replay('--events -t day')).stdout.startsWith(live.stdout)).toBe(true);
  });
});
