import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';

/** Stops the program five times for 2.7 s while it watches. Returns the time of each request in seconds. */
async function requestsDuringStops(status: number): Promise<ReadonlyArray<number>> {
  const requests: Array<number> = [];
  const server = await serveHttp((_, response) => {
    requests.push(performance.now() / 1000);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '60' });
    response.end(JSON.stringify(bodyOf()));
  });
  await runProgram(['watch', '--json'], {
    env: server.env,
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

describe.concurrent('a watch that is repeatedly stopped', { timeout: 60_000 }, () => {
  test('polls at most every 5 s, after stops of 2.7 s', async () => {
    const requests = await requestsDuringStops(200);
    const gaps = requests.slice(1).map((at, index) => at - (requests[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(0);
    // Below 5 s, because the latency of a request can vary.
    expect(Math.min(...gaps)).toBeGreaterThan(4.5);
  });

  test('does not poll during a rate limit', async () => {
    expect(await requestsDuringStops(429)).toHaveLength(1);
  });
});
