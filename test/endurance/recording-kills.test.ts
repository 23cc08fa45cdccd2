import { spawn } from 'node:child_process';
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';

/** Compiled before the suite. */
const RECORDER = new URL('../../.bench/src/recording/write.js', import.meta.url).href;

const KILLS = 200;
/** As many as keep two cores busy. */
const CHAINS = 4;
const KILLS_OF_FILE = 10;
/** In bytes. Large lines are written page by page, so a kill can come between two pages. */
const MAX_PADDING = 200_000;

/** Appends lines with ids, and prints each id when its line is written. */
const WRITER = `
  import { writeSync } from 'node:fs';
  import { appendLine } from ${JSON.stringify(RECORDER)};
  const [directory, name] = process.argv.slice(1);
  for (let n = 0; n < 20; n++) {
    const id = name + '-' + n;
    const padding = 'x'.repeat(n === 0 ? 10 : Math.floor(Math.random() * ${MAX_PADDING}));
    await appendLine(directory, 'day.ndjson', '{"id":"' + id + '","pad":"' + padding + '","end":"' + id + '"}\\n');
    writeSync(1, id + '\\n');
  }
`;

/** Kills a writer a few milliseconds after its first line. Resolves with the ids that it has printed. */
function killWriter(directory: string, name: string): Promise<ReadonlyArray<string>> {
  return new Promise((resolve, reject) => {
    const args = ['--input-type=module', '-e', WRITER, directory, name];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (text === '') void delay(Math.random() * 4).then(() => child.kill('SIGKILL'));
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', () => resolve(text.split('\n').slice(0, -1)));
  });
}

/** Cuts the last line at any of its bytes, as a kill can do on a slow disk. Returns the id of the line. */
function tearLastLine(file: string): string {
  const bytes = readFileSync(file);
  const start = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  const length = Math.floor(Math.random() * (bytes.length - start));
  truncateSync(file, start + length);
  return /^\{"id":"([\w-]+)"/.exec(bytes.toString('latin1', start))?.[1] ?? '';
}

/** The ids of the complete lines, and the number of others. */
function readIds(file: string) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const ids = lines.flatMap((line) => /^\{"id":"([\w-]+)","pad":"x*","end":"\1"\}$/.exec(line)?.[1] ?? []);
  return { ids, torn: lines.filter((line) => line !== '').length - ids.length };
}

test('of recordings that are killed 200 times, every complete line can be read', async () => {
  const chains = Array.from({ length: CHAINS }, async () => {
    for (let kills = 0; kills < KILLS / CHAINS; kills += KILLS_OF_FILE) {
      const directory = temporaryDirectory();
      const file = join(directory, 'day.ndjson');
      const completed = new Set<string>();
      for (let kill = 0; kill < KILLS_OF_FILE; kill++) {
        for (const id of await killWriter(directory, `k${kill}`)) completed.add(id);
        completed.delete(tearLastLine(file));
      }
      const { ids, torn } = readIds(file);
      // A line of which the process did not report the end may be complete, too.
      expect(ids).toEqual(expect.arrayContaining([...completed]));
      expect(new Set(ids).size).toBe(ids.length);
      expect(torn).toBeLessThanOrEqual(2 * KILLS_OF_FILE);
    }
  });
  await Promise.all(chains);
  // 200 starts of Node take 8 s on two cores that have nothing else to do.
});
