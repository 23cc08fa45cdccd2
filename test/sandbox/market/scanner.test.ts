import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../src/sandbox/market/calendar.ts';
import { createMarket } from '../../../src/sandbox/market/market.ts';
import { countConfluence, pickTopPlay, tierOf } from '../../../src/sandbox/market/ranking.ts';
import {
  cutToLimit,
  type ScannedRow,
  type ScannedSnapshot,
  scan,
} from '../../../src/sandbox/market/scanner.ts';
import { createStatistics, type Statistics } from '../../../src/sandbox/market/statistics.ts';
import { BIASES, BOARD_CATALOGUE, TIMEFRAMES, type Timeframe } from '../../../src/vocabulary.ts';

const AFTERNOON = Date.UTC(2026, 3, 7, 15, 20);
/** Spread over hours of the day and months of the year. */
const MOMENTS = [0, 1, 2, 3, 4, 5].map((step) => AFTERNOON + step * (31 * DAY + 5 * HOUR + 7 * MINUTE));
const market = createMarket(1);
const scans = TIMEFRAMES.flatMap((timeframe) => MOMENTS.map((time) => scan(market, timeframe, time)));

function scansOf(timeframe: Timeframe): ReadonlyArray<ScannedSnapshot> {
  return scans.filter((one) => one.timeframe === timeframe);
}

function rowsOf(one: ScannedSnapshot): ReadonlyArray<ScannedRow> {
  return Object.values(one.boards).flat();
}

function mean(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('a scan', () => {
  test('is a pure function of seed, timeframe and time', () => {
    for (const timeframe of TIMEFRAMES) {
      const again = scan(createMarket(1), timeframe, AFTERNOON);
      expect(again).toEqual(scan(market, timeframe, AFTERNOON));
      expect(again.boards).not.toEqual(scan(createMarket(2), timeframe, AFTERNOON).boards);
    }
  });

  test.each(TIMEFRAMES)('has the boards of the catalogue on %s, in its order (2.5)', (timeframe) => {
    const listed = BOARD_CATALOGUE.filter(({ timeframes }) => timeframes.includes(timeframe));
    for (const one of scansOf(timeframe)) {
      expect(one.boardNames).toEqual(listed.map(({ key }) => key));
      expect(Object.keys(one.boards)).toEqual(one.boardNames);
    }
  });

  test.each([
    { timeframe: 'scalp', rows: 79 },
    { timeframe: 'day', rows: 122 },
    { timeframe: 'swing', rows: 162 },
    { timeframe: 'position', rows: 170 },
    { timeframe: 'investing', rows: 162 },
  ] as const)('comes near the $rows rows of $timeframe (2.5)', ({ timeframe, rows }) => {
    const counts = scansOf(timeframe).map((one) => rowsOf(one).length);
    expect(Math.abs(mean(counts) - rows)).toBeLessThan(rows * 0.06);
  });

  test('falls short on emaTrend, lowFloat and search, now and then (2.4)', () => {
    for (const key of ['emaTrend', 'lowFloat', 'search']) {
      const lengths = scans.flatMap(({ boards }) => boards[key]?.length ?? []);
      expect(Math.min(...lengths), key).toBeLessThan(10);
      expect(Math.max(...lengths), key).toBeGreaterThan(0);
    }
  });

  test('has the session, breadth and time of its build', () => {
    const one = scan(market, 'day', AFTERNOON);
    const { advancers, decliners, symbols } = one.breadth;
    expect(one).toMatchObject({ asOf: '2026-04-07T15:20:00.000Z', session: 'open' });
    expect(symbols).toBe(400);
    expect(advancers).toBeGreaterThan(50);
    expect(decliners).toBeGreaterThan(50);
    expect(advancers + decliners).toBeLessThanOrEqual(symbols);
    expect(scan(market, 'investing', AFTERNOON).breadth).toEqual(one.breadth);
  });

  test('stands still while the market is closed', () => {
    const closed = [23 * HOUR + 56 * MINUTE, 23 * HOUR + 59 * MINUTE].map(
      (clock) => scan(market, 'scalp', Date.UTC(2026, 3, 7) + clock).boards,
    );
    expect(closed[0]).toEqual(closed[1]);
  });
});

describe('a row', () => {
  test('has exactly the fields of 2.4, in their types', () => {
    for (const row of scans.flatMap(rowsOf)) {
      expect(Object.keys(row).join()).toBe('rank,symbol,name,price,dayPct,volume,boards,bias,metric,tag');
      expect(row.symbol).toMatch(/^[A-Z]{1,5}$/);
      expect(BIASES).toContain(row.bias);
      expect(Number.isInteger(row.boards) && row.boards >= 0).toBe(true);
      for (const value of [row.price, row.dayPct, row.volume]) {
        expect(value === null || Number.isFinite(value)).toBe(true);
      }
      for (const text of [row.name, row.metric, row.tag]) expect(text).not.toBe('');
      expect(row.metric ?? '').not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test('is ranked through from 1, each symbol once on a board', () => {
    for (const rows of scans.flatMap(({ boards }) => Object.values(boards))) {
      expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1));
      expect(new Set(rows.map(({ symbol }) => symbol)).size).toBe(rows.length);
    }
  });

  test.each(['name', 'price', 'dayPct', 'volume', 'metric', 'tag'] as const)(
    'has %s null now and then, not often',
    (field) => {
      const rows = scans.flatMap(rowsOf);
      const nulls = rows.filter((row) => row[field] === null).length;
      expect(nulls).toBeGreaterThan(0);
      expect(nulls).toBeLessThan(rows.length * (field === 'tag' ? 0.7 : 0.12));
    },
  );

  test('of a newly listed symbol has no move over a window that began before its listing', () => {
    const newcomers = market.listings.flatMap(({ daysListed }, index) => (daysListed < 50 ? [index] : []));
    const moveOf = (timeframe: Timeframe) => createStatistics(market, timeframe, AFTERNOON).move();
    expect(newcomers.length).toBeGreaterThan(0);
    expect(newcomers.every((index) => Number.isFinite(moveOf('day')[index]))).toBe(true);
    expect(newcomers.every((index) => Number.isNaN(moveOf('position')[index]))).toBe(true);
    const rows = scans.flatMap(rowsOf).filter(({ tag }) => tag === 'new listing');
    expect(rows.some(({ dayPct, price }) => dayPct === null && price !== null)).toBe(true);
  });

  test('of a halted symbol has neither price nor move, and says so', () => {
    const halted = scans.flatMap(rowsOf).filter(({ price }) => price === null);
    expect(halted.every(({ dayPct, bias }) => dayPct === null && bias === 'neutral')).toBe(true);
    expect(halted.some(({ tag }) => tag === 'halted')).toBe(true);
  });
});

/** The statistic of the catalogue that each board ranks on: positive where a higher one comes first. */
const STATISTICS: Readonly<Record<string, (statistics: Statistics, index: number) => number>> = {
  movers: ({ move }, i) => Math.abs(move()[i] ?? 0),
  rvol: ({ relativeVolume }, i) => relativeVolume()[i] ?? 0,
  momentum: ({ acceleration, thrust }, i) => (acceleration()[i] ?? 0) * (thrust()[i] ?? 0),
  emaTrend: ({ holding }, i) => holding()[i] ?? 0,
  forum: ({ mentions }, i) => mentions()[i] ?? 0,
  search: ({ searches }, i) => searches()[i] ?? 0,
  lowFloat: ({ listings }, i) => -(listings[i]?.floatShares ?? 0),
  shorted: ({ shortPercent }, i) => shortPercent()[i] ?? 0,
  smartMoney: ({ fundsAdding }, i) => fundsAdding()[i] ?? 0,
  insiderBuys: ({ insiderBuys }, i) => Math.floor(insiderBuys()[i] ?? 0),
  buzz: ({ alertDays }, i) => Math.floor(alertDays()[i] ?? 0),
  steady: ({ steadiness }, i) => steadiness()[i] ?? 0,
  relStrength: ({ move, benchmarkMove }, i) => (move()[i] ?? 0) - benchmarkMove(),
  breakouts: ({ aboveBase }, i) => aboveBase()[i] ?? 0,
  pullback: ({ fromRising50 }, i) => -Math.abs(fromRising50()[i] ?? 0),
  highClub: ({ relativeVolume }, i) => relativeVolume()[i] ?? 0,
};

describe('ranking', () => {
  test.each(Object.keys(STATISTICS))('%s follows its statistic, and leaves nobody better out', (key) => {
    const statisticOf = STATISTICS[key];
    for (const { timeframe, asOf, boards } of scans) {
      const rows = boards[key];
      if (rows === undefined || statisticOf === undefined) continue;
      const statistics = createStatistics(market, timeframe, Date.parse(asOf));
      const values = rows.map(({ symbol }) =>
        statisticOf(
          statistics,
          market.listings.findIndex((listing) => listing.symbol === symbol),
        ),
      );
      expect(values).toEqual([...values].sort((a, b) => b - a));
      // Of these two the statistic alone does not qualify a symbol.
      if (key === 'lowFloat' || key === 'highClub' || rows.length === 0) continue;
      const all = market.listings.map((_, i) => statisticOf(statistics, i));
      expect(values[0]).toBe(Math.max(...all.filter((value) => !Number.isNaN(value))));
    }
  });

  test('of alerted is by alerts within the day and by nearness to the 52-week high on the daily frames', () => {
    for (const { timeframe, asOf, boards } of scans) {
      const { alerts, fromHigh } = createStatistics(market, timeframe, Date.parse(asOf));
      const daily = timeframe !== 'scalp' && timeframe !== 'day';
      const values = (boards.alerted ?? []).map(({ symbol }) => {
        const index = market.listings.findIndex((listing) => listing.symbol === symbol);
        return daily ? -Math.abs(fromHigh()[index] ?? 0) : alerts()[index];
      });
      expect(values).toEqual([...values].sort((a = 0, b = 0) => b - a));
      const metric = boards.alerted?.map((row) => row.metric).find((text) => text !== null);
      expect(metric).toMatch(daily ? /% (above|below) high$/ : /alerts?$/);
    }
  });

  test('qualifies emaTrend rows by their averages, pullback by a rising one, highClub by the high', () => {
    for (const { timeframe, asOf, boards } of scansOf('swing')) {
      const { holding, fromRising50, fromHigh } = createStatistics(market, timeframe, Date.parse(asOf));
      const indexesOf = (key: string) =>
        (boards[key] ?? []).map(({ symbol }) => market.listings.findIndex((one) => one.symbol === symbol));
      expect(indexesOf('emaTrend').every((i) => (holding()[i] ?? 0) > 0)).toBe(true);
      expect(indexesOf('pullback').every((i) => Math.abs(fromRising50()[i] ?? 1) < 0.05)).toBe(true);
      expect(indexesOf('highClub').every((i) => (fromHigh()[i] ?? -1) > -0.1)).toBe(true);
    }
  });

  test('of movers reads the move over the window from the price itself', () => {
    const before = market.levelsAt(AFTERNOON - 5 * MINUTE);
    const now = market.levelsAt(AFTERNOON);
    for (const { symbol, price, dayPct } of scan(market, 'scalp', AFTERNOON).boards.movers ?? []) {
      const index = market.listings.findIndex((listing) => listing.symbol === symbol);
      expect(dayPct).toBeCloseTo((Math.exp((now[index] ?? 0) - (before[index] ?? 0)) - 1) * 100, 1);
      expect(price).toBeCloseTo(Math.exp(now[index] ?? 0), 2);
    }
  });

  test('has both risers and fallers among the movers', () => {
    const moves = scans.flatMap(({ boards }) => boards.movers ?? []).map(({ dayPct }) => dayPct ?? 0);
    expect(Math.min(...moves)).toBeLessThan(0);
    expect(Math.max(...moves)).toBeGreaterThan(0);
  });
});

describe('moneyFlow', () => {
  test('has 24 rows, six per tier by market value: blue, mid, small, penny (4)', () => {
    for (const { timeframe, asOf, boards } of scans) {
      const rows = boards.moneyFlow;
      if (rows === undefined) continue;
      const { marketValue, dollars } = createStatistics(market, timeframe, Date.parse(asOf));
      const indexes = rows.map(({ symbol }) => market.listings.findIndex((one) => one.symbol === symbol));
      const tiers = indexes.map((index) => tierOf(marketValue()[index] ?? 0));
      expect(tiers).toEqual(['blue', 'mid', 'small', 'penny'].flatMap((tier) => Array(6).fill(tier)));
      for (const from of [0, 6, 12, 18]) {
        const traded = indexes.slice(from, from + 6).map((index) => dollars()[index] ?? 0);
        expect(traded).toEqual([...traded].sort((a, b) => b - a));
      }
    }
  });
});

describe('confluence', () => {
  test('counts the boards on which a symbol is among ranks 1 to 5 (2.6)', () => {
    for (const one of scans) {
      for (const { symbol, boards } of rowsOf(one)) {
        const among = Object.values(one.boards).filter((rows) =>
          rows.slice(0, 5).some((row) => row.symbol === symbol),
        );
        expect(boards).toBe(among.length);
      }
    }
  });

  test.each([1, 3, 5, 10])('gives the same scores and top play at limit %i (2.6)', (limit) => {
    for (const one of scans) {
      const cut = cutToLimit(one, limit);
      expect(cut.topPlay).toEqual(one.topPlay);
      expect(cut.boardNames).toEqual(one.boardNames);
      for (const [key, rows] of Object.entries(one.boards)) {
        expect(cut.boards[key]).toEqual(key === 'moneyFlow' ? rows : rows.slice(0, limit));
      }
    }
  });

  test('makes the symbol on most boards the top play, with a reason for each (2.3)', () => {
    for (const one of scans) {
      const most = Math.max(...rowsOf(one).map(({ boards }) => boards));
      expect(most).toBeGreaterThanOrEqual(2);
      expect(one.topPlay?.boards).toBe(most);
      expect(one.topPlay?.reasons).toHaveLength(most);
      const row = rowsOf(one).find(({ symbol }) => symbol === one.topPlay?.symbol);
      const { reasons: _, ...quote } = one.topPlay ?? { reasons: [] };
      expect(row).toMatchObject(quote);
    }
  });

  test.each([
    { rankings: [], top: undefined, why: 'nothing ranked' },
    { rankings: [[1, 2], [3]], top: undefined, why: 'nobody on two boards' },
    { rankings: [[1, 2], [2]], top: 2, why: 'one on two boards' },
    {
      rankings: [
        [1, 2],
        [1, 2],
      ],
      top: 1,
      why: 'the better ranks',
    },
    {
      rankings: [
        [1, 2],
        [2, 1],
      ],
      top: 1,
      why: 'the earlier listed of equals',
    },
    {
      rankings: [[0, 0, 0, 0, 0, 7].map((_, i) => i + 2), [7]],
      top: undefined,
      why: 'rank 6 does not count',
    },
  ])('picks $top: $why', ({ rankings, top }) => {
    expect(pickTopPlay(rankings)).toBe(top);
  });

  test('scores nothing beyond rank 5', () => {
    expect([...countConfluence([[1, 2, 3, 4, 5, 6]])].map(([index]) => index)).toEqual([1, 2, 3, 4, 5]);
  });
});

/** Shares of rows that changed rank or came in, from one build to the next. */
function movement(timeframe: Timeframe): { readonly entered: number; readonly changed: number } {
  const builds = Array.from({ length: 9 }, (_, i) => scan(market, timeframe, AFTERNOON + i * MINUTE));
  let [entered, changed, rows] = [0, 0, 0];
  for (const [i, now] of builds.slice(1).entries()) {
    for (const [key, board] of Object.entries(now.boards)) {
      for (const { symbol, rank } of board) {
        const old = builds[i]?.boards[key]?.find((row) => row.symbol === symbol)?.rank;
        rows += 1;
        entered += old === undefined ? 1 : 0;
        changed += old === rank ? 0 : 1;
      }
    }
  }
  return { entered: entered / rows, changed: changed / rows };
}

describe('from minute to minute', () => {
  const moved = Object.fromEntries(TIMEFRAMES.map((timeframe) => [timeframe, movement(timeframe)]));

  test.each([
    { timeframe: 'scalp', changed: [0.2, 0.7], entered: [0.03, 0.3] },
    { timeframe: 'day', changed: [0.05, 0.3], entered: [0.003, 0.1] },
    { timeframe: 'swing', changed: [0.02, 0.25], entered: [0.001, 0.08] },
    { timeframe: 'investing', changed: [0.01, 0.2], entered: [0.0005, 0.06] },
  ])('some ranks of $timeframe change, most stay', ({ timeframe, changed, entered }) => {
    const shares = moved[timeframe] ?? { entered: 0, changed: 0 };
    expect(shares.changed).toBeGreaterThan(changed[0] ?? 0);
    expect(shares.changed).toBeLessThan(changed[1] ?? 0);
    expect(shares.entered).toBeGreaterThan(entered[0] ?? 0);
    expect(shares.entered).toBeLessThan(entered[1] ?? 0);
  });

  test('scalp moves more than day, and day more than investing', () => {
    expect(moved.scalp?.changed).toBeGreaterThan(moved.day?.changed ?? 1);
    expect(moved.day?.changed).toBeGreaterThan(moved.investing?.changed ?? 1);
  });
});
