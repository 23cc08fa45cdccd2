import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ChangeEvent } from '../src/market/diff.ts';
import type { SymbolPath } from '../src/market/timeline/as-of.ts';
import {
  HOUR_DATE,
  HOUR_DIRECTORY,
  HOUR_MINUTES,
  HOUR_START,
  HOUR_TIMEFRAMES,
  hourClock,
  hourLines,
} from './support/hour.ts';
import { conditionOf, decodeLine, metIn, startProgram } from './support/hour-program.ts';
import { naiveChanges } from './support/naive-changes.ts';
import { naiveFires, naiveTruth } from './support/naive-conditions.ts';
import { inOrder, naiveBiasLog, naiveLines, naiveLog } from './support/naive-log.ts';
import { type Body, naiveObservation, rowsOf } from './support/naive-observation.ts';
import { naiveOutcome, naiveSymbolOutcomes } from './support/naive-outcomes.ts';
import { naivePath, naiveStint, naiveTrend } from './support/naive-timeline.ts';
import { runCli } from './support/world.ts';

/** Those of this run: the suite has the one, the endurance tests the other. */
const TIMEFRAMES = HOUR_TIMEFRAMES.filter((timeframe) => (process.env.HOUR ?? timeframe) === timeframe);

/** The hour, and a part of it without some minutes, so that it has a hole. */
const HOURS = TIMEFRAMES.flatMap((timeframe) => [
  [timeframe, () => hourLines(timeframe)] as const,
  [
    `${timeframe}, with a hole`,
    () =>
      hourLines(timeframe)
        .slice(10, 45)
        .filter((_, minute) => minute < 15 || minute > 21),
  ] as const,
]);

interface Row {
  readonly board: string;
  readonly symbol: string;
}

/** What was sent, and what the definitions make of it, up to each of the minutes. */
function minutesOf(lines: ReadonlyArray<string>) {
  const bodies = lines.map((line): Body => JSON.parse(line));
  const observations = bodies.map(naiveObservation);
  const boards = [...new Set(bodies.flatMap(({ boardNames }) => boardNames))];
  return lines.map((line, index) => ({
    index,
    line,
    rows: bodies.slice(index, index + 1).flatMap(rowsOf),
    rowsBefore: bodies.slice(Math.max(0, index - 1), index).flatMap(rowsOf),
    upTo: observations.slice(0, index + 1),
    boards,
  }));
}

const symbolsOf = (rows: ReadonlyArray<Row>) => [...new Set(rows.map(({ symbol }) => symbol))];

/** The symbols that have entered or left a board. */
function changed(before: ReadonlyArray<Row>, after: ReadonlyArray<Row>): ReadonlyArray<string> {
  const lacks = (rows: ReadonlyArray<Row>) => {
    const places = new Set(rows.map(({ board, symbol }) => `${board} ${symbol}`));
    return ({ board, symbol }: Row) => !places.has(`${board} ${symbol}`);
  };
  return symbolsOf([...before.filter(lacks(after)), ...after.filter(lacks(before))]);
}

/** As `toEqual`, which takes longer where nothing differs. */
function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

/** In an order that does not depend on that of the boards. */
function ordered(path: SymbolPath): SymbolPath {
  const byBoard = (one: { readonly board: string }, other: { readonly board: string }) =>
    one.board < other.board ? -1 : 1;
  return {
    ...path,
    places: path.places.toSorted(byBoard),
    left: path.left.toSorted((a, b) => b.leftAt - a.leftAt || byBoard(a, b)),
  };
}

describe.each(HOURS)('in each minute of the recorded hour of %s', (_, linesOf) => {
  const minutes = minutesOf(linesOf());

  test('ages and trends are those of the definitions, then and later', () => {
    const program = startProgram();
    const expected = minutes.map(({ rows, upTo }) =>
      rows.map(({ board, symbol }) => {
        const stint = naiveStint(upTo, board, symbol);
        const milliseconds = (upTo.at(-1)?.asOf ?? 0) - (stint?.since ?? 0);
        const age = { milliseconds, isAtLeast: stint?.isAtLeast };
        return { board, symbol, age, trend: naiveTrend(upTo, board, symbol) };
      }),
    );
    const found = (index: number) => {
      const { pastOf } = program.view(index);
      return (minutes[index]?.rows ?? []).map(({ board, symbol }) => ({
        board,
        symbol,
        ...pastOf(board, symbol),
      }));
    };
    for (const { index, line } of minutes) {
      program.receive(line);
      expectSame(found(index), expected[index]);
    }
    for (const { index } of minutes.filter(({ index }) => index % 12 === 3))
      expectSame(found(index), expected[index]);
  });

  test('paths of symbols that enter or leave a board are those of the definition, and at the end all', () => {
    const program = startProgram();
    for (const { index, line, rows, rowsBefore, upTo, boards } of minutes) {
      program.receive(line);
      const view = program.view();
      const symbols = index === minutes.length - 1 ? symbolsOf(rows) : changed(rowsBefore, rows);
      for (const symbol of symbols) {
        const expected = naivePath(upTo, boards, symbol);
        expectSame(ordered(view.path(symbol)), expected && ordered(expected));
      }
    }
  });

  test('the log has what the definition says, in its order', () => {
    const program = startProgram();
    const all = naiveLog(minutes.at(-1)?.upTo ?? []);
    const bodies = minutes.map(({ line }): Body => JSON.parse(line));
    for (const { line, upTo } of minutes) {
      program.receive(line);
      const log = program.log();
      const now = upTo.at(-1)?.asOf ?? 0;
      const older = all.filter(({ asOf }) => asOf < now);
      expect(log.toSorted(inOrder)).toEqual([...naiveLines(upTo, undefined), ...older]);
      const places = log.map(({ asOf, place }) => [-asOf, place]);
      expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
      expect(program.biasLog().toSorted()).toEqual(naiveBiasLog(bodies.slice(0, upTo.length)));
    }
    expect(all.length).toBeGreaterThan(100);
  });

  test('what became of each row until then is what the definition says', () => {
    const program = startProgram();
    const seen = new Map<string, { readonly board: string; readonly symbol: string }>();
    for (const { line, rows, upTo } of minutes) {
      program.receive(line);
      for (const { board, symbol } of rows) seen.set(`${board} ${symbol}`, { board, symbol });
      const all = [...seen.values()];
      expect(all.map(({ board, symbol }) => program.outcome(board, symbol))).toEqual(
        all.map(({ board, symbol }) => naiveOutcome(upTo, board, symbol)),
      );
    }
  });
});

const ENV = { BOARDS_DATA_DIR: HOUR_DIRECTORY, BOARDS_API_KEY: undefined, TZ: 'UTC' };

test.each(TIMEFRAMES)(
  'confluence --at shows what became of the symbols of %s by the end of the hour',
  async (timeframe) => {
    const bodies = hourLines(timeframe).map((line): Body => JSON.parse(line));
    const snapshots = bodies.map((body) => ({ time: body.asOf.slice(11, 16), rows: rowsOf(body) }));
    // Each command reads the whole recording: not all minutes, and others in each timeframe.
    for (let minute = timeframe === 'day' ? 0 : 2; minute < HOUR_MINUTES - 1; minute += 4) {
      const at = new Date(HOUR_START + minute * 60_000).toISOString();
      const args = ['confluence', '--at', at, '-t', timeframe, '--format', '{symbol} {now} {since:raw}'];
      const { exitCode, stdout } = await runCli(args, { env: ENV, clock: hourClock(3600) });
      expect(exitCode).toBe(0);
      const found = stdout
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [, symbol = '', now = '', gain = ''] = /^(\S+) (.*) (\S*)$/.exec(line) ?? [];
          return { symbol, now, gain: gain === '' ? null : expect.closeTo(Number(gain), 4) };
        });
      const bySymbol = (one: { readonly symbol: string }, other: { readonly symbol: string }) =>
        one.symbol < other.symbol ? -1 : 1;
      expect(naiveSymbolOutcomes(snapshots, minute).toSorted(bySymbol)).toEqual(found.toSorted(bySymbol));
    }
  },
);

const CONDITIONS = {
  day: {
    /** With an event type, or without a number: fires on each event that it names. */
    onEvents: ['entered', 'topPlay', 'left+movers', 'rvol'],
    /** With a number: fires when it becomes true. */
    lasting: ['boards>=4', 'dayPct<=-5', 'breadth>=0.7'],
  },
  swing: {
    onEvents: ['session', 'moved+rank<=3', 'bias+boards>=3', 'confluence+SO'],
    lasting: ['rank<=3+movers', 'dayPct>=8', 'boards>=3+dayPct>=2'],
  },
} as const;

describe.each(TIMEFRAMES)('in each minute of %s, replay --events prints', (timeframe) => {
  const lines = hourLines(timeframe);
  const bodies = lines.map((line): Body => JSON.parse(line));
  const snapshots = lines.map(decodeLine);

  /** The events of each minute but the first. */
  async function eventsOf(
    ...options: ReadonlyArray<string>
  ): Promise<ReadonlyArray<ReadonlyArray<ChangeEvent>>> {
    const args = ['replay', HOUR_DATE, '-t', timeframe, '--events', ...options];
    const { exitCode, stdout } = await runCli(args, { env: ENV, clock: hourClock(3600) });
    expect(exitCode).toBe(0);
    const all = stdout
      .split('\n')
      .flatMap((line): ReadonlyArray<ChangeEvent> => (line === '' ? [] : [JSON.parse(line)]));
    return bodies.slice(1).map(({ asOf }) => all.filter((event) => event.asOf === asOf));
  }

  /** Two snapshots that follow each other, with the events of the second. */
  async function steps(...options: ReadonlyArray<string>) {
    const events = await eventsOf(...options);
    return events.flatMap((fired, index) => {
      const [before, after] = snapshots.slice(index, index + 2);
      return before === undefined || after === undefined ? [] : [{ before, after, fired }];
    });
  }

  const sorted = (events: ReadonlyArray<unknown>) => events.map((event) => JSON.stringify(event)).toSorted();

  const allEvents = eventsOf();

  test('the changes', async () => {
    const all = await allEvents;
    for (const [index, found] of all.entries()) {
      const [before, after] = bodies.slice(index, index + 2);
      if (before === undefined || after === undefined) throw new Error('the hour ended');
      expect(sorted(found)).toEqual(sorted(naiveChanges(before, after)));
    }
    expect(all.flat().length).toBeGreaterThan(500);
  });

  test.each(CONDITIONS[timeframe].onEvents)('with --on %s, those that it names', async (text) => {
    const all = await allEvents;
    for (const [index, { before, after, fired }] of (await steps('--on', text)).entries()) {
      const expected = all[index]?.filter((event) => naiveFires(conditionOf(text), event, before, after));
      expect(fired).toEqual(expected);
    }
  });

  test.each(CONDITIONS[timeframe].lasting)('with --on %s, where it becomes true', async (text) => {
    const condition = conditionOf(text);
    const truths = snapshots.map((snapshot) => naiveTruth(condition, snapshot, {}));
    for (const [index, { fired }] of (await steps('--on', text)).entries()) {
      const [was, is] = [new Set(truths[index]), truths[index + 1] ?? []];
      expect(
        unmatched(
          fired,
          is.filter((place) => !was.has(place)),
        ),
      ).toEqual([]);
    }
    // What --until sees in each snapshot.
    for (const [index, line] of lines.entries())
      expect(unmatched(metIn(line, text), truths[index] ?? [])).toEqual([]);
  });
});

/** The events that are about none of the places (`movers A`, `- A`, `- -`), and the places that no event is about. */
function unmatched(
  events: ReadonlyArray<ChangeEvent>,
  places: ReadonlyArray<string>,
): ReadonlyArray<unknown> {
  const isAbout = (event: ChangeEvent, place: string) => {
    const [board, symbol] = place.split(' ');
    const isBoard = board === '-' || event.board === null || event.board === board;
    return symbol === (event.symbol ?? '-') && isBoard;
  };
  return [
    ...events.filter((event) => !places.some((place) => isAbout(event, place))),
    ...places.filter((place) => !events.some((event) => isAbout(event, place))),
  ];
}

test('the recorded hour is whole, and has what the tests are about', () => {
  for (const timeframe of HOUR_TIMEFRAMES) {
    const bodies = hourLines(timeframe).map((line): Body => JSON.parse(line));
    const times = Array.from({ length: HOUR_MINUTES }, (_, minute) => HOUR_START + minute * 60_000);
    expect(bodies.map(({ asOf }) => Date.parse(asOf))).toEqual(times);
    expect(new Set(bodies.map((body) => body.timeframe))).toEqual(new Set([timeframe]));
    const changes = bodies.slice(1).flatMap((after, index) => {
      const before = bodies[index];
      return before === undefined ? [] : naiveChanges(before, after).map(({ type }) => type);
    });
    expect(new Set(changes)).toEqual(
      new Set(['entered', 'left', 'moved', 'topPlay', 'bias', 'session', 'confluence']),
    );
  }
});
