import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { openProgram, RESTORED } from '../support/program.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { runShell } from '../support/shell.ts';
import { isWindows } from '../support/system.ts';

const START = Date.parse('2026-06-03T14:00:00Z');
const lineAt = (minute: number, rows = 3) => lineOf(new Date(START + minute * 60_000).toISOString(), rows);

test('in a terminal a replay plays, stops, goes to its end, steps back and quits', async () => {
  const lines = Array.from({ length: 300 }, (_, minute) => lineAt(minute));
  const { path } = writeRecording(temporaryDirectory(), 'day.ndjson', lines);
  const program = openProgram(['replay', path]);
  await program.waitFor(/RECORDED 2026-06-03 14:0[1-9]:00 UTC, playing {5}\d+ of 300/);
  program.type(' ');
  await program.waitFor(/, stopped {4,5}\d+ of 300/);
  program.type('@18:59\r');
  await program.waitFor(/RECORDED 2026-06-03 18:59:00 UTC, end {3}300 of 300/);
  // What lies before is read, too.
  program.type('z');
  await program.waitFor(/ 1 +S0 .* ≥4h59 /);
  program.type('q');
  program.type('[[');
  const back = await program.waitFor(/RECORDED 2026-06-03 18:57:00 UTC, stopped {3}298 of 300/);
  expect(back).toMatch(/q quit {2}\? help {2}\[ \] time/);
  program.type('\x03');
  expect((await program.ended).exitCode).toBe(130);
  expect(program.raw()).toContain(RESTORED);
  expect(await program.waitFor(/RECORDED 2026-06-03 18:57:00/)).not.toContain('q quit');
  expect(program.emulator.isAlternateScreen()).toBe(false);
});

test('a replay first reads the timeframe on the screen', async () => {
  const day = Array.from({ length: 1500 }, (_, index) =>
    lineOf(new Date(START + index * 12_000).toISOString(), 100),
  );
  const swing = [0, 1, 2].map((minute) =>
    lineOf(new Date(START + minute * 60_000).toISOString(), 3, { timeframe: 'swing' }),
  );
  const { path } = writeRecording(temporaryDirectory(), 'all.ndjson', [...day, ...swing]);
  const program = openProgram(['replay', path]);
  await program.waitFor(/DAY .* RECORDED/);
  program.type(' 3');
  await program.waitFor(/SWING .* S0 .* = 0\.0%/s);
  program.type('2');
  // The outcome is unknown until the end of the day is read.
  expect(await program.waitFor(/DAY /)).not.toContain('= 0.0%');
  program.type('q');
  expect((await program.ended).exitCode).toBe(0);
});

test('every snapshot reaches a slow reader, and a reader may leave', async () => {
  // Much more than a pipe holds.
  const lines = Array.from({ length: 40 }, (_, minute) => lineAt(minute, 200));
  const { path } = writeRecording(temporaryDirectory(), 'day.ndjson', lines);
  const slow = await runShell(`$BOARDS replay ${path} --json | (sleep 0.5; cat) | wc -l`);
  expect(slow.stdout.trim()).toBe('40');
  const left = await runShell(`{ $BOARDS replay ${path} --json --quiet; echo $? >&2; } | head -1 | wc -l`);
  expect(left.stdout.trim()).toBe('1');
  expect(left.stderr).toMatch(/RECORDED.*\n0\n$/);
});

describe.skipIf(isWindows)('a replay of a pipe', () => {
  // More than a pipe holds.
  const lines = Array.from({ length: 40 }, (_, minute) => lineAt(minute, 50));
  const copies = temporaryDirectory();
  const { path } = writeRecording(temporaryDirectory(), 'day.ndjson', lines);
  const { path: compressed } = writeRecording(temporaryDirectory(), 'day.ndjson.gz', lines);

  test.each([
    ['stdin', `cat ${path} | $BOARDS replay - --json`],
    ['compressed stdin', `cat ${compressed} | $BOARDS replay - --json`],
    ['a process substitution', `bash -c '$BOARDS replay <(cat ${path}) --json'`],
    ['/dev/stdin', `cat ${path} | $BOARDS replay /dev/stdin --json`],
    ['a file at stdin', `$BOARDS replay - --json < ${path}`],
    [
      'a named pipe',
      `mkfifo ${copies}.pipe; cat ${path} > ${copies}.pipe & $BOARDS replay ${copies}.pipe --json`,
    ],
  ])('reads %s as a file, and leaves no copy', async (_, command) => {
    const { stdout, stderr } = await runShell(command, { env: { TMPDIR: copies } });
    expect(stdout).toBe(lines.map((line) => `${line}\n`).join(''));
    expect(stderr).toMatch(/^note: ORIGIN UNKNOWN: .*\nnote: RECORDED: .*\n$/);
    expect(readdirSync(copies)).toEqual([]);
  });

  test('that does not end ends by a signal, and leaves no copy', async () => {
    const command = `(head -c 100000 ${path}; sleep 30) | { timeout -s INT 2 $BOARDS replay - --json; ls -R ${copies}; kill 0; }`;
    const { stdout } = await runShell(`setsid -w sh -c '${command}'`, { env: { TMPDIR: copies } });
    expect(stdout.trim()).toBe(`${copies}:`);
  });
});

test('a day of more files than may be open is read one file after the other', async ({ skip }) => {
  skip(isWindows, 'has no such limit');
  const directory = temporaryDirectory();
  const lines = Array.from({ length: 60 }, (_, minute) => lineAt(minute));
  for (const [index, line] of lines.entries()) {
    const name = `day.0b5f4d0e-6d8c-4a52-9b1f-3f1c3a0b7d${index + 10}.ndjson`;
    writeRecording(directory, `boards.example_443/2026-06-03/${name}`, [line]);
  }
  const { exitCode, stdout } = await runShell('ulimit -n 40; $BOARDS replay --json', {
    env: { BOARDS_BASE_URL: 'https://boards.example', BOARDS_DATA_DIR: directory },
  });
  expect(exitCode).toBe(0);
  expect(stdout.trimEnd().split('\n')).toEqual(lines);
});
