import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../support/program.ts';

interface Resident {
  /** Resident memory, which includes what V8 does not count. */
  readonly bytes: number;
  /** How many formatters of `Intl` were made until then. */
  readonly formatters: number;
}

const SCRIPT = fileURLToPath(new URL('../bench/resident.mjs', import.meta.url));
const MEGABYTE = 1024 * 1024;
const TIMEFRAMES = 5;
/** Simulated hours pass in seconds. A program that allocates so fast gets, and keeps, much free memory from newer versions of V8. */
const SLOW_PROGRAM = ['--max-semi-space-size=4', '--optimize-for-size'];

/** A pane with five timeframes, after its first minute and at the end. */
async function measure(...args: ReadonlyArray<string | number>): Promise<readonly [Resident, Resident]> {
  const words = ['--expose-gc', ...SLOW_PROGRAM, SCRIPT, ...args.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env: cleanEnvironment() });
  return JSON.parse(stdout);
}

describe.concurrent('a pane with five timeframes', () => {
  test('takes at most 60 MB more after twenty minutes of keys than after its first minute', async () => {
    const [early, late] = await measure(20, 400);
    expect(late.bytes - early.bytes).toBeLessThan(60 * MEGABYTE);
    // The second kind, of the time zone of the system and of New York, may be needed for the first time after that minute.
    expect(late.formatters - early.formatters).toBeLessThanOrEqual(2);
  });

  test('takes at most 40 MB more with 960 snapshots in memory than without', async () => {
    const minutes = 960 / TIMEFRAMES;
    const [[, filled], [, empty]] = [await measure(minutes, 0), await measure(30, 0, 'still')];
    expect(filled.bytes - empty.bytes).toBeLessThan(40 * MEGABYTE);
  });
});
