import { describe, expect, test } from 'vitest';
import { sessionAt, tradedShare } from '../../../src/sandbox/market/calendar.ts';
import { createMarket } from '../../../src/sandbox/market/market.ts';
import { createStatistics } from '../../../src/sandbox/market/statistics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time-units.ts';

const LISTING_COUNT = 400;
const MIDNIGHT = Date.UTC(2026, 3, 7);
const AFTERNOON = MIDNIGHT + 15 * HOUR_MS + 20 * MINUTE_MS;
const market = createMarket(1);

function pricesAt(time: number): ReadonlyArray<number> {
  return Array.from(market.levelsAt(time), Math.exp);
}

describe('listings', () => {
  test('are 400 with unique symbols of 1 to 5 letters and unique names, some without a name', () => {
    const { listings } = market;
    const names = listings.flatMap(({ name }) => (name === null ? [] : [name]));
    expect(listings).toHaveLength(LISTING_COUNT);
    expect(new Set(listings.map(({ symbol }) => symbol)).size).toBe(LISTING_COUNT);
    expect(listings.every(({ symbol }) => /^[A-Z]{1,5}$/.test(symbol))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(LISTING_COUNT * 0.9);
    expect(names.length).toBeLessThan(LISTING_COUNT);
  });

  test('have a float of at most the shares outstanding', () => {
    expect(
      market.listings.every((one) => one.floatShares > 0 && one.floatShares <= one.sharesOutstanding),
    ).toBe(true);
  });

  test('depend on the seed', () => {
    const symbols = new Set(market.listings.map(({ symbol }) => symbol));
    const shared = createMarket(2).listings.filter(({ symbol }) => symbols.has(symbol));
    expect(shared.length).toBeLessThan(LISTING_COUNT / 2);
  });
});

describe('prices', () => {
  test('are a pure function of seed and time, in any order of calls', () => {
    const other = createMarket(1);
    for (const time of [AFTERNOON + 40 * DAY_MS, AFTERNOON - 300 * DAY_MS, MIDNIGHT]) other.levelsAt(time);
    expect(other.levelsAt(AFTERNOON)).toEqual(market.levelsAt(AFTERNOON));
    expect(createMarket(2).levelsAt(AFTERNOON)).not.toEqual(market.levelsAt(AFTERNOON));
  });

  test('stay plausible for years', () => {
    for (const years of [-3, 0, 3, 10]) {
      const prices = pricesAt(AFTERNOON + years * 365 * DAY_MS);
      expect(Math.min(...prices)).toBeGreaterThan(0.005);
      expect(Math.max(...prices)).toBeLessThan(5000);
    }
  });

  test.each([
    { span: '10 seconds', milliseconds: 10_000, min: 1e-6, max: 0.01 },
    { span: 'a minute', milliseconds: MINUTE_MS, min: 1e-5, max: 0.02 },
    { span: 'a day', milliseconds: DAY_MS, min: 0.003, max: 0.1 },
    { span: '60 days', milliseconds: 60 * DAY_MS, min: 0.02, max: 0.8 },
  ])('move by a plausible amount over $span', ({ milliseconds, min, max }) => {
    const before = market.levelsAt(AFTERNOON - milliseconds);
    const moves = Array.from(market.levelsAt(AFTERNOON), (level, i) => Math.abs(level - (before[i] ?? 0)));
    const median = moves.sort((a, b) => a - b)[LISTING_COUNT / 2] ?? 0;
    expect(median).toBeGreaterThan(min);
    expect(median).toBeLessThan(max);
  });

  test('do not change while the market is closed, and only then', () => {
    const close = MIDNIGHT + 24 * HOUR_MS - 5 * MINUTE_MS;
    expect(pricesAt(close + 4 * MINUTE_MS)).toEqual(pricesAt(close));
    expect(pricesAt(close - MINUTE_MS)).not.toEqual(pricesAt(close));
    expect(pricesAt(close + 31 * MINUTE_MS)).not.toEqual(pricesAt(close));
  });
});

describe('the trading day', () => {
  test.each([
    { clock: 0, session: 'premarket' },
    { clock: 1 * HOUR_MS - 1, session: 'premarket' },
    { clock: 1 * HOUR_MS, session: 'open' },
    { clock: 22 * HOUR_MS - 1, session: 'open' },
    { clock: 22 * HOUR_MS, session: 'afterhours' },
    { clock: 24 * HOUR_MS - 5 * MINUTE_MS - 1, session: 'afterhours' },
    { clock: 24 * HOUR_MS - 5 * MINUTE_MS, session: 'closed' },
    { clock: DAY_MS - 1, session: 'closed' },
    { clock: DAY_MS, session: 'premarket' },
  ])('is $session at $clock ms', ({ clock, session }) => {
    expect(sessionAt(MIDNIGHT + clock)).toBe(session);
  });

  test('reaches the full usual volume at the close and never decreases', () => {
    const shares = Array.from({ length: 24 * 12 + 1 }, (_, i) =>
      tradedShare(MIDNIGHT + i * 5 * MINUTE_MS - (i === 288 ? 1 : 0)),
    );
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBe(1);
    expect(shares.every((share, i) => share >= (shares[i - 1] ?? 0))).toBe(true);
  });

  test('has a session volume that never decreases', () => {
    const volumeAt = (hours: number) =>
      createStatistics(market, 'day', MIDNIGHT + hours * HOUR_MS).sessionVolume();
    let before = volumeAt(0);
    for (let hours = 0.5; hours < 24; hours += 0.5) {
      const now = volumeAt(hours);
      expect(Array.from(now).every((volume, i) => volume >= (before[i] ?? 0))).toBe(true);
      before = now;
    }
  });
});

describe('attention', () => {
  test('averages about 1 and has occasional bursts', () => {
    const moments = Array.from({ length: 40 }, (_, i) => market.attentionAt(AFTERNOON + i * 7.3 * DAY_MS));
    const all = moments.flatMap((column) => Array.from(column));
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    expect(mean).toBeGreaterThan(0.75);
    expect(mean).toBeLessThan(1.35);
    expect(Math.max(...all)).toBeGreaterThan(6);
  });
});
