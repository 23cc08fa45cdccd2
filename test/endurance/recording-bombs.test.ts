import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { runProgram } from '../support/program.ts';
import { writeRecording } from '../support/recordings.ts';
import { WITH_PEAK, withFault } from '../support/shell.ts';

const DAY = '2026-06-03';
const SERVICE = 'boards.example_443';
const LINES = 400;
const LINE_BYTES = 4_000_000;
/** What fits in 512 MB. */
const LINES_READ = Math.floor((512 * 1024 * 1024) / LINE_BYTES);
/** Half of what is read. When garbage goes depends on the machine, so the heap has a limit, too. */
const LIMIT_KB = 256 * 1024;
const HEAP_OPTION = '--max-old-space-size=128';

/** A compressed day of a few megabytes that decompresses to 1.6 GB, in the order that `minuteOf` says. */
function bomb(minuteOf: (index: number) => number): Readonly<Record<string, string>> {
  const data = temporaryDirectory();
  // All lines end alike. What follows each other in a file of gzip is one text.
  const row = `{"rank":1,"symbol":"NVDA","name":"${'x'.repeat(LINE_BYTES)}"}`;
  const end = gzipSync(`"timeframe":"day","boards":{"movers":[${row}]}}\n`, { level: 1 });
  const members = Array.from({ length: LINES }, (_, index) => {
    const asOf = new Date(Date.parse(`${DAY}T05:00:00Z`) + minuteOf(index) * 60_000).toISOString();
    return Buffer.concat([gzipSync(`{"asOf":"${asOf}",`), end]);
  });
  const { path } = writeRecording(join(data, SERVICE), `${DAY}/day.ndjson.gz`, []);
  writeFileSync(path, Buffer.concat(members));
  return { BOARDS_DATA_DIR: data, BOARDS_BASE_URL: 'https://boards.example' };
}

/** The program ends itself when it has decompressed so much, and says how much came behind that. */
const withSignalAfter = (megabytes: number) =>
  withFault(`
    import { writeSync } from 'node:fs';
    import { Readable } from 'node:stream';
    import { BrotliDecompress, Gunzip } from 'node:zlib';
    let rest = ${megabytes} * 1e6;
    const { push } = Readable.prototype;
    const { kill } = process;
    Readable.prototype.push = function (chunk, ...others) {
      if ((this instanceof Gunzip || this instanceof BrotliDecompress) && chunk !== null) {
        if (rest > 0 && rest <= chunk.length) kill.call(process, process.pid, 'SIGTERM');
        rest -= chunk.length;
      }
      return push.call(this, chunk, ...others);
    };
    process.kill = (...args) => {
      writeSync(2, 'then ' + Math.ceil(-rest / 1e6) + ' MB');
      kill.call(process, ...args);
    };
  `);

let ordered: ReturnType<typeof bomb>;
let shuffled: ReturnType<typeof bomb>;

beforeAll(() => {
  ordered = bomb((index) => index);
  shuffled = bomb((index) => (index * 137) % LINES);
});

const COMMANDS = [
  'history NVDA --json',
  'history --json',
  `--at ${DAY}T07:00Z --json --symbol NONE`,
  `replay ${DAY} --events`,
];

describe('a small compressed day of 1.6 GB', () => {
  test.each(COMMANDS)('%s reads a part of it, and counts what is skipped', async (command) => {
    for (const env of [ordered, shuffled]) {
      const { NODE_OPTIONS } = WITH_PEAK;
      const { exitCode, stderr } = await runProgram(command.split(' '), {
        env: { ...env, NODE_OPTIONS: `${NODE_OPTIONS} ${HEAP_OPTION}` },
      });
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/note: skipped \d+ invalid lines? of the recording/);
      expect(Number(/peak (\d+) KB/.exec(stderr)?.[1])).toBeLessThan(LIMIT_KB);
    }
  });

  test('in order, all is read of what is not too much', async () => {
    const { stdout } = await runProgram(['history', 'NVDA', '--json'], { env: ordered });
    expect(JSON.parse(stdout)[0].points).toHaveLength(LINES_READ);
  });

  test.each(COMMANDS)('%s ends at once on a signal', async (command) => {
    // While the lines are indexed, and while they are read.
    for (const megabytes of [100, 540]) {
      const { signal, stderr } = await runProgram(command.split(' '), {
        env: { ...shuffled, ...withSignalAfter(megabytes) },
      });
      expect(signal).toBe('SIGTERM');
      expect(Number(/then (\d+) MB/.exec(stderr)?.[1])).toBeLessThan((2 * LINE_BYTES) / 1e6);
    }
  });
});
