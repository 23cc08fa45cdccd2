import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import {
  isMarketClosed,
  openProgram,
  runProgram,
  type SandboxServer,
  startSandbox,
} from '../support/program.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

let sandbox: SandboxServer;
let staged: Server;

/** Two snapshots that differ by every type of change. */
const STAGES = [
  bodyOf({
    asOf: '2026-06-03T14:30:00Z',
    boards: {
      movers: ['AAA', 'BBB', 'OLD'].map((symbol, index) =>
        rowOf({ symbol, rank: index + 1, bias: 'bullish', boards: 2 }),
      ),
    },
  }),
  bodyOf({
    asOf: '2026-06-03T14:31:00Z',
    session: 'afterhours',
    topPlay: {
      symbol: 'NVDA',
      name: null,
      price: 1,
      dayPct: 1,
      volume: 1,
      boards: 5,
      bias: 'bullish',
      reasons: [],
    },
    boards: {
      movers: [
        rowOf({ symbol: 'BBB', rank: 1, bias: 'bearish', boards: 2 }),
        rowOf({ symbol: 'AAA', rank: 2, bias: 'bullish', boards: 2 }),
        rowOf({ symbol: 'NVDA', rank: 3, bias: 'bullish', boards: 5 }),
      ],
    },
  }),
];

/** Requests since the last `stagedEnv`. The first gets the first snapshot, all others the second. */
let requests = 0;

beforeAll(async () => {
  sandbox = await startSandbox(['--recompute', '1', '--seed', '7']);
  staged = createServer((_, response) => {
    const body = STAGES[Math.min(requests++, STAGES.length - 1)];
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => staged.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  sandbox.close();
  staged.close();
});

function stagedEnv(extra: Record<string, string> = {}) {
  requests = 0;
  const { port } = staged.address() as AddressInfo;
  return {
    BOARDS_BASE_URL: `http://127.0.0.1:${port}`,
    BOARDS_API_KEY: 'rb_live_0123456789abcdef0123456789abcdef',
    ...extra,
  };
}

function hookFile(): string {
  return join(temporaryDirectory(), 'log');
}

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('watch --events', { timeout: 20_000 }, () => {
  test('prints one line per change, for every type of change', async () => {
    const { exitCode, stdout } = await runProgram(['watch', '-n', '1', '--count', '2', '--events'], {
      env: stagedEnv(),
    });
    expect(exitCode).toBe(0);
    const common = { asOf: '2026-06-03T14:31:00Z', timeframe: 'day' };
    expect(lines(stdout)).toEqual([
      { type: 'session', ...common, board: null, symbol: null, from: 'open', to: 'afterhours' },
      { type: 'topPlay', ...common, board: null, symbol: 'NVDA', from: 'AAA', to: 'NVDA' },
      { type: 'moved', ...common, board: 'movers', symbol: 'BBB', from: 2, to: 1 },
      { type: 'moved', ...common, board: 'movers', symbol: 'AAA', from: 1, to: 2 },
      { type: 'entered', ...common, board: 'movers', symbol: 'NVDA', from: null, to: 3 },
      { type: 'left', ...common, board: 'movers', symbol: 'OLD', from: 3, to: null },
      { type: 'bias', ...common, board: null, symbol: 'BBB', from: 'bullish', to: 'bearish' },
      { type: 'confluence', ...common, board: null, symbol: 'NVDA', from: 0, to: 5 },
      { type: 'confluence', ...common, board: null, symbol: 'OLD', from: 2, to: 0 },
    ]);
  });
});

describe('watch --exec', { timeout: 20_000 }, () => {
  test.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    [
      'all changes',
      [],
      [
        ...['session', 'topPlay', 'moved', 'moved', 'entered', 'left', 'bias'],
        ...['confluence', 'confluence'],
      ],
    ],
    ['the changes of --on entered,left', ['--on', 'entered,left'], ['entered', 'left']],
    ['the changes of --on topPlay', ['--on', 'topPlay'], ['topPlay']],
    ['the changes of --on boards>=4', ['--on', 'boards>=4'], ['confluence']],
    ['the changes of --on moved+rank:1', ['--on', 'moved+rank:1'], ['moved']],
    ['the changes of --on AAA', ['--on', 'AAA'], ['moved']],
  ])('passes %s on stdin, and their context in environment variables', async (_, options, types) => {
    const file = hookFile();
    const command = `cat > ${file}; echo "$BOARDS_TIMEFRAME $BOARDS_ASOF $BOARDS_EVENTS \${BOARDS_API_KEY-unset}" >> ${file}`;
    const args = ['watch', '-n', '1', '--count', '2', '--exec', command, ...options];
    const { exitCode } = await runProgram(args, { env: stagedEnv() });
    expect(exitCode).toBe(0);
    const received = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(received.pop()).toBe(`day 2026-06-03T14:31:00Z ${types.length} unset`);
    expect(received.map((line) => JSON.parse(line).type)).toEqual(types);
  });

  test('reports a failing command in the footer and discards its output', async () => {
    const pane = openProgram(['watch', '-n', '1', '--exec', 'echo NOISE; echo NOISE >&2; exit 3'], {
      env: stagedEnv(),
    });
    await pane.waitFor(/hook failed with exit code 3/);
    expect(pane.raw()).not.toContain('NOISE');
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
  });

  test('continues to poll while the command runs, and kills it when the pane ends', async () => {
    const file = hookFile();
    const pane = openProgram(['watch', '-n', '1', '--exec', `sleep 3; echo late > ${file}`], {
      env: stagedEnv(),
    });
    await pane.waitFor(/NEW +NVDA/);
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
    expect(requests).toBeGreaterThanOrEqual(2);
    await new Promise((resolve) => setTimeout(resolve, 3200));
    expect(() => readFileSync(file, 'utf8')).toThrow(/ENOENT/);
  });
});

describe('watch --bell', { timeout: 20_000 }, () => {
  test.each<[string, ReadonlyArray<string>, boolean]>([
    ['rings on a new top play', [], true],
    ['rings on a change of a symbol of --symbol', ['--symbol', 'OLD', '--on', 'left'], true],
    ['does not ring on changes that --on excludes', ['--on', 'ZZZ'], false],
  ])('%s', async (_, options, rings) => {
    const pane = openProgram(['watch', '-n', '1', '--count', '2', '--bell', ...options], {
      env: stagedEnv(),
    });
    expect((await pane.ended).exitCode).toBe(0);
    expect(pane.raw().includes('\x07')).toBe(rings);
  });
});

describe('with the sandbox server', { timeout: 30_000 }, () => {
  test.skipIf(isMarketClosed)(
    '--exec receives rank changes as the same events that --events prints',
    async () => {
      const file = hookFile();
      const args = ['watch', '-t', 'all', '-n', '1', '--count', '50', '--events', '--exec', `cat >> ${file}`];
      const { exitCode, stdout } = await runProgram(args, { env: sandbox.env });
      expect(exitCode).toBe(0);
      const printed = lines(stdout);
      expect(printed.map(({ type }) => type)).toContain('moved');
      // While the command runs, only the latest queued events of each timeframe are kept.
      const received = lines(readFileSync(file, 'utf8'));
      expect(received.length).toBeGreaterThan(0);
      expect(printed).toEqual(expect.arrayContaining(received));
    },
  );
});
