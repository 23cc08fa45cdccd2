import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { configDirectoryWith } from '../support/directories.ts';
import { cleanEnvironment, PROGRAM, runProgram } from '../support/program.ts';

const KILLS = 1000;
/** At the same time, each with a config file of its own; they wait more than they compute. */
const CHAINS = 6;
const CONFIG = { limit: 3, apiKey: KEY, apiKeyOrigin: 'https://boards.example' };

const stored = (directory: string) => JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'));

/** Starts to save a preference, and kills the process after so many milliseconds. */
async function killWhileSaving(directory: string, limit: number, milliseconds: number) {
  const child = spawn(process.execPath, [PROGRAM, 'config', 'set', 'limit', String(limit)], {
    env: cleanEnvironment({ BOARDS_CONFIG_DIR: directory }),
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await delay(milliseconds);
  child.kill('SIGKILL');
  await ended;
}

/** Milliseconds from the start of the program to its end; with its median, a single slow start does not count. */
async function durationOfSave(directory: string): Promise<number> {
  const durations: Array<number> = [];
  for (let run = 0; run < 5; run++) {
    const started = performance.now();
    await runProgram(['config', 'set', 'limit', '3'], { env: { BOARDS_CONFIG_DIR: directory } });
    durations.push(performance.now() - started);
  }
  return durations.sort((one, other) => one - other)[2] ?? 0;
}

test(`${KILLS} processes are killed while they save: the config file stays valid and keeps the key`, async () => {
  const chains = Array.from({ length: CHAINS }, async () => {
    const directory = configDirectoryWith(CONFIG);
    const whole = await durationOfSave(directory);
    const leftovers = new Set<number>();
    for (let kill = 0; kill < Math.ceil(KILLS / CHAINS); kill++) {
      await killWhileSaving(directory, 1 + (kill % 10), whole * (0.4 + 0.6 * Math.random()));
      expect(stored(directory)).toMatchObject({ apiKey: KEY });
      leftovers.add(readdirSync(directory).length);
      // Without the lock, the next process saves at once.
      rmSync(join(directory, 'config.json.lock'), { force: true });
    }
    const env = { BOARDS_CONFIG_DIR: directory };
    expect(await runProgram(['logout'], { env })).toMatchObject({ exitCode: 0 });
    expect(readdirSync(directory)).toEqual(['config.json']);
    expect(readFileSync(join(directory, 'config.json'), 'utf8')).not.toContain(KEY);
    return leftovers;
  });
  const leftovers = await Promise.all(chains);
  // Some of the processes were killed between the start and the end of a save.
  expect(Math.max(...leftovers.flatMap((counts) => [...counts]))).toBeGreaterThan(1);
}, 300_000);
