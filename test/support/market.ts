import { join } from 'node:path';
import type { Transport } from '../../src/context.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import {
  CONFLUENCE_RANKS,
  MONEY_FLOW_TIER_ROWS,
  MONEY_FLOW_TIERS,
  TIMEFRAMES,
  type Timeframe,
} from '../../src/market/catalogue.ts';
import { formatCompact } from '../../src/text/format.ts';
import { temporaryDirectory } from './directories.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { writeRecording } from './recordings.ts';
import { responseOf } from './responses.ts';

// A market written by hand, which the golden files show. Only the ranks of `day` change; prices, session, bias and
// null values are the same in all timeframes. The times are UTC on 2026-06-03; the market opens at 13:30.
//
//  13:28  premarket; NOVA is the top play on five boards; VOID has no values, HALT and NEWCO neither change nor volume
//  13:29  SAGE and YARN swap ranks 2 and 3 of Movers
//  13:30  the market opens; JOLT enters Momentum at 3, FLAX leaves it, TYO falls to 6: from two boards to one
//  13:31  KITE climbs from 8 to 2 of Relative volume; AXLE falls to 6: from four boards to three; Shorted is absent
//  13:32  Shorted returns; COMET leaves Forum and Low float, so SAGE reaches Forum 5 and a fourth board; Search is
//         an empty list, so BOLT, MINT, CAVE and ZEST lose a board
//  13:33  COMET and Search return; SAGE is back on three boards; WISP leaves Low float and Shorted, its two boards,
//         so R&R reaches Shorted 5; then follows a gap of seven minutes
//  13:40  ECHO climbs from 7 to 1 of Forum and becomes the top play on five boards; NOVA falls from 2 to 7
//  13:41  BOLT turns from bearish to neutral; FERN loses price, change and volume
export const TIMES = ['13:28', '13:29', '13:30', '13:31', '13:32', '13:33', '13:40', '13:41'] as const;
type Time = (typeof TIMES)[number];

export const MARKET_DATE = '2026-06-03';
const OPENING: Time = '13:30';

/** Ticker, first price, step a minute, percent change in `day` and `swing`, volume, bias, tag, name. */
const SYMBOLS = `
  AXLE  412.50   0.25    2.40    8.10   18.2M  bullish  -            Axle Motors
  BOLT  188.20  -0.10   -1.15   -4.40   31.4M  bearish  -            Bolt Electric
  CLAY   96.40   0.05    0.62    1.20   40.1M  neutral  -            Clay Brick Group
  DUSK  251.00   0       0.00   -0.90   12.5M  neutral  -            Dusk Entertainment
  ECHO   74.85   0.01    5.90   33.20   38.8M  bullish  -            Echo Acoustics
  FERN  133.10  -0.20   -3.35    2.60   15.0M  bearish  -            Fern Software

  GUST   42.60   0       6.80   12.40    9.8M  bullish  -            Gust Wind Power
  HAZE   28.15  -0.04   -4.20  -15.30   12.1M  bearish  high_short   Haze Air Filters
  IRIS   61.30   0.05    1.75    9.80    4.4M  bullish  near_high    Iris Optics
  JADE   35.75   0      -0.55    0.70    6.0M  neutral  -            Jade Mining
  KELP   19.90   0.02    3.10    5.50    8.9M  bullish  -            Kelp Foods
  LARK   52.05  -0.03   -0.95   -2.10    2.9M  neutral  -            Lark Airways

  MOSS    8.42   0.02    9.60   14.90   11.3M  bullish  -            Moss Garden Supply
  NOVA    6.15   0.05   24.50   48.00   13.6M  bullish  low_float    Nova Therapeutics
  OPAL   12.80  -0.01   -7.90  -22.60    5.2M  bearish  -            Opal Jewels
  PINE    9.05   0.01    2.20    3.40    4.8M  bullish  -            Pine Lumber
  QUAY    4.36  -0.01   -2.85   -6.20    7.7M  bearish  -            Quay Shipping
  REEF    7.70   0       0.40   -1.80    3.1M  neutral  -            Reef Diving

  SAGE   0.8125  0.0025 18.10   24.70    9.9M  bullish  low_float    Sage Labs
  TIDE   0.4460 -0.0010 -12.30 -29.50   12.4M  bearish  low_float    Tide Renewables
  URSA   0.0675  0.0001  8.00   10.60   55.0M  bullish  -            Ursa Gold
  VALE   0.9910  0      -6.10  -11.10    2.6M  bearish  high_short   Vale Bancorp
  WREN   0.3302  0.0003  4.75    7.30    5.1M  neutral  -            Wren Cosmetics
  XENO   0.0042  0      -1.90   -3.70  210.0M  neutral  thin         Xeno Metals

  ARCH   44.10   0.02    1.30    6.60    1.5M  bullish  near_high    Arch Stone
  BEAM   31.55   0.01    1.90    2.90    0.8M  bullish  -            Beam Lighting
  CAVE   15.20  -0.01   -2.05   -5.80    1.1M  bearish  high_short   Cave Wines
  COMET   3.18   0.002   5.10    9.20    6.4M  bullish  low_float    Comet Space
  DOVE   23.90   0       0.15    0.50    0.6M  neutral  -            Dove Postal
  EDGE   88.75   0.03    0.95    4.10    1.2M  bullish  -            Edge Networks
  FLAX   10.35   0.01    1.45    2.20    0.7M  bullish  -            Flax Fibres
  GLEN    6.90  -0.01   -1.30   -3.10    0.9M  neutral  high_short   Glen Distillers
  HALT    2.20   0       -       -        -    neutral  thin         Halt Industries
  HIVE    4.95   0.01    2.60    6.10    1.3M  bullish  low_float    Hive Data
  INKS    7.15   0      -0.70   -2.40    0.4M  neutral  high_short   Ink Solutions
  JOLT   18.40   0.005   5.60   13.30    3.7M  bullish  -            Jolt Chargers
  KIN.B 301.15   0.20    0.85    5.20    0.9M  bullish  near_high    Kin Holdings B
  KITE   13.75   0.02    3.65    8.80    4.2M  bullish  -            Kite Drones
  LOOM    5.80  -0.01   -2.30   -7.40    0.5M  bearish  high_short   Loom Fabrics
  MINT   26.45   0       0.30    1.60    2.0M  neutral  -            Mint Payments
  NEST    3.40   0.005   2.75    4.60    0.6M  neutral  low_float    Nest Homes
  NEWCO  16.00   0.01    -       -        -    neutral  new_listing  Newco
  OATS    2.85   0       0.70    1.10    0.3M  neutral  low_float    Oats & Grains
  PEAR   11.60   0.01    1.55    3.80    0.9M  bullish  -            Pear Devices
  QUIZ    1.24   0      -0.80   -2.60    0.2M  neutral  -            Quiz Media
  R&R    17.60  -0.01   -5.25  -13.90    1.8M  bearish  high_short   Rail & Road
  ROOK   64.00   0.02    0.45    2.30    1.1M  neutral  -            Rook International Consolidated Holdings
  SLOW    9.99   0       0.10    0.20    0.1M  neutral  -            Slow Travel
  TARN   21.70   0.01    0.55    1.90    0.4M  neutral  -            Tarn Water
  TLV    11.05  -0.01   -1.60   -0.40    0.7M  neutral  -            תל אביב
  TYO    27.30   0.04    3.95    7.90    2.4M  bullish  near_high    東京ソフト
  UNIT   39.20   0       0.20    3.00    0.8M  neutral  -            Unit Storage
  VINE   12.10   0       0.35    2.70    0.5M  neutral  -            Vine Estates
  VOID     -     -       -       -        -    neutral  -            -
  WISP    1.88   0.01    3.30    6.90    1.4M  bullish  low_float    Wisp Mobile
  YARN   14.20   0      18.20   22.10    3.3M  bullish  -            Yarn Works
  YAWN    6.05   0      -0.25   -1.00    0.2M  neutral  -            Yawn Mattress
  ZEST    8.80   0.01    1.05    4.90    0.9M  neutral  -            Zest Drinks
  ZINC   22.45  -0.06   -9.40  -17.80    2.2M  bearish  high_short   Zinc Alloys
  ZOE     5.55   0.01    2.90    7.00    1.2M  bullish  -            Zoe\u0308 Beauty
`;

/** `#` stands for the value of a row. The metrics of movers and moneyFlow are computed from the symbols. */
const METRICS: Readonly<Record<string, string>> = {
  alerted: '# alerts',
  rvol: '#x',
  emaTrend: '+#% clear',
  forum: '# posts',
  search: '# hits',
  lowFloat: '# float',
  shorted: '#% of float',
  smartMoney: '# funds',
  buzz: '# of 14 days',
  steady: '#% straight up',
  relStrength: '+# pts',
  breakouts: '#% above base',
  pullback: '#% above 50-day',
  highClub: 'new high on #x',
  darkPool: '#% dark',
};

const MONEY_FLOW = `
  AXLE; BOLT; CLAY; DUSK; ECHO; FERN; GUST; HAZE; IRIS; JADE; KELP; LARK;
  MOSS; NOVA; OPAL; PINE; QUAY; REEF; SAGE; TIDE; URSA; VALE; WREN; XENO`;

type Boards = Readonly<Record<string, string>>;

/** Symbols in order of rank with their values; `-` is null. */
const LONGER: Boards = {
  movers: 'NOVA; ECHO; TIDE; SAGE; OPAL; YARN',
  rvol: 'ECHO 3.1; NOVA 2.6; IRIS 1.9; TYO 1.8; HALT -',
  momentum: 'ECHO +12.0% on 1.6x; NOVA +9.1% on 1.4x; SAGE +7.7% on 1.2x',
  emaTrend: 'ECHO 8.4; IRIS 5.1; ARCH 2.2',
  forum: 'MINT 91.0K; ECHO 71.2K; ZOE 40.4K; TLV 12.9K',
  search: 'MINT 1.2M',
  moneyFlow: MONEY_FLOW,
  smartMoney: 'KIN.B 79; AXLE 74; ROOK 71; DUSK 66; ARCH 58',
  buzz: 'NOVA 13; ECHO 11; MOSS 9; SAGE 9; URSA 7',
  steady: 'IRIS 88; KIN.B 81; EDGE 74; TARN 70',
  relStrength: 'NOVA 46.0; ECHO 31.2; SAGE 22.7; YARN 20.1',
  breakouts: 'IRIS 3.0; ARCH 1.2',
  pullback: '',
  highClub: 'ECHO 3.1; TYO 1.8',
};

const BOARDS: Readonly<Record<Timeframe, Boards>> = {
  scalp: {
    alerted: 'SAGE 14; NOVA 12; KITE 9',
    movers: 'NOVA; TIDE; MOSS',
    rvol: 'SAGE 3.9; COMET 2.7; NOVA 2.3',
    momentum: 'SAGE +0.4% on 1.5x; NOVA +0.8% on 1.1x',
    emaTrend: 'SAGE 0.5; PINE 0.2',
    forum: 'MINT 21; ZOE 17',
    search: '',
    lowFloat: 'SAGE 2.1M; NEST 3.8M; WISP 4.6M',
    shorted: 'WISP 36.6; CAVE 36.3',
  },
  day: {
    alerted: 'NOVA 250; ECHO 226; TIDE 160; MOSS 152; KIN.B 146; SAGE 139; R&R 120; BOLT 98; VOID -; DOVE 61',
    movers: 'NOVA; YARN; SAGE; TIDE; MOSS; ZINC; URSA; OPAL; GUST; VALE',
    rvol: 'NOVA 11.4; SAGE 8.2; ECHO 6.7; MOSS 5.1; AXLE 4.4; URSA 3.9; TYO 3.2; KITE 2.8; HALT -; OPAL 2.1',
    momentum: `
      NOVA +6.4% on 1.3x; YARN +5.2% on 1.5x; MOSS +3.3% on 2.1x; ECHO +2.4% on 1.8x; TYO +2.9% on 1.2x;
      KELP +2.0% on 1.1x; IRIS -; BEAM +1.6% on 1.3x; PEAR +0.9% on 1.4x; FLAX +1.2% on 1.0x`,
    emaTrend: 'AXLE 2.6; IRIS 2.2; PINE 2.1; KIN.B -; TYO 1.4; ARCH 1.1; CLAY 0.6',
    forum: `
      MINT 5.4K; NOVA 4.5K; TLV 4.4K; COMET 3.9K; ZOE 3.7K; SAGE 3.1K; ECHO 2.9K; JADE 2.2K; NEWCO -; HAZE 1.1K`,
    search: 'MINT 58.2K; BOLT 42.2K; CAVE 35.8K; ZEST 26.4K',
    moneyFlow: MONEY_FLOW,
    lowFloat: `
      SAGE 2.1M; NEST 3.8M; WISP 4.6M; TIDE 5.2M; ZOE 6.4M; COMET 7.0M; NOVA 8.1M; XENO -; OATS 14.0M; HIVE 15.4M`,
    shorted: `
      WISP 36.6; CAVE 36.3; LOOM 34.0; ZINC 33.1; GLEN 32.9; R&R 31.0; HAZE 30.2; TIDE 28.8; VALE -; INKS 26.5`,
    smartMoney: `
      KIN.B 79; AXLE 74; ROOK 71; DUSK 66; ARCH 58; LARK 52; UNIT 44; EDGE 41; JADE 38; VINE 35`,
    insiderBuys: `
      PINE 7 buys, $2.1M; REEF 5 buys, $630.0K; QUIZ 5 buys, $88.2K; SLOW 4 buys, $41.0K; GLEN 3 buys, $95.1K;
      YAWN 3 buys, $12.7K; TARN 2 buys, $310.0K; DOVE 2 buys, $77.5K; LARK 1 buy, $1.4M; UNIT 1 buy, $203.0K`,
    darkPool: 'DUSK 61.2; CLAY 55.0; EDGE 52.4',
  },
  swing: {
    alerted: 'ARCH 0.0; TYO 0.4; KIN.B 0.9',
    ...LONGER,
    insiderBuys: 'PINE 7 buys, $2.1M; REEF 5 buys, $630.0K',
  },
  position: {
    alerted: 'KIN.B 0.2; TYO 0.6; ARCH 1.1; IRIS 1.8',
    movers: 'NOVA; ECHO; TIDE; OPAL; SAGE; HAZE',
    rvol: 'IRIS 2.4; NOVA 2.2; ECHO 1.7; HALT -; ARCH 1.5',
    momentum: 'ECHO +18.5% on 1.4x; IRIS +11.0% on 1.3x; NOVA +10.2% on 1.2x',
    emaTrend: 'IRIS 9.7; ARCH 6.3',
    forum: 'ECHO 301.0K; MINT 288.4K; TLV 66.1K',
    search: 'ZEST 4.9M; MINT 4.4M',
    moneyFlow: MONEY_FLOW,
    smartMoney: 'AXLE 81; KIN.B 77; DUSK 70; ROOK 69; EDGE 55',
    buzz: 'MOSS 14; NOVA 12; SAGE 11',
    steady: 'KIN.B 90; EDGE 86; IRIS 79; UNIT 61',
    relStrength: 'ECHO 58.8; NOVA 55.1; IRIS 31.9; TYO 12.6',
    breakouts: 'ARCH 4.1; IRIS 2.5; TYO 0.7',
    pullback: 'VINE 0.4; UNIT 0.8',
    highClub: 'TYO 2.9; IRIS 1.6',
    insiderBuys: 'REEF 19 buys, $5.8M; PINE 12 buys, $1.4M; TARN 4 buys, $1.1M',
  },
  investing: { alerted: 'KIN.B 0.0; ARCH 0.3', ...LONGER, highClub: 'KIN.B 1.2' },
};

/** Each line replaces a board of `day` from that time on; null while the service does not send it. */
const CHANGES: ReadonlyArray<readonly [Time, string, string | null]> = [
  ['13:29', 'movers', 'NOVA; SAGE; YARN; TIDE; MOSS; ZINC; URSA; OPAL; GUST; VALE'],
  [
    '13:30',
    'momentum',
    `NOVA +6.4% on 1.3x; YARN +5.2% on 1.5x; JOLT +4.6% on 1.6x; MOSS +3.3% on 2.1x; ECHO +2.4% on 1.8x;
     TYO +2.9% on 1.2x; KELP +2.0% on 1.1x; IRIS -; BEAM +1.6% on 1.3x; PEAR +0.9% on 1.4x`,
  ],
  [
    '13:31',
    'rvol',
    'NOVA 11.4; KITE 8.8; SAGE 8.2; ECHO 6.7; MOSS 5.1; AXLE 4.4; URSA 3.9; TYO 3.2; HALT -; OPAL 2.1',
  ],
  ['13:31', 'shorted', null],
  ['13:32', 'shorted', BOARDS.day.shorted ?? ''],
  [
    '13:32',
    'forum',
    'MINT 5.4K; NOVA 4.5K; TLV 4.4K; ZOE 3.7K; SAGE 3.1K; ECHO 2.9K; JADE 2.2K; NEWCO -; HAZE 1.1K',
  ],
  [
    '13:32',
    'lowFloat',
    'SAGE 2.1M; NEST 3.8M; WISP 4.6M; TIDE 5.2M; ZOE 6.4M; NOVA 8.1M; XENO -; OATS 14.0M; HIVE 15.4M',
  ],
  ['13:32', 'search', ''],
  ['13:33', 'forum', BOARDS.day.forum ?? ''],
  ['13:33', 'search', BOARDS.day.search ?? ''],
  [
    '13:33',
    'lowFloat',
    'SAGE 2.1M; NEST 3.8M; TIDE 5.2M; ZOE 6.4M; COMET 7.0M; NOVA 8.1M; XENO -; OATS 14.0M; HIVE 15.4M',
  ],
  [
    '13:33',
    'shorted',
    'CAVE 36.3; LOOM 34.0; ZINC 33.1; GLEN 32.9; R&R 31.0; HAZE 30.2; TIDE 28.8; VALE -; INKS 26.5',
  ],
  [
    '13:40',
    'forum',
    'ECHO 5.9K; MINT 5.4K; TLV 4.4K; COMET 3.9K; ZOE 3.7K; SAGE 3.1K; NOVA 2.5K; JADE 2.2K; NEWCO -; HAZE 1.1K',
  ],
];

interface TopPlay {
  readonly symbol: string;
  readonly reasons: ReadonlyArray<string>;
}

const ECHO: TopPlay = {
  symbol: 'ECHO',
  reasons: ['High relative volume', 'Top mover', 'Fresh 52-week high'],
};

const TOP_PLAYS: Readonly<Record<Timeframe, TopPlay>> = {
  scalp: { symbol: 'SAGE', reasons: ['Repeated alerts', 'Low float in play'] },
  day: { symbol: 'NOVA', reasons: ['Top mover', 'High relative volume', 'Talked about on the forum'] },
  swing: ECHO,
  position: { symbol: 'IRIS', reasons: ['Straight up', 'High relative volume', 'Fresh 52-week high'] },
  investing: ECHO,
};

const DAY_FROM_13_40: TopPlay = {
  symbol: 'ECHO',
  reasons: ['Talked about on the forum', 'High relative volume', 'Heavy dollar volume'],
};

/** Computes the percent change in a timeframe from the changes in `day` and `swing`. */
const WINDOWS: Readonly<Record<Timeframe, (day: number, swing: number) => number>> = {
  scalp: (day) => day / 10,
  day: (day) => day,
  swing: (_, swing) => swing,
  position: (day, swing) => swing * 2 - day,
  investing: (_, swing) => swing * 3,
};

const LINES = new Map(
  SYMBOLS.split('\n').flatMap((line) => {
    const [symbol, price, step, day, swing, volume, bias, tag, ...name] = line.trim().split(/ +/);
    return symbol === undefined || symbol === ''
      ? []
      : [[symbol, { price, step, day, swing, volume, bias, tag, name: name.join(' ') }] as const];
  }),
);

const numberIn = (text: string | undefined) => (text === undefined || text === '-' ? null : parseFloat(text));
const textIn = (text: string | undefined) => (text === undefined || text === '-' ? null : text);
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

function quoteOf(symbol: string, timeframe: Timeframe, time: Time) {
  const line = LINES.get(symbol);
  if (line === undefined) throw new Error(`the market has no ${symbol}`);
  const halted = symbol === 'FERN' && time === '13:41';
  const [base, step, day, swing] = [line.price, line.step, line.day, line.swing].map(numberIn);
  const minutes = (timeOf(time) - timeOf(TIMES[0])) / 60_000;
  const price = halted || base == null ? null : round(base + (step ?? 0) * minutes, 4);
  const change = day == null || swing == null ? null : WINDOWS[timeframe](day, swing);
  const isKnown = price !== null && base != null && change !== null;
  const millions = halted ? null : numberIn(line.volume);
  return {
    symbol,
    name: textIn(line.name),
    price,
    dayPct: isKnown ? round((price / base) * (100 + change) - 100, 2) : null,
    volume: millions === null ? null : Math.round(millions * 1e6),
    bias: symbol === 'BOLT' && time === '13:41' ? 'neutral' : line.bias,
    tag: textIn(line.tag)?.replace('_', ' ') ?? null,
  };
}

function linesAt(timeframe: Timeframe, time: Time): ReadonlyArray<readonly [string, ReadonlyArray<string>]> {
  const changes = timeframe === 'day' ? CHANGES.filter(([from]) => from <= time) : [];
  return Object.entries(BOARDS[timeframe]).flatMap(([key, first]) => {
    const line = changes.reduce<string | null>(
      (before, [, board, now]) => (board === key ? now : before),
      first,
    );
    const rows = line?.split(';').map((row) => row.trim().replace(/\s+/g, ' '));
    return rows === undefined ? [] : [[key, rows.filter((row) => row !== '')] as const];
  });
}

function metricOf(board: string, value: string, quote: ReturnType<typeof quoteOf>, timeframe: Timeframe) {
  const { price, dayPct, volume } = quote;
  if (board === 'movers') return dayPct === null ? null : `${dayPct < 0 ? '' : '+'}${dayPct.toFixed(1)}%`;
  if (board === 'moneyFlow')
    return price === null || volume === null ? null : `$${formatCompact(price * volume)}`;
  if (value === '' || value === '-') return null;
  const isDaily = timeframe !== 'scalp' && timeframe !== 'day';
  if (board === 'alerted' && isDaily) return `${value}% below high`;
  return (METRICS[board] ?? '#').replace('#', value);
}

export function marketSnapshot(timeframe: Timeframe, time: Time): JsonObject {
  const lines = linesAt(timeframe, time);
  const top = lines.flatMap(([, rows]) => rows.slice(0, CONFLUENCE_RANKS).map(symbolIn));
  const withBoards = (quote: ReturnType<typeof quoteOf>) => ({
    ...quote,
    boards: top.filter((symbol) => symbol === quote.symbol).length,
  });
  const boards = lines.map(([key, rows]) => [
    key,
    rows.map((row, index) => {
      const quote = quoteOf(symbolIn(row), timeframe, time);
      const tier =
        key === 'moneyFlow' ? MONEY_FLOW_TIERS[Math.floor(index / MONEY_FLOW_TIER_ROWS)] : undefined;
      const { bias, tag, boards: count, ...values } = withBoards(quote);
      const metric = metricOf(key, row.slice(quote.symbol.length + 1), quote, timeframe);
      return { rank: index + 1, ...values, boards: count, bias, metric, tag: tier ?? tag };
    }),
  ]);
  const { symbol, reasons } = timeframe === 'day' && time >= '13:40' ? DAY_FROM_13_40 : TOP_PLAYS[timeframe];
  const { tag: _, bias, ...topPlay } = withBoards(quoteOf(symbol, timeframe, time));
  const index = TIMES.indexOf(time);
  return {
    asOf: new Date(timeOf(time)).toISOString(),
    timeframe,
    session: time < OPENING ? 'premarket' : 'open',
    breadth: { advancers: 214 + index, decliners: 171 - index, symbols: 400 },
    topPlay: { ...topPlay, bias, reasons },
    boards: Object.fromEntries(boards),
    boardNames: lines.map(([key]) => key),
  };
}

const symbolIn = (row: string) => row.split(' ')[0] ?? '';

/** Converts `13:41` or `13:41:20` to milliseconds since 1970. */
export function timeOf(time: string): number {
  return Date.parse(`${MARKET_DATE}T${time}Z`.replace(/T(\d\d:\d\d)Z/, 'T$1:00Z'));
}

export interface Market {
  readonly clock: FakeClock;
  readonly transport: Transport;
}

/** The clock starts at `time`; the service always sends the newest snapshot. */
export function marketFrom(time: string): Market {
  const clock = createFakeClock(timeOf(time));
  return { clock, transport: marketTransport(clock) };
}

function marketTransport(clock: Pick<FakeClock, 'now'>): Transport {
  return async ({ url }) => {
    const timeframe = TIMEFRAMES.find((name) => name === url.searchParams.get('timeframe')) ?? 'day';
    const limit = Number(url.searchParams.get('limit') ?? 10);
    const time = TIMES.findLast((each) => timeOf(each) <= clock.now()) ?? TIMES[0];
    const headers = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '117', 'x-cache': 'MISS' };
    return responseOf(200, textOf(timeframe, time, limit), {
      'content-type': 'application/json',
      ...headers,
    });
  };
}

const texts = new Map<string, string>();

function textOf(timeframe: Timeframe, time: Time, limit = Infinity): string {
  const name = `${timeframe} ${time} ${limit}`;
  const text = texts.get(name) ?? JSON.stringify(limited(marketSnapshot(timeframe, time), limit));
  texts.set(name, text);
  return text;
}

/** The limit does not apply to `moneyFlow`. */
function limited(snapshot: JsonObject, limit: number): JsonObject {
  const boards = Object.entries(snapshot.boards as Readonly<Record<string, ReadonlyArray<unknown>>>);
  const cut = boards.map(([key, rows]) => [key, key === 'moneyFlow' ? rows : rows.slice(0, limit)]);
  return { ...snapshot, boards: Object.fromEntries(cut) };
}

const SERVICE_DIRECTORY = 'boards.example_443';

/** Each recording has a torn line. */
export function recordedMarket(until: Time = '13:41'): string {
  const directory = temporaryDirectory();
  const times = TIMES.filter((time) => time <= until);
  for (const timeframe of ['day', 'swing'] as const) {
    const lines = times.map((time) => textOf(timeframe, time));
    writeRecording(join(directory, SERVICE_DIRECTORY, MARKET_DATE), `${timeframe}.ndjson`, [
      ...lines.slice(0, 3),
      'torn {"asOf":',
      ...lines.slice(3),
    ]);
  }
  return directory;
}
