import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProgram, PANE_READY, type SandboxServer, startSandbox } from '../support/program.ts';

const MEGABYTE = 1024 * 1024;
const PIECE = 2048;

let server: SandboxServer;

beforeAll(async () => {
  server = await startSandbox(['--recompute', '3600']);
});

afterAll(() => server.close());

/** A script that sends SIGTERM to a process after 0.2 s and prints how many milliseconds it took to end. */
const STOPPER = `
  const pid = Number(process.argv[1]);
  setTimeout(() => {
    const start = performance.now();
    process.kill(pid, 'SIGTERM');
    const check = () => {
      try {
        process.kill(pid, 0);
        setTimeout(check, 5);
      } catch {
        console.log(performance.now() - start);
      }
    };
    check();
  }, 200);
`;

async function stopSoon(pid: number): Promise<number> {
  const options = { encoding: 'utf8', timeout: 20_000 } as const;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', STOPPER, String(pid)], options);
  return Number(stdout);
}

describe.concurrent('the pane', { timeout: 30_000 }, () => {
  test.each([
    ['bracketed paste', `\x1b[200~${'jkt'.repeat(MEGABYTE / 3)}`],
    ['keys, as from a terminal without bracketed paste', 'jkt'.repeat(MEGABYTE / 3)],
  ])('ends on SIGTERM during 1 MB of %s', async (_, text) => {
    // Reads the rest of the input after the program has ended, because a write to a full terminal blocks this process.
    const drain = `${process.execPath} -e 'process.stdin.resume(); setTimeout(() => process.exit(), 2000)'`;
    const shell = `sh -c 'echo pid=$$; exec $BOARDS watch -n 1'; echo code=$?; ${drain}`;
    const pane = openProgram([], { env: server.env, shell });
    await pane.waitFor(PANE_READY);
    let isOver = false;
    const stopped = stopSoon(Number(/pid=(\d+)/.exec(pane.raw())?.[1])).finally(() => {
      isOver = true;
    });
    for (let at = 0; at < text.length && !isOver; at += PIECE) {
      pane.type(text.slice(at, at + PIECE));
      await new Promise((resolve) => setImmediate(resolve));
    }
    // About 20 ms on an idle computer. Drawing one frame per key instead of one per read would take seconds.
    expect(await stopped).toBeLessThan(1000);
    await pane.waitFor(() => pane.raw().includes('code=143'));
    await pane.ended;
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
