import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { PROGRAM } from '../support/program.ts';
import { lineOf } from '../support/recordings.ts';
import { runShell, WITH_PEAK } from '../support/shell.ts';
import { rowOf } from '../support/snapshots.ts';

/** Of which 17 MB are the code of the command, and 12 MB the young generation of V8. */
const LIMIT_KB = 80 * 1024;
const BYTES = 150 * 1024 * 1024;
/** Midnight in New York. */
const START = Date.parse('2026-11-20T05:00:00Z');
const COMMAND = `${process.execPath} --single-threaded-gc --max-semi-space-size=4 --max-old-space-size=64 ${PROGRAM}`;
/** In every line, as the symbols that are asked for most are. */
const SYMBOL = 'S7';

/** A snapshot as large as those of the service, in which the ranks of some symbols depend on the index. */
function snapshotAt(index: number): string {
  const symbols = Array.from({ length: 10 }, (_, row) => `S${(row * (1 + (index % 2) * 2)) % 10}`);
  const rows = symbols.map((symbol, row) => rowOf({ rank: row + 1, symbol }));
  const names = Array.from({ length: 24 }, (_, board) => `board${board}`);
  const boards = Object.fromEntries(names.map((name) => [name, rows]));
  return `${lineOf('TIME', 0, { boards, boardNames: names })}\n`;
}

const SNAPSHOTS = [snapshotAt(0), snapshotAt(1)];
const RECORDINGS = {
  snapshots: (index: number) =>
    SNAPSHOTS[index % 2]?.replace('TIME', new Date(START + index * 5000).toISOString()) ?? '',
  'one line without an end': () => `{"asOf":"2026-11-20T15:00:00Z","x":"${'x'.repeat(100_000)}`,
};

/**
 * Prints to a file, and collects garbage on the thread of the program: how much a pipe holds back depends on how busy its reader is,
 * and how far the other threads of the collector fall behind on how busy the machine is. The young generation is small, and the old one
 * must do with 64 MB, because each version of Node lets both grow in another way before it collects.
 */
async function run(line: string, data: string) {
  const env = { ...WITH_PEAK, BOARDS_DATA_DIR: data, BOARDS_BASE_URL: 'https://boards.example' };
  const output = join(data, 'output');
  const { exitCode, stderr } = await runShell(`${COMMAND} ${line} > ${output}`, { env });
  return { exitCode, output, peak: Number(/peak (\d+) KB/.exec(stderr)?.[1]) };
}

test.each([
  ['snapshots', `history ${SYMBOL} --json`, 0],
  ['snapshots', 'history --csv', 0],
  ['snapshots', '--at 2026-11-20T10:30 --json', 0],
  ['snapshots', 'replay 2026-11-20 --events', 0],
  ['one line without an end', `history ${SYMBOL} --json`, 10],
] as const)(
  '150 MB of %s are read by boards %s with less than 80 MB above an idle program',
  async (kind, line, code) => {
    const data = temporaryDirectory();
    const day = join(data, 'boards.example_443', '2026-11-20');
    mkdirSync(day, { recursive: true });
    const file = openSync(join(day, 'day.ndjson'), 'w');
    for (let index = 0, bytes = 0; bytes < BYTES; index++) bytes += writeSync(file, RECORDINGS[kind](index));
    closeSync(file);
    try {
      const idle = await run('--version', data);
      const { exitCode, output, peak } = await run(line, data);
      expect(exitCode).toBe(code);
      if (code === 0)
        expect(readFileSync(output, 'utf8')).toMatch(line.includes('csv') ? /^board,board0,S6,/m : SYMBOL);
      expect(peak - idle.peak).toBeLessThan(LIMIT_KB);
    } finally {
      rmSync(data, { recursive: true });
    }
  },
);
