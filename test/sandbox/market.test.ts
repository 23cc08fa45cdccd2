import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time.ts';
import { BIASES, BOARD_CATALOGUE, TIMEFRAMES, type Timeframe } from '../../src/market/catalogue.ts';
import { createListings } from '../../src/sandbox/listings.ts';
import { sessionAt } from '../../src/sandbox/market.ts';
import { buildSnapshot, cutToLimit, type SandboxSnapshot } from '../../src/sandbox/scanner.ts';

type SandboxRow = SandboxSnapshot['boards'][string][number];

/** In New York. */
const MIDNIGHT = Date.UTC(2026, 3, 7, 4);
const AFTERNOON = MIDNIGHT + 15 * HOUR_MS + 20 * MINUTE_MS;
/** Times at different hours of the day and months of the year. */
const MOMENTS = [0, 1, 2, 3, 4, 5].map(
  (step) => AFTERNOON + step * (31 * DAY_MS + 5 * HOUR_MS + 7 * MINUTE_MS),
);
const listings = createListings(1);
const snapshots = TIMEFRAMES.flatMap((timeframe) =>
  MOMENTS.map((time) => buildSnapshot(listings, timeframe, time)),
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

describe('listings', () => {
  test('are 400 with unique symbols of 1 to 5 letters and unique names, some without a name', () => {
    const symbols = listings.map(({ symbol }) => symbol);
    const names = listings.flatMap(({ name }) => name ?? []);
    expect([symbols.length, new Set(symbols).size]).toEqual([400, 400]);
    expect(symbols.every((symbol) => /^[A-Z]{1,5}$/.test(symbol))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(360);
    expect(names.length).toBeLessThan(400);
  });
});

describe('the trading day', () => {
  test.each([
    { clock: 0, session: 'premarket' },
    { clock: 1 * HOUR_MS - 1, session: 'premarket' },
    { clock: 1 * HOUR_MS, session: 'open' },
    { clock: 22 * HOUR_MS, session: 'afterhours' },
    { clock: 24 * HOUR_MS - 5 * MINUTE_MS - 1, session: 'afterhours' },
    { clock: 24 * HOUR_MS - 5 * MINUTE_MS, session: 'closed' },
    { clock: DAY_MS, session: 'premarket' },
  ])('is $session at $clock ms', ({ clock, session }) => {
    expect(sessionAt(MIDNIGHT + clock)).toBe(session);
  });

  test('has volumes that never decrease', () => {
    let before = new Map<string, number>();
    for (let hours = 0; hours < 24; hours += 0.5) {
      const rows = rowsOf(buildSnapshot(listings, 'day', MIDNIGHT + hours * HOUR_MS));
      const now = new Map(rows.map(({ symbol, volume }) => [symbol, volume ?? 0]));
      for (const [symbol, volume] of now) expect(volume).toBeGreaterThanOrEqual(before.get(symbol) ?? 0);
      before = new Map([...before, ...now]);
    }
  });

  test('has the same boards while the market is closed', () => {
    const [one, other] = [56, 59].map(
      (minute) => buildSnapshot(listings, 'scalp', MIDNIGHT + 23 * HOUR_MS + minute * MINUTE_MS).boards,
    );
    expect(one).toEqual(other);
  });
});

describe('a snapshot', () => {
  test('is a pure function of seed, timeframe and time', () => {
    for (const timeframe of TIMEFRAMES) {
      const again = buildSnapshot(createListings(1), timeframe, AFTERNOON);
      expect(again).toEqual(buildSnapshot(listings, timeframe, AFTERNOON));
      expect(again.boards).not.toEqual(buildSnapshot(createListings(2), timeframe, AFTERNOON).boards);
    }
  });

  test.each([
    { timeframe: 'scalp', rows: 79 },
    { timeframe: 'day', rows: 122 },
    { timeframe: 'swing', rows: 162 },
    { timeframe: 'position', rows: 170 },
    { timeframe: 'investing', rows: 162 },
  ] as const)(
    'has the boards of the catalogue for $timeframe, with about $rows rows',
    ({ timeframe, rows }) => {
      const listed = BOARD_CATALOGUE.filter(({ timeframes }) => timeframes.includes(timeframe));
      const ofTimeframe = snapshotsOf(timeframe);
      for (const snapshot of ofTimeframe) {
        expect(snapshot.boardNames).toEqual(listed.map(({ key }) => key));
        expect(Object.keys(snapshot.boards)).toEqual(snapshot.boardNames);
      }
      const counts = ofTimeframe.map((snapshot) => rowsOf(snapshot).length);
      expect(Math.abs(mean(counts) - rows)).toBeLessThan(rows * 0.06);
    },
  );

  test('sometimes has fewer rows on emaTrend, lowFloat and search, but always some', () => {
    for (const key of ['emaTrend', 'lowFloat', 'search']) {
      const lengths = snapshots.flatMap(({ boards }) => boards[key]?.length ?? []);
      expect(Math.min(...lengths), key).toBeLessThan(10);
      expect(Math.max(...lengths), key).toBeGreaterThan(0);
    }
  });

  test('has the session, breadth and time of its build', () => {
    const snapshot = buildSnapshot(listings, 'day', AFTERNOON);
    const { advancers, decliners, symbols } = snapshot.breadth;
    expect(snapshot).toMatchObject({ asOf: '2026-04-07T19:20:00.000Z', session: 'open' });
    expect(symbols).toBe(400);
    expect(Math.min(advancers, decliners)).toBeGreaterThan(50);
    expect(advancers + decliners).toBeLessThanOrEqual(symbols);
    expect(buildSnapshot(listings, 'investing', AFTERNOON).breadth).toEqual(snapshot.breadth);
  });
});

describe('a row', () => {
  test('has exactly the fields and types of a row of the service', () => {
    for (const row of snapshots.flatMap(rowsOf)) {
      expect(Object.keys(row).join()).toBe('rank,symbol,name,price,dayPct,volume,boards,bias,metric,tag');
      expect(BIASES).toContain(row.bias);
      for (const value of [row.price, row.dayPct, row.volume])
        expect(value === null || Number.isFinite(value)).toBe(true);
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

  test('has a price in cents, or below one dollar in hundredths of a cent', () => {
    const prices = snapshots.flatMap(rowsOf).flatMap(({ price }) => price ?? []);
    const [low, high] = [prices.filter((price) => price < 1), prices.filter((price) => price >= 1)];
    const decimalsOf = (price: number) => String(price).split('.')[1]?.length ?? 0;
    expect(Math.max(...low.map(decimalsOf))).toBe(4);
    expect(Math.max(...high.map(decimalsOf))).toBe(2);
  });

  test('of a newly listed symbol can have a price but no move; of a halted one it has neither', () => {
    const rows = snapshots.flatMap(rowsOf);
    const recent = rows.filter(({ tag }) => tag === 'new listing');
    expect(recent.some(({ dayPct, price }) => dayPct === null && price !== null)).toBe(true);
    const halted = rows.filter(({ price }) => price === null);
    expect(halted.every(({ dayPct, bias }) => dayPct === null && bias === 'neutral')).toBe(true);
    expect(halted.some(({ tag }) => tag === 'halted')).toBe(true);
  });
});

/** What each board ranks on, as its rows show it, and whether the first row has the highest number. */
const RANKED_BY: Readonly<Record<string, { readonly metric: RegExp; readonly isAscending?: boolean }>> = {
  movers: { metric: /^[+-]([\d.]+)%$/ },
  rvol: { metric: /^([\d.]+)x$/ },
  emaTrend: { metric: /^\+([\d.]+)% clear$/ },
  forum: { metric: /^([\d.]+K?) posts?$/ },
  search: { metric: /^([\d.]+[KM]?) hits?$/ },
  lowFloat: { metric: /^([\d.]+[KM]) float$/, isAscending: true },
  shorted: { metric: /^([\d.]+)% of float$/ },
  smartMoney: { metric: /^([\d.]+) funds?$/ },
  insiderBuys: { metric: /^(\d+) buys?$/ },
  buzz: { metric: /^(\d+) of 14 days$/ },
  steady: { metric: /^(\d+)% straight up$/ },
  relStrength: { metric: /^([+-][\d.]+) pts$/ },
  breakouts: { metric: /^([\d.]+)% above base$/ },
  pullback: { metric: /^([\d.]+)% (?:above|below) 50-day$/, isAscending: true },
  highClub: { metric: /^new high on ([\d.]+)x$/ },
};

const UNITS: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

function numbersOf(rows: ReadonlyArray<SandboxRow>, metric: RegExp): ReadonlyArray<number> {
  return rows.flatMap((row) => {
    if (row.metric === null) return [];
    const text = metric.exec(row.metric)?.[1] ?? row.metric;
    return Number(text.replace(/[KMBT]$/, '')) * (UNITS[text.at(-1) ?? ''] ?? 1);
  });
}

describe('ranking', () => {
  test.each(Object.entries(RANKED_BY))('of %s is by its metric', (key, { metric, isAscending = false }) => {
    const boards = snapshots.flatMap((snapshot) => snapshot.boards[key] ?? []);
    expect(boards.length).toBeGreaterThan(0);
    for (const { boards } of snapshots) {
      const numbers = numbersOf(boards[key] ?? [], metric);
      expect(numbers).toEqual([...numbers].sort((a, b) => (isAscending ? a - b : b - a)));
    }
  });

  test('of alerted is by alerts for scalp and day, and by distance from the 52-week high otherwise', () => {
    for (const { timeframe, boards } of snapshots) {
      const isDaily = timeframe !== 'scalp' && timeframe !== 'day';
      const metric = isDaily ? /^([\d.]+)% (?:above|below) high$/ : /^([\d.]+) alerts?$/;
      const numbers = numbersOf(boards.alerted ?? [], metric);
      expect(numbers.length).toBeGreaterThan(5);
      expect(numbers).toEqual([...numbers].sort((a, b) => (isDaily ? a - b : b - a)));
    }
  });

  test('of moneyFlow is by tier: blue, mid, small, penny, with six rows each', () => {
    for (const { timeframe, boards } of snapshots) {
      if (timeframe === 'scalp') continue;
      const rows = boards.moneyFlow ?? [];
      const tiers = ['blue', 'mid', 'small', 'penny'];
      expect(rows.map(({ tag }) => tag)).toEqual(tiers.flatMap((tier) => Array(6).fill(tier)));
      for (const tier of tiers) {
        const dollars = numbersOf(
          rows.filter(({ tag }) => tag === tier),
          /^\$([\d.]+[KMBT]?)$/,
        );
        expect(dollars).toEqual([...dollars].sort((a, b) => b - a));
        expect(dollars.at(-1)).toBeGreaterThan(0);
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
      const { boards, ...rest } = cutToLimit(snapshot, limit);
      expect({ ...snapshot, ...rest }).toEqual(snapshot);
      for (const [key, rows] of Object.entries(snapshot.boards))
        expect(boards[key]).toEqual(key === 'moneyFlow' ? rows : rows.slice(0, limit));
    }
  });

  test('makes the symbol on the most boards the top play, by the better ranks, with one reason per board', () => {
    for (const { topPlay, ...snapshot } of snapshots) {
      const rows = rowsOf({ topPlay, ...snapshot });
      const most = Math.max(...rows.map(({ boards }) => boards));
      const ranks = (wanted: string) =>
        Object.values(snapshot.boards)
          .map((board) => board.findIndex(({ symbol }) => symbol === wanted))
          .filter((place) => place >= 0 && place < 5)
          .reduce((sum, place) => sum + place, 0);
      const best = rows.filter(({ boards }) => boards === most).map(({ symbol }) => ranks(symbol));
      expect(most).toBeGreaterThanOrEqual(2);
      expect(topPlay?.boards).toBe(most);
      expect(topPlay?.reasons).toHaveLength(most);
      expect(ranks(topPlay?.symbol ?? '')).toBe(Math.min(...best));
      const { reasons: _, ...quote } = topPlay ?? { reasons: [] };
      expect(rows.find(({ symbol }) => symbol === topPlay?.symbol)).toMatchObject(quote);
    }
  });
});

/** Average shares of rows that entered or changed rank between two builds. */
function movement(timeframe: Timeframe): { readonly entered: number; readonly changed: number } {
  const builds = Array.from({ length: 9 }, (_, i) =>
    buildSnapshot(listings, timeframe, AFTERNOON + i * MINUTE_MS),
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

test.each([
  { timeframe: 'scalp', changed: [0.2, 0.7], entered: [0.03, 0.3] },
  { timeframe: 'day', changed: [0.05, 0.3], entered: [0.003, 0.1] },
  { timeframe: 'swing', changed: [0.02, 0.25], entered: [0.001, 0.08] },
  { timeframe: 'investing', changed: [0.01, 0.2], entered: [0.0005, 0.06] },
] as const)(
  'some ranks of $timeframe change from one build to the next',
  ({ timeframe, changed, entered }) => {
    const shares = movement(timeframe);
    expect(shares.changed).toBeGreaterThan(changed[0]);
    expect(shares.changed).toBeLessThan(changed[1]);
    expect(shares.entered).toBeGreaterThan(entered[0]);
    expect(shares.entered).toBeLessThan(entered[1]);
  },
);
