import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { cleanEnvironment, PROGRAM } from '../support/program.ts';
import { lineOf } from '../support/recordings.ts';
import { rowOf } from '../support/snapshots.ts';

const LIMIT_KB = 64 * 1024;
const BYTES = 150 * 1024 * 1024;
/** Midnight in New York. */
const START = Date.parse('2026-11-20T05:00:00Z');
/** In every line, as the symbols that are asked for most are. */
const SYMBOL = 'S7';

/** A snapshot as large as those of the service: 24 boards of 10 rows, all with the symbol. */
function lineWithBoards(): string {
  const rows = Array.from({ length: 10 }, (_, index) => rowOf({ rank: index + 1, symbol: `S${index}` }));
  const names = Array.from({ length: 24 }, (_, index) => `board${index}`);
  const boards = Object.fromEntries(names.map((name) => [name, rows]));
  return lineOf('TIME', 0, { boards, boardNames: names });
}

/** A recording of 150 MB below a data directory. */
function recording(): string {
  const data = temporaryDirectory();
  const day = join(data, 'boards.example_443', '2026-11-20');
  mkdirSync(day, { recursive: true });
  const file = openSync(join(day, 'day.ndjson'), 'w');
  const line = lineWithBoards();
  for (let index = 0, bytes = 0; bytes < BYTES; index++) {
    const asOf = new Date(START + index * 5000).toISOString();
    bytes += writeSync(
      file,
      `${line.replace('TIME', asOf).replaceAll('"rank":8', `"rank":${8 + (index % 7)}`)}\n`,
    );
  }
  closeSync(file);
  return data;
}

test('a recording of 150 MB is read with less than 64 MB above an idle program', () => {
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
  const history = run('history', SYMBOL, '--json');
  expect(history.status).toBe(0);
  const [{ points }] = JSON.parse(history.stdout);
  expect(points.every(({ ranks }: { readonly ranks: object }) => Object.keys(ranks).length === 24)).toBe(
    true,
  );
  expect(history.peak - idle.peak).toBeLessThan(LIMIT_KB);
});
