import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serveHttp } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';

/** Stops the program for 2.7 s again and again while it watches; when each request came, in seconds. */
async function requestsDuringStops(status: number): Promise<ReadonlyArray<number>> {
  const requests: Array<number> = [];
  const server = await serveHttp((_, response) => {
    requests.push(performance.now() / 1000);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '60' });
    response.end(JSON.stringify(bodyOf()));
  });
  await runProgram(['watch', '--json'], {
    env: { BOARDS_BASE_URL: `http://${server.host}`, BOARDS_API_KEY: 'of-the-test' },
    onStart: (child) =>
      void (async () => {
        while (requests.length === 0) await delay(10);
        for (let stop = 0; stop < 5; stop++) {
          await delay(500);
          child.kill('SIGSTOP');
          await delay(2700);
          child.kill('SIGCONT');
        }
        await delay(500);
        child.kill('SIGTERM');
      })(),
  });
  return requests;
}

test('a watch that is stopped for 2.7 s again and again polls every 5 s at most', {
  timeout: 60_000,
}, async () => {
  const requests = await requestsDuringStops(200);
  const gaps = requests.slice(1).map((at, index) => at - (requests[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(0);
  // A request can reach the server later than it left.
  expect(Math.min(...gaps)).toBeGreaterThan(4.5);
});

test('and not at all while a 429 asks it to wait', { timeout: 60_000 }, async () => {
  expect(await requestsDuringStops(429)).toHaveLength(1);
});
