import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../support/program.ts';

interface Stock {
  readonly polls: number;
  readonly heapBytes: number;
  readonly signalListeners: number;
  readonly terminalListeners: number;
}

interface Soak {
  readonly polls: number;
  readonly checkpoints: readonly [Stock, Stock];
  readonly frames: ReadonlyArray<unknown>;
  readonly unchangedBytes: number;
  readonly maxWrites: number;
  readonly maxSockets: number;
}

function startScript(name: string, args: ReadonlyArray<string>) {
  const script = fileURLToPath(new URL(`../bench/${name}`, import.meta.url));
  return spawn(process.execPath, ['--expose-gc', script, ...args], { env: cleanEnvironment() });
}

/** Resolves to the first output of a script, a line of JSON; rejects if it writes to stderr. */
function readLine({ stdout, stderr }: ReturnType<typeof startScript>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    stderr.on('data', (chunk) => reject(new Error(String(chunk))));
  });
}

/** Small snapshots, because what the program keeps after a poll does not depend on their size. */
const SERVICE = ['--every', '20', '--first', '990', '--minutes', '60', '--rows', '3'];

test('10,000 polls leak no memory, listeners or sockets', async () => {
  // The memory of the pane is full, with 960 snapshots, before the 10,000 polls.
  const service = startScript('service.mjs', SERVICE);
  try {
    const { http }: { http: number } = JSON.parse(await readLine(service));
    const args = [`http://127.0.0.1:${http}`, '10000', '990', '-t', 'scalp', '-l', '2'];
    const soak: Soak = JSON.parse(await readLine(startScript('soak.mjs', args)));
    const [early, late] = soak.checkpoints;
    expect([early.polls, late.polls]).toEqual([1000, 10_000]);
    expect(late.heapBytes - early.heapBytes).toBeLessThan(2 * 1024 * 1024);
    expect(late.signalListeners).toBe(early.signalListeners);
    expect(late.terminalListeners).toBe(early.terminalListeners);
    expect(soak.maxSockets).toBeLessThanOrEqual(2);
    expect(soak.frames.length).toBeGreaterThanOrEqual(499);
    expect(soak.unchangedBytes).toBe(0);
    expect(soak.maxWrites).toBe(1);
  } finally {
    service.kill();
  }
});
