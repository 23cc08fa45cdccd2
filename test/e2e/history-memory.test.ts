import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { cleanEnvironment, PROGRAM } from '../support/program.ts';
import { lineOf } from '../support/recordings.ts';

const LIMIT_KB = 64 * 1024;
const BYTES = 60 * 1024 * 1024;
/** Midnight in New York. */
const START = Date.parse('2026-11-20T05:00:00Z');

/** A recording of 60 MB below a data directory. */
function recording(): string {
  const data = temporaryDirectory();
  const day = join(data, 'boards.example_443', '2026-11-20');
  mkdirSync(day, { recursive: true });
  const file = openSync(join(day, 'day.ndjson'), 'w');
  const line = lineOf('TIME', 400);
  for (let index = 0, bytes = 0; bytes < BYTES; index++)
    bytes += writeSync(file, `${line.replace('TIME', new Date(START + index * 10_000).toISOString())}\n`);
  closeSync(file);
  return data;
}

test('a recording of 60 MB is read with less than 64 MB above an idle program', () => {
  const data = recording();
  const report = join(data, 'report.cjs');
  const env = cleanEnvironment({ BOARDS_DATA_DIR: data, BOARDS_BASE_URL: 'https://boards.example' });
  writeFileSync(
    report,
    `process.on('exit', () => require('node:fs').writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS));`,
  );
  const run = (...args: ReadonlyArray<string>) => {
    const child = spawnSync(process.execPath, ['-r', report, PROGRAM, ...args], { env, maxBuffer: 2 ** 26 });
    const peak = Number(/peak (\d+)$/.exec(child.stderr.toString())?.[1]);
    return { status: child.status, stdout: child.stdout.toString(), peak };
  };
  const idle = run('--version');
  const history = run('history', 'S7', '--json');
  expect(history.status).toBe(0);
  expect(JSON.parse(history.stdout)[0].points.at(-1).ranks).toEqual({ movers: 8 });
  expect(history.peak - idle.peak).toBeLessThan(LIMIT_KB);
});
