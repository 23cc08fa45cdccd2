import type { Transport } from '../../src/context.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { BOARD_CATALOGUE } from '../../src/market/catalogue.ts';
import { responseOf } from './responses.ts';
import { rowOf, topPlayOf } from './snapshots.ts';

/** This valid ticker is on ten boards, with different values on each. */
export const HOSTILE_TICKER = 'HOST.X';

const AS_OF = Date.UTC(2026, 5, 3, 14, 29, 40);

/** Terminals interpret, hide, join or reorder these characters, or end a line at them. */
const TEXTS = {
  color: '\x1b[31mred\x1b[0m',
  clear: '\x1b[2J\x1b[Hcleared',
  link: '\x1b]8;;http://evil.example\x07click\x1b]8;;\x07',
  clipboard: '\x1b]52;c;AAAA\x1b\\copied',
  unfinished: 'open \x1b]0;title',
  c1: 'a\x9b31mb\x9d0;t\x9cc\x85d',
  controls: 'bell\x07 back\x08space nul\x00 delete\x7f',
  lines: 'one\ntwo\r\nthree\tfour\u2028five\u2029six\x0bseven',
  bidi: 'safe\u202eevil\u202c \u2066isolated\u2069 \u200fmark',
  zeroWidth: 'ze\u200bro\u200d\ufeff\u2060\u00adwidth',
  surrogates: 'high \ud83d low \ude00 end',
  tags: 'flag \u{e0041}\u{e0042}\u{e007f}',
  quotes: `"quoted", 'single'; =1+1 \\ back \`tick\` $(x) {brace} %s`,
  blanks: '   in   the   middle   ',
} as const;

/** Characters of zero, one or two cells, and some whose width depends on the terminal. */
const NAMES = {
  wide: '漢字かな交じり文株式会社',
  halfWidth: 'ﾊﾟｿｺﾝ ｶｲｼｬ',
  korean: '한글 주식회사 한글',
  combining: 'Zoe\u0308 A\u030a\u0323c\u0327e\u0301 n\u0303o',
  manyMarks: `Z${'\u0301\u0316'.repeat(30)}algo`,
  hebrew: 'חברת עברית בע״מ',
  arabic: 'شركة عربية مساهمة',
  mixed: 'ABC שלום 123 漢字 مرحبا def',
  thai: 'บริษัท กำแพง จำกัด',
  devanagari: 'कंपनी क्षत्रिय लिमिटेड',
  emoji: '😀 👩‍👧‍👦 🇩🇪 ☰ ♥️ 1️⃣',
  ambiguous: '§ ° ± × ÷ α Ω ─ ● ★ ♦',
  long: 'Very Long Name Holdings '.repeat(17),
  longWord: 'Word'.repeat(105),
  justTooLong: `${'Name '.repeat(80)}e`,
} as const;

/** Unusual and invalid tickers, and names of properties that every object has. */
const SYMBOLS = [
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    'nvda',
    'Nvda',
    'BRK.B',
    'BRK-B',
    '0',
  ],
  ...[
    '123',
    '-5',
    'A'.repeat(40),
    '漢字',
    'שלום',
    'E\u0301',
    'TWO WORDS',
    'A,B',
    '=1+1',
    '*',
    TEXTS.color,
    TEXTS.lines,
  ],
];

const NUMBERS: ReadonlyArray<unknown> = [
  ...[0, '-0', 0.004, -0.004, 0.0049, -0.005, 99.995, 999.995, 999_999.5, 1e9, 1e12, 1e21, -1e21],
  ...[1e308, 5e-324, 2 ** 53, 2 ** 53 + 2, 1234.5678, '12.5', true, '1e400'],
];

const RANKS: ReadonlyArray<unknown> = [1, 1, 2, null, 2, 5, 4, 0, -3, 1.5, '6', 1e15, undefined, 3];

/** No version of the program knows these keys. JavaScript lists integer keys such as `7` first. */
const UNKNOWN_BOARDS = [
  ...['__proto__', 'constructor', 'toString', '7', '42', '007', '-1', '1.5', '', ' ', 'MOVERS', 'movers '],
  ...[
    'new_board',
    'a-very-long-key-of-a-board-that-does-not-fit-into-a-tile',
    '漢字の板',
    'לוח',
    'board:name',
  ],
  ...[TEXTS.color, TEXTS.lines, TEXTS.bidi, 'null', 'all'],
];

/** Rows with one null field each, then rows without values, then values that are not rows. */
const NULLS: ReadonlyArray<unknown> = [
  ...Object.keys(rowOf()).map((field, index) =>
    rowOf({ rank: index + 1, symbol: `NUL${index}`, [field]: null }),
  ),
  Object.fromEntries(Object.keys(rowOf()).map((field) => [field, null])),
  {},
  null,
  'row',
  12,
  [],
  [rowOf()],
];

const WRONG_TYPES: ReadonlyArray<unknown> = [
  ...Object.keys(rowOf()).map((field, index) =>
    rowOf({ rank: index + 1, symbol: `OBJ${index}`, [field]: { a: 1 } }),
  ),
  rowOf({
    rank: 11,
    symbol: 'LIST',
    name: ['a'],
    price: [1],
    dayPct: [],
    volume: [2],
    boards: [3],
    bias: ['bullish'],
  }),
  rowOf({ rank: 12, symbol: 'TEXT', price: '1', dayPct: '2', volume: '3', boards: '4', metric: 5, tag: 6 }),
  rowOf({
    rank: 13,
    symbol: 'BIAS',
    bias: 'BULLISH',
    boards: -2,
    volume: -1,
    price: -3,
    extra: { deep: [[[1]]] },
  }),
];

const rowsOf = (values: ReadonlyArray<unknown>, fieldsOf: (value: unknown, index: number) => JsonObject) =>
  values.map((value, index) => rowOf({ rank: index + 1, ...fieldsOf(value, index) }));

const BY_BOARD: Readonly<Record<string, unknown>> = {
  movers: rowsOf(Array(12).fill(null), (_, index) => ({
    symbol: `M${index}`,
    name: `Mover ${index}`,
    dayPct: 90 - index,
    volume: 1000 * 3 ** (index % 20),
    boards: index % 7,
    bias: ['bullish', 'bearish', 'neutral'][index % 3],
    metric: `${12 - index}x`,
  })),
  rvol: NULLS,
  momentum: WRONG_TYPES,
  emaTrend: rowsOf(RANKS, (rank, index) => ({ rank, symbol: `R${index % 10}`, name: `row ${index}` })),
  forum: rowsOf(Object.entries(NAMES), (entry, index) => {
    const [key, name] = entry as [string, string];
    return { symbol: `N${index}`, name, metric: key, tag: name.slice(0, 30) };
  }),
  search: rowsOf(Object.entries(TEXTS), (entry, index) => {
    const [key, text] = entry as [string, string];
    return { symbol: `T${index}`, name: `${text} ${key}`, metric: text, tag: text };
  }),
  moneyFlow: rowsOf(Array(24).fill(null), (_, index) => ({
    symbol: `F${index}`,
    name: index % 2 === 0 ? NAMES.wide : NAMES.hebrew,
    metric: `$${'9'.repeat(index)}M`,
    boards: 10 ** (index % 6),
  })),
  lowFloat: rowsOf(SYMBOLS, (symbol) => ({ symbol, name: `symbol ${symbol}`, boards: 5 })),
  shorted: rowsOf(NUMBERS, (value, index) => ({
    symbol: `V${index}`,
    name: `number ${index}`,
    price: value,
    dayPct: value,
    volume: value,
    boards: value,
  })),
  smartMoney: [],
  insiderBuys: null,
  buzz: { 0: rowOf() },
  steady: 'rows',
  relStrength: [...Array(12)].map(() =>
    rowOf({ rank: 1, symbol: 'SAME', name: 'The same row, twelve times' }),
  ),
};

const FIELDS_OF_TICKER: ReadonlyArray<JsonObject> = [
  { rank: 1, name: NAMES.wide, boards: 10 },
  { rank: 1, name: NAMES.long, price: null },
  { rank: null, name: null, metric: TEXTS.link },
  { rank: 200, name: TEXTS.bidi, tag: TEXTS.clear, bias: 'bearish' },
  { rank: 3, dayPct: null, boards: null },
  { rank: 3, volume: null, bias: null },
  { rank: 0, name: NAMES.arabic, metric: NAMES.longWord },
  { rank: 2, metric: null, tag: NAMES.combining },
  { rank: -1, metric: '', tag: '' },
  { rank: 5, dayPct: 1e21, price: 1e-9, volume: 2 ** 60 },
];

/** Adds a row of `HOSTILE_TICKER` to the first ten boards, and an ordinary row to all. */
function othersOf(keys: ReadonlyArray<string>): ReadonlyArray<readonly [string, unknown]> {
  return keys.map((key, index) => {
    const fields = FIELDS_OF_TICKER[index];
    const odd = fields === undefined ? [] : [rowOf({ symbol: HOSTILE_TICKER, ...fields })];
    return [key, [...odd, rowOf({ rank: 2, symbol: `U${index}`, name: `on ${key}` })]];
  });
}

/** Creates a snapshot of 40 boards. `turn` rotates the rows of each board, so that two snapshots differ. */
function hostileBody({ asOf = AS_OF, timeframe = 'day', turn = 0 } = {}): JsonObject {
  const known = BOARD_CATALOGUE.map(({ key }) => key).filter((key) => !Object.hasOwn(BY_BOARD, key));
  const entries = [...Object.entries(BY_BOARD), ...othersOf([...known, ...UNKNOWN_BOARDS])];
  const turned = entries.map(([key, rows]) => {
    if (!Array.isArray(rows)) return [key, rows] as const;
    const places = turn % Math.max(1, rows.length);
    const moved = [...rows.slice(places), ...rows.slice(0, places)];
    return [key, moved.map((row, index) => (turn === 0 ? row : withRankOf(row, rows[index])))] as const;
  });
  const names = entries.map(([key]) => key).filter((key) => key !== '42');
  return {
    asOf: new Date(asOf).toISOString(),
    timeframe,
    session: 'open',
    breadth: { advancers: 12, decliners: null, symbols: -1 },
    topPlay: topPlayOf({
      symbol: HOSTILE_TICKER,
      name: `${TEXTS.color} ${NAMES.mixed} ${NAMES.long}`,
      boards: 10,
      bias: null,
      reasons: [...Object.values(TEXTS), null, 12, '', NAMES.wide, 'an ordinary reason'],
    }),
    boards: Object.fromEntries(turned),
    boardNames: [...names.slice(0, 3), 'missing', null, 12, 'movers', '__proto__', ...names.slice(3)],
    [TEXTS.color]: TEXTS.lines,
  };
}

function withRankOf(row: unknown, before: unknown): unknown {
  if (!isRow(row) || !isRow(before)) return row;
  return { ...row, rank: before.rank };
}

function isRow(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON.stringify cannot write these numbers. */
function hostileWire(body: JsonObject): string {
  return JSON.stringify(body).replaceAll(/"(1e400|-0)"/g, '$1');
}

export function hostileTransport(now: () => number = () => AS_OF): Transport {
  const first = Math.floor(now() / 60_000);
  return async ({ url }) => {
    const minute = Math.floor(now() / 60_000);
    const timeframe = url.searchParams.get('timeframe') ?? 'day';
    const body = hostileBody({ asOf: minute * 60_000, timeframe, turn: minute - first });
    return { ...responseOf(200, {}), body: new TextEncoder().encode(hostileWire(body)) };
  };
}
