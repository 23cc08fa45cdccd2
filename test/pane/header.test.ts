import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { AuthError } from '../../src/errors.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createLoosePane } from '../support/loose-pane.ts';
import { marketFrom, marketSnapshot, recordedMarket, timeOf } from '../support/market.ts';
import { boardsOf, minuteService, swapping } from '../support/minute-service.ts';
import {
  type PaneOptions,
  play,
  press,
  type Script,
  screensAfter,
  screensFrom,
  shoot,
} from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

// The golden files `lines-1-to-3-…` show lines 1 to 3 of the pane in each width.

/** Returns line 2 in 75 columns, after one minute for each top play. */
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
])('after the top plays %j, line 2 is "%s … %s"', async (topPlays, start, end) => {
  const gap = end === '' ? '' : ' '.repeat(75 - start.length - end.length);
  expect(await topPlayLine(topPlays)).toBe(`${start}${gap}${end}`);
});

async function lineOf(
  columns: number,
  options: PaneOptions,
  args = 'watch -t day',
): Promise<string | undefined> {
  const [screen = ''] = await screensAfter(args, [''], { ...options, columns });
  return screen.split('\n')[0]?.trimEnd();
}

test('line 1 omits the time if the label leaves no room for it', async () => {
  const line = await lineOf(20, {}, 'watch --sandbox -t day');
  expect(line).toMatch(/^ 2 +(?:live|closed) +SANDBOX$/);
});

const sending = (fields: JsonObject): PaneOptions => ({
  clock: createFakeClock(timeOf('13:28:20')),
  transport: async () => responseOf(200, { ...marketSnapshot('day', '13:28'), ...fields }),
});

test.each<[string, JsonObject, number, string]>([
  ['before the market opens', {}, 120, '◐ premarket  live 13:28:00 UTC'],
  ['after hours', { session: 'afterhours' }, 120, '◑ after hours  live 13:28:00 UTC'],
  ['closed', { session: 'closed' }, 120, ' ○ closed 13:28:00 UTC'],
  ['unknown', { session: null }, 120, ' session unknown  live 13:28:00 UTC'],
  ['of an unknown time', { asOf: 'soon' }, 120, '◐ premarket  live, time unknown'],
  ['of an unknown time, narrow', { asOf: 'soon' }, 30, ' 2 DAY  3  4  5      ◐ live'],
  [
    'of another day',
    { session: 'closed', asOf: '2026-06-02T20:00:00Z' },
    120,
    ' ○ closed 2026-06-02 20:00:00 UTC',
  ],
  [
    'of another day, narrow',
    { session: 'closed', asOf: '2026-06-02T20:00:00Z' },
    40,
    ' 2 DAY      ○ closed 2026-06-02 20:00:00',
  ],
  [
    'of another day, very narrow',
    { session: 'closed', asOf: '2026-06-02T20:00:00Z' },
    30,
    ' 2 DAY    ○ closed 06-02 20:00',
  ],
])('line 1 of a session %s has "%s"', async (_, fields, columns, text) => {
  expect(await lineOf(columns, sending(fields))).toContain(text);
});

test.each([
  [80, '20:00', /^ 2 DAY {5}3 swing +▶ RECORDED 13:28:00 UTC, playing +1 of 8$/],
  [30, '20:00', /^ 2 DAY {4}▶ RECORDED 13:28:00$/],
  [80, '2026-06-05T20:00', /RECORDED 2026-06-03 13:28:00 UTC, playing/],
  [30, '2026-06-05T20:00', /^ DAY +▶ RECORDED 06-03 13:28$/],
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

/** Returns line 1 at these seconds after the start. */
async function linesAt(seconds: ReadonlyArray<number>, script: Script, options: PaneOptions, args = 'watch') {
  const shots = seconds.map((second) => [second, shoot(String(second))] as const);
  const end = [(seconds.at(-1) ?? 0) + 1, press('\x03')] as const;
  const steps = [...script, ...shots].toSorted(([one], [other]) => one - other);
  const played = await play(args, [...steps, end], { columns: 120, ...options });
  const lines: Array<string> = [];
  for (const second of seconds) {
    const [line = ''] = (await played.screen(String(second))).split('\n');
    lines.push(line.replace(/^.*investing */, '').trimEnd());
  }
  return { lines, played };
}

test('line 1 shows the age of paused data in whole minutes, and changes once a minute', async () => {
  const seconds = [5, 30, 50, 70, 119, 130, 250];
  const { lines, played } = await linesAt(seconds, [[10, press(' ')]], { ...minuteService(swapping) });
  expect(lines).toEqual([
    '● open  live 14:30:00 UTC',
    '● open  paused 14:30:00 UTC',
    '● open  paused 14:30:00 UTC',
    '● open  paused 14:30:00 UTC, 1 min old',
    '● open  paused 14:30:00 UTC, 1 min old',
    '● open  paused 14:30:00 UTC, 2 min old',
    '● open  paused 14:30:00 UTC, 4 min old',
  ]);
  for (const [from, to] of [
    ['30', '50'],
    ['70', '119'],
  ] as const)
    expect(played.bytesBetween(from, to)).toBe(0);
  expect(played.bytesBetween('50', '70')).toBeGreaterThan(0);
});

test('line 1 says that data is stale and how old it is, then that it is live again', async () => {
  const failing = minuteService(swapping, (minute) =>
    minute > 0 && minute < 4 ? responseOf(503, {}) : null,
  );
  const { lines } = await linesAt([50, 70, 130, 300], [], failing, 'watch -n 60');
  expect(lines).toEqual([
    '● open  live 14:30:00 UTC',
    '● open  ! stale 14:30:00 UTC, 1 min old',
    '● open  ! stale 14:30:00 UTC, 2 min old',
    expect.stringMatching(/^● open {2}live 14:3[45]:00 UTC$/),
  ]);
});

test('data of a service that builds each ten minutes is stale after three of its periods', async () => {
  const built = (minute: number) => Math.min(20, Math.floor(minute / 10) * 10);
  const service = minuteService((minute) => ({
    asOf: new Date(timeOf('14:30') + built(minute) * 60_000).toISOString(),
  }));
  const { lines } = await linesAt([1190, 2800, 3200], [], service, 'watch -n 60');
  expect(lines).toEqual([
    // The pane has not yet seen that the service builds only every ten minutes.
    '● open  ! stale 14:40:00 UTC, 9 min old',
    '● open  live 14:50:00 UTC',
    '● open  ! stale 14:50:00 UTC, 33 min old',
  ]);
});

test('line 1 says that the service refuses the key', () => {
  const pane = createLoosePane({ now: () => timeOf('13:30') });
  pane.receive(snapshotOf({ asOf: new Date(timeOf('13:29')).toISOString() }));
  pane.fail('the key is revoked (403)', new AuthError('the key is revoked (403)'));
  const [line = ''] = pane.render().map((each) => stripVTControlCharacters(each));
  expect(line.trimEnd()).toMatch(/ refused 13:29:00 UTC, 1 min old$/);
});

test('without a response yet, line 1 says that it waits, beside notify', async () => {
  const transport: Transport = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const { lines } = await linesAt([5], [], { transport }, 'watch --bell');
  expect(lines).toEqual(['waiting  notify']);
});

const ASCII = { LC_ALL: 'C', NO_COLOR: '1' };
/** Every width of 80 or less, where the lines lose parts, and some above. */
const WIDTHS = [120, 110, 100, 95, 90, 85, ...Array.from({ length: 51 }, (_, index) => 80 - index)];

/** The market from its second minute on, marked as simulated. */
function simulatedMarket() {
  const { clock, transport } = marketFrom('13:29:50');
  const marked: Transport = async (request) => {
    const response = await transport(request);
    return { ...response, headers: { ...response.headers, 'x-sandbox': '1' } };
  };
  return { clock, transport: marked };
}

test.each<[string, string, Script, RegExp]>([
  ['live', '-t day,investing', [], /^(?:.*\W)?(?:2 )?DAY\b.* live 13:3\d\b.* SANDBOX/],
  ['live', '-t investing', [], /^(?:.*\W)?(?:(?:5 )?INVESTING|5)\b.* live 13:3\d\b.* SANDBOX/],
  ['paused', '-t all', [[81, press(' ')]], /^(?:.*\W)?(?:2 )?DAY\b.* paused 13:3\d\b.* SANDBOX/],
  [
    'past',
    '-t investing',
    [[81, press('[')]],
    /^(?:.*\W)?(?:(?:5 )?INVESTING|5)\b.* PAST 13:\d\d\b.* SANDBOX/,
  ],
])(
  'in ASCII, line 1 of %s data with %s has timeframe, state, time and SANDBOX from 30 columns on',
  async (_, args, steps, expected) => {
    const script: Script = [
      ...steps,
      [81.9, shoot('start')],
      ...WIDTHS.flatMap(
        (width, index): Script => [
          [82 + index / 15, (pane) => pane.resize(width, 12)],
          [82.06 + index / 15, shoot(String(width))],
        ],
      ),
      [89, press('\x03')],
    ];
    const options = { ...simulatedMarket(), columns: 130, rows: 12, env: ASCII };
    const played = await play(`watch ${args}`, script, options);
    for (const [index, width] of WIDTHS.entries()) {
      const from = String(WIDTHS[index - 1] ?? 'start');
      const [line = ''] = (await played.repainted(from, String(width))).split('\n');
      expect(line).toMatch(expected);
      expect(line).not.toMatch(/as of|next/);
      expect(line.length).toBeLessThanOrEqual(width);
    }
  },
);

test.each([
  ['TWELVELETTER', 'TWELVELETTER'],
  ['THIRTEENCELLS', 'THIRTEENCEL…'],
])('line 3 has %s as %s', async (symbol, shown) => {
  const service = minuteService((minute) => boardsOf({ movers: minute < 1 ? 'AAA' : `AAA ${symbol}` }));
  const [screen = ''] = await screensFrom(90, [''], service);
  expect(screen.split('\n')[2]).toMatch(new RegExp(`^1m {2}in ${shown} Movers 2 `));
});

test('a share of 50% up has the colour of gains, and 49% up that of losses', async () => {
  const colorAt = async (advancers: number) => {
    const service = minuteService(() => ({ breadth: { advancers, decliners: 100 - advancers } }));
    const script: Script = [
      [5, shoot('strip')],
      [6, press('q')],
    ];
    const env = { TERM: 'xterm-256color' };
    const { cells } = await play('watch', script, { ...service, env });
    const line = (await cells('strip'))[2] ?? [];
    const place = line
      .map(({ text }) => text || ' ')
      .join('')
      .indexOf(`${advancers}% up`);
    return line[place]?.color;
  };
  const [gain, loss] = [await colorAt(90), await colorAt(10)];
  expect(gain).not.toBe(loss);
  expect([await colorAt(50), await colorAt(49)]).toEqual([gain, loss]);
});

/** Returns the window titles that the pane set, in order. */
async function titlesOf(
  args: string,
  script: Script,
  { env, ...options }: PaneOptions,
): Promise<ReadonlyArray<string>> {
  const { raw } = await play(args, script, { ...options, env: { TERM: 'xterm-256color', ...env } });
  const texts = raw.split('\x1b]2;').slice(1);
  return texts.map((text) => text.slice(0, text.indexOf('\x07')));
}

test.each<[string, string, Script, PaneOptions, ReadonlyArray<string>]>([
  [
    'top plays, and where data is stale',
    'watch -n 60',
    [[310, press('q')]],
    minuteService(
      (minute) => ({ topPlay: { symbol: minute < 2 ? 'AAA' : 'BB.B', boards: minute < 1 ? 2 : 4 } }),
      (minute) => (minute === 3 ? responseOf(503, {}) : null),
    ),
    ['waiting · day', 'AAA · day', 'AAA ◆4 · day', 'BB.B ◆4 · day', '! stale · day', 'BB.B ◆4 · day', ''],
  ],
  [
    'another timeframe, pauses and no top play',
    'watch -t day,swing',
    [
      [5, press('3')],
      [6, press(' ')],
      [7, press('q')],
    ],
    minuteService((_, timeframe) => (timeframe === 'day' ? {} : { topPlay: null })),
    ['waiting · day', 'AAA ◆4 · day', 'boards · swing', 'paused · swing', ''],
  ],
  [
    'the newest data also in the past, and that it is simulated',
    'watch --sandbox',
    [
      [3, press('[')],
      [4, press('q')],
      [5, press('q')],
    ],
    { columns: 80 },
    ['waiting · day', expect.stringMatching(/^\w+ ◆\d · day · SANDBOX$/), ''],
  ],
  [
    'the newest top play, also while the snapshot of another one is shown',
    'watch -n 60',
    [
      [80, press('[')],
      [82, press('q')],
      [84, press('q')],
    ],
    minuteService((minute) => ({ topPlay: { symbol: minute === 0 ? 'AAA' : 'BBB', boards: 3 } })),
    ['waiting · day', 'AAA ◆3 · day', 'BBB ◆3 · day', ''],
  ],
  [
    'the same text again after Ctrl-L, because another program may have set its own',
    'watch',
    [
      [5, press('\x0c')],
      [6, press('q')],
    ],
    minuteService(() => ({})),
    ['waiting · day', 'AAA ◆4 · day', 'AAA ◆4 · day', ''],
  ],
  [
    'a hostile symbol as harmless ASCII',
    'watch',
    [[5, press('q')]],
    {
      ...minuteService(() => ({ topPlay: { symbol: 'Ä\x07\x1b]0;x\u009c\u202eYYYYYYYYYYYY', boards: 3 } })),
      env: ASCII,
    },
    ['waiting; day', 'A??]0;x??YYYYY.. #3; day', ''],
  ],
  ['nothing on a console without one', 'watch', [[5, press('q')]], { env: { TERM: 'linux' } }, []],
])('the title of the terminal has %s', async (_, args, script, options, expected) => {
  expect(await titlesOf(args, script, options)).toEqual(expected);
});

test('after hours is two words on screens, and afterhours in plain output', async () => {
  const fields = { session: 'afterhours' };
  const options = { ...minuteService((minute) => (minute === 0 ? {} : fields)), isTTY: true };
  const { lines, played } = await linesAt([70, 72], [[71, press('e')]], options);
  expect(lines[0]).toBe('◑ after hours  live 14:31:00 UTC');
  expect(await played.screen('72')).toMatch(/^14:31 {2}◑ .*market after hours \(was open\)/m);
  const outputOf = async (args: string, env = {}) => {
    const { stdout } = await runCli(args, { ...minuteService(() => fields), isTTY: true, columns: 80, env });
    return stripVTControlCharacters(stdout);
  };
  expect(await outputOf('boards')).toMatch(/^DAY {2}◑ after hours {2}as of /);
  // ASCII output leaves no gap where the sign of the session was.
  expect(await outputOf('boards', ASCII)).toMatch(/^DAY {2}after hours {2}as of /);
  expect(await outputOf('boards --plain')).toMatch(/^day {2}afterhours {2}as of /);
});
