import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { openProgram, RESTORED, runProgram, type TerminalOptions } from '../support/program.ts';
import { ranked, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

/** A service that lists NVDA beside AAA from its third response on. */
const growing = () =>
  serveBoards({
    fields: (index) => ({ boards: { movers: ranked(index < 2 ? 'AAA' : 'AAA NVDA', { boards: 4 }) } }),
  });

const WATCH = ['watch', '-n', '1'];

describe.concurrent('in a terminal', () => {
  const open = async (options: ReadonlyArray<string>, terminal: TerminalOptions = {}) =>
    openProgram([...WATCH, ...options], { ...terminal, env: { ...(await growing()).env, ...terminal.env } });

  test.each<[string, Record<string, string>, string]>([
    ['OSC 9 and the bell', {}, '\x1b]9;boards day: NVDA in Movers 2\x07\x07'],
    [
      'both through tmux',
      { TMUX: '/tmp/tmux-0/default,1,0' },
      '\x1bPtmux;\x1b\x1b]9;boards day: NVDA in Movers 2\x07\x1b\\\x07',
    ],
  ])('--notify sends %s, and the screen is unharmed', async (_, env, bytes) => {
    const pane = await open(['--notify', '--bell', '--on', 'entered'], { env });
    const screen = await pane.waitFor(/rang \d\d:\d\d: NVDA in Movers 2$/m);
    expect(screen.split('\n').filter((line) => /boards day:/.test(line))).toEqual([]);
    // The notification is written after the frame, and can arrive later.
    await until(() => pane.raw().includes(bytes));
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
    expect(pane.raw().split(bytes)).toHaveLength(2);
    expect(pane.raw().split('\x1b]9;')).toHaveLength(2);
  });

  test('what met --until stands below the last frame, after the pane is left', async () => {
    const pane = await open(['--until', 'NVDA+entered']);
    expect((await pane.ended).exitCode).toBe(0);
    const screen = await pane.waitFor(/00:00:02 UTC {2}day {2}in {3}NVDA {3}Movers 2/);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
    expect(screen.trimEnd().split('\n').at(-1)).toMatch(/UTC {2}day {2}in {3}NVDA {3}Movers 2$/);
    expect(pane.raw().indexOf('NVDA   Movers 2')).toBeGreaterThan(pane.raw().indexOf(RESTORED));
  });

  test('--for restores the terminal and ends with 9 if --until was not met', async () => {
    const pane = await open(['--until', 'ZZZ', '--for', '2']);
    expect((await pane.ended).exitCode).toBe(9);
    await pane.waitFor(/error: --until was not met before --for ended the watch/);
    expect(pane.raw()).toContain(RESTORED);
    expect(pane.emulator.isAlternateScreen()).toBe(false);
  });
});

describe.concurrent('a ticker in the environment of --exec', () => {
  test.each([
    ["A'B & M&M $SPX", 'A?B ? M?M ?SPX'],
    ['ΟΤΕ', 'ΟΤΕ'],
    [
      '$(touch made)`touch made`";touch made;"\n\x1b]777;x',
      '??touch made??touch made???touch made?????777?x',
    ],
  ])('%j is %j, and runs nothing', async (symbol, text) => {
    const directory = temporaryDirectory();
    const { env } = await serveBoards({
      fields: (index) => ({ boards: { movers: index < 1 ? [] : [rowOf({ symbol })] } }),
    });
    const command = `cd '${directory}' && printf %s "$BOARDS_TEXT" > text`;
    const args = ['watch', '-n', '1', '--count', '2', '--json', '--on', 'entered', '--exec', command];
    expect((await runProgram(args, { env })).exitCode).toBe(0);
    expect(readdirSync(directory)).toEqual(['text']);
    expect(readFileSync(join(directory, 'text'), 'utf8')).toBe(`boards day: ${text} in Movers 1`);
  });
});
