import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '../support/loopback.ts';
import { cleanEnvironment, PROGRAM } from '../support/program.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

const KILLS = Number(process.env.KILLS ?? 40);
const AT_ONCE = 4;

test('a signal at any time ends a command whose output nobody reads', async () => {
  // More output than a pipe holds.
  const rows = Array.from({ length: 100 }, (_, index) => rowOf({ rank: index + 1, name: 'x'.repeat(390) }));
  const names = Array.from({ length: 10 }, (_, index) => `board${index}`);
  const boards = Object.fromEntries(names.map((name) => [name, rows]));
  const body = JSON.stringify(bodyOf({ boards, boardNames: names }));
  const waiting = new Map<unknown, () => void>();
  const server = createServer(({ headers }, response) => {
    waiting.get(headers['x-api-key'])?.();
    response.setHeader('Content-Type', 'application/json');
    response.end(body);
  });
  const { host } = await listen(server);
  const env = cleanEnvironment({ BOARDS_BASE_URL: `http://${host}` });

  /** How it ended, so many milliseconds after its request. */
  async function killed(milliseconds: number): Promise<string> {
    const BOARDS_API_KEY = `child-${waiting.size}`;
    const requested = new Promise<void>((resolve) => waiting.set(BOARDS_API_KEY, resolve));
    const child = spawn(process.execPath, [PROGRAM, '--json'], {
      env: { ...env, BOARDS_API_KEY },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise<string>((resolve) =>
      child.on('exit', (code, signal) => resolve(`${signal ?? code}`)),
    );
    await requested;
    await delay(milliseconds);
    child.kill('SIGTERM');
    return ended;
  }

  const ends: Array<string> = [];
  let left = KILLS;
  const inTurn = async () => {
    while (left-- > 0) ends.push(await killed(Math.random() * 1000));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  expect(ends.filter((end) => end !== 'SIGTERM')).toEqual([]);
});
