import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { describeScreen, describeWidths, goldenFolder } from '../support/golden.ts';
import { hostileTransport } from '../support/hostile-snapshot.ts';
import { MARKET_DATE, marketFrom, marketSnapshot, recordedMarket, timeOf } from '../support/market.ts';
import { type Pane, type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { writeRecording } from '../support/recordings.ts';
import { responseOf } from '../support/responses.ts';

const golden = goldenFolder('pane');

const SIZES = ['80x24', '120x40'];
const ENTER = '\r';
const PAGE_DOWN = '\x1b[6~';

interface Moment {
  /** In both usual sizes otherwise. */
  readonly size?: string;
  /** Further sizes. */
  readonly others?: ReadonlyArray<string>;
  /** Its keys, or the time until it is seen, lead elsewhere in another size: a pane of its own shows it in each. */
  readonly dependsOnSize?: boolean;
  readonly command?: string;
  /** When the pane is started, and when the first of the keys is pressed: one each second. */
  readonly from?: string;
  readonly at?: string;
  readonly keys?: ReadonlyArray<string>;
  /** A world for each screen, because its clock goes on. */
  readonly options?: () => PaneOptions;
}

/** The screens of the pane after keys: in the first size, and then in each other one after a resize. */
async function screensAfter(
  sizes: ReadonlyArray<string>,
  { command = 'watch -t day,swing', from = '13:28:20', at = '13:33:20', keys = [], options }: Moment,
): Promise<ReadonlyMap<string, string>> {
  const seconds = (timeOf(at) - timeOf(from)) / 1000;
  const end = seconds + keys.length;
  const script: Script = [
    ...keys.map((key, index) => [seconds + index, press(key)] as const),
    ...sizes.flatMap(
      (size, index): Script => [
        ...(index === 0
          ? []
          : [[end + index / 5 - 0.1, (pane: Pane) => pane.resize(...sizeOf(size))] as const]),
        [end + index / 5, shoot(size)],
      ],
    ),
    [end + 1, press('\x03')],
  ];
  const world = { ...marketFrom(from), ...options?.() };
  const env = { TERM: 'xterm-256color', ...world.env };
  const [columns, rows] = sizeOf(sizes[0] ?? '');
  const played = await play(command, script, { ...world, columns, rows, env });
  const screens = new Map<string, string>();
  for (const size of sizes) screens.set(size, await describeScreen(await played.cellsWithin(size)));
  return screens;
}

function sizeOf(size: string): [columns: number, rows: number] {
  const [columns = 0, rows = 0] = size.split('x').map(Number);
  return [columns, rows];
}

/** The market, of which the requests fail from a time on. */
const failingFrom = (time: string, fail: Transport) => (): PaneOptions => {
  const { clock, transport } = marketFrom('13:28:20');
  return {
    clock,
    transport: (request) => (clock.now() < timeOf(time) ? transport(request) : fail(request)),
  };
};

const refused: Transport = async () => {
  throw new NetworkError('cannot connect to boards.example:443: connection refused (ECONNREFUSED)', {
    reason: 'connection refused',
  });
};

/** The request after the first failure gets no response. */
const hanging = () => {
  let failures = 0;
  const hang: Transport = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  return failingFrom('13:32:30', (request) => (failures++ === 0 ? refused(request) : hang(request)))();
};

/** A service that sends the first snapshot with other fields. */
const sending = (fields: object) => (): PaneOptions => ({
  transport: async () => responseOf(200, { ...marketSnapshot('day', '13:28'), ...fields }),
});

/** Values at which texts and styles change. `OVER` is on the most boards, `EDGE` and `FLAT` round to 0.00 %. */
const EDGES = [
  { rank: 1, symbol: 'OVER', price: 999.995, dayPct: 123.456, volume: 1e9, boards: 120, bias: 'bearish' },
  { rank: 2, symbol: 'TENS', price: 1234.5, dayPct: -0.005, volume: 1e6, boards: 10, bias: 'bullish' },
  { rank: null, symbol: 'UNRANKED', price: 3.999, dayPct: 0.005, volume: 999, boards: 9, bias: 'neutral' },
  { rank: 4, symbol: 'EDGE', price: 4, dayPct: 0.004, volume: 1000, boards: 3, bias: null },
  { rank: 5, symbol: 'FLAT', price: 0.0123, dayPct: -0.004, volume: 0, boards: 2, bias: 'bearish' },
  { rank: 6, symbol: 'ZERO', price: 0.00123, dayPct: 0, volume: 12, boards: 0, bias: 'bullish' },
  { rank: 7, symbol: 'NULL', price: null, dayPct: null, volume: null, boards: null, bias: 'bullish' },
  { rank: 8, symbol: null, price: 8, dayPct: -8, volume: 8e6, boards: 1, bias: 'neutral' },
  { rank: 10, symbol: 'THIRTEENCELLS', price: 10, dayPct: -1000.5, volume: 1e12, boards: 1, bias: 'neutral' },
];
const withTexts = (metric: string | null, tag: string | null) =>
  EDGES.map((row) => ({ ...row, name: `Company ${row.rank} with a Long Name`, metric, tag }));
const edges = sending({
  boards: {
    movers: withTexts('  4.2x   of  float ', 'a tag of twenty-five cells'),
    momentum: EDGES.toReversed().map((row, index) => ({ ...row, rank: index < 2 ? null : index + 1 })),
    forum: withTexts(null, null).slice(0, 3),
  },
  boardNames: ['movers', 'momentum', 'forum'],
  topPlay: null,
  breadth: { advancers: 1, decliners: 199, symbols: 200 },
});

const edgesWithPins = () => ({ ...edges(), config: { pins: ['thirteencells', 'UNRANKED', 'zero', 'EDGE'] } });

/** From 13:30 on, no symbol qualifies as the top play of `day`. */
const withoutTopPlay = (): PaneOptions => {
  const { clock, transport } = marketFrom('13:28:20');
  const none: Transport = async () => responseOf(200, { ...marketSnapshot('day', '13:30'), topPlay: null });
  return { clock, transport: (request) => (clock.now() < timeOf('13:30') ? transport : none)(request) };
};

const unanswered = (): PaneOptions => ({
  transport: ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
});

const withPins = () => ({
  config: { pins: ['KITE', 'COMET', 'R&R', 'HAZE', 'WISP', 'TYO', 'NONE', 'ECHO'] },
});

const refusing: Transport = async () => responseOf(401, { error: 'revoked' });

/** Nothing is pressed for this many seconds. */
const waiting = (seconds: number) => Array<string>(seconds).fill('');

const recorded = (until?: Parameters<typeof recordedMarket>[0]) => (): PaneOptions => ({
  env: { BOARDS_DATA_DIR: recordedMarket(until) },
});

/** At 13:33:20 of a pane that was opened at 13:28:20, if they name no other times. */
const VIEWS: Readonly<Record<string, Moment>> = {
  tiles: { others: ['40x40', '200x50'] },
  'ascii-tiles': { size: '80x24', options: () => ({ env: { LC_ALL: 'C' } }) },
  'colourless-tiles': { size: '80x24', keys: ['j'], options: () => ({ env: { NO_COLOR: '1' } }) },
  selected: { size: '80x24', keys: ['j', 'j', 'l'] },
  'second-page': { size: '80x24', keys: [PAGE_DOWN] },
  zoom: { keys: ['jl', 'l', 'z'], dependsOnSize: true, others: ['200x50', '30x20'] },
  'one-board': { command: 'watch -b rvol', size: '80x24', others: ['200x50'] },
  log: { keys: ['e', 'j'], others: ['30x20'] },
  'log-since-here': { size: '40x16', others: ['34x16', '24x16'], keys: ['sss', 'e'] },
  'log-of-all-ranks': { size: '80x24', keys: ['e', 'f'] },
  'log-of-symbols': { size: '80x24', command: 'watch --symbol KITE,AXLE', keys: ['ef'] },
  'tiles-of-biases': {
    ...{ size: '80x24', others: ['40x40', '120x40'] },
    command: 'watch -b momentum,alerted --columns symbol,bias,metric,dayPct,price,boards',
  },
  confluence: { keys: ['c', 'j'], others: ['30x20'] },
  'confluence-of-all': { size: '80x24', keys: ['c', 'f'] },
  card: { keys: ['j', ENTER], dependsOnSize: true, others: ['30x20'] },
  'card-of-a-symbol-that-left': { size: '80x24', keys: ['/WISP\r', ENTER] },
  'card-of-a-pin': { size: '80x24', keys: ['/TYO\r'], options: withPins },
  help: { keys: ['?'], others: ['200x50', '30x20'] },
  'help-of-a-card': { size: '80x24', others: ['30x20'], keys: ['j', ENTER, '?'] },
  'help-of-the-confluence': { size: '80x24', others: ['30x20'], keys: ['c', '?'] },
  'help-of-the-list': { size: '80x24', others: ['30x20'], keys: ['b', '?'] },
  'help-of-the-log': { size: '80x24', others: ['30x20'], keys: ['e', '?'] },
  'help-of-the-zoom': { size: '80x24', others: ['30x20'], keys: ['j', 'z', '?'] },
  list: { keys: ['b', 'j', ' '], others: ['30x20'] },
  'all-hidden': { size: '80x24', keys: ['b', 'a', ENTER] },
  prompt: { size: '80x24', keys: ['/', 'ZO'] },
  filtered: { size: '80x24', keys: ['/R&R,ZO\r'] },
  'confluence-of-pins': { size: '120x40', keys: ['c', 'ff', 'j'], options: withPins },
  'confluence-of-no-pins': { size: '80x24', keys: ['c', 'ff'] },
  'confluence-of-a-filter': { size: '80x24', keys: ['c', '/KITE,DUSK,WISP\r'] },
  'confluence-sorted': { size: '80x24', command: 'watch --sort volume -l 4', keys: ['c'] },
  'all-pins': { options: withPins, others: ['40x40', '30x20'] },
  edges: {
    size: '120x40',
    others: ['40x40'],
    at: '13:28:40',
    command: 'watch',
    keys: ['j'],
    options: edgesWithPins,
  },
  'zoom-of-edges': {
    ...{ size: '120x40', others: ['200x50', '40x40'], at: '13:28:40', command: 'watch', keys: ['z'] },
    options: edges,
  },
  'confluence-of-edges': {
    ...{ size: '120x40', others: ['40x40'], at: '13:28:40', command: 'watch', keys: ['cf'] },
    options: edges,
  },
  news: { size: '80x24', at: '13:29:30', keys: ['\t', ...waiting(63)] },
  'no-top-play': { size: '80x24', command: 'watch', at: '13:30:40', options: withoutTopPlay },
  'log-of-no-top-play': {
    ...{ size: '80x24', command: 'watch', at: '13:30:40', keys: ['e'], options: withoutTopPlay },
  },
  'filtered-without-changes': { size: '80x24', keys: ['/PINE,IRIS\r'] },
  waiting: { size: '80x24', others: ['40x40'], command: 'watch', at: '13:28:25', options: unanswered },
  marks: { size: '120x40', others: ['80x24', '60x24', '40x40', '30x20'], command: 'watch --bell --record' },
  'not-recorded': {
    ...{ size: '80x24', others: ['40x40', '30x20'], command: 'watch --bell --record' },
    options: () => ({ env: { BOARDS_DATA_DIR: fileOfUnknownOrigin() } }),
  },
  pinned: { keys: ['j', '*', 'j', '*'] },
  'log-of-pins': { size: '80x24', keys: ['j', '*', 'e', 'ff'] },
  paused: { size: '80x24', keys: [' '] },
  past: { keys: ['[', '['] },
  'card-in-the-past': { size: '80x24', keys: ['[[', '/KITE\r'] },
  'zoom-in-the-past': { size: '80x24', keys: ['[[', 'jl', 'l', 'z'] },
  swing: { keys: ['\t'] },
  overdue: { size: '80x24', at: '13:38:20' },
  'after-the-gap': { at: '13:41:20' },
  'log-after-the-gap': { size: '80x24', at: '13:41:20', keys: ['e'] },
  'zoom-after-the-gap': { size: '80x24', at: '13:41:20', keys: ['j', 'z'] },
  'some-boards': {
    size: '80x24',
    command: 'watch -b movers,moneyFlow,nonsuch -l 3 --bias bullish --sort volume',
  },
  columns: { size: '80x24', command: 'watch -b momentum,forum --columns symbol,age,trend,metric --sort age' },
  resumed: {
    size: '80x24',
    from: '13:33:20',
    at: '13:33:40',
    options: recorded('13:32'),
  },
  stale: { options: failingFrom('13:32:30', refused), others: ['40x40', '30x20'] },
  'stale-while-polling': { size: '80x24', at: '13:33:38', command: 'watch', keys: ['j'], options: hanging },
  'stale-in-the-past': { size: '80x24', keys: ['[['], options: failingFrom('13:32:30', refused) },
  refused: { size: '80x24', others: ['40x40', '30x20'], options: failingFrom('13:32:30', refusing) },
  'paused-for-minutes': { size: '80x24', at: '13:29:20', keys: [' ', ...waiting(140)] },
  'no-data': { at: '13:29:20', options: failingFrom('13:28', refused) },
  closed: {
    size: '80x24',
    at: '13:28:40',
    command: 'watch',
    options: sending({ session: 'closed', asOf: '2026-06-02T20:00:00Z' }),
  },
  'nothing-known': {
    size: '80x24',
    at: '13:28:40',
    command: 'watch',
    options: sending({ session: null, breadth: null, topPlay: null, asOf: 'soon', timeframe: null }),
  },
};

function fileOfUnknownOrigin(): string {
  const lines = (['13:28', '13:29'] as const).map((time) => JSON.stringify(marketSnapshot('day', time)));
  return writeRecording(temporaryDirectory(), 'day.ndjson', lines).path;
}

/** A replay begins at once, and has a snapshot each second. */
const REPLAY = { command: `replay ${MARKET_DATE} -t day,swing`, from: '20:00', options: recorded() };

const REPLAYS: Readonly<Record<string, Moment>> = {
  'replay-playing': { at: '20:00:04', dependsOnSize: true },
  'replay-of-a-time-not-recorded': { size: '80x24', at: '20:00:04', keys: [' ', '@15:00\r'] },
  'replay-of-unknown-origin': { size: '80x24', at: '20:00:04', command: `replay ${fileOfUnknownOrigin()}` },
  'replay-end': { size: '80x24', at: '20:00:20' },
};

const casesOf = (moments: Readonly<Record<string, Moment>>) =>
  Object.entries(moments).flatMap(([view, moment]) => {
    const { size, others = [], dependsOnSize = false } = moment;
    const sizes = [...(size === undefined ? SIZES : [size]), ...others];
    return (dependsOnSize ? sizes.map((each) => [each]) : [sizes]).map((each) => ({
      view,
      moment,
      sizes: each,
      title: `${view} in ${each.join(' and ')}`,
    }));
  });

describe('the pane, cell by cell,', () => {
  test.each([
    ...casesOf(VIEWS),
    ...casesOf(REPLAYS).map((replay) => ({ ...replay, moment: { ...REPLAY, ...replay.moment } })),
  ])('shows $title', async ({ view, sizes, moment }) => {
    for (const [size, screen] of await screensAfter(sizes, moment))
      await golden.matches(`${view}-${size}`, screen);
  });

  test.each([
    ['tiles', '80x24', []],
    ['log', '80x24', ['e']],
    ['card', '80x24', ['j', ENTER]],
    ['zoom', '120x40', ['z', 'l']],
    ['confluence', '120x40', ['c']],
  ])('shows the %s of a hostile service', async (view, size, keys) => {
    const { clock } = marketFrom('13:28:20');
    const options = () => ({ clock, transport: hostileTransport(clock.now) });
    const moment: Moment = { command: 'watch -n 60', at: '13:30:40', keys, options };
    const screens = await screensAfter([size], moment);
    await golden.matches(`hostile-${view}`, screens.get(size) ?? '');
  });
});

/** Presses the keys, then shows the pane in each width, with ten rows. Returns its lines by width. */
async function linesByWidth(
  widths: ReadonlyArray<number>,
  { command = 'watch', keys = [], options }: Moment,
  seconds: number,
): Promise<ReadonlyMap<number, ReadonlyArray<string>>> {
  const script: Script = [
    ...keys.map((key) => [seconds, press(key)] as const),
    [seconds + 0.1, shoot('0')],
    ...widths.flatMap(
      (width, index): Script => [
        [seconds + 1 + index / 5, (pane) => pane.resize(width, 10)],
        [seconds + 1.1 + index / 5, shoot(String(width))],
      ],
    ),
    [seconds + 40, press('\x03')],
  ];
  const env = { TERM: 'xterm-256color' };
  const world = { ...marketFrom('13:28:20'), ...options?.(), columns: 160, rows: 10, env };
  const played = await play(command, script, world);
  const found = new Map<number, ReadonlyArray<string>>();
  for (const [index, width] of widths.entries()) {
    const before = String(widths[index - 1] ?? 0);
    const lines = (await played.repainted(before, String(width))).split('\n');
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    found.set(width, lines);
  }
  return found;
}

const describeLine = (screens: ReadonlyMap<number, ReadonlyArray<string>>, line: number): string =>
  describeWidths(new Map([...screens].map(([width, lines]) => [width, lines[line] ?? ''])));

describe('lines 1 to 3 of the pane, from 120 to 20 columns,', () => {
  const widths = Array.from({ length: 101 }, (_, index) => 120 - index);

  test.each([
    ['live', []],
    ['past', ['[']],
  ])('%s', async (name, keys) => {
    const screens = await linesByWidth(widths, { command: 'watch -t day,swing', keys }, 300);
    const described = [0, 1, 2].map((line) => `line ${line + 1}\n${describeLine(screens, line)}\n`);
    await golden.matches(`lines-1-to-3-${name}`, described.join(''));
  });
});

test.each([
  ['tile', 'watch -b movers', [], 3],
  ['zoom', 'watch', ['z'], 4],
  ['confluence', 'watch', ['cf'], 4],
])('the labels of the %s, from 145 to 30 columns', async (name, command, keys, line) => {
  const widths = Array.from({ length: 116 }, (_, index) => 145 - index);
  const screens = await linesByWidth(widths, { command, keys, options: edges }, 10);
  // The first row shows how wide the columns are.
  const described = [line, line + 1].map((each) => `line ${each + 1}\n${describeLine(screens, each)}\n`);
  await golden.matches(`labels-of-the-${name}`, described.join(''));
});
