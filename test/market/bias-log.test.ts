import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/api/snapshot.ts';
import type { LogEntry } from '../../src/market/log.ts';
import { gapBetween, MAX_GAP_MS } from '../../src/market/market-day.ts';
import { type Observation, observe } from '../../src/market/observation.ts';
import type { Timeline } from '../../src/market/timeline/timeline.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';
import { ascending } from '../support/naive-ledger.ts';
import { rowOf } from '../support/snapshots.ts';
import { timelineOf } from '../support/timeline.ts';

const SYMBOLS = ['A', 'B', 'C', 'D', 'E', '__proto__', 'constructor', 'never seen'];
const MAX_ENTRIES = 2000;

/** A snapshot of one board, on which each symbol has this bias, as `14:31 A/bullish B`; without one it is unknown. */
function biased(line: string): Snapshot {
  const [time = '', ...symbols] = line.split(' ');
  const rows = symbols.map((text, index) => {
    const [symbol, bias = null] = text.split('/');
    return rowOf({ symbol, bias, rank: index + 1, boards: 1 });
  });
  return snapshotAt(time, '', { boards: { movers: rows }, boardNames: ['movers'], topPlay: null });
}

type BiasEntry = Extract<LogEntry, { readonly kind: 'bias' }>;

const logOf = (timeline: Timeline, pins: ReadonlyArray<string>) => timeline.at('newest').log(pins);
const biasLog = (timeline: Timeline, pins: ReadonlyArray<string>): ReadonlyArray<BiasEntry> =>
  logOf(timeline, pins).filter((entry) => entry.kind === 'bias');

const timeOf = ({ asOf }: { readonly asOf: number }) => new Date(asOf).toISOString().slice(11, 16);

/** The changes of A and B in short form, the newest first. */
function changes(lines: ReadonlyArray<string>, symbols: ReadonlyArray<string> = ['A', 'B']) {
  return biasLog(timelineOf(lines.map(biased)), symbols).map(
    (entry) => `${timeOf(entry)} ${entry.symbol} ${entry.to} (was ${entry.from})`,
  );
}

describe('the changes of bias', () => {
  test.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ['none without snapshots', [], []],
    ['none in the first snapshot', ['14:30 A/bullish'], []],
    ['none while it stays the same', ['14:30 A/bullish', '14:31 A/bullish'], []],
    ['a change', ['14:30 A/bullish', '14:31 A/neutral'], ['14:31 A neutral (was bullish)']],
    [
      'the newest first',
      ['14:30 A/bullish', '14:31 A/neutral', '14:32 A/neutral', '14:33 A/bearish'],
      ['14:33 A bearish (was neutral)', '14:31 A neutral (was bullish)'],
    ],
    [
      'of one time in the order of the symbols that were asked for',
      ['14:30 B/bullish A/bullish', '14:31 B/bearish A/neutral'],
      ['14:31 A neutral (was bullish)', '14:31 B bearish (was bullish)'],
    ],
    ['not those of other symbols', ['14:30 C/bullish', '14:31 C/bearish'], []],
    ['none for a symbol that is missing in between', ['14:30 A/bullish', '14:31 B', '14:32 A/bearish'], []],
    ['none for a symbol that enters or leaves', ['14:30 A/bullish', '14:31 B/bearish'], []],
    ['none where the bias is unknown in between', ['14:30 A/bullish', '14:31 A', '14:32 A/bearish'], []],
    [
      'a change five minutes later',
      ['14:30 A/bullish', '14:35 A/neutral'],
      ['14:35 A neutral (was bullish)'],
    ],
    ['none over a hole', ['14:30 A/bullish', '14:35:01 A/neutral'], []],
    [
      'a change behind a hole, and before it',
      ['14:30 A/bullish', '14:31 A/neutral', '14:40 A/bullish', '14:41 A/bearish'],
      ['14:41 A bearish (was bullish)', '14:31 A neutral (was bullish)'],
    ],
    [
      'none from one market day to the next, which begins at 05:00 in UTC',
      ['2026-11-20T04:59:30Z A/bullish', '05:00 A/bearish', '05:01 A/neutral'],
      ['05:01 A neutral (was bearish)'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(changes(lines)).toEqual(expected);
  });

  test('are none if no symbols are asked for', () => {
    expect(changes(['14:30 A/bullish', '14:31 A/neutral'], [])).toEqual([]);
  });

  test('are those of the bias in the first row that has one', () => {
    const at = (time: string, ...biases: ReadonlyArray<string | null>) => {
      const boards = biases.map((bias, index) => [`board${index}`, [rowOf({ symbol: 'A', bias })]] as const);
      return snapshotAt(time, '', { boards: Object.fromEntries(boards) });
    };
    const timeline = timelineOf([at('14:30', null, 'bullish'), at('14:31', 'bearish', 'bullish')]);
    expect(biasLog(timeline, ['A'])).toMatchObject([{ from: 'bullish', to: 'bearish' }]);
  });
});

/** Three symbols whose bias changes in each of 960 snapshots: 2,877 changes. */
const FIRST = Date.UTC(2026, 10, 20, 5);
const alternating = Array.from({ length: 960 }, (_, minute) => {
  const time = new Date(FIRST + minute * 60_000).toISOString();
  const bias = minute % 2 === 0 ? 'bullish' : 'bearish';
  return biased(`${time} A/${bias} B/${bias} C/${bias}${minute % 2 === 0 ? ' D' : ''}`);
});

describe('a log with the changes of bias', () => {
  const short = (entry: LogEntry) => `${timeOf(entry)} ${entry.kind} ${entry.symbol}`;
  const lines = [
    '14:30 A/bullish B/bullish',
    '14:31 A/neutral B/bullish C',
    '14:32 A/neutral B/bullish C',
    '14:33 A/bullish B/bearish',
  ];

  test('has them at the end of what each snapshot changed', () => {
    expect(logOf(timelineOf(lines.map(biased)), ['B', 'A']).map(short)).toEqual([
      '14:33 left C',
      '14:33 bias B',
      '14:33 bias A',
      '14:31 entered C',
      '14:31 bias A',
    ]);
  });

  test.each([
    ['no symbol is asked for', []],
    ['the bias of none changed', ['C', 'never seen']],
  ])('is the same log if %s', (_, symbols) => {
    const timeline = timelineOf(lines.map(biased));
    expect(logOf(timeline, symbols)).toEqual(logOf(timeline, []));
  });

  test('keeps the 2,000 newest entries of both', () => {
    const timeline = timelineOf(alternating);
    // D enters or leaves with each snapshot, and the bias of A changes.
    expect(logOf(timeline, [])).toHaveLength(959);
    expect(logOf(timeline, ['A'])).toHaveLength(2 * 959);
    const full = logOf(timeline, ['A', 'B', 'C']);
    expect(full).toHaveLength(MAX_ENTRIES);
    const four = full.slice(0, 4).map(({ kind, symbol }) => `${kind} ${symbol}`);
    expect(four).toEqual(['left D', 'bias A', 'bias B', 'bias C']);
    const times = full.map(({ asOf }) => asOf);
    expect(times).toEqual(
      Array.from({ length: MAX_ENTRIES }, (_, index) => FIRST + (959 - Math.floor(index / 4)) * 60_000),
    );
  });
});

/** The changes by their definition, the newest first. */
function naiveChanges(kept: ReadonlyArray<Observation>, symbols: ReadonlyArray<string>) {
  const entries = kept.flatMap((after, index): ReadonlyArray<BiasEntry> => {
    const before = kept[index - 1];
    if (before === undefined || gapBetween(before.asOf, after.asOf, MAX_GAP_MS) !== 'none') return [];
    const found = symbols.flatMap((symbol): ReadonlyArray<BiasEntry> => {
      const [from, to] = [before, after].map((each) => each.symbols.get(symbol)?.bias ?? null);
      return from == null || to == null || from === to
        ? []
        : [{ kind: 'bias', asOf: after.asOf, symbol, from, to }];
    });
    return found.toReversed();
  });
  return entries.toReversed();
}

test('the log of any snapshots is what the definitions say, also after the oldest were dropped', () => {
  const wanted = fc.uniqueArray(fc.constantFrom(...SYMBOLS));
  fc.assert(
    fc.property(snapshotSequences(30), wanted, fc.constantFrom(960, 5), (snapshots, symbols, most) => {
      const timeline = timelineOf(snapshots, most);
      const observed = snapshots.flatMap((snapshot) => observe(snapshot) ?? []);
      const expected = naiveChanges(ascending(observed).slice(-most), symbols);
      const log = logOf(timeline, []);
      const times = [...new Set([...log, ...expected].map(({ asOf }) => asOf))].sort((a, b) => b - a);
      const both = times.flatMap((time) =>
        [log, expected].flatMap((entries) => entries.filter(({ asOf }) => asOf === time)),
      );
      expect(logOf(timeline, symbols)).toEqual(both);
    }),
    { numRuns: 100 },
  );
});
