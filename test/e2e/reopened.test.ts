import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { openProgram, type TerminalProgram } from '../support/program.ts';
import { ranked } from '../support/snapshots.ts';

/** The number of the newest symbol on the screen: another one is third in each snapshot. */
const newestOn = (screen: string) =>
  Math.max(0, ...[...screen.matchAll(/\bS(\d+)\b/g)].map(([, n]) => Number(n)));
const hasReached = (number: number) => (screen: string) => newestOn(screen) >= number;

test.concurrent.each([
  ['q', (pane: TerminalProgram) => pane.type('q')],
  ['SIGTERM', (pane: TerminalProgram) => pane.kill('SIGTERM')],
  ['SIGHUP of its terminal', (pane: TerminalProgram) => pane.hangUp()],
  ['SIGKILL', (pane: TerminalProgram) => pane.kill('SIGKILL')],
])(
  'a pane that was left by %s and opened again has the pins, and the rule below what was missed',
  async (_, leave) => {
    const start = Date.now() - 60_000;
    const server = await serveBoards({
      fields: (index) => ({
        asOf: new Date(start + index * 1000).toISOString(),
        boards: { movers: ranked(`AAA BBB S${index}`) },
      }),
    });
    const directory = temporaryDirectory();
    const env = { ...server.env, BOARDS_CONFIG_DIR: directory, BOARDS_DATA_DIR: join(directory, 'data') };
    const open = () => openProgram(['watch', '-n', '1'], { env });
    const first = open();
    await first.waitFor(hasReached(2));
    first.type('jj*');
    const pinned = await first.waitFor(/PINS {2}BBB .*[\s\S]*BBB pinned/);
    // Saved before a signal ends the program.
    await expect.poll(() => readdirSync(directory)).toContain('config.json');
    await expect
      .poll(() =>
        readdirSync(join(directory, 'data'), { recursive: true }).map((name) => basename(String(name))),
      )
      .toContain('last-key-press.json');
    leave(first);
    await first.ended;
    expect(JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'))).toEqual({ pins: ['BBB'] });

    const second = open();
    await second.waitFor(/^PINS {2}BBB /m);
    await second.waitFor(hasReached(newestOn(pinned) + 4));
    second.type('e');
    const log = await second.waitFor(/─ you were here \d\d:\d\d ─/);
    second.type('\x03');
    await second.ended;
    const [above = '', below = ''] = log.slice(log.indexOf('LOG ')).split(/─+ you were here .*/);
    const entries = above.split('\n').filter((line) => /^\d\d:\d\d /.test(line));
    expect(newestOn(below)).toBeGreaterThan(0);
    expect(newestOn(below)).toBeLessThanOrEqual(newestOn(pinned) + 2);
    for (const entry of entries) expect(newestOn(entry)).toBeGreaterThanOrEqual(newestOn(below));
    expect(entries.some((entry) => newestOn(entry) > newestOn(pinned))).toBe(true);
  },
);
