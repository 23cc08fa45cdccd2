import { createConditionTracker } from '../../src/market/condition-tracker.ts';
import { type Condition, conditions } from '../../src/market/conditions.ts';
import type { ChangeEvent } from '../../src/market/diff.ts';
import { type LogLine as Line, type LogItem, logLines } from '../../src/market/log.ts';
import type { SymbolPath } from '../../src/market/timeline/as-of.ts';
import type { Age } from '../../src/market/timeline/runs.ts';
import { createTimeline } from '../../src/market/timeline/timeline.ts';
import type { Trend } from '../../src/market/timeline/trend.ts';
import { decodeSnapshot, type Snapshot } from '../../src/service/snapshot.ts';
import { LOG_PLACES, type LogLine, spanText } from './naive-log.ts';

// The only file through which the tests of the recorded hour call the inside of the program.

/** What the program knows of snapshots that it has received, as of one of them. */
interface ProgramView {
  pastOf(board: string, symbol: string): { readonly age: Age; readonly trend: Trend } | null;
  path(symbol: string): SymbolPath;
}

export interface Program {
  receive(line: string): void;
  /** As of the newest snapshot, or of an older one. */
  view(index?: number): ProgramView;
  /** As of the newest snapshot, without bias. */
  log(): ReadonlyArray<LogLine>;
  /** The changes of bias in the log. */
  biasLog(): ReadonlyArray<string>;
  /** What became of a symbol on a board by the newest snapshot, in the words of `naiveOutcome`. */
  outcome(board: string, symbol: string): string;
}

export function startProgram(): Program {
  const timeline = createTimeline({ isKept: false });
  const times: Array<number> = [];
  return {
    receive(line) {
      const snapshot = decodeLine(line);
      times.push(snapshot.asOfMilliseconds ?? 0);
      timeline.add(snapshot);
    },
    view(index = times.length - 1) {
      const { pastOf, pathOf } = timeline.at(times[index] ?? 0);
      return { pastOf, path: pathOf };
    },
    log: () =>
      logLines(
        timeline
          .at('newest')
          .log()
          .filter(({ kind }) => kind !== 'bias'),
      ).map(lineOf),
    biasLog: () =>
      timeline
        .at('newest')
        .log()
        .flatMap((entry) =>
          entry.kind === 'bias' ? [`${entry.asOf} ${entry.symbol} ${entry.from} > ${entry.to}`] : [],
        ),
    outcome(board, symbol) {
      const outcome = timeline.at('newest').outcomeOf(board, symbol);
      if (outcome.kind === 'listed') return `rank ${outcome.rank}`;
      if (outcome.leftAt === null) return 'left';
      return `left ${outcome.isLeftInHole ? 'after' : 'at'} ${outcome.leftAt}`;
    },
  };
}

export function decodeLine(line: string): Snapshot {
  const snapshot = decodeSnapshot(JSON.parse(line));
  if (snapshot === null) throw new Error('the recorded hour has a line without a snapshot');
  return snapshot;
}

/** The only alternative of a condition. */
export function conditionOf(text: string): Condition {
  const [condition] = conditions('--on')(text);
  if (condition === undefined) throw new Error(`no condition: ${text}`);
  return condition;
}

/** What `--until` sees in a snapshot, whatever was before. */
export function metIn(line: string, text: string): ReadonlyArray<ChangeEvent> {
  const options = { selection: {}, cooldownMilliseconds: 0 };
  return createConditionTracker([conditionOf(text)], options).met(decodeLine(line));
}

/** A line in the words of `naiveLog`. */
function lineOf({ first: entry, items }: Line): LogLine {
  const { asOf } = entry;
  switch (entry.kind) {
    case 'gap':
      return { asOf, place: LOG_PLACES.session, text: `no data since ${entry.from}` };
    case 'session':
      return { asOf, place: LOG_PLACES.session, text: `session ${entry.from} > ${entry.to}` };
    case 'topPlay': {
      const there = spanText(entry.there.milliseconds, entry.there.isAtLeast);
      return { asOf, place: LOG_PLACES.topPlay, text: `top ${entry.symbol} was ${entry.was} ${there}` };
    }
    case 'bias':
      throw new Error('the log of bias is apart');
    default: {
      const words = [...new Set(items.flatMap(wordsOf))].sort();
      const place = entry.kind === 'confluence' ? LOG_PLACES.confluence(entry.to) : LOG_PLACES[entry.kind];
      return { asOf, place, text: [entry.symbol, ...words].join(', ') };
    }
  }
}

function wordsOf(item: LogItem): ReadonlyArray<string> {
  switch (item.kind) {
    case 'entered': {
      const { board, rank, from, isReturn, awayMilliseconds: away, firstSeen } = item;
      const back = away === null ? ' back' : ` back ${spanText(away, false)}`;
      const news = firstSeen === null ? [] : [firstSeen === 'today' ? 'new today' : 'new'];
      return [`in ${board} ${from}>${rank}${isReturn ? back : ''}`, ...news];
    }
    case 'left': {
      const { board, was, to, there } = item;
      return [`out ${board} ${was}>${to} ${spanText(there.milliseconds, there.isAtLeast)}`];
    }
    case 'confluence': {
      const { from, to, places } = item;
      return [`boards ${from}>${to}`, ...places.map(({ board, was, rank }) => `on ${board} ${was}>${rank}`)];
    }
    default:
      throw new Error(`${item.kind} is no part of a line`);
  }
}
