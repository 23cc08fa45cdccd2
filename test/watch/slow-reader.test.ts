import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli.ts';
import type { Output } from '../../src/context.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { createWorld } from '../support/world.ts';

/** A stdout that is blocked after each write until `read` is called. */
function createFullOutput() {
  const texts: Array<string> = [];
  const listeners = new Set<() => void>();
  const output: Output = {
    write: (text) => {
      texts.push(text);
      return false;
    },
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
  };
  const read = () => {
    for (const listener of [...listeners]) listener();
  };
  return { output, texts, read, listeners: () => listeners.size };
}

/** Runs watch for `polls` polls of a service whose every response is new. `onPoll` receives the number of each poll. */
async function watch(
  args: string,
  polls: number,
  onPoll: (poll: number, full: ReturnType<typeof createFullOutput>) => void,
) {
  const full = createFullOutput();
  let poll = 0;
  const world = createWorld({
    transport: async () => {
      const asOf = new Date(Date.UTC(2026, 5, 3) + 60_000 * poll).toISOString();
      const movers = [rowOf({ symbol: `S${poll}` })];
      onPoll(++poll, full);
      if (poll > polls) world.stop('SIGTERM');
      return responseOf(200, bodyOf({ asOf, boards: { movers } }));
    },
  });
  const stderr = { ...world.context.stderr, isTTY: args.includes('--bell') };
  const exitCode = await run(`watch ${args}`.split(' '), { ...world.context, stdout: full.output, stderr });
  return { ...full, exitCode, stderr: world.stderr() };
}

const symbolsIn = (text: string) => [...text.matchAll(/\bS\d+\b/g)].map(([symbol]) => symbol);

describe('with a blocked stdout', { timeout: 60_000 }, () => {
  test.each([
    ['--json', 600],
    ['--events', 300],
    ['--no-color', 300],
  ])('watch %s does not keep %d snapshots in memory', async (option, snapshots) => {
    const { texts, stderr, listeners, exitCode } = await watch(`${option} -n 30`, snapshots, () => undefined);
    expect(exitCode).toBe(143);
    expect(texts.length).toBe(1);
    expect(listeners()).toBe(1);
    expect(stderr).toBe(
      'note: stdout is blocked; only the newest snapshot is kept until its reader continues\n',
    );
  });

  test('watch writes the newest snapshot when the reader continues, and notes how many were dropped', async () => {
    const { texts, stderr } = await watch('--json -n 30', 30, (poll, { read }) => {
      if (poll === 21 || poll === 22) read();
    });
    // The first was written at once, number 20 was queued when the reader continued, and 21 came next.
    expect(texts.map((text) => symbolsIn(text)[0])).toEqual(['S0', 'S19', 'S20']);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      'note: stdout is blocked; only the newest snapshot is kept until its reader continues',
      'note: 18 snapshots were not written',
    ]);
  });

  test('watch --events writes the changes since the last snapshot written', async () => {
    const { texts, stderr } = await watch('--events -n 30', 30, (poll, { read }) => {
      if (poll === 21) read();
    });
    const changes = texts.map((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ type, symbol }) => `${type} ${symbol}`),
    );
    expect(changes[0]).toContain('left S0');
    expect(changes[1]).toEqual(expect.arrayContaining(['entered S19', 'left S1']));
    expect(stderr).toContain(
      'note: 17 snapshots were not written; changes that reverted in between are missing',
    );
  });

  test('watch writes the last snapshot when --count ends it', async () => {
    const { texts, stderr, exitCode } = await watch('--json -n 30 --count 9', 20, () => undefined);
    expect(exitCode).toBe(0);
    expect(texts.map((text) => symbolsIn(text)[0])).toEqual(['S0', 'S8']);
    expect(stderr).toContain('note: 7 snapshots were not written\n');
  });

  test('watch still rings the bell', async () => {
    const { stderr } = await watch('--json -n 30 --bell --on entered --count 9', 20, () => undefined);
    expect(stderr.split('\x07')).toHaveLength(9);
  });
});
