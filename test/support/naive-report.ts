import { expect } from 'vitest';
import type { Timeframe } from '../../src/market/catalogue.ts';
import { reportJson, WINDOW_NAMES } from '../../src/market/report/report.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { type DaySnapshots, reportOf } from './report-days.ts';

// This implementation follows the definition of the report sentence by sentence, to check the fast one.

const MINUTE = 60_000;
const ORDER: ReadonlyArray<Timeframe> = ['scalp', 'day', 'swing', 'position', 'investing'];
const WINDOWS = { 15: 15, 30: 30, 60: 60, end: null } as const;

const keyOf = (symbol: string) => symbol.toUpperCase();
const timeOf = (snapshot: Snapshot) => snapshot.time ?? 0;

function memoized<Value>(compute: (snapshot: Snapshot) => Value): (snapshot: Snapshot) => Value {
  const values = new WeakMap<Snapshot, Value>();
  return (snapshot) => {
    const value = values.get(snapshot) ?? compute(snapshot);
    values.set(snapshot, value as Value & {});
    return value;
  };
}

const pricesIn = memoized(({ boards, topPlay }) => {
  const all = [...boards.flatMap(({ rows }) => rows), ...(topPlay == null ? [] : [topPlay])];
  const priced = all.filter(({ symbol, price }) => symbol !== null && price !== null && price > 0);
  // The first of several prices is set last and stays.
  return new Map(priced.toReversed().map(({ symbol, price }) => [keyOf(symbol ?? ''), price]));
});

const priceIn = (snapshot: Snapshot, key: string) => pricesIn(snapshot).get(key) ?? null;

function firstIn<Name extends 'dayPct' | 'bias' | 'boards'>(
  { boards, topPlay }: Snapshot,
  key: string,
  name: Name,
) {
  const rows = boards
    .flatMap((board) => board.rows)
    .filter(({ symbol }) => symbol !== null && keyOf(symbol) === key);
  if (rows.length === 0) return topPlay?.[name] ?? null;
  return rows.find((row) => row[name] !== null)?.[name] ?? null;
}

function topBoards({ boards }: Snapshot, key: string) {
  return boards.flatMap((board) => {
    const ranks = board.rows.flatMap(({ symbol, rank }, index) =>
      symbol !== null && keyOf(symbol) === key ? [rank ?? index + 1] : [],
    );
    const rank = ranks.find((each) => each <= 5);
    return rank === undefined ? [] : [{ board: board.key, rank }];
  });
}

const reachedIn = memoized((snapshot) => {
  const reached = new Map<string, { kind: string; board: string | null; key: string; rank: number | null }>();
  const add = (kind: string, board: string | null, key: string, rank: number | null) =>
    reached.set(JSON.stringify([kind, board, key]), { kind, board, key, rank });
  const symbols = snapshot.boards.flatMap(({ rows }) => rows.flatMap(({ symbol }) => symbol ?? []));
  for (const key of new Set(symbols.map(keyOf))) {
    for (const { board, rank } of topBoards(snapshot, key)) add('board', board, key, rank);
    const listed = snapshot.boards.filter(({ rows }) =>
      rows.some(({ symbol }) => symbol !== null && keyOf(symbol) === key),
    );
    const score = firstIn(snapshot, key, 'boards') ?? new Set(listed.map((board) => board.key)).size;
    if (score >= 3) add('confluence', null, key, null);
  }
  if (snapshot.topPlay?.symbol != null) add('topPlay', null, keyOf(snapshot.topPlay.symbol), null);
  return reached;
});

function wasKnown(
  before: Snapshot,
  now: Snapshot,
  { kind, board, key }: { kind: string; board: string | null; key: string },
) {
  const has = (name: string) => before.boards.some((each) => each.key === name);
  if (kind === 'topPlay') return before.topPlay !== undefined;
  if (kind === 'board') return has(board ?? '');
  return topBoards(now, key).every((each) => has(each.board));
}

function lastSeen({ snapshots }: DaySnapshots, own: Timeframe, key: string, after: number, until: number) {
  const prices = [own, ...ORDER].flatMap((timeframe, order) =>
    (snapshots[timeframe] ?? []).flatMap((snapshot) => {
      const price = priceIn(snapshot, key);
      const time = timeOf(snapshot);
      return price === null || time <= after || time > until ? [] : [{ price, time, order }];
    }),
  );
  return prices.sort((a, b) => b.time - a.time || a.order - b.order)[0] ?? null;
}

function change(from: number, to: number): number | null {
  const percent = (to / from - 1) * 100;
  return Number.isFinite(percent) ? percent : null;
}

function naiveDay(day: DaySnapshots, own: Timeframe, maxGap = 5 * MINUTE) {
  const all = day.snapshots[own] ?? [];
  const open = all.filter(({ session }) => session === 'open');
  const sample = open.length > 0 ? open : all;
  const times = sample.map(timeOf);
  const gaps = times.filter((time, index) => (times[index + 1] ?? time) - time > maxGap);
  const last = times.at(-1) ?? 0;
  const entries = sample.flatMap((snapshot, index) => {
    const before = sample[index - 1];
    const time = timeOf(snapshot);
    return [...reachedIn(snapshot)].flatMap(([id, reached]) => {
      const isFirst = !sample.slice(0, index).some((earlier) => reachedIn(earlier).has(id));
      if (
        !isFirst ||
        before === undefined ||
        time - timeOf(before) > maxGap ||
        !wasKnown(before, snapshot, reached)
      )
        return [];
      const outcome = (key: string, minutes: number | null) => {
        const end = minutes === null ? last : time + minutes * MINUTE;
        const price = priceIn(snapshot, key);
        if (price === null || end <= time || end > last || gaps.some((gap) => gap >= time && gap < end))
          return null;
        const seen = lastSeen(day, own, key, time, end);
        return {
          price: seen?.price ?? null,
          at: seen === null ? null : new Date(seen.time).toISOString(),
          changePct: seen === null ? null : change(price, seen.price),
          isPriced: seen !== null && seen.time >= end - 2 * MINUTE,
        };
      };
      const { kind, board, key, rank } = reached;
      const others = snapshot.boards.flatMap(({ rows }) => rows.flatMap(({ symbol }) => symbol ?? []));
      const top = snapshot.topPlay?.symbol == null ? [] : [snapshot.topPlay.symbol];
      const otherKeys = [...new Set([...others, ...top].map(keyOf))].filter(
        (each) => each !== key && priceIn(snapshot, each) !== null,
      );
      const inWindows = <T>(valueIn: (minutes: number | null) => T) =>
        Object.fromEntries(Object.entries(WINDOWS).map(([name, minutes]) => [name, valueIn(minutes)]));
      return [
        {
          ...{ kind, board, key, day: day.date, time, rank },
          price: priceIn(snapshot, key),
          dayPct: firstIn(snapshot, key, 'dayPct'),
          bias: firstIn(snapshot, key, 'bias'),
          after: inWindows((minutes) => outcome(key, minutes)),
          others: inWindows((minutes) => otherKeys.map((each) => outcome(each, minutes))),
          otherKeys,
        },
      ];
    });
  });
  return { entries, gaps: gaps.length, snapshots: sample.length };
}

type NaiveEntry = ReturnType<typeof naiveDay>['entries'][number];

function naiveFigures(entries: ReadonlyArray<NaiveEntry>, window: string) {
  const outcomes = entries.flatMap((entry) => {
    const outcome = entry.after[window];
    return outcome == null ? [] : [{ ...outcome, key: entry.key }];
  });
  const seen = outcomes.filter(({ changePct }) => changePct !== null);
  const changes = seen.map(({ changePct }) => changePct ?? 0).sort((a, b) => a - b);
  const count = changes.length;
  const isEnough = new Set(seen.map(({ key }) => key)).size >= 20;
  const rose = changes.filter((each) => each > 0).length;
  return {
    n: outcomes.length,
    priced: outcomes.filter(({ isPriced }) => isPriced).length,
    notSeen: outcomes.length - count,
    medianPct: isEnough
      ? ((changes[Math.floor((count - 1) / 2)] ?? NaN) + (changes[Math.floor(count / 2)] ?? NaN)) / 2
      : null,
    rose,
    fell: changes.filter((each) => each < 0).length,
    unchanged: changes.filter((each) => each === 0).length,
    roseInterval: isEnough ? wilson(rose / count, count) : null,
  };
}

/** Each entry has the same weight, however many other symbols its snapshot has. */
function naiveOthers(entries: ReadonlyArray<NaiveEntry>, window: string) {
  const compared = entries.filter(({ price, otherKeys }) => price !== null && otherKeys.length > 0);
  const counted = compared.filter(({ after }) => after[window] !== null);
  const sum = (test: (outcome: NaiveEntry['after'][string]) => boolean) =>
    counted.reduce((total, { others }) => {
      const all = others[window] ?? [];
      return total + all.filter(test).length / all.length;
    }, 0);
  return {
    n: counted.length,
    rose: sum((each) => (each?.changePct ?? 0) > 0),
    fell: sum((each) => (each?.changePct ?? 0) < 0),
    unchanged: sum((each) => each?.changePct === 0),
    notSeen: sum((each) => each?.changePct == null),
    priced: sum((each) => each?.isPriced === true),
  };
}

/** Both ends p of the interval solve (share - p)² = z² p (1 - p) / n. */
function wilson(share: number, n: number): readonly [number, number] {
  const z = 1.959963984540054 ** 2 / n;
  const [a, b, c] = [1 + z, -(2 * share + z), share ** 2];
  const root = Math.sqrt(Math.max(0, b ** 2 - 4 * a * c));
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)];
}

export function expectNaive(
  days: ReadonlyArray<DaySnapshots>,
  timeframe: 'day' | 'swing' = 'day',
  maxGap?: number,
): void {
  const report = reportOf(days, timeframe);
  const naive = days.map((day) => naiveDay(day, timeframe, maxGap)).filter(({ snapshots }) => snapshots > 0);
  const expected = naive.flatMap(({ entries }) => entries);
  const sorted = <
    T extends {
      readonly at: string;
      readonly kind: string;
      readonly board: string | null;
      readonly key: string;
    },
  >(
    all: ReadonlyArray<T>,
  ) =>
    all
      .map((each) => [[each.at, each.kind, each.board, each.key].join(' '), each] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  const actual = reportJson(report).entries.map(({ symbol, ...entry }) => ({
    ...entry,
    key: symbol.toUpperCase(),
  }));
  const wanted = expected.map(({ others: _, otherKeys: __, time, after, ...entry }) => ({
    ...entry,
    at: new Date(time).toISOString(),
    after: Object.fromEntries(
      Object.entries(after).map(([name, outcome]) => [
        name,
        outcome === null ? null : { price: outcome.price, at: outcome.at, changePct: outcome.changePct },
      ]),
    ),
  }));
  expect(sorted(actual)).toEqual(sorted(wanted));
  expect(report.gaps).toBe(naive.reduce((sum, { gaps }) => sum + gaps, 0));
  for (const { kind, board, direction, after } of report.groups)
    for (const name of WINDOW_NAMES) {
      const isDirected = (dayPct: number | null) =>
        board !== 'movers' || (dayPct ? (dayPct > 0 ? 'up' : 'down') : null) === direction;
      const own = expected.filter(
        (entry) =>
          entry.price !== null && entry.kind === kind && entry.board === board && isDirected(entry.dayPct),
      );
      const figures = kind === 'other' ? naiveOthers(expected, name) : naiveFigures(own, name);
      for (const [field, value] of Object.entries(figures)) {
        const found = after[name][field as keyof typeof figures];
        const numbers = (each: unknown) =>
          [each].flat().map((number) => (typeof number === 'number' ? expect.closeTo(number, 6) : number));
        expect([kind, board, direction, name, field, ...[found].flat()]).toEqual([
          kind,
          board,
          direction,
          name,
          field,
          ...numbers(value),
        ]);
      }
    }
}
