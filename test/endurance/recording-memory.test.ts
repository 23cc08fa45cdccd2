import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { lineOf } from '../support/recordings.ts';

const KB_PER_MB = 1024;
const LIMIT_KB = 64 * KB_PER_MB;
const MEGABYTES = 100;
const START = Date.parse('2026-11-20T05:00:00Z');
/** As far as `snapshotsBefore` reaches from the first snapshot. */
const END = START + 16 * 60 * 60 * 1000;
const SOURCES = fileURLToPath(new URL('../../src/recording/', import.meta.url));

const directory = temporaryDirectory();
const program = join(directory, 'read.mjs');

/** Reads a recording both ways in a process of its own, and prints the number of snapshots and the peak of its memory. */
const READ = `
  import { createFinder, listDays, snapshotsBefore } from './readers.mjs';
  const place = { directory: process.argv[2], isSimulated: false };
  let count = 0;
  for await (const snapshot of snapshotsBefore(place, 'day', ${END})) count++;
  const newest = await createFinder({ ...place, files: await listDays(place.directory) }).newest('day');
  console.log(JSON.stringify({ count, found: newest !== null, kilobytes: process.resourceUsage().maxRSS }));
`;

beforeAll(async () => {
  const readers = join(directory, 'readers.ts');
  const exports = ['days', 'find'].map((name) => `export * from '${SOURCES}${name}.ts';`);
  writeFileSync(readers, exports.join('\n'));
  const bundle = await rolldown({ input: readers, platform: 'node' });
  await bundle.write({ file: join(directory, 'readers.mjs'), format: 'esm' });
  await bundle.close();
  writeFileSync(program, READ);
});

afterAll(() => rmSync(directory, { recursive: true }));

async function read(recording: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, recording]);
  return JSON.parse(stdout);
}

/** A recording of about 100 MB: what `next` gives, again and again. */
function largeRecording(next: (index: number) => string): string {
  const recording = temporaryDirectory();
  mkdirSync(join(recording, '2026-11-20'));
  const file = openSync(join(recording, '2026-11-20', 'day.ndjson'), 'w');
  let bytes = 0;
  for (let index = 0; bytes < MEGABYTES * 1024 * 1024; index++) bytes += writeSync(file, next(index));
  closeSync(file);
  return recording;
}

const line = lineOf('TIME', 300);

test.each([
  [
    'snapshots',
    (index: number) => `${line.replace('TIME', new Date(START + index * 10_000).toISOString())}\n`,
  ],
  ['one line without an end', () => `{"asOf":"2026-11-20T15:00:00Z","x":"${'x'.repeat(100_000)}`],
])('100 MB of %s are read with less than 64 MB above a small recording', async (_, next) => {
  const small = temporaryDirectory();
  const recording = largeRecording(next);
  try {
    const before = await read(small);
    const after = await read(recording);
    expect(after.found).toBe(after.count > 0);
    expect(after.kilobytes - before.kilobytes).toBeLessThan(LIMIT_KB);
  } finally {
    rmSync(recording, { recursive: true });
  }
});
