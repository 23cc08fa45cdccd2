import { describe, expect, test } from 'vitest';
import { createMarket } from '../../../src/sandbox/market/market.ts';
import { countConfluence, pickTopPlay, tierOf } from '../../../src/sandbox/market/ranking.ts';
import {
  buildSnapshot,
  cutToLimit,
  type SandboxRow,
  type SandboxSnapshot,
} from '../../../src/sandbox/market/scanner.ts';
import { createStatistics, type Statistics } from '../../../src/sandbox/market/statistics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time-units.ts';
import { BIASES, BOARD_CATALOGUE, TIMEFRAMES, type Timeframe } from '../../../src/vocabulary.ts';

const AFTERNOON = Date.UTC(2026, 3, 7, 15, 20);
/** Times at different hours of the day and months of the year. */
const MOMENTS = [0, 1, 2, 3, 4, 5].map(
  (step) => AFTERNOON + step * (31 * DAY_MS + 5 * HOUR_MS + 7 * MINUTE_MS),
);
const market = createMarket(1);
const snapshots = TIMEFRAMES.flatMap((timeframe) =>
  MOMENTS.map((time) => buildSnapshot(market, timeframe, time)),
);

function snapshotsOf(timeframe: Timeframe): ReadonlyArray<SandboxSnapshot> {
  return snapshots.filter((snapshot) => snapshot.timeframe === timeframe);
}

function rowsOf(snapshot: SandboxSnapshot): ReadonlyArray<SandboxRow> {
  return Object.values(snapshot.boards).flat();
}

function mean(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('a snapshot', () => {
  test('is a pure function of seed, timeframe and time', () => {
    for (const timeframe of TIMEFRAMES) {
      const again = buildSnapshot(createMarket(1), timeframe, AFTERNOON);
      expect(again).toEqual(buildSnapshot(market, timeframe, AFTERNOON));
      expect(again.boards).not.toEqual(buildSnapshot(createMarket(2), timeframe, AFTERNOON).boards);
    }
  });

  test.each(TIMEFRAMES)('has the boards of the catalogue for %s, in its order', (timeframe) => {
    const listed = BOARD_CATALOGUE.filter(({ timeframes }) => timeframes.includes(timeframe));
    for (const snapshot of snapshotsOf(timeframe)) {
      expect(snapshot.boardNames).toEqual(listed.map(({ key }) => key));
      expect(Object.keys(snapshot.boards)).toEqual(snapshot.boardNames);
    }
  });

  test.each([
    { timeframe: 'scalp', rows: 79 },
    { timeframe: 'day', rows: 122 },
    { timeframe: 'swing', rows: 162 },
    { timeframe: 'position', rows: 170 },
    { timeframe: 'investing', rows: 162 },
  ] as const)('has about $rows rows for $timeframe', ({ timeframe, rows }) => {
    const counts = snapshotsOf(timeframe).map((snapshot) => rowsOf(snapshot).length);
    expect(Math.abs(mean(counts) - rows)).toBeLessThan(rows * 0.06);
  });

  test('sometimes has fewer rows on emaTrend, lowFloat and search', () => {
    for (const key of ['emaTrend', 'lowFloat', 'search']) {
      const lengths = snapshots.flatMap(({ boards }) => boards[key]?.length ?? []);
      expect(Math.min(...lengths), key).toBeLessThan(10);
      expect(Math.max(...lengths), key).toBeGreaterThan(0);
    }
  });

  test('has the session, breadth and time of its build', () => {
    const snapshot = buildSnapshot(market, 'day', AFTERNOON);
    const { advancers, decliners, symbols } = snapshot.breadth;
    expect(snapshot).toMatchObject({ asOf: '2026-04-07T15:20:00.000Z', session: 'open' });
    expect(symbols).toBe(400);
    expect(advancers).toBeGreaterThan(50);
    expect(decliners).toBeGreaterThan(50);
    expect(advancers + decliners).toBeLessThanOrEqual(symbols);
    expect(buildSnapshot(market, 'investing', AFTERNOON).breadth).toEqual(snapshot.breadth);
  });

  test('does not change while the market is closed', () => {
    const closed = [23 * HOUR_MS + 56 * MINUTE_MS, 23 * HOUR_MS + 59 * MINUTE_MS].map(
      (clock) => buildSnapshot(market, 'scalp', Date.UTC(2026, 3, 7) + clock).boards,
    );
    expect(closed[0]).toEqual(closed[1]);
  });
});

describe('a row', () => {
  test('has exactly the fields and types of a row of the service', () => {
    for (const row of snapshots.flatMap(rowsOf)) {
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

  test('is ranked from 1 without gaps, and each symbol appears once per board', () => {
    for (const rows of snapshots.flatMap(({ boards }) => Object.values(boards))) {
      expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, index) => index + 1));
      expect(new Set(rows.map(({ symbol }) => symbol)).size).toBe(rows.length);
    }
  });

  test.each(['name', 'price', 'dayPct', 'volume', 'metric', 'tag'] as const)(
    'sometimes has a null %s',
    (field) => {
      const rows = snapshots.flatMap(rowsOf);
      const nulls = rows.filter((row) => row[field] === null).length;
      expect(nulls).toBeGreaterThan(0);
      expect(nulls).toBeLessThan(rows.length * (field === 'tag' ? 0.7 : 0.12));
    },
  );

  test('of a newly listed symbol has no move over a window that began before its listing', () => {
    const newListings = market.listings.flatMap(({ daysListed }, index) => (daysListed < 50 ? [index] : []));
    const moveOf = (timeframe: Timeframe) => createStatistics(market, timeframe, AFTERNOON).move();
    expect(newListings.length).toBeGreaterThan(0);
    expect(newListings.every((index) => Number.isFinite(moveOf('day')[index]))).toBe(true);
    expect(newListings.every((index) => Number.isNaN(moveOf('position')[index]))).toBe(true);
    const rows = snapshots.flatMap(rowsOf).filter(({ tag }) => tag === 'new listing');
    expect(rows.some(({ dayPct, price }) => dayPct === null && price !== null)).toBe(true);
  });

  test('of a halted symbol has no price, no move and the tag halted', () => {
    const halted = snapshots.flatMap(rowsOf).filter(({ price }) => price === null);
    expect(halted.every(({ dayPct, bias }) => dayPct === null && bias === 'neutral')).toBe(true);
    expect(halted.some(({ tag }) => tag === 'halted')).toBe(true);
  });
});

/** The statistic that each board ranks on, in descending order. */
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
  test.each(Object.keys(STATISTICS))('of %s follows its statistic and omits no better symbol', (key) => {
    const statisticOf = STATISTICS[key];
    for (const { timeframe, asOf, boards } of snapshots) {
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
      // These two boards have further conditions besides the statistic.
      if (key === 'lowFloat' || key === 'highClub' || rows.length === 0) continue;
      const all = market.listings.map((_, i) => statisticOf(statistics, i));
      expect(values[0]).toBe(Math.max(...all.filter((value) => !Number.isNaN(value))));
    }
  });

  test('of alerted is by alerts for scalp and day, and by distance from the 52-week high otherwise', () => {
    for (const { timeframe, asOf, boards } of snapshots) {
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

  test('requires prices above their averages for emaTrend, near a rising average for pullback, at the high for highClub', () => {
    for (const { timeframe, asOf, boards } of snapshotsOf('swing')) {
      const { holding, fromRising50, fromHigh } = createStatistics(market, timeframe, Date.parse(asOf));
      const indexesOf = (key: string) =>
        (boards[key] ?? []).map(({ symbol }) =>
          market.listings.findIndex((listing) => listing.symbol === symbol),
        );
      expect(indexesOf('emaTrend').every((i) => (holding()[i] ?? 0) > 0)).toBe(true);
      expect(indexesOf('pullback').every((i) => Math.abs(fromRising50()[i] ?? 1) < 0.05)).toBe(true);
      expect(indexesOf('highClub').every((i) => (fromHigh()[i] ?? -1) > -0.1)).toBe(true);
    }
  });

  test('of movers uses the move of the price over the window', () => {
    const before = market.levelsAt(AFTERNOON - 5 * MINUTE_MS);
    const now = market.levelsAt(AFTERNOON);
    for (const { symbol, price, dayPct } of buildSnapshot(market, 'scalp', AFTERNOON).boards.movers ?? []) {
      const index = market.listings.findIndex((listing) => listing.symbol === symbol);
      expect(dayPct).toBeCloseTo((Math.exp((now[index] ?? 0) - (before[index] ?? 0)) - 1) * 100, 1);
      expect(price).toBeCloseTo(Math.exp(now[index] ?? 0), 2);
    }
  });

  test('of movers includes rising and falling prices', () => {
    const moves = snapshots.flatMap(({ boards }) => boards.movers ?? []).map(({ dayPct }) => dayPct ?? 0);
    expect(Math.min(...moves)).toBeLessThan(0);
    expect(Math.max(...moves)).toBeGreaterThan(0);
  });
});

describe('moneyFlow', () => {
  test('has 24 rows, six per tier by market value: blue, mid, small, penny', () => {
    for (const { timeframe, asOf, boards } of snapshots) {
      const rows = boards.moneyFlow;
      if (rows === undefined) continue;
      const { marketValue, dollars } = createStatistics(market, timeframe, Date.parse(asOf));
      const indexes = rows.map(({ symbol }) =>
        market.listings.findIndex((listing) => listing.symbol === symbol),
      );
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
  test('counts the boards on which a symbol has rank 1 to 5', () => {
    for (const snapshot of snapshots) {
      for (const { symbol, boards } of rowsOf(snapshot)) {
        const among = Object.values(snapshot.boards).filter((rows) =>
          rows.slice(0, 5).some((row) => row.symbol === symbol),
        );
        expect(boards).toBe(among.length);
      }
    }
  });

  test.each([1, 3, 5, 10])('has the same scores and top play at limit %i', (limit) => {
    for (const snapshot of snapshots) {
      const cut = cutToLimit(snapshot, limit);
      expect(cut.topPlay).toEqual(snapshot.topPlay);
      expect(cut.boardNames).toEqual(snapshot.boardNames);
      for (const [key, rows] of Object.entries(snapshot.boards)) {
        expect(cut.boards[key]).toEqual(key === 'moneyFlow' ? rows : rows.slice(0, limit));
      }
    }
  });

  test('makes the symbol on the most boards the top play, with one reason per board', () => {
    for (const snapshot of snapshots) {
      const most = Math.max(...rowsOf(snapshot).map(({ boards }) => boards));
      expect(most).toBeGreaterThanOrEqual(2);
      expect(snapshot.topPlay?.boards).toBe(most);
      expect(snapshot.topPlay?.reasons).toHaveLength(most);
      const row = rowsOf(snapshot).find(({ symbol }) => symbol === snapshot.topPlay?.symbol);
      const { reasons: _, ...quote } = snapshot.topPlay ?? { reasons: [] };
      expect(row).toMatchObject(quote);
    }
  });

  test.each([
    { rankings: [], top: undefined, why: 'nothing ranked' },
    { rankings: [[1, 2], [3]], top: undefined, why: 'no symbol on two boards' },
    { rankings: [[1, 2], [2]], top: 2, why: 'one symbol on two boards' },
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
      why: 'the first listed of equal symbols',
    },
    {
      rankings: [[0, 0, 0, 0, 0, 7].map((_, i) => i + 2), [7]],
      top: undefined,
      why: 'rank 6 does not count',
    },
  ])('selects $top as top play: $why', ({ rankings, top }) => {
    expect(pickTopPlay(rankings)).toBe(top);
  });

  test('ignores ranks beyond 5', () => {
    expect([...countConfluence([[1, 2, 3, 4, 5, 6]])].map(([index]) => index)).toEqual([1, 2, 3, 4, 5]);
  });
});

/** Average shares of rows that entered or changed rank between two builds. */
function movement(timeframe: Timeframe): { readonly entered: number; readonly changed: number } {
  const builds = Array.from({ length: 9 }, (_, i) =>
    buildSnapshot(market, timeframe, AFTERNOON + i * MINUTE_MS),
  );
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

describe('from one build to the next', () => {
  const moved = Object.fromEntries(TIMEFRAMES.map((timeframe) => [timeframe, movement(timeframe)]));

  test.each([
    { timeframe: 'scalp', changed: [0.2, 0.7], entered: [0.03, 0.3] },
    { timeframe: 'day', changed: [0.05, 0.3], entered: [0.003, 0.1] },
    { timeframe: 'swing', changed: [0.02, 0.25], entered: [0.001, 0.08] },
    { timeframe: 'investing', changed: [0.01, 0.2], entered: [0.0005, 0.06] },
  ])('some ranks of $timeframe change', ({ timeframe, changed, entered }) => {
    const shares = moved[timeframe] ?? { entered: 0, changed: 0 };
    expect(shares.changed).toBeGreaterThan(changed[0] ?? 0);
    expect(shares.changed).toBeLessThan(changed[1] ?? 0);
    expect(shares.entered).toBeGreaterThan(entered[0] ?? 0);
    expect(shares.entered).toBeLessThan(entered[1] ?? 0);
  });

  test('scalp changes more than day, and day more than investing', () => {
    expect(moved.scalp?.changed).toBeGreaterThan(moved.day?.changed ?? 1);
    expect(moved.day?.changed).toBeGreaterThan(moved.investing?.changed ?? 1);
  });
});
