import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/lib/time.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { boardsOf, START } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { lineOf, writeRecording } from '../support/recordings.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

/** What is said of this computer's clock, which is so many milliseconds ahead of the service's. */
const CLOCKS: ReadonlyArray<readonly [ahead: number, note: string]> = [
  [-10 * MINUTE_MS, '10 min behind that of the service'],
  [10 * MINUTE_MS, '10 min ahead of that of the service'],
  [-DAY_MS, '24 h behind that of the service'],
  [DAY_MS, '24 h ahead of that of the service'],
];
const NOTE = /this computer's clock is ([^\n]*?of the service)/g;
const notesIn = (text: string) => [...text.replace(/\s+/g, ' ').matchAll(NOTE)].map(([, note]) => note);

/** It builds a snapshot each minute, 12 s old at the start, and sends its own time. */
function serviceBeside(clock: FakeClock, headersAt = dateAt): Transport {
  return async ({ url }) => {
    const now = START + 12 * SECOND_MS + clock.monotonic();
    const minute = Math.floor((now - START) / MINUTE_MS);
    const asOf = new Date(START + minute * MINUTE_MS).toISOString();
    const timeframe = url.searchParams.get('timeframe');
    const body = bodyOf({ ...boardsOf({ movers: `AAA S${minute}` }), asOf, timeframe });
    return responseOf(200, body, { 'x-ratelimit-remaining': '117', ...headersAt(now) });
  };
}

const dateAt = (time: number): Record<string, string> => ({ date: new Date(time).toUTCString() });

function worldWith(ahead: number, headersAt = dateAt) {
  const clock = createFakeClock(START + 12 * SECOND_MS + ahead);
  return { clock, transport: serviceBeside(clock, headersAt) };
}

describe.each(CLOCKS)('a clock that is %d ms ahead', (ahead, note) => {
  test.each([
    ['boards --no-plain', /as of 14:30:00 UTC, 12 s ago/],
    ['boards --plain', /as of 2026-06-03 14:30:00 UTC/],
    ['top --format {asOf}', /^14:30:00$/m],
    ['confluence --plain', /as of 2026-06-03 14:30:00 UTC/],
    ['symbol AAA', /14:30:00/],
    ['status', /^as of +14:30:00 UTC \(12 s ago\)/m],
    ['watch --plain --count 2', /as of 2026-06-03 14:30:00 UTC[\s\S]*14:31:00/],
    ['watch --no-plain --count 2', /as of 14:30:00 UTC, 12 s ago[\s\S]*as of 14:31:00 UTC, \d+ s ago/],
  ])('%s shows the time, and one note names the difference', async (args, shown) => {
    const { stdout, stderr } = await runCli(args, { ...worldWith(ahead), columns: 100 });
    expect(stdout).toMatch(shown);
    expect(stdout).not.toContain('unknown');
    expect(notesIn(stderr)).toEqual([note]);
    expect(notesIn((await runCli(`${args} -q`, worldWith(ahead))).stderr)).toEqual([]);
  });

  test('the pane is not stale, and says it once', async () => {
    const script: Script = [
      [2, shoot('first')],
      [130, shoot('third')],
      [131, press('q')],
    ];
    const played = await play('watch --interval 60', script, { ...worldWith(ahead), columns: 140 });
    const [first, third] = [await played.screen('first'), await played.screen('third')];
    expect(first).toMatch(/live 14:30:00 UTC/);
    expect(notesIn(first)).toEqual([note]);
    expect(third).toMatch(/live 14:32:00 UTC/);
    expect(notesIn(third)).toEqual([]);
    for (const screen of [first, third]) expect(screen).not.toMatch(/stale|unknown/);
  });
});

test.each<readonly [string, number, (time: number) => Record<string, string>]>([
  ['two minutes ahead', 2 * MINUTE_MS, dateAt],
  ['two minutes behind', -2 * MINUTE_MS, dateAt],
  [
    'right, and the response comes from a cache',
    0,
    (time) => ({ ...dateAt(time - 10 * MINUTE_MS), age: '600' }),
  ],
  ['right, and there is no Date header', 0, () => ({})],
  ['right, and the Date header is of no time', 0, () => ({ date: 'soon', age: '99999999999' })],
])('no note on a clock that is %s', async (_, ahead, headersAt) => {
  const { stdout, stderr } = await runCli('boards --plain', worldWith(ahead, headersAt));
  expect(stdout).toContain('as of 2026-06-03 14:30:00 UTC');
  expect(stderr).not.toMatch(/clock/);
});

test('a pane that was begun with a slow clock shows the same after the clock is set right', async () => {
  const script: Script = [
    [30, (pane) => pane.world.clock.jumpSoon(10 * MINUTE_MS)],
    [33, shoot('set')],
    [34, press('q')],
  ];
  const played = await play('watch --interval 60', script, { ...worldWith(-10 * MINUTE_MS), columns: 140 });
  expect(await played.screen('set')).toMatch(/live 14:30:00 UTC/);
  expect(await played.screen('set')).not.toMatch(/stale/);
});

test('a response that a cache sends for ten minutes without Age is as old as it is', async () => {
  const clock = createFakeClock(START + 12 * SECOND_MS);
  const transport: Transport = async () =>
    responseOf(200, bodyOf({ asOf: new Date(START).toISOString() }), dateAt(START + 12 * SECOND_MS));
  const script: Script = [
    [600, shoot('later')],
    [601, press('q')],
  ];
  const played = await play('watch --interval 60', script, { clock, transport, columns: 140 });
  expect(await played.screen('later')).toMatch(/last data 14:30:00, 10 min old/);
  expect(notesIn(played.raw)).toEqual([]);
});

describe.each([0, 10 * MINUTE_MS, DAY_MS])(
  'where the clock is %d ms slow, --at counts from the newest recording:',
  (slow) => {
    const data = temporaryDirectory();
    const lines = Array.from({ length: 31 }, (_, minute) =>
      lineOf(new Date(START + (minute - 30) * MINUTE_MS).toISOString()),
    );
    writeRecording(join(data, 'boards.example_443'), '2026-06-03/day.ndjson', lines);
    const at = (time: string) =>
      runCli(['boards', '--plain', '--at', time], {
        clock: createFakeClock(START - slow),
        env: { BOARDS_DATA_DIR: data },
      });

    test.each([
      ['1m', '14:29:00'],
      ['15m ago', '14:15:00'],
      ['14:28', '14:28:00'],
      ['2026-06-03T14:28', '14:28:00'],
      ['2026-06-03T14:30Z', '14:30:00'],
    ])('--at %s is of %s', async (time, shown) => {
      const { exitCode, stdout } = await at(time);
      expect({ exitCode, stdout }).toEqual({
        exitCode: 0,
        stdout: expect.stringContaining(`as of 2026-06-03 ${shown} UTC`),
      });
    });

    test('a time after it has not come yet', async () => {
      const { exitCode, stderr } = await at('14:31');
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: expect.stringMatching(/14:31 has not come yet\nhint: It is 14:30:00/),
      });
    });
  },
);
