import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { runProgram } from '../support/program.ts';
import { lineOf } from '../support/recordings.ts';
import { WITH_PEAK } from '../support/shell.ts';
import { rowOf } from '../support/snapshots.ts';

const START = Date.parse('2026-06-03T14:00:00Z');

const LIMIT_KB = 64 * 1024;
const BYTES = 100 * 1024 * 1024;

/** A snapshot as large as those of the service, in which the ranks of some symbols depend on the index. */
function lineWithBoards(index: number): string {
  const symbols = Array.from({ length: 10 }, (_, row) => `S${(row * (1 + (index % 3))) % 10}`);
  const rows = symbols.map((symbol, row) => rowOf({ rank: row + 1, symbol }));
  const names = Array.from({ length: 18 }, (_, board) => `board${board}`);
  const boards = Object.fromEntries(names.map((name) => [name, rows]));
  return lineOf('TIME', 0, { boards, boardNames: names });
}

test('100 MB are played with less than 64 MB above an idle program', async () => {
  const path = join(temporaryDirectory(), 'large.ndjson');
  const file = openSync(path, 'w');
  const lines = [0, 1, 2].map(lineWithBoards);
  for (let index = 0, bytes = 0; bytes < BYTES; index++) {
    const asOf = new Date(START + index * 10_000).toISOString();
    bytes += writeSync(file, `${lines[index % 3]?.replace('TIME', asOf)}\n`);
  }
  closeSync(file);
  const peakOf = async (...args: ReadonlyArray<string>) => {
    const { exitCode, stderr } = await runProgram(args, { env: WITH_PEAK });
    expect(exitCode).toBe(0);
    return Number(/peak (\d+) KB/.exec(stderr)?.[1]);
  };
  try {
    const idle = await peakOf('--version');
    expect((await peakOf('replay', path, '--events')) - idle).toBeLessThan(LIMIT_KB);
  } finally {
    rmSync(path);
  }
});
