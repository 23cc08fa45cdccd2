import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openProgram,
  PANE_READY,
  RESTORED,
  type SandboxServer,
  startSandbox,
  type TerminalProgram,
} from '../support/program.ts';

let server: SandboxServer;

beforeAll(async () => {
  server = await startSandbox(['--recompute', '3600']);
});

afterAll(() => server.close());

/** How often the program has switched to the alternate screen. */
const timesOpened = (pane: TerminalProgram) => pane.raw().split('\x1b[?1049h').length - 1;

/** The process id that the shell printed as `pid=…` before it started the program. */
const printedPid = (pane: TerminalProgram) => Number(/pid=(\d+)/.exec(pane.raw())?.[1]);

const REQUESTS: ReadonlyArray<readonly [string, (pane: TerminalProgram, pid: number) => void]> = [
  ['Ctrl-Z', (pane) => pane.type('\x1a')],
  ['kill -TSTP', (_, pid) => process.kill(pid, 'SIGTSTP')],
];

/** The program as a job of a shell, and as npx starts it: with a second process in the job, which must stop too. */
const JOB = 'sh -c "echo pid=\\$\\$; exec $BOARDS watch -n 1"';
const JOB_WITH_PARENT = `sh -c 'trap : INT; ${JOB}'`;

const JOB_REQUESTS: ReadonlyArray<readonly [string, string, (pane: TerminalProgram, pid: number) => void]> = [
  ['Ctrl-Z', JOB, (pane) => pane.type('\x1a')],
  ['Ctrl-Z with a parent process in the job', JOB_WITH_PARENT, (pane) => pane.type('\x1a')],
  ['kill -TSTP', JOB, (_, pid) => process.kill(pid, 'SIGTSTP')],
];

/** The fields of /proc/<pid>/stat after the name: the state, the parent's id, the group's id and more. */
const statusOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');

describe.concurrent('if no shell could continue it, the pane stays open', () => {
  test.each(REQUESTS)('on %s, twice, as the only process of the terminal', async (_, request) => {
    const pane = openProgram(['watch', '-n', '1'], { env: server.env, isSessionLeader: true });
    await pane.waitFor(PANE_READY);
    for (const times of [2, 3]) {
      request(pane, pane.pid);
      await pane.waitFor((screen) => timesOpened(pane) === times && PANE_READY.test(screen));
      expect(pane.emulator.isAlternateScreen()).toBe(true);
    }
    pane.type('?');
    await pane.waitFor(/choose boards/);
    pane.type('\x03');
    expect((await pane.ended).signal).toBe(constants.signals.SIGINT);
  });

  test.each(REQUESTS)('on %s in a shell without job control', async (_, request) => {
    const shell = "trap : INT; sh -c 'echo pid=$$; exec $BOARDS watch -n 1'";
    const pane = openProgram([], { env: server.env, shell });
    await pane.waitFor(PANE_READY);
    request(pane, printedPid(pane));
    await pane.waitFor((screen) => timesOpened(pane) === 2 && PANE_READY.test(screen));
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
  });
});

describe.concurrent('if a shell can continue it, the pane', () => {
  test('stops on kill -TSTP of the program alone, and its parent does not', async ({ skip }) => {
    skip(process.platform !== 'linux', 'needs /proc');
    const job = 'sh -c \'trap : INT; sh -c "echo pid=\\$\\$; exec $BOARDS watch -n 1"; echo inner=$?\'';
    const pane = openProgram([], { env: server.env, shell: `set -m; ${job}; echo code=$?` });
    await pane.waitFor(PANE_READY);
    const pid = printedPid(pane);
    const parent = Number(statusOf(pid)[1]);
    process.kill(pid, 'SIGTSTP');
    await pane.waitFor(() => statusOf(pid)[0] === 'T' && !pane.emulator.isAlternateScreen());
    // It may run for a moment, because it hears of its child.
    await pane.waitFor(() => statusOf(parent)[0] === 'S');
    process.kill(pid, 'SIGCONT');
    await pane.waitFor((screen) => pane.emulator.isAlternateScreen() && PANE_READY.test(screen));
    pane.type('\x03');
    await pane.waitFor(/inner=130/);
    await pane.ended;
  });

  test.each(JOB_REQUESTS)('returns the terminal to the shell on %s until fg', async (_, job, request) => {
    const pane = openProgram([], {
      env: server.env,
      shell: `trap : INT; set -m; ${job}; echo stopped; read go; fg; echo code=$?`,
    });
    await pane.waitFor(PANE_READY);
    request(pane, printedPid(pane));
    await pane.waitFor(/stopped/);
    expect(pane.raw()).toContain(RESTORED);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    expect(timesOpened(pane)).toBe(1);
    pane.type('\r');
    await pane.waitFor((screen) => pane.emulator.isAlternateScreen() && PANE_READY.test(screen));
    pane.type('?');
    await pane.waitFor(/choose boards/);
    expect(timesOpened(pane)).toBe(2);
    pane.type('\x03');
    await pane.waitFor(/code=130/);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    await pane.ended;
  });
});
