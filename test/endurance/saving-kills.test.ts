import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CANARY_KEY as KEY } from '../support/canary.ts';
import { configDirectoryWith } from '../support/directories.ts';
import { cleanEnvironment, PROGRAM, runProgram } from '../support/program.ts';

const KILLS = 1000;
/** At the same time, each with a config file of its own; they wait more than they compute. */
const CHAINS = 6;
const CONFIG = { limit: 3, apiKey: KEY, apiKeyOrigin: 'https://boards.example' };

const stored = (directory: string) => JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'));

/** Starts to save a preference, and kills the process after so many changes of the directory, at the latest at its end. */
async function killWhileSaving(directory: string, limit: number, changes: number) {
  const watcher = watch(directory);
  const child = spawn(process.execPath, [PROGRAM, 'config', 'set', 'limit', String(limit)], {
    env: cleanEnvironment({ BOARDS_CONFIG_DIR: directory }),
    stdio: 'ignore',
  });
  let seen = 0;
  watcher.on('change', () => ++seen >= changes && child.kill('SIGKILL'));
  await new Promise((resolve) => child.on('close', resolve));
  watcher.close();
}

test(`${KILLS} processes are killed while they save: the config file stays valid and keeps the key`, async () => {
  const chains = Array.from({ length: CHAINS }, async () => {
    const directory = configDirectoryWith(CONFIG);
    const leftovers = new Set<number>();
    for (let kill = 0; kill < Math.ceil(KILLS / CHAINS); kill++) {
      await killWhileSaving(directory, 1 + (kill % 10), 1 + (kill % 6));
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
});
