import type { ChangeEvent } from '../diff.ts';
import type { Selection } from '../selection.ts';
import { type ConditionRows, type Facts, holds, isWithin, type Place } from './condition-rows.ts';
import type { Condition } from './parse-conditions.ts';

/** Two snapshots of a timeframe. */
export interface Transition {
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

export type Common = Pick<ChangeEvent, 'asOf' | 'timeframe'>;

/** An event for each place where a condition with a number is true and was not before. */
export function* becameTrue(condition: Condition, transition: Transition): Iterable<ChangeEvent> {
  const { shownBefore, shownAfter } = transition;
  for (const place of shownAfter.places(condition)) {
    const facts = shownAfter.factsAt(place);
    if (facts === null || !isWithin(condition.bounds, facts)) continue;
    const was = shownBefore.factsAt(place);
    if (was === null || !isWithin(condition.bounds, was))
      yield whatMadeItTrue(condition, place, { facts, was, ...transition });
  }
}

interface Becoming extends Transition {
  readonly facts: Facts;
  /** Null if nothing was listed there. */
  readonly was: Facts | null;
}

/** The change of the first number that did not hold before, the entry of a row, or what let it through a filter. */
function whatMadeItTrue(condition: Condition, place: Place, becoming: Becoming): ChangeEvent {
  const { facts, was, common, allBefore } = becoming;
  const first = eventFinder(place, becoming);
  const old = was ?? allBefore.factsAt(place);
  if (old === null)
    return (
      (countMadeItTrue(condition, place, allBefore) ? first('confluence') : undefined) ??
      first('entered') ??
      unmoved(place, becoming)
    );
  const changed = condition.bounds.find((bound) => !holds(bound, old))?.number;
  switch (changed) {
    case 'dayPct':
    case 'breadth':
      return { type: changed, ...common, ...place, from: old[changed], to: facts[changed] };
    case 'boards':
      return first('confluence') ?? unmoved(place, becoming);
    case 'rank':
      return first('moved') ?? unmoved(place, becoming);
    default:
      return whatShowedIt(place, becoming);
  }
}

/** Finds a change about a place by its type. */
function eventFinder({ board, symbol }: Place, { changesOf }: Transition) {
  const about = (changesOf.get(symbol) ?? []).filter(
    (event) => board === null || event.board === null || event.board === board,
  );
  return (...types: ReadonlyArray<ChangeEvent['type']>) => about.find(({ type }) => types.includes(type));
}

/** Whether, for a place where nothing was listed, the number of boards of its symbol did not hold either. */
function countMadeItTrue({ bounds }: Condition, { symbol }: Place, allBefore: ConditionRows): boolean {
  const bound = bounds.filter(({ number }) => number === 'boards');
  const isListed = allBefore.factsAt({ board: null, symbol }) !== null;
  return bound.length > 0 && !(isListed && isWithin(bound, allBefore.factsOfSymbol(symbol)));
}

/** The change with which a row passed a filter, else the row: `-b` and `--limit` may begin to show it without any change of it. */
function whatShowedIt(place: Place, becoming: Becoming): ChangeEvent {
  const { minBoards, bias } = becoming.selection;
  const first = eventFinder(place, becoming);
  const count = minBoards == null ? undefined : first('confluence');
  const turn = bias == null ? undefined : first('bias');
  return (
    (count !== undefined && Number(count.from) < Number(minBoards) ? count : undefined) ??
    (turn?.to === bias ? turn : undefined) ??
    first('entered', 'moved') ??
    unmoved(place, becoming)
  );
}

/** The row as it was and is, on the first board of the symbol where none is meant. */
function unmoved({ board, symbol }: Place, becoming: Becoming): ChangeEvent {
  const { allBefore, shownBefore, shownAfter, common } = becoming;
  const [listed = null] = board === null && symbol !== null ? shownAfter.boardsOf(symbol) : [board];
  const row = { board: listed, symbol };
  const from = (shownBefore.factsAt(row) ?? allBefore.factsAt(row))?.rank ?? null;
  return { type: 'moved', ...common, ...row, from, to: shownAfter.factsAt(row)?.rank ?? null };
}

/** For each place where a condition with a number is true an event without a value before. */
export function* stateEvents(
  condition: Condition,
  rows: ConditionRows,
  common: Common,
): Iterable<ChangeEvent> {
  const has = (number: keyof Facts) => condition.bounds.some((bound) => bound.number === number);
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
