import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderBy } from '../../src/fields/fields.ts';
import { createConditionTracker } from '../../src/market/condition-tracker.ts';
import { conditions } from '../../src/market/conditions.ts';
import { type ChangeEvent, diffOf, selectedChanges } from '../../src/market/diff.ts';
import type { Selection } from '../../src/market/selection.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { snapshotSequences } from '../support/generated-snapshots.ts';
import { naiveFires, naiveTruth } from '../support/naive-conditions.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';

/** Boards with symbols in the order of their ranks, and fields of them: `movers: A, NVDA boards=4 dayPct=9; rvol: NVDA`. */
function snapshotWith(text: string, fields: Readonly<Record<string, unknown>> = {}): Snapshot {
  const lists = text.split(';').flatMap((part) => {
    const [, key = '', list = ''] = /^ *(\w+):(.*)$/.exec(part) ?? [];
    const rows = list.split(',').filter((text) => text.trim() !== '');
    return key === '' ? [] : [[key, rows.map(rowAt)] as const];
  });
  return snapshotOf({
    boards: Object.fromEntries(lists),
    boardNames: lists.map(([key]) => key),
    ...fields,
  });
}

function rowAt(text: string, index: number) {
  const [symbol = '', ...parts] = text.trim().split(' ');
  const fields = parts.map((part) => part.split('='));
  const values = fields.map(([name, value = '']) => [
    name,
    /^[a-z]{5,}$/.test(value) ? value : JSON.parse(value),
  ]);
  return rowOf({ symbol, rank: index + 1, ...Object.fromEntries(values) });
}

const breadth = (advancers: number | null, decliners: number | null) => ({
  breadth: { advancers, decliners, symbols: 400 },
});

function trackerOf(text: string, selection: Selection = {}, cooldownMilliseconds = 0) {
  const { observe, met } = createConditionTracker(conditions('--on')(text), selection, cooldownMilliseconds);
  return {
    met,
    observe({ previous, snapshot, now }: Observed): ReadonlyArray<ChangeEvent> {
      const diff = previous && diffOf(previous, snapshot);
      return diff === null ? [] : observe(diff, now);
    },
  };
}

interface Observed {
  readonly previous: Snapshot | null;
  readonly snapshot: Snapshot;
  readonly now: number;
}

/** `moved movers NVDA 4>3` */
function shorten({ type, board, symbol, from, to }: ChangeEvent): string {
  return `${type} ${board ?? '-'} ${symbol ?? '-'} ${from ?? '-'}>${to ?? '-'}`;
}
const eventsOf = (events: ReadonlyArray<ChangeEvent>) => events.map(shorten);

/** What fires on each snapshot after the first. */
function firesOn(text: string, listed: ReadonlyArray<Snapshot | string>, selection: Selection = {}) {
  const tracker = trackerOf(text, selection);
  const snapshots = listed.map((each) => (typeof each === 'string' ? snapshotWith(each) : each));
  return snapshots
    .map((snapshot, index) =>
      tracker.observe({ previous: snapshots[index - 1] ?? null, snapshot, now: index }),
    )
    .slice(1)
    .map(eventsOf);
}

test('a condition with the type left reads the last row of the symbol', () => {
  const snapshots = ['movers: A dayPct=9, B, C, D dayPct=1', 'movers: B, C'];
  expect(firesOn('left+rank<=3', snapshots)).toEqual([['left movers A 1>-']]);
  expect(firesOn('left+rank>=4', snapshots)).toEqual([['left movers D 4>-']]);
  expect(firesOn('left+dayPct>=8', snapshots)).toEqual([['left movers A 1>-']]);
});

test('a board that this version does not know is matched without regard to case', () => {
  expect(firesOn('board:NEWONE', ['newOne: A', 'newOne: A, B'])).toEqual([['entered newOne B ->2']]);
});

describe('a condition with a number fires when it becomes true', () => {
  test('boards, with the change of the confluence, and again only after it was false', () => {
    const scores = [3, 4, 5, 4, 3, 4];
    const snapshots = scores.map((boards) => `movers: NVDA boards=${boards}`);
    expect(firesOn('boards>=4', snapshots)).toEqual([
      ['confluence - NVDA 3>4'],
      ...[[], [], []],
      ['confluence - NVDA 3>4'],
    ]);
  });

  test('a symbol that is no longer listed counts as false', () => {
    const snapshots = ['movers: NVDA boards=4 dayPct=9', 'movers:', 'movers: NVDA boards=4 dayPct=9'];
    expect(firesOn('boards>=4', snapshots)).toEqual([[], ['confluence - NVDA 0>4']]);
    expect(firesOn('boards<=9', snapshots)).toEqual([[], ['confluence - NVDA 0>4']]);
    expect(firesOn('dayPct>=8', snapshots)).toEqual([[], ['entered movers NVDA ->1']]);
  });

  test('rank, on each board, with the move or entry', () => {
    const snapshots = [
      'movers: A, B, NVDA; rvol: NVDA',
      'movers: A, NVDA, B; rvol: NVDA',
      'movers: A, NVDA, B; rvol: A, NEW, NVDA',
    ];
    expect(firesOn('rank<=2', snapshots)).toEqual([
      ['moved movers NVDA 3>2'],
      ['entered rvol A ->1', 'entered rvol NEW ->2'],
    ]);
  });

  test('dayPct and breadth, with the number before and after', () => {
    const snapshots = [
      snapshotWith('movers: NVDA dayPct=null, AMD dayPct=7', breadth(10, 30)),
      snapshotWith('movers: NVDA dayPct=8, AMD dayPct=8.5', breadth(20, 20)),
      snapshotWith('movers: NVDA dayPct=null, AMD dayPct=9', breadth(null, 20)),
      snapshotWith('movers: NVDA dayPct=8, AMD dayPct=9', breadth(20, 20)),
    ];
    expect(firesOn('dayPct>=8,breadth>=0.5', snapshots)).toEqual([
      ['dayPct - NVDA ->8', 'dayPct - AMD 7>8.5', 'breadth - - 0.25>0.5'],
      [],
      // Unknown breadth is as it was.
      ['dayPct - NVDA ->8'],
    ]);
    expect(firesOn('dayPct>=8', snapshots, { sort: orderBy('symbol') })[0]).toEqual([
      'dayPct - NVDA ->8',
      'dayPct - AMD 7>8.5',
    ]);
  });

  test('the first number that was out of bounds decides which change is the event', () => {
    expect(
      firesOn('rank<=1+boards>=4', ['movers: AMD, NVDA boards=4', 'movers: NVDA boards=5, AMD']),
    ).toEqual([['moved movers NVDA 2>1']]);
    expect(
      firesOn('boards>=4+dayPct>=8', ['movers: NVDA boards=3 dayPct=7', 'movers: NVDA boards=4 dayPct=8']),
    ).toEqual([['confluence - NVDA 3>4']]);
  });

  test('a first snapshot is reported by boards, else by the rank, else by the change', () => {
    const snapshot = snapshotWith('movers: AMD, NVDA boards=4 dayPct=9');
    const metBy = (text: string) => eventsOf(trackerOf(text).met(snapshot));
    expect(metBy('dayPct>=8+rank<=3+movers+boards>=4')).toEqual(['confluence - NVDA ->4']);
    expect(metBy('dayPct>=8+rank<=3')).toEqual(['listed movers NVDA ->2']);
    expect(metBy('movers+dayPct>=8')).toEqual(['dayPct movers NVDA ->9']);
    expect(metBy('dayPct>=8')).toEqual(['dayPct - NVDA ->9']);
  });

  test('several terms, with what made it true', () => {
    const snapshots = [
      'movers: AMD boards=5 dayPct=9, NVDA boards=5 dayPct=7',
      'movers: NVDA boards=5 dayPct=7, AMD boards=5 dayPct=9',
      'movers: NVDA boards=5 dayPct=8, AMD boards=5 dayPct=9',
      'movers: NVDA boards=3 dayPct=8, AMD boards=5 dayPct=9',
      'movers: NVDA boards=4 dayPct=8, AMD boards=5 dayPct=9',
    ];
    expect(firesOn('rank<=1+boards>=4+dayPct>=8', snapshots)).toEqual([
      [],
      ['dayPct movers NVDA 7>8'],
      [],
      ['confluence - NVDA 3>4'],
    ]);
    expect(firesOn('movers+NVDA+rank<=1', snapshots)[0]).toEqual(['moved movers NVDA 2>1']);
    expect(firesOn('rvol+boards>=4', snapshots).flat()).toEqual([]);
  });

  test('only about rows that pass the filters, which may begin to let a row through', () => {
    const snapshots = [
      'movers: A, B; rvol: NVDA boards=2',
      'movers: A, NVDA boards=2; rvol: NVDA boards=2',
      'movers: A, NVDA boards=3; rvol: NVDA boards=3',
      'movers: A bias=bearish, NVDA boards=3; rvol: NVDA boards=3',
    ];
    expect(firesOn('dayPct>=1', snapshots, { boards: ['MOVERS'] })[0]).toEqual(['entered movers NVDA ->2']);
    expect(firesOn('dayPct>=1', snapshots, { symbols: ['B'] }).flat()).toEqual([]);
    expect(firesOn('rank<=2', snapshots, { minBoards: 3 })).toEqual([[], ['confluence - NVDA 2>3'], []]);
    expect(firesOn('rank<=2', snapshots, { bias: 'bearish' })[2]).toEqual(['bias - A bullish>bearish']);
  });

  test.each([
    ['rank<=2', 'listed movers NVDA ->2'],
    ['boards>=1', 'confluence - NVDA ->1'],
    ['dayPct>=4', 'dayPct - NVDA ->5'],
  ])(
    '%s: for a row that a limit begins to show, with what is true of it and no made-up change',
    (text, event) => {
      const snapshots = [
        'movers: A dayPct=9 boards=1, NVDA dayPct=5 boards=1',
        'movers: A dayPct=1 boards=1, NVDA dayPct=5 boards=1',
      ];
      expect(firesOn(text, snapshots, { limit: 1, sort: orderBy('dayPct') })).toEqual([[event]]);
    },
  );

  test('with what a filter let through, not with another change of that minute', () => {
    const topPlay = (symbol: string) => ({ topPlay: { symbol, boards: 3, bias: 'bullish', reasons: [] } });
    const snapshots = [
      snapshotWith('movers: A boards=5, NVDA boards=2', topPlay('A')),
      snapshotWith('movers: A boards=5, NVDA boards=3', topPlay('NVDA')),
    ];
    expect(firesOn('rank<=2', snapshots, { minBoards: 3 })).toEqual([['confluence - NVDA 2>3']]);
    const turned = [
      snapshotWith('movers: A, NVDA bias=bearish', topPlay('A')),
      snapshotWith('movers: A, NVDA bias=bullish', topPlay('NVDA')),
    ];
    expect(firesOn('dayPct>=1', turned, { bias: 'bullish' })).toEqual([['bias - NVDA bearish>bullish']]);
    const limited = [
      snapshotWith('movers: A, NVDA boards=2 bias=bearish', topPlay('A')),
      snapshotWith('movers: NVDA boards=3, A; rvol: NVDA boards=3', topPlay('NVDA')),
    ];
    expect(firesOn('rank<=2', limited, { limit: 1, boards: ['movers'] })).toEqual([
      ['moved movers NVDA 2>1'],
    ]);
  });

  test.each([
    ['bias+rank<=3', { boards: ['movers'] }],
    ['bias+rvol', { minBoards: 1 }],
    ['moved+rank>=2', { limit: 1 }],
  ])('not %s because of a row that %j hides', (text, selection) => {
    const snapshots = [
      'movers: NVDA bias=bearish boards=1; rvol: NVDA bias=bearish boards=0',
      'movers: A, B, C, NVDA bias=bullish boards=1; rvol: NVDA bias=bullish boards=0',
    ];
    expect(firesOn(text, snapshots)).not.toEqual([[]]);
    expect(firesOn(text, snapshots, selection)).toEqual([[]]);
  });

  test('not about a second row of a symbol where a filter hides the first', () => {
    const twice = (...counts: ReadonlyArray<number>) =>
      snapshotOf({
        boards: { movers: counts.map((boards, index) => rowOf({ symbol: 'A', rank: 5 - index, boards })) },
      });
    const snapshots = [twice(1), twice(1, 4), twice(4, 4)];
    expect(firesOn('rank<=5', snapshots, { minBoards: 3 })).toEqual([[], ['confluence - A 1>4']]);
  });

  test('with the number that did not hold before, where another one changed, too', () => {
    const snapshots = [
      'movers: NVDA boards=4 dayPct=7; rvol:',
      'movers: NVDA boards=5 dayPct=8; rvol:',
      'movers: NVDA boards=6 dayPct=8; rvol: NVDA boards=6 dayPct=8',
    ];
    expect(firesOn('boards>=4+dayPct>=8', snapshots)).toEqual([['dayPct - NVDA 7>8'], []]);
    expect(firesOn('rvol+dayPct>=8', snapshots)).toEqual([[], ['entered rvol NVDA ->1']]);
    expect(firesOn('rvol+boards>=6', snapshots)).toEqual([[], ['confluence - NVDA 5>6']]);
  });

  test('never on the first snapshot, but says what is true of it', () => {
    const snapshot = snapshotWith('movers: NVDA boards=4 dayPct=9, AMD boards=1 dayPct=1', breadth(30, 10));
    const text = 'boards>=4,rank<=1,dayPct>=8,breadth>=0.7,NVDA+breadth>=0.7,entered,NVDA,movers,dayPct>=99';
    const tracker = trackerOf(text);
    expect(eventsOf(tracker.met(snapshot))).toEqual([
      'confluence - NVDA ->4',
      'listed movers NVDA ->1',
      'dayPct - NVDA ->9',
      'breadth - - ->0.75',
      'breadth - NVDA ->0.75',
    ]);
    expect(tracker.met(snapshotWith('', breadth(0, 0)))).toEqual([]);
  });
});

describe('with held, a condition fires once it has been true for so long', () => {
  const START = Date.parse('2026-06-03T14:30:00Z');
  /** Minutes with the number of boards of NVDA in each; null where it is not listed. */
  const fires = (text: string, minutes: ReadonlyArray<readonly [number, number | null]>) =>
    firesOn(
      text,
      minutes.map(([minute, boards]) =>
        snapshotWith(boards === null ? 'movers:' : `movers: NVDA boards=${boards}`, {
          asOf: new Date(START + minute * 60_000).toISOString(),
        }),
      ),
    );
  const minutesOf = (counts: ReadonlyArray<number | null>) => counts.map((count, at) => [at, count] as const);
  const fired = ['confluence - NVDA ->3'];

  test('judged at each snapshot from the first one on, and again only after it was false', () => {
    expect(fires('boards>=3+held>=3m', minutesOf([3, 3, 3, 3, 3, 2, 3, 3, 3, 3, 3]))).toEqual([
      ...[[], [], fired, []],
      ...[[], [], [], [], fired, []],
    ]);
  });

  test('a symbol that is no longer listed counts as false', () => {
    expect(fires('boards>=3+held>=2m', minutesOf([1, 3, 3, null, 3, 3, 3]))).toEqual([
      ...[[], [], [], [], [], fired],
    ]);
  });

  test('and not by a gap, after which it is seen anew, but not fired again', () => {
    const apart = [0, 1, 20, 21, 22, 23, 40, 45].map((minute) => [minute, 3] as const);
    expect(fires('boards>=3+held>=2m', apart)).toEqual([[], [], [], fired, [], [], []]);
  });

  test('in each timeframe by itself, whatever its clock was set to', () => {
    const tracker = trackerOf('boards>=3+held>=2m');
    const at = (minute: number, timeframe: string) =>
      snapshotWith('movers: NVDA boards=3', {
        timeframe,
        asOf: new Date(START + minute * 60_000).toISOString(),
      });
    const observe = (from: number, to: number, timeframe: string) => {
      const [previous, snapshot] = [at(from, timeframe), at(to, timeframe)];
      return eventsOf(tracker.observe({ previous, snapshot, now: 0 }));
    };
    expect(observe(0, 1, 'day')).toEqual([]);
    expect(observe(1, 2, 'swing')).toEqual([]);
    expect(observe(1, 0, 'day')).toEqual([]);
    expect(observe(0, 2, 'day')).toEqual(fired);
    expect(observe(2, 3, 'swing')).toEqual(fired);
  });

  test('and is never true of a first snapshot alone', () => {
    expect(trackerOf('boards>=3+held>=1').met(snapshotWith('movers: NVDA boards=3'))).toEqual([]);
  });
});

test('an event is delivered once, in the order of changes', () => {
  const before = snapshotWith(
    'movers: OLD boards=4 dayPct=-6, AAA boards=2, BBB boards=5 bias=bullish; rvol: AAA boards=2',
  );
  const after = snapshotWith(
    'movers: AAA boards=3, BBB boards=5 bias=bearish, NEW boards=1 dayPct=12; rvol: NEW boards=1 dayPct=12, AAA boards=3',
    {
      ...breadth(10, 30),
      session: 'closed',
      topPlay: { symbol: 'BBB', boards: 5, bias: 'bearish', reasons: [] },
    },
  );

  const tracker = trackerOf('dayPct>=12,rvol+NEW,entered,rank<=1');
  const fired = tracker.observe({ previous: before, snapshot: after, now: 0 });
  expect(eventsOf(fired)).toEqual(['moved movers AAA 2>1', 'entered movers NEW ->3', 'entered rvol NEW ->1']);
  expect(fired[0]).toMatchObject({ asOf: after.asOf, timeframe: 'day' });
});

describe('the cool-down', () => {
  /** What fires on one snapshot after another, each of them at a time. */
  const enter = (
    tracker: ReturnType<typeof trackerOf>,
    before: string,
    after: string,
    now: number,
    fields = {},
  ) => {
    const [previous, snapshot] = [snapshotWith(before, fields), snapshotWith(after, fields)];
    return eventsOf(tracker.observe({ previous, snapshot, now }));
  };

  test('lets the same condition and symbol fire once in its time, which what it suppresses does not prolong', () => {
    const tracker = trackerOf('boards>=4,confluence+NVDA', {}, 60);
    const steps = ['movers: NVDA boards=3, AMD', 'movers: NVDA boards=4, AMD'];
    const fired = Array.from({ length: 9 }, (_, index) =>
      enter(tracker, steps[index % 2] ?? '', steps[(index + 1) % 2] ?? '', index * 15),
    );
    const up = ['confluence - NVDA 3>4'];
    expect(fired).toEqual([up, [], [], [], up, [], [], [], up]);
  });

  test('counts for each symbol by itself, and for all timeframes together', () => {
    const tracker = trackerOf('entered', {}, 60);
    const [day, swing] = [{ timeframe: 'day' }, { timeframe: 'swing' }];
    expect(enter(tracker, 'movers:; rvol:', 'movers: NVDA; rvol: NVDA', 0, day)).toEqual([
      'entered movers NVDA ->1',
    ]);
    expect(enter(tracker, 'movers:; rvol:', 'movers: NVDA; rvol: NVDA', 1, swing)).toEqual([]);
    expect(enter(tracker, 'movers:', 'movers: NVDA, AMD', 59, day)).toEqual(['entered movers AMD ->2']);
    expect(enter(tracker, 'movers:', 'movers: NVDA, AMD', 60, swing)).toEqual(['entered movers NVDA ->1']);
  });

  test('counts for each condition by itself', () => {
    const tracker = trackerOf('entered,left', {}, 60);
    expect(enter(tracker, 'movers:', 'movers: NVDA', 1)).toEqual(['entered movers NVDA ->1']);
    expect(enter(tracker, 'movers: NVDA', 'movers:', 2)).toEqual(['left movers NVDA 1>-']);
    expect(enter(tracker, 'movers:', 'movers: NVDA', 3)).toEqual([]);
  });
});

const SELECTIONS = [
  {},
  { boards: ['movers'] },
  { symbols: ['a', 'CONSTRUCTOR'] },
  { minBoards: 2 },
  { bias: 'bullish' as const },
  { limit: 2, sort: orderBy('dayPct') },
];
const selections = fc.constantFrom<Selection>(...SELECTIONS);
const maybe = (...words: ReadonlyArray<string>) => fc.constantFrom(...words, ...words.map(() => ''));
const places = fc.tuple(maybe('movers', 'board:__proto__'), maybe('A', 'B', 'symbol:constructor'));
const bounds = fc
  .tuple(
    maybe('boards>=3', 'boards<=2', 'boards>=0'),
    maybe('rank<=3', 'rank>=2'),
    maybe('dayPct>=0', 'dayPct<=-1'),
    maybe('breadth<=0.5', 'breadth>=0.5'),
  )
  .map((all) => all.filter((each) => each !== ''));
const types = fc.constantFrom('entered', 'left', 'moved', 'topPlay', 'bias', 'confluence');
const joined = (...parts: ReadonlyArray<string | ReadonlyArray<string>>) =>
  parts
    .flat()
    .filter((part) => part !== '')
    .join('+');
const lasting = fc
  .tuple(places, bounds)
  .filter(([, all]) => all.length > 0)
  .map(([place, all]) => joined(place, all));
const onEvents = fc.oneof(
  fc.tuple(types, places, bounds).map(([type, place, all]) => joined(type, place, all)),
  places.map((place) => joined(place)).filter((text) => text !== ''),
  fc.constantFrom('session', 'session+breadth>=0.5', 'movers', 'A'),
);

function parseOne(text: string) {
  const [condition] = conditions('--on')(text);
  if (condition === undefined) throw new Error('no condition');
  return condition;
}

/** The events that are about none of the places (`movers A`, `- A`, `- -`), and the places that no event is about. */
function unmatched(events: ReadonlyArray<ChangeEvent>, keys: ReadonlyArray<string>): ReadonlyArray<string> {
  const isAbout = (event: ChangeEvent, key: string) => {
    const [board, symbol] = key.split(' ');
    return (
      symbol === (event.symbol ?? '-') && (board === '-' || event.board === null || event.board === board)
    );
  };
  return [
    ...events.filter((event) => !keys.some((key) => isAbout(event, key))).map(shorten),
    ...keys.filter((key) => !events.some((event) => isAbout(event, key))),
  ];
}

describe('for any sequence of snapshots', () => {
  test('a condition with a number fires at exactly the changes from false to true', () => {
    let fires = 0;
    fc.assert(
      fc.property(lasting, selections, snapshotSequences(12), (text, selection, snapshots) => {
        const tracker = trackerOf(text, selection);
        const condition = parseOne(text);
        for (const [index, snapshot] of snapshots.entries()) {
          const previous = snapshots[index - 1] ?? null;
          const fired = tracker.observe({ previous, snapshot, now: index });
          const diff = previous && diffOf(previous, snapshot);
          const was = new Set(diff === null ? [] : naiveTruth(condition, diff.before, selection));
          const is = diff === null ? [] : naiveTruth(condition, diff.after, selection);
          expect(
            unmatched(
              fired,
              is.filter((key) => !was.has(key)),
            ),
          ).toEqual([]);
          expect(unmatched(tracker.met(snapshot), naiveTruth(condition, snapshot, selection))).toEqual([]);
          fires += fired.length;
        }
      }),
      { numRuns: 150 },
    );
    expect(fires).toBeGreaterThan(10);
  });

  test('a condition with an event type, or about a board or symbol, fires on exactly the events that it names', () => {
    let fires = 0;
    fc.assert(
      fc.property(onEvents, selections, snapshotSequences(8), (text, selection, snapshots) => {
        const tracker = trackerOf(text, selection);
        const condition = parseOne(text);
        for (const [index, snapshot] of snapshots.entries()) {
          const previous = snapshots[index - 1] ?? null;
          const diff = previous && diffOf(previous, snapshot);
          if (diff === null) continue;
          const fired = tracker.observe({ previous, snapshot, now: index });
          const expected = selectedChanges(diff, selection).filter((event) =>
            naiveFires(condition, event, diff.before, diff.after, selection),
          );
          expect(eventsOf(fired)).toEqual(expected.map(shorten));
          fires += fired.length;
        }
      }),
      { numRuns: 150 },
    );
    expect(fires).toBeGreaterThan(10);
  });
});
