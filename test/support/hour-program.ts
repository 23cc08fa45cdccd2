import { decodeSnapshot, type Snapshot } from '../../src/api/snapshot.ts';
import type { ChangeEvent } from '../../src/model/changes.ts';
import { createConditionTracker } from '../../src/model/condition-tracker.ts';
import type { LogEntry } from '../../src/model/log.ts';
import { withBias } from '../../src/model/log.ts';
import { outcomes } from '../../src/model/outcome.ts';
import { type Condition, parseConditions } from '../../src/model/parse-conditions.ts';
import type { Age } from '../../src/model/stints.ts';
import { type SymbolPath, symbolPath } from '../../src/model/symbol-path.ts';
import { type Trend, trendsOf } from '../../src/model/trend.ts';
import { memoryOf } from './memory.ts';
import { LOG_PLACES, type LogLine, spanText } from './naive-log.ts';

// The only file through which the tests of the recorded hour call the inside of the program.

/** What the program knows of snapshots that it has received, as of one of them. */
interface ProgramView {
  ageOf(board: string, symbol: string): Age | null;
  trends(): ReadonlyMap<string, ReadonlyMap<string, Trend>>;
  path(symbol: string): SymbolPath;
}

export interface Program {
  receive(line: string): void;
  /** As of the newest snapshot, or of an older one. */
  view(index?: number): ProgramView;
  /** As of the newest snapshot. */
  log(): ReadonlyArray<LogLine>;
  /** The changes of bias of pinned symbols in the log, the newest first. */
  biasLog(pins: ReadonlyArray<string>): ReadonlyArray<string>;
  /** What became of a symbol on a board by the newest snapshot, in the words of `naiveOutcome`. */
  outcome(board: string, symbol: string): string;
}

export function startProgram(): Program {
  const memory = memoryOf([]);
  const { history } = memory;
  return {
    receive: (line) => memory.add(decodeLine(line)),
    view(index = history.length - 1) {
      const ledger = memory.ledgerAt(index);
      return {
        ageOf: (board, symbol) => ledger.ageOf(board, symbol, history.timeAt(index)),
        trends: () => trendsOf(history, ledger, index),
        path: (symbol) => symbolPath(history, ledger, symbol, index),
      };
    },
    log: () => memory.log().map(lineOf),
    biasLog: (pins) =>
      withBias(memory.log(), history, pins).flatMap((entry) =>
        entry.kind === 'bias' ? [`${entry.asOf} ${entry.symbol} ${entry.from} > ${entry.to}`] : [],
      ),
    outcome(board, symbol) {
      const outcome = outcomes(history, memory.ledger())(board, symbol);
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
  const [condition] = parseConditions(text, '--on');
  if (condition === undefined) throw new Error(`no condition: ${text}`);
  return condition;
}

/** What `--until` sees in a snapshot, whatever was before. */
export function metIn(line: string, text: string): ReadonlyArray<ChangeEvent> {
  const options = { selection: {}, cooldownMilliseconds: 0 };
  return createConditionTracker([conditionOf(text)], options).met(decodeLine(line));
}

/** An entry in the words of `naiveLog`. */
function lineOf(entry: LogEntry): LogLine {
  const { asOf } = entry;
  switch (entry.kind) {
    case 'session':
      return { asOf, place: LOG_PLACES.session, text: `session ${entry.from} > ${entry.to}` };
    case 'topPlay': {
      const there = spanText(entry.there.milliseconds, entry.there.isAtLeast);
      return { asOf, place: LOG_PLACES.topPlay, text: `top ${entry.symbol} was ${entry.was} ${there}` };
    }
    case 'bias':
      throw new Error('without pins the log has no bias');
    default: {
      const { symbol, entered, left, confluence, places, firstSeen } = entry;
      const words = [
        ...entered.map(({ board, rank, isReturn, awayMilliseconds: away }) => {
          const back = away === null ? ' back' : ` back ${spanText(away, false)}`;
          return `in ${board} ${rank}${isReturn ? back : ''}`;
        }),
        ...left.map(
          ({ board, was, there }) => `out ${board} ${was} ${spanText(there.milliseconds, there.isAtLeast)}`,
        ),
        ...(confluence === null ? [] : [`boards ${confluence.from}>${confluence.to}`]),
        ...places.map(({ board, was, rank }) => `on ${board} ${was}>${rank}`),
        ...(firstSeen === null ? [] : [firstSeen === 'today' ? 'new today' : 'new']),
      ].sort();
      const place =
        entry.kind === 'confluence' ? LOG_PLACES.confluence(confluence?.to ?? 0) : LOG_PLACES[entry.kind];
      return { asOf, place, text: [symbol, ...words].join(', ') };
    }
  }
}
