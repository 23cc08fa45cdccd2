import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { newDirectoryPath, temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { boardsOf, START } from '../support/minute-service.ts';
import { type Pane, play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';

/** Since `START`, another symbol is second in each minute: S7 at 14:37. */
function serviceAt(time: number) {
  const clock = createFakeClock(time);
  const transport = async () => {
    const minute = Math.floor((clock.now() - START) / MINUTE_MS);
    const asOf = new Date(START + minute * MINUTE_MS).toISOString();
    return responseOf(200, bodyOf({ asOf, ...boardsOf({ movers: `AAA S${minute}` }) }));
  };
  return { clock, transport };
}

interface Watching {
  /** The pane opens this many minutes after `START`. */
  readonly minutes: number;
  readonly data: string;
  readonly args?: string;
  /** This step ends the pane a second after the log was opened. */
  readonly end?: (pane: Pane) => void;
}

/** Presses `e`, `q` and `sss` seventy seconds after the start. Returns the log and line 3. */
async function watch({ minutes, data, args = 'watch', end = press('q') }: Watching) {
  const script: Script = [
    [70, press('e')],
    [70.5, shoot('log')],
    [71, press('q')],
    [71.2, press('sss')],
    [71.4, shoot('strip')],
    [72, end],
  ];
  const service = serviceAt(START + minutes * MINUTE_MS + 5000);
  const env = { BOARDS_DATA_DIR: data };
  const played = await play(args, script, { ...service, env, columns: 120, rows: 40 });
  const lines = (await played.screen('log')).split('\n').map((line) => line.trimEnd());
  const rule = lines.findIndex((line) => line.includes('─ you were here '));
  const entryOf = (line: string | undefined) => /^(\d\d:\d\d) /.exec(line ?? '')?.[1];
  return {
    here: /you were here (\S+)/.exec(lines[rule] ?? '')?.[1],
    title: lines.find((line) => line.startsWith('LOG')),
    above: entryOf(lines[rule - 1]),
    below: entryOf(lines[rule + 1]),
    strip: (await played.screen('strip')).split('\n')[2]?.split(/ {2,}/)[0],
    played,
  };
}

const fileIn = (data: string, service = 'boards.example_443') => join(data, service, 'last-key-press.json');
const keptIn = (data: string, service?: string) => JSON.parse(readFileSync(fileIn(data, service), 'utf8'));

test('a pane that is closed and opened twice draws the rule below the entries missed', async () => {
  const data = temporaryDirectory();
  const first = await watch({ minutes: 0, data });
  expect(first).toMatchObject({ here: '14:30', above: '14:31' });
  const second = await watch({ minutes: 6, data, end: press('\x03') });
  expect(second).toMatchObject({ here: '14:31', above: '14:36', below: '14:31', strip: 'here 14:31' });
  const third = await watch({ minutes: 19, data });
  expect(third).toMatchObject({ here: '14:37', above: '14:49', below: '14:37', strip: 'here 14:37' });
  expect(third.title).toMatch(/^LOG {2}since you were here 14:37 \(13 min\)/);
});

test('a pause in the pane moves the rule', async () => {
  const data = temporaryDirectory();
  await watch({ minutes: 0, data });
  const script: Script = [
    [10, press('j')],
    [150, press('e')],
    [151, shoot('log')],
    [152, press('\x03')],
  ];
  const service = serviceAt(START + 5 * MINUTE_MS + 5000);
  const played = await play('watch', script, { ...service, env: { BOARDS_DATA_DIR: data }, rows: 40 });
  expect(await played.screen('log')).toContain(' you were here 14:35 ');
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('the last key press is stored on %s', async (signal, exitCode) => {
  const data = temporaryDirectory();
  const { played } = await watch({ minutes: 3, data, end: (pane) => pane.world.stop(signal) });
  expect(played.exitCode).toBe(exitCode);
  expect(keptIn(data)).toEqual({ pressedAt: '2026-06-03T14:34:16.200Z', asOf: '2026-06-03T14:34:00.000Z' });
});

test('a pane stores its last key press within a minute, in case it is killed', async () => {
  const data = temporaryDirectory();
  await watch({ minutes: 0, data });
  const kept: Array<unknown> = [];
  const look = () => kept.push([keptIn(data).pressedAt, keptIn(data).asOf].map((time) => time.slice(11, 19)));
  const script: Script = [
    [10, press('j')],
    [12, look],
    [40, press('k')],
    [60, press('j')],
    [75, look],
    [300, look],
    [301, (pane) => pane.world.stop('SIGTERM')],
  ];
  const service = serviceAt(START + 9 * MINUTE_MS);
  await play('watch', script, { ...service, env: { BOARDS_DATA_DIR: data } });
  expect(kept).toEqual([
    ['14:39:10', '14:39:00'],
    ['14:40:00', '14:39:00'],
    ['14:40:00', '14:39:00'],
  ]);
});

describe('the first pane', () => {
  /** Opens the log and the baseline `here` before any pause. */
  async function screensOf(args: string) {
    const script: Script = [
      [20, press('j')],
      [65, press('e')],
      [65.2, shoot('log')],
      [65.4, press('qsss')],
      [65.6, shoot('here')],
      [67, press('\x03')],
    ];
    const played = await play(args, script, { ...serviceAt(START), columns: 120, rows: 40 });
    return Promise.all(['log', 'here'].map((name) => played.screen(name)));
  }

  test('has no rule, and here is its start', async () => {
    const [log = '', here = ''] = await screensOf('watch');
    expect(log).toContain('14:31  in    S1      Movers 2');
    expect(log).not.toMatch(/\bhere\b/);
    expect(here).toContain(' since the start 14:30 (1 min)');
    expect(here.split('\n')[2]).toMatch(/^start {2}in S1 Movers 2 {2}out S0 Movers 2 {3}/);
    expect(here).not.toMatch(/\bhere\b/);
  });

  test('has no rule above recorded entries, either', async () => {
    const [log = '', here = ''] = await screensOf('watch --sandbox --interval 300');
    expect(log).toMatch(/^14:29 /m);
    expect(log).not.toMatch(/\bhere\b/);
    expect(here).toMatch(/ since the start 14:30 *$/m);
    expect(here).not.toMatch(/\bhere\b/);
  });
});

test('a pane without a key press keeps the time of the previous pane', async () => {
  const data = temporaryDirectory();
  await watch({ minutes: 0, data });
  const before = keptIn(data);
  const stop: Script = [[100, (pane) => pane.world.stop('SIGTERM')]];
  await play('watch', stop, { ...serviceAt(START + 9 * MINUTE_MS), env: { BOARDS_DATA_DIR: data } });
  expect(keptIn(data)).toEqual(before);
});

test('of two panes at once, the later key press wins', async () => {
  const data = temporaryDirectory();
  const later = { pressedAt: '2026-06-03T14:30:35.000Z', asOf: '2026-06-03T14:30:00.000Z' };
  // Closes the other pane before this pane stores its second key press.
  const script: Script = [
    [10, press('j')],
    [30, press('k')],
    [40, () => writeFileSync(fileIn(data), JSON.stringify(later))],
    [1000, (pane) => pane.world.stop('SIGTERM')],
  ];
  await play('watch', script, { ...serviceAt(START), env: { BOARDS_DATA_DIR: data } });
  expect(keptIn(data)).toEqual(later);
  await watch({ minutes: 20, data });
  expect(keptIn(data).asOf).toBe('2026-06-03T14:51:00.000Z');
});

/** Like `serviceAt`, but the service does not respond in the first seconds. */
function silentAt(time: number, seconds: number) {
  const { clock, transport } = serviceAt(time);
  const answer = async () => (clock.now() < time + seconds * 1000 ? responseOf(503, {}) : transport());
  return { clock, transport: answer };
}

test('keys before the first snapshot count, and so does a pause between them', async () => {
  const data = temporaryDirectory();
  await watch({ minutes: 0, data });
  const env = { BOARDS_DATA_DIR: data };
  const open = START + 6 * MINUTE_MS + 5000;
  const paused: Script = [
    [10, press('j')],
    [80, press('j')],
    [130, press('j')],
    [185, press('e')],
    [250, shoot('log')],
    [251, (pane) => pane.world.stop('SIGTERM')],
  ];
  const played = await play('watch', paused, { ...silentAt(open, 120), env, rows: 40 });
  expect(await played.screen('log')).toContain(' you were here 14:36 ');
  const early: Script = [
    [10, press('j')],
    [200, (pane) => pane.world.stop('SIGTERM')],
  ];
  await play('watch', early, { ...silentAt(open + 10 * MINUTE_MS, 20), env });
  expect(keptIn(data)).toEqual({ pressedAt: '2026-06-03T14:46:15.000Z', asOf: null });
  // The pane compares with the recorded snapshot of 14:46.
  const later = await watch({ minutes: 25, data });
  expect(later).toMatchObject({ here: '14:46', above: '14:47' });
  expect(later.title).toBe('LOG  since you were here 14:46 (10 min)');
});

test.each([
  ['torn', '{"pressedAt":"2026-06-03T14:3'],
  ['of another program', '"14:31"'],
  ['without a time', '{"pressedAt":7,"asOf":null}'],
  ['of the future', '{"pressedAt":"2027-06-03T14:31:00.000Z","asOf":"2027-06-03T14:31:00.000Z"}'],
  [
    'with a snapshot of the future',
    '{"pressedAt":"2026-06-03T14:31:00.000Z","asOf":"2027-06-03T14:31:00.000Z"}',
  ],
  ['very long', `{"pressedAt":"2026-06-03T14:31:00.000Z","asOf":null}${' '.repeat(2000)}`],
])('a file that is %s is ignored, and replaced', async (_, text) => {
  const data = temporaryDirectory();
  mkdirSync(dirname(fileIn(data)), { recursive: true });
  writeFileSync(fileIn(data), text);
  const { here } = await watch({ minutes: 6, data });
  expect(here).toBe('14:36');
  expect(keptIn(data).asOf).toBe('2026-06-03T14:37:00.000Z');
});

test.skipIf(isWindows)('only the user can read the file, and no temporary file stays', async () => {
  const data = join(newDirectoryPath(), 'data');
  await watch({ minutes: 0, data, args: 'watch --sandbox' });
  expect(statSync(fileIn(data, 'sandbox')).mode & 0o777).toBe(0o600);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(data, 'sandbox'))).toEqual(['last-key-press.json']);
});

test('a draft that a killed pane left is no use of the directory, and goes with the next key', async () => {
  const data = temporaryDirectory();
  const directory = dirname(fileIn(data));
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${fileIn(data)}.tmp`, '{');
  const { played } = await watch({ minutes: 0, data });
  expect(played.world.stderr()).toContain('Recorded to ');
  expect(readdirSync(directory).toSorted()).toEqual(['2026-06-03', 'last-key-press.json']);
});

test('the sandbox has a file of its own', async () => {
  const data = temporaryDirectory();
  await watch({ minutes: 0, data, args: 'watch --sandbox' });
  const service = await watch({ minutes: 3, data });
  expect(service.here).toBe('14:33');
  const again = await watch({ minutes: 6, data, args: 'watch --sandbox' });
  expect(again).toMatchObject({ here: '14:31', strip: 'here 14:31' });
});

test.each(['watch --no-record', 'watch --no-record --sandbox'])('%s stores no key press', async (args) => {
  const data = join(newDirectoryPath(), 'data');
  const { played } = await watch({ minutes: 0, data, args });
  expect(played.exitCode).toBe(0);
  expect(() => statSync(data)).toThrow('ENOENT');
});

test('a key press that cannot be stored is not reported', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const { played, here } = await watch({ minutes: 0, data: join(file, 'data') });
  expect(here).toBe('14:30');
  expect(played.exitCode).toBe(0);
  expect(played.world.stderr()).toBe('');
});

test('a replay stores no key press, and has no here', async () => {
  const data = temporaryDirectory();
  await watch({ minutes: 0, data, args: 'watch --record' });
  rmSync(fileIn(data));
  const { played, strip } = await watch({ minutes: 6, data, args: 'replay' });
  expect(played.exitCode).toBe(0);
  expect(strip).not.toContain('here');
  expect(() => statSync(fileIn(data))).toThrow('ENOENT');
});

test('a data directory with only the key press of the sandbox still counts as new for recording', async () => {
  const data = join(newDirectoryPath(), 'data');
  await watch({ minutes: 0, data, args: 'watch --sandbox' });
  const first = await watch({ minutes: 1, data });
  expect(first.played.world.stderr()).toMatch(/^Recorded to /);
  const second = await watch({ minutes: 3, data });
  expect(second.played.world.stderr()).toBe('');
});
