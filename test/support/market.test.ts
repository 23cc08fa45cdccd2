import { describe, expect, test } from 'vitest';
import { TIMEFRAMES, type Timeframe } from '../../src/market/catalogue.ts';
import { decodeSnapshot, type Snapshot } from '../../src/service/snapshot.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { marketSnapshot, TIMES, timeOf } from './market.ts';

type Time = (typeof TIMES)[number];

const snapshots = TIMEFRAMES.flatMap((timeframe) =>
  TIMES.map((time) => {
    const snapshot = decodeSnapshot(marketSnapshot(timeframe, time), timeframe);
    if (snapshot === null) throw new Error(`no snapshot of ${timeframe} at ${time}`);
    return { timeframe, time, snapshot };
  }),
);

function snapshotAt(timeframe: Timeframe, time: Time): Snapshot {
  const found = snapshots.find((each) => each.timeframe === timeframe && each.time === time);
  if (found === undefined) throw new Error(`no snapshot of ${timeframe} at ${time}`);
  return found.snapshot;
}

test.each(snapshots)(
  'the market written by hand is what a service could send: $timeframe $time',
  ({ snapshot }) => {
    const rows = snapshot.boards.flatMap((board) => board.rows);
    const movers = snapshot.boards.find(({ key }) => key === 'movers')?.rows ?? [];
    const moves = movers.map(({ dayPct }) => Math.abs(dayPct ?? 0));
    expect(moves.length).toBeGreaterThan(0);
    expect(moves).toEqual(moves.toSorted((one, other) => other - one));
    const most = rows.filter(
      ({ boards: count }) => count === Math.max(...rows.map((row) => row.boards ?? 0)),
    );
    expect(new Set(most.map(({ symbol }) => symbol))).toEqual(new Set([snapshot.topPlay?.symbol]));
  },
);

type BySymbol = ReadonlyMap<string | null, string | number | null>;

/** Returns `SAGE 3→2, …`, with `–` where the symbol is missing. */
function movesBetween(before: BySymbol, now: BySymbol): string {
  return [...new Set([...now.keys(), ...before.keys()])]
    .filter((symbol) => before.get(symbol) !== now.get(symbol))
    .map((symbol) => `${symbol} ${before.get(symbol) ?? '–'}→${now.get(symbol) ?? '–'}`)
    .join(', ');
}

function ranksOn(key: string, { boards }: Snapshot): BySymbol | undefined {
  const board = boards.find((each) => each.key === key);
  return board && new Map(board.rows.map(({ symbol, rank }) => [symbol, rank]));
}

type Row = Snapshot['boards'][number]['rows'][number];

function bySymbol({ boards }: Snapshot, read: (row: Row) => string | number | null): BySymbol {
  return new Map(boards.flatMap(({ rows }) => rows.map((row) => [row.symbol, read(row)])));
}

const nullsOf = ({ price, dayPct, volume }: Row): string => {
  const names = Object.entries({ price, dayPct, volume }).flatMap(([name, value]) =>
    value === null ? [name] : [],
  );
  return names.join(' and ') || 'values';
};

function changesOf(read: (row: Row) => string | number | null, before: Snapshot, now: Snapshot): string {
  const [values, newValues] = [bySymbol(before, read), bySymbol(now, read)];
  const inBoth = [...newValues].filter(([symbol]) => values.has(symbol));
  return movesBetween(
    new Map(inBoth.map(([symbol]) => [symbol, values.get(symbol) ?? null])),
    new Map(inBoth),
  );
}

function boardChange(key: string, timeframe: Timeframe, time: Time): string {
  const earlier = TIMES.slice(0, TIMES.indexOf(time)).map((each) =>
    ranksOn(key, snapshotAt(timeframe, each)),
  );
  const now = ranksOn(key, snapshotAt(timeframe, time));
  if (now === undefined) return earlier.at(-1) === undefined ? '' : 'absent';
  // If the board was absent before, compare it with the last version that was sent.
  const moves = movesBetween(earlier.findLast((ranks) => ranks !== undefined) ?? new Map(), now);
  return earlier.at(-1) === undefined && moves === '' ? 'unchanged again' : moves;
}

/** Ignores prices, percent changes, breadth and metrics. */
function changesAt(timeframe: Timeframe, time: Time): Readonly<Record<string, string>> {
  const first = snapshotAt(timeframe, TIMES[0]);
  const before = snapshotAt(timeframe, TIMES[TIMES.indexOf(time) - 1] ?? TIMES[0]);
  const now = snapshotAt(timeframe, time);
  const changes = [
    ['session', before.session === now.session ? '' : `${before.session}→${now.session}`],
    [
      'top play',
      before.topPlay?.symbol === now.topPlay?.symbol
        ? ''
        : `${before.topPlay?.symbol}→${now.topPlay?.symbol}`,
    ],
    ...first.boards.map(({ key }) => [key, boardChange(key, timeframe, time)]),
    [
      'boards',
      movesBetween(
        bySymbol(before, (row) => row.boards),
        bySymbol(now, (row) => row.boards),
      ),
    ],
    ['bias', changesOf(({ bias }) => bias, before, now)],
    ['null', changesOf(nullsOf, before, now)],
  ];
  return Object.fromEntries(changes.filter(([, change]) => change !== ''));
}

/** The changes in the comment of market.ts, and the ranks that shift because of them. */
const MINUTES: ReadonlyArray<readonly [Time, Readonly<Record<string, string>>]> = [
  ['13:29', { movers: 'SAGE 3→2, YARN 2→3' }],
  [
    '13:30',
    {
      session: 'premarket→open',
      momentum: 'JOLT –→3, MOSS 3→4, ECHO 4→5, TYO 5→6, KELP 6→7, IRIS 7→8, BEAM 8→9, PEAR 9→10, FLAX 10→–',
      boards: 'TYO 2→1, JOLT –→1, FLAX 0→–',
    },
  ],
  [
    '13:31',
    {
      rvol: 'KITE 8→2, SAGE 2→3, ECHO 3→4, MOSS 4→5, AXLE 5→6, URSA 6→7, TYO 7→8',
      shorted: 'absent',
      boards: 'ZINC 1→0, AXLE 4→3, KITE 0→1, CAVE 2→1, WISP 2→1, GLEN 2→1, LOOM 1→–, INKS 0→–',
    },
  ],
  [
    '13:32',
    {
      forum: 'ZOE 5→4, SAGE 6→5, ECHO 7→6, JADE 8→7, NEWCO 9→8, HAZE 10→9, COMET 4→–',
      search: 'MINT 1→–, BOLT 2→–, CAVE 3→–, ZEST 4→–',
      lowFloat: 'NOVA 7→6, XENO 8→7, OATS 9→8, HIVE 10→9, COMET 6→–',
      shorted: 'unchanged again',
      // CAVE gains Shorted and loses Search, so its number stays.
      boards:
        'SAGE 3→4, ZINC 0→1, BOLT 2→1, MINT 2→1, WISP 1→2, GLEN 1→2, LOOM –→1, INKS –→0, COMET 1→–, ZEST 1→–',
    },
  ],
  [
    '13:33',
    {
      forum: 'COMET –→4, ZOE 4→5, SAGE 5→6, ECHO 6→7, JADE 7→8, NEWCO 8→9, HAZE 9→10',
      search: 'MINT –→1, BOLT –→2, CAVE –→3, ZEST –→4',
      lowFloat: 'TIDE 4→3, ZOE 5→4, COMET –→5, WISP 3→–',
      shorted:
        'CAVE 2→1, LOOM 3→2, ZINC 4→3, GLEN 5→4, R&R 6→5, HAZE 7→6, TIDE 8→7, VALE 9→8, INKS 10→9, WISP 1→–',
      boards: 'SAGE 4→3, R&R 0→1, BOLT 1→2, COMET –→2, MINT 1→2, CAVE 1→2, ZEST –→1, WISP 2→–',
    },
  ],
  [
    '13:40',
    {
      'top play': 'NOVA→ECHO',
      forum: 'ECHO 7→1, MINT 1→2, NOVA 2→7',
      boards: 'NOVA 5→4, ECHO 4→5',
    },
  ],
  ['13:41', { bias: 'BOLT bearish→neutral', null: 'FERN values→price and dayPct and volume' }],
];

const asSets = (changes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, new Set(change.split(', '))]));

describe('the market written by hand has what its table of minutes says:', () => {
  test('13:28 is premarket, with a top play on five boards and symbols without values', () => {
    const snapshot = snapshotAt('day', '13:28');
    expect(snapshot).toMatchObject({ session: 'premarket', topPlay: { symbol: 'NOVA', boards: 5 } });
    const nulls = [...bySymbol(snapshot, nullsOf)].filter(([, names]) => names !== 'values');
    expect(Object.fromEntries(nulls)).toEqual({
      VOID: 'price and dayPct and volume',
      HALT: 'dayPct and volume',
      NEWCO: 'dayPct and volume',
    });
  });

  test.each(MINUTES)('what changes in day at %s', (time, expected) => {
    expect(asSets(changesAt('day', time))).toEqual(asSets(expected));
  });

  test('an empty list differs from an absent board', () => {
    expect(ranksOn('shorted', snapshotAt('day', '13:31'))).toBeUndefined();
    expect(ranksOn('search', snapshotAt('day', '13:32'))).toEqual(new Map());
  });

  test('the times are a minute apart, but for a gap of seven', () => {
    expect(TIMES.map((time) => (timeOf(time) - timeOf(TIMES[0])) / 60_000)).toEqual([
      0, 1, 2, 3, 4, 5, 12, 13,
    ]);
  });

  test.each(TIMEFRAMES.filter((timeframe) => timeframe !== 'day'))('no rank changes in %s', (timeframe) => {
    const changes = TIMES.slice(1).map((time) => changesAt(timeframe, time));
    const { bias, null: nulls } = MINUTES.at(-1)?.[1] ?? {};
    const last = timeframe === 'scalp' ? {} : { bias, null: nulls };
    expect(changes).toEqual([{}, { session: 'premarket→open' }, {}, {}, {}, {}, last]);
  });

  test('some names have wide characters, a combining mark, or characters from right to left', () => {
    const names = bySymbol(snapshotAt('day', '13:28'), ({ name }) => name);
    expect(displayWidth(String(names.get('TYO')))).toBe(2 * String(names.get('TYO')).length);
    expect(names.get('TLV')).toMatch(/^\p{Script=Hebrew}/u);
    expect(JSON.stringify(marketSnapshot('day', '13:28'))).toMatch(/"Zoe\p{M} /u);
  });

  test('each timeframe has ranks of its own', () => {
    const ranks = TIMEFRAMES.map((timeframe) => {
      const { boards } = snapshotAt(timeframe, '13:28');
      return boards
        .map(({ key, rows }) => `${key}: ${rows.map(({ symbol }) => symbol).join(' ')}`)
        .join('; ');
    });
    expect(new Set(ranks).size).toBe(TIMEFRAMES.length);
  });
});
