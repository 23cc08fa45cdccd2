import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/json.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { marketSnapshot, recordedMarket, timeOf } from '../support/market.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, screensAfter, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';

// Lines 1 to 3 of the pane. The golden files `lines-1-to-3-…` show how they give way to the width.

/** Line 2 in 75 columns, after so many minutes with these top plays. */
async function topPlayLine(topPlays: ReadonlyArray<string | null>): Promise<string | undefined> {
  const service = minuteService((minute) => {
    const symbol = topPlays[Math.min(minute, topPlays.length - 1)] ?? null;
    const fields: JsonObject = {
      symbol,
      boards: 5,
      bias: 'bearish',
      price: 91.53,
      dayPct: -1.39,
      reasons: ['why'],
    };
    return { ...boardsOf({ movers: 'AAA' }), topPlay: symbol === null ? null : fields };
  });
  const script: Script = [
    [topPlays.length * 60 - 20, shoot('end')],
    [topPlays.length * 60 - 19, press('\x03')],
  ];
  const played = await play('watch', script, { ...service, columns: 75 });
  return (await played.screen('end')).split('\n')[1]?.trimEnd();
}

const FIRST = 'TOP  AAA $91.53 -1.39% ◆5-';

test.each<[ReadonlyArray<string | null>, start: string, end: string]>([
  [['AAA'], `${FIRST}  why`, ''],
  [['AAA', 'AAA'], `${FIRST}  why`, 'for 1 min or more'],
  [['BBB', 'AAA'], `${FIRST}  why`, 'new, was BBB'],
  [['BBB', 'AAA', 'AAA'], `${FIRST}  why`, 'for 1 min, was BBB'],
  [[null, 'AAA', 'AAA'], `${FIRST}  why`, 'for 1 min, was none'],
  [['AAA', null], 'TOP  No symbol qualifies right now.', 'new, was AAA'],
  [[null, null], 'TOP  No symbol qualifies right now.', ''],
])('of the top plays %j, line 2 is "%s … %s"', async (topPlays, start, end) => {
  const gap = end === '' ? '' : ' '.repeat(75 - start.length - end.length);
  expect(await topPlayLine(topPlays)).toBe(`${start}${gap}${end}`);
});

/** Line 1 of a pane, without its spaces at the end. */
async function lineOf(
  columns: number,
  options: PaneOptions,
  args = 'watch -t day',
): Promise<string | undefined> {
  const [screen = ''] = await screensAfter(args, [''], { ...options, columns });
  return screen.split('\n')[0]?.trimEnd();
}

/** A service that sends one snapshot with these fields. */
const sending = (fields: JsonObject): PaneOptions => ({
  clock: createFakeClock(timeOf('13:28:20')),
  transport: async () => responseOf(200, { ...marketSnapshot('day', '13:28'), ...fields }),
});

test.each<[string, JsonObject, number, string]>([
  ['before the market opens', {}, 120, '◐ premarket  as of 13:28:00 UTC'],
  ['after hours', { session: 'afterhours' }, 120, '◑ afterhours  as of 13:28:00 UTC'],
  ['closed', { session: 'closed' }, 120, '○ closed  as of 13:28:00 UTC'],
  ['unknown', { session: null }, 120, '? session unknown  as of 13:28:00 UTC'],
  ['of an unknown time', { asOf: 'soon' }, 120, '◐ premarket  as of unknown'],
  ['of an unknown time, narrow', { asOf: 'soon' }, 30, ' 2 DAY  ◐ as of unknown'],
  [
    'of another day',
    { session: 'closed', asOf: '2026-06-02T20:00:00Z' },
    120,
    '○ closed  as of 2026-06-02 20:00:00 UTC',
  ],
  [
    'of another day, narrow',
    { session: 'closed', asOf: '2026-06-02T20:00:00Z' },
    40,
    ' 2 DAY  ○ as of 2026-06-02 20:00:00',
  ],
  [
    'of another day, very narrow',
    { session: 'closed', asOf: '2026-06-02T20:00:00Z' },
    30,
    ' 2 DAY  ○ 2026-06-02 20:00:00',
  ],
])('line 1 of a session %s has "%s"', async (_, fields, columns, text) => {
  expect(await lineOf(columns, sending(fields))).toContain(text);
});

test('line 1 names the next build to the second where builds are less than a minute apart', async () => {
  const line = await lineOf(140, {}, 'watch --sandbox');
  expect(line).toMatch(/ as of 14:30:\d0 UTC · next ~14:30:\d0 +SANDBOX$/);
});

test.each([
  [80, '20:00', /^ 2 DAY {4}3 swing +▶ RECORDED 13:28:00 UTC, playing +1 of 8$/],
  [30, '20:00', /^ 2 DAY {2}▶ RECORDED 13:28:00/],
  [80, '2026-06-05T20:00', /RECORDED 2026-06-03 13:28:00 UTC, playing/],
  [30, '2026-06-05T20:00', /RECORDED 06-03 13:28/],
])('line 1 of a replay in %d columns at %s: %s', async (columns, now, expected) => {
  const options = {
    clock: createFakeClock(now.includes('T') ? Date.parse(`${now}:00Z`) : timeOf(now)),
    env: { BOARDS_DATA_DIR: recordedMarket() },
    columns,
  };
  const script: Script = [
    [0.5, shoot('first')],
    [0.8, press('\x03')],
  ];
  const played = await play('replay 2026-06-03 -t day,swing', script, options);
  expect((await played.screen('first')).split('\n')[0]?.trimEnd()).toMatch(expected);
});

test('in ASCII, line 1 has the timeframe, the time and SANDBOX in every width from 30 columns on', async () => {
  const widths = Array.from({ length: 18 }, (_, index) => 200 - index * 10);
  const script: Script = [
    [1.9, shoot('start')],
    ...widths.flatMap(
      (width, index): Script => [
        [2 + index / 5, (pane) => pane.resize(width, 12)],
        [2.1 + index / 5, shoot(String(width))],
      ],
    ),
    [9, press('\x03')],
  ];
  const env = { LC_ALL: 'C', NO_COLOR: '1' };
  const played = await play('watch --sandbox -t day,investing', script, { columns: 210, rows: 12, env });
  for (const [index, width] of widths.entries()) {
    const [line = ''] = (await played.repainted(String(widths[index - 1] ?? 'start'), String(width))).split(
      '\n',
    );
    expect(line).toMatch(/^(?:.*\W)?\[?(?:2 )?DAY\b.* 14:30\b.* SANDBOX/);
    expect(line.length).toBeLessThanOrEqual(width);
  }
});
