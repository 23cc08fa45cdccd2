import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '../support/loopback.ts';
import { cleanEnvironment, PROGRAM } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';

/** More output than a pipe holds, which takes long to render. */
const ROWS = 20_000;
const KILLS = Number(process.env.KILLS ?? 40);
const AT_ONCE = 4;

test('a signal at any time ends a command whose output nobody reads', async () => {
  const rows = Array.from({ length: ROWS }, (_, index) => ({ rank: index + 1, symbol: `S${index}` }));
  const body = JSON.stringify({ ...bodyOf(), boards: { movers: rows }, boardNames: ['movers'] });
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
    const child = spawn(process.execPath, [PROGRAM, '--no-plain'], {
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
