import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMarketClosed, openProgram, type SandboxServer, startSandbox } from '../support/program.ts';

let server: SandboxServer;

beforeAll(async () => {
  server = await startSandbox(['--recompute', '2']);
});

afterAll(() => server.close());

describe('watch in a terminal with TERM=dumb', { timeout: 20_000 }, () => {
  test('prints plain tables without escape sequences until Ctrl-C', async ({ skip }) => {
    skip(isMarketClosed, 'nothing moves at this time');
    const pane = openProgram(['watch', '-n', '1', '-b', 'movers'], {
      env: { ...server.env, TERM: 'dumb' },
      rows: 60,
    });
    await pane.waitFor(() => pane.raw().includes('movers: move over the window'));
    pane.type('\x03');
    expect((await pane.ended).exitCode).toBe(130);
    expect(pane.raw()).not.toContain('\x1b');
  });
});
