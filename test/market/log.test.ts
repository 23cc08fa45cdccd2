import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { type LogItem, type LogLine, logLines } from '../../src/market/log.ts';
import { rowOf } from '../support/snapshots.ts';
import { type Step, type Steps, snapshotAt, stepsOf, timelineOf } from '../support/timeline.ts';

/** The entries of the last snapshot, in short form. */
function lastEntries(steps: Steps): ReadonlyArray<string> {
  const snapshots = stepsOf(steps).map(([time, boards, fields]) =>
    snapshotAt(time, boards, { topPlay: null, ...fields }),
  );
  const { time, log } = timelineOf(snapshots).at('newest');
  return logLines(log().filter((item) => item.time === time)).map(summarize);
}

const age = ({ there }: LogItem) =>
  there === undefined ? '' : `${there.isAtLeast ? '≥' : ''}${there.milliseconds / 60_000}m`;

function summarize({ first, items }: LogLine): string {
  const { type, symbol, from, to } = first;
  if (type === 'session') return `session ${from} → ${to}`;
  if (type === 'topPlay') return `★ ${symbol} (was ${from} for ${age(first)})`;
  if (type === 'gap') return `no data for ${(Number(to) - Number(from)) / 60_000}m`;
  if (type === 'day') return 'new market day';
  if (type === 'bias') return `· ${symbol} ${to} (was ${from})`;
  return `${type} ${symbol} ${[...new Set(items.flatMap(partsOf))].join(', ')}`;
}

function partsOf(item: LogItem): ReadonlyArray<string> {
  const { type, board, from, to, awayMilliseconds: away, isNew } = item;
  if (type === 'confluence') return [`on ${to} boards (was ${from})`, ...(item.boards ?? [])];
  if (type === 'entered') {
    const back = away === undefined ? '' : ` back after ${away / 60_000}m`;
    return [`+ ${board} ${from === null ? '' : `${from}→`}${to}${back}`, ...(isNew ? [`new ${isNew}`] : [])];
  }
  return [to === null ? `- ${board} (was ${from}, there ${age(item)})` : `- ${board} ${from}→${to}`];
}

/** A board on which each symbol has this confluence and bias, as `A/4/bullish`. */
function scored(symbols: string) {
  const rows = symbols.split(' ').map((text, index) => {
    const [symbol, boards = '2', bias = 'bullish'] = text.split('/');
    return rowOf({ symbol, boards: Number(boards), bias, rank: index + 1 });
  });
  return { boards: { movers: rows }, boardNames: ['movers'] };
}

describe('the entries of a snapshot', () => {
  test.each<readonly [string, Steps, ReadonlyArray<string>]>([
    ['the first one has none', '14:00 movers: A B', []],
    ['nothing changed', '14:00 movers: A B | 14:01 movers: B A', []],
    [
      'a symbol is new today on two boards',
      '14:00 movers: A; search: A | 14:01 movers: A B; search: B A',
      ['entered B + movers 2, new today, + search 1'],
    ],
    [
      'memory does not reach back to the open, at 14:30',
      '14:31 movers: A | 14:32 movers: A B',
      ['entered B + movers 2, new in memory'],
    ],
    [
      'the day has a hole since the open',
      '14:00 movers: A | 14:40 movers: A | 14:41 movers: A B',
      ['entered B + movers 2, new in memory'],
    ],
    [
      'the hole was before the open',
      '12:00 movers: A | 14:20 movers: A | 14:21 movers: A B',
      ['entered B + movers 2, new today'],
    ],
    [
      'a symbol of another board enters',
      '14:00 movers: A; rvol: B | 14:01 movers: A B; rvol: B',
      ['entered B + movers 2'],
    ],
    [
      'a symbol leaves two boards',
      '14:00 movers: A; rvol: A | 14:01 movers: A B; rvol: B A | 14:03 movers: A; rvol: A',
      ['left B - movers (was 2, there 2m), - rvol (was 1, there 2m)'],
    ],
    [
      'it was there at the first snapshot',
      '14:00 movers: A B | 14:04 movers: B',
      ['left A - movers (was 1, there ≥4m)'],
    ],
    [
      'a symbol changes boards',
      '14:00 movers: A; rvol: B | 14:01 movers: ; rvol: A B',
      ['entered A + rvol 1', 'left A - movers (was 1, there ≥1m)'],
    ],
    [
      'a symbol is back after five minutes',
      '14:00 movers: A | 14:01 movers: | 14:04 movers: | 14:06 movers: A',
      ['entered A + movers 1 back after 5m'],
    ],
    [
      'a symbol is back that was missing from two snapshots',
      '14:00 movers: A | 14:01 movers: | 14:02 movers: | 14:03 movers: A',
      ['entered A + movers 1 back after 2m'],
    ],
    [
      'a symbol was missing from one snapshot alone',
      '14:00 movers: A B C D E F G | 14:01 movers: B C D E F | 14:02 movers: G B C D E F A',
      ['entered G + movers 1 back after 1m', 'entered A + movers 7 back after 1m', 'left F - movers 5→6'],
    ],
    [
      'a symbol is back from before a hole',
      '14:00 movers: A | 14:10 movers: | 14:11 movers: A',
      ['entered A + movers 1'],
    ],
    [
      'a symbol climbs to ranks 1 to 5, and another one makes room',
      '14:00 movers: A B C D E F G | 14:01 movers: G A B C D E F',
      ['entered G + movers 7→1', 'left E - movers 5→6'],
    ],
    [
      'the first one behind a hole tells of it, and of what is different from before',
      [
        ['14:00', 'movers: A', { session: 'premarket' }],
        ['14:10', 'movers: B'],
      ],
      [
        'no data for 10m',
        'session premarket → open',
        'entered B + movers 1, new today',
        'left A - movers (was 1, there ≥0m)',
      ],
    ],
    [
      'the first one of a day has the hours before it',
      '2026-11-19T21:00:00Z movers: A | 2026-11-20T14:00:00Z movers: B',
      ['no data for 1020m', 'new market day'],
    ],
    [
      'the first one of a day does not compare boards',
      [
        ['2026-11-20T04:59:00Z', '', scored('A/1')],
        ['05:00', '', scored('B/4')],
      ],
      ['new market day'],
    ],
    [
      'the first one of a day has the session and the top play, each where it changed',
      [
        ['2026-11-20T04:55:00Z', '', { ...scored('A/1'), session: 'afterhours', topPlay: { symbol: 'A' } }],
        ['05:00', '', { ...scored('B/4'), session: 'closed', topPlay: { symbol: 'B' } }],
      ],
      ['new market day', 'session afterhours → closed', '★ B (was A for ≥0m)'],
    ],
    [
      'the session changes',
      [
        ['14:00', '', { session: 'premarket' }],
        ['14:01', '', { session: 'open' }],
      ],
      ['session premarket → open'],
    ],
    [
      'the top play changes',
      [
        ['14:00', ''],
        ['14:02', '', { topPlay: { symbol: 'A' } }],
        ['14:05', '', { topPlay: { symbol: 'B' } }],
      ],
      ['★ B (was A for 3m)'],
    ],
    [
      'no symbol qualifies any more',
      [
        ['14:00', 'movers: B', { topPlay: { symbol: 'A' } }],
        ['14:01', 'movers: B'],
      ],
      ['★ null (was A for ≥1m)'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(lastEntries(steps)).toEqual(expected);
  });

  test('the most important first: session, top play, confluence, entered, left', () => {
    const before: Step = ['14:00', '', { ...scored('A/2 B/2 C/2 D/1'), session: 'premarket' }];
    const after: Step = ['14:01', '', { ...scored('E/1 A/3 B/4 D/1'), topPlay: { symbol: 'B' } }];
    expect(lastEntries([before, after]).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'session premarket',
      '★ B',
      'confluence B',
      'confluence A',
      'entered E',
      'left C',
    ]);
  });
});

describe('confluence', () => {
  test.each([
    [2, 3, true],
    [0, 5, true],
    [3, 4, true],
    [4, 5, true],
    [3, 2, true],
    [5, 0, true],
    [5, 4, true],
    [4, 3, true],
    [1, 2, false],
    [2, 1, false],
    [3, 3, false],
  ])('from %i to %i: an entry is %s', (from, to, expected) => {
    const entries = lastEntries([
      ['14:00', '', scored(`A/${from}`)],
      ['14:01', '', scored(`A/${to}`)],
    ]);
    expect(entries).toEqual(expected ? [`confluence A on ${to} boards (was ${from}), movers`] : []);
  });

  test('is one entry together with the boards that the symbol entered and left', () => {
    const rows = (boards: number) => [rowOf({ symbol: 'A', boards })];
    const before = {
      boards: { movers: rows(2), rvol: rows(2), forum: [], search: [] },
      boardNames: ['movers', 'rvol', 'forum', 'search'],
    };
    const after = {
      boards: { movers: [], rvol: rows(3), forum: rows(3), search: rows(3) },
      boardNames: ['movers', 'rvol', 'forum', 'search'],
    };
    expect(
      lastEntries([
        ['14:00', '', before],
        ['14:01', '', after],
      ]),
    ).toEqual([
      'confluence A on 3 boards (was 2), movers, rvol, forum, search, + forum 1, + search 1, - movers (was 1, there ≥1m)',
    ]);
  });

  test('falls to 0 when the symbol is on no board any more, and is counted from there', () => {
    expect(
      lastEntries([
        ['14:00', '', scored('A/4 B')],
        ['14:01', '', scored('B')],
      ]),
    ).toEqual(['confluence A on 0 boards (was 4), movers, - movers (was 1, there ≥1m)']);
    expect(
      lastEntries([
        ['14:00', '', scored('B')],
        ['14:01', '', scored('A/3 B')],
      ]),
    ).toEqual(['confluence A on 3 boards (was 0), movers, + movers 1, new today']);
  });
});

/**
 * All lines of the log about X, the newest first: `14:03 in 2, again`. A step is `0 1 -`: a minute each, `-` where X is not on the
 * board, else its rank. With a number behind `/`, that is its number of boards.
 */
function folded(steps: string): ReadonlyArray<string> {
  const fillers = 'A B C D E F G'.split(' ');
  const snapshots = steps.split(' ').map((step, minute) => {
    const [rank = '-', boards = '1'] = step.split('/');
    const symbols = rank === '-' ? fillers : fillers.toSpliced(Number(rank) - 1, 0, 'X');
    const rows = symbols.map((symbol, index) =>
      rowOf({ symbol, rank: index + 1, boards: symbol === 'X' ? Number(boards) : 1 }),
    );
    const time = `14:${String(minute).padStart(2, '0')}`;
    return snapshotAt(time, '', { boards: { movers: rows }, boardNames: ['movers'], topPlay: null });
  });
  return logLines(timelineOf(snapshots).at('newest').log())
    .filter(({ first }) => first.symbol === 'X')
    .map(({ first: { type, time, from, to, repeated } }) => {
      const word = type === 'confluence' ? `${from}>${to}` : `${type} ${to ?? `(was ${from})`}`;
      const often =
        typeof repeated === 'object'
          ? `${repeated.times} times in ${repeated.milliseconds / MINUTE_MS}m`
          : repeated;
      return `${new Date(time).toISOString().slice(14, 16)} ${word}${often === undefined ? '' : `, ${often}`}`;
    });
}

describe('changes that undo each other within ten minutes are one entry, which says how it ended', () => {
  test.each<readonly [string, string, ReadonlyArray<string>]>([
    ['came', '- 2 2', ['01 entered 2']],
    ['came and left', '- 2 2 -', ['03 left (was 2), again']],
    ['left and came back: for how long it was away is known', '2 - - 2', ['03 entered 2']],
    ['fell and climbed back', '5 6 5', ['02 entered 5, again']],
    ['climbed and fell back', '6 5 6', ['02 left 6, again']],
    ['came a second time', '- 2 - - 3', ['04 entered 3, 2 times in 3m']],
    ['came a third time', '- 2 - 2 - 4', ['05 entered 4, 3 times in 4m']],
    ['left a second time', '- 2 - - 2 -', ['05 left (was 2), again']],
    ['stayed longer than ten minutes', `- ${'2 '.repeat(11)}-`, ['12 left (was 2)', '01 entered 2']],
    ['stayed for ten minutes', `- ${'2 '.repeat(10)}-`, ['11 left (was 2), again']],
    [
      'a chain ends after ten minutes, and another one begins',
      `- 2 - ${'- '.repeat(9)}2 -`,
      ['13 left (was 2), again', '02 left (was 2), again'],
    ],
    ['gained a board and lost it', '1/3 1/4 1/3', ['02 4>3, again']],
    ['lost a board and gained it', '1/4 1/3 1/4', ['02 3>4, again']],
    ['lost more than it had gained', '1/3 1/4 1/2', ['02 4>2']],
    ['gained a board, lost it and gained it', '1/3 1/4 1/3 1/4', ['03 3>4, 2 times in 2m']],
    ['lost a board, and another one', '1/5 1/4 1/3', ['02 4>3', '01 5>4']],
  ])('%s', (_, steps, expected) => {
    expect(folded(steps.trim())).toEqual(expected);
  });

  test('what comes later changes no entry that is complete', () => {
    const steps = '- 2 - 2 - - - - - - - - - - 2 - 2'.split(' ');
    const complete = '04 left (was 2), again';
    for (let count = 16; count <= steps.length; count++)
      expect(folded(steps.slice(0, count).join(' ')).at(-1)).toBe(complete);
  });
});

describe('a change of bias', () => {
  const biased = (...rows: ReadonlyArray<readonly [symbol: string, bias: string | null]>) => {
    const boards = { movers: rows.map(([symbol, bias]) => rowOf({ symbol, bias, boards: 1 })) };
    return { boards, boardNames: ['movers'] };
  };

  test.each<readonly [string, Steps, ReadonlyArray<string>]>([
    [
      'is the last entry of its snapshot',
      [
        ['14:00', '', biased(['A', 'bullish'], ['B', 'bullish'])],
        ['14:01', '', biased(['A', 'neutral'])],
      ],
      ['left B - movers (was 1, there ≥1m)', '· A neutral (was bullish)'],
    ],
    [
      'is that of the first row with a bias',
      [
        ['14:00', '', biased(['A', null], ['A', 'bullish'])],
        ['14:01', '', biased(['A', 'bearish'], ['A', 'bullish'])],
      ],
      ['· A bearish (was bullish)'],
    ],
    [
      'is none where it is unknown in between',
      [
        ['14:00', '', biased(['A', 'bullish'])],
        ['14:01', '', biased(['A', null])],
        ['14:02', '', biased(['A', 'bearish'])],
      ],
      [],
    ],
    [
      'is one over a hole',
      [
        ['14:00', '', biased(['A', 'bullish'])],
        ['14:06', '', biased(['A', 'bearish'])],
      ],
      ['no data for 6m', '· A bearish (was bullish)'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(lastEntries(steps)).toEqual(expected);
  });
});

describe('a log', () => {
  test('has all items up to any snapshot, and is what it was then', () => {
    // In each minute five symbols enter, and five leave.
    const snapshots = Array.from({ length: 400 }, (_, minute) => {
      const symbols = Array.from({ length: 5 }, (__, row) => `M${minute}R${row}`);
      const time = new Date(Date.UTC(2026, 10, 20, 14) + minute * MINUTE_MS).toISOString();
      return snapshotAt(time, `movers: ${symbols.join(' ')}`, { topPlay: null });
    });
    const day = timelineOf(snapshots);
    for (const minute of [0, 1, 60, 299, 300, 360, 399]) {
      const { time, log } = day.at(snapshots[minute]?.time ?? 0);
      const found = log();
      expect(found).toHaveLength(10 * minute);
      expect(found).toEqual(
        timelineOf(snapshots.slice(0, minute + 1))
          .at('newest')
          .log(),
      );
      expect(found.map((each) => (time - each.time) / MINUTE_MS)).toEqual(
        found.map((_, index) => Math.floor(index / 10)),
      );
    }
  });
});
