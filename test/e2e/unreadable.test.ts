import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { runProgram } from '../support/program.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { withFault } from '../support/shell.ts';

/** Reads of files fail as on a disk with a fault, where they can still be opened. */
const FAULTY_DISK = withFault(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { promisify } from 'node:util';
  const { read } = fs;
  const failed = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', errno: -5, syscall: 'read' });
  fs.read = Object.assign((...args) => read(...args), { [promisify.custom]: () => Promise.reject(failed) });
  syncBuiltinESMExports();`);

test.each(['history S0', 'replay --json', '--at 1m'])(
  'a recorded file on a disk with a fault is named by %s with the code of the system',
  async (line) => {
    const BOARDS_DATA_DIR = temporaryDirectory();
    const now = new Date(Date.now() - 120_000).toISOString();
    const directory = join(BOARDS_DATA_DIR, 'boards.example_443');
    // One of the two is the market day.
    const days = [0, 24].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 10));
    const files = days.map((day) => writeRecording(directory, `${day}/day.ndjson`, [lineOf(now)]).path);
    const env = { ...FAULTY_DISK, BOARDS_DATA_DIR, BOARDS_BASE_URL: 'https://boards.example' };
    const { exitCode, stdout, stderr } = await runProgram(line.split(' '), { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
    expect(stderr).toContain(`note: cannot read ${files[0]}: EIO\n`);
    expect(stderr).toContain('no snapshot can be read');
  },
);
