import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type LoopbackServer, serveBoards, serveHttp } from '../support/loopback.ts';
import { openProgram, type TerminalProgram } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';

/** A service that responds to the first requests with 429. */
function serveAfterRefusing(times: number): Promise<LoopbackServer> {
  let refused = 0;
  return serveHttp((_, response) => {
    if (refused++ < times) response.writeHead(429, { 'Retry-After': '1' }).end();
    else response.end(JSON.stringify(bodyOf()));
  });
}

/** A service that responds once `respond` is called. */
async function serveLater() {
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  return { server: await serveBoards({ held }), respond };
}

/** Runs a command line in a shell in a terminal. The shell stays open after the command ends. */
function inShell(line: string, server: LoopbackServer): TerminalProgram {
  const shell = `${line}; echo "exit code $?;"; read forever`;
  return openProgram([], { env: server.env, shell });
}

function expectClean(pane: TerminalProgram): void {
  expect(pane.emulator.lines().join('\n')).not.toMatch(/fetching|rate limited/);
  expect(pane.raw().lastIndexOf('\x1b[?25h')).toBeGreaterThan(pane.raw().lastIndexOf('\x1b[?25l'));
  pane.kill('SIGKILL');
}

describe.concurrent('the spinner', () => {
  test('is shown during a request, in colour, and removed afterwards', async () => {
    const { server, respond } = await serveLater();
    const pane = inShell('$BOARDS -t day,swing', server);
    await pane.waitFor(/fetching day, swing/);
    expect(pane.raw()).toContain('\x1b[36m');
    respond();
    const screen = await pane.waitFor(/exit code 0;/);
    expect(screen).toMatch(/^Movers ─/m);
    expectClean(pane);
  });

  test.each(['NO_COLOR=1 $BOARDS', '$BOARDS --no-color'])('of %s has no colour', async (line) => {
    const { server, respond } = await serveLater();
    const pane = inShell(line, server);
    await pane.waitFor(/fetching day/);
    expect(pane.raw()).not.toContain('\x1b[36m');
    respond();
    await pane.waitFor(/exit code 0;/);
    expectClean(pane);
  });

  test('shows the seconds until a retry and the attempt during a rate limit', async () => {
    const pane = inShell('$BOARDS', await serveAfterRefusing(2));
    await pane.waitFor(/exit code 0;/);
    for (const attempt of [1, 2])
      expect(pane.raw()).toMatch(new RegExp(`rate limited, retrying in [12] s \\(${attempt} of 2\\)`));
    expectClean(pane);
  });

  // For screen readers, which would read each frame of a spinner.
  test.each(['$BOARDS --plain', '$BOARDS config set plain on && $BOARDS'])(
    'gives way to a note for each retry: %s',
    async (line) => {
      const pane = inShell(line, await serveAfterRefusing(1));
      const screen = await pane.waitFor(/exit code 0;/);
      expect(screen).toMatch(/^note: rate limited, retrying in [12] s \(1 of 2\)$/m);
      expect(pane.raw()).not.toContain('\x1b[?25l');
      pane.kill('SIGKILL');
    },
  );

  test('is ASCII in a locale without UTF-8', async () => {
    const { server, respond } = await serveLater();
    const pane = inShell('LC_ALL=C $BOARDS > /dev/null', server);
    await pane.waitFor(/[-\\|/] fetching day/);
    respond();
    await pane.waitFor(/exit code 0;/);
    expect(pane.raw()).not.toMatch(/\P{ASCII}/u);
    expectClean(pane);
  });

  test('is removed on Ctrl-C', async () => {
    const pane = inShell('trap : INT; $BOARDS', (await serveLater()).server);
    await pane.waitFor(/fetching day/);
    pane.type('\x03');
    await pane.waitFor(/exit code 130;/);
    expectClean(pane);
  });

  test('of the report says what is computed, and Ctrl-C ends it', async () => {
    const pane = inShell('trap : INT; $BOARDS history --sandbox', (await serveLater()).server);
    await pane.waitFor(/computing \w+, [1-5] of 5 timeframes/);
    pane.type('\x03');
    await pane.waitFor(/exit code 130;/);
    expect(pane.emulator.lines().join('\n')).not.toContain('computing');
    expectClean(pane);
  });

  test.each([
    ['with --quiet', '$BOARDS --quiet'],
    ['with -q by status', '$BOARDS status -q'],
    ['with -q by login', 'echo "$BOARDS_API_KEY" | $BOARDS login -q'],
    ['with --plain', '$BOARDS --plain'],
    ['with --plain by status', '$BOARDS status --plain'],
    ['with --plain by login', 'echo "$BOARDS_API_KEY" | $BOARDS login --plain'],
    ['if TERM is dumb', 'TERM=dumb $BOARDS'],
    ['if stderr is redirected', '$BOARDS 2> /dev/null'],
    ['in a terminal with 0 columns', 'stty cols 0; $BOARDS'],
  ])('is not shown %s', async (_, line) => {
    // Some time after it would be shown.
    const pane = inShell(line, await serveBoards({ held: delay(1000) }));
    await pane.waitFor(/exit code 0;/);
    expect(pane.raw()).not.toMatch(/fetching|checking/);
    expect(pane.raw()).not.toContain('\x1b[?25l');
    pane.kill('SIGKILL');
  });
});
