import { groupBy } from '../../group-by.ts';
import type { Snapshot } from '../../service/snapshot.ts';
import { type ChangeEvent, changeKey, type Diff, selectedChanges } from '../diff.ts';
import { type Selection, selectBoards } from '../selection.ts';
import { becameTrue, stateEvents, type Transition } from './condition-events.ts';
import { conditionRows, isBoard, isSymbol, isWithin } from './condition-rows.ts';
import { createCooldown } from './cooldown.ts';
import type { Condition } from './parse-conditions.ts';

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

/**
 * Conditions over the snapshots of all timeframes. With an event type, a condition fires on each such event; else with a
 * number, when it becomes true; else on each event about its board or symbol. What was true before is read from the previous
 * snapshot, so that only the cool-down is remembered.
 */
export function createConditionTracker(
  conditions: ReadonlyArray<Condition>,
  { selection, cooldownMilliseconds }: ConditionOptions,
): ConditionTracker {
  const cooldown = createCooldown(cooldownMilliseconds);
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
          cooldown.allows(JSON.stringify([condition.text, symbol]), now),
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
