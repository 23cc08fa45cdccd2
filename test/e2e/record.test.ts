import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { openProgram, RESTORED, runProgram } from '../support/program.ts';
import { linesOf, recordedLines, writeRecording } from '../support/recordings.ts';
import { responseOf } from '../support/responses.ts';
import { canMount, canRunAsNobody, NOBODY, NOBODY_IS_MISSING, runShell } from '../support/shell.ts';
import { bodyOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';
import { createWorld, runCli } from '../support/world.ts';

/** Larger than a page of memory, which is the unit of a small disk. */
const fields = { padding: 'x'.repeat(10_000) };

/** The recorded text of the only service, and its path. */
function recorded(directory: string) {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const file = names.find((name) => name.endsWith('day.ndjson')) ?? 'nothing';
  return { file, text: readFileSync(join(directory, file), 'utf8') };
}

/** The end of a watch waits for the disk for a second only. So watches are interrupted once so many lines are recorded. */
function interruptWith(count: number, directory: string): (child: ChildProcess) => void {
  const recording = until(() => recordedLines(directory).length === count);
  return (child) => void recording.finally(() => child.kill('SIGINT'));
}

test('watch in a terminal records without having been asked, and says where', async () => {
  const { env } = await serveBoards();
  const directory = join(temporaryDirectory(), 'data');
  const terminal = openProgram(['watch', '-n', '1'], {
    env: { ...env, BOARDS_DATA_DIR: directory },
    columns: 120,
  });
  await terminal.waitFor(/recording, kept 2 days; boards status says where/);
  terminal.type('q');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.raw().slice(terminal.raw().indexOf(RESTORED)).replaceAll(/\s+/g, ' ')).toContain(
    `Recorded to ${directory}, kept 2 days. Off: boards config set record off`,
  );
  const { file, text } = recorded(directory);
  expect(text).toMatch(/^\{"asOf":.*\}\n$/);
  const modes = [file, join(dirname(file), '.default'), dirname(file), ''].map(
    (name) => statSync(join(directory, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o600, 0o700, 0o700]);
});

describe.concurrent('watch --record', () => {
  test('writes what watch --json prints, for the user alone', async () => {
    const { env, port } = await serveBoards({ fields });
    const directory = join(temporaryDirectory(), 'data');
    // None is behind: each is the only one of its timeframe.
    const args = ['watch', '--record', '--json', '-t', 'day,swing,position'];
    const ended = await runProgram(args, {
      env: { ...env, BOARDS_DATA_DIR: directory },
      onStart: interruptWith(3, directory),
    });
    expect(ended).toMatchObject({ signal: 'SIGINT', stderr: '' });
    // Midnight in UTC is the evening before in New York.
    const { file, text } = recorded(directory);
    expect(file).toBe(join(`127.0.0.1_${port}`, '2026-06-02', 'day.ndjson'));
    expect(text).toBe(ended.stdout.replace(/\n.*/s, '\n'));
    expect(recordedLines(directory)).toEqual(linesOf(ended.stdout).sort());
    expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test('by two watches at once loses no line of either, and readers find no bad line', async () => {
    const responses = 8;
    const never = new Promise(() => undefined);
    const server = await serveBoards({ fields, held: (index) => (index < responses ? undefined : never) });
    const directory = temporaryDirectory();
    const env = { ...server.env, BOARDS_DATA_DIR: directory };
    const onStart = interruptWith(responses, directory);
    const run = () => runProgram(['watch', '--record', '--json', '-n', '1'], { env, onStart });
    const both = await Promise.all([run(), run()]);
    const printed = both.flatMap(({ stdout }) => linesOf(stdout)).sort();
    expect(both.every(({ stdout }) => linesOf(stdout).length > 1)).toBe(true);
    // A watch that sees a line of the other one half written begins a new one, which can leave an empty line.
    expect(recordedLines(directory)).toEqual(printed);
    const { stdout, stderr } = await runProgram(['replay', '--json'], { env });
    expect(linesOf(stdout).sort()).toEqual(printed);
    expect(stderr).not.toContain('skipped');
  });

  test('in a directory of somebody else is one note', async ({ skip }) => {
    skip(!canRunAsNobody(), NOBODY_IS_MISSING);
    const { env } = await serveBoards();
    const parent = temporaryDirectory();
    const directory = join(parent, 'data');
    mkdirSync(directory, { mode: 0o755 });
    chmodSync(parent, 0o755);
    const ended = await runShell('$BOARDS watch --record --json --count 2 -n 1', {
      env: { ...env, BOARDS_DATA_DIR: directory, BOARDS_CONFIG_DIR: join(parent, 'config') },
      uid: NOBODY,
    });
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(ended.stderr).toMatch(/^note: not recording: EACCES in [^\n]*\n$/);
  });
});

test
  .skipIf(!canRunAsNobody())
  .concurrent.each(['history NVDA --day 2026-06-03', 'replay 2026-06-03', 'boards --at 2026-06-03T15:00'])(
  'a recording of another user is named with its errno by %s',
  async (args) => {
    const parent = temporaryDirectory();
    const day = join(parent, 'boards.example_443', '2026-06-03');
    mkdirSync(day, { recursive: true });
    for (const path of [parent, dirname(day), day]) chmodSync(path, 0o755);
    const file = join(day, 'day.ndjson');
    writeFileSync(file, '{"asOf":"2026-06-03T14:30:00.000Z","boards":{}}\n', { mode: 0o600 });
    const ended = await runShell(`$BOARDS ${args} --json`, {
      env: {
        BOARDS_BASE_URL: 'https://boards.example',
        BOARDS_DATA_DIR: parent,
        BOARDS_CONFIG_DIR: join(parent, 'config'),
      },
      uid: NOBODY,
    });
    expect(ended.exitCode).toBe(10);
    expect(ended.stderr).toMatch(new RegExp(`^note: cannot read ${file}: EACCES\n.*no snapshot can be read`));
  },
);

describe.concurrent('watch --record on a disk', () => {
  const WATCH = '$BOARDS watch --record --json -n 1 --count';

  /** Runs a watch on a small disk, repairs the disk, runs another one, and prints the recording of both. */
  async function recordOn(prepare: string, repair: string) {
    const { env } = await serveBoards({ fields });
    const script = `mount -t tmpfs -o size=64k,mode=700 boards $DIR
      { ${prepare}; } 2> /dev/null
      ${WATCH} 2 > /dev/null || exit 9
      { ${repair}; } 2> /dev/null
      ${WATCH} 1 > /dev/null || exit 9
      cat $DIR/*/*/day.ndjson`;
    const directory = temporaryDirectory();
    return runShell('unshare -m sh -c "$SCRIPT"', {
      env: { ...env, DIR: directory, BOARDS_DATA_DIR: directory, SCRIPT: script },
    });
  }

  const COMPLETE = /^\{"asOf":.*\}$/;

  test.for([
    ['full', 'cp /dev/zero $DIR/filler', 'rm $DIR/filler', 'ENOSPC'],
    [
      'with space for a part of a line',
      'cp /dev/zero $DIR/filler; truncate -s -4096 $DIR/filler',
      'rm $DIR/filler',
      'ENOSPC',
    ],
    ['read-only', 'mount -o remount,ro $DIR', 'mount -o remount,rw $DIR', 'EROFS'],
  ])(
    'that is %s is one note; later lines are complete',
    async ([, prepare = '', repair = '', cause = ''], { skip }) => {
      skip(!canMount(), 'needs permission to mount');
      const ended = await recordOn(prepare, repair);
      expect(ended.exitCode).toBe(0);
      expect(ended.stderr).toMatch(new RegExp(`^note: not recording: ${cause} in [^\\n]*\\n$`));
      const lines = ended.stdout.trimEnd().split('\n');
      expect(lines.filter((line) => COMPLETE.test(line))).toHaveLength(1);
      expect(lines.at(-1)).toMatch(COMPLETE);
    },
  );
});

describe('recordings of long ago', () => {
  /** Runs a recording watch beside what was recorded a year ago. `kept` is whether that is still there. */
  async function record(config: string | undefined) {
    const BOARDS_DATA_DIR = temporaryDirectory();
    const place = join(BOARDS_DATA_DIR, 'boards.example_443');
    const day = join(place, '2025-06-03');
    for (const date of ['2025-06-03', '2025-06-04'])
      writeRecording(place, `${date}/day.ndjson`, [`{"asOf":"${date}T14:30:00.000Z","boards":{}}`]);
    const transport = async () => responseOf(200, bodyOf());
    const world = createWorld({ env: { BOARDS_DATA_DIR }, config, transport });
    const { exitCode, stderr } = await runCli('watch --record --json -n 1 --for 3', world);
    // A compression that was interrupted leaves the file under another name.
    return { exitCode, stderr, kept: existsSync(day) && readdirSync(day).length > 0 };
  }

  test.each([
    ['is not JSON', '{"record": 3'],
    ['does not exist', undefined],
    ['turns recording off', '{"record":"off"}'],
  ])('stay where the config file %s', async (_, config) => {
    const { exitCode, stderr, kept } = await record(config);
    expect({ exitCode, kept }).toEqual({ exitCode: 0, kept: true });
    expect(stderr).not.toContain('removed');
  });

  test('are removed as a valid config file says, and named in one note', async () => {
    const { exitCode, stderr, kept } = await record('{"record":3}');
    expect({ exitCode, kept }).toEqual({ exitCode: 0, kept: false });
    expect(stderr.match(/removed.*/g)).toEqual([
      'removed recordings older than 3 days (set by record): 2025-06-03 and 2025-06-04',
    ]);
  });
});
