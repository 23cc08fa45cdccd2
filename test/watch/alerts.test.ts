import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/context.ts';
import { run } from '../../src/run.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { boardsOf, minuteService, START, swapping, withLater } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { rowOf, topPlayOf } from '../support/snapshots.ts';
import { bellsIn, createWorld, linesOf, runCli, type WorldOptions } from '../support/world.ts';

const ENTERED = 'boards day: NEW in Movers 3';
const notification = (text: string) => `\x1b]9;${text}\x07\x07`;

/** Runs a command line with a stdout and a stderr of which each is a terminal or not. */
async function stream(args: string, terminals: { out: boolean; err: boolean }, options: WorldOptions = {}) {
  const world = createWorld({ ...minuteService(swapping), ...options });
  const { stdout, stderr } = world.context;
  const context: Context = {
    ...world.context,
    stdout: { ...stdout, isTTY: terminals.out },
    stderr: { ...stderr, isTTY: terminals.err },
  };
  const exitCode = await run(args.split(' '), context);
  return { exitCode, stdout: world.stdout(), stderr: world.stderr(), requests: world.requests.length };
}

describe('--bell in a stream', () => {
  test.each([
    [{ out: true, err: true }, 1, 0],
    [{ out: true, err: false }, 1, 0],
    [{ out: false, err: true }, 0, 1],
    [{ out: false, err: false }, 0, 0],
  ])('rings in a terminal, of %j, and leaves files alone', async (terminals, onStdout, onStderr) => {
    const args = 'watch --json --quiet -n 60 --bell --on entered --count 2';
    const { exitCode, stdout, stderr } = await stream(args, terminals);
    expect({ exitCode, stdout: bellsIn(stdout), stderr: bellsIn(stderr) }).toEqual({
      exitCode: 0,
      stdout: onStdout,
      stderr: onStderr,
    });
    expect(linesOf(stdout.replaceAll('\x07', '')).map((line) => JSON.parse(line).asOf)).toHaveLength(2);
  });

  test('without --on rings for a new top play only', async () => {
    const service = minuteService((minute) => ({
      ...boardsOf({ movers: minute === 0 ? 'AAA' : 'AAA BBB' }),
      topPlay: topPlayOf({ symbol: minute < 2 ? 'AAA' : 'BBB' }),
    }));
    const bells = async (count: number) => {
      const args = `watch --json --quiet -n 60 --bell --count ${count}`;
      return bellsIn((await stream(args, { out: true, err: true }, service)).stdout);
    };
    expect([await bells(2), await bells(3)]).toEqual([0, 1]);
  });

  test('rings in a terminal that knows no sequences', async () => {
    const env = { TERM: 'dumb' };
    const args = 'watch --json --quiet -n 60 --bell --on entered --count 2';
    expect((await stream(args, { out: false, err: true }, { env })).stderr).toBe('\x07');
  });
});

test('a stream with --exec does not ring', async () => {
  const args = ['watch', '--json', '--quiet', '-n', '60', '--exec', 'exit 0', '--on', 'entered'];
  const world = createWorld(minuteService(swapping));
  const { stdout, stderr } = world.context;
  const terminals = { stdout: { ...stdout, isTTY: true }, stderr: { ...stderr, isTTY: true } };
  await run([...args, '--count', '2'], { ...world.context, ...terminals });
  expect(linesOf(world.stdout()).map((line) => JSON.parse(line).asOf)).toHaveLength(2);
  expect(bellsIn(world.stdout() + world.stderr())).toBe(0);
});

describe('--notify in a stream', () => {
  const WATCH = 'watch --json --quiet -n 60 --notify --on entered --count 2';

  test('goes to stderr if only that is a terminal', async () => {
    const { exitCode, stdout, stderr } = await stream(WATCH, { out: false, err: true });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: notification(ENTERED) });
    expect(linesOf(stdout).map((line) => JSON.parse(line).asOf)).toHaveLength(2);
    expect(stdout).not.toContain('\x1b');
  });

  test.each([false, true])(
    'goes to stdout if that is a terminal, whether stderr is one (%s)',
    async (err) => {
      const { exitCode, stdout, stderr } = await stream(WATCH, { out: true, err });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain(notification(ENTERED));
    },
  );

  test('is wrapped in tmux', async () => {
    const env = { TMUX: '/tmp/tmux-0/default,1,0' };
    const { stderr } = await stream(WATCH, { out: false, err: true }, { env });
    expect(stderr).toBe(`\x1bPtmux;\x1b\x1b]9;${ENTERED}\x07\x1b\\\x07`);
  });

  test.each<[string, boolean, Record<string, string>]>([
    ['neither is a terminal', false, {}],
    ['both are dumb', true, { TERM: 'dumb' }],
  ])('is an error if %s', async (_, isTTY, env) => {
    const { exitCode, stdout, stderr, requests } = await stream(WATCH, { out: isTTY, err: isTTY }, { env });
    expect({ exitCode, stdout, requests }).toEqual({ exitCode: 2, stdout: '', requests: 0 });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'usage',
      message: '--notify needs a terminal that can show notifications',
      hint: 'Neither stdout nor stderr is such a terminal. Use --exec with a command that notifies you: --exec \'notify-send boards "$BOARDS_TEXT"\'',
    });
  });

  test.each([
    ['watch --notify', '--exec "msg * %BOARDS_TEXT%"'],
    ['watch --help', '--exec "msg * %BOARDS_TEXT%"'],
  ])('names a command of Windows there: boards %s', async (args, example) => {
    const { stdout, stderr } = await runCli(args, {
      platform: 'win32',
      env: { BOARDS_CONFIG_DIR: 'C:\\boards' },
    });
    expect((stdout + stderr).replace(/\s+/g, ' ')).toContain(example);
    expect(stdout + stderr).not.toContain('notify-send');
  });

  test('with --bell rings once', async () => {
    const { stderr } = await stream(`${WATCH} --bell`, { out: false, err: true });
    expect(stderr).toBe(notification(ENTERED));
  });

  test.each([
    ['a new top play', '', 'boards day: NEW top play (was AAA)'],
    ['a change of a symbol of --symbol', '--symbol OLD', 'boards day: OLD out of Movers (was 3)'],
  ])('without --on tells of %s', async (_, options, text) => {
    const service = minuteService((minute) => ({
      ...swapping(minute),
      topPlay: topPlayOf({ symbol: minute === 1 && options === '' ? 'NEW' : 'AAA' }),
    }));
    const args = `watch --json --quiet -n 60 --notify --count 2 ${options}`.trim();
    const { stderr } = await stream(args, { out: false, err: true }, service);
    expect(stderr.startsWith(`\x1b]9;${text}`)).toBe(true);
    expect(bellsIn(stderr)).toBe(2);
  });

  test('without --on says nothing of other changes, nor of a pinned symbol', async () => {
    const { stderr } = await stream(
      'watch --json --quiet -n 60 --notify --count 3',
      { out: false, err: true },
      { ...minuteService(swapping), config: { pins: 'AAA' } },
    );
    expect(stderr).toBe('');
  });
});

describe('--notify in the pane', () => {
  test('writes between frames and leaves the screen as it is, but for a word in line 1 and the footer', async () => {
    const script: Script = [
      [100, shoot('now')],
      [101, press('q')],
    ];
    const played = await play('watch --notify --on entered', script, minuteService(swapping));
    const plain = await play('watch', script, minuteService(swapping));
    expect(played.raw).toContain(`\x1b[?2026l${notification(ENTERED)}`);
    const lines = linesOf(await played.screen('now'));
    expect(lines[0]).toMatch(/ ● open {2}live 14:31:00 UTC {2}notify$/);
    expect(lines.at(-1)).toMatch(/ {2}rang 14:31: NEW in Movers 3$/);
    expect(lines.slice(1, -1)).toEqual(linesOf(await plain.screen('now')).slice(1, -1));
  });

  test('tells nothing of the past that the user steps through, or of asked timeframes', async () => {
    const service = minuteService((minute, timeframe) =>
      boardsOf({ movers: timeframe === 'day' ? 'AAA' : minute % 2 === 0 ? 'AAA B' : 'AAA C' }),
    );
    const script: Script = [
      [130, press('[[')],
      [131, press(']')],
      [132, press('\x1b')],
      [133, press('\r')],
      [200, press('q\r')],
      [270, press('\x03')],
    ];
    const played = await play('watch --notify --bell --on entered', script, service);
    expect(played.world.requests.filter(({ url }) => !url.search.includes('=day')).length).toBeGreaterThan(7);
    expect(played.raw).not.toContain('\x1b]9;');
    expect(bellsIn(played.raw)).toBe(0);
  });
});

describe('--cooldown', () => {
  /** NVDA is on four boards in every other minute. */
  const blinking = () =>
    minuteService((minute) => ({
      boards: {
        movers: [{ rank: 1, symbol: 'NVDA', boards: minute % 2 === 0 ? 3 : 4, dayPct: 1, price: 1 }],
      },
    }));
  const minutes = (stdout: string) =>
    linesOf(stdout).map((line) => new Date(JSON.parse(line).asOf).getUTCMinutes() - 30);

  test.each([
    ['', [1, 3, 5, 7, 9]],
    ['--cooldown 119', [1, 3, 5, 7, 9]],
    ['--cooldown 2m', [1, 3, 5, 7, 9]],
    ['--cooldown 3m', [1, 5, 9]],
    ['--cooldown 1h', [1]],
  ])('%s lets a condition fire in the minutes %j', async (option, expected) => {
    const args = `watch -n 60 --count 10 --events --on boards>=4 ${option}`;
    expect(minutes((await runCli(args, blinking())).stdout)).toEqual(expected);
    const terminals = { out: false, err: true };
    const rung = await stream(args.replace('--events', '--json --bell').trim(), terminals, blinking());
    expect(bellsIn(rung.stderr)).toBe(expected.length);
  });

  test('holds for all timeframes together, whose states are their own', async () => {
    const args = 'watch -t day,swing -n 60 --count 8 --events --on boards>=4';
    const fires = async (option: string) =>
      linesOf((await runCli(`${args}${option}`, blinking())).stdout).map(
        (line) => JSON.parse(line).timeframe,
      );
    expect(await fires('')).toEqual(['day', 'swing', 'day', 'swing']);
    expect(await fires(' --cooldown 1h')).toEqual(['day']);
  });

  test('counts the recorded time in a replay', async () => {
    const lines = [3, 4, 3, 4, 3, 4].map((boards, minute) =>
      lineOf(new Date(START + minute * 60_000).toISOString(), 0, {
        boards: { movers: [rowOf({ symbol: 'NVDA', boards })] },
      }),
    );
    const { path } = writeRecording(temporaryDirectory(), 'day.ndjson', lines);
    const args = ['replay', path, '--events', '--on', 'boards>=4', '--cooldown'];
    expect(minutes((await runCli([...args, '2m'])).stdout)).toEqual([1, 3, 5]);
    expect(minutes((await runCli([...args, '3m'])).stdout)).toEqual([1, 5]);
  });

  test('counts the time of the machine, not of a clock that is set', async () => {
    const service = withLater(blinking(), 90_000, (clock) => clock.jumpSoon(3_600_000));
    const { stdout } = await runCli('watch -n 60 --count 6 --events --on boards>=4 --cooldown 1h', service);
    expect(linesOf(stdout)).toHaveLength(1);
  });
});

describe('--initial', () => {
  const rows = (stdout: string) =>
    linesOf(stdout).map((line) => {
      const { type, timeframe, board, symbol, from, to } = JSON.parse(line);
      return `${timeframe} ${type} ${board} ${symbol} ${from}>${to}`;
    });
  const service = () =>
    minuteService((minute) => boardsOf({ movers: minute === 0 ? 'A B C' : 'A C B', rvol: 'D A' }));

  test.each([
    ['-b rvol,movers -l 1', ['day listed rvol D null>1', 'day listed movers A null>1']],
    ['--symbol A', ['day listed movers A null>1', 'day listed rvol A null>2']],
    ['-b rvol --on left', ['day listed rvol D null>1', 'day listed rvol A null>2']],
    ['-b rvol -l 1 -t day,swing --count 2', ['day listed rvol D null>1', 'swing listed rvol D null>1']],
  ])('%s lists the rows of the first snapshot of each timeframe', async (options, expected) => {
    const { stdout } = await runCli(`watch -n 60 --count 1 --events --initial ${options}`, service());
    expect(rows(stdout)).toEqual(expected);
  });

  test('is followed by the changes', async () => {
    const { stdout } = await runCli('watch -n 60 --count 2 --events --initial -b movers', service());
    expect(rows(stdout).slice(3)).toEqual(['day moved movers C 3>2', 'day moved movers B 2>3']);
  });
});

describe('an option that needs another one is an error without it:', () => {
  test.each([
    ['watch --on topPlay', '--on needs --exec, --bell, --notify or --events', 'watch --bell --on topPlay'],
    ['watch --events --cooldown 5m', '--cooldown needs --on', 'watch --bell --on "boards>=4" --cooldown 15m'],
    ['watch --initial', '--initial needs --events', 'watch --events --initial'],
    ['replay --on topPlay', '--on needs --events', 'replay --events --on topPlay'],
    [
      'replay --events --cooldown 5m',
      '--cooldown needs --on',
      'replay --events --on "boards>=4" --cooldown 15m',
    ],
  ])('%s', async (args, message, example) => {
    const { exitCode, stdout, stderr, world } = await runCli(args);
    expect({ exitCode, stdout, requests: world.requests.length }).toEqual({
      exitCode: 2,
      stdout: '',
      requests: 0,
    });
    expect(stderr).toBe(`error: ${message}\nhint: For example: \`boards ${example}\`\n`);
  });
});
