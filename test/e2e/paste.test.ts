import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProgram, PANE_READY, type SandboxServer, startSandbox } from '../support/program.ts';

const KEYS = 12 * 1024;

let server: SandboxServer;

beforeAll(async () => {
  server = await startSandbox(['--recompute', '3600']);
});

afterAll(() => server.close());

describe.concurrent('the pane', () => {
  test.each([
    ['bracketed paste', '\x1b[200~', '\x1b[201~'],
    ['keys, as from a terminal without bracketed paste', '', ''],
  ])('draws far fewer frames than keys for %s, and ends on SIGTERM during it', async (_, begin, end) => {
    const shell = "sh -c 'echo pid=$$; exec $BOARDS watch -n 1'; echo code=$?";
    const pane = openProgram([], { env: server.env, shell });
    await pane.waitFor(PANE_READY);
    const keys = 'jkt'.repeat(KEYS / 3);
    pane.type(`${begin}${keys}${end}?`);
    await pane.waitFor(/choose boards/);
    // One for each read, which has hundreds of keys or more.
    expect(pane.raw().split('\x1b[?2026h').length).toBeLessThan(KEYS / 50);
    pane.type(begin + keys);
    process.kill(Number(/pid=(\d+)/.exec(pane.raw())?.[1]), 'SIGTERM');
    await pane.ended;
    expect(pane.raw()).toContain('code=143');
  });

  test('ignores a paste outside of the filter prompt, and Ctrl-C works after it', async () => {
    const pane = openProgram(['watch', '-n', '1'], { env: server.env });
    await pane.waitFor(PANE_READY);
    expect(pane.raw()).toContain('\x1b[?2004h');
    pane.type('\x1b[200~3q\n\x03?\x1b[201~');
    pane.type('/\x1b[200~zz zz\n\x1b[201~');
    await pane.waitFor(/ZZ ZZ/);
    pane.type('\r');
    await pane.waitFor(/No symbol matches/);
    expect(pane.emulator.lines()[0]).toMatch(/^ 1 scalp {3}2 DAY /);
    pane.type('\x03');
    expect((await pane.ended).exitCode).toBe(130);
    expect(pane.raw().lastIndexOf('\x1b[?2004l')).toBeGreaterThan(pane.raw().lastIndexOf('\x1b[?2004h'));
  });
});
