import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { play } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { createWorld, linesOf, runCli, type WorldOptions } from '../support/world.ts';

/** A service whose every response is a new snapshot. */
function tickingService() {
  let minute = 0;
  return async () =>
    responseOf(200, bodyOf({ asOf: new Date(Date.UTC(2026, 5, 3, 14, 30 + minute++)).toISOString() }));
}

describe('the interval', () => {
  const secondsOf = async (args: string, env: Record<string, string | undefined> = {}) => {
    const clock = createFakeClock();
    const at: Array<number> = [];
    const service = tickingService();
    const transport = () => {
      at.push(clock.monotonic() / 1000);
      return service();
    };
    const { stderr } = await runCli(`watch --json --count 2 ${args}`, { clock, transport, env });
    return { gap: Math.round((at[1] ?? 0) - (at[0] ?? 0)), stderr };
  };

  test.each([
    ['', {}, 62],
    ['-n 45', {}, 45],
    ['-n 90.5', {}, 91],
    ['-n 2', { BOARDS_BASE_URL: 'http://127.0.0.1:9' }, 2],
    ['-n 0.2', { BOARDS_BASE_URL: 'http://localhost:9' }, 1],
  ])('watch %s %o polls every %d s', async (args, env, seconds) => {
    expect((await secondsOf(args, env)).gap).toBe(seconds);
  });

  test('is raised to 30 s for a remote service, with a note', async () => {
    const { gap, stderr } = await secondsOf('-n 5');
    expect(gap).toBe(30);
    expect(stderr).toMatch(/note: polling every 30 s instead of every 5 s/);
  });

  test('is 10 s in the sandbox, the same as its rebuild interval', async () => {
    const { stdout, world } = await runCli('watch --sandbox --json --count 3');
    const times = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Date.parse(JSON.parse(line).asOf));
    expect(times.map((time) => (time - (times[0] ?? 0)) / 1000)).toEqual([0, 10, 20]);
    expect(world.requests).toHaveLength(0);
  });
});

test('watch takes a snapshot of another timeframe for a failed poll: nothing of it is compared or recorded', async () => {
  const data = temporaryDirectory();
  const service = minuteService((minute) =>
    minute === 1 ? { timeframe: 'swing', ...boardsOf({ movers: 'SWG' }) } : boardsOf({ movers: 'AAA BBB' }),
  );
  const { exitCode, stdout, stderr } = await runCli('watch -n 60 --events --record --count 3', {
    ...service,
    env: { BOARDS_DATA_DIR: data },
  });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toMatch(/^note: day: the service returned swing for day, next poll in \d+ s$/m);
  const recorded = readFileSync(join(data, 'boards.example_443', '2026-06-03', 'day.ndjson'), 'utf8');
  expect(linesOf(recorded)).toHaveLength(3);
  expect(recorded).not.toContain('SWG');
});

test('watch notes a failure on stderr in a few words', async () => {
  const service = tickingService();
  let polls = 0;
  const transport = async () => (polls++ === 0 ? responseOf(404, { error: 'no' }) : service());
  const { stderr } = await runCli('watch --json --count 1', { transport });
  expect(stderr).toMatch(/^note: day: unexpected response \(404\), next poll in \d+ s\n$/);
});

describe('watch -l 2', () => {
  const STAGES = [
    ['AAA', 'BBB', 'CCC', 'DDD'],
    ['AAA', 'CCC', 'BBB', 'NEW'],
  ];

  /** A service that swaps the second and third row, and replaces the fourth. */
  function stagedService() {
    let turn = 0;
    return async () => {
      const symbols = STAGES[turn++ % STAGES.length] ?? [];
      const asOf = new Date(Date.UTC(2026, 5, 3, 14, turn)).toISOString();
      return responseOf(
        200,
        bodyOf({
          asOf,
          boards: { movers: symbols.map((symbol, index) => rowOf({ symbol, rank: index + 1 })) },
        }),
      );
    };
  }
  const watch = (options: string, world: WorldOptions = {}) =>
    runCli(`watch -l 2 --count 2 ${options}`, { transport: stagedService(), columns: 80, ...world });

  test('requests all rows, so that it knows what entered and left', async () => {
    const { world } = await watch('--json');
    expect(world.requests.map(({ url }) => url.search)).toEqual(
      Array.from({ length: 2 }, () => '?timeframe=day&limit=10'),
    );
  });

  test.each([
    ['entered,left', 0],
    ['moved', 1],
  ])('--bell --on %s rings %d times', async (conditions, times) => {
    const { stdout } = await watch(`--json --bell --on ${conditions}`, { isTTY: true });
    expect(stdout.split('\x07').length - 1).toBe(times);
  });
});

describe('watch --json ends on', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
    ['closed-pipe', 0],
  ] as const)('%s with exit code %d', async (reason, exitCode) => {
    const clock = createFakeClock();
    const service = tickingService();
    let polls = 0;
    const world = createWorld({
      clock,
      transport: async () => {
        if (polls++ === 0) void clock.sleep(150_000).then(() => world.stop(reason));
        return service();
      },
    });
    const result = await runCli('watch --json', world);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stdout.trimEnd().split('\n')).toHaveLength(polls);
  });
});

describe('a bug', () => {
  test('ends the pane with exit code 1 and restores the terminal', async () => {
    const broken = async () => {
      throw new TypeError('a bug');
    };
    const played = await play('watch', [], { transport: broken });
    expect(played).toMatchObject({ exitCode: 1, cooked: true });
    expect(played.raw).toContain('\x1b[?1049l');
    expect(played.world.stderr()).toMatch(/something went wrong inside boards/);
    expect(played.world.stderr()).not.toContain('TypeError');
  });
});
