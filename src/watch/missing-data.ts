import {
  describeClock,
  describeMissingBoards,
  describeOtherSeparators,
  describeTimeAhead,
  noSuchBoards,
} from '../fields/notes.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { mayHaveBoard, missingBoards, symbolsOn } from '../market/selection.ts';
import type { Board, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Watch } from './feed.ts';

/** Throws UsageError if no timeframe may have any of the requested boards. */
export function createMissingData(
  { source, request: { selection, on = [], until = [] } }: Watch,
  note: (text: string) => void,
): (event: Pick<TimeframeSnapshot, 'timeframe' | 'snapshot'>) => void {
  const judged = new Set<Timeframe>();
  const present: Array<Board> = [];
  const boards = selection.boards ?? [];
  let isAnyPossible = boards.length === 0;
  const named = [...on, ...until].flatMap(({ symbol }) => symbol ?? []);
  const tickers = new Set([...(selection.symbols ?? []), ...named]);
  const isOfSeveral = source.timeframes.length > 1;
  let isClockNoted = false;
  let isLeftOutNoted = false;
  return (event) => {
    const { timeframe, snapshot } = event;
    const difference = describeClock(source.clock.ahead());
    if (difference !== null && !isClockNoted) note(difference);
    isClockNoted ||= difference !== null;
    const ahead = describeTimeAhead(timeframe, snapshot);
    if (ahead !== null) note(ahead);
    if (snapshot.leftOut !== null && !isLeftOutNoted) note(snapshot.leftOut);
    isLeftOutNoted ||= snapshot.leftOut !== null;
    if (judged.has(timeframe)) return;
    judged.add(timeframe);
    present.push(...snapshot.boards);
    const missing = missingBoards(snapshot, selection);
    isAnyPossible ||= boards.some((key) => mayHaveBoard(key, event));
    if (!isAnyPossible && judged.size === source.timeframes.length) {
      const where = isOfSeveral ? 'any of these timeframes' : 'this snapshot';
      throw noSuchBoards({ where, missing, present });
    }
    const where = isOfSeveral ? `the ${timeframe} snapshot` : 'this snapshot';
    if (missing.length > 0) note(describeMissingBoards({ where, missing, present: snapshot.boards }));
    if (judged.size === source.timeframes.length)
      describeOtherSeparators([...tickers], symbolsOn(present)).forEach(note);
  };
}
