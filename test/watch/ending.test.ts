import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { boardsOf, minuteService, START, swapping, withLater } from '../support/minute-service.ts';
import { play, press, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { rowOf, topPlayOf } from '../support/snapshots.ts';
import { createWorld, linesOf, runCli } from '../support/world.ts';

const watch = (args: string, options = {}) =>
  runCli(`watch -n 60 ${args}`, { ...minuteService(swapping), ...options });
const LEFT_PANE = '\x1b[?1049l';

describe('the exit code of watch', () => {
  test.each([
    ['--until NEW', 0, ''],
    ['--until NEW --count 2', 0, ''],
    ['--until NEW --for 61', 0, ''],
    ['--until ZZZ --for 61', 9, '--for'],
    ['--until NEW --for 59.9', 9, '--for'],
    ['--until NEW --for 0.001', 9, '--for'],
    ['--until ZZZ --count 3 --for 1h', 9, '--count'],
    ['--for 2m', 0, ''],
    ['--for 2m --count 2', 0, ''],
  ])('%s is %d', async (options, expected, endedBy) => {
    const { exitCode, stderr } = await watch(`--json ${options}`);
    expect(exitCode).toBe(expected);
    const error = stderr === '' ? null : JSON.parse(stderr).error;
    expect(error?.message ?? '').toBe(
      endedBy === '' ? '' : `--until was not met before ${endedBy} ended the watch`,
    );
    if (error !== null) expect(error).toMatchObject({ code: 'not_met', retryable: true, status: null });
  });

  test.each([
    ['\x03', 130],
    ['\x1c', 131],
  ])('of a pane that ends by the key %j is its own', async (key, exitCode) => {
    const script = [[70, press(key)]] as const;
    const played = await play('watch --until ZZZ --for 1h', script, minuteService(swapping));
    expect(played).toMatchObject({ exitCode, cooked: true });
    expect(played.world.stderr()).toBe('');
  });

  test('of a pane that the user quits before it was met is 9', async () => {
    const quit = [[70, press('q')]] as const;
    const unmet = await play('watch --until ZZZ', quit, minuteService(swapping));
    expect(unmet).toMatchObject({ exitCode: 9, cooked: true });
    expect(unmet.world.stderr()).toContain('error: --until was not met before q ended the watch\n');
    expect(await play('watch', quit, minuteService(swapping))).toMatchObject({ exitCode: 0 });
  });

  test('of a stream that ends by a signal is its own', async () => {
    const world = createWorld(withLater(minuteService(swapping), 70_000, () => world.stop('SIGTERM')));
    expect(await runCli('watch --json --until ZZZ --for 1h', world)).toMatchObject({ exitCode: 143 });
  });
});

describe('--for ends', () => {
  const seconds = (world: { readonly clock: { monotonic(): number } }) => world.clock.monotonic() / 1000;

  test.each(['--json', '--events', ''])('watch %s after that time', async (output) => {
    const { exitCode, world } = await watch(`--for 2m ${output}`);
    expect({ exitCode, seconds: seconds(world) }).toEqual({ exitCode: 0, seconds: 120 });
  });

  test('while no response comes', async () => {
    const transport: Transport = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const { exitCode, stderr, world } = await watch('--for 5 --until ZZZ -b movers', { transport });
    expect({ exitCode, seconds: seconds(world) }).toEqual({ exitCode: 9, seconds: 5 });
    expect(stderr).toContain('hint: Without --for, watch runs until the condition is met.');
  });

  test('during a backoff', async () => {
    const transport = async () => responseOf(429, { error: 'slow down' }, { 'retry-after': '600' });
    const { exitCode, world } = await watch('--for 90 --json', { transport });
    expect({ exitCode, seconds: seconds(world) }).toEqual({ exitCode: 0, seconds: 90 });
  });

  test('at once after a sleep, without another poll', async () => {
    const service = withLater(minuteService(swapping), 30_000, (clock) => clock.stopSoon(3_600_000));
    const { exitCode, world } = await watch('--for 30m --json', service);
    expect(exitCode).toBe(0);
    expect(seconds(world)).toBeLessThan(30 + 3600 + 2);
    expect(world.requests).toHaveLength(1);
  });

  test('whatever the wall clock says', async () => {
    const service = withLater(minuteService(swapping), 30_000, (clock) => clock.jumpSoon(-7_200_000));
    const { world } = await watch('--for 2m --json', service);
    expect(seconds(world)).toBe(120);
  });

  test('a paused pane, and restores the terminal', async () => {
    const played = await play('watch --for 2m', [[10, press(' ')]], minuteService(swapping));
    expect(played).toMatchObject({ exitCode: 0, cooked: true });
    expect(played.raw).toContain(LEFT_PANE);
    expect(seconds(played.world)).toBe(120);
  });
});

describe('what met --until', () => {
  const NVDA = (minute: number) => ({
    boards: { movers: [rowOf({ symbol: 'NVDA', boards: minute < 2 ? 3 : 4, dayPct: 7 + minute })] },
  });

  const met = (stdout: string) => linesOf(stdout).filter((line) => /^14:(?!.* day {2}top play)/.test(line));

  test.each([
    ['NEW', ['in   NEW    Movers 3', '2    NEW    on 2 boards (was 0)']],
    ['left', ['out  OLD    Movers (was 3)']],
    ['AAA+moved', ['▼    AAA    Movers 2 (was 1)']],
    ['BBB+moved', ['▲    BBB    Movers 1 (was 2)']],
    ['rank<=1', ['     AAA    Movers 1']],
  ])('%s is printed a line each, with its sign between tables', async (until, expected) => {
    const { stdout } = await watch(`--no-plain -b movers --until ${until}`);
    const lines = met(stdout).map((line) => line.replace(/^14:3\d:00 UTC {2}day {2}/, ''));
    expect(lines).toEqual(expected);
  });

  test.each([
    ['session', '○           market closed (was after hours)'],
    ['topPlay', '★    AAA    top play (none before)'],
    ['bias', '·    AAA    bearish (was bullish)'],
    ['breadth<=0.4', '            breadth 0.25 (was 0.60)'],
    ['dayPct<=-5', '     AAA    -8.00% (was +4.56%)'],
  ])('%s is printed between tables with its sign', async (until, expected) => {
    const { stdout } = await watch(`--no-plain --until ${until}`, changingAll());
    expect(linesOf(stdout).at(-1)).toBe(`14:31:00 UTC  day  ${expected}`);
  });

  /** Only the second snapshot differs from the others, in all that is not about ranks. */
  const changingAll = () =>
    minuteService((minute) => {
      const fields = minute === 0 ? { bias: 'bullish' } : { bias: 'bearish', dayPct: -8 };
      const [advancers, decliners] = minute === 0 ? [60, 40] : [25, 75];
      return {
        boards: { movers: [rowOf({ symbol: 'AAA', ...fields })] },
        breadth: { advancers, decliners, symbols: 100 },
        session: minute === 0 ? 'afterhours' : 'closed',
        topPlay: minute === 0 ? null : topPlayOf({ symbol: 'AAA' }),
      };
    });

  test.each([
    ['breadth<=0.4', 'breadth  -  breadth 0.25 (was 0.60)'],
    ['topPlay', 'topPlay  -  no top play (was TTT)'],
    ['bias', 'bias  AAA  bearish (was bullish)'],
    ['session', 'session  -  market closed (was open)'],
  ])('%s has as many fields as any, with - for what it is not about', async (until, expected) => {
    const { stdout } = await watch(
      `--until ${until}`,
      minuteService((minute) => ({
        boards: { movers: [rowOf({ symbol: 'AAA', bias: minute === 0 ? 'bullish' : 'bearish' })] },
        breadth: { advancers: minute === 0 ? 60 : 25, decliners: minute === 0 ? 40 : 75, symbols: 100 },
        session: minute === 0 ? 'open' : 'closed',
        topPlay: minute === 0 ? rowOf({ symbol: 'TTT', reasons: [] }) : null,
      })),
    );
    expect(met(stdout)).toEqual([`14:31:00 UTC  day  ${expected}`]);
  });

  test('is printed in ASCII where the terminal has no UTF-8', async () => {
    const { stdout } = await watch('--until NVDA+boards>=4', {
      ...minuteService(NVDA),
      env: { LC_ALL: 'C' },
    });
    expect(linesOf(stdout).at(-1)).toBe('14:32:00 UTC  day  confluence  NVDA  on 4 boards (was 3)');
    const tables = await watch('--no-plain --until NVDA+boards>=4', {
      ...minuteService(NVDA),
      env: { LC_ALL: 'C' },
    });
    expect(linesOf(tables.stdout).at(-1)).toBe('14:32:00 UTC  day  #4   NVDA   on 4 boards (was 3)');
  });

  test('is labelled if it is simulated', async () => {
    const { stdout } = await runCli('watch --sandbox --until rank<=1 -b movers -l 1');
    expect(linesOf(stdout).at(-1)).toMatch(/ {2}listed {2}[A-Z]+ {2}movers 1 {2}SANDBOX$/);
    const tables = await runCli('watch --sandbox --no-plain --until rank<=1 -b movers -l 1');
    expect(linesOf(tables.stdout).at(-1)).toMatch(/ {2}day {7}[A-Z]+ +Movers 1 SANDBOX$/);
  });

  test('names a board with all of its key', async () => {
    const board = 'y'.repeat(64);
    const service = minuteService((minute) => boardsOf({ [board]: minute === 0 ? 'A' : 'A X' }));
    const { stdout } = await watch('--until entered', service);
    expect(linesOf(stdout).at(-1)).toBe(`14:31:00 UTC  day  entered  X  ${board} 2`);
  });

  test('is printed after the pane is left', async () => {
    const played = await play('watch --until NVDA+boards>=4', [[100, shoot('before')]], minuteService(NVDA));
    expect(played.exitCode).toBe(0);
    const [pane = '', after = ''] = played.raw.split(LEFT_PANE);
    expect(pane).not.toContain('on 4 boards (was 3)');
    expect(after.trimEnd().split('\n').at(-1)).toBe('14:32:00 UTC  day  ◆4   NVDA   on 4 boards (was 3)');
  });

  const events = (text: string) =>
    linesOf(text).map((line) => {
      const { asOf, type, symbol, from, to } = JSON.parse(line);
      return `${(Date.parse(asOf) - START) / 60_000} ${type} ${symbol} ${from}>${to}`;
    });

  test.each([
    ['among the events', '--until boards>=4', ['2 confluence NVDA 3>4']],
    ['after them if it is none of them', '--until dayPct>=8', ['1 dayPct NVDA 7>8']],
    ['beside those of --on', '--on topPlay --until dayPct>=9', ['2 dayPct NVDA 8>9']],
    ['once with those of --initial', '--initial --until rank<=1', ['0 listed NVDA null>1']],
  ])('is %s with --events %s', async (_, options, expected) => {
    const { exitCode, stdout } = await watch(`--events ${options}`, minuteService(NVDA));
    expect({ exitCode, events: events(stdout) }).toEqual({ exitCode: 0, events: expected });
  });

  test('is what is met of several --until, of which each is one more alternative', async () => {
    const { stdout } = await watch(
      '--events --on topPlay --on NVDA+confluence --until dayPct>=10 --until NVDA+boards>=4',
      minuteService(NVDA),
    );
    expect(events(stdout)).toEqual(['2 confluence NVDA 3>4']);
  });

  test('takes filters into account', async () => {
    expect(await watch('--json --until entered --count 3')).toMatchObject({ exitCode: 0 });
    expect(await watch('--json --until entered --symbol ZZZ --count 3')).toMatchObject({ exitCode: 9 });
  });

  test('is found in each polled timeframe', async () => {
    const service = minuteService((_, timeframe) =>
      boardsOf({ movers: timeframe === 'swing' ? 'A B' : 'A' }),
    );
    const { stdout } = await watch('-t day,swing --until B+rank<=2', service);
    expect(linesOf(stdout).at(-1)).toBe('14:30:00 UTC  swing  listed  B  movers 2');
  });
});
