import { groupBy } from '../group-by.ts';
import type { Board, BoardRow, Breadth, Snapshot } from '../service/snapshot.ts';
import type { Bound, Condition, ConditionNumber } from './conditions.ts';
import { type ChangeEvent, changeKey, type Diff, selectedChanges } from './diff.ts';
import { confluenceBySymbol } from './ranks.ts';
import { type Selection, selectBoards } from './selection.ts';

export interface ConditionOptions {
  /** Rows that it does not show are not listed for a condition without an event type, and changes of them do not fire. */
  readonly selection: Selection;
  /** The same condition and symbol fire at most once in this time, whatever the timeframe; 0 if they may always. */
  readonly cooldownMilliseconds: number;
}

export interface ConditionTracker {
  /**
   * What fires on a new snapshot: each event once, changes in their order, then `dayPct` and `breadth`. Of `now`, in
   * milliseconds, only differences count; it must not decrease.
   */
  observe(diff: Diff, now: number): ReadonlyArray<ChangeEvent>;
  /** What is true of a snapshot, whatever was before: only conditions with a number and without an event type can be. */
  met(snapshot: Snapshot): ReadonlyArray<ChangeEvent>;
}

/** Of more, the oldest may fire anew, so that memory is bounded. */
const MAX_FIRED = 20_000;

/**
 * Conditions over the snapshots of all timeframes. With an event type, a condition fires on each such event; else with a
 * number, when it becomes true; else on each event about its board or symbol. What was true before is read from the previous
 * snapshot, so that only the cool-down is remembered.
 */
export function createConditionTracker(
  conditions: ReadonlyArray<Condition>,
  { selection, cooldownMilliseconds }: ConditionOptions,
): ConditionTracker {
  /** When each condition and symbol last fired, the oldest first. */
  const last = new Map<string, number>();
  /** A refusal does not prolong the time. */
  const isCool = (key: string, now: number) => {
    if (cooldownMilliseconds <= 0) return true;
    for (const [each, time] of last) {
      if (now - time < cooldownMilliseconds && last.size < MAX_FIRED) break;
      last.delete(each);
    }
    if (last.has(key)) return false;
    last.set(key, now);
    return true;
  };
  const shown = (snapshot: Snapshot) =>
    conditionRows(snapshot, selectBoards(snapshot, { ...selection, sort: null }));
  return {
    observe(diff, now) {
      const { before, after } = diff;
      const changes = selectedChanges(diff, selection);
      const transition: Transition = {
        changes,
        changesOf: groupBy(changes, ({ symbol }) => symbol),
        allBefore: conditionRows(before, before.boards),
        allAfter: conditionRows(after, after.boards),
        shownBefore: shown(before),
        shownAfter: shown(after),
        selection,
        common: { asOf: after.asOf, timeframe: after.timeframe },
      };
      const fired = conditions.flatMap((condition) =>
        eventsOf(condition, transition).filter(({ symbol }) =>
          isCool(JSON.stringify([condition.text, symbol]), now),
        ),
      );
      return inOrder(fired, changes);
    },
    met(snapshot) {
      const rows = shown(snapshot);
      const common = { asOf: snapshot.asOf, timeframe: snapshot.timeframe };
      const lasting = conditions.filter(isLasting);
      return inOrder(
        lasting.flatMap((condition) => [...stateEvents(condition, rows, common)]),
        [],
      );
    },
  };
}

/** Whether a condition is true or false of a snapshot, rather than about changes. */
function isLasting({ type, bounds }: Condition): boolean {
  return type === null && bounds.length > 0;
}

function eventsOf(condition: Condition, transition: Transition): ReadonlyArray<ChangeEvent> {
  if (isLasting(condition)) return [...becameTrue(condition, transition)];
  const { type } = condition;
  return type === null
    ? transition.changes.filter(
        ({ board, symbol }) => isBoard(condition, board) && isSymbol(condition, symbol),
      )
    : transition.changes.filter(
        (event) => event.type === type && isChangeMeant(condition, event, transition),
      );
}

/**
 * Whether the other terms hold for an event. An event without a board is about any row of its symbol, or about its symbol
 * alone, which may not be listed any more.
 */
function isChangeMeant(
  condition: Condition,
  { type, board, symbol }: ChangeEvent,
  { allBefore, allAfter }: Transition,
): boolean {
  if (!isSymbol(condition, symbol)) return false;
  const rows = type === 'left' ? allBefore : allAfter;
  const boards = board === null && symbol !== null ? rows.boardsOf(symbol) : [board];
  const facts = boards
    .filter((each) => isBoard(condition, each))
    .map((each) => rows.factsAt({ board: each, symbol }));
  if (board === null && condition.board === null) facts.push(rows.factsOfSymbol(symbol));
  return facts.some((each) => each !== null && isWithin(condition.bounds, each));
}

/** Each event once, in the order of the changes, then the others. */
function inOrder(
  events: ReadonlyArray<ChangeEvent>,
  changes: ReadonlyArray<ChangeEvent>,
): ReadonlyArray<ChangeEvent> {
  const fired = new Map<string, ChangeEvent>();
  for (const event of events) if (!fired.has(changeKey(event))) fired.set(changeKey(event), event);
  const order = new Map(changes.map((event, index) => [changeKey(event), index]));
  const positionOf = (key: string) => order.get(key) ?? changes.length;
  return [...fired].sort(([a], [b]) => positionOf(a) - positionOf(b)).map(([, event]) => event);
}

/** What a condition can be true of: a row of a board, a symbol on whatever boards, or the market (both null). */
interface Place {
  readonly board: string | null;
  readonly symbol: string | null;
}

/** The numbers that a condition can compare; null where there is none. */
type Facts = Readonly<Record<ConditionNumber, number | null>>;

/** The rows of a snapshot, or those of them that a selection shows, by what conditions ask of them. */
interface ConditionRows {
  /** Null if nothing is listed there. */
  factsAt(place: Place): Facts | null;
  /** The places that the condition is about, in the order of the snapshot. */
  places(condition: Condition): Iterable<Place>;
  /** The boards that list a symbol. */
  boardsOf(symbol: string): ReadonlyArray<string>;
  /** The confluence of a symbol, and breadth, whether it is listed or not. */
  factsOfSymbol(symbol: string | null): Facts;
}

/** A duplicate symbol of a board keeps its first row, shown or not. */
function conditionRows(snapshot: Snapshot, shown: ReadonlyArray<Board>): ConditionRows {
  const isShown = new Set(shown.flatMap(({ rows }) => rows));
  const firstRows = new Map(snapshot.boards.map(({ key, rows }) => [key, firstRowsOf(rows)]));
  const listed = shown.flatMap(({ key }) =>
    [...(firstRows.get(key) ?? [])].flatMap(([symbol, row]) =>
      isShown.has(row) ? { board: key, symbol, row } : [],
    ),
  );
  const bySymbol = groupBy(listed, ({ symbol }) => symbol);
  const scores = confluenceBySymbol(snapshot);
  const breadth = shareOfAdvancers(snapshot.breadth);
  const factsOfSymbol = (symbol: string | null): Facts => ({
    boards: symbol === null ? null : (scores.get(symbol) ?? 0),
    rank: null,
    dayPct: null,
    breadth,
  });
  return {
    factsOfSymbol,
    boardsOf: (symbol) => (bySymbol.get(symbol) ?? []).map(({ board }) => board),
    factsAt({ board, symbol }) {
      if (symbol === null) return factsOfSymbol(null);
      const places = (bySymbol.get(symbol) ?? []).filter((each) => board === null || each.board === board);
      if (places.length === 0) return null;
      const dayPct = places.find(({ row }) => row.dayPct !== null)?.row.dayPct ?? null;
      return {
        ...factsOfSymbol(symbol),
        rank: board === null ? null : (places[0]?.row.rank ?? null),
        dayPct,
      };
    },
    *places(condition) {
      const { board, symbol, bounds } = condition;
      const has = (...numbers: ReadonlyArray<ConditionNumber>) =>
        bounds.some(({ number }) => numbers.includes(number));
      if (board === null && symbol === null && !has('boards', 'rank', 'dayPct')) {
        yield { board, symbol };
      } else if (board === null && !has('rank')) {
        for (const each of bySymbol.keys()) if (isSymbol(condition, each)) yield { board, symbol: each };
      } else {
        for (const each of listed)
          if (isBoard(condition, each.board) && isSymbol(condition, each.symbol)) yield each;
      }
    },
  };
}

function firstRowsOf(rows: ReadonlyArray<BoardRow>): ReadonlyMap<string, BoardRow> {
  const bySymbol = new Map<string, BoardRow>();
  for (const row of rows) if (row.symbol !== null && !bySymbol.has(row.symbol)) bySymbol.set(row.symbol, row);
  return bySymbol;
}

/** Advancers of advancers and decliners, 0 to 1. */
function shareOfAdvancers(breadth: Breadth | null): number | null {
  const { advancers, decliners } = breadth ?? { advancers: null, decliners: null };
  if (advancers === null || decliners === null || advancers < 0 || decliners < 0) return null;
  return advancers + decliners > 0 ? advancers / (advancers + decliners) : null;
}

function isSymbol(condition: Condition, symbol: string | null): boolean {
  return condition.symbol === null || condition.symbol === symbol?.toUpperCase();
}

function isBoard(condition: Condition, board: string | null): boolean {
  return condition.board === null || condition.board.toLowerCase() === board?.toLowerCase();
}

/** False if one of the numbers is not known. */
function isWithin(bounds: ReadonlyArray<Bound>, facts: Facts | null): boolean {
  return bounds.every(({ number, isAtLeast, value }) => {
    const fact = facts?.[number] ?? null;
    return fact !== null && (isAtLeast ? fact >= value : fact <= value);
  });
}

/** Two snapshots of a timeframe. */
interface Transition {
  /** Those that the selection shows. */
  readonly changes: ReadonlyArray<ChangeEvent>;
  /** The same by symbol. */
  readonly changesOf: ReadonlyMap<string | null, ReadonlyArray<ChangeEvent>>;
  readonly allBefore: ConditionRows;
  readonly allAfter: ConditionRows;
  /** Only the rows that the selection shows. */
  readonly shownBefore: ConditionRows;
  readonly shownAfter: ConditionRows;
  readonly selection: Selection;
  readonly common: Common;
}

type Common = Pick<ChangeEvent, 'asOf' | 'timeframe'>;

/** An event for each place where a condition with a number is true and was not before. */
function* becameTrue(condition: Condition, transition: Transition): Iterable<ChangeEvent> {
  const { shownBefore, shownAfter } = transition;
  for (const { board, symbol } of shownAfter.places(condition)) {
    const facts = shownAfter.factsAt({ board, symbol });
    if (facts === null || !isWithin(condition.bounds, facts)) continue;
    const was = shownBefore.factsAt({ board, symbol });
    if (was === null || !isWithin(condition.bounds, was))
      yield whatMadeItTrue(condition, { board, symbol }, facts, transition);
  }
}

/** The change of the first number that did not hold before, the entry of a row, or what let it through a filter. */
function whatMadeItTrue(
  { bounds }: Condition,
  { board, symbol }: Place,
  facts: Facts,
  { changesOf, allBefore, shownBefore, shownAfter, selection, common }: Transition,
): ChangeEvent {
  const about = (changesOf.get(symbol) ?? []).filter(
    (event) => board === null || event.board === null || event.board === board,
  );
  const first = (...types: ReadonlyArray<ChangeEvent['type']>) =>
    about.find(({ type }) => types.includes(type));
  const was = shownBefore.factsAt({ board, symbol }) ?? allBefore.factsAt({ board, symbol });
  const failed = bounds.find((bound) => was !== null && !isWithin([bound], was))?.number;
  if (failed === 'dayPct' || failed === 'breadth') {
    return { type: failed, ...common, board, symbol, from: was?.[failed] ?? null, to: facts[failed] };
  }
  const made = () => {
    if (failed !== undefined) return first(failed === 'boards' ? 'confluence' : 'moved');
    const count = first('confluence');
    if (was === null) {
      const counted = bounds.filter(({ number }) => number === 'boards');
      const isListed = allBefore.factsAt({ board: null, symbol }) !== null;
      const didHold = isListed && isWithin(counted, allBefore.factsOfSymbol(symbol));
      return (counted.length > 0 && !didHold ? count : undefined) ?? first('entered');
    }
    const { minBoards, bias } = selection;
    const turn = first('bias');
    if (minBoards != null && count !== undefined && Number(count.from) < minBoards) return count;
    return bias != null && turn?.to === bias ? turn : first('entered', 'moved');
  };
  return made() ?? unmoved();

  /** The row as it was and is, on the first board of the symbol where none is meant: `-b` and `--limit` may begin to show it. */
  function unmoved(): ChangeEvent {
    const [listed = null] = board === null && symbol !== null ? shownAfter.boardsOf(symbol) : [board];
    const row = { board: listed, symbol };
    const from = (shownBefore.factsAt(row) ?? allBefore.factsAt(row))?.rank ?? null;
    return { type: 'moved', ...common, ...row, from, to: shownAfter.factsAt(row)?.rank ?? null };
  }
}

/** For each place where a condition with a number is true an event without a value before. */
function* stateEvents(condition: Condition, rows: ConditionRows, common: Common): Iterable<ChangeEvent> {
  const has = (number: ConditionNumber) => condition.bounds.some((bound) => bound.number === number);
  for (const { board, symbol } of rows.places(condition)) {
    const facts = rows.factsAt({ board, symbol });
    if (facts === null || !isWithin(condition.bounds, facts)) continue;
    const event = { ...common, board, symbol, from: null };
    if (has('boards')) yield { ...event, type: 'confluence', board: null, to: facts.boards };
    else if (has('rank')) yield { ...event, type: 'listed', to: facts.rank };
    else if (has('dayPct')) yield { ...event, type: 'dayPct', to: facts.dayPct };
    else yield { ...event, type: 'breadth', to: facts.breadth };
  }
}
