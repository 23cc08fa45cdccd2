import { describe, expect, test } from 'vitest';
import type { Output } from '../../src/lib/streams.ts';
import { run } from '../../src/run.ts';
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

/** Runs watch for an hour, with a service whose every response is new. Its reader reads after these minutes. */
async function watch(args: string, readAfterMinutes: ReadonlyArray<number>) {
  const full = createFullOutput();
  let polls = 0;
  const world = createWorld({
    transport: async () => {
      if (polls === 0)
        for (const minutes of readAfterMinutes) void world.clock.sleep(minutes * 60_000).then(full.read);
      const asOf = new Date(Date.UTC(2026, 5, 3) + 60_000 * polls).toISOString();
      const movers = [rowOf({ symbol: `S${polls++}` })];
      return responseOf(200, bodyOf({ asOf, boards: { movers } }));
    },
  });
  const command = `watch ${args} -n 30 --for 1h`.split(' ');
  const exitCode = await run(command, { ...world.context, stdout: full.output });
  expect({ exitCode, listeners: full.listeners(), stderr: world.stderr() }).toEqual({
    exitCode: 0,
    listeners: 0,
    stderr: '',
  });
  return { texts: full.texts, polls };
}

const symbolsIn = (text: string) => [...text.matchAll(/\bS\d+\b/g)].map(([symbol]) => symbol);

describe('while stdout is blocked', () => {
  test.each(['--json', '--events --initial', '--no-color'])('watch %s does not poll', async (options) => {
    const { texts, polls } = await watch(options, []);
    expect([texts.length, polls]).toEqual([1, 1]);
  });

  test('watch --json goes on with the newest snapshot when the reader does', async () => {
    const { texts, polls } = await watch('--json', [10, 30]);
    expect(texts.map((text) => symbolsIn(text)[0])).toEqual(['S0', 'S1', 'S2']);
    expect(polls).toBe(3);
  });

  test('watch --events writes the changes since the last snapshot written', async () => {
    const { texts } = await watch('--events --initial', [10]);
    expect(texts[1]).toMatch(/"entered".*"S1"/);
    expect(texts[1]).toMatch(/"left".*"S0"/);
  });
});
