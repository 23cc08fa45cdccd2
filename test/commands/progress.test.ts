import { expect, test } from 'vitest';
import { run } from '../../src/run.ts';
import { SANDBOX_KEY } from '../../src/sandbox/service.ts';
import { marketFrom, recordedMarket } from '../support/market.ts';
import { createWorld } from '../support/world.ts';

// The delay before the spinner ends at once.
test.each([
  ['boards -t day,swing', ['fetching day, swing']],
  ['status', ['checking the service']],
  ['login', ['checking the key']],
  ['history NVDA --sandbox --last 30m', ['computing simulated data']],
  ['top --sandbox --at 10m', ['fetching day', 'computing simulated data']],
  ['history NOVA', ['reading recordings']],
  ['top --at 13:30', ['fetching day', 'reading recordings']],
  ['history', ['reading recordings']],
  ['replay --json', ['reading the recording']],
])('the spinner of boards %s says %s', async (line, texts) => {
  const { clock, transport } = marketFrom('20:00');
  const env = { BOARDS_DATA_DIR: recordedMarket() };
  const { context, stderr } = createWorld({ env, clock, transport, stdin: SANDBOX_KEY });
  const moveCursor = () => true;
  const terminal = { isTTY: true, columns: 80, cursorTo: moveCursor, clearLine: moveCursor, moveCursor };
  const exitCode = await run(line.split(' '), {
    ...context,
    stderr: { ...context.stderr, ...terminal },
    clock: { ...clock, sleep: async () => undefined },
  });
  expect(exitCode).toBe(0);
  for (const text of texts) expect(stderr()).toContain(text);
});
