import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type LoopbackServer, serveHttp } from '../support/loopback.ts';
import { openProgram, type TerminalProgram } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';

const BODY = JSON.stringify(bodyOf());

function clientOf({ host }: LoopbackServer) {
  return { BOARDS_BASE_URL: `http://${host}`, BOARDS_API_KEY: 'of-the-test' };
}

/** Answers after the time, in milliseconds. */
function serveAfter(milliseconds: number): Promise<LoopbackServer> {
  return serveHttp(async (_, response) => {
    await delay(milliseconds);
    response.end(BODY);
  });
}

/** Refuses as often as told with 429, then answers. */
function serveAfterRefusing(times: number): Promise<LoopbackServer> {
  let refused = 0;
  return serveHttp((_, response) => {
    if (refused++ < times) response.writeHead(429, { 'Retry-After': '1' }).end();
    else response.end(BODY);
  });
}

/** Runs a command line in a shell in a terminal, and stays there after its end. */
function inShell(line: string, server: LoopbackServer): TerminalProgram {
  const shell = `${line}; echo "exit code $?;"; read forever`;
  return openProgram([], { env: clientOf(server), shell });
}

function expectClean(pane: TerminalProgram): void {
  expect(pane.emulator.lines().join('\n')).not.toMatch(/fetching|rate limited/);
  expect(pane.raw().lastIndexOf('\x1b[?25h')).toBeGreaterThan(pane.raw().lastIndexOf('\x1b[?25l'));
  pane.kill('SIGKILL');
}

describe('what the program waits for', { timeout: 15_000 }, () => {
  test('is said while it waits, and gone afterwards', async () => {
    const pane = inShell('$BOARDS -t day,swing', await serveAfter(800));
    await pane.waitFor(/fetching day, swing/);
    const screen = await pane.waitFor(/exit code 0;/);
    expect(screen).toMatch(/╭─ Movers/);
    expectClean(pane);
  });

  test('a rate limit is said with the seconds left and the attempt', async () => {
    const pane = inShell('$BOARDS', await serveAfterRefusing(2));
    await pane.waitFor(/rate limited, retrying in [12] s \(1 of 2\)/);
    await pane.waitFor(/rate limited, retrying in [12] s \(2 of 2\)/);
    await pane.waitFor(/exit code 0;/);
    expectClean(pane);
  });

  test('stderr decides: with stdout in a file it is said still', async () => {
    const pane = inShell('$BOARDS > /dev/null', await serveAfter(800));
    await pane.waitFor(/fetching day/);
    await pane.waitFor(/exit code 0;/);
    expectClean(pane);
  });

  test('Ctrl-C takes it away', async () => {
    const pane = inShell('trap : INT; $BOARDS', await serveAfter(60_000));
    await pane.waitFor(/fetching day/);
    pane.type('\x03');
    await pane.waitFor(/exit code 130;/);
    expectClean(pane);
  });

  test.each([
    ['with --quiet', '$BOARDS --quiet'],
    ['with stderr in a file', '$BOARDS 2> /dev/null'],
    ['in a terminal of no width', 'stty cols 0; $BOARDS'],
  ])('is not said %s', async (_, line) => {
    const pane = inShell(line, await serveAfter(500));
    await pane.waitFor(/exit code 0;/);
    expect(pane.raw()).not.toContain('fetching');
    expect(pane.raw()).not.toContain('\x1b[?25l');
    pane.kill('SIGKILL');
  });
});
