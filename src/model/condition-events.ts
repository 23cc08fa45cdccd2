import type { ChangeEvent } from './changes.ts';
import { type ConditionRows, type Facts, holds, isWithin, type Place } from './condition-rows.ts';
import type { Condition } from './parse-conditions.ts';

/** Two snapshots of a timeframe. */
export interface Transition {
  /** Those that the selection shows. */
  readonly changes: ReadonlyArray<ChangeEvent>;
  /** The same by symbol. */
  readonly changesOf: ReadonlyMap<string | null, ReadonlyArray<ChangeEvent>>;
  readonly before: ConditionRows;
  readonly after: ConditionRows;
  /** Only the rows that the selection shows. */
  readonly shownBefore: ConditionRows;
  readonly shownAfter: ConditionRows;
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

/** With `boards`, the change of the confluence; else that of the first number that did not hold before. */
function whatMadeItTrue(condition: Condition, place: Place, becoming: Becoming): ChangeEvent {
  const { changesOf, facts, was, common } = becoming;
  const { board, symbol } = place;
  const about = (changesOf.get(symbol) ?? []).filter(
    (event) => board === null || event.board === null || event.board === board,
  );
  const first = (...types: ReadonlyArray<ChangeEvent['type']>) =>
    about.find(({ type }) => types.includes(type));
  const confluence = condition.bounds.some(({ number }) => number === 'boards')
    ? first('confluence')
    : undefined;
  if (confluence !== undefined) return confluence;
  if (was !== null) {
    const changed = condition.bounds.find((bound) => !holds(bound, was))?.number;
    if (changed === 'dayPct' || changed === 'breadth')
      return { type: changed, ...common, ...place, from: was[changed], to: facts[changed] };
  }
  // A filter that lets a row through, which has not changed otherwise, leaves no event about it.
  return first('entered', 'moved') ?? about[0] ?? unmoved(place, becoming);
}

/** The row as it was and is, on the first board of the symbol where none is meant. */
function unmoved({ board, symbol }: Place, { before, shownAfter, common }: Becoming): ChangeEvent {
  const [listed = null] = board === null && symbol !== null ? shownAfter.boardsOf(symbol) : [board];
  const rankIn = (rows: ConditionRows) => rows.factsAt({ board: listed, symbol })?.rank ?? null;
  return { type: 'moved', ...common, board: listed, symbol, from: rankIn(before), to: rankIn(shownAfter) };
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
